// Runs a parsed expression. Every node costs a step, steps and depth are bounded, and the caller defines all names. An
// expression therefore always ends soon, with a value or an ExpressionError, and can access nothing else.
import { pow } from './exact-math.ts'
import { ExpressionError } from './expression-error.ts'
import { readMember } from './member.ts'
import type { Expression, Program, Statement } from './syntax.ts'
import {
  type Budget,
  Callable,
  Dictionary,
  describe,
  isExpressionObject,
  isList,
  isTruthy,
  MAX_LENGTH,
  operate,
  Pattern,
  plain,
  toNumber,
  toText,
  type Value,
} from './value.ts'

const MAX_DEPTH = 600

/** Resolves a name that the expression does not declare; undefined for an unknown name. */
export type Globals = (name: string) => { value: Value } | undefined

class Scope {
  readonly #names = new Map<string, Value>()
  readonly #outer: Scope | undefined
  readonly isFunction: boolean

  constructor(outer: Scope | undefined, isFunction: boolean) {
    this.#outer = outer
    this.isFunction = isFunction
  }

  get around(): Scope | undefined {
    return this.#outer
  }

  find(name: string): Scope | undefined {
    let scope: Scope | undefined = this
    while (scope && !scope.#names.has(name)) scope = scope.#outer
    return scope
  }

  get(name: string): Value {
    return this.#names.get(name)
  }

  set(name: string, value: Value): void {
    this.#names.set(name, value)
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }
}

/** How a statement ended: normally, or by a jump. */
type End = undefined | 'break' | 'continue' | { result: Value }

/** Bodymovin's variable for the result of an expression. */
const RESULT = '$bm_rt'

/**
 * Runs a program. The result is the value assigned to `$bm_rt`, otherwise that of the last statement with a value.
 * @throws ExpressionError
 */
export function runProgram(program: Program, globals: Globals, budget: Budget): Value {
  return new Run(globals, budget).program(program)
}

/** A value thrown by the expression itself. */
class Thrown extends ExpressionError {
  readonly value: Value

  constructor(value: Value) {
    super('missing', `It throws ${describe(value)}`)
    this.value = value
  }
}

class Run {
  readonly #globals: Globals
  readonly #budget: Budget
  #depth = 0
  #last: Value

  constructor(globals: Globals, budget: Budget) {
    this.#globals = globals
    this.#budget = budget
  }

  program(program: Program): Value {
    const scope = new Scope(undefined, true)
    const end = this.#body(program, scope)
    if (typeof end === 'object') return end.result
    return scope.get(RESULT) ?? this.#last
  }

  #step(): void {
    this.#budget.pay(1)
  }

  #deeper<Result>(run: () => Result): Result {
    if (++this.#depth > MAX_DEPTH) throw new ExpressionError('limit', 'Its functions call each other too deeply')
    try {
      return run()
    } finally {
      this.#depth--
    }
  }

  #body(body: readonly Statement[], scope: Scope): End {
    // Functions are hoisted: they may be called before their declaration.
    for (const statement of body)
      if (statement.type === 'define') scope.set(statement.name, this.#evaluate(statement.value, scope))
    for (const statement of body) {
      const end = this.#statement(statement, scope)
      if (end !== undefined) return end
    }
    return undefined
  }

