// Places ornament and backgrounds in another shape: covering parts still cover, and parts attached to an edge stay on it.

import { intersect } from '@vitrine/document/matrix'
import type { ShapeItem } from '@vitrine/document/shape-item'
import { computeShapeBounds } from './layer-bounds.ts'
import { isBoxed, isPlain } from './refine.ts'
import { area, computeCentre, computeSharedArea, type Placement, type Size, toBounds, type Unit } from './unit.ts'

/** The two canvases, and the factor by which ornament shrinks to make room. */
export interface Shift {
  from: Size
  to: Size
  ornament: number
}

/** Places a part that covers the canvas: boxes follow it, pictures grow until they cover it again. */
export function placeCover(unit: Unit, { from, to }: Shift): Placement {
  if (isBoxed(unit) || unit.layers.every(({ type }) => type === 'light')) {
    return { kind: 'region', from: toBounds(from), to: toBounds(to) }
  }
  const scale = Math.max(to.width / from.width, to.height / from.height, 1)
  const x = to.width / 2 - (from.width / 2) * scale
  return { kind: 'map', sx: scale, sy: scale, x, y: to.height / 2 - (from.height / 2) * scale }
}

/** The scale of a part attached to an edge when the canvas becomes lower or narrower: by the share of the canvas that it takes. */
export function edgeScale(unit: Unit, { from, to, ornament }: Shift): number {
  const [left, top, right, bottom] = intersect(unit.bounds, toBounds(from)) ?? unit.bounds
  const share = { x: (right - left) / from.width, y: (bottom - top) / from.height }
  const { edges } = unit
  const fitting = (own: number, ratio: number) => Math.min(1, ratio * (1.75 - own))
  const vertical = edges.top !== edges.bottom ? fitting(share.y, to.height / from.height) : 1
  const horizontal = edges.left !== edges.right && share.x < 0.93 ? fitting(share.x, to.width / from.width) : 1
  return Math.max(0.3, Math.min(vertical, horizontal) * ornament)
}

/** Places a part that reaches from edge to edge: areas are stretched, pictures extended by mirror images. */
export function placeSpan(unit: Unit, units: readonly Unit[], shift: Shift): Placement {
  const { from, to } = shift
  const [left, top, right, bottom] = unit.bounds
  const { edges } = unit
  const whole = { from: toBounds(from), to: toBounds(to) }
  const alongX = (edges.left && edges.right) || right - left > from.width * 0.93
  if (isBoxed(unit)) {
    const isUnderText = units.some(
      (one) => one.hasText && computeSharedArea(one.bounds, unit.bounds) > 0.3 * area(one.bounds),
    )
    const isWider = to.width / to.height > (from.width / from.height) * 1.3
    if (unit.hasPhoto && alongX && isUnderText && isWider) return { kind: 'region', from: unit.bounds, to: whole.to }
    return { kind: 'region', ...whole }
  }
  const scale = edgeScale(unit, shift)
  const middle = (top + bottom) / 2
  if (alongX) {
    const isLow = edges.bottom !== edges.top ? edges.bottom : middle > from.height * 0.6
    const isHigh = edges.bottom !== edges.top ? edges.top : middle < from.height * 0.4
    const between = (middle / from.height) * to.height - middle * scale
    const y = isLow ? to.height - from.height * scale : isHigh ? 0 : between
    if (isPlain(unit)) return { kind: 'map', sx: to.width / from.width, sy: scale, x: 0, y }
    const mirrors = isContinuous(unit, from) ? mirrorsFor(scale, shift) : 0
    return { kind: 'map', sx: scale, sy: scale, x: to.width / 2 - (from.width / 2) * scale, y, mirrors }
  }
  const [across, down] = [to.width / from.width, to.height / from.height]
  if (isPlain(unit)) return { kind: 'map', sx: across, sy: down, x: 0, y: 0 }
  const tall = Math.max(scale, down)
  return { kind: 'map', sx: tall, sy: tall, x: edges.right && !edges.left ? to.width - from.width * tall : 0, y: 0 }
}

/** Whether a picture continues at both sides: along an edge, or as one line from side to side. */
export function isContinuous({ edges, layers, bounds }: Unit, { width, height }: Size): boolean {
  const middle = (bounds[1] + bounds[3]) / 2
  if (edges.top !== edges.bottom || middle < height * 0.25 || middle > height * 0.75) return true
  const isLong = (items: readonly ShapeItem[]): boolean =>
    items.some((item) => {
      if (item.ty === 'gr') return isLong(item.it)
      const bounds = computeShapeBounds([item], 0)
      return bounds !== undefined && bounds[2] - bounds[0] > width * 0.9
    })
  return layers.some((layer) => layer.type === 'shape' && isLong(layer.shapes))
}

