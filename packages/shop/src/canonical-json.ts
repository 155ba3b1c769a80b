// Owns one way of writing a JSON value, so that equal values have equal hashes: PostgreSQL's jsonb reorders keys.
import { createHash } from 'node:crypto'

/** JSON with the keys of every object sorted and without white space. `undefined` members are left out, as in JSON. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : left > right ? 1 : 0)))
      : member,
  )
}

/** SHA-256 of the canonical JSON, in hex. */
export function hashJson(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}
