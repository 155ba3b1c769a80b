// The written guide covers every word of the document format, because the schema alone explains nothing to designers.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TRANSITION_KINDS } from '../src/template/document.ts'

const root = join(import.meta.dirname, '../../..')
const schema: unknown = JSON.parse(readFileSync(join(root, 'packages/document/schema/document.schema.json'), 'utf8'))
const guide = readFileSync(join(root, 'docs/templates.md'), 'utf8')
const edits = readFileSync(join(root, 'packages/project/src/edit.ts'), 'utf8')

/** Keys that Bodymovin writes and we ignore. */
const EXPORTED = new Set('cix cl closed fillEnabled hd ind ix ml2 mn nm np z'.split(' '))

function namesIn(node: unknown, names = new Set<string>()): Set<string> {
  if (typeof node !== 'object' || node === null) return names
  const { properties, enum: values, const: value } = node as Record<string, unknown>
  if (typeof properties === 'object' && properties !== null) for (const name of Object.keys(properties)) names.add(name)
  for (const word of [...(Array.isArray(values) ? values : []), value]) if (typeof word === 'string') names.add(word)
  for (const inner of Object.values(node)) namesIn(inner, names)
  return names
}

test('docs/templates.md names every property and value of the schema, every edit and every transition', () => {
  const named = new Set(guide.match(/[\w$][\w$-]*/g))
  const added = [...edits.matchAll(/^ {2}\| \{ op: '([a-z-]+)'/gm)].map(([, op]) => op ?? '')
  expect(added.length).toBeGreaterThan(15)
  const names = [...namesIn(schema), ...added, ...TRANSITION_KINDS].filter((word) => !EXPORTED.has(word))
  expect(names.filter((word) => !named.has(word))).toEqual([])
})