/** Places scenery along the lower edge and what rests on it: at one scale, each part at its own side. */
export function placeScenery(unit: Unit, scale: number, shift: Shift): Placement {
  const { from, to } = shift
  const y = to.height - from.height * scale
  const { left, right } = unit.edges
  if (unit.role === 'span') {
    if (isPlain(unit))
      return {
        kind: 'map',
        sx: Math.max(scale, to.width / from.width),
        sy: scale,
        x: Math.min(0, (to.width - from.width * scale) / 2),
        y,
      }
    return {
      kind: 'map',
      sx: scale,
      sy: scale,
      x: (to.width - from.width * scale) / 2,
      y,
      mirrors: mirrorsFor(scale, shift),
    }
  }
  const x = left === right ? (to.width - from.width * scale) / 2 : left ? 0 : to.width - from.width * scale
  return { kind: 'map', sx: scale, sy: scale, x, y }
}

/** How many mirror images per side a picture as wide as the template's canvas needs to fill the new one. */
export function mirrorsFor(scale: number, { from, to }: Pick<Shift, 'from' | 'to'>): number {
  return Math.max(0, Math.ceil((to.width / (from.width * scale) - 1) / 2 - 0.02))
}

/**
 * Places a part attached to an edge: same edge, same relative position along it. `most` keeps corners from outgrowing the
 * content.
 */
export function placeAtEdge(
  unit: Unit,
  shift: Shift,
  { inRow, most, neighbour }: { inRow: boolean; most: number; neighbour?: Placement | undefined },
): Placement {
  const { from, to } = shift
  const { left, top, right, bottom } = unit.edges
  const isCorner = left !== right && top !== bottom && !inRow
  const own = inRow
    ? edgeScale({ ...unit, edges: { ...unit.edges, left: false, right: false } }, shift)
    : edgeScale(unit, shift)
  const scale = isCorner ? Math.min(own, most) : own
  const [x, y] = computeCentre(unit.bounds)
  const along = (at: number, was: number, is: number, ties: readonly [boolean, boolean]): number => {
    if (ties[0] !== ties[1]) return ties[0] ? 0 : is - was * scale
    const share = at / was
    // The outer thirds of the canvas count as its sides.
    if (share < 0.36) return 0
    return share > 0.64 ? is - was * scale : (is - was * scale) / 2
  }
  const spread = Math.max(1, Math.min(1.7, to.width / (from.width * scale)))
  const rowX = to.width / 2 + (x - from.width / 2) * scale * spread - x * scale
  return {
    kind: 'map',
    sx: scale,
    sy: scale,
    x: inRow ? rowX : along(x, from.width, to.width, [left, right]),
    y:
      top === bottom && neighbour?.kind === 'map'
        ? y * neighbour.sy + neighbour.y - y * scale
        : along(y, from.height, to.height, [top, bottom]),
  }
}

/** Places a text on a band: it moves with the band and keeps its side of it. */
export function placeTextOnBand(unit: Unit, band: Placement | undefined, { from, to }: Shift): Placement {
  const scale = band?.kind === 'map' ? band.sy : 1
  const y = band?.kind === 'map' ? band.y : to.height - from.height
  const [left, , right] = unit.bounds
  const [before, after] = [left, from.width - right]
  const isMiddle = Math.abs(before - after) / from.width < 0.09
  const atSide = before < after ? left * (1 - scale) : to.width - from.width * scale
  return { kind: 'map', sx: scale, sy: scale, x: isMiddle ? to.width / 2 - ((left + right) / 2) * scale : atSide, y }
}

/** Places floating parts and light: with the part that they overlap, otherwise at the same relative position of the canvas. */
export function placeFloating(
  unit: Unit,
  units: readonly Unit[],
  placements: ReadonlyMap<Unit, Placement>,
  { from, to }: Shift,
): Placement {
  const [x, y] = computeCentre(unit.bounds)
  const under = units
    .filter(({ role }) => role === 'content' || role === 'edge')
    .filter(({ bounds: [left, top, right, bottom] }) => x > left && x < right && y > top && y < bottom)
    .toSorted((a, b) => area(a.bounds) - area(b.bounds))
  const same = under[0] && placements.get(under[0])
  if (same) return same
  // Scattered over much of the canvas: the texts stay between its pieces.
  const text = units.find(({ role, hasText }) => role === 'content' && hasText)
  const alike = text && placements.get(text)
  if (alike && area(unit.bounds) > area(toBounds(from)) * 0.3) return alike
  if (unit.role === 'glow') return { kind: 'region', from: toBounds(from), to: toBounds(to) }
  return { kind: 'map', sx: 1, sy: 1, x: (x / from.width) * to.width - x, y: (y / from.height) * to.height - y }
}
