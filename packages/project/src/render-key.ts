// The identity of a video: equal keys mean that equal bytes are requested, so nothing is rendered twice.
import { ENGINE_VERSION, type TemplateDocument } from '@vitrine/document/document'
import type { FieldValues } from '@vitrine/document/field'
import { type Difference, isEmptyDifference } from './difference.ts'

/**
 * JSON with sorted keys and no spaces (RFC 8785 for the values that documents contain), so that equal content gives equal text.
 * Undefined properties are omitted. Throws for numbers that are not finite.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value === 'boolean') return `${value}`
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError(`A number must be finite, got ${value}`)
    return `${value}`
  }
  if (typeof value !== 'object') throw new TypeError(`A ${typeof value} has no JSON`)
  // Concatenates strings: lists of lists take twice as long, and hashing a large project blocks other requests.
  let text = ''
  if (Array.isArray(value)) {
    for (const item of value) text += `${text === '' ? '' : ','}${canonicalJson(item ?? null)}`
    return `[${text}]`
  }
  const record = value as Readonly<Record<string, unknown>>
  // sort() uses code unit order by default, as the RFC requires.
  for (const key of Object.keys(record).sort()) {
    const inner = record[key]
    if (inner !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(inner)}`
  }
  return `{${text}}`
}

/** SHA-256 of a text as 64 hexadecimal digits. */
async function sha256(text: string): Promise<string> {
  const digest = await globalThis.crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The hash of a document: equal for equal content, regardless of key order. */
export function documentHash(document: TemplateDocument): Promise<string> {
  return sha256(canonicalJson(document))
}

/** The hash of everything that affects how a video looks and sounds. `output` is the requested format and size. */
export function renderKey(
  document: TemplateDocument,
  values: FieldValues,
  difference: Difference,
  output: unknown,
  engineVersion: string = ENGINE_VERSION,
): Promise<string> {
  // Earlier releases hashed a list of edits: an empty difference keeps its key.
  const operations = isEmptyDifference(difference) ? [] : difference
  return sha256(canonicalJson({ document, values, operations, output, engineVersion }))
}
