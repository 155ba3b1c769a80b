// Where something new is put: as near as possible to where one looks, and where nothing lies.
import type { Point, Size } from '../../../core/cropper/crop.ts'
import type { Bounds } from './geometry.ts'

/** Places that are tried across the shorter side of the canvas. */
const PLACES = 24
/** What covers more of the canvas is a ground that things are put on. */
const GROUND_SHARE = 0.5

interface Around {
  canvas: Size
  /** The middle of what is looked at. */
  from: Point
  /** What lies on the canvas already. */
  taken: readonly Bounds[]
}

/** The middle for something of a size: the nearest place where it covers nothing, else the one where it covers least. */
export function findFreePlace({ width, height }: Size, { canvas, from, taken }: Around): Point {
  const ground = canvas.width * canvas.height * GROUND_SHARE
  const others = taken.filter(([left, top, right, bottom]) => (right - left) * (bottom - top) < ground)
  const step = Math.min(canvas.width, canvas.height) / PLACES
  let best = { point: from, covered: Number.POSITIVE_INFINITY, distance: 0 }
  for (const x of steps(from.x, width, canvas.width, step)) {
    for (const y of steps(from.y, height, canvas.height, step)) {
      const bounds: Bounds = [x - width / 2, y - height / 2, x + width / 2, y + height / 2]
      const covered = others.reduce((sum, other) => sum + overlapOf(bounds, other), 0)
      const distance = Math.hypot(x - from.x, y - from.y)
      if (covered < best.covered || (covered === best.covered && distance < best.distance))
        best = { point: { x, y }, covered, distance }
    }
  }
  return best.point
}

/** Middles on both sides of `from` with which something of a length stays on the canvas. */
function steps(from: number, length: number, most: number, step: number): number[] {
  if (length >= most) return [most / 2]
  const [low, high] = [length / 2, most - length / 2]
  const start = Math.min(high, Math.max(low, from))
  const count = Math.ceil(most / step)
  const places = Array.from({ length: 2 * count + 1 }, (_, n) => start + (n - count) * step)
  return places.filter((place) => place >= low && place <= high)
}

function overlapOf(one: Bounds, other: Bounds): number {
  const wide = Math.min(one[2], other[2]) - Math.max(one[0], other[0])
  const high = Math.min(one[3], other[3]) - Math.max(one[1], other[1])
  return wide > 0 && high > 0 ? wide * high : 0
}
