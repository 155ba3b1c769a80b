// Checks for property values: colours, points, keyframes, bindings to fields, transforms, paints.

import {
  type Check,
  described,
  isRecord,
  list,
  named,
  nameOf,
  number,
  object,
  oneOf,
  type Report,
  text,
  tuple,
  when,
} from './check.ts'
import { isColor } from './color.ts'
import type { Field } from './field.ts'

/** What checks may ask about the document around a value. */
export interface Surroundings {
  fields: ReadonlyMap<string, Field['type']>
  assets: ReadonlySet<string>
  fonts: ReadonlySet<string>
  /** Ids of the layers that stand in the same list. */
  siblings: Pick<ReadonlySet<string>, 'has'>
  /** Parts of layers that were found right in these surroundings, with the check that said so. */
  proven?: WeakMap<object, Check<Surroundings>>
  width: number
  height: number
}

export type DocumentCheck = Check<Surroundings>

/** Coordinates beyond this are a mistake, and squares of larger ones lose precision. */
export const FAR = 1e6

const MAX_KEYFRAMES = 2000
const MAX_VERTICES = 2000

export const frameNumber: DocumentCheck = number(-1e6, 1e6)
export const anyNumber: DocumentCheck = number(-FAR, FAR)
export const positive: DocumentCheck = number(0, FAR)
export const percent: DocumentCheck = number(0, 100)
export const share: DocumentCheck = number(0, 1)
export const vector: DocumentCheck = named(
  'vector',
  described(
    (of) => ({ type: 'array', items: of(anyNumber), minItems: 2, maxItems: 3 }),
    (value, report) =>
      Array.isArray(value) && value.length >= 2 && value.length <= 3
        ? value.every((item, n) => anyNumber(item, report.at(n)))
        : report.fail('wrong-type', 'Two numbers are needed'),
  ),
)
const pair: DocumentCheck = tuple(anyNumber, anyNumber)
export const range: DocumentCheck = described(pair.schema ?? (() => true), (value, report) =>
  Array.isArray(value) && value.length === 2
    ? pair(value, report)
    : report.fail('wrong-type', 'Two numbers are needed, the least and the most, such as [1, 2]'),
)
export const box: DocumentCheck = tuple(anyNumber, anyNumber, number(0.01, FAR), number(0.01, FAR))
export const colorValue: DocumentCheck = named(
  'color',
  described(
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
export const assetId: DocumentCheck = named(
  'assetId',
  described(
    () => ({ type: 'string', pattern: ASSET_ID.source }),
    (value, report) => checkAssetId(value, report),
  ),
)

function checkAssetId(value: unknown, report: Report<Surroundings>): boolean {
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

const points = (value: unknown, report: Report<Surroundings>): boolean =>
  Array.isArray(value)
    ? value.every((point, n) => vector(point, report.at(n)))
    : report.fail('wrong-type', 'A list of points is needed')

/** A Lottie path whose three lists are equally long. */
export const bezierPath: DocumentCheck = named(
  'path',
  described(
    (of) => {
      const points = { type: 'array', items: of(vector), minItems: 1, maxItems: MAX_VERTICES }
      return {
        type: 'object',
        properties: { c: { type: 'boolean' }, v: points, i: points, o: points },
        required: ['v', 'i', 'o'],
      }
    },
    (value, report) => checkPath(value, report),
  ),
)

function checkPath(value: unknown, report: Report<Surroundings>): boolean {
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
type FieldTypes = readonly Field['type'][]

const numberChange = { factor: anyNumber, add: list(anyNumber, 3), min: anyNumber, max: anyNumber }

/** `{$field}`, with what may be said about it. With `map`, every mapped value must itself be right. */
function binding(
  value: Record<string, unknown>,
  check: DocumentCheck,
  types: FieldTypes,
  report: Report<Surroundings>,
): boolean {
  const shape = object<Surroundings>(
    { $field: text(64, 1) },
    {
      map: () => true,
      before: text(100),
      after: text(100),
      alpha: share,
      shade: number(-1, 1),
      ...numberChange,
      equals: () => true,
      not: oneOf(true, false),
    },
  )
  if (!shape(value, report)) return false
  const type = report.context.fields.get(value.$field as string)
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

function isBinding(value: unknown): value is Record<string, unknown> & { $field: unknown } {
  return isRecord(value) && '$field' in value
}

const bindingSchema: DocumentCheck = named(
  'binding',
  described(
    () => ({ type: 'object', required: ['$field'], properties: { $field: { type: 'string' } } }),
    () => true,
  ),
)

/** A plain value or a binding. */
export function bindable(check: DocumentCheck, ...types: FieldTypes): DocumentCheck {
  return described(
    (of) => ({ anyOf: [of(check), of(bindingSchema)] }),
    (value, report) => (isBinding(value) ? binding(value, check, types, report) : check(value, report)),
  )
}

/** A plain value, a binding, `{a: 0, k}` or `{a: 1, k: keyframes}`. */
export function property(check: DocumentCheck, ...types: FieldTypes): DocumentCheck {
  const plain = bindable(unwrapped(check), ...types)
  const keyframe = described<Surroundings>(
    (of) => ({ type: 'object', properties: { t: of(frameNumber), s: of(plain) }, required: ['t', 's'] }),
    () => true,
  )
  const schema: NonNullable<DocumentCheck['schema']> = (of) => ({
    anyOf: [
      of(plain),
      {
        type: 'object',
        required: ['k'],
        properties: {
          a: { enum: [0, 1] },
          k: { anyOf: [of(plain), { type: 'array', items: of(keyframe), minItems: 1, maxItems: MAX_KEYFRAMES }] },
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
    const isRight = object<Surroundings>(
      { k: () => true },
      {
        a: oneOf(0, 1),
        ix: () => true,
        l: () => true,
        sid: () => true,
        loop: oneOf('cycle', 'pingpong'),
        x: liveLink,
      },
    )(value, report)
    if (!isRight) return false
    const animated = Array.isArray(value.k) && isRecord(value.k[0]) && 't' in value.k[0]
    if (value.a === 1 && !animated) return report.at('k').fail('wrong-type', 'A list of keyframes is needed')
    return animated ? keyframes(value.k as unknown[], plain, report.at('k')) : plain(value.k, report.at('k'))
  })
}

const link: DocumentCheck = object({ live: number(0, 1e6), count: number(1, 4) }, numberChange)
const liveLink: DocumentCheck = (value, report) =>
  typeof value === 'string'
    ? report.fail('unsupported', 'Expressions are not run; bake them into keyframes')
    : link(value, report)

/** Lottie wraps single values of keyframes in a list. */
function unwrapped(check: DocumentCheck): DocumentCheck {
  return described(
    (of) => ({ anyOf: [of(check), { type: 'array', prefixItems: [of(check)], items: false, minItems: 1 }] }),
    (value, report) => {
      const isWrapped = Array.isArray(value) && value.length === 1
      return isWrapped ? check(value[0], report.at(0)) : check(value, report)
    },
  )
}

const handleNumber: DocumentCheck = (value, report) =>
  Array.isArray(value)
    ? list(number<Surroundings>(-100, 100), 4, 1)(value, report)
    : number<Surroundings>(-100, 100)(value, report)
const handle: DocumentCheck = object({ x: handleNumber, y: handleNumber })

function keyframes(keys: unknown[], check: DocumentCheck, report: Report<Surroundings>): boolean {
  if (keys.length > MAX_KEYFRAMES) return report.fail('too-many', `At most ${MAX_KEYFRAMES} keyframes are allowed`)
  const keyframe = object<Surroundings>(
    { t: frameNumber, s: check },
    { o: handle, i: handle, h: oneOf(0, 1), to: vector, ti: vector, n: () => true },
  )
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
export const numberProperty = (min = -FAR, max = FAR): DocumentCheck =>
  min === -FAR && max === FAR ? freeNumberProperty : property(number(min, max), 'slider')
const freeNumberProperty: DocumentCheck = named('numberProperty', property(anyNumber, 'slider'))
export const percentProperty: DocumentCheck = named('percentProperty', numberProperty(0, 100))
export const vectorProperty: DocumentCheck = named('vectorProperty', property(vector, 'point', 'slider'))
export const colorProperty: DocumentCheck = named('colorProperty', property(colorValue, 'color'))
export const pathProperty: DocumentCheck = named('pathProperty', property(bezierPath))

const splitPosition: DocumentCheck = object(
  { s: oneOf(true), x: numberProperty(), y: numberProperty() },
  { z: () => true },
)
const position: DocumentCheck = when((value) => isRecord(value) && value.s === true, splitPosition, vectorProperty)

/** Checks of the properties of a layer or a transform, each of which is remembered. */
export function eachRemembered(
  checks: Readonly<Record<string, DocumentCheck>>,
): Readonly<Record<string, DocumentCheck>> {
  return Object.fromEntries(
    Object.entries(checks).map(([key, check]) => [key, DEPENDENT.has(key) ? check : remembered(check)]),
  )
}

/** What may be right in one list of layers and wrong in another. */
const DEPENDENT: ReadonlySet<string> = new Set(['matte', 'layers'])

/** The same check, which looks at a value once in the same surroundings: layers that change in one property keep the others. */
function remembered(check: DocumentCheck): DocumentCheck {
  const once: DocumentCheck = (value, report) => {
    const { proven } = report.context
    if (!proven || typeof value !== 'object' || value === null) return check(value, report)
    if (proven.get(value) === check) return true
    const isRight = check(value, report)
    if (isRight) proven.set(value, check)
    return isRight
  }
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
export const transform: DocumentCheck = named('transform', object({}, eachRemembered(transformShape)))

export const stops: DocumentCheck = named('stops', list(tuple(share, colorProperty), 16, 2))
const gradient: DocumentCheck = object(
  { gradient: oneOf('linear', 'radial'), from: vectorProperty, to: vectorProperty, stops },
  { units: oneOf('px', 'box') },
)
export const paint: DocumentCheck = named(
  'paint',
  when((value) => isRecord(value) && 'gradient' in value, gradient, colorProperty),
)
