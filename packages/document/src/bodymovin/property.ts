// Converts Bodymovin's properties, in all the formats of its versions, to properties of our document: plain values when static,
// otherwise keyframes in ascending order, each with its own value.

import { isRecord } from '../schema/check.ts'
import type { NumberChange } from '../schema/property.ts'
import { numberOr } from './cleanse.ts'
import type { Lint } from './lint.ts'

const MAX_KEYFRAMES = 2000
const MAX_VERTICES = 2000
/** Less than a frame before a keyframe, and invisibly close. */
const JUST_BEFORE = 0.001
/** The document's own limit for coordinates. */
const FAR = 1e6

/** A converted property as JSON: a plain value, `{a: 1, k: keyframes}` or a binding to a field. */
export type PropertyJson = unknown

/** How values of one kind are read. `undefined` means that the value is not of this kind. */
export interface ValueKind {
  readonly name: 'number' | 'vector' | 'color' | 'path' | 'numbers'
  read(raw: unknown): unknown
}

/** The context for reading a property. */
export interface Scope {
  readonly lint: Lint
  /** Subtracted from the time of keyframes: frame 0 of a document is the first frame of the animation. */
  readonly shift: number
  readonly path: string
  /** How many more values may be converted: precomps are expanded at each use, so their number could grow exponentially. */
  readonly budget: { left: number }
  /** Resolves a slot id: a binding, or the slot's value. */
  slot(id: string, kind: ValueKind, path: string): { binding: PropertyJson } | { value: unknown } | undefined
}

export function at(scope: Scope, step: string | number): Scope {
  return {
    ...scope,
    path: scope.path + (typeof step === 'number' ? `[${step}]` : scope.path === '' ? step : `.${step}`),
  }
}

function limitNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? Math.min(FAR, Math.max(-FAR, value)) : undefined
}

/** A number, clamped to the document's limits; `factor` converts its unit. */
export function numberKind(min = -FAR, max = FAR, factor = 1): ValueKind {
  return {
    name: 'number',
    read(raw) {
      const value = limitNumber(Array.isArray(raw) ? raw[0] : raw)
      return value === undefined ? undefined : Math.min(max, Math.max(min, value * factor))
    },
  }
}

export const anyNumber = numberKind()
export const percent = numberKind(0, 100)
export const signedPercent = numberKind(-100, 100)
/** A percentage that After Effects stores from 0 to 255. */
export const percentOf255 = numberKind(0, 100, 100 / 255)

/** A point, size or scale in two numbers; a third (depth) is dropped. */
export const vectorKind: ValueKind = {
  name: 'vector',
  read(raw) {
    if (typeof raw === 'number') return [limitNumber(raw) ?? 0, limitNumber(raw) ?? 0]
    const list = Array.isArray(raw) && Array.isArray(raw[0]) ? raw[0] : raw
    if (!Array.isArray(list) || list.length === 0) return undefined
    const [x, y] = [limitNumber(list[0]), limitNumber(list.length > 1 ? list[1] : list[0])]
    return x === undefined || y === undefined ? undefined : [x, y]
  },
}

/** A position in two numbers; unlike a scale, a single number does not stand for both. */
const pointKind: ValueKind = {
  name: 'vector',
  read: (raw) => (isSingle(raw) ? [limitNumber(raw[0]) ?? 0, 0] : vectorKind.read(raw)),
}

function isSingle(value: unknown): value is [number] {
  return Array.isArray(value) && value.length === 1 && typeof value[0] === 'number'
}

/** Converts a position, and reports when another exporter wrote only one number. */
export function convertPoint(raw: unknown, scope: Scope): PropertyJson | undefined {
  const value = isRecord(raw) && 'k' in raw ? raw.k : raw
  const written = isKeyframed(value) ? value.map(({ s }) => s) : [value]
  if (written.some(isSingle))
    scope.lint.warn(
      'invalid-value',
      scope.path,
      'The value has one number where two are needed; the other one is taken for 0',
    )
  return convertProperty(raw, pointKind, scope)
}

/** A colour as `#rrggbb`; Bodymovin files before 4.1.9 have channels up to 255. */
export const colorKind: ValueKind = {
  name: 'color',
  read(raw) {
    if (typeof raw === 'string') return /^#[0-9a-f]{3}([0-9a-f]{3}([0-9a-f]{2})?)?$/i.test(raw) ? raw : undefined
    if (!Array.isArray(raw) || raw.length < 3) return undefined
    const channels = raw.slice(0, 3).map(limitNumber)
    if (channels.some((channel) => channel === undefined)) return undefined
    const max = Math.max(...(channels as number[])) > 1.001 ? 255 : 1
    return unitChannelsToHex((channels as number[]).map((channel) => channel / max))
  },
}

