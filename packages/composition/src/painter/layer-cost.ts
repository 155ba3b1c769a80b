// What drawing layers costs where the processor draws, so that only what costs more than a copy of it is kept.
import { scaleOf } from '../matrix.ts'
import type { LayerNode } from './content.ts'
import { matrixOf, momentsOf, opacityOf, perspectiveOf } from './layer-place.ts'

/** Filling a pixel costs so much of copying one; Skia on the server, whatever the size. */
const FILLED = 0.5
/** A pixel of an outline costs as much as copying so many. */
const OUTLINED = 100

/**
 * Roughly how many pixels could be copied while a layer is drawn, `scale` of its list's pixels being one of the device. Infinity for all but
 * plain shapes, texts and solids, also those in groups.
 */
export function drawingCost(node: LayerNode, frame: number, scale: number): number {
  if (opacityOf(node, frame) <= 0) return 0
  if (!isPlain(node, frame)) return Infinity
  const { content, layer } = node
  const own = scale * scaleOf(matrixOf(node, frame))
  const inside = content.inside?.(frame)
  if (inside) return inside.nodes.reduce((sum, one) => sum + drawingCost(one, inside.frame, own), 0)
  const isFlat = layer.type === 'shape' || layer.type === 'text' || (layer.type === 'solid' && !isGradient(layer.color))
  if (!isFlat) return Infinity
  const [left, top, right, bottom] = content.bounds(frame) ?? [0, 0, 0, 0]
  const filled = content.filledArea?.(frame) ?? (right - left) * (bottom - top)
  return FILLED * filled * own ** 2 + OUTLINED * (content.outlineLength?.(frame) ?? 0) * own
}

/** Whether the layer is drawn as it is, without a canvas of its own. */
function isPlain(node: LayerNode, frame: number): boolean {
  const { content, blend, masks, matte, effects } = node
  return (
    blend === 'source-over' &&
    !masks &&
    !matte &&
    !effects &&
    !content.isolates &&
    (opacityOf(node, frame) >= 1 || content.isSingle(frame)) &&
    !perspectiveOf(node, frame) &&
    !momentsOf(node, frame)
  )
}

export function isGradient(paint: unknown): boolean {
  return typeof paint === 'object' && paint !== null && 'gradient' in paint
}
