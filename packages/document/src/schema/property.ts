// The values of a layer's property: a plain value, Lottie's `{a, k}` keyframes, or a binding to a customer's field.
import {
  anything,
  type Check,
  described,
  type FieldType,
  type Infer,
  isRecord,
  list,
  named,
  number,
  object,
  oneOf,
  type Report,
  type Shape,
  text,
  toName,
  tuple,
  undescribed,
  when,
} from './check.ts'
import { type Color, color } from './color.ts'

/** Larger coordinates are a mistake, and their squares lose precision. */
export const FAR = 1e6

const MAX_KEYFRAMES = 2000
const MAX_VERTICES = 2000

export const frameNumber = number(-1e6, 1e6)
export const anyNumber = number(-FAR, FAR)
export const positive = number(0, FAR)
export const percent = number(0, 100)
export const share = number(0, 1)

/** A point or size in pixels, or a scale in percent. Lottie's third component is accepted and ignored. */
export type Vector = readonly number[]

export const vector = named(
  'vector',
  described<Vector>(
    (of) => ({ type: 'array', items: of(anyNumber), minItems: 2, maxItems: 3 }),
    (value, report) =>
      Array.isArray(value) && value.length >= 2 && value.length <= 3
        ? value.every((item, n) => anyNumber(item, report.at(n)))
        : report.fail('wrong-type', 'Two numbers are needed'),
  ),
)

/** `[x, y, width, height]` in pixels of the parent. */
export type Box = Infer<typeof box>

export const box = tuple(anyNumber, anyNumber, number(0.01, FAR), number(0.01, FAR))

/** Lottie's path: vertices `v` with incoming `i` and outgoing `o` tangents relative to their vertex; `c` closes it. */
export interface BezierPath {
  c: boolean
  v: readonly Vector[]
  i: readonly Vector[]
  o: readonly Vector[]
}

/** A Lottie path whose three lists have equal lengths. */
const bezierPath = named(
  'path',
  described<BezierPath>((of) => {
    const points = { type: 'array', items: of(vector), minItems: 1, maxItems: MAX_VERTICES }
    return {
      type: 'object',
      properties: { c: { type: 'boolean' }, v: points, i: points, o: points },
      required: ['v', 'i', 'o'],
    }
  }, checkPath),
)

function checkPath(value: unknown, report: Report): boolean {
  if (!isRecord(value)) return report.fail('wrong-type', 'A path with c, v, i and o is needed')
  if (value.c !== undefined && typeof value.c !== 'boolean')
    return report.at('c').fail('wrong-type', 'true or false is needed')
  const { v, i, o } = value
  if (!Array.isArray(v) || !Array.isArray(i) || !Array.isArray(o))
    return report.fail('wrong-type', 'v, i and o must be lists')
  if (v.length !== i.length || v.length !== o.length || v.length < 1)
    return report.fail('out-of-range', 'v, i and o must be equally long and not empty')
  if (v.length > MAX_VERTICES) return report.fail('too-many', `A path may have at most ${MAX_VERTICES} points`)
  const areRight = (points: readonly unknown[], at: Report) => points.every((point, n) => vector(point, at.at(n)))
  return [areRight(v, report.at('v')), areRight(i, report.at('i')), areRight(o, report.at('o'))].every(Boolean)
}

const numberChange = { factor: anyNumber, add: list(anyNumber, 3), min: anyNumber, max: anyNumber }
const numberChangeObject = object({}, numberChange)

/** A change of numbers: multiplied by a factor, then offset, then clamped. */
export interface NumberChange extends Infer<typeof numberChangeObject> {}

const fieldBinding = object(
  { $field: text(64, 1) },
  {
    /** The allowed values depend on the property. */
    map: undescribed<Readonly<Record<string, unknown>>>(() => true),
    before: text(100),
    after: text(100),
    alpha: share,
    shade: number(-1, 1),
    ...numberChange,
  },
  { equals: anything, not: oneOf(true, false) },
)

/**
 * Replaces a value by the customer's field (or the field's default).
 * - `map` translates a choice (or `true`/`false` of a toggle) to any value.
 * - `before`/`after` surround a non-empty text.
 * - `factor`, `add`, `min` and `max` change the number of a slider or the numbers of a point, in this order.
 * - `alpha` (0 to 1) and `shade` (-1 black to 1 white) derive tones from a colour field.
 */
export interface FieldBinding extends Infer<typeof fieldBinding> {}

/** Kinds of fields whose value can replace a value without `map`. */
type FieldTypes = readonly FieldType[]

/** `{$field}` with its options. With `map`, every mapped value must itself be valid. */
function checkBinding(value: unknown, check: Check, types: FieldTypes, report: Report): boolean {
  if (!fieldBinding(value, report)) return false
  const type = report.context.fields.get(value.$field)
  if (!type) return report.at('$field').fail('unknown-reference', `There is no field "${toName(value.$field)}"`)
  if (value.map === undefined) {
    return (
      types.includes(type) ||
      report
        .at('$field')
        .fail(
          'not-allowed',
          `A field of type "${type}" cannot give this value${types.length > 0 ? '' : ' without "map"'}`,
        )
    )
  }
  if (!isRecord(value.map)) return report.at('map').fail('wrong-type', 'An object is needed')
  const entries = Object.entries(value.map)
  if (entries.length === 0) return report.at('map').fail('missing', 'At least one value is needed')
  return entries.map(([key, inner]) => check(inner, report.at('map').at(key))).every(Boolean)
}

