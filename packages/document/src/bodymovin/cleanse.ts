// Creates a bounded, harmless copy of untrusted JSON before anything else reads it: no prototype keys, no invalid numbers, and
// limits on nesting and size.
import { isRecord } from '../schema/check.ts'
import type { Lint } from './lint.ts'

/** Bodymovin nests groups, keyframes and precomps; real files stay below forty. */
const MAX_DEPTH = 120
/** A file of two megabytes contains about four hundred thousand values. */
const MAX_VALUES = 3_000_000
/** Embedded pictures are the longest texts; eight megabytes of base64 are six of picture. */
const MAX_TEXT = 32_000_000
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype'])

interface Cleansing {
  lint: Lint
  count: number
  isFull: boolean
}

/** The copy; undefined when the value is too large or too deep, which is reported as an error. */
export function cleanse(json: unknown, lint: Lint): unknown {
  const state: Cleansing = { lint, count: 0, isFull: false }
  const copy = copyValue(json, '', 0, state)
  return state.isFull ? undefined : copy
}

function copyValue(value: unknown, path: string, depth: number, state: Cleansing): unknown {
  if (state.isFull) return undefined
  if (++state.count > MAX_VALUES) {
    state.lint.error('too-many-values', '', 'The file holds more than {most} values', { most: MAX_VALUES })
    state.isFull = true
    return undefined
  }
  if (typeof value === 'number') return copyNumber(value, path, state)
  if (typeof value === 'string') {
    if (value.length <= MAX_TEXT) return value
    state.lint.error('too-long-text', path, 'A text of {count} characters is refused', { count: value.length })
    return ''
  }
  if (typeof value !== 'object' || value === null)
    return typeof value === 'boolean' || value === null ? value : undefined
  if (depth >= MAX_DEPTH) {
    state.lint.error('too-deep', path.slice(0, 200), 'The file is nested more than {most} deep', { most: MAX_DEPTH })
    state.isFull = true
    return undefined
  }
  if (Array.isArray(value)) return value.map((item, n) => copyValue(item, `${path}[${n}]`, depth + 1, state))
  return copyRecord(value as Record<string, unknown>, path, depth, state)
}

function copyNumber(value: number, path: string, state: Cleansing): number {
  if (Number.isFinite(value)) return value
  state.lint.warn('not-finite', path, 'A value that is no number was taken as 0')
  return 0
}

function copyRecord(value: Record<string, unknown>, path: string, depth: number, state: Cleansing) {
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value)) {
    if (FORBIDDEN.has(key)) {
      state.lint.error('forbidden-key', path, 'The key "{key}" is refused', { key })
      continue
    }
    const at = path === '' ? key : `${path}.${key}`
    copy[key] = copyValue(value[key], at, depth + 1, state)
  }
  return copy
}

/** The items of a list that are objects; empty for any other value. */
export function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

export function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback
}

export function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' ? value : fallback
}
