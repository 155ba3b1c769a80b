// The syntax of expressions: the tree of a parsed one, and the tokens that it is read from.
import { ExpressionError } from './expression-error.ts'

export type Expression =
  | { readonly type: 'literal'; readonly value: number | string | boolean | null | undefined }
  | { readonly type: 'pattern'; readonly source: string; readonly flags: string }
  | { readonly type: 'name'; readonly name: string }
  | { readonly type: 'list'; readonly items: readonly Expression[] }
  | { readonly type: 'record'; readonly entries: readonly (readonly [string, Expression])[] }
  | { readonly type: 'function'; readonly parameters: readonly Parameter[]; readonly body: readonly Statement[] }
  | { readonly type: 'unary'; readonly sign: string; readonly operand: Expression }
  | { readonly type: 'binary'; readonly sign: string; readonly left: Expression; readonly right: Expression }
  | { readonly type: 'logical'; readonly sign: string; readonly left: Expression; readonly right: Expression }
  | { readonly type: 'choice'; readonly test: Expression; readonly yes: Expression; readonly no: Expression }
  | { readonly type: 'assign'; readonly target: Expression; readonly sign: string; readonly value: Expression }
  | { readonly type: 'step'; readonly target: Expression; readonly by: 1 | -1; readonly isPrefix: boolean }
  | { readonly type: 'member'; readonly of: Expression; readonly name: Expression; readonly isOptional: boolean }
  | { readonly type: 'call'; readonly of: Expression; readonly values: readonly Expression[] }
  | { readonly type: 'sequence'; readonly items: readonly Expression[] }

export interface Parameter {
  readonly name: string
  readonly rest: Expression | undefined
}

export interface Declaration {
  readonly name: string
  readonly value: Expression | undefined
}

export type Statement =
  | { readonly type: 'expression'; readonly expression: Expression }
  | { readonly type: 'declare'; readonly list: readonly Declaration[]; readonly isBlockWide: boolean }
  | { readonly type: 'define'; readonly name: string; readonly value: Expression }
  | { readonly type: 'block'; readonly body: readonly Statement[] }
  | { readonly type: 'if'; readonly test: Expression; readonly yes: Statement; readonly no: Statement | undefined }
  | {
      readonly type: 'for'
      readonly start: Statement | undefined
      readonly test: Expression | undefined
      readonly step: Expression | undefined
      readonly body: Statement
    }
  | {
      readonly type: 'each'
      readonly name: string
      readonly by: 'in' | 'of'
      readonly list: Expression
      readonly body: Statement
    }
  | { readonly type: 'while'; readonly test: Expression; readonly body: Statement; readonly testsLast: boolean }
  | { readonly type: 'return'; readonly value: Expression | undefined }
  | { readonly type: 'break' }
  | { readonly type: 'continue' }
  | {
      readonly type: 'switch'
      readonly value: Expression
      readonly cases: readonly { readonly test: Expression | undefined; readonly body: readonly Statement[] }[]
    }
  | {
      readonly type: 'try'
      readonly body: readonly Statement[]
      readonly name: string | undefined
      readonly rescue: readonly Statement[] | undefined
      readonly last: readonly Statement[] | undefined
    }
  | { readonly type: 'throw'; readonly value: Expression }

export type Program = readonly Statement[]

export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'pattern' | 'sign' | 'template' | 'end'
  /** The name or operator as written, the content of a text, or the source of a pattern. */
  readonly text: string
  /** Flags of a pattern. */
  readonly flags?: string
  /** For a template: its texts, and between them the sources of its expressions. */
  readonly parts?: readonly string[]
  /** First token of a line, so that a statement may end before it. */
  readonly startsLine: boolean
}

const MAX_SOURCE = 40_000
const MAX_TOKENS = 12_000
const SIGNS =
  '>>>= ... === !== **= <<= >>= >>> => == != <= >= && || ?? ?. ++ -- += -= *= /= %= ** << >> { } ( ) [ ] ; , < > + - * / % = ! ? : . & | ^ ~'.split(
    ' ',
  )
/** After these a `/` divides; otherwise it begins a pattern. */
const ENDS_OPERAND = /^(?:\)|\]|\})$/