export function isBinding(value: unknown): value is { $field: unknown } {
  return isRecord(value) && '$field' in value
}

const binding = named(
  'binding',
  described<FieldBinding>(
    () => ({ type: 'object', required: ['$field'], properties: { $field: { type: 'string' } } }),
    () => true,
  ),
)

/** A value that may be bound to a field but not animated. */
type Bindable<T> = T | FieldBinding

/** A plain value or a binding. */
export function bindable<T>(check: Check<T>, ...types: FieldTypes): Check<Bindable<T>> {
  return described(
    (of) => ({ anyOf: [of(check), of(binding)] }),
    (value, report) => (isBinding(value) ? checkBinding(value, check, types, report) : check(value, report)),
  )
}

const handleNumber = when(Array.isArray, list(number(-100, 100), 4, 1), number(-100, 100))
const handle = object({ x: handleNumber, y: handleNumber })

/** Bezier handle of a keyframe in the unit square; one number, or one per component. */
export interface EaseHandle extends Infer<typeof handle> {}

/**
 * One keyframe at frame `t` with value `s`. `o` is the easing handle out of this keyframe, `i` the one into the next; without
 * both the motion is linear; `h: 1` holds the value until the next keyframe. `to`/`ti` curve a position's path in space.
 * Scalars and paths may be wrapped in an array as in Lottie.
 */
export interface Keyframe<T> extends Infer<ReturnType<typeof keyframe<T | readonly T[]>>> {}

function keyframe<T>(value: Check<T>) {
  return object(
    { t: frameNumber, s: value },
    { o: handle, i: handle, h: oneOf(0, 1), to: vector, ti: vector },
    { n: anything },
  )
}

const link = object({ live: number(0, 1e6), count: number(1, 4) }, numberChange)

/**
 * Refers to an expression of the document's rig that computes a value when the document is drawn: a number, a point (`count`
 * 2), or a colour (4).
 */
export interface LiveLink extends Infer<typeof link> {}

const liveLink = undescribed<LiveLink>((value, report) =>
  typeof value === 'string'
    ? report.fail('unsupported', 'Expressions are not run; bake them into keyframes')
    : link(value, report),
)

/** With `x` the value is only a fallback for a failing expression. */
interface StaticProperty<T> {
  a: 0
  k: T | readonly T[]
  x?: LiveLink
}

/** `loop` repeats the keyframes endlessly after the last one: from the start, or back and forth. */
export interface AnimatedProperty<T> {
  a: 1
  k: readonly Keyframe<T>[]
  loop?: 'cycle' | 'pingpong'
}

/** A value that may be plain, animated or bound to a field. */
export type Property<T> = T | StaticProperty<T> | AnimatedProperty<T> | FieldBinding

const propertyObject = object(
  { k: anything },
  { a: oneOf(0, 1), ix: anything, l: anything, sid: anything, loop: oneOf('cycle', 'pingpong'), x: liveLink },
)

/** A plain value, a binding, `{a: 0, k}` or `{a: 1, k: keyframes}`. */
export function property<T>(check: Check<T>, ...types: FieldTypes): Check<Property<T>> {
  const plain = bindable(unwrapped(check), ...types)
  const key = keyframe(plain)
  const keySchema = described(
    (of) => ({ type: 'object', properties: { t: of(frameNumber), s: of(plain) }, required: ['t', 's'] }),
    () => true,
  )
  const schema: NonNullable<Check['schema']> = (of) => ({
    anyOf: [
      of(plain),
      {
        type: 'object',
        required: ['k'],
        properties: {
          a: { enum: [0, 1] },
          k: { anyOf: [of(plain), { type: 'array', items: of(keySchema), minItems: 1, maxItems: MAX_KEYFRAMES }] },
          loop: { enum: ['cycle', 'pingpong'] },
          ix: true,
          l: true,
          sid: true,
          x: { type: 'object' },
        },
        additionalProperties: false,
      },
    ],
  })
  return described(schema, (value, report) => {
    if (!isRecord(value) || isBinding(value) || !('k' in value)) return plain(value, report)
    if (!propertyObject(value, report)) return false
    const { a, k } = value
    if (Array.isArray(k) && isRecord(k[0]) && 't' in k[0]) return checkKeyframes(k, key, report.at('k'))
    return a === 1 ? report.at('k').fail('wrong-type', 'A list of keyframes is needed') : plain(k, report.at('k'))
  })
}

