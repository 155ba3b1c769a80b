// Every sample is a document by the published JSON Schema, as it is by the validator.

import { validateDocument } from '@vitrine/after-effects/validate'
import schema from '@vitrine/document/schema' with { type: 'json' }
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { samples } from '../testing/sample.ts'

const accepts = new Ajv2020({ strict: false }).compile(schema)

test.each(samples.map(({ id, document }) => [id, document] as const))('%s', (_id, document) => {
  expect(validateDocument(document).ok).toBe(true)
  expect([accepts(document), accepts.errors]).toEqual([true, null])
})
