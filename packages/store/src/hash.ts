// Hashes a JSON value: equal values have equal hashes, whatever order PostgreSQL's jsonb gives their keys.
import { createHash } from 'node:crypto'
import { canonicalJson } from '@vitrine/project/render-key'

/** SHA-256 of the canonical JSON, in hex. For a document it is the document hash of `@vitrine/project/render-key`. */
export function hashJson(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}
