// Checks for property values: colours, points, keyframes, bindings to fields, transforms, paints.

import {
  anything,
  type Check,
  described,
  type Infer,
  isRecord,
  list,
  named,
  nameOf,
  number,
  object,
  oneOf,
  type Report,
  type Shape,
  text,
  tuple,
  undescribed,
  when,
} from './check.ts'
import { isColor } from './color.ts'
import type { AssetId, FieldType } from './field.ts'
import type {
  BezierPath,
  Bindable,
  Color,
  EaseHandle,
  FieldBinding,
  Gradient,
  LiveLink,
  Paint,
  Property,
  SplitPosition,
  Transform,
  Vector,
} from './property.ts'

export type { Surroundings } from './check.ts'
export type DocumentCheck = Check

/** Coordinates beyond this are a mistake, and squares of larger ones lose precision. */
export const FAR = 1e6

const MAX_KEYFRAMES = 2000
const MAX_VERTICES = 2000

export const frameNumber = number(-1e6, 1e6)
export const anyNumber = number(-FAR, FAR)
export const positive = number(0, FAR)
export const percent = number(0, 100)
export const share = number(0, 1)
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
const pair = tuple(anyNumber, anyNumber)
export const range = described<Infer<typeof pair>>(
  (of) => of(pair),
  (value, report) =>
    Array.isArray(value) && value.length === 2
      ? pair(value, report)
      : report.fail('wrong-type', 'Two numbers are needed, the least and the most, such as [1, 2]'),
)
export const box = tuple(anyNumber, anyNumber, number(0.01, FAR), number(0.01, FAR))
export const colorValue = named(
  'color',
  described<Color>(
    () => ({
      anyOf: [
        { type: 'string', pattern: '^#([0-9a-fA-F]{3}|[0-9a-fA-F]{4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})$' },
        { type: 'array', items: { type: 'number', minimum: 0, maximum: 1 }, minItems: 3, maxItems: 4 },
      ],
    }),
    (value, report) => isColor(value) || report.fail('wrong-type', 'A colour such as "#b4143c" is needed'),
  ),
)

const ASSET_ID = /^(sha256:|u_)[0-9A-Za-z_-]{1,64}$/

/** An asset id that the document lists (customers' uploads, `u_…`, are listed elsewhere). */
export const assetId = named(
  'assetId',
  described<AssetId>(() => ({ type: 'string', pattern: ASSET_ID.source }), checkAssetId),
)

function checkAssetId(value: unknown, report: Report): boolean {
  if (typeof value !== 'string') return report.fail('wrong-type', 'An asset id is needed')
  if (!ASSET_ID.test(value)) {
    return /^(\w+:)?\/\/|^data:|^file:/i.test(value)
      ? report.fail('remote-url', 'Files are named by asset id, never by address')
      : report.fail('not-allowed', 'An asset id such as "sha256:…" is needed')
  }
  return (
    value.startsWith('u_') ||
    report.context.assets.has(value) ||
    report.fail('unknown-reference', `The document lists no asset "${value}"`)
  )
}

const points = (value: unknown, report: Report): boolean =>
  Array.isArray(value)
    ? value.every((point, n) => vector(point, report.at(n)))
    : report.fail('wrong-type', 'A list of points is needed')

/** A Lottie path whose three lists are equally long. */
export const bezierPath = named(
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
  return [points(v, report.at('v')), points(i, report.at('i')), points(o, report.at('o'))].every(Boolean)
}

/** Kinds of fields whose value can stand in place of a value, without `map`. */
type FieldTypes = readonly FieldType[]

const numberChange = { factor: anyNumber, add: list(anyNumber, 3), min: anyNumber, max: anyNumber }

const bindingShape = object(
  { $field: text(64, 1) },
  {
    map: anything,
    before: text(100),
    after: text(100),
    alpha: share,
    shade: number(-1, 1),
    ...numberChange,
  },
  { equals: anything, not: oneOf(true, false) },
)

