// Applies a plan to the layers of a template.

import type { Layer } from '@vitrine/document/layer'
import type { Mask } from '@vitrine/document/layer-base'
import type { Bounds } from '@vitrine/document/matrix'
import type { ShapeItem } from '@vitrine/document/shape-item'
import { computeShapeBounds, listPathCommands, numbersAt } from './layer-bounds.ts'
import type { Plan } from './plan.ts'
import { type OpenGroup, type Placement, type Size, toBounds, type Unit } from './unit.ts'

const HANDLE = 'shape-place'
const COPY = 'shape-copy-'

/** Whether the layout created a layer: such layers cannot be edited. */
export function isCreatedByLayout({ id, locks }: Layer): boolean {
  return (id.startsWith(HANDLE) || id.startsWith(COPY)) && (locks?.includes('all') ?? false)
}

/** A plan with its input. */
interface Rewrite extends Plan {
  open: readonly OpenGroup[]
  from: Size
  to: Size
  /** Enlarged texts by id. */
  raised: ReadonlyMap<string, Layer>
}

interface Context extends Rewrite {
  /** An id that no layer has. */
  freeId(preferred: string): string
}

/** Rewrites a template's layers according to a plan. Moved layers follow an empty group, so that their own values stay unchanged. */
export function rewriteLayers(layers: readonly Layer[], options: Rewrite): Layer[] {
  const taken = new Set(listLayerIds(layers))
  const freeId = (preferred: string): string => {
    const base = preferred.slice(0, 56)
    let id = base
    for (let n = 2; taken.has(id); n++) id = `${base}-${n}`
    taken.add(id)
    return id
  }
  return rewrite(layers, '', { ...options, freeId })
}

function listLayerIds(layers: readonly Layer[]): string[] {
  return layers.flatMap((layer) => [layer.id, ...(layer.type === 'group' ? listLayerIds(layer.layers) : [])])
}

/** Rewrites the layers of one list. */
function rewrite(list: readonly Layer[], id: string, context: Context): Layer[] {
  const handles = new Map<string, Layer>()
  const result: Layer[] = []
  const unitsHere = context.units.filter((unit) => unit.list === id)
  const unitsByLayer = new Map(unitsHere.flatMap((unit) => unit.layers.map((layer) => [layer.id, unit] as const)))
  const openHere = new Map(context.open.map(({ layer }) => [layer.id, layer]))
  for (const layer of list) {
    const group = openHere.get(layer.id)
    if (group) {
      result.push(reopen(group, rewrite(group.layers, group.id, context), context))
      continue
    }
    const unit = unitsByLayer.get(layer.id)
    const placement = unit && context.placements.get(unit)
    if (!unit || !placement) {
      result.push(layer)
      continue
    }
    const raised = withRaised(layer, context.raised)
    result.push(...place(raised, placement, { unit, handles, context }))
  }
  return [...result, ...handles.values()]
}

function withRaised(layer: Layer, raised: ReadonlyMap<string, Layer>): Layer {
  const own = raised.get(layer.id)
  if (own) return own
  if (layer.type !== 'group') return layer
  return { ...layer, layers: layer.layers.map((child) => withRaised(child, raised)) }
}

function reopen(group: OpenGroup['layer'], layers: Layer[], { from, to }: Context): Layer {
  const scale = [to.width / from.width, to.height / from.height] as const
  return {
    ...group,
    layers,
    ...(group.size && { size: [to.width, to.height] }),
    ...(group.box && { box: [0, 0, to.width, to.height] as const }),
    ...(group.mask && { mask: scaleMasks(group.mask, scale) }),
  }
}

interface Place {
  unit: Unit
  handles: Map<string, Layer>
  context: Context
}

