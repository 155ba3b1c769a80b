// The published schema matches the checks, and both agree on every available document.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { validateDocument } from '@vitrine/after-effects/validate'
import { documentSchema } from '@vitrine/document/check-document'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleDocument } from '../../document/testing/sample.ts'
import { goldenCases } from './documents.ts'

const published = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../document/schema/document.schema.json'), 'utf8'),
)
const accepts = new Ajv2020({ strict: false }).compile(published)

test('the published schema is up to date: node packages/document/schema/write.ts', () => {
  expect(published).toEqual(JSON.parse(JSON.stringify(documentSchema())))
})

describe('schema and validator accept', () => {
  const documents = [
    // A resolved document is flagged; nothing else distinguishes it from a template.
    ...goldenCases().map(({ document: { resolved: _resolved, ...document } }) => document),
    sampleDocument,
  ]
  test.each(documents.map((document) => [document.id, document] as const))('%s', (_id, document) => {
    const json = JSON.parse(JSON.stringify(document))
    expect(validateDocument(json)).toMatchObject({ ok: true })
    expect([accepts(json), accepts.errors]).toEqual([true, null])
  })
})

test('what the schema refuses, the validator refuses too', () => {
  const paths = listPaths(sampleDocument)
  let refused = 0
  fc.assert(
    fc.property(
      fc.constantFrom(...paths),
      fc.oneof(fc.jsonValue(), fc.constantFrom(-1, 1e9, '#fff', [1, 2])),
      (path, value) => {
        const document = changed(path, value)
        if (accepts(document)) return
        refused++
        expect(validateDocument(document).ok, `${path.join('.')} = ${JSON.stringify(value)}`).toBe(false)
      },
    ),
    { numRuns: 1500 },
  )
  expect(refused).toBeGreaterThan(500)
})

function changed(path: readonly (string | number)[], value: unknown): unknown {
  const document = JSON.parse(JSON.stringify(sampleDocument))
  let at = document
  for (const key of path.slice(0, -1)) at = at[key]
  at[path[path.length - 1] as string] = value
  return document
}

function listPaths(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path]
  const inner = Object.entries(value).flatMap(([key, one]) =>
    listPaths(one, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  return path.length > 0 ? [path, ...inner] : inner
}
