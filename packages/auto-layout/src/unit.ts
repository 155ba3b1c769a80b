// The units of a template: layers that belong together and move as a whole, with their role.

import type { Layer } from '@vitrine/document/layer'
import { type Bounds, intersect, mapBounds, unite } from '@vitrine/document/matrix'
import type { ShapeItem } from '@vitrine/document/shape-item'
import {
  computeLayerBounds,
  computeShapeBounds,
  type Defaults,
  findParent,
  matrixAt,
  moves,
  restFrame,
} from './layer-bounds.ts'

export interface Size {
  width: number
  height: number
}

/**
 * The role of a unit: `canvas` always covers the whole canvas by itself, `cover` covers the canvas and must still do so, `glow`
 * is light around something, `frame` runs along all edges, `span` reaches from one edge to the opposite one, `edge` is attached
 * to an edge, `loose` floats anywhere, `content` is meant to be read and seen.
 */
type Role = 'canvas' | 'cover' | 'glow' | 'frame' | 'span' | 'edge' | 'loose' | 'content'

/** The placement of a unit: moved and scaled, its box mapped from one rectangle to another, or turned with a divided canvas. */
export type Placement =
  | { kind: 'map'; sx: number; sy: number; x: number; y: number; mirrors?: number }
  | { kind: 'region'; from: Bounds; to: Bounds }
  | { kind: 'turn'; box: Bounds; photoFirst: boolean }
  | { kind: 'frame' }
  | { kind: 'hide' }

/** Layers of one list that move together. */
export interface Unit {
  /** The list that contains them: the id of its group, or '' for the top level. */
  list: string
  /** Those of the layers without a parent in the unit, which a layout moves. */
  roots: readonly Layer[]
  layers: readonly Layer[]
  /** Bounds of the whole unit after its entrance. */
  bounds: Bounds
  role: Role
  hasText: boolean
  hasPhoto: boolean
  /** The edges that it touches or, for ornament next to the content, its nearest edges. */
  edges: Edges
}

export interface Edges {
  left: boolean
  top: boolean
  right: boolean
  bottom: boolean
}

/** A group that only collects layers in canvas coordinates: its children are laid out individually. */
export interface OpenGroup {
  layer: Layer & { type: 'group' }
}

/** Whether a layer or one inside it has a type. */
function has(layer: Layer, type: Layer['type']): boolean {
  return layer.type === type || (layer.type === 'group' && layer.layers.some((child) => has(child, type)))
}

/** Units of a list of layers and of groups that only collect layers, top first. */
export function collectUnits(
  layers: readonly Layer[],
  { canvas, duration, defaults }: { canvas: Size; duration: number; defaults: Defaults },
): { units: Unit[]; open: OpenGroup[] } {
  const units: Unit[] = []
  const open: OpenGroup[] = []
  const visit = (list: readonly Layer[], id: string, end: number) => {
    for (const together of groupByParent(list)) {
      const [only] = together
      if (only && together.length === 1 && isOpen(only, canvas, end)) {
        open.push({ layer: only })
        visit(only.layers, only.id, Math.max(...only.layers.map(({ out }) => out), 1))
        continue
      }
      const unit = createUnit(together, list, { id, canvas, end, defaults })
      if (unit) units.push(unit)
    }
  }
  visit(layers, '', duration)
  return { units, open }
}

/** Sets of a list's layers that parents and mattes tie together, in order. */
function groupByParent(list: readonly Layer[]): Layer[][] {
  const root = new Map<string, string>(list.map(({ id }) => [id, id]))
  const find = (id: string): string => {
    const next = root.get(id) ?? id
    return next === id ? id : find(next)
  }
  for (const { id, parent, matte } of list) {
    if (parent !== undefined && root.has(parent)) root.set(find(id), find(parent))
    if (matte && root.has(matte.layer)) root.set(find(id), find(matte.layer))
  }
  const sets = new Map<string, Layer[]>()
  for (const layer of list) {
    if (layer.type === 'audio' || layer.visible === false) continue
    const key = find(layer.id)
    sets.set(key, [...(sets.get(key) ?? []), layer])
  }
  return [...sets.values()]
}

/** Whether a group stands still in canvas coordinates after its entrance and shows all of itself. */
function isOpen(layer: Layer, canvas: Size, end: number): layer is Layer & { type: 'group' } {
  if (layer.type !== 'group' || layer.layers.length === 0 || layer.matte || layer.effects?.length) return false
  if (layer.bm !== undefined && layer.bm !== 'normal') return false
  const [a, b, c, d, e, f] = matrixAt(layer, restFrame(layer, end))
  const isStill = [a - 1, b, c, d - 1, e / 100, f / 100].every((part) => Math.abs(part) < 0.006)
  if (!isStill || moves(layer.ks?.r)) return false
  const [width = 0, height = 0] = layer.box
    ? [layer.box[2], layer.box[3]]
    : (layer.size ?? [canvas.width, canvas.height])
  const isWhole = Math.abs(width - canvas.width) < 2 && Math.abs(height - canvas.height) < 2
  // A group that scales or clips counts as one picture, unless it fills the canvas.
  return isWhole && !(moves(layer.ks?.s) && !fills(layer, canvas))
}

function fills(layer: Layer & { type: 'group' }, canvas: Size): boolean {
  return layer.layers.some((child) => 'box' in child && child.box && child.box[2] >= canvas.width * 0.98)
}