/** Formats channels 0 to 1 as `#rrggbb`, and as `#rrggbbaa` with a fourth one below 1. */
export function unitChannelsToHex(channels: readonly number[]): string {
  const shown = channels.length > 3 && (channels[3] ?? 1) < 1 ? channels.slice(0, 4) : channels.slice(0, 3)
  const pair = (one: number) =>
    Math.round(Math.min(1, Math.max(0, one)) * 255)
      .toString(16)
      .padStart(2, '0')
  return `#${shown.map(pair).join('')}`
}

/** A list of numbers, such as packed gradients. */
export const numbersKind: ValueKind = {
  name: 'numbers',
  read(raw) {
    if (!Array.isArray(raw) || raw.length > 200) return undefined
    return raw.map((item) => limitNumber(item) ?? 0)
  },
}

/** A path; `isClosed` comes from files before 4.4.18, which store it next to the path. */
export function pathKind(isClosed: boolean | undefined): ValueKind {
  return {
    name: 'path',
    read(raw) {
      const path = Array.isArray(raw) ? raw[0] : raw
      if (!isRecord(path) || !Array.isArray(path.v)) return undefined
      const count = Math.min(path.v.length, MAX_VERTICES)
      if (count === 0) return undefined
      const points = (list: unknown) =>
        Array.from({ length: count }, (_, n) => vectorKind.read(Array.isArray(list) ? list[n] : undefined) ?? [0, 0])
      return {
        c: path.c === undefined ? (isClosed ?? false) : path.c === true,
        v: points(path.v),
        i: points(path.i),
        o: points(path.o),
      }
    },
  }
}

/** Marks the JSON of a property whose expression is live with its index in the rig. As a symbol, it cannot occur in a file. */
export const LIVE = Symbol('live')

/** Marks the JSON of a text layer that shows the text of another one with that layer. */
export const LIKE = Symbol('like')

/** The layer that declares what customers fill in: itself, or the one whose text it shows. */
export function namingLayer(raw: Record<string | symbol, unknown>): Record<string, unknown> {
  const like = raw[LIKE]
  return isRecord(like) ? like : raw
}

function liveProperty(raw: Record<string | symbol, unknown>, kind: ValueKind): PropertyJson | undefined {
  const k = kind.read(raw.k)
  if (k === undefined || !Object.hasOwn(COUNTS, kind.name)) return undefined
  return { a: 0, k, x: { live: raw[LIVE], count: COUNTS[kind.name], ...findNumberChange(kind) } }
}

/** Ends below this are limits of the kind, others those of all numbers. */
const MEANT = 50_000

/** How many numbers expressions return for a kind. */
const COUNTS: Readonly<Record<string, number>> = { number: 1, vector: 2, color: 4 }

/** The change that a kind applies to numbers known only when the document is drawn. */
export function findNumberChange(kind: ValueKind): NumberChange {
  if (kind.name === 'color') return { min: 0, max: 1 }
  if (kind.name !== 'number') return {}
  const [min, max] = [-FAR, FAR].map((end) => Number(kind.read(end))) as [number, number]
  // The difference to a second number within the limits is the factor.
  const start = Math.max(min, Math.min(max, 0))
  const probe = start === 0 ? 0.001 : start
  const factor = Number(kind.read(probe)) / probe
  return {
    ...(Math.abs(factor - 1) > 1e-6 && Number.isFinite(factor) ? { factor } : {}),
    ...(min > -MEANT ? { min } : {}),
    ...(max < MEANT ? { max } : {}),
  }
}

/** Whether a converted property has an expression that runs whenever the document is drawn. */
function isLive(property: PropertyJson): property is { a: 0; k: unknown; x: NumberChange } {
  return isRecord(property) && property.a === 0 && isRecord(property.x)
}

