// Aligning and distributing: from the layers' rectangles on the canvas to how far each moves.

import type { Point } from '../../../core/cropper/crop.ts'
import { type Bounds, uniteAll } from './geometry.ts'

export type Alignment = 'left' | 'center' | 'right' | 'top' | 'middle' | 'bottom'
export type Distribution = 'horizontal' | 'vertical'

/** How far each rectangle moves to be lined up: within what they span together, a single one within the canvas. */
export function alignAll(all: readonly Bounds[], canvas: Bounds, alignment: Alignment): Point[] {
  const frame = all.length > 1 ? uniteAll(all) : canvas
  if (!frame) return []
  return all.map((bounds) => offsetTo(bounds, frame, alignment))
}

function offsetTo([left, top, right, bottom]: Bounds, frame: Bounds, alignment: Alignment): Point {
  switch (alignment) {
    case 'left':
      return { x: frame[0] - left, y: 0 }
    case 'center':
      return { x: (frame[0] + frame[2] - left - right) / 2, y: 0 }
    case 'right':
      return { x: frame[2] - right, y: 0 }
    case 'top':
      return { x: 0, y: frame[1] - top }
    case 'middle':
      return { x: 0, y: (frame[1] + frame[3] - top - bottom) / 2 }
    case 'bottom':
      return { x: 0, y: frame[3] - bottom }
  }
}

/** How far each rectangle moves so that the ways between neighbours are equal; the outer two stay. */
export function distributeAll(all: readonly Bounds[], direction: Distribution): Point[] {
  const [start, end] = direction === 'horizontal' ? ([0, 2] as const) : ([1, 3] as const)
  const order = all
    .map((bounds, index) => ({ bounds, index }))
    .toSorted((a, b) => a.bounds[start] + a.bounds[end] - b.bounds[start] - b.bounds[end])
  const ways = all.map((): Point => ({ x: 0, y: 0 }))
  const [first, last] = [order[0], order.at(-1)]
  if (!first || !last || order.length < 3) return ways
  const taken = order.reduce((sum, { bounds }) => sum + bounds[end] - bounds[start], 0)
  const gap = (last.bounds[end] - first.bounds[start] - taken) / (order.length - 1)
  let at = first.bounds[start]
  for (const { bounds, index } of order) {
    const way = at - bounds[start]
    ways[index] = direction === 'horizontal' ? { x: way, y: 0 } : { x: 0, y: way }
    at += bounds[end] - bounds[start] + gap
  }
  return ways
}
