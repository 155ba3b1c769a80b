// Layers that are one colour wherever they are: as luma mattes they let through a fixed share of what they cover, so no pixel need
// be read.
import { channelsOf } from '../document/color.ts'
import type { Layer } from '../document/layer.ts'
import type { ShapeItem } from '../document/shape-item.ts'
import { lumaOf } from './pixels.ts'

/** The luminance, 0 to 1, of all that a layer draws, whatever its place and opacity; undefined when it has several. */
export function uniformLuma(layer: Layer): number | undefined {
  const [first, ...others] = lumasOf(layer)
  return others.every((luma) => luma === first) ? first : undefined
}

/** The luminance of each thing that a layer draws; undefined where it has no single one. */
function lumasOf(layer: Layer): readonly (number | undefined)[] {
  if (layer.effects && layer.effects.length > 0) return [undefined]
  if (layer.type === 'solid') return [lumaOfColor(layer.color)]
  if (layer.type === 'shape') return layer.shapes.flatMap(lumasOfItem)
  if (layer.type === 'text')
    return [layer.stroke || layer.shadow || layer.animate ? undefined : lumaOfColor(layer.fill)]
  if (layer.type !== 'group') return [undefined]
  // Blending a colour with itself gives others in some modes.
  return layer.layers.flatMap((inner) => (inner.bm === undefined ? lumasOf(inner) : [undefined]))
}

function lumasOfItem(item: ShapeItem): readonly (number | undefined)[] {
  if ('bm' in item && item.bm !== undefined) return [undefined]
  if (item.ty === 'gr') return item.it.flatMap(lumasOfItem)
  if (item.ty === 'fl' || item.ty === 'st') return [lumaOfColor(item.c)]
  return item.ty === 'gf' || item.ty === 'gs' ? [undefined] : []
}

function lumaOfColor(color: unknown): number | undefined {
  if (typeof color !== 'string') return undefined
  const [red, green, blue] = channelsOf(color)
  return lumaOf(red, green, blue) / 255
}
