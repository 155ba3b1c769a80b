// Transforms of layers and shape groups, and masks of layers. A layer with a box rests at its box, so its position is written relative to its
// anchor; everything else is as in Lottie.

import {
  anyNumber,
  at,
  convertPoint,
  convertProperty,
  isMoving,
  mapProperty,
  numberKind,
  type PropertyJson,
  pathKind,
  percent,
  type Scope,
  vectorKind,
} from '@vitrine/document/bodymovin-property'
import { isRecord } from '@vitrine/document/check'
import { records, textOr } from '@vitrine/document/cleanse'

/** A transform of our document as JSON. */
type TransformJson = Record<string, PropertyJson>

const skew = numberKind(-89, 89)

/** The transform without default values. */
export function convertTransform(raw: unknown, scope: Scope): TransformJson {
  if (!isRecord(raw)) return {}
  const parts: TransformJson = {
    a: convertPoint(raw.a, at(scope, 'a')),
    p: convertPosition(raw.p, at(scope, 'p')),
    s: convertProperty(raw.s, vectorKind, at(scope, 's')),
    r: convertProperty(raw.r ?? raw.rz, anyNumber, at(scope, 'r')),
    o: convertProperty(raw.o, percent, at(scope, 'o')),
    sk: convertProperty(raw.sk, skew, at(scope, 'sk')),
    sa: convertProperty(raw.sa, anyNumber, at(scope, 'sa')),
  }
  const rest: Record<string, string> = { a: '[0,0]', p: '[0,0]', s: '[100,100]', r: '0', o: '100', sk: '0', sa: '0' }
  return Object.fromEntries(
    Object.entries(parts).filter(([key, value]) => value !== undefined && JSON.stringify(value) !== rest[key]),
  )
}

function convertPosition(raw: unknown, scope: Scope): PropertyJson | undefined {
  if (!isRecord(raw) || raw.s !== true) return convertPoint(raw, scope)
  const x = convertProperty(raw.x, anyNumber, at(scope, 'x')) ?? 0
  const y = convertProperty(raw.y, anyNumber, at(scope, 'y')) ?? 0
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : { s: true, x, y }
}

/**
 * The transform of a layer whose box has its corner at `corner`, so that it is drawn as in Lottie; undefined for an animated
 * anchor (the layer is then put into a group without a box).
 */
export function boxTransform(transform: TransformJson, corner: readonly [number, number]): TransformJson | undefined {
  const anchor = transform.a ?? [0, 0]
  if (isMoving(anchor) || !Array.isArray(anchor)) return undefined
  const [ax, ay] = anchor as [number, number]
  const p = shiftPosition(transform.p, -ax, -ay)
  return { ...transform, a: [ax - corner[0], ay - corner[1]], p }
}

function shiftPosition(original: PropertyJson, x: number, y: number): PropertyJson {
  const position = original ?? [0, 0]
  return isRecord(position) && position.s === true
    ? { s: true, x: shiftNumber(position.x, x), y: shiftNumber(position.y, y) }
    : shiftVector(position, x, y)
}

function shiftNumber(property: PropertyJson, by: number): PropertyJson {
  return mapProperty(property, (value) => (Array.isArray(value) ? [(value[0] as number) + by] : (value as number) + by))
}

function shiftVector(property: PropertyJson, x: number, y: number): PropertyJson {
  return mapProperty(property, (value) => {
    const [vx, vy] = value as [number, number]
    return [vx + x, vy + y]
  })
}

/** The transform that draws something without a box at the position of a layer with this box and transform. */
export function boxRest(
  transform: TransformJson,
  [x, y, width, height]: readonly [number, number, number, number],
): TransformJson {
  const anchor = transform.a ?? [width / 2, height / 2]
  if (isMoving(anchor) || !Array.isArray(anchor)) return { ...transform, p: shiftPosition(transform.p, x, y) }
  const [ax, ay] = anchor as [number, number]
  const p = shiftPosition(transform.p, x + ax, y + ay)
  return { ...transform, a: [ax, ay], p }
}

const MAX_MASKS = 40
const MODES = ['a', 's', 'i', 'l', 'd', 'f', 'n']
/** Modes that lottie-web treats as Add. */
const RARE_MODES: Readonly<Record<string, string>> = { l: 'Lighten', d: 'Darken', f: 'Difference' }

/** Converts the masks of a layer. `corner` is the top left corner of its box, which is the origin of our masks. */
export function convertMasks(raw: unknown, corner: readonly [number, number], scope: Scope): unknown[] | undefined {
  const list = records(raw)
  if (list.length > MAX_MASKS)
    scope.lint.error('mask-mode', scope.path, 'Only the first {most} masks are drawn', { most: MAX_MASKS })
  const masks = list.slice(0, MAX_MASKS).flatMap((mask, n) => {
    const inner = at(scope, n)
    const mode = textOr(mask.mode, 'a').toLowerCase()
    const pt = convertProperty(mask.pt, pathKind(mask.cl === true), at(inner, 'pt'))
    if (pt === undefined || mode === 'n') return []
    if (!MODES.includes(mode)) {
      scope.lint.error('mask-mode', inner.path, 'Masks of mode "{mode}" are not drawn', { mode: mode.slice(0, 20) })
      return []
    }
    const o = convertProperty(mask.o, percent, at(inner, 'o'))
    const x = convertProperty(mask.x, anyNumber, at(inner, 'x'))
    const f = convertProperty(mask.f, vectorKind, at(inner, 'f'))
    if (RARE_MODES[mode]) scope.lint.playersDiffer(inner.path, `Masks › ${RARE_MODES[mode]}`)
    if (x !== undefined && x !== 0) scope.lint.playersDiffer(inner.path, 'Masks › Expansion')
    return [
      {
        mode,
        pt: mapProperty(pt, (path) => shiftPath(path, corner)),
        ...(mask.inv === true ? { inv: true } : {}),
        ...(o === undefined || o === 100 ? {} : { o }),
        ...(x === undefined || x === 0 ? {} : { x }),
        ...(f === undefined || JSON.stringify(f) === '[0,0]' ? {} : { f }),
      },
    ]
  })
  return masks.length > 0 ? masks : undefined
}

function shiftPath(value: unknown, [x, y]: readonly [number, number]): unknown {
  if (x === 0 && y === 0) return value
  if (Array.isArray(value)) return value.map((item) => shiftPath(item, [x, y]))
  const path = value as { v: [number, number][] }
  return { ...path, v: path.v.map(([vx, vy]) => [vx - x, vy - y]) }
}