/** Splits a source into tokens, the last of which is `end`. @throws ExpressionError */
export function tokenize(source: string): Token[] {
  if (source.length > MAX_SOURCE) throw new ExpressionError('limit', `It is longer than ${MAX_SOURCE} characters`)
  const tokens: Token[] = []
  let at = 0
  let startsLine = true
  while (true) {
    const gap = skipGap(source, at)
    startsLine = startsLine || gap.hasLine
    at = gap.at
    if (tokens.length > MAX_TOKENS) throw new ExpressionError('limit', `It has more than ${MAX_TOKENS} words`)
    if (at >= source.length) {
      tokens.push({ kind: 'end', text: '', startsLine: true })
      return tokens
    }
    const { token, end } = readToken(source, at, tokens.at(-1))
    tokens.push({ ...token, startsLine })
    startsLine = false
    at = end
  }
}

function skipGap(source: string, from: number): { at: number; hasLine: boolean } {
  let at = from
  let hasLine = false
  while (at < source.length) {
    const character = source[at] as string
    if (source.startsWith('//', at)) {
      const end = source.slice(at).search(/[\n\r]/)
      at = end < 0 ? source.length : at + end
    } else if (source.startsWith('/*', at)) {
      const end = source.indexOf('*/', at + 2)
      if (end < 0) throw new ExpressionError('syntax', 'A comment does not end')
      hasLine ||= /[\n\r]/.test(source.slice(at, end))
      at = end + 2
    } else if (/\s/.test(character)) {
      hasLine ||= /[\n\r\u2028\u2029]/.test(character)
      at++
    } else break
  }
  return { at, hasLine }
}

type Read = { token: Omit<Token, 'startsLine'>; end: number }

function readToken(source: string, at: number, before: Token | undefined): Read {
  const character = source[at] as string
  if (character === '"' || character === "'") return readText(source, at, character)
  if (character === '`') return readTemplate(source, at)
  const number = /^(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/.exec(source.slice(at, at + 100))
  if (number) return { token: { kind: 'number', text: number[0] }, end: at + number[0].length }
  const name = /^[\p{L}_$][\p{L}\p{N}_$]*/u.exec(source.slice(at, at + 200))
  if (name) return { token: { kind: 'name', text: name[0] }, end: at + name[0].length }
  if (character === '/' && !endsOperand(before)) return readPattern(source, at)
  const sign = SIGNS.find((one) => source.startsWith(one, at))
  if (!sign) throw new ExpressionError('syntax', `"${character}" is not understood`)
  return { token: { kind: 'sign', text: sign }, end: at + sign.length }
}

function endsOperand(token: Token | undefined): boolean {
  if (!token) return false
  if (token.kind === 'name') return !/^(?:return|typeof|case|in|of)$/.test(token.text)
  return token.kind !== 'sign' || ENDS_OPERAND.test(token.text)
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', '0': '\0' }

/** One character of a text or template, with escapes resolved. */
function readCharacter(source: string, at: number): { text: string; end: number } {
  if (source[at] !== '\\') return { text: source[at] as string, end: at + 1 }
  const code = /^\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2}))/.exec(source.slice(at, at + 6))
  if (code)
    return { text: String.fromCharCode(Number.parseInt(code[1] ?? code[2] ?? '0', 16)), end: at + code[0].length }
  const next = source[at + 1] ?? ''
  return { text: ESCAPES[next] ?? (next === '\n' ? '' : next), end: at + 2 }
}

function readText(source: string, from: number, quote: string): Read {
  let text = ''
  let at = from + 1
  while (source[at] !== quote) {
    if (at >= source.length || source[at] === '\n') throw new ExpressionError('syntax', 'A text in quotes does not end')
    const read = readCharacter(source, at)
    text += read.text
    at = read.end
  }
  return { token: { kind: 'text', text }, end: at + 1 }
}

function readTemplate(source: string, from: number): Read {
  const parts = ['']
  let at = from + 1
  while (source[at] !== '`') {
    if (at >= source.length) throw new ExpressionError('syntax', 'A text in backticks does not end')
    if (source.startsWith('${', at)) {
      const end = source.indexOf('}', at)
      if (end < 0) throw new ExpressionError('syntax', 'A text in backticks does not end')
      parts.push(source.slice(at + 2, end), '')
      at = end + 1
      continue
    }
    const read = readCharacter(source, at)
    parts[parts.length - 1] += read.text
    at = read.end
  }
  return { token: { kind: 'template', text: '', parts }, end: at + 1 }
}

function readPattern(source: string, at: number): Read {
  const match = /^\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/.exec(source.slice(at, at + 300))
  if (!match) throw new ExpressionError('syntax', 'A pattern between slashes does not end')
  return { token: { kind: 'pattern', text: match[1] as string, flags: match[2] as string }, end: at + match[0].length }
}
