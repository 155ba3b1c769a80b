// The texts of a resolved document that are seen, and what they may say.
import type { ResolvedDocument } from './document.ts'
import type { Layer, TextLayer } from './layer.ts'

/** The visible text layers of a resolved document, also those inside groups. */
export function listTexts(layers: readonly Layer[]): TextLayer[] {
  return layers.flatMap((layer) => {
    if (layer.visible === false) return []
    if (layer.type === 'group') return listTexts(layer.layers)
    return layer.type === 'text' && typeof layer.text === 'string' ? [layer] : []
  })
}

/**
 * A text with all characters that a layer may show: its own words, and for one whose words an expression gives all that
 * expressions and texts of the document say.
 */
export function possibleText({ text, liveText }: TextLayer, { layers, rig }: ResolvedDocument): string {
  if (liveText === undefined || !rig) return String(text)
  return [...wordsIn(layers), ...said(rig)].join('\n')
}

function wordsIn(layers: readonly Layer[]): string[] {
  return layers.flatMap((layer) => {
    if (layer.type === 'group') return wordsIn(layer.layers)
    return layer.type === 'text' ? [String(layer.text)] : []
  })
}

/** The expressions of a rig, and the words of its texts. */
function said(part: unknown): string[] {
  if (Array.isArray(part)) return part.flatMap(said)
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => {
    if (key === 'states') return (value as readonly (readonly [number, string])[]).map(([, words]) => words)
    return key === 'expression' && typeof value === 'string' ? [value] : said(value)
  })
}
