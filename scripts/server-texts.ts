// Finds the English texts that the server sends to pages and writes into mails.
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

/**
 * The literal texts of one file: of errors (`message` and `error` of an object, the text of a check), and those given to
 * `translate`.
 */
export function findServerTexts(fileName: string, code: string): string[] {
  const found = new Set<string>()
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) {
      node.forEach(visit)
      return
    }
    const { type, ...rest } = node as SyntaxNode
    if (type === 'Property')
      add(nameOf(rest.key) === 'message' || nameOf(rest.key) === 'error' ? rest.value : undefined)
    if (type === 'CallExpression') {
      const callee = nameOf(rest.callee)
      const given = rest.arguments as unknown[]
      if (callee === 'translate') add(given[0])
      if (CHECKS.has(callee)) add(given.at(-1))
    }
    for (const child of Object.values(rest)) visit(child)
  }
  const add = (node: unknown) => {
    const { type, value } = (node ?? {}) as SyntaxNode
    if (type === 'Literal' && typeof value === 'string' && /\p{L}{2}/u.test(value) && /^\p{Lu}|\s/u.test(value))
      found.add(value)
  }
  visit(parseSync(fileName, code).program)
  return [...found]
}

function nameOf(node: unknown): string {
  const { type, name, property } = (node ?? {}) as SyntaxNode & { property?: SyntaxNode }
  return type === 'MemberExpression' ? nameOf(property) : String(name ?? '')
}
