// Finds the English texts of the server's responses, and those of mails, text messages and receipts.
import { parseSync } from 'vite'
import type { SyntaxNode } from './loose-texts.ts'

/** Functions of zod that take the text of an error as their last argument. */
const CHECKS = new Set([
  'min',
  'max',
  'regex',
  'multipleOf',
  'email',
  'date',
  'refine',
  'length',
  'int',
  'union',
  'default',
])

/** Errors of the worker whose second argument is shown to the owner. */
const REJECTIONS = new Set(['ImportRejected', 'ArchiveRejected', 'AlphaVideoRejected'])

/** Functions of imports that take one text of a report. */
const REMARKS = new Set(['clause', 'remarkText'])

/**
 * The literal texts of one file. `server`: of errors (`message` and `error` of an object, a constant `message` or one in capitals that is a sentence, the third argument
 * of `ApiError`, the text of a check), those marked with `msg`, and the remarks of an import (`lint.warn`, `clause`). `mail`: those given to `translate`.
 */
export function findServerTexts(fileName: string, code: string): Record<'server' | 'mail', string[]> {
  const found = { server: new Set<string>(), mail: new Set<string>() }
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) {
      node.forEach(visit)
      return
    }
    const { type, ...rest } = node as SyntaxNode
    if (type === 'Property')
      add('server', readName(rest.key) === 'message' || readName(rest.key) === 'error' ? rest.value : undefined)
    if (type === 'VariableDeclarator' && (readName(rest.id) === 'message' || isSentence(rest))) add('server', rest.init)
    if (type === 'NewExpression') {
      const [callee, args] = [readName(rest.callee), rest.arguments as unknown[]]
      if (callee === 'ApiError') add('server', args[2])
      if (REJECTIONS.has(callee)) add('server', args[1])
    }
    if (type === 'CallExpression') {
      const callee = readName(rest.callee)
      const args = rest.arguments as unknown[]
      if (callee === 'translate') add('mail', args[0])
      if (callee === 'msg' || REMARKS.has(callee)) add('server', args[0])
      if (readName((rest.callee as { object?: unknown }).object) === 'lint') add('server', args[2])
      if (CHECKS.has(callee)) add('server', args.at(-1))
    }
    for (const child of Object.values(rest)) visit(child)
  }
  const add = (area: keyof typeof found, node: unknown) => {
    const { type, value, consequent, alternate } = (node ?? {}) as SyntaxNode
    if (type === 'ConditionalExpression') for (const branch of [consequent, alternate]) add(area, branch)
    if (type === 'Literal' && typeof value === 'string' && /\p{L}{2}/u.test(value) && /^\p{Lu}|\s/u.test(value))
      found[area].add(value)
  }
  visit(parseSync(fileName, code).program)
  return { server: [...found.server], mail: [...found.mail] }
}

/** A constant such as `GAVE_UP = 'The preview could not be made.'` */
function isSentence({ id, init }: Omit<SyntaxNode, 'type'>): boolean {
  const { value } = (init ?? {}) as SyntaxNode
  return /^[A-Z_]+$/.test(readName(id)) && typeof value === 'string' && /^\p{Lu}\P{Lu}.*\s.*\.$/u.test(value)
}

function readName(node: unknown): string {
  const { type, name, property } = (node ?? {}) as SyntaxNode & { property?: SyntaxNode }
  return type === 'MemberExpression' ? readName(property) : String(name ?? '')
}
