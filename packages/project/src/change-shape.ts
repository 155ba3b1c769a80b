// Adapts the difference of a project when its customer picks another shape.
import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import type { Box } from '@vitrine/document/property'
import { type Difference, pruneDifference } from './difference.ts'

/** Maximum share of the canvas that an added layer covers. */
const MOST = 0.96

/**
 * Converts a difference from one shape to another. Changes of the template's layers stay as they are: the layout moves them.
 * Added layers move to the same relative position, and shrink when they would be wider or higher than the canvas.
 * @param from the template in the original shape, with the clips of its timeline; `to` is in the new shape
 */
export function changeShape(from: TemplateDocument, to: TemplateDocument, difference: Difference): Difference {
  const isGrouped = new Set((difference.added ?? []).flatMap((layer) => difference.order?.[layer.id] ?? []))
  const added = difference.added?.map((layer) =>
    isGrouped.has(layer.id) || layer.parent !== undefined ? layer : moved(layer, from.canvas, to.canvas),
  )
  return pruneDifference(to, added ? { ...difference, added } : difference)
}

type Size = { width: number; height: number }

function moved(layer: Layer, from: Size, to: Size): Layer {
  const [across, down] = [to.width / from.width, to.height / from.height]
  if ('box' in layer && layer.box && layer.type !== 'particles' && layer.type !== 'group') {
    const [x, y, w, h] = layer.box
    const scale = Math.min(1, (to.width * MOST) / w, (to.height * MOST) / h)
    const [cx, cy] = [(x + w / 2) * across, (y + h / 2) * down]
    const box: Box = [cx - (w * scale) / 2, cy - (h * scale) / 2, w * scale, h * scale]
    const size = layer.type === 'text' && typeof layer.size === 'number' ? { size: layer.size * scale } : {}
    return { ...layer, box, ...size } as Layer
  }
  const position = layer.ks?.p
  if (!Array.isArray(position) || typeof position[0] !== 'number') return layer
  return { ...layer, ks: { ...layer.ks, p: [position[0] * across, Number(position[1]) * down] } } as Layer
}
