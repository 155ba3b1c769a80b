// The values that expressions work with, and what operators do to them. Nothing here reaches an object of the program that
// runs the expression: members are looked up in tables and maps of our own.
import type { BezierPath } from '@vitrine/document/property'
import { ExpressionError } from './expression-error.ts'
import type { RigPlace } from './rig-place.ts'

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

/** An object that an expression made itself. */
export class Dictionary {
  readonly entries = new Map<string, Value>()
}

/** A pattern between slashes. */
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

/** A function, of the expression or built in. */
export class Callable {
  readonly call: (values: readonly Value[]) => Value

  constructor(call: (values: readonly Value[]) => Value) {
    this.call = call
  }
}

/** Something of After Effects: a composition, layer, group or property. */
export interface ExpressionObject {
  /** What it is, for messages: `the layer "Title"`. */
  readonly label: string
  /** Undefined when it has no such member. */
  member(name: string): Value
  /** By what stands in parentheses after it: `effect("Size")("Slider")`. */
  find?(name: Value): Value
  /** Of a property: its value now. */
  value?(): Value
  /** Of a property: where it stands. */
  readonly place?: RigPlace
}

export function isExpressionObject(value: Value): value is ExpressionObject {
  return typeof value === 'object' && value !== null && 'member' in value && 'label' in value
}

/** Steps that are left. Whoever does work of a size of its own choosing pays for it here. */
export class Budget {
  left: number
  readonly #most: number

  constructor(most: number) {
    this.left = most
    this.#most = most
  }

  /** @throws ExpressionError when they are used up */
  pay(steps: number): void {
    this.left -= steps
    if (this.left < 0) {
      this.left = 0
      throw new ExpressionError('limit', `It takes more than ${this.#most} steps for one frame`)
    }
  }
}

/** Longest list or text that an expression may make. */
export const MAX_LENGTH = 10_000

/** A property as its value; anything else as it is. */
export function plain(value: Value): Value {
  return isExpressionObject(value) && value.value ? value.value() : value
}

export function isList(value: Value): value is Value[] {
  return Array.isArray(value)
}

/** As JavaScript's Number(), for what can be a number at all. @throws ExpressionError */
export function toNumber(given: Value): number {
  const value = plain(given)
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'string') return value.trim() === '' ? 0 : Number(value)
  if (isList(value)) return toNumber(value[0])
  if (value === null) return 0
  if (value === undefined) return Number.NaN
  throw new ExpressionError('value', `${describe(value)} is no number`)
}

/** A list of numbers; one number is a list of one. */
export function toNumbers(given: Value): number[] {
  const value = plain(given)
  return isList(value) ? value.map(toNumber) : [toNumber(value)]
}

/** As JavaScript writes a value. */
export function toText(given: Value): string {
  const value = plain(given)
  if (isList(value)) return value.map((item) => (item === null || item === undefined ? '' : toText(item))).join(',')
  if (typeof value === 'object' && value !== null) throw new ExpressionError('value', `${describe(value)} is no text`)
  return String(value)
}

export function isTruthy(given: Value): boolean {
  const value = plain(given)
  return typeof value === 'object' && value !== null ? true : Boolean(value)
}

/** A value for messages. */
export function describe(value: Value): string {
  if (isExpressionObject(value)) return value.label
  if (value instanceof Callable) return 'a function'
  if (value instanceof PathValue) return 'a path'
  if (value instanceof Dictionary || value instanceof Pattern) return 'an object'
  if (isList(value)) return `a list of ${value.length}`
  return typeof value === 'string' ? `"${value.slice(0, 40)}"` : String(value)
}

/** A binary operator; vectors are added, subtracted and scaled component by component, as in After Effects. */
export function operate(sign: string, leftGiven: Value, rightGiven: Value, budget: Budget): Value {
  const [left, right] = [plain(leftGiven), plain(rightGiven)]
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

/** A number meets the first component of a list, as in After Effects. */
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