/** Converts a property. `undefined` means that it is absent or invalid (which is reported). */
export function convertProperty(raw: unknown, kind: ValueKind, scope: Scope): PropertyJson | undefined {
  if (raw === undefined || raw === null || !spend(raw, scope)) return undefined
  if (isRecord(raw) && LIVE in raw) return liveProperty(raw, kind)
  if (isRecord(raw) && typeof raw.sid === 'string') {
    const slot = scope.slot(raw.sid, kind, scope.path)
    if (slot && 'binding' in slot) return slot.binding
    if (slot && slot.value !== undefined) return convertProperty(withoutSlot(slot.value), kind, scope)
  }
  const value = isRecord(raw) && 'k' in raw ? raw.k : raw
  if (isKeyframed(value)) {
    warnOfUnmarkedKeyframes(raw, scope)
    return convertKeyframes(value, kind, scope, isRecord(raw) ? raw.loop : undefined)
  }
  const plain = kind.read(value)
  if (plain === undefined)
    scope.lint.warn('invalid-value', scope.path, 'The value is no {kind}; it was left out', { kind: kind.name })
  return plain
}

/** Bodymovin marks each property as animated or not; when that contradicts the value, players differ. */
function warnOfUnmarkedKeyframes(raw: unknown, scope: Scope): void {
  if (isRecord(raw) && raw.a === 0)
    scope.lint.warn(
      'invalid-value',
      scope.path,
      'The file says that this property does not move, but has keyframes for it; they are used',
    )
}

/** Takes the size of a value from the budget; false, reported once, when it is exhausted. */
function spend(value: unknown, scope: Scope): boolean {
  if (scope.budget.left <= 0) return false
  scope.budget.left -= countValues(value)
  if (scope.budget.left <= 0)
    scope.lint.error('too-many-values', '', 'With its precomps written out the animation is too large')
  return scope.budget.left > 0
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  let size = 1
  for (const one of Object.values(value)) size += countValues(one)
  return size
}

function withoutSlot(value: unknown): unknown {
  return isRecord(value) ? { ...value, sid: undefined } : value
}

export function isKeyframed(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && isRecord(value[0]) && 't' in value[0]
}

interface Key {
  t: number
  s: unknown
  /** The end value of the motion that starts here, when the file contains it. */
  e?: unknown
  rest: Record<string, unknown>
}

function convertKeyframes(
  raw: readonly unknown[],
  kind: ValueKind,
  scope: Scope,
  loop: unknown,
): PropertyJson | undefined {
  if (raw.length > MAX_KEYFRAMES)
    scope.lint.error('too-many-keyframes', scope.path, 'Only the first {most} of {count} keyframes are used', {
      most: MAX_KEYFRAMES,
      count: raw.length,
    })
  const keys = readKeys(raw.slice(0, MAX_KEYFRAMES), kind, scope)
  const [first] = keys
  if (!first) {
    scope.lint.warn('invalid-value', scope.path, 'None of the keyframes has a {kind}; they were left out', {
      kind: kind.name,
    })
    return undefined
  }
  if (keys.length === 1) return first.s
  const written = keys.map(({ t, s, rest }) => ({
    t,
    s: kind.name === 'number' || kind.name === 'color' ? [s] : s,
    ...rest,
  }))
  // Lottie wraps paths of keyframes in a list, and so does our document.
  const k = written.map((key) => (kind.name === 'path' ? { ...key, s: [key.s] } : key))
  return { a: 1, k, ...(loop === 'cycle' || loop === 'pingpong' ? { loop } : {}) }
}

function readKeys(raw: readonly unknown[], kind: ValueKind, scope: Scope): Key[] {
  const read: Key[] = []
  let lastEnd: unknown
  for (const one of raw) {
    if (!isRecord(one) || typeof one.t !== 'number') continue
    const own = one.s === undefined ? undefined : kind.read(one.s)
    const s = own ?? lastEnd ?? read.at(-1)?.s
    // The last keyframe of older files has only a time: the end of the previous motion.
    if (s === undefined) continue
    const e = one.e === undefined ? undefined : kind.read(one.e)
    lastEnd = e
    read.push({ t: one.t - scope.shift, s, e, rest: easing(one, kind) })
  }
  read.sort((a, b) => a.t - b.t)
  return spread(read)
}

/**
 * Gives every keyframe a distinct time. Two keyframes at one time, or a motion whose end differs from the start of the next
 * one, are jumps: the end of the first motion moves to just before.
 */