function createUnit(
  layers: readonly Layer[],
  list: readonly Layer[],
  { id, canvas, end, defaults }: { id: string; canvas: Size; end: number; defaults: Defaults },
): Unit | undefined {
  const mattes = new Set(layers.flatMap(({ matte }) => matte?.layer ?? []))
  let bounds: Bounds | undefined
  let isCanvas = false
  for (const layer of layers) {
    if (mattes.has(layer.id)) continue
    const frame = restFrame(layer, end)
    let own = computeLayerBounds(layer, frame, defaults)
    for (let parent = findParent(layer, list); parent && own; parent = findParent(parent, list)) {
      own = mapBounds(matrixAt(parent, frame), own)
    }
    if (!own && coversAlone(layer)) isCanvas = true
    bounds = unite(bounds, own)
  }
  const whole: Bounds = [0, 0, canvas.width, canvas.height]
  if (!bounds && !isCanvas) return undefined
  const around = bounds ?? whole
  const hasText = layers.some((layer) => has(layer, 'text'))
  const hasPhoto = layers.some((layer) => has(layer, 'media') || has(layer, 'image') || has(layer, 'plate'))
  const edges = findReachedEdges(around, canvas)
  const isGlow = bounds && layers.every((layer) => layer.type === 'light' && !layer.box)
  const role =
    isCanvas && !bounds ? 'canvas' : isGlow ? 'glow' : findRole(layers, around, { canvas, hasText, hasPhoto, edges })
  const roots = layers.filter(({ parent }) => parent === undefined || !layers.some((other) => other.id === parent))
  return { list: id, roots, layers, bounds: around, role, hasText, hasPhoto, edges }
}

function coversAlone(layer: Layer): boolean {
  return ['solid', 'texture', 'light', 'plate', 'adjustment'].includes(layer.type)
}

/** The edges that a rectangle reaches, with a tolerance of a fiftieth of the canvas. */
export function findReachedEdges([left, top, right, bottom]: Bounds, { width, height }: Size): Edges {
  const near = Math.min(width, height) * 0.02
  return { left: left <= near, top: top <= near, right: right >= width - near, bottom: bottom >= height - near }
}

function findRole(
  layers: readonly Layer[],
  bounds: Bounds,
  { canvas, hasText, hasPhoto, edges }: { canvas: Size; hasText: boolean; hasPhoto: boolean; edges: Edges },
): Role {
  const { left, top, right, bottom } = edges
  const [only] = layers
  if (left && top && right && bottom) return hasText ? 'content' : 'cover'
  if (hasText) return 'content'
  const [w, h] = [(bounds[2] - bounds[0]) / canvas.width, (bounds[3] - bounds[1]) / canvas.height]
  const isShape = layers.length === 1 && only?.type === 'shape'
  if (isShape && w > 0.84 && h > 0.84 && !(left && right) && !(top && bottom) && isHollow(only, bounds)) return 'frame'
  const spansX = (left && right) || (w > 0.93 && (top || bottom) && !hasPhoto)
  const spansY = (top && bottom) || (h > 0.93 && (left || right) && !hasPhoto)
  if (hasPhoto) return (spansX && (top || bottom)) || (spansY && (left || right)) ? 'span' : 'content'
  if (spansX || spansY) return 'span'
  if (!intersect(bounds, [0, 0, canvas.width, canvas.height])) return 'loose'
  if (left || top || right || bottom) return 'edge'
  if (layers.every(({ type }) => ['particles', 'light'].includes(type))) return 'loose'
  return 'content'
}

/** Whether a shape consists of lines around everything and only small areas. */
function isHollow(layer: Layer | undefined, bounds: Bounds): boolean {
  if (layer?.type !== 'shape') return false
  const isFilled = (items: readonly ShapeItem[]): boolean => {
    const own = computeShapeBounds(items, 0)
    const isLarge = own !== undefined && own[2] - own[0] > (bounds[2] - bounds[0]) * 0.5
    if (!isLarge) return false
    return items.some((item) => item.ty === 'fl' || item.ty === 'gf' || (item.ty === 'gr' && isFilled(item.it)))
  }
  return !isFilled(layer.shapes)
}

// Rectangles of units: overlap, containment and placement.

export function area([left, top, right, bottom]: Bounds): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top)
}

/** Computes the area that two rectangles share. */
export function computeSharedArea(one: Bounds, other: Bounds): number {
  const both = intersect(one, other)
  return both ? area(both) : 0
}

/** Whether nearly all of a rectangle lies inside another one. */
export function isInside(inner: Bounds, outer: Bounds): boolean {
  return area(inner) > 0 && computeSharedArea(inner, outer) >= area(inner) * 0.85
}

export function toBounds({ width, height }: Size): Bounds {
  return [0, 0, width, height]
}

export function computeCentre([left, top, right, bottom]: Bounds): [number, number] {
  return [(left + right) / 2, (top + bottom) / 2]
}

/** Maps a rectangle by a placement. */
export function mapped(
  [left, top, right, bottom]: Bounds,
  { sx, sy, x, y }: { sx: number; sy: number; x: number; y: number },
): Bounds {
  return [left * sx + x, top * sy + y, right * sx + x, bottom * sy + y]
}
