// Hashes a JSON value: equal values have equal hashes, whatever order PostgreSQL's jsonb gives their keys.
import { createHash } from 'node:crypto'
import { canonicalJson } from '@vitrine/composition/render-key'

/** SHA-256 of the canonical JSON, in hex. For a document it is the document hash of `@vitrine/composition/render-key`. */
export function hashJson(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex')
}

/** Whether two JSON values have the same hash; much faster than computing both. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
    return one.every((item, index) => isSameJson(item ?? null, other[index] ?? null))
  }
  const others = other as Readonly<Record<string, unknown>>
  let left = Object.values(others).filter((value) => value !== undefined).length
  for (const [key, value] of Object.entries(one)) {
    if (value === undefined) continue
    if (!Object.hasOwn(others, key) || !isSameJson(value, others[key])) return false
    left--
  }
  return left === 0
}