function place(layer: Layer, placement: Placement, { unit, handles, context }: Place): Layer[] {
  if (placement.kind === 'frame') return [mapFrame(layer, context.from, context.to)]
  // A layer that others are seen through must not be hidden itself.
  if (placement.kind === 'hide') return [unit.layers.length === 1 ? { ...layer, visible: false } : layer]
  if (placement.kind === 'turn') return [turnBox(layer, placement.box, placement.photoFirst)]
  if (placement.kind === 'region') return [applyRegion(layer, placement.from, placement.to)]
  if (!unit.roots.some(({ id }) => id === layer.id)) return [layer]
  const { sx, sy, x, y, mirrors = 0 } = placement
  if (layer.type === 'particles' && (unit.role === 'cover' || unit.role === 'span')) {
    return [applyRegion(layer, toBounds(context.from), toBounds(context.to))]
  }
  if (layer.type === 'light' && !layer.box && layer.parent === undefined) {
    return [moveLight(layer, ([cx, cy]) => [cx * sx + x, cy * sy + y], Math.min(sx, sy))]
  }
  if (sx === 1 && sy === 1 && x === 0 && y === 0) return [layer]
  const handle = (matrix: [number, number, number, number]) => handleFor(matrix, handles, context).id
  const placed = { ...layer, parent: handle([sx, sy, x, y]) }
  if (unit.layers.length > 1 || layer.matte) return [placed]
  const copies = Array.from({ length: mirrors * 2 }, (_, n): Layer => {
    const parent = handle(mirrorAt(n, { sx, sy, x, y }, context.from.width))
    return { ...copyWithNewIds(layer, context.freeId), parent, locks: ['all'] }
  })
  return [placed, ...copies]
}

/** The position of the n-th mirror image, alternating left and right of the picture: every other one is mirrored. */
function mirrorAt(
  n: number,
  { sx, sy, x, y }: { sx: number; sy: number; x: number; y: number },
  width: number,
): [number, number, number, number] {
  const step = Math.floor(n / 2) + 1
  const start = x + (n % 2 === 0 ? -1 : 1) * step * width * sx
  return step % 2 === 1 ? [-sx, sy, start + width * sx, y] : [sx, sy, start, y]
}

/** A deep copy of a layer with new ids. */
function copyWithNewIds(layer: Layer, freeId: Context['freeId']): Layer {
  const own = { ...layer, id: freeId(`${COPY}${layer.id}`) }
  if (own.type !== 'group') return own
  const copies = new Map(own.layers.map((child) => [child.id, copyWithNewIds(child, freeId)]))
  const toCopiedId = (id: string) => copies.get(id)?.id ?? id
  return {
    ...own,
    layers: [...copies.values()].map((child) => ({
      ...child,
      ...(child.parent !== undefined && { parent: toCopiedId(child.parent) }),
      ...(child.matte && { matte: { ...child.matte, layer: toCopiedId(child.matte.layer) } }),
    })),
  }
}

/** The empty group that carries equally placed layers. */
function handleFor(
  [sx, sy, x, y]: readonly [number, number, number, number],
  handles: Map<string, Layer>,
  { freeId }: Context,
): Layer {
  const key = [sx, sy, x, y].map((part) => part.toFixed(4)).join(' ')
  const known = handles.get(key)
  if (known) return known
  const emptyGroup: Layer = {
    id: freeId(HANDLE),
    type: 'group',
    in: 0,
    out: 1,
    locks: ['all'],
    ks: { p: [x, y], s: [sx * 100, sy * 100] },
    layers: [],
  }
  handles.set(key, emptyGroup)
  return emptyGroup
}

// Changes layers whose boxes follow the canvas: the box, and content in its pixels.

/** Maps a layer's box from one rectangle to another, with its content in pixels of the box. */
function applyRegion(layer: Layer, from: Bounds, to: Bounds): Layer {
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
function moveLight(
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
function turnBox(layer: Layer, box: Bounds, photoFirst: boolean): Layer {
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
function scaleMasks(masks: readonly Mask[], scale: readonly [number, number]): Mask[] {
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
function mapFrame(layer: Layer, from: Size, to: Size): Layer {
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
  const bounds = computeShapeBounds([item], 0)
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
