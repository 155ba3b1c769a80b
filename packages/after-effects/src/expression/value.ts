// The values of expressions and their operators. Expressions cannot access objects of the host program: members are looked up
// in our own tables and maps.
import type { BezierPath } from '@vitrine/document/property'
import type { RigComposition, RigGroup, RigLayer, RigProperty } from '@vitrine/document/rig'
import { ExpressionError } from './expression-error.ts'

export type Value =
  | undefined
  | null
  | number
  | string
  | boolean
  | Value[]
  | Dictionary
  | Pattern
  | PathValue
  | Callable
  | ExpressionObject

/** An object created by an expression. */
export class Dictionary {
  readonly entries = new Map<string, Value>()
}

/** A regular expression literal. */
export class Pattern {
  readonly source: string
  readonly flags: string

  constructor(source: string, flags: string) {
    this.source = source
    this.flags = flags
  }
}

/** A path, with tangents relative to its points. */
export class PathValue {
  readonly path: BezierPath

  constructor(path: BezierPath) {
    this.path = path
  }
}

/** A function, either of the expression or built in. */
export class Callable {
  readonly call: (values: readonly Value[]) => Value

  constructor(call: (values: readonly Value[]) => Value) {
    this.call = call
  }
}

/** An After Effects object: a composition, layer, group or property. */
export interface ExpressionObject {
  /** Name for messages: `the layer "Title"`. */
  readonly label: string
  /** Undefined for an unknown member. */
  member(name: string): Value
  /** Looks up a child in parentheses: `effect("Size")("Slider")`. */
  find?(name: Value): Value
  /** For a property: its current value. */
  value?(): Value
  /** For a property: its location. */
  readonly place?: RigPlace
}

export function isExpressionObject(value: Value): value is ExpressionObject {
  return typeof value === 'object' && value !== null && 'member' in value && 'label' in value
}

/** Remaining steps. Work of variable size must pay for it here. */
export class Budget {
  left: number
  readonly #most: number

  constructor(most: number) {
    this.left = most
    this.#most = most
  }

  /** @throws ExpressionError when they are exhausted */
  pay(steps: number): void {
    this.left -= steps
    if (this.left < 0) {
      this.left = 0
      throw new ExpressionError('limit', `It takes more than ${this.#most} steps for one frame`)
    }
  }
}

/** Maximum length of a list or text in an expression. */
export const MAX_LENGTH = 10_000

/** Converts a property to its value; returns any other value unchanged. */
export function plain(value: Value): Value {
  return isExpressionObject(value) && value.value ? value.value() : value
}

export function isList(value: Value): value is Value[] {
  return Array.isArray(value)
}

/** Like JavaScript's Number(), for convertible values. @throws ExpressionError */
export function toNumber(input: Value): number {
  const value = plain(input)
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string') return value.trim() === '' ? 0 : Number(value)
  if (isList(value)) return toNumber(value[0])
  if (value === null) return 0
  if (value === undefined) return Number.NaN
  throw new ExpressionError('value', `${describe(value)} is no number`)
}

/** A list of numbers; one number becomes a list. */
export function toNumbers(input: Value): number[] {
  const value = plain(input)
  return isList(value) ? value.map(toNumber) : [toNumber(value)]
}

/** Converts a value to text like JavaScript. */
export function toText(input: Value): string {
  const value = plain(input)
  if (isList(value)) return value.map((item) => (item === null || item === undefined ? '' : toText(item))).join(',')
  if (typeof value === 'object' && value !== null) throw new ExpressionError('value', `${describe(value)} is no text`)
  return String(value)
}

export function isTruthy(input: Value): boolean {
  const value = plain(input)
  return typeof value === 'object' && value !== null ? true : Boolean(value)
}

/** Describes a value for messages. */
export function describe(value: Value): string {
  if (isExpressionObject(value)) return value.label
  if (value instanceof Callable) return 'a function'
  if (value instanceof PathValue) return 'a path'
  if (value instanceof Dictionary || value instanceof Pattern) return 'an object'
  if (isList(value)) return `a list of ${value.length}`
  return typeof value === 'string' ? `"${value.slice(0, 40)}"` : String(value)
}

