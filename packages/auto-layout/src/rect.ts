// Rectangles of units: overlap, containment and placement.
import { type Bounds, intersect } from '@vitrine/document/matrix'
import type { Size } from './unit.ts'

export function area([left, top, right, bottom]: Bounds): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top)
}

/** Computes the area that two rectangles share. */
export function shared(one: Bounds, other: Bounds): number {
  const both = intersect(one, other)
  return both ? area(both) : 0
}

/** Whether nearly all of a rectangle lies inside another one. */
export function isInside(inner: Bounds, outer: Bounds): boolean {
  return area(inner) > 0 && shared(inner, outer) >= area(inner) * 0.85
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
