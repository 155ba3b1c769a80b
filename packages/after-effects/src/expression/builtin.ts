// The functions that every expression can call and that know nothing of layers and time.
import { easeAt } from '@vitrine/document/evaluate'
import * as exact from './exact-math.ts'
import { ExpressionError } from './expression-error.ts'
import {
  type Budget,
  Callable,
  type ExpressionObject,
  isList,
  isTruthy,
  operate,
  plain,
  toNumber,
  toNumbers,
  toText,
  type Value,
} from './value.ts'

type Values = readonly Value[]

/** The built-in functions and constants by name. */
export function createBuiltins(budget: Budget): ReadonlyMap<string, Value> {
  const operator = (sign: string) => (values: Values) => operate(sign, values[0], values[1], budget)
  const operators = { add: '+', sum: '+', sub: '-', mul: '*', div: '/', mod: '%' }
  const named: Record<string, (values: Values) => Value> = {
    ...SCALES,
    ...VECTORS,
    ...COLORS,
    ...CONVERSIONS,
    $bm_neg: ([value]) => operate('*', value, -1, budget),
    $bm_not: ([value]) => !isTruthy(value),
    $bm_isInstanceOfArray: ([value]) => isList(plain(value)),
  }
  for (const [name, sign] of Object.entries(operators)) {
    named[name] = operator(sign)
    named[`$bm_${name}`] = operator(sign)
  }
  return new Map<string, Value>([
    ...Object.entries(named).map(([name, run]): [string, Value] => [name, new Callable(run)]),
    ['Math', MATH],
    ['Array', library('Array', { isArray: ([value]) => isList(plain(value)) })],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
  ])
}

function library(
  label: string,
  members: Readonly<Record<string, number | ((values: Values) => Value)>>,
): ExpressionObject {
  return {
    label,
    member(name) {
      const member = Object.hasOwn(members, name) ? members[name] : undefined
      return typeof member === 'function' ? new Callable(member) : member
    },
  }
}

const of1 =
  (run: (x: number) => number) =>
  ([x]: Values): Value =>
    run(toNumber(x))

const { PI, E, SQRT2, SQRT1_2, LN2, LN10, LOG2E, LOG10E } = Math

const MATH = library('Math', {
  ...{ PI, E, SQRT2, SQRT1_2, LN2, LN10, LOG2E, LOG10E },
  ...Object.fromEntries(
    ([Math.abs, Math.ceil, Math.floor, Math.round, Math.sign, Math.sqrt, Math.trunc] as const).map((run) => [
      run.name,
      of1(run),
    ]),
  ),
  acos: of1(exact.acos),
  asin: of1(exact.asin),
  atan: of1(exact.atan),
  atan2: ([y, x]) => exact.atan2(toNumber(y), toNumber(x)),
  cbrt: of1((x) => (x < 0 ? -exact.pow(-x, 1 / 3) : exact.pow(x, 1 / 3))),
  cos: of1(exact.cos),
  exp: of1(exact.exp),
  hypot: (values) => exact.hypot(values.map(toNumber)),
  log: of1(exact.log),
  log10: of1((x) => exact.log(x) / LN10),
  log2: of1((x) => exact.log(x) / LN2),
  max: (values) =>
    values.map(toNumber).reduce((most, x) => (x > most || Number.isNaN(x) ? x : most), Number.NEGATIVE_INFINITY),
  min: (values) =>
    values.map(toNumber).reduce((least, x) => (x < least || Number.isNaN(x) ? x : least), Number.POSITIVE_INFINITY),
  pow: ([x, y]) => exact.pow(toNumber(x), toNumber(y)),
  sin: of1(exact.sin),
  tan: of1(exact.tan),
})

