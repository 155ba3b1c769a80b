// Every sample is a document by the published JSON Schema, as it is by the validator.
import schema from '@vitrine/composition/schema' with { type: 'json' }
import { validateDocument } from '@vitrine/composition/validate'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { samples } from './catalogue.ts'

const accepts = new Ajv2020({ strict: false }).compile(schema)

test.each(samples.map(({ build }) => build()).map((document) => [document.id, document] as const))(
  '%s',
  (_id, document) => {
    const json = JSON.parse(JSON.stringify(document))
    expect(validateDocument(json).ok).toBe(true)
    expect([accepts(json), accepts.errors]).toEqual([true, null])
  },
)
