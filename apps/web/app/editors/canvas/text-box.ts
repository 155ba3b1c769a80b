// Owns how high the box of a customer's own words is: as high as the words, so that what is taken hold of is what is seen.
import type { TextLayer } from '@vitrine/composition/document'
import type { Operation } from '@vitrine/composition/operation'
import type { CanvasModel } from './canvas-model.ts'
import type { Bounds } from './geometry.ts'
import { changeByFrame } from './layer-change.ts'
import { standingOf } from './standing.ts'

/** Words of the designer's keep the room that was made for them, and words that shrink need the room to shrink into. */
function growsWithWords(canvas: CanvasModel, layerId: string, layer: TextLayer): boolean {
  return canvas.findEntry(layerId)?.isOwn === true && layer.fit?.mode !== 'shrink' && layer.valign !== 'baseline'
}

/** A rectangle for words, in the pixels of their layer, as high as the words are at its width. */
export function boundsOfWords(canvas: CanvasModel, layer: TextLayer, [left, top, right, bottom]: Bounds): Bounds {
  if (!growsWithWords(canvas, layer.id, layer)) return [left, top, right, bottom]
  const layout = canvas.layoutOf({ ...layer, box: [0, 0, right - left, bottom - top] })
  if (!layout) return [left, top, right, bottom]
  const high = Math.max(1, layout.lines.length) * (layer.lineHeight ?? 1.2) * layout.fontSize
  const more = high - (bottom - top)
  if (layer.valign === 'middle') return [left, top - more / 2, right, bottom + more / 2]
  return layer.valign === 'bottom' ? [left, top - more, right, bottom] : [left, top, right, bottom + more]
}

/** The operations that write words into a layer and give it the height that they need. */
export function writing(canvas: CanvasModel, layerId: string, words: string): Operation[] {
  const write: Operation = { op: 'set', layer: layerId, property: 'text', value: words }
  const standing = standingOf(canvas, layerId)
  const box = standing?.place.box
  if (standing?.resolved.type !== 'text' || !box) return [write]
  const next = boundsOfWords(canvas, { ...standing.resolved, text: words }, box)
  const isSame = Math.abs(next[1] - box[1]) < 0.01 && Math.abs(next[3] - box[3]) < 0.01
  return isSame ? [write] : [write, ...(changeByFrame(standing, box, next) ?? [])]
}
