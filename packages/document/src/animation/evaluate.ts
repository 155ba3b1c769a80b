// The value of a property at a frame. Properties are compiled once, so that drawing a frame reads numbers without interpreting
// their encoding.
import { assert } from '../assert.ts'
import { type Color, mixChannels, toChannels, toCss } from '../schema/color.ts'
import type { AnimatedProperty, BezierPath, EaseHandle, Keyframe, Property, Vector } from '../schema/property.ts'

/** A compiled property. */
export interface Compiled<T> {
  /** The value is the same at every frame. */
  readonly still: boolean
  /** The value at a frame (whole or fractional). The compiled property owns returned arrays: do not change them. */
  at(frame: number): T
  /** A short text that differs when the value differs; equal texts look equal. */
  key(frame: number): string
}

/** Collects animated values, so that a layer can tell whether and how it changed between two frames. */
export type Watch = Compiled<unknown>[]

/** How values of one kind are read and interpolated. */
interface Kind<Stored, Value> {
  read(stored: unknown): Stored
  mix(from: Stored, to: Stored, shares: readonly number[]): Stored
  value(stored: Stored): Value
}

const numberKind: Kind<number, number> = {
  read: (stored) => (Array.isArray(stored) ? Number(stored[0] ?? 0) : Number(stored)),
  mix: (from, to, [share = 0]) => from + (to - from) * share,
  value: (stored) => stored,
}

const vectorKind: Kind<readonly number[], readonly number[]> = {
  read: (stored) =>
    Array.isArray(stored) ? (Array.isArray(stored[0]) ? stored[0] : stored) : [Number(stored), Number(stored)],
  mix: (from, to, shares) => from.map((start, n) => start + ((to[n] ?? start) - start) * (shares[n] ?? shares[0] ?? 0)),
  value: (stored) => stored,
}

const colorKind: Kind<ReturnType<typeof toChannels>, string> = {
  read: (stored) => toChannels((Array.isArray(stored) && typeof stored[0] !== 'number' ? stored[0] : stored) as Color),
  mix: (from, to, [share = 0]) => mixChannels(from, to, share),
  value: (stored) => toCss(stored),
}

const pathKind: Kind<BezierPath, BezierPath> = {
  read: (stored) => (Array.isArray(stored) ? stored[0] : stored) as BezierPath,
  mix: (from, to, [share = 0]) => {
    // Paths with different vertex counts cannot be interpolated; After Effects shows the first one until the next keyframe.
    if (from.v.length !== to.v.length) return share < 1 ? from : to
    const mixPoints = (a: BezierPath['v'], b: BezierPath['v']) =>
      a.map((point, n) => point.map((start, axis) => start + ((b[n]?.[axis] ?? start) - start) * share))
    return { c: from.c, v: mixPoints(from.v, to.v), i: mixPoints(from.i, to.i), o: mixPoints(from.o, to.o) }
  },
  value: (stored) => stored,
}

/** Compiles a number (degrees, percent, pixels). */
export function compileNumber(
  property: Property<number> | undefined,
  fallback: number,
  watch?: Watch,
): Compiled<number> {
  return compile(property, fallback, numberKind, watch)
}

/** Compiles a point, size or scale. */
export function compileVector(
  property: Property<Vector> | undefined,
  fallback: Vector,
  watch?: Watch,
): Compiled<readonly number[]> {
  return compile(property, fallback, vectorKind, watch)
}

/** Compiles a colour to a canvas colour text. */
export function compileColor(property: Property<Color> | undefined, fallback: Color, watch?: Watch): Compiled<string> {
  return compile(property, fallback, colorKind, watch)
}

/** Compiles a bezier path. */
export function compilePath(property: Property<BezierPath>, watch?: Watch): Compiled<BezierPath> {
  return compile(property, property as BezierPath, pathKind, watch)
}

/** A compiled property that never changes. */
export function still<T>(value: T): Compiled<T> {
  return { still: true, at: () => value, key: () => '' }
}

type Values<Sources extends readonly Compiled<unknown>[]> = {
  [Key in keyof Sources]: Sources[Key] extends Compiled<infer Value> ? Value : never
}

/** A value derived from compiled values; computed once when they are static. Its key combines theirs, which are watched already. */
export function derive<const Sources extends readonly Compiled<unknown>[], Result>(
  sources: Sources,
  make: (values: Values<Sources>) => Result,
): Compiled<Result> {
  const read = (frame: number) => make(sources.map((source) => source.at(frame)) as Values<Sources>)
  if (sources.every((source) => source.still)) return still(read(0))
  let knownFrame = Number.NaN
  let known: Result
  return {
    still: false,
    key: () => '',
    at(frame) {
      if (frame !== knownFrame) {
        known = read(frame)
        knownFrame = frame
      }
      return known
    },
  }
}