  #statement(statement: Statement, scope: Scope): End {
    return this.#deeper(() => this.#runStatement(statement, scope))
  }

  #runStatement(statement: Statement, scope: Scope): End {
    this.#step()
    switch (statement.type) {
      case 'expression':
        this.#last = this.#evaluate(statement.expression, scope)
        return undefined
      case 'declare':
        return this.#declare(statement, scope)
      case 'define':
        return undefined
      case 'block':
        return this.#body(statement.body, new Scope(scope, false))
      case 'if': {
        const branch = isTruthy(this.#evaluate(statement.test, scope)) ? statement.yes : statement.no
        return branch && this.#statement(branch, scope)
      }
      case 'for':
        return this.#for(statement, new Scope(scope, false))
      case 'each':
        return this.#each(statement, new Scope(scope, false))
      case 'while':
        return this.#while(statement, scope)
      case 'return':
        return { result: statement.value && this.#evaluate(statement.value, scope) }
      case 'break':
      case 'continue':
        return statement.type
      case 'switch':
        return this.#switch(statement, new Scope(scope, false))
      case 'try':
        return this.#try(statement, scope)
      case 'throw':
        throw new Thrown(this.#evaluate(statement.value, scope))
    }
  }

  #declare(statement: Statement & { type: 'declare' }, scope: Scope): End {
    let home = scope
    while (!statement.isBlockWide && !home.isFunction && home.around) home = home.around
    for (const { name, value } of statement.list) {
      if (value) home.set(name, this.#evaluate(value, scope))
      else if (statement.isBlockWide || !home.has(name)) home.set(name, undefined)
    }
    return undefined
  }

  #for(statement: Statement & { type: 'for' }, scope: Scope): End {
    if (statement.start) this.#statement(statement.start, scope)
    while (!statement.test || isTruthy(this.#evaluate(statement.test, scope))) {
      const end = this.#statement(statement.body, scope)
      if (end === 'break') break
      if (typeof end === 'object') return end
      if (statement.step) this.#evaluate(statement.step, scope)
    }
    return undefined
  }

  #each(statement: Statement & { type: 'each' }, scope: Scope): End {
    const list = plain(this.#evaluate(statement.list, scope))
    const keys = list instanceof Dictionary ? [...list.entries.keys()] : undefined
    const items = isList(list) ? list : typeof list === 'string' ? [...list] : keys
    if (!items) throw new ExpressionError('value', `${describe(list)} cannot be gone through`)
    for (const [n, item] of [...items].entries()) {
      scope.set(statement.name, statement.by === 'of' || keys ? item : String(n))
      const end = this.#statement(statement.body, scope)
      if (end === 'break') break
      if (typeof end === 'object') return end
    }
    return undefined
  }

  #while({ test, body, testsLast }: Statement & { type: 'while' }, scope: Scope): End {
    let isFirst = testsLast
    while (isFirst || isTruthy(this.#evaluate(test, scope))) {
      isFirst = false
      const end = this.#statement(body, scope)
      if (end === 'break') break
      if (typeof end === 'object') return end
    }
    return undefined
  }

  #switch({ value, cases }: Statement & { type: 'switch' }, scope: Scope): End {
    const selector = plain(this.#evaluate(value, scope))
    const found = cases.findIndex(({ test }) => test && plain(this.#evaluate(test, scope)) === selector)
    const start = found >= 0 ? found : cases.findIndex(({ test }) => test === undefined)
    if (start < 0) return undefined
    for (const { body } of cases.slice(start)) {
      const end = this.#body(body, scope)
      if (end === 'break') return undefined
      if (end !== undefined) return end
    }
    return undefined
  }

  /** Only missing objects are caught: exceeded limits and unsupported code are reported regardless of `try`. */
  #try({ body, name, rescue, last }: Statement & { type: 'try' }, scope: Scope): End {
    let end: End
    try {
      end = this.#body(body, new Scope(scope, false))
    } catch (error) {
      if (!(error instanceof ExpressionError) || error.fault !== 'missing' || !rescue) throw error
      const inner = new Scope(scope, false)
      if (name) inner.set(name, error instanceof Thrown ? error.value : error.message)
      end = this.#body(rescue, inner)
    }
    return last ? (this.#body(last, new Scope(scope, false)) ?? end) : end
  }

  #evaluate(expression: Expression, scope: Scope): Value {
    return this.#deeper(() => this.#compute(expression, scope))
  }

  #compute(expression: Expression, scope: Scope): Value {
    this.#step()
    switch (expression.type) {
      case 'literal':
        return expression.value
      case 'pattern':
        return new Pattern(expression.source, expression.flags)
      case 'name':
        return this.#name(expression.name, scope)
      case 'list':
        return expression.items.map((item) => plain(this.#evaluate(item, scope)))
      case 'record': {
        const dictionary = new Dictionary()
        for (const [key, value] of expression.entries) dictionary.entries.set(key, this.#evaluate(value, scope))
        return dictionary
      }
      case 'function':
        return this.#makeFunction(expression, scope)
      case 'unary':
        return this.#unary(expression, scope)
      case 'binary': {
        const left = this.#evaluate(expression.left, scope)
        return this.#operate(expression.sign, left, this.#evaluate(expression.right, scope))
      }
      case 'logical':
        return this.#logical(expression, scope)
      case 'choice':
        return this.#evaluate(isTruthy(this.#evaluate(expression.test, scope)) ? expression.yes : expression.no, scope)
      case 'assign':
        return this.#assign(expression, scope)
      case 'step': {
        const before = toNumber(this.#evaluate(expression.target, scope))
        this.#store(expression.target, before + expression.by, scope)
        return expression.isPrefix ? before + expression.by : before
      }
      case 'member':
        return this.#member(expression, scope)
      case 'call':
        return this.#call(expression, scope)
      case 'sequence':
        return expression.items.reduce<Value>((_, item) => this.#evaluate(item, scope), undefined)
    }
  }

  #operate(sign: string, left: Value, right: Value): Value {
    if (sign === 'instanceof') return right instanceof Callable && isList(plain(left))
    if (sign === 'in') {
      const inside = plain(right)
      return inside instanceof Dictionary
        ? inside.entries.has(toText(left))
        : isList(inside) && toNumber(left) in inside
    }
    if (sign === '**') return pow(toNumber(left), toNumber(right))
    return operate(sign, left, right, this.#budget)
  }

  #logical({ sign, left, right }: Expression & { type: 'logical' }, scope: Scope): Value {
    const first = this.#evaluate(left, scope)
    const isTaken = sign === '&&' ? !isTruthy(first) : sign === '||' ? isTruthy(first) : plain(first) != null
    return isTaken ? first : this.#evaluate(right, scope)
  }

  #name(name: string, scope: Scope): Value {
    const home = scope.find(name)
    if (home) return home.get(name)
    const known = this.#globals(name)
    if (known) return known.value
    throw new ExpressionError('unsupported', `"${name.slice(0, 60)}" is not known here`)
  }

  #unary({ sign, operand }: Expression & { type: 'unary' }, scope: Scope): Value {
    if (sign === 'typeof' && operand.type === 'name' && !scope.find(operand.name) && !this.#globals(operand.name))
      return 'undefined'
    const value = plain(this.#evaluate(operand, scope))
    switch (sign) {
      case '!':
        return !isTruthy(value)
      case '-':
        return isList(value) ? value.map((item) => -toNumber(item)) : -toNumber(value)
      case '+':
        return toNumber(value)
      case '~':
        return ~toNumber(value)
      case 'typeof':
        return value instanceof Callable ? 'function' : typeof value
      default:
        return undefined
    }
  }

  #makeFunction({ parameters, body }: Expression & { type: 'function' }, scope: Scope): Value {
    return new Callable((values) =>
      this.#deeper(() => {
        this.#step()
        const inner = new Scope(scope, true)
        for (const [n, { name, rest }] of parameters.entries()) {
          const argument = values[n]
          inner.set(name, argument === undefined && rest ? this.#evaluate(rest, inner) : argument)
        }
        const end = this.#body(body, inner)
        return typeof end === 'object' ? end.result : undefined
      }),
    )
  }

  #assign({ target, sign, value }: Expression & { type: 'assign' }, scope: Scope): Value {
    const assigned = this.#evaluate(value, scope)
    const stored = sign === '' ? assigned : this.#operate(sign, this.#evaluate(target, scope), assigned)
    this.#store(target, stored, scope)
    return stored
  }

  #store(target: Expression, value: Value, scope: Scope): void {
    if (target.type === 'name') {
      let home = scope.find(target.name)
      // Undeclared variables belong to the whole expression.
      for (let outer: Scope | undefined = scope; !home && outer; outer = outer.around) if (!outer.around) home = outer
      home?.set(target.name, value)
      return
    }
    if (target.type !== 'member') throw new ExpressionError('syntax', 'Only a name or a part of a value can be set')
    const of = this.#evaluate(target.of, scope)
    const name = plain(this.#evaluate(target.name, scope))
    if (of instanceof Dictionary) {
      if (of.entries.size >= MAX_LENGTH) throw new ExpressionError('limit', 'An object has too many parts')
      of.entries.set(toText(name), value)
    } else if (isList(of)) this.#storeItem(of, name, value)
    else throw new ExpressionError('unsupported', `Nothing can be set in ${describe(of)}`)
  }

  #storeItem(list: Value[], name: Value, value: Value): void {
    const index = toNumber(name)
    if (!Number.isInteger(index) || index < 0 || index >= MAX_LENGTH)
      throw new ExpressionError('limit', `A list has no place ${describe(name)}`)
    while (list.length < index) {
      this.#step()
      list.push(undefined)
    }
    list[index] = plain(value)
  }

  #member({ of, name, isOptional }: Expression & { type: 'member' }, scope: Scope): Value {
    const from = this.#evaluate(of, scope)
    if (isOptional && (from === undefined || from === null)) return undefined
    return this.#read(from, plain(this.#evaluate(name, scope)))
  }

  #read(from: Value, name: Value): Value {
    if (isExpressionObject(from)) {
      const own = typeof name === 'string' ? from.member(name) : undefined
      if (own !== undefined) return own
      if (from.value) return this.#read(from.value(), name)
      throw new ExpressionError('unsupported', `"${toText(name).slice(0, 60)}" of ${from.label} is not known here`)
    }
    if (from instanceof Dictionary) {
      const key = toText(name)
      return from.entries.has(key) ? from.entries.get(key) : undefined
    }
    if ((isList(from) || typeof from === 'string') && isPlace(name)) return from[Number(name)]
    if (from === undefined || from === null)
      throw new ExpressionError('missing', `"${toText(name).slice(0, 60)}" of nothing is asked for`)
    const member = readMember(from, toText(name), this.#budget)
    if (member === undefined)
      throw new ExpressionError('unsupported', `"${toText(name).slice(0, 60)}" of ${describe(from)} is not known here`)
    return member
  }

  #call({ of, values }: Expression & { type: 'call' }, scope: Scope): Value {
    const called = this.#evaluate(of, scope)
    const evaluated = values.map((value) => this.#evaluate(value, scope))
    if (called instanceof Callable) return called.call(evaluated)
    if (isExpressionObject(called) && called.find) return called.find(plain(evaluated[0]))
    throw new ExpressionError('unsupported', `${describe(called)} is no function`)
  }
}

function isPlace(name: Value): boolean {
  return typeof name === 'number' || (typeof name === 'string' && /^\d+$/.test(name))
}
