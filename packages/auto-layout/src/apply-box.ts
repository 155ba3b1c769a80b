// Changes layers whose boxes follow the canvas: the box, and content in its pixels.
import type { Layer } from '@vitrine/document/layer'
import type { Mask } from '@vitrine/document/layer-base'
import type { Bounds } from '@vitrine/document/matrix'
import type { ShapeItem } from '@vitrine/document/shape-item'
import { numbersAt } from './rest-value.ts'
import { boundsOfShapes, listPathCommands } from './shape-bounds.ts'
import type { Size } from './unit.ts'

/** Maps a layer's box from one rectangle to another, with its content in pixels of the box. */
export function applyRegion(layer: Layer, from: Bounds, to: Bounds): Layer {
  const sx = (to[2] - to[0]) / (from[2] - from[0])
  const sy = (to[3] - to[1]) / (from[3] - from[1])
  if (!('box' in layer) || !layer.box) {
    if (layer.type === 'solid') return { ...layer, color: scalePaint(layer.color, sx, sy) }
    return layer.type === 'light'
      ? moveLight(
          layer,
          ([x, y]) => [to[0] + (x - from[0]) * sx, to[1] + (y - from[1]) * sy],
          Math.max(1, Math.min(sx, sy) * 1.2),
        )
      : layer
  }
  const [x, y, w, h] = layer.box
  const box = [to[0] + (x - from[0]) * sx, to[1] + (y - from[1]) * sy, w * sx, h * sy].map(rounded) as unknown as [
    number,
    number,
    number,
    number,
  ]
  const changed = { ...layer, box, ...(layer.mask && { mask: scaleMasks(layer.mask, [sx, sy]) }) } as Layer
  if (changed.type === 'solid') return { ...changed, color: scalePaint(changed.color, sx, sy) }
  if (changed.type === 'particles') return spread(changed, sx, sy)
  return changed
}

const rounded = (length: number) => Math.round(length * 1000) / 1000

/** More particles on a larger canvas; their fall is scaled with its height. */
function spread(layer: Layer & { type: 'particles' }, sx: number, sy: number): Layer {
  const speed = layer.speed && sy > 1 ? ([layer.speed[0] * sy, layer.speed[1] * sy] as const) : layer.speed
  const count = Math.min(2000, Math.max(1, Math.round(layer.count * Math.max(0.5, sx))))
  return { ...layer, count, ...(speed && { speed }) }
}

/** Moves a light with a position of its own on the canvas. */
export function moveLight(
  layer: Layer & { type: 'light' },
  map: (point: readonly [number, number]) => readonly [number, number],
  scale: number,
): Layer {
  const center = layer.center && (mapPoints(layer.center, map) as typeof layer.center)
  const radius = typeof layer.radius === 'number' ? layer.radius * scale : layer.radius
  return { ...layer, ...(center && { center }), ...(radius !== undefined && { radius }) }
}

/** Maps the points of a property, including keyframes. */
function mapPoints(value: unknown, map: (point: readonly [number, number]) => readonly [number, number]): unknown {
  if (Array.isArray(value)) {
    if (typeof value[0] === 'number') return map([value[0], Number(value[1] ?? 0)])
    return value.map((one) => mapPoints(one, map))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'k' || key === 's' ? mapPoints(inner, map) : inner]),
  )
}

/**
 * Turns a box that spans the border between a photo at one side and the rest, when that border becomes horizontal or vertical;
 * its gradient turns with it.
 */
export function turnBox(layer: Layer, box: Bounds, photoFirst: boolean): Layer {
  const changed = { ...layer, box: [box[0], box[1], box[2] - box[0], box[3] - box[1]] } as Layer
  if (changed.type !== 'solid' || !('box' in layer) || !layer.box) return changed
  const { color } = changed
  if (typeof color !== 'object' || color === null || !('gradient' in color)) return changed
  const [, , w, h] = layer.box
  const [width, height] = [box[2] - box[0], box[3] - box[1]]
  const inBox = (color as { units?: string }).units === 'box'
  const turned = (point: unknown) => {
    if (!Array.isArray(point) || typeof point[0] !== 'number') return point
    const [x, y] = inBox ? [point[0], point[1] as number] : [point[0] / w, (point[1] as number) / h]
    const [across, down] = [y, photoFirst ? x : 1 - x]
    return inBox ? [across, down] : [across * width, down * height]
  }
  const { from, to } = color as { from?: unknown; to?: unknown }
  return { ...changed, color: { ...color, from: turned(from), to: turned(to) } as typeof color }
}

function scalePaint<Paint>(paint: Paint, sx: number, sy: number): Paint {
  if (typeof paint !== 'object' || paint === null || !('gradient' in paint)) return paint
  const { units, from, to } = paint as { units?: string; from?: unknown; to?: unknown }
  if (units === 'box') return paint
  const scaled = (point: unknown) =>
    Array.isArray(point) && typeof point[0] === 'number' ? [point[0] * sx, (point[1] as number) * sy] : point
  return { ...paint, from: scaled(from), to: scaled(to) }
}

/** Scales masks in pixels. */
export function scaleMasks(masks: readonly Mask[], scale: readonly [number, number]): Mask[] {
  return masks.map((mask) => ({ ...mask, pt: scalePaths(mask.pt, scale) as Mask['pt'] }))
}

