// The members of numbers, texts, lists and patterns: the JavaScript methods that expressions use. Each method pays for its
// work.
import { ExpressionError } from './expression-error.ts'
import { PATH_METHODS } from './path-value.ts'
import {
  type Budget,
  Callable,
  isList,
  isTruthy,
  MAX_LENGTH,
  PathValue,
  Pattern,
  plain,
  toNumber,
  toText,
  type Value,
} from './value.ts'

type Values = readonly Value[]
type Method<Of> = (of: Of, values: Values, budget: Budget) => Value

/** A member of a plain value; undefined for an unknown name. */
export function readMember(of: Value, name: string, budget: Budget): Value {
  if (typeof of === 'string') {
    // Each method reads the text at most once, or pays for more.
    budget.pay(of.length >> 6)
    return name === 'length' ? of.length : bound(TEXT, of, name, budget)
  }
  if (isList(of)) return name === 'length' ? of.length : bound(LIST, of, name, budget)
  if (typeof of === 'number') return bound(NUMBER, of, name, budget)
  if (typeof of === 'boolean') return bound(NUMBER, of ? 1 : 0, name, budget)
  if (of instanceof PathValue) return bound(PATH_METHODS, of, name, budget)
  if (of instanceof Pattern) return bound(PATTERN, of, name, budget)
  return undefined
}

function bound<Of>(methods: Readonly<Record<string, Method<Of>>>, of: Of, name: string, budget: Budget): Value {
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined
  return method && new Callable((values) => method(of, values, budget))
}

const orElse = (value: Value, rest: number) => (plain(value) === undefined ? rest : Math.trunc(toNumber(value)))
const optional = (value: Value) => (plain(value) === undefined ? undefined : Math.trunc(toNumber(value)))
const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

const NUMBER: Readonly<Record<string, Method<number>>> = {
  toFixed: (of, [digits]) => of.toFixed(within(orElse(digits, 0), 0, 100)),
  toPrecision: (of, [digits]) =>
    plain(digits) === undefined ? String(of) : of.toPrecision(within(orElse(digits, 1), 1, 100)),
  toString: (of: number, [radix]: Values): Value => of.toString(within(orElse(radix, 10), 2, 36)),
  toLocaleString: (of: number): Value => formatGrouped(of),
  valueOf: (of: number): Value => of,
}

/**
 * Formats with thousands separators and at most three decimals, always in English, because the output of After Effects must not
 * depend on the locale.
 */
function formatGrouped(value: number): string {
  if (!Number.isFinite(value)) return String(value)
  const [whole = '0', part] = String(Number(Math.abs(value).toFixed(3))).split('.')
  const commas = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return `${value < 0 ? '-' : ''}${commas}${part ? `.${part}` : ''}`
}

function limited(text: string, budget: Budget): string {
  budget.pay(text.length >> 4)
  if (text.length > MAX_LENGTH)
    throw new ExpressionError('limit', `It makes a text of more than ${MAX_LENGTH} characters`)
  return text
}

const TEXT: Readonly<Record<string, Method<string>>> = {
  charAt: (of, [n]) => of.charAt(orElse(n, 0)),
  charCodeAt: (of, [n]) => of.charCodeAt(orElse(n, 0)),
  codePointAt: (of, [n]) => of.codePointAt(orElse(n, 0)),
  concat: (of, values, budget) => limited(of + values.map(toText).join(''), budget),
  endsWith: (of, [part]) => of.endsWith(toText(part)),
  includes: (of, [part]) => of.includes(toText(part)),
  indexOf: (of, [part, from]) => of.indexOf(toText(part), orElse(from, 0)),
  lastIndexOf: (of, [part]) => of.lastIndexOf(toText(part)),
  match: (of, [pattern], budget) => matches(of, pattern, budget),
  padEnd: (of, [length, fill]) =>
    of.padEnd(within(orElse(length, 0), 0, MAX_LENGTH), fill === undefined ? ' ' : toText(fill)),
  padStart: (of, [length, fill]) =>
    of.padStart(within(orElse(length, 0), 0, MAX_LENGTH), fill === undefined ? ' ' : toText(fill)),
  repeat: (of, [count], budget) => {
    const times = within(orElse(count, 0), 0, MAX_LENGTH + 1)
    if (of.length * times > MAX_LENGTH)
      throw new ExpressionError('limit', `It makes a text of more than ${MAX_LENGTH} characters`)
    return limited(of.repeat(times), budget)
  },
  replace: (of, [pattern, by], budget) => replace(of, pattern, by, budget),
  replaceAll: (of, [pattern, by], budget) =>
    pattern instanceof Pattern
      ? replace(of, pattern, by, budget)
      : limited(of.split(toText(pattern)).join(toText(by)), budget),
  search: (of, [pattern], budget) => of.search(toRegExp(pattern, of, budget)),
  slice: (of, [from, to]) => of.slice(orElse(from, 0), optional(to)),
  split: (of, [by, most], budget) => {
    budget.pay(of.length)
    return of.split(
      by instanceof Pattern ? toRegExp(by, of, budget) : by === undefined ? of || ' ' : toText(by),
      optional(most),
    )
  },
  startsWith: (of, [part]) => of.startsWith(toText(part)),
  substr: (of, [from, length]) => {
    const start = orElse(from, 0) < 0 ? Math.max(0, of.length + orElse(from, 0)) : orElse(from, 0)
    return of.slice(start, start + Math.max(0, orElse(length, of.length)))
  },
  substring: (of, [from, to]) => of.substring(orElse(from, 0), optional(to)),
  toLowerCase: (of) => of.toLowerCase(),
  toUpperCase: (of) => of.toUpperCase(),
  toString: (of: string): Value => of,
  trim: (of) => of.trim(),
  valueOf: (of: string): Value => of,
}

