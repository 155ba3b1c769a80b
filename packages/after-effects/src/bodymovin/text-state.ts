// Reads the keyframes of After Effects' Source Text.

import { colorKind, unitChannelsToHex } from '@vitrine/document/bodymovin-property'
import { isRecord, numberOr, records, textOr } from '@vitrine/document/cleanse'

/** One keyframe of the text, as in After Effects' Source Text. */
export interface TextState {
  readonly text: string
  /** Lines were broken with Shift+Enter. */
  readonly hasSoftBreaks: boolean
  readonly fontName: string
  readonly size: number
  readonly lineHeight: number
  readonly tracking: number
  readonly justify: number
  readonly baselineShift: number
  readonly fill: string | undefined
  readonly stroke: { color: string; width: number; over: boolean } | undefined
  readonly uppercase: boolean
  readonly smallCaps: boolean
  /** Top left corner and size of paragraph text; undefined for point text. */
  readonly box: readonly [number, number, number, number] | undefined
  readonly vertical: number
}

/** The keyframes of a text by their start frames. */
export function readStates(raw: unknown): { t: number; state: TextState }[] {
  if (!isRecord(raw)) return []
  // Files before version 4.4.14 contain the text itself instead of keyframes.
  const keys = Array.isArray(raw.k) ? records(raw.k) : typeof raw.t === 'string' ? [{ t: 0, s: raw }] : []
  return keys.flatMap((key) => (isRecord(key.s) ? [{ t: numberOr(key.t, 0), state: readState(key.s) }] : []))
}

function readState(raw: Record<string, unknown>): TextState {
  const size = Math.min(2000, Math.max(1, numberOr(raw.s, 12)))
  const leading = numberOr(raw.lh, 0)
  const color = (value: unknown) => {
    const read = colorKind.read(value)
    return Array.isArray(value) && value.length > 3 && typeof value[3] === 'number' && value[3] < 1
      ? unitChannelsToHex(value as number[])
      : (read as string | undefined)
  }
  const strokeColor = color(raw.sc)
  const width = numberOr(raw.sw, 0)
  const sides = [raw.ps, raw.sz].map((pair) =>
    Array.isArray(pair) ? pair.map((value) => numberOr(value, 0)) : undefined,
  )
  const [corner, extent] = sides
  return {
    hasSoftBreaks: textOr(raw.t, '').includes('\u0003'),
    text: textOr(raw.t, '')
      .slice(0, 2000)
      .replaceAll('\u0003', '\n')
      .replace(/\r\n|[\r\u2028]/g, '\n'),
    fontName: textOr(raw.f, ''),
    size,
    lineHeight: Math.min(5, Math.max(0.05, leading > 0 ? leading / size : 1.2)),
    tracking: Math.min(5000, Math.max(-500, numberOr(raw.tr, 0))),
    justify: Math.round(numberOr(raw.j, 0)),
    baselineShift: numberOr(raw.ls, 0),
    fill: color(raw.fc),
    stroke:
      strokeColor && width > 0 ? { color: strokeColor, width: Math.min(500, width), over: raw.of === true } : undefined,
    uppercase: raw.ca === 1,
    smallCaps: raw.ca === 2,
    box:
      extent && (extent[0] ?? 0) > 0 && (extent[1] ?? 0) > 0
        ? [corner?.[0] ?? 0, corner?.[1] ?? 0, extent[0] ?? 1, extent[1] ?? 1]
        : undefined,
    vertical: Math.round(numberOr(raw.vj, 0)),
  }
}
