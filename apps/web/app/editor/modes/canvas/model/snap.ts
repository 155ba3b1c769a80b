// Snaps a moving rectangle to edges, centres and equal gaps.
import type { Point } from '../../../cropper/crop.ts'
import { type Bounds, moveBounds } from './geometry.ts'

/** A line on the canvas that is drawn while something snaps to it. */
export interface Guide {
  kind: 'line' | 'gap'
  from: Point
  to: Point
  /** Size of the gap in pixels of the canvas, or distance from the moved layer to its target. */
  distance?: number
}

interface Snapped {
  /** The correction to add to the motion. */
  by: Point
  guides: readonly Guide[]
}

export const UNSNAPPED: Snapped = { by: { x: 0, y: 0 }, guides: [] }

/** Makes the code independent of the axis: along an axis, a rectangle is a span with a start and an end. */
interface Stretch {
  start: number
  end: number
  /** The extent along the other axis. */
  from: number
  to: number
}

type Axis = 'x' | 'y'

interface Candidate {
  by: number
  guides: (moved: Stretch) => Guide[]
}

const projectOnAxis = ([left, top, right, bottom]: Bounds, axis: Axis): Stretch =>
  axis === 'x' ? { start: left, end: right, from: top, to: bottom } : { start: top, end: bottom, from: left, to: right }

const pointOn = (axis: Axis, along: number, across: number): Point =>
  axis === 'x' ? { x: along, y: across } : { x: across, y: along }

/**
 * Finds the snap targets of a rectangle. @param targets fixed rectangles; the first is the canvas itself, which has no
 * gaps @param reach the snap distance in pixels of the canvas
 */
export function snapBounds(moving: Bounds, targets: readonly Bounds[], reach: number): Snapped {
  const one = snapAlong('x', moving, targets, reach)
  const other = snapAlong('y', moving, targets, reach)
  const by = { x: one?.by ?? 0, y: other?.by ?? 0 }
  const moved = moveBounds(moving, by)
  const guides = [
    ...(one?.guides(projectOnAxis(moved, 'x')) ?? []),
    ...(other?.guides(projectOnAxis(moved, 'y')) ?? []),
  ]
  return { by, guides }
}

/** Finds the snap target of a single edge, for example of a handle. `place` is its position on the axis. */
export function snapEdge(
  axis: Axis,
  place: number,
  moving: Bounds,
  targets: readonly Bounds[],
  reach: number,
): { by: number; guides: readonly Guide[] } | undefined {
  const self = projectOnAxis(moving, axis)
  const lines = targets.flatMap((bounds) => lineUp(axis, place, self, projectOnAxis(bounds, axis)))
  const found = nearest(lines, reach)
  return found && { by: found.by, guides: found.guides(self) }
}

function snapAlong(axis: Axis, moving: Bounds, targets: readonly Bounds[], reach: number): Candidate | undefined {
  const self = projectOnAxis(moving, axis)
  const others = targets.map((bounds) => projectOnAxis(bounds, axis))
  const places = [self.start, (self.start + self.end) / 2, self.end]
  const lines = others.flatMap((target) => places.flatMap((place) => lineUp(axis, place, self, target)))
  const line = nearest(lines, reach)
  const gap = nearest(equalGaps(axis, self, others.slice(1)), reach)
  // A line is more useful than a gap: it wins at about the same distance.
  return line && (!gap || Math.abs(line.by) <= Math.abs(gap.by) + 0.5) ? line : gap
}

function nearest(candidates: readonly Candidate[], reach: number): Candidate | undefined {
  let best: Candidate | undefined
  for (const one of candidates) {
    if (Math.abs(one.by) <= reach && (!best || Math.abs(one.by) < Math.abs(best.by) - 1e-9)) best = one
  }
  return best
}

/** Start, centre and end of a target, each as a snap position. */
function lineUp(axis: Axis, place: number, self: Stretch, target: Stretch): Candidate[] {
  return [target.start, (target.start + target.end) / 2, target.end].map((at) => ({
    by: at - place,
    guides: () => {
      const [from, to] = [Math.min(self.from, target.from), Math.max(self.to, target.to)]
      // The gap between the two, for the number next to the line.
      const distance = Math.max(self.from, target.from) - Math.min(self.to, target.to)
      return [
        {
          kind: 'line',
          from: pointOn(axis, at, from),
          to: pointOn(axis, at, to),
          ...(distance > 0.5 && { distance }),
        },
      ]
    },
  }))
}

/** Positions at which the gap to one neighbour equals that between two others, or that to the other neighbour. */
function equalGaps(axis: Axis, self: Stretch, others: readonly Stretch[]): Candidate[] {
  const size = self.end - self.start
  const row = others
    // A guide has no extent to measure a gap from.
    .filter(({ start, end, from, to }) => end > start && to > from && from < self.to && to > self.from)
    .toSorted((a, b) => a.start - b.start)
    .slice(0, 24)
  const found: Candidate[] = []
  for (const [n, left] of row.entries()) {
    for (const right of row.slice(n + 1)) {
      const gap = right.start - left.end
      if (gap <= 0) continue
      const across = (Math.max(left.from, right.from) + Math.min(left.to, right.to)) / 2
      const between = (free: readonly [number, number][], distance: number): Guide[] =>
        free.map(([from, to]) => ({
          kind: 'gap',
          from: pointOn(axis, from, across),
          to: pointOn(axis, to, across),
          distance,
        }))
      if (gap > size) {
        const by = (left.end + right.start - size) / 2 - self.start
        found.push({
          by,
          guides: (moved) =>
            between(
              [
                [left.end, moved.start],
                [moved.end, right.start],
              ],
              (gap - size) / 2,
            ),
        })
      }
      found.push({
        by: right.end + gap - self.start,
        guides: (moved) =>
          between(
            [
              [left.end, right.start],
              [right.end, moved.start],
            ],
            gap,
          ),
      })
      found.push({
        by: left.start - gap - self.end,
        guides: (moved) =>
          between(
            [
              [moved.end, left.start],
              [left.end, right.start],
            ],
            gap,
          ),
      })
    }
  }
  return found
}

/** Shorter distances, in pixels of the canvas, are ignored. */
const minDistance = 0.5

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
  return ways.filter(([from, to]) => Math.abs(to - from) >= minDistance)
}

function gap(from: Point, to: Point, distance: number): Guide {
  return { kind: 'gap', from, to, distance }
}