/** Lottie wraps single values of keyframes in a list. */
function unwrapped<T>(check: Check<T>): Check<T> {
  return described(
    (of) => ({ anyOf: [of(check), { type: 'array', prefixItems: [of(check)], items: false, minItems: 1 }] }),
    (value, report) => {
      const isWrapped = Array.isArray(value) && value.length === 1
      return isWrapped ? check(value[0], report.at(0)) : check(value, report)
    },
  )
}

function checkKeyframes(keys: readonly unknown[], key: Check, report: Report): boolean {
  if (keys.length > MAX_KEYFRAMES) return report.fail('too-many', `At most ${MAX_KEYFRAMES} keyframes are allowed`)
  let isRight = true
  let last = Number.NEGATIVE_INFINITY
  keys.forEach((one, n) => {
    if (!key(one, report.at(n))) isRight = false
    const time = isRecord(one) && typeof one.t === 'number' ? one.t : Number.NaN
    if (time <= last)
      isRight = report
        .at(n)
        .at('t')
        .fail('out-of-range', 'Keyframes must stand in the order of their time, no two at the same')
    last = time
  })
  return isRight
}

/** Numbers within limits, static or animated. */
export const numberProperty = (min = -FAR, max = FAR): Check<Property<number>> =>
  min === -FAR && max === FAR ? freeNumberProperty : property(number(min, max), 'slider')
const freeNumberProperty = named('numberProperty', property(anyNumber, 'slider'))
export const percentProperty = named('percentProperty', numberProperty(0, 100))
export const vectorProperty = named('vectorProperty', property(vector, 'point', 'slider'))
export const colorProperty: Check<Property<Color>> = named('colorProperty', property(color, 'color'))
export const pathProperty = named('pathProperty', property(bezierPath))

const splitPosition = object({ s: oneOf(true), x: numberProperty(), y: numberProperty() }, {}, { z: anything })

/** Position split into separately animated components, as After Effects exports it. */
export interface SplitPosition extends Infer<typeof splitPosition> {}

const position: Check<SplitPosition | Property<Vector>> = when(
  (value) => isRecord(value) && value.s === true,
  splitPosition,
  vectorProperty,
)

/** Memoised checks of the properties of a layer or a transform. */
export function eachRemembered<Checks extends Shape>(checks: Checks): Checks {
  return Object.fromEntries(
    Object.entries(checks).map(([key, check]) => [key, DEPENDENT.has(key) ? check : remembered(check)]),
  ) as Checks
}

/** Properties whose validity depends on the surrounding list of layers. */
const DEPENDENT: ReadonlySet<string> = new Set(['matte', 'layers'])

/** Memoises a check by value and surroundings: a layer with one changed property keeps the other values. */
function remembered<T>(check: Check<T>): Check<T> {
  const once = undescribed<T>((value, report) => {
    const { proven } = report.context
    if (!proven || typeof value !== 'object' || value === null) return check(value, report)
    if (proven.get(value) === check) return true
    const isRight = check(value, report)
    if (isRight) proven.set(value, check)
    return isRight
  })
  return Object.assign(once, check)
}

export const transformShape = {
  a: vectorProperty,
  p: position,
  s: vectorProperty,
  r: numberProperty(),
  o: percentProperty,
  sk: numberProperty(-89, 89),
  sa: numberProperty(),
}
const transformObject = named('transform', object({}, eachRemembered(transformShape)))

/**
 * Lottie's transform: anchor `a`, position `p`, scale `s` (percent), rotation `r` (degrees clockwise), opacity `o` (0 to 100),
 * skew `sk` along axis `sa` (degrees).
 *
 * For a layer with a `box`, `p` is an offset from the box (default `[0, 0]`), and `a` is relative to the box's top left corner
 * (default: its centre). Without a box both are as in Lottie, with default `[0, 0]`.
 */
export interface Transform extends Infer<typeof transformObject> {}

export const transform: Check<Transform> = transformObject

const stop = tuple(share, colorProperty)

/** `[offset 0..1, colour]`, ascending. */
export type GradientStop = Infer<typeof stop>

export const stops = named('stops', list(stop, 16, 2))

const gradientObject = object(
  { gradient: oneOf('linear', 'radial'), from: vectorProperty, to: vectorProperty, stops },
  { units: oneOf('px', 'box') },
)

/**
 * A gradient. `from`/`to` are the ends of the axis (linear) or the centre and a point on the rim (radial), in pixels of the
 * layer, or in fractions of the layer's box with `units: 'box'`.
 */
export interface Gradient extends Infer<typeof gradientObject> {}

const gradient: Check<Gradient> = gradientObject

/** What fills an area: a colour or a gradient. */
export type Paint = Property<Color> | Gradient

export const paint: Check<Paint> = named(
  'paint',
  when((value) => isRecord(value) && 'gradient' in value, gradient, colorProperty),
)

/** A number with the changes of a binding; `n` is its place in a point. */
export function changedNumber(value: number, { factor = 1, add, min, max }: NumberChange, n: number): number {
  const changed = value * factor + (add?.[n] ?? 0)
  return Math.min(max ?? Number.POSITIVE_INFINITY, Math.max(min ?? Number.NEGATIVE_INFINITY, changed))
}
