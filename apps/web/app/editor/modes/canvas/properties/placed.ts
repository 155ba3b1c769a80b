// The place of the selected layers as numbers: position and size of their bounds, and the rotation of a single layer.
import { findBox } from '../../../preview/field-place.ts'
import type { CanvasModel } from '../model/canvas-model.ts'
import { type Bounds, REST, uniteAll } from '../model/geometry.ts'
import { changeByFrame, changeByMotion, hasFrame, hasPlace, type LayerPlacement } from '../model/layer-change.ts'
import { computePlacementBounds, findPlacement } from '../model/layer-placement.ts'
import { filterUnlocked, type PropertyEdit, type Selected } from './selected.ts'

/** The movable layers, which are moved and scaled together. */
export interface Placed {
  placements: readonly LayerPlacement[]
  bounds: Bounds
  /** Width and height of the bounds of all, or of a single layer along its own sides, in pixels of the canvas. */
  size: readonly [number, number]
}

export function listPlaced(selected: readonly Selected[], canvas: CanvasModel): readonly Placed[] {
  const placements = filterUnlocked(selected, 'move')
    .flatMap(({ entry }) => findPlacement(canvas, entry.id) ?? [])
    // Light over the whole picture has no place of its own.
    .filter(hasPlace)
  const bounds = uniteAll(placements.map(computePlacementBounds).filter((one) => one !== undefined))
  const [only, ...others] = placements
  if (!bounds || !only) return []
  const [left, top, right, bottom] = bounds
  return [{ placements, bounds, size: others.length === 0 ? computeSize(only) : [right - left, bottom - top] }]
}

function computeSize({ place, resolved }: LayerPlacement): readonly [number, number] {
  const [x0, y0, x1, y1] = place.box ?? [0, 0, ...(findBox(resolved)?.slice(2) ?? [0, 0])]
  const [a, b, c, d] = place.matrix
  return [((x1 ?? 0) - (x0 ?? 0)) * Math.hypot(a, b), ((y1 ?? 0) - (y0 ?? 0)) * Math.hypot(c, d)]
}

export function moves({ placements }: Placed, motion: Partial<typeof REST>): PropertyEdit {
  const changes = placements.map((one) => changeByMotion(one, { ...REST, ...motion }))
  return changes.includes(undefined) ? undefined : changes.flatMap((change) => change ?? [])
}

export function resizes(placed: Placed, side: 0 | 1, value: number): PropertyEdit {
  const { placements, bounds, size } = placed
  const factor = value / size[side]
  const [only, ...others] = placements
  if (!only?.place.box || others.length > 0 || !hasFrame(only.resolved))
    return moves(placed, { center: { x: bounds[0], y: bounds[1] }, scale: factor })
  const [x0, y0, x1, y1] = only.place.box
  const to: Bounds = side === 0 ? [x0, y0, x0 + (x1 - x0) * factor, y1] : [x0, y0, x1, y0 + (y1 - y0) * factor]
  return changeByFrame(only, only.place.box, to)
}
