// Parses After Effects expressions: the subset of JavaScript that people use in them, without access to anything outside (no
// `new`, `this`, classes or generators). By recursive descent, to a bounded depth.

import { ExpressionError } from './expression-error.ts'
import {
  type Declaration,
  type Expression,
  type Parameter,
  type Program,
  type Statement,
  type Token,
  tokenize,
} from './syntax.ts'

const MAX_DEPTH = 150

/** Parses a whole expression. @throws ExpressionError */
export function parseExpression(source: string): Program {
  return new Parser(tokenize(source), 0).program()
}

/** Operator precedence, lowest first. */
const BINARY: readonly (readonly string[])[] = [
  ['??'],
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!=', '===', '!=='],
  ['<', '>', '<=', '>=', 'in', 'instanceof'],
  ['<<', '>>', '>>>'],
  ['+', '-'],
  ['*', '/', '%'],
]
const LOGICAL = new Set(['??', '||', '&&'])
const ASSIGN = new Set(['=', '+=', '-=', '*=', '/=', '%=', '**=', '<<=', '>>=', '>>>='])
const REFUSED = new Set([
  'new',
  'this',
  'class',
  'function*',
  'yield',
  'await',
  'async',
  'delete',
  'import',
  'with',
  'super',
])

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  #depth: number

  constructor(tokens: readonly Token[], depth: number) {
    this.#tokens = tokens
    this.#depth = depth
  }

  program(): Program {
    const body: Statement[] = []
    while (this.#next().kind !== 'end') body.push(this.#statement())
    return body
  }

  #next(ahead = 0): Token {
    return this.#tokens[Math.min(this.#at + ahead, this.#tokens.length - 1)] as Token
  }

  #isSign(text: string, ahead = 0): boolean {
    const token = this.#next(ahead)
    return token.kind === 'sign' && token.text === text
  }

  #isWord(text: string): boolean {
    const token = this.#next()
    return token.kind === 'name' && token.text === text
  }

  #take(): Token {
    const token = this.#next()
    this.#at++
    return token
  }

  #skip(text: string): boolean {
    const token = this.#next()
    const isIt = (token.kind === 'sign' || token.kind === 'name') && token.text === text
    if (isIt) this.#at++
    return isIt
  }

  #expect(text: string): void {
    if (this.#skip(text)) return
    const { kind, text: found } = this.#next()
    const there = kind === 'end' ? 'the end' : `"${found.slice(0, 40)}"`
    throw new ExpressionError('syntax', `"${text}" is expected where ${there} stands`)
  }

  #name(): string {
    const token = this.#take()
    if (token.kind !== 'name')
      throw new ExpressionError('syntax', `A name is expected where "${token.text.slice(0, 40)}" stands`)
    return token.text
  }

  #deeper<Result>(read: () => Result): Result {
    if (++this.#depth > MAX_DEPTH) throw new ExpressionError('limit', `It is nested more than ${MAX_DEPTH} deep`)
    const result = read()
    this.#depth--
    return result
  }

  #end(): void {
    if (this.#skip(';') || this.#isSign('}') || this.#next().startsLine) return
    throw new ExpressionError('syntax', `"${this.#next().text.slice(0, 40)}" is not expected there`)
  }

  #statement(): Statement {
    return this.#deeper(() => this.#readStatement())
  }

  #readStatement(): Statement {
    if (this.#isSign('{')) return { type: 'block', body: this.#block() }
    if (this.#skip(';')) return { type: 'block', body: [] }
    const token = this.#next()
    if (token.kind === 'name') {
      switch (token.text) {
        case 'var':
        case 'let':
        case 'const':
          return this.#declaration()
        case 'function':
          return this.#definition()
        case 'if':
          return this.#if()
        case 'for':
          return this.#for()
        case 'while':
        case 'do':
          return this.#while()
        case 'return':
          return this.#return()
        case 'break':
        case 'continue':
          this.#take()
          this.#end()
          return { type: token.text }
        case 'switch':
          return this.#switch()
        case 'try':
          return this.#try()
        case 'throw':
          return this.#throw()
      }
    }
    const expression = this.#expression()
    this.#end()
    return { type: 'expression', expression }
  }

  #block(): Statement[] {
    this.#expect('{')
    const body: Statement[] = []
    while (!this.#isSign('}')) {
      if (this.#next().kind === 'end') throw new ExpressionError('syntax', 'A "}" is missing')
      body.push(this.#statement())
    }
    this.#expect('}')
    return body
  }

  #declaration(): Statement {
    const isBlockWide = this.#take().text !== 'var'
    const list = this.#declarations()
    this.#end()
    return { type: 'declare', list, isBlockWide }
  }

  #declarations(): Declaration[] {
    const list: Declaration[] = []
    do {
      const name = this.#name()
      list.push({ name, value: this.#skip('=') ? this.#assignment() : undefined })
    } while (this.#skip(','))
    return list
  }

  #definition(): Statement {
    this.#expect('function')
    const name = this.#name()
    return { type: 'define', name, value: this.#functionRest() }
  }

  #functionRest(): Expression {
    const parameters = this.#parameters()
    return { type: 'function', parameters, body: this.#block() }
  }

  #parameters(): Parameter[] {
    this.#expect('(')
    const parameters: Parameter[] = []
    while (!this.#isSign(')')) {
      const name = this.#name()
      parameters.push({ name, rest: this.#skip('=') ? this.#assignment() : undefined })
      if (!this.#skip(',')) break
    }
    this.#expect(')')
    return parameters
  }

  #if(): Statement {
    this.#take()
    const test = this.#inParentheses()
    const yes = this.#statement()
    return { type: 'if', test, yes, no: this.#skip('else') ? this.#statement() : undefined }
  }

  #inParentheses(): Expression {
    this.#expect('(')
    const inner = this.#expression()
    this.#expect(')')
    return inner
  }

  #for(): Statement {
    this.#take()
    this.#expect('(')
    const isDeclared = ['var', 'let', 'const'].some((word) => this.#isWord(word))
    const by = this.#next(isDeclared ? 2 : 1).text
    if (by === 'in' || by === 'of') {
      if (isDeclared) this.#take()
      const name = this.#name()
      this.#take()
      const list = this.#expression()
      this.#expect(')')
      return { type: 'each', name, by, list, body: this.#statement() }
    }
    const start = this.#isSign(';') ? undefined : this.#forStart(isDeclared)
    this.#expect(';')
    const test = this.#isSign(';') ? undefined : this.#expression()
    this.#expect(';')
    const step = this.#isSign(')') ? undefined : this.#expression()
    this.#expect(')')
    return { type: 'for', start, test, step, body: this.#statement() }
  }

  #forStart(isDeclared: boolean): Statement {
    if (!isDeclared) return { type: 'expression', expression: this.#expression() }
    return { type: 'declare', isBlockWide: this.#take().text !== 'var', list: this.#declarations() }
  }

  #while(): Statement {
    if (this.#take().text === 'while') {
      const test = this.#inParentheses()
      return { type: 'while', test, body: this.#statement(), testsLast: false }
    }
    const body = this.#statement()
    this.#expect('while')
    const test = this.#inParentheses()
    this.#skip(';')
    return { type: 'while', test, body, testsLast: true }
  }

  #return(): Statement {
    this.#take()
    const isBare = this.#isSign(';') || this.#isSign('}') || this.#next().startsLine
    const value = isBare ? undefined : this.#expression()
    this.#end()
    return { type: 'return', value }
  }

  #switch(): Statement {
    this.#take()
    const value = this.#inParentheses()
    this.#expect('{')
    const cases: { test: Expression | undefined; body: Statement[] }[] = []
    while (!this.#skip('}')) {
      const isDefault = this.#skip('default')
      if (!isDefault) this.#expect('case')
      const test = isDefault ? undefined : this.#expression()
      this.#expect(':')
      const body: Statement[] = []
      while (!this.#isWord('case') && !this.#isWord('default') && !this.#isSign('}')) body.push(this.#statement())
      cases.push({ test, body })
    }
    return { type: 'switch', value, cases }
  }

  #try(): Statement {
    this.#take()
    const body = this.#block()
    let name: string | undefined
    let rescue: Statement[] | undefined
    if (this.#skip('catch')) {
      if (this.#skip('(')) {
        name = this.#name()
        this.#expect(')')
      }
      rescue = this.#block()
    }
    const last = this.#skip('finally') ? this.#block() : undefined
    if (!rescue && !last) throw new ExpressionError('syntax', '"catch" is missing after "try"')
    return { type: 'try', body, name, rescue, last }
  }

  #throw(): Statement {
    this.#take()
    const value = this.#expression()
    this.#end()
    return { type: 'throw', value }
  }

  #expression(): Expression {
    const first = this.#assignment()
    if (!this.#isSign(',')) return first
    const items = [first]
    while (this.#skip(',')) items.push(this.#assignment())
    return { type: 'sequence', items }
  }

  #assignment(): Expression {
    return this.#deeper(() => {
      if (this.#startsArrow()) return this.#arrow()
      const target = this.#choice()
      const token = this.#next()
      if (token.kind !== 'sign' || !ASSIGN.has(token.text)) return target
      if (target.type !== 'name' && target.type !== 'member')
        throw new ExpressionError('syntax', 'Only a name or a part of a value can be set')
      this.#take()
      return { type: 'assign', target, sign: token.text.slice(0, -1), value: this.#assignment() }
    })
  }

  #startsArrow(): boolean {
    if (this.#next().kind === 'name') return this.#isSign('=>', 1)
    if (!this.#isSign('(')) return false
    let open = 0
    for (let ahead = 0; this.#next(ahead).kind !== 'end'; ahead++) {
      if (this.#isSign('(', ahead)) open++
      if (this.#isSign(')', ahead) && --open === 0) return this.#isSign('=>', ahead + 1)
      if (ahead > 200) return false
    }
    return false
  }

  #arrow(): Expression {
    const parameters = this.#isSign('(') ? this.#parameters() : [{ name: this.#name(), rest: undefined }]
    this.#expect('=>')
    if (this.#isSign('{')) return { type: 'function', parameters, body: this.#block() }
    return { type: 'function', parameters, body: [{ type: 'return', value: this.#assignment() }] }
  }

  #choice(): Expression {
    const test = this.#binary(0)
    if (!this.#skip('?')) return test
    const yes = this.#assignment()
    this.#expect(':')
    return { type: 'choice', test, yes, no: this.#assignment() }
  }

  #binary(level: number): Expression {
    const signs = BINARY[level]
    if (!signs) return this.#power()
    let left = this.#binary(level + 1)
    for (let token = this.#next(); this.#isAnyOf(token, signs); token = this.#next()) {
      this.#take()
      const right = this.#binary(level + 1)
      left = { type: LOGICAL.has(token.text) ? 'logical' : 'binary', sign: token.text, left, right }
    }
    return left
  }

  #isAnyOf(token: Token, signs: readonly string[]): boolean {
    return (token.kind === 'sign' || token.kind === 'name') && signs.includes(token.text)
  }

  #power(): Expression {
    const left = this.#unary()
    return this.#skip('**') ? { type: 'binary', sign: '**', left, right: this.#deeper(() => this.#power()) } : left
  }

  #unary(): Expression {
    const token = this.#next()
    const isSign = token.kind === 'sign' && ['!', '-', '+', '~'].includes(token.text)
    if (isSign || this.#isWord('typeof') || this.#isWord('void')) {
      this.#take()
      return { type: 'unary', sign: token.text, operand: this.#deeper(() => this.#unary()) }
    }
    if (this.#isSign('++') || this.#isSign('--')) {
      this.#take()
      const target = this.#deeper(() => this.#unary())
      return { type: 'step', target: settable(target), by: token.text === '++' ? 1 : -1, isPrefix: true }
    }
    const operand = this.#postfix()
    const after = this.#next()
    if (after.startsLine || after.kind !== 'sign' || (after.text !== '++' && after.text !== '--')) return operand
    this.#take()
    return { type: 'step', target: settable(operand), by: after.text === '++' ? 1 : -1, isPrefix: false }
  }

  #postfix(): Expression {
    let of = this.#primary()
    for (let links = 0; ; links++) {
      if (links > MAX_DEPTH) throw new ExpressionError('limit', `It is nested more than ${MAX_DEPTH} deep`)
      const isOptional = this.#skip('?.')
      if (this.#isSign('(')) of = { type: 'call', of, values: this.#values() }
      else if (this.#skip('[')) {
        of = { type: 'member', of, name: this.#expression(), isOptional }
        this.#expect(']')
      } else if (isOptional || this.#skip('.'))
        of = { type: 'member', of, name: { type: 'literal', value: this.#name() }, isOptional }
      else return of
    }
  }

  #values(): Expression[] {
    this.#expect('(')
    return this.#list(')')
  }

  #list(end: string): Expression[] {
    const items: Expression[] = []
    while (!this.#isSign(end)) {
      items.push(this.#assignment())
      if (!this.#skip(',')) break
    }
    this.#expect(end)
    return items
  }

  #primary(): Expression {
    const token = this.#take()
    switch (token.kind) {
      case 'number':
        return { type: 'literal', value: Number(token.text) }
      case 'text':
        return { type: 'literal', value: token.text }
      case 'pattern':
        return { type: 'pattern', source: token.text, flags: token.flags ?? '' }
      case 'template':
        return this.#template(token.parts ?? [''])
      case 'name':
        return this.#named(token.text)
      case 'sign':
        if (token.text === '(') {
          const inner = this.#expression()
          this.#expect(')')
          return inner
        }
        if (token.text === '[') return { type: 'list', items: this.#list(']') }
        if (token.text === '{') return this.#record()
    }
    const there = token.kind === 'end' ? 'It ends too early' : `"${token.text.slice(0, 40)}" is not expected there`
    throw new ExpressionError('syntax', there)
  }

  #named(name: string): Expression {
    if (REFUSED.has(name)) throw new ExpressionError('unsupported', `"${name}" is not run here`)
    if (name === 'function') {
      if (this.#next().kind === 'name') this.#take()
      return this.#functionRest()
    }
    if (name === 'true' || name === 'false') return { type: 'literal', value: name === 'true' }
    if (name === 'null') return { type: 'literal', value: null }
    if (name === 'undefined') return { type: 'literal', value: undefined }
    return { type: 'name', name }
  }

  /** Joins the alternating texts and values of a template. */
  #template(parts: readonly string[]): Expression {
    return parts.reduce<Expression>(
      (left, part, n) => {
        const right: Expression =
          n % 2 === 0 ? { type: 'literal', value: part } : new Parser(tokenize(part), this.#depth + 1).#expression()
        return { type: 'binary', sign: '+', left, right }
      },
      { type: 'literal', value: '' },
    )
  }

  #record(): Expression {
    const entries: (readonly [string, Expression])[] = []
    while (!this.#isSign('}')) {
      const key = this.#take()
      if (key.kind !== 'name' && key.kind !== 'text' && key.kind !== 'number')
        throw new ExpressionError('syntax', `A name is expected where "${key.text.slice(0, 40)}" stands`)
      if (this.#skip(':')) entries.push([key.text, this.#assignment()])
      else entries.push([key.text, { type: 'name', name: key.text }])
      if (!this.#skip(',')) break
    }
    this.#expect('}')
    return { type: 'record', entries }
  }
}

function settable(target: Expression): Expression {
  if (target.type === 'name' || target.type === 'member') return target
  throw new ExpressionError('syntax', 'Only a name or a part of a value can be counted up')
}