function spread(keys: readonly Key[]): Key[] {
  const result: Key[] = []
  keys.forEach((key, n) => {
    const last = result.at(-1)
    const next = keys[n + 1]
    const isDoubled = last !== undefined && key.t - last.t < JUST_BEFORE
    if (isDoubled && result.length > 1 && (result.at(-2) as Key).t < key.t - 2 * JUST_BEFORE)
      last.t = key.t - JUST_BEFORE
    else if (isDoubled) result.pop()
    result.push({ ...key })
    const isJump = key.e !== undefined && next !== undefined && key.rest.h !== 1 && !isSame(key.e, next.s)
    if (isJump && next.t - key.t > 2 * JUST_BEFORE) result.push({ t: next.t - JUST_BEFORE, s: key.e, rest: { h: 1 } })
  })
  return result
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function easing(key: Record<string, unknown>, kind: ValueKind): Record<string, unknown> {
  if (key.h === 1 || key.h === true) return { h: 1 }
  const rest: Record<string, unknown> = {}
  const [o, i] = [handle(key.o), handle(key.i)]
  if (o) rest.o = o
  if (i) rest.i = i
  if (kind.name === 'vector') {
    const [to, ti] = [tangent(key.to), tangent(key.ti)]
    if (to && ti && [...to, ...ti].some((part) => Math.abs(part) > 1e-6)) {
      rest.to = to
      rest.ti = ti
    }
  }
  return rest
}

function tangent(raw: unknown): number[] | undefined {
  return Array.isArray(raw) ? (vectorKind.read(raw) as number[] | undefined) : undefined
}

function handle(raw: unknown): { x: number | number[]; y: number | number[] } | undefined {
  if (!isRecord(raw)) return undefined
  const part = (value: unknown): number | number[] | undefined => {
    const list = (Array.isArray(value) ? value.slice(0, 4) : [value]).map((item) => numberOr(item, Number.NaN))
    if (list.length === 0 || list.some(Number.isNaN)) return undefined
    const held = list.map((entry) => Math.min(100, Math.max(-100, entry)))
    return held.every((item) => item === held[0]) ? (held[0] as number) : held
  }
  const [x, y] = [part(raw.x), part(raw.y)]
  return x === undefined || y === undefined ? undefined : { x, y }
}

/** Maps every value of a converted property by a linear `change`; bindings keep it as factor and summand. */
export function mapProperty(property: PropertyJson, change: (value: unknown) => unknown): PropertyJson {
  if (isLive(property)) {
    return { ...property, k: change(property.k), x: withChange(property.x, change, Array.isArray(property.k)) }
  }
  if (isBoundNumber(property)) return withChange(property, change, property.add.length > 1)
  if (!isMoving(property)) return isRecord(property) && '$field' in property ? property : change(property)
  return { ...property, k: property.k.map((key) => ({ ...key, s: change(key.s) })) }
}

/** Whether a converted property is bound to a slider or point; unlike colours, these have additive changes. */
function isBoundNumber(property: PropertyJson): property is { $field: string; add: readonly number[] } & NumberChange {
  return isRecord(property) && '$field' in property && Array.isArray(property.add)
}

/** Adds a change to the numbers of a link or binding. It is linear, so its values at 0 and 1 determine it. */
function withChange<Changed extends NumberChange>(
  existing: Changed,
  change: (value: unknown) => unknown,
  isPoint: boolean,
): Changed {
  const [zero, one] = [0, 1].map((value) => [change(isPoint ? [value, value] : value)].flat().map(Number))
  const [moved = [], turned = []] = [zero, one]
  const slope = (turned[0] ?? 1) - (moved[0] ?? 0)
  const { factor = 1, add, min, max, ...rest } = existing
  const ends = [min, max].map((end) => (end === undefined ? undefined : end * slope + (moved[0] ?? 0)))
  const [low, high] = slope < 0 ? ends.toReversed() : ends
  return {
    ...rest,
    ...(factor * slope === 1 ? {} : { factor: factor * slope }),
    add: moved.map((value, n) => value + (add?.[n] ?? 0) * slope),
    ...(low === undefined ? {} : { min: low }),
    ...(high === undefined ? {} : { max: high }),
  } as NumberChange as Changed
}

/** Converts the preserved share (After Effects) to the changed share (our document). */
export function invertPercentage(percentage: PropertyJson | undefined): PropertyJson | undefined {
  if (percentage === undefined) return undefined
  return mapProperty(percentage, (value) =>
    Array.isArray(value) ? [100 - (value[0] as number)] : 100 - (value as number),
  )
}

/** An optional property, omitted when it equals its default. */
export function optional<Key extends string>(
  key: Key,
  value: PropertyJson | undefined,
  rest?: unknown,
): { [One in Key]?: PropertyJson } {
  return (value === undefined || value === rest ? {} : { [key]: value }) as { [One in Key]?: PropertyJson }
}

/** Whether a converted property has keyframes. */
export function isMoving(property: PropertyJson): property is { a: 1; k: Record<string, unknown>[]; loop?: unknown } {
  return isRecord(property) && property.a === 1 && Array.isArray(property.k)
}
