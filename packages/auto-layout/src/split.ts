// Templates divided into a photo at one side and everything else.
import { type Bounds, intersect } from '@vitrine/document/matrix'
import { area, computeCentre, isInside, shared, toBounds } from './rect.ts'
import type { Placement, Size, Unit } from './unit.ts'

/** A part of the canvas in both shapes. */
export interface Part {
  from: Bounds
  to: Bounds
}

export interface Split {
  photo: Part
  rest: Part
  /** The placement of a unit that reaches from edge to edge. */
  of(unit: Unit): Placement
}

/**
 * The two parts of a template whose photo, or a panel with it, takes one side. In a canvas of the other orientation it takes
 * the upper part, or the right side. Undefined for other templates, and when texts overlap the photo.
 */
export function findSplit(units: readonly Unit[], from: Size, to: Size): Split | undefined {
  const [wasWide, isWide] = [from.width > from.height * 1.2, to.width > to.height * 1.2]
  if (wasWide === isWide) return undefined
  const side = units.map((unit) => findPhotoSide(unit, units, from, wasWide)).find((bounds) => bounds !== undefined)
  if (!side) return undefined
  const [left, top, right, bottom] = side
  const isOver = units.some((unit) => unit.hasText && shared(unit.bounds, side) > area(unit.bounds) * 0.4)
  if (isOver) return undefined
  const { width: W, height: H } = to
  if (wasWide) {
    const isLeft = left <= from.width - right
    const line = Math.round(H * (H > W * 1.5 ? 0.48 : H > W * 1.1 ? 0.42 : 0.38))
    const rest: Bounds = isLeft ? [right, 0, from.width, from.height] : [0, 0, left, from.height]
    return computeSplit(
      { from: side, to: [0, 0, W, line] },
      { from: rest, to: [0, line, W, H] },
      { from, to, turns: true, isLeft },
    )
  }
  const line = Math.round(W * 0.5)
  const rest: Bounds = top <= from.height - bottom ? [0, bottom, from.width, from.height] : [0, 0, from.width, top]
  return computeSplit(
    { from: side, to: [W - line, 0, W, H] },
    { from: rest, to: [0, 0, W - line, H] },
    { from, to, turns: false, isLeft: false },
  )
}

/** The side of the canvas that a photo takes, or the panel below it. */
function findPhotoSide(unit: Unit, units: readonly Unit[], from: Size, wasWide: boolean): Bounds | undefined {
  const bounds = intersect(unit.bounds, toBounds(from))
  const { edges } = unit
  if (!bounds || unit.role !== 'span' || area(bounds) > area(toBounds(from)) * 0.75) return undefined
  const isSide = wasWide ? edges.top && edges.bottom && edges.left !== edges.right : edges.left && edges.right
  if (!isSide) return undefined
  if (unit.hasPhoto) return bounds
  const isPanel = unit.layers.length === 1 && unit.layers[0]?.type === 'solid'
  const photo = units.some((one) => one.hasPhoto && one.role === 'content' && isInside(one.bounds, bounds))
  return isPanel && photo ? bounds : undefined
}

function computeSplit(
  photo: Part,
  rest: Part,
  { from, to, turns, isLeft }: { from: Size; to: Size; turns: boolean; isLeft: boolean },
): Split {
  const whole = toBounds(from)
  const line = isLeft ? photo.from[2] : photo.from[0]
  // Maps a horizontal position to the vertical one after the border between the parts has turned.
  const down = (x: number): number => {
    const inPhoto = isLeft ? x < line : x > line
    const part = inPhoto ? photo : rest
    const share = (x - part.from[0]) / (part.from[2] - part.from[0])
    return part.to[1] + (isLeft ? share : 1 - share) * (part.to[3] - part.to[1])
  }
  return {
    photo,
    rest,
    of(unit) {
      const bounds = intersect(unit.bounds, whole) ?? unit.bounds
      // A line between the parts no longer separates anything.
      if (turns && unit.layers.every(({ type }) => type === 'shape')) return { kind: 'hide' }
      if (isInside(bounds, photo.from)) return { kind: 'region', ...photo }
      if (isInside(bounds, rest.from)) return { kind: 'region', ...rest }
      if (!turns) return { kind: 'region', from: whole, to: toBounds(to) }
      if (unit.layers[0]?.type === 'light') {
        const [x] = computeCentre(bounds)
        return { kind: 'region', ...(isInside([x - 1, 0, x + 1, 1], photo.from) ? photo : rest) }
      }
      const [one, other] = [down(bounds[0]), down(bounds[2])]
      return { kind: 'turn', box: [0, Math.min(one, other), to.width, Math.max(one, other)], photoFirst: isLeft }
    },
  }
}