function matches(of: string, pattern: Value, budget: Budget): Value {
  const found = of.match(toRegExp(pattern, of, budget))
  return found ? [...found].slice(0, MAX_LENGTH).map((part) => part as string | undefined) : null
}

function replace(of: string, pattern: Value, by: Value, budget: Budget): string {
  const searched = pattern instanceof Pattern ? toRegExp(pattern, of, budget) : toText(pattern)
  if (by instanceof Callable) {
    return limited(
      of.replace(searched, (...parts) => toText(by.call(parts.filter((part) => typeof part === 'string')))),
      budget,
    )
  }
  return limited(of.replace(searched, toText(by)), budget)
}

/** A pattern with bounded cost (`findPatternCost`). It pays for its worst case. */
function toRegExp(value: Value, text: string, budget: Budget): RegExp {
  if (!(value instanceof Pattern))
    return new RegExp(
      toText(value)
        .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
        .slice(0, 200),
    )
  const cost = findPatternCost(value.source, value.flags, text.length)
  if (cost === undefined || !/^[gimsu]*$/.test(value.flags))
    throw new ExpressionError('unsupported', `The pattern /${value.source.slice(0, 60)}/ may take too long`)
  budget.pay(cost / 8)
  try {
    return new RegExp(value.source, value.flags)
  } catch {
    throw new ExpressionError('syntax', `The pattern /${value.source.slice(0, 60)}/ is not understood`)
  }
}

const PATTERN: Readonly<Record<string, Method<Pattern>>> = {
  test: (of, [text], budget) => toRegExp(of, toText(text), budget).test(toText(text)),
  exec: (of, [text], budget) =>
    matches(toText(text), of.flags === '' ? of : new Pattern(of.source, of.flags.replace('g', '')), budget),
}

function callback(value: Value): (...values: Value[]) => Value {
  if (!(value instanceof Callable)) throw new ExpressionError('value', 'A function is needed there')
  return (...values) => value.call(values)
}

function isSame(one: Value, other: Value): boolean {
  return plain(one) === plain(other)
}

function grow(list: Value[], values: Values, budget: Budget): void {
  budget.pay(values.length)
  if (list.length + values.length > MAX_LENGTH)
    throw new ExpressionError('limit', `It makes a list of more than ${MAX_LENGTH}`)
  for (const value of values) list.push(plain(value))
}

const LIST: Readonly<Record<string, Method<Value[]>>> = {
  concat: (of, values, budget) => {
    const joined: Value[] = []
    for (const part of [of, ...values.map(plain)]) grow(joined, isList(part) ? part : [part], budget)
    return joined
  },
  every: (of, [test]) => of.every((item, n) => isTruthy(callback(test)(item, n))),
  filter: (of, [test]) => of.filter((item, n) => isTruthy(callback(test)(item, n))),
  find: (of, [test]) => of.find((item, n) => isTruthy(callback(test)(item, n))),
  findIndex: (of, [test]) => of.findIndex((item, n) => isTruthy(callback(test)(item, n))),
  forEach: (of, [run]) => {
    for (const [n, item] of [...of].entries()) callback(run)(item, n)
    return undefined
  },
  includes: (of, [searched], budget) => {
    budget.pay(of.length)
    return of.some((item) => isSame(item, searched))
  },
  indexOf: (of, [searched], budget) => {
    budget.pay(of.length)
    return of.findIndex((item) => isSame(item, searched))
  },
  join: (of, [by], budget) => {
    budget.pay(of.length)
    return limited(
      of.map((item) => (item == null ? '' : limited(toText(item), budget))).join(by === undefined ? ',' : toText(by)),
      budget,
    )
  },
  map: (of, [change]) => of.map((item, n) => plain(callback(change)(item, n))),
  pop: (of) => of.pop(),
  push: (of, values, budget) => {
    grow(of, values, budget)
    return of.length
  },
  reduce: (of, [join, first]) => {
    const [start, ...rest] = first === undefined ? of : [first, ...of]
    return rest.reduce<Value>((sum, item, n) => callback(join)(sum, item, n), start)
  },
  reverse: (of, _, budget) => {
    budget.pay(of.length)
    return of.reverse()
  },
  shift: (of, _, budget) => {
    budget.pay(of.length)
    return of.shift()
  },
  slice: (of, [from, to], budget) => {
    budget.pay(of.length)
    return of.slice(orElse(from, 0), optional(to))
  },
  some: (of, [test]) => of.some((item, n) => isTruthy(callback(test)(item, n))),
  sort: (of, [order], budget) => {
    budget.pay(of.length * 10)
    const compare = order === undefined ? undefined : callback(order)
    const byText = (a: Value, b: Value) => (toText(a) < toText(b) ? -1 : toText(a) > toText(b) ? 1 : 0)
    return of.sort((a, b) => (compare ? toNumber(compare(a, b)) || 0 : byText(a, b)))
  },
  splice: (of, [from, count, ...values], budget) => {
    budget.pay(of.length + values.length)
    if (of.length + values.length > MAX_LENGTH)
      throw new ExpressionError('limit', `It makes a list of more than ${MAX_LENGTH}`)
    return of.splice(orElse(from, 0), optional(count) ?? of.length, ...values.map(plain))
  },
  toString: (of: Value[]): Value => toText(of),
  unshift: (of, values, budget) => {
    budget.pay(of.length)
    grow(of, [], budget)
    return of.unshift(...values.map(plain))
  },
}

