// Regenerates the published JSON Schema:
// `node packages/document/schema/write.ts && npx biome format --write packages/document/schema`
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { documentSchema } from '../src/template/check-document.ts'

writeFileSync(join(import.meta.dirname, 'document.schema.json'), `${JSON.stringify(documentSchema(), null, 2)}\n`)
