// A layer's or group's transform as an affine map and an opacity, in Lottie's order of operations.

import type { Matrix } from '../matrix.ts'
import type { Property, SplitPosition, Transform, Vector } from '../schema/property.ts'
import { type Compiled, compileNumber, compileVector, type Watch } from './evaluate.ts'

/** An affine map and an opacity. */
export interface PlaneTransform {
  /** The map never changes (the opacity may). */
  readonly still: boolean
  matrix(frame: number): Matrix
  /** 0 to 1. */
  opacity(frame: number): number
}

export interface CompiledTransform extends PlaneTransform {
  /** Where the anchor point is drawn. */
  position(frame: number): readonly [number, number]
}

/** The origin of a transform: its default anchor, and the rest position that its position is added to. */
interface Rest {
  anchor: readonly [number, number]
  /** Added to the position and the anchor: a layer with a box rests at its box. */
  corner?: readonly [number, number]
  /** Auto-orient along the path of the position. */
  orient?: boolean
}

const AT_ORIGIN: Rest = { anchor: [0, 0] }

/**
 * Compiles a transform. The map is T(p) · R(r) · skew · S(s) · T(-a). With a resting corner c it is T(c + a + p) · R · skew · S
 * · T(-a), so that a static layer with a box is drawn at its box.
 */
export function compileTransform(
  transform: Transform | undefined,
  rest: Rest = AT_ORIGIN,
  watch?: Watch,
): CompiledTransform {
  const anchor = compileVector(transform?.a, rest.anchor, watch)
  const position = compilePosition(transform?.p, watch)
  const scale = compileVector(transform?.s, [100, 100], watch)
  const rotation = compileNumber(transform?.r, 0, watch)
  const skew = compileNumber(transform?.sk, 0, watch)
  const skewAxis = compileNumber(transform?.sa, 0, watch)
  const opacity = compileNumber(transform?.o, 100)
  const still = [anchor, position, scale, rotation, skew, skewAxis].every((part) => part.still)
  const heading = rest.orient && !position.still ? compileHeading(position, transform?.p) : undefined
  let known: Matrix | undefined

  const place = (frame: number): [number, number] => {
    const [ax = 0, ay = 0] = anchor.at(frame)
    const [px = 0, py = 0] = position.at(frame)
    return rest.corner ? [px + (rest.corner[0] + ax), py + (rest.corner[1] + ay)] : [px, py]
  }
  const matrix = (frame: number): Matrix => {
    if (known) return known
    const [ax = 0, ay = 0] = anchor.at(frame)
    const [sx = 100, sy = 100] = scale.at(frame)
    const turn = (rotation.at(frame) * Math.PI) / 180 + (heading?.(frame) ?? 0)
    const linear = linearPart(turn, sx / 100, sy / 100, skew.at(frame), skewAxis.at(frame))
    const [x, y] = place(frame)
    const [a, b, c, d] = linear
    const result: Matrix = [a, b, c, d, x - a * ax - c * ay, y - b * ax - d * ay]
    if (still) known = result
    return result
  }
  return { still, matrix, position: place, opacity: (frame) => Math.min(1, Math.max(0, opacity.at(frame) / 100)) }
}

/** Frames between the two positions that determine a heading. */
const HEADING_STEP = 0.01

/** The direction of motion in radians; before the first and after the last motion, that of the nearest one. */
function compileHeading(position: Compiled<readonly number[]>, property: unknown): (frame: number) => number {
  const times = keyTimes(property)
  const [first, last] = [Math.min(...times), Math.max(...times)]
  return (frame) => {
    const to = Math.min(last, Math.max(first + HEADING_STEP, frame))
    const [x0 = 0, y0 = 0] = [...position.at(to - HEADING_STEP)]
    const [x1 = 0, y1 = 0] = position.at(to)
    if (x0 !== x1 || y0 !== y1) return Math.atan2(y1 - y0, x1 - x0)
    const [x2 = 0, y2 = 0] = position.at(Math.min(last, to + HEADING_STEP))
    return Math.atan2(y2 - y1, x2 - x1)
  }
}

/** The times of all keyframes of a position, in one property or separate dimensions. */
function keyTimes(property: unknown): number[] {
  if (typeof property !== 'object' || property === null) return []
  if (Array.isArray(property)) return property.flatMap((key) => (typeof key?.t === 'number' ? [key.t] : []))
  const { x, y, k } = property as { x?: unknown; y?: unknown; k?: unknown }
  return [...keyTimes(k), ...keyTimes(x), ...keyTimes(y)]
}

function compilePosition(
  position: Property<Vector> | SplitPosition | undefined,
  watch: Watch | undefined,
): Compiled<readonly number[]> {
  if (typeof position === 'object' && position !== null && 's' in position && position.s === true) {
    const x = compileNumber(position.x, 0, watch)
    const y = compileNumber(position.y, 0, watch)
    return {
      still: x.still && y.still,
      at: (frame) => [x.at(frame), y.at(frame)],
      key: (frame) => `${x.key(frame)},${y.key(frame)}`,
    }
  }
  return compileVector(position as Property<Vector> | undefined, [0, 0], watch)
}

function linearPart(
  turn: number,
  sx: number,
  sy: number,
  skew: number,
  skewAxis: number,
): [number, number, number, number] {
  const cos = Math.cos(turn)
  const sin = Math.sin(turn)
  if (skew === 0) return [cos * sx, sin * sx, -sin * sy, cos * sy]
  // lottie-web: rotate by the axis, shear x by tan(-skew), rotate back; then the layer's own rotation.
  const axis = (skewAxis * Math.PI) / 180
  const shear = Math.tan((-skew * Math.PI) / 180)
  const ca = Math.cos(axis)
  const sa = Math.sin(axis)
  const k = [1 + shear * ca * sa, -shear * sa * sa, shear * ca * ca, 1 - shear * ca * sa] as const
  const a = cos * k[0] - sin * k[1]
  const b = sin * k[0] + cos * k[1]
  const c = cos * k[2] - sin * k[3]
  const d = sin * k[2] + cos * k[3]
  return [a * sx, b * sx, c * sy, d * sy]
}
