// Distances between the selection and other layers, shown while Alt is held.

import type { Point } from '../../../cropper/crop.ts'
import type { Bounds } from './geometry.ts'
import type { Guide } from './snap.ts'

/** Shorter distances, in pixels of the canvas, are ignored. */
const min = 0.5

/**
 * The gap between two rectangles along each axis. Where they overlap, the distances between their sides, as from a
 * layer to the edges of the canvas.
 */
export function distancesBetween(selected: Bounds, other: Bounds): Guide[] {
  const x = distancesAlong([selected[0], selected[2]], [other[0], other[2]])
  const y = distancesAlong([selected[1], selected[3]], [other[1], other[3]])
  const [middle, level] = [(selected[0] + selected[2]) / 2, (selected[1] + selected[3]) / 2]
  return [
    ...x.map(([from, to]) => gap({ x: from, y: level }, { x: to, y: level }, Math.abs(to - from))),
    ...y.map(([from, to]) => gap({ x: middle, y: from }, { x: middle, y: to }, Math.abs(to - from))),
  ]
}

type Way = readonly [from: number, to: number]

function distancesAlong([start, end]: Way, [first, last]: Way): Way[] {
  const ways: Way[] =
    first > end
      ? [[end, first]]
      : last < start
        ? [[start, last]]
        : [
            [start, first],
            [end, last],
          ]
  return ways.filter(([from, to]) => Math.abs(to - from) >= min)
}

function gap(from: Point, to: Point, distance: number): Guide {
  return { kind: 'gap', from, to, distance }
}