function compile<Stored, Value>(
  property: unknown,
  fallback: unknown,
  kind: Kind<Stored, Value>,
  watch: Watch | undefined,
): Compiled<Value> {
  const input = property ?? fallback
  if (isKeyframed(input)) {
    const compiled = compileKeyframes(input, kind)
    if (!compiled.still) watch?.push(compiled)
    return compiled
  }
  const plain = isStatic(input) ? input.k : input
  assert(!isBinding(plain), 'a property is still bound to a field: resolve the document before it is drawn')
  return still(kind.value(kind.read(plain)))
}

function isKeyframed(value: unknown): value is AnimatedProperty<unknown> {
  return typeof value === 'object' && value !== null && 'k' in value && Array.isArray(value.k) && isKeyframe(value.k[0])
}

function isKeyframe(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 't' in value && 's' in value
}

function isStatic(value: unknown): value is { k: unknown } {
  return typeof value === 'object' && value !== null && 'k' in value
}

function isBinding(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$field' in value
}

/** One stretch between two keyframes. */
interface Stretch<Stored> {
  start: number
  end: number
  from: Stored
  to: Stored
  hold: boolean
  ease: ((time: number) => number)[]
  way: MotionPath | undefined
}

function compileKeyframes<Stored, Value>(
  property: AnimatedProperty<unknown>,
  kind: Kind<Stored, Value>,
): Compiled<Value> {
  const keys = property.k
  const first = keys[0] as Keyframe<unknown>
  const last = keys[keys.length - 1] as Keyframe<unknown>
  const lastValue = kind.value(kind.read(last.s))
  if (keys.length === 1) return still(lastValue)
  const stretches = keys.slice(0, -1).map((key, n) => compileStretch(key, keys[n + 1] as Keyframe<unknown>, kind))
  const firstValue = kind.value(kind.read(first.s))
  const span = last.t - first.t
  let lastStretch = 0

  const local = (frame: number): number => {
    if (property.loop === undefined || frame <= last.t || span <= 0) return frame
    const passed = (frame - first.t) / span
    const part = passed - Math.floor(passed)
    const backwards = property.loop === 'pingpong' && Math.floor(passed) % 2 === 1
    return first.t + (backwards ? 1 - part : part) * span
  }
  const at = (outerFrame: number): Value => {
    const frame = local(outerFrame)
    if (frame <= first.t) return firstValue
    if (frame >= last.t) return lastValue
    // Frames are usually drawn in order, so the search starts where it last ended.
    if (frame < (stretches[lastStretch] as Stretch<Stored>).start) lastStretch = 0
    while (frame >= (stretches[lastStretch] as Stretch<Stored>).end) lastStretch++
    return kind.value(stretchAt(stretches[lastStretch] as Stretch<Stored>, frame, kind))
  }
  // Paths are long: their key is the time within the animation instead of the value.
  const key =
    kind === (pathKind as unknown)
      ? (frame: number) => String(Math.min(last.t, Math.max(first.t, local(frame))))
      : (frame: number) => String(at(frame))
  return { still: false, at, key }
}

function compileStretch<Stored, Value>(
  key: Keyframe<unknown>,
  next: Keyframe<unknown>,
  kind: Kind<Stored, Value>,
): Stretch<Stored> {
  const bent = hasLength(key.to) || hasLength(key.ti)
  return {
    start: key.t,
    end: next.t,
    from: kind.read(key.s),
    to: kind.read(next.s),
    hold: key.h === 1,
    ease: compileEase(key.o, key.i),
    way: bent
      ? motionPath(vectorKind.read(key.s), vectorKind.read(next.s), key.to ?? [0, 0], key.ti ?? [0, 0])
      : undefined,
  }
}

function hasLength(tangent: Vector | undefined): boolean {
  return tangent?.some((component) => Math.abs(component) > 1e-6) ?? false
}

/** One timing curve, or one per component when the handles are given per component. */
function compileEase(leave: EaseHandle | undefined, arrive: EaseHandle | undefined): ((time: number) => number)[] {
  if (leave === undefined && arrive === undefined) return [(time) => time]
  const numbers = (value: number | readonly number[] | undefined, fallback: number): readonly number[] =>
    value === undefined ? [fallback] : typeof value === 'number' ? [value] : value
  const x1 = numbers(leave?.x, 0)
  const y1 = numbers(leave?.y, 0)
  const x2 = numbers(arrive?.x, 1)
  const y2 = numbers(arrive?.y, 1)
  const count = Math.max(x1.length, y1.length, x2.length, y2.length, 1)
  const pick = (list: readonly number[], n: number) => list[Math.min(n, list.length - 1)] ?? 0
  return Array.from({ length: count }, (_, n) => {
    const [a, b, c, d] = [pick(x1, n), pick(y1, n), pick(x2, n), pick(y2, n)]
    return (time: number) => easeAt(Math.min(1, Math.max(0, a)), b, Math.min(1, Math.max(0, c)), d, time)
  })
}

