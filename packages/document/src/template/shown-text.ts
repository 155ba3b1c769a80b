// The visible texts of a resolved document, and their possible content.
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
