// The syntax tree of a parsed expression.

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