/** Scales Bezier paths anywhere in a property, including keyframes. */
function scalePaths(value: unknown, scale: readonly [number, number]): unknown {
  if (Array.isArray(value)) return value.map((one) => scalePaths(one, scale))
  if (typeof value !== 'object' || value === null) return value
  if ('v' in value && 'i' in value) {
    const path = value as unknown as Record<'v' | 'i' | 'o', number[][]>
    const points = (list: number[][]) => list.map(([x = 0, y = 0]) => [x * scale[0], y * scale[1]])
    return { ...path, v: points(path.v), i: points(path.i), o: points(path.o) }
  }
  // Easings of keyframes use the names of tangents, but contain no points.
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'k' || key === 's' ? scalePaths(inner, scale) : inner]),
  )
}

/** Resizes a frame along all edges: parts near an edge keep their distance from it, and the middle stretches. */
export function mapFrame(layer: Layer, from: Size, to: Size): Layer {
  if (layer.type !== 'shape') return layer
  const [px = 0, py = 0] = numbersAt(layer.ks?.p, 0, [0, 0])
  const map = (x: number, y: number): [number, number] => [
    rounded(x + px < from.width / 2 ? x : x + to.width - from.width),
    rounded(y + py < from.height / 2 ? y : y + to.height - from.height),
  ]
  // A small part moves as a whole: with a corner, or with the middle of an edge.
  const shift: PointMap = (x, y) => {
    const along = (at: number, was: number, is: number) =>
      at < was * 0.4 ? 0 : at > was * 0.6 ? is - was : (is - was) / 2
    return [along(x + px, from.width, to.width), along(y + py, from.height, to.height)]
  }
  return {
    ...layer,
    shapes: layer.shapes.map((item) => mapItem(item, { map, shift, small: Math.min(from.width, from.height) * 0.4 })),
  }
}

interface FrameMap {
  map: PointMap
  shift: PointMap
  small: number
}

type PointMap = (x: number, y: number) => [number, number]

function mapItem(item: ShapeItem, frame: FrameMap): ShapeItem {
  const any = item as unknown as Record<string, unknown>
  const bounds = boundsOfShapes([item], 0)
  if (!bounds) return item
  if (Math.max(bounds[2] - bounds[0], bounds[3] - bounds[1]) < frame.small) {
    const [x, y] = frame.shift((bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2)
    const moved = { ty: 'gr', it: [item, { ty: 'tr', p: [x, y] }] }
    return item.ty === 'gr' ? (moved as unknown as ShapeItem) : moveItem(any, x, y)
  }
  const { map } = frame
  if (item.ty === 'gr') {
    const transform = (any.it as ShapeItem[]).find(({ ty }) => ty === 'tr') as unknown as
      | Record<string, unknown>
      | undefined
    if (transform) {
      const [x = 0, y = 0] = numbersAt(transform.p, 0, [0, 0])
      const moved = { ...transform, p: map(x, y) }
      return {
        ...any,
        it: (any.it as ShapeItem[]).map((one) => (one.ty === 'tr' ? moved : one)),
      } as unknown as ShapeItem
    }
    return { ...any, it: (any.it as ShapeItem[]).map((one) => mapItem(one, frame)) } as unknown as ShapeItem
  }
  if (item.ty === 'rc') {
    const [x = 0, y = 0] = numbersAt(any.p, 0, [0, 0])
    const [w = 0, h = 0] = numbersAt(any.s, 0, [0, 0])
    const [left, top] = map(x - w / 2, y - h / 2)
    const [right, bottom] = map(x + w / 2, y + h / 2)
    return {
      ...any,
      p: [(left + right) / 2, (top + bottom) / 2],
      s: [right - left, bottom - top],
    } as unknown as ShapeItem
  }
  if (item.ty === 'el' || item.ty === 'sr') {
    const [x = 0, y = 0] = numbersAt(any.p, 0, [0, 0])
    return { ...any, p: map(x, y) } as unknown as ShapeItem
  }
  if (item.ty === 'sh' && typeof any.d === 'string')
    return { ...any, d: mapPathData(any.d, map) } as unknown as ShapeItem
  return item
}

/** Moves a small item; its colour follows it in its group. */
function moveItem(item: Record<string, unknown>, x: number, y: number): ShapeItem {
  if (item.ty === 'sh' && typeof item.d === 'string') {
    return { ...item, d: mapPathData(item.d, (px, py) => [rounded(px + x), rounded(py + y)]) } as unknown as ShapeItem
  }
  if (item.ty === 'sh') return item as unknown as ShapeItem
  const [px = 0, py = 0] = numbersAt(item.p, 0, [0, 0])
  return { ...item, p: [px + x, py + y] } as unknown as ShapeItem
}

/** Maps path data with absolute commands point by point; relative commands move with their start point. */
function mapPathData(data: string, map: PointMap): string {
  let [x, y] = [0, 0]
  return listPathCommands(data)
    .map(({ command, numbers }) => {
      if (command === 'H') {
        x = numbers[0] ?? 0
        return `L${map(x, y).join(' ')}`
      }
      if (command === 'V') {
        y = numbers[0] ?? 0
        return `L${map(x, y).join(' ')}`
      }
      if (command !== command.toUpperCase() || command === 'Z') return `${command}${numbers.join(' ')}`
      if (command === 'A') {
        ;[x, y] = [numbers[5] ?? 0, numbers[6] ?? 0]
        return `A${[...numbers.slice(0, 5), ...map(x, y)].join(' ')}`
      }
      const points: number[] = []
      for (let n = 0; n + 1 < numbers.length; n += 2) {
        ;[x, y] = [numbers[n] ?? 0, numbers[n + 1] ?? 0]
        points.push(...map(x, y))
      }
      return `${command}${points.join(' ')}`
    })
    .join('')
}