// Estimates how long a pattern may search. JavaScript engines backtrack: a repetition whose content can match in several ways,
// at any depth, takes time that doubles with each character (`^((a+))+$`), and so do consecutive choices (`a?a?a?…aaa`).

interface Cost {
  /** Number of ways to match at one position of a text of the given length. */
  readonly ways: number
}

/** Counts are capped at this value. */
const MAX_NUMBER = 1e12
const ONE: Cost = { ways: 1 }

/** Returns undefined for a pattern that is invalid, unsupported, or possibly slow for texts of any length. */
export function findPatternCost(source: string, flags: string, textLength: number): number | undefined {
  const reader = new Reader(source, flags.includes('u'), textLength)
  const cost = reader.alternatives()
  return cost && reader.isAtEnd ? Math.min(MAX_NUMBER, cost.ways * (textLength + 1)) : undefined
}

/** Reads a pattern once from left to right; every method returns undefined for what is refused. */
class Reader {
  readonly #source: string
  readonly #isUnicode: boolean
  readonly #textLength: number
  #at = 0
  #depth = 0

  constructor(source: string, isUnicode: boolean, textLength: number) {
    this.#source = source
    this.#isUnicode = isUnicode
    this.#textLength = textLength
  }

  get isAtEnd(): boolean {
    return this.#at === this.#source.length
  }

  alternatives(): Cost | undefined {
    if (++this.#depth > 50) return undefined
    let ways = 0
    do {
      const one = this.#sequence()
      if (!one) return undefined
      ways += one.ways
    } while (this.#take('|'))
    this.#depth--
    return { ways: Math.min(MAX_NUMBER, ways) }
  }

  #sequence(): Cost | undefined {
    let ways = 1
    while (!this.isAtEnd && !'|)'.includes(this.#source[this.#at] ?? '')) {
      const atom = this.#atom()
      const repeated = atom && this.#repeated(atom)
      if (!repeated) return undefined
      ways = Math.min(MAX_NUMBER, ways * repeated.ways)
    }
    return { ways }
  }

  #atom(): Cost | undefined {
    if (this.#match(/\((?:\?(?:[:=!]|<[=!]|<[\w$]+>))?/y)) {
      const inside = this.alternatives()
      return this.#take(')') ? inside : undefined
    }
    // Back-references make the pattern depend on the matched text.
    if (this.#match(/\\[1-9k]/y)) return undefined
    // Without the flag, \p{2,} means a repeated p.
    if (this.#isUnicode && this.#match(/\\[pPu]\{[^{}]*\}/y)) return ONE
    const isOne = this.#match(/\[(?:\\[\s\S]|[^\]\\])*\]|\\[\s\S]|[^()[\]\\|*+?{}]/y)
    return isOne ? ONE : undefined
  }

  /** Reads the quantifier after an atom. */
  #repeated(atom: Cost): Cost | undefined {
    const found = this.#match(/[*+?]|\{(\d{1,9})(,(\d{0,9}))?\}/y)
    if (!found) return atom
    this.#take('?')
    const [sign, least = '0', range, most] = found
    if (sign === '?') return { ways: Math.min(MAX_NUMBER, atom.ways + 1) }
    if (sign.startsWith('{') && range === undefined) return { ways: Math.min(MAX_NUMBER, atom.ways ** Number(least)) }
    // One way for each repetition count, provided that each repetition matches in one way only.
    if (atom.ways > 1) return undefined
    const times = sign.startsWith('{') && most ? Number(most) - Number(least) + 1 : this.#textLength + 1
    return { ways: Math.max(1, Math.min(times, this.#textLength + 1)) }
  }

  #take(sign: string): boolean {
    if (this.#source[this.#at] !== sign) return false
    this.#at++
    return true
  }

  #match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#source)
    if (!found) return undefined
    this.#at = pattern.lastIndex
    return found
  }
}