function stretchAt<Stored, Value>(stretch: Stretch<Stored>, frame: number, kind: Kind<Stored, Value>): Stored {
  if (stretch.hold) return stretch.from
  const time = (frame - stretch.start) / (stretch.end - stretch.start)
  const shares = stretch.ease.map((ease) => ease(time))
  if (stretch.way) return stretch.way.at(shares[0] ?? 0) as unknown as Stored
  return kind.mix(stretch.from, stretch.to, shares)
}

// Timing curves of keyframes (CSS and Lottie cubic beziers) and motion along a curved path at constant speed.

/** Evaluates a timing curve through (0,0) and (1,1) with handles (x1,y1), (x2,y2): maps progress in time to progress in value. */
export function easeAt(x1: number, y1: number, x2: number, y2: number, time: number): number {
  if (time <= 0) return 0
  if (time >= 1) return 1
  if (x1 === y1 && x2 === y2) return time
  return bezierAt(y1, y2, parameterAt(x1, x2, time))
}

/** One coordinate of the unit cubic with inner control values p1 and p2. */
function bezierAt(p1: number, p2: number, t: number): number {
  const u = 1 - t
  return 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t
}

/**
 * The curve parameter at which x equals the given time. Newton's method converges in a few steps where the curve is
 * not flat; bisection finishes the flat cases, so the answer is exact to 1e-9 for every handle with x in 0..1.
 */
function parameterAt(x1: number, x2: number, time: number): number {
  let t = time
  for (let step = 0; step < 8; step++) {
    const error = bezierAt(x1, x2, t) - time
    if (Math.abs(error) < 1e-10) return t
    const u = 1 - t
    const slope = 3 * u * u * x1 + 6 * u * t * (x2 - x1) + 3 * t * t * (1 - x2)
    if (slope < 1e-6) break
    t -= error / slope
    if (t < 0 || t > 1) break
  }
  let low = 0
  let high = 1
  for (let step = 0; step < 50; step++) {
    t = (low + high) / 2
    if (bezierAt(x1, x2, t) < time) low = t
    else high = t
  }
  return t
}

/** Number of segments that measure a curved path, as in lottie-web. */
const PATH_STEPS = 150

/** A curved path from one position to the next, parametrised by arc length. */
interface MotionPath {
  /** Position after a share of the path (0 to 1; outside this range it extends straight). */
  at(share: number): [number, number]
}

/** Tangents this close to the segment, in pixels, count as straight: exporters round to thousandths. */
const ON_THE_LINE = 0.01

/**
 * Builds the path between two positions with Lottie's spatial tangents `to` (leaving) and `ti` (arriving). Tangents on the
 * segment give a straight line, as After Effects writes motion without a curve; tangents beyond its ends overshoot.
 */
export function motionPath(
  from: readonly number[],
  to: readonly number[],
  leave: readonly number[],
  arrive: readonly number[],
): MotionPath {
  const [x0 = 0, y0 = 0] = from
  const [x3 = 0, y3 = 0] = to
  const x1 = x0 + (leave[0] ?? 0)
  const y1 = y0 + (leave[1] ?? 0)
  const x2 = x3 + (arrive[0] ?? 0)
  const y2 = y3 + (arrive[1] ?? 0)
  const [dx, dy] = [x3 - x0, y3 - y0]
  const span = Math.hypot(dx, dy)
  const isOnTheWay = (x: number, y: number) => {
    const along = (x - x0) * dx + (y - y0) * dy
    const aside = (x - x0) * dy - (y - y0) * dx
    return Math.abs(aside) <= ON_THE_LINE * span && along >= -ON_THE_LINE * span && along <= (span + ON_THE_LINE) * span
  }
  if (span > 0 && isOnTheWay(x1, y1) && isOnTheWay(x2, y2)) return { at: (share) => [x0 + dx * share, y0 + dy * share] }
  const xs = new Float64Array(PATH_STEPS + 1)
  const ys = new Float64Array(PATH_STEPS + 1)
  const lengths = new Float64Array(PATH_STEPS + 1)
  for (let n = 0; n <= PATH_STEPS; n++) {
    const t = n / PATH_STEPS
    const u = 1 - t
    xs[n] = u * u * u * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t * t * t * x3
    ys[n] = u * u * u * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t * t * t * y3
    if (n > 0) {
      lengths[n] =
        (lengths[n - 1] as number) +
        Math.hypot((xs[n] as number) - (xs[n - 1] as number), (ys[n] as number) - (ys[n - 1] as number))
    }
  }
  const total = lengths[PATH_STEPS] as number
  return {
    at(share) {
      if (total === 0) return [x3, y3]
      const distance = share * total
      let low = 0
      let high = PATH_STEPS - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((lengths[middle] as number) <= distance) low = middle
        else high = middle - 1
      }
      const start = lengths[low] as number
      const span = (lengths[low + 1] as number) - start
      const part = span === 0 ? 0 : (distance - start) / span
      const x = xs[low] as number
      const y = ys[low] as number
      return [x + ((xs[low + 1] as number) - x) * part, y + ((ys[low + 1] as number) - y) * part]
    },
  }
}
