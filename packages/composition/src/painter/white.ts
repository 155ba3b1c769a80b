// Layers that are white wherever they are: as luma mattes they let through as much as they cover, so no pixel need be read.
import type { Layer } from '../document/layer.ts'
import type { ShapeItem } from '../document/shape-item.ts'

/** Whether a layer draws nothing but white, whatever its place and opacity. */
export function isWhite(layer: Layer): boolean {
  if (layer.effects && layer.effects.length > 0) return false
  if (layer.type === 'solid') return isWhiteColor(layer.color)
  if (layer.type === 'shape') return layer.shapes.every(isWhiteItem)
  if (layer.type === 'text') return isWhiteColor(layer.fill) && !layer.stroke && !layer.shadow && !layer.animate
  // Blending white with white gives other colours in some modes.
  return layer.type === 'group' && layer.layers.every((inner) => inner.bm === undefined && isWhite(inner))
}

function isWhiteColor(color: unknown): boolean {
  return typeof color === 'string' && /^#(fff|ffffff)$/i.test(color)
}

function isWhiteItem(item: ShapeItem): boolean {
  if ('bm' in item && item.bm !== undefined) return false
  if (item.ty === 'gr') return item.it.every(isWhiteItem)
  if (item.ty === 'fl' || item.ty === 'st') return isWhiteColor(item.c)
  return item.ty !== 'gf' && item.ty !== 'gs'
}
