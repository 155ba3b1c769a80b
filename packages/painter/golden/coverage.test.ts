// Golden frames only prove what they show: every word of the schema that affects a picture must occur in a golden document.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { goldenCases } from './documents.ts'

const schemaFile = join(import.meta.dirname, '../../document/schema/document.schema.json')

/** Words about sound, for people or for editing, or equal to their default. */
const UNSEEN = new Set(
  'all audio choice clockwise color content crop degrees edit even italic lottie move mute n normal number percent pixels point px rgb rotate slider straight style time toggle trim video zoom'.split(
    ' ',
  ),
)

function collect(node: unknown, words: Set<string>): Set<string> {
  if (typeof node === 'string') words.add(node)
  else if (typeof node === 'object' && node !== null) for (const inside of Object.values(node)) collect(inside, words)
  return words
}

function valuesOf(node: unknown, words: Set<string>): Set<string> {
  if (typeof node !== 'object' || node === null) return words
  const { enum: values, const: value } = node as Record<string, unknown>
  for (const word of [...(Array.isArray(values) ? values : []), value]) if (typeof word === 'string') words.add(word)
  for (const inside of Object.values(node)) valuesOf(inside, words)
  return words
}

test('golden documents hold every kind of layer, effect, mode, order and shape', { timeout: 300_000 }, () => {
  const { $defs } = JSON.parse(readFileSync(schemaFile, 'utf8')) as { $defs: unknown }
  const shown = collect(
    goldenCases().map(({ document }) => document.layers),
    new Set<string>(),
  )
  const missing = [...valuesOf($defs, new Set())].filter((word) => !shown.has(word) && !UNSEEN.has(word))
  expect(missing).toEqual([])
})
