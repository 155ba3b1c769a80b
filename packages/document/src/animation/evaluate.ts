// The value of a property at a frame. Properties are compiled once, so that drawing a frame reads numbers without interpreting
// their encoding.
import { assert } from '../assert.ts'
import { type Color, mixChannels, toChannels, toCss } from '../schema/color.ts'
import type { AnimatedProperty, BezierPath, EaseHandle, Keyframe, Property, Vector } from '../schema/property.ts'
import { easeAt, type MotionPath, motionPath } from './bezier.ts'

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
