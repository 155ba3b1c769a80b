// The height of a text's box: as high as the text where that is allowed, so that its handles surround the visible text.
import type { TextLayer } from '@vitrine/document/layer'
import type { LayerEdit } from '@vitrine/project/edit'
import type { CanvasModel } from './canvas-model.ts'
import type { Bounds } from './geometry.ts'
import { changeByFrame, hasFrame } from './layer-change.ts'
import { findPlacement } from './layer-placement.ts'

/**
 * How a text's box follows it. The customer's own boxes are as high as their text. A designer's box keeps at least its
 * original height, and grows only where the customer may move it. A text that shrinks needs the room to shrink into.
 */
function chooseBoxFollowing(canvas: CanvasModel, layer: TextLayer): 'both' | 'grows' | 'stays' {
  const entry = canvas.findEntry(layer.id)
  if (!entry || layer.fit?.mode === 'shrink' || layer.valign === 'baseline') return 'stays'
  if (entry.isOwn) return 'both'
  const isFree = !entry.locks.move && !entry.locks.content
  return isFree && hasFrame(layer) && isOwnText(entry.layer) ? 'grows' : 'stays'
}

/** Whether the layer has its own text, instead of a field of the template. */
function isOwnText(layer: object): boolean {
  return 'text' in layer && typeof layer.text === 'string'
}

/** A rectangle for a text, in the pixels of its layer, as high as the text at that width. */
export function measureTextBounds(canvas: CanvasModel, layer: TextLayer, [left, top, right, bottom]: Bounds): Bounds {
  const following = chooseBoxFollowing(canvas, layer)
  const layout =
    following === 'stays' ? undefined : canvas.findTextLayout({ ...layer, box: [0, 0, right - left, bottom - top] })
  if (!layout) return [left, top, right, bottom]
  const high = Math.max(1, layout.lines.length) * (layer.lineHeight ?? 1.2) * layout.fontSize
  const more = high - (bottom - top)
  if (following === 'grows' && more <= 0) return [left, top, right, bottom]
  if (layer.valign === 'middle') return [left, top - more / 2, right, bottom + more / 2]
  return layer.valign === 'bottom' ? [left, top - more, right, bottom] : [left, top, right, bottom + more]
}

/** Properties that affect the size of a text. */
const METRICS: ReadonlySet<string> = new Set([
  'text',
  'font',
  'weight',
  'style',
  'size',
  'lineHeight',
  'tracking',
  'uppercase',
  'smallCaps',
  'fit',
  'wrap',
])

/** Edits, followed by those that adapt the heights of the changed texts' boxes. */
export function withTextBoxes(canvas: CanvasModel, edits: readonly LayerEdit[]): LayerEdit[] {
  const changed = new Map<string, Record<string, unknown>>()
  for (const one of edits) {
    if (one.op !== 'set' || !METRICS.has(one.property)) continue
    changed.set(one.layer, { ...changed.get(one.layer), [one.property]: one.value ?? undefined })
  }
  const placed = new Set(edits.flatMap((edit) => (edit.op === 'set' && edit.property === 'box' ? edit.layer : [])))
  const boxes = [...changed].flatMap(([layerId, sets]): readonly LayerEdit[] => {
    const placement = findPlacement(canvas, layerId)
    const box = placement?.place.box
    if (placement?.resolved.type !== 'text' || !box || placed.has(layerId)) return []
    const next = measureTextBounds(canvas, { ...placement.resolved, ...sets } as TextLayer, box)
    const isSame = Math.abs(next[1] - box[1]) < 0.01 && Math.abs(next[3] - box[3]) < 0.01
    return isSame ? [] : (changeByFrame(placement, box, next) ?? [])
  })
  return [...edits, ...boxes]
}