/** A value that runs from one to another while `t` does; with two values after it, `t` runs from 0 to 1. */
function interpolate(curve: (part: number) => number): (values: Values) => Value {
  return (values) => {
    const [t, ...rest] = values
    const [from, to, a, b] =
      rest.length >= 4 ? [toNumber(rest[0]), toNumber(rest[1]), rest[2], rest[3]] : [0, 1, rest[0], rest[1]]
    const part = from === to ? (toNumber(t) < from ? 0 : 1) : (toNumber(t) - from) / (to - from)
    const ratio = curve(Math.min(1, Math.max(0, part)))
    const [start, end] = [plain(a), plain(b)]
    if (!isList(start) && !isList(end)) return toNumber(start) + (toNumber(end) - toNumber(start)) * ratio
    const [one, other] = [toNumbers(start), toNumbers(end)]
    return one.map((value, n) => value + ((other[n] ?? value) - value) * ratio)
  }
}

/** The curves of the players' `ease`, as handles of a cubic Bézier curve. */
const SCALES = {
  linear: interpolate((part) => part),
  ease: interpolate((part) => easeAt(0.333, 0, 0.667, 1, part)),
  easeIn: interpolate((part) => easeAt(0.333, 0, 0.833, 0.833, part)),
  easeOut: interpolate((part) => easeAt(0.167, 0.167, 0.667, 1, part)),
  clamp: ([value, first, second]: Values): Value => {
    const [a, b] = [toNumber(first), toNumber(second)]
    const [least, most] = [Math.min(a, b), Math.max(a, b)]
    const input = plain(value)
    const hold = (one: Value) => Math.min(most, Math.max(least, toNumber(one)))
    return isList(input) ? input.map(hold) : hold(input)
  },
}

const difference = (a: Value, b: Value) => {
  const [one, other] = [toNumbers(a), toNumbers(b)]
  return Array.from({ length: Math.max(one.length, other.length) }, (_, n) => (one[n] ?? 0) - (other[n] ?? 0))
}

const VECTORS = {
  length: ([a, b]: Values): Value => exact.hypot(b === undefined ? toNumbers(a) : difference(a, b)),
  normalize: ([a]: Values): Value => {
    const vector = toNumbers(a)
    const size = exact.hypot(vector)
    return vector.map((part) => (size === 0 ? 0 : part / size))
  },
  dot: ([a, b]: Values): Value => {
    const other = toNumbers(b)
    return toNumbers(a).reduce((sum, part, n) => sum + part * (other[n] ?? 0), 0)
  },
  cross: ([a, b]: Values): Value => {
    const [x = 0, y = 0, z = 0] = toNumbers(a)
    const [u = 0, v = 0, w = 0] = toNumbers(b)
    return [y * w - z * v, z * u - x * w, x * v - y * u]
  },
  degreesToRadians: ([x]: Values): Value => (toNumber(x) * PI) / 180,
  radiansToDegrees: ([x]: Values): Value => (toNumber(x) * 180) / PI,
}

const COLORS = {
  rgbToHsl: ([color]: Values): Value => {
    const [r = 0, g = 0, b = 0, a = 1] = toNumbers(color)
    const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)]
    const range = most - least
    const lightness = (most + least) / 2
    if (range === 0) return [0, 0, lightness, a]
    const saturation = range / (lightness > 0.5 ? 2 - most - least : most + least)
    const sixth =
      most === r ? (g - b) / range + (g < b ? 6 : 0) : most === g ? (b - r) / range + 2 : (r - g) / range + 4
    return [sixth / 6, saturation, lightness, a]
  },
  hslToRgb: ([color]: Values): Value => {
    const [h = 0, s = 0, l = 0, a = 1] = toNumbers(color)
    const reach = s * Math.min(l, 1 - l)
    const channel = (n: number) => {
      const k = (((n + h * 12) % 12) + 12) % 12
      return l - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    }
    return [channel(0), channel(8), channel(4), a]
  },
  hexToRgb: ([text]: Values): Value => {
    const match = /^#?([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(toText(text))
    if (!match) throw new ExpressionError('value', `"${toText(text).slice(0, 20)}" is no colour such as #b4143c`)
    return [...match.slice(1, 4).map((pair) => Number.parseInt(pair, 16) / 255), 1]
  },
}