/** A binary operator; vectors are added, subtracted and scaled component by component, as in After Effects. */
export function operate(sign: string, leftValue: Value, rightValue: Value, budget: Budget): Value {
  const [left, right] = [plain(leftValue), plain(rightValue)]
  switch (sign) {
    case '+':
      return sum(left, right, budget)
    case '-':
      return eachPair(left, right, (a, b) => a - b, budget)
    case '*':
      return scale(left, right, budget)
    case '/':
      return isList(left) ? left.map((item) => toNumber(item) / toNumber(right)) : toNumber(left) / toNumber(right)
    case '%':
      return isList(left) ? left.map((item) => toNumber(item) % toNumber(right)) : toNumber(left) % toNumber(right)
    case '==':
      return isLooselyEqual(left, right)
    case '!=':
      return !isLooselyEqual(left, right)
    case '===':
      return left === right
    case '!==':
      return left !== right
    case '<':
    case '>':
    case '<=':
    case '>=':
      return compare(sign, left, right)
    default:
      return bitwise(sign, toNumber(left), toNumber(right))
  }
}

function sum(left: Value, right: Value, budget: Budget): Value {
  if (typeof left === 'string' || typeof right === 'string') {
    const text = toText(left) + toText(right)
    budget.pay(text.length >> 4)
    if (text.length > MAX_LENGTH)
      throw new ExpressionError('limit', `It makes a text of more than ${MAX_LENGTH} characters`)
    return text
  }
  return eachPair(left, right, (a, b) => a + b, budget)
}

/** A number is paired with the first component of a list, as in After Effects. */
function eachPair(left: Value, right: Value, change: (a: number, b: number) => number, budget: Budget): Value {
  if (!isList(left) && !isList(right)) return change(toNumber(left), toNumber(right))
  const [a, b] = [isList(left) ? left : [left], isList(right) ? right : [right]]
  const length = Math.max(a.length, b.length)
  budget.pay(length)
  return Array.from({ length }, (_, n) => change(n < a.length ? toNumber(a[n]) : 0, n < b.length ? toNumber(b[n]) : 0))
}

function scale(left: Value, right: Value, budget: Budget): Value {
  const [list, factor] = isList(left) ? [left, right] : [right, left]
  if (!isList(list)) return toNumber(left) * toNumber(right)
  budget.pay(list.length)
  if (isList(factor)) return list.map((item, n) => toNumber(item) * toNumber(factor[n] ?? 0))
  return list.map((item) => toNumber(item) * toNumber(factor))
}

function isLooselyEqual(left: Value, right: Value): boolean {
  if (left === null || left === undefined) return right === null || right === undefined
  if (right === null || right === undefined) return false
  if (typeof left === typeof right) return left === right
  if (typeof left === 'object' && typeof right === 'object') return left === right
  if (typeof left === 'string' || typeof right === 'string')
    if (isList(left) || isList(right)) return toText(left) === toText(right)
  return toNumber(left) === toNumber(right)
}

function compare(sign: string, left: Value, right: Value): boolean {
  const [a, b] =
    typeof left === 'string' && typeof right === 'string' ? [left, right] : [toNumber(left), toNumber(right)]
  if (sign === '<') return a < b
  if (sign === '>') return a > b
  return sign === '<=' ? a <= b : a >= b
}

function bitwise(sign: string, a: number, b: number): number {
  switch (sign) {
    case '&':
      return a & b
    case '|':
      return a | b
    case '^':
      return a ^ b
    case '<<':
      return a << b
    case '>>':
      return a >> b
    case '>>>':
      return a >>> b
    default:
      throw new ExpressionError('unsupported', `The operator "${sign}" is not run here`)
  }
}

// Locations of properties in a rig.

/** A property and its location. */
export interface RigPlace {
  readonly composition: RigComposition
  readonly layer: RigLayer
  readonly property: RigProperty
  /** The effect or group that contains it. */
  readonly group?: RigGroup
}

export function isGroup(part: RigGroup | RigProperty): part is RigGroup {
  return 'parts' in part
}
