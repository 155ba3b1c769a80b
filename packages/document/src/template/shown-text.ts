// The visible texts of a resolved document: their possible content, letter case and graphemes.
import type { ResolvedDocument } from './document.ts'
import type { Layer, TextLayer } from './layer.ts'

/** The visible text layers of a resolved document, including those inside groups. */
export function listTexts(layers: readonly Layer[]): TextLayer[] {
  return layers.flatMap((layer) => {
    if (layer.visible === false) return []
    if (layer.type === 'group') return listTexts(layer.layers)
    return layer.type === 'text' && typeof layer.text === 'string' ? [layer] : []
  })
}

/**
 * A text with all characters that a layer may show: its own text and, for a live expression, all literals of the document's
 * expressions and texts.
 */
export function possibleText({ text, liveText }: TextLayer, { layers, rig }: ResolvedDocument): string {
  if (liveText === undefined || !rig) return String(text)
  return [...wordsIn(layers), ...collectStrings(rig)].join('\n')
}

function wordsIn(layers: readonly Layer[]): string[] {
  return layers.flatMap((layer) => {
    if (layer.type === 'group') return wordsIn(layer.layers)
    return layer.type === 'text' ? [String(layer.text)] : []
  })
}

/** The expressions of a rig, and the contents of its texts. */
function collectStrings(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(collectStrings)
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'states') return (value as readonly (readonly [number, string])[]).map(([, words]) => words)
    return key === 'expression' && typeof value === 'string' ? [value] : collectStrings(value)
  })
}

/** The displayed letters, and which of them are small capitals. */
export interface CasedText {
  readonly text: string
  /** 1 for each UTF-16 unit of a small capital; undefined where there are none. */
  readonly small?: Uint8Array | undefined
}

/** The text as its layer displays it. */
export function letterCase(text: string, style: { uppercase?: boolean; smallCaps?: boolean }): CasedText {
  if (style.uppercase) return { text: text.toLocaleUpperCase('und') }
  if (!style.smallCaps) return { text }
  let shown = ''
  const small: number[] = []
  for (const grapheme of segmentGraphemes(text)) {
    const capital = grapheme.toLocaleUpperCase('und')
    shown += capital
    for (let n = 0; n < capital.length; n++) small.push(capital === grapheme ? 0 : 1)
  }
  return small.includes(1) ? { text: shown, small: Uint8Array.from(small) } : { text }
}

/** Shown as a picture unless the text says otherwise. */
const EMOJI = /\p{Emoji_Presentation}|\ufe0f/u

/** Whether a grapheme, or anything in a text, is to be shown in colours. */
export function isEmoji(grapheme: string): boolean {
  return EMOJI.test(grapheme) && !grapheme.includes('\ufe0e')
}

const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** The graphemes of a text, in their order. */
export function segmentGraphemes(text: string): string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment)
}