const CONVERSIONS = {
  Boolean: ([value]: Values): Value => isTruthy(value),
  Number: ([value]: Values): Value => toNumber(value),
  String: ([value]: Values): Value => toText(value),
  isFinite: ([value]: Values): Value => Number.isFinite(toNumber(value)),
  isNaN: ([value]: Values): Value => Number.isNaN(toNumber(value)),
  parseFloat: ([value]: Values): Value => Number.parseFloat(toText(value)),
  parseInt: ([value, radix]: Values): Value =>
    Number.parseInt(toText(value), radix === undefined ? 10 : toNumber(radix)),
}

/** Random numbers: one, or a list as long as its ends. `draw` gives the next one from 0 to 1. */
export function randomBetween(values: Values, draw: () => number): Value {
  const [first, second] = values.map(plain)
  if (first === undefined) return draw()
  if (!isList(first) && !isList(second)) {
    const [from, to] = second === undefined ? [0, toNumber(first)] : [toNumber(first), toNumber(second)]
    return from + (to - from) * draw()
  }
  const [one, other] = [toNumbers(first), second === undefined ? undefined : toNumbers(second)]
  return (other ?? one).map((end, n) => {
    const from = other ? (one[n] ?? 0) : 0
    return from + (end - from) * draw()
  })
}

/** A draw of a bell curve between 0 and 1: nine in ten are in the middle half. */
export function bell(seed: number, n: number): number {
  let sum = 0
  for (let k = 0; k < 6; k++) sum += share(seed, n, k)
  return sum / 6
}

// Random numbers for expressions: deterministic on every host. After Effects does not publish its generator, so ours give
// different numbers of the same distribution; see docs/decisions/0043-expressions.md.

/** Hashes integers to a 32-bit integer. */
export function hash(...parts: readonly number[]): number {
  let h = 0x9e3779b9
  for (const part of parts) {
    h = Math.imul(h ^ (part | 0), 0x85ebca6b)
    h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
    h ^= h >>> 16
  }
  return h >>> 0
}

/** Hashes a text to a 32-bit integer. */
export function hashText(text: string): number {
  let h = 0x811c9dc5
  for (let n = 0; n < text.length; n++) h = Math.imul(h ^ text.charCodeAt(n), 0x01000193)
  return h >>> 0
}

/** Hashes integers to a number from 0 to 1. */
export function share(...parts: readonly number[]): number {
  return hash(...parts) / 4294967296
}

/** Smooth one-dimensional noise, -1 to 1: random values at integers, joined by smooth curves. */
export function smoothNoise(seed: number, place: number): number {
  const cell = Math.floor(place)
  const t = place - cell
  const at = (n: number) => share(seed, cell + n) * 2 - 1
  const [a, b, c, d] = [at(-1), at(0), at(1), at(2)]
  // Catmull-Rom, clamped to the range.
  const value = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
  return Math.min(1, Math.max(-1, value))
}

/** Perlin-like gradient noise, -1 to 1, in up to three dimensions: zero at integers. */
export function gradientNoise(seed: number, [x = 0, y = 0, z = 0]: readonly number[]): number {
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)]
  const [u, v, w] = [x - i, y - j, z - k]
  const corner = (a: number, b: number, c: number) => {
    const slope = (axis: number) => share(seed, i + a, j + b, k + c, axis) * 2 - 1
    return slope(0) * (u - a) + slope(1) * (v - b) + slope(2) * (w - c)
  }
  const ease = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)
  const mix = (t: number, a: number, b: number) => a + (b - a) * t
  const row = (b: number, c: number) => mix(ease(u), corner(0, b, c), corner(1, b, c))
  return mix(ease(w), mix(ease(v), row(0, 0), row(1, 0)), mix(ease(v), row(0, 1), row(1, 1)))
}