/** `{$field}`, with what may be said about it. With `map`, every mapped value must itself be right. */
function checkBinding(value: unknown, check: Check, types: FieldTypes, report: Report): boolean {
  if (!bindingShape(value, report)) return false
  const type = report.context.fields.get(value.$field)
  if (!type) return report.at('$field').fail('unknown-reference', `There is no field "${nameOf(value.$field)}"`)
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

function isBinding(value: unknown): value is { $field: unknown } {
  return isRecord(value) && '$field' in value
}

const binding = named(
  'binding',
  described<FieldBinding>(
    () => ({ type: 'object', required: ['$field'], properties: { $field: { type: 'string' } } }),
    () => true,
  ),
)

/** A plain value or a binding. */
export function bindable<T>(check: Check<T>, ...types: FieldTypes): Check<Bindable<T>> {
  return described(
    (of) => ({ anyOf: [of(check), of(binding)] }),
    (value, report) => (isBinding(value) ? checkBinding(value, check, types, report) : check(value, report)),
  )
}

const link: Check<LiveLink> = object({ live: number(0, 1e6), count: number(1, 4) }, numberChange)
const liveLink = undescribed<LiveLink>((value, report) =>
  typeof value === 'string'
    ? report.fail('unsupported', 'Expressions are not run; bake them into keyframes')
    : link(value, report),
)

const propertyShape = object(
  { k: anything },
  { a: oneOf(0, 1), ix: anything, l: anything, sid: anything, loop: oneOf('cycle', 'pingpong'), x: liveLink },
)

/** A plain value, a binding, `{a: 0, k}` or `{a: 1, k: keyframes}`. */
export function property<T>(check: Check<T>, ...types: FieldTypes): Check<Property<T>> {
  const plain = bindable(unwrapped(check), ...types)
  const keyframe = keyframeOf(plain)
  const frame = described(
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
          k: { anyOf: [of(plain), { type: 'array', items: of(frame), minItems: 1, maxItems: MAX_KEYFRAMES }] },
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
    if (!propertyShape(value, report)) return false
    const { a, k } = value
    if (Array.isArray(k) && isRecord(k[0]) && 't' in k[0]) return checkKeyframes(k, keyframe, report.at('k'))
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

const handleNumber = when(Array.isArray, list(number(-100, 100), 4, 1), number(-100, 100))
const handle: Check<EaseHandle> = object({ x: handleNumber, y: handleNumber })

function keyframeOf(value: Check): Check {
  return object(
    { t: frameNumber, s: value },
    { o: handle, i: handle, h: oneOf(0, 1), to: vector, ti: vector },
    { n: anything },
  )
}

function checkKeyframes(keys: readonly unknown[], keyframe: Check, report: Report): boolean {
  if (keys.length > MAX_KEYFRAMES) return report.fail('too-many', `At most ${MAX_KEYFRAMES} keyframes are allowed`)
  let isRight = true
  let last = Number.NEGATIVE_INFINITY
  keys.forEach((key, n) => {
    if (!keyframe(key, report.at(n))) isRight = false
    const time = isRecord(key) && typeof key.t === 'number' ? key.t : Number.NaN
    if (time <= last)
      isRight = report
        .at(n)
        .at('t')
        .fail('out-of-range', 'Keyframes must stand in the order of their time, no two at the same')
    last = time
  })
  return isRight
}

/** Numbers within limits, still or moving. */
export const numberProperty = (min = -FAR, max = FAR): Check<Property<number>> =>
  min === -FAR && max === FAR ? freeNumberProperty : property(number(min, max), 'slider')
const freeNumberProperty = named('numberProperty', property(anyNumber, 'slider'))
export const percentProperty = named('percentProperty', numberProperty(0, 100))
export const vectorProperty = named('vectorProperty', property(vector, 'point', 'slider'))
export const colorProperty = named('colorProperty', property(colorValue, 'color'))
export const pathProperty = named('pathProperty', property(bezierPath))

const splitPosition: Check<SplitPosition> = object(
  { s: oneOf(true), x: numberProperty(), y: numberProperty() },
  {},
  { z: anything },
)
const position = when((value) => isRecord(value) && value.s === true, splitPosition, vectorProperty)

/** Checks of the properties of a layer or a transform, each of which is remembered. */
export function eachRemembered<Checks extends Shape>(checks: Checks): Checks {
  return Object.fromEntries(
    Object.entries(checks).map(([key, check]) => [key, DEPENDENT.has(key) ? check : remembered(check)]),
  ) as Checks
}

/** What may be right in one list of layers and wrong in another. */
const DEPENDENT: ReadonlySet<string> = new Set(['matte', 'layers'])

/** The same check, which looks at a value once in the same surroundings: layers that change in one property keep the others. */
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
export const transform: Check<Transform> = named('transform', object({}, eachRemembered(transformShape)))

export const stops = named('stops', list(tuple(share, colorProperty), 16, 2))
const gradient: Check<Gradient> = object(
  { gradient: oneOf('linear', 'radial'), from: vectorProperty, to: vectorProperty, stops },
  { units: oneOf('px', 'box') },
)
export const paint: Check<Paint> = named(
  'paint',
  when((value) => isRecord(value) && 'gradient' in value, gradient, colorProperty),
)
