// Parses JSON bodies. Rejects in advance those that are expensive to parse: a megabyte of `[],[],…` costs ten times as much as
// the largest project of an editor.
import { isUtf8 } from 'node:buffer'
import { ApiError } from '@vitrine/contract/api-error'
import type { FastifyInstance } from 'fastify'

/** A little more than a project, the largest body, may contain. */
const MAX_VALUES = 250_000
/** Twice as deep as any valid body; deeper values exhaust the stack of recursive code. */
const MAX_DEPTH = 64

/** Route options for bodies with a whole project or template. */
export const wholeProject = { bodyLimit: 1024 * 1024 } as const

/** An object with many keys is a hash table: each further key takes as long as several values. */
const KEYS_FEW = 100
const KEY_WEIGHT = 5

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a]
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b])
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d])

export function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer
    if (request.headers['content-encoding'] !== undefined && request.headers['content-encoding'] !== 'identity') {
      return done(new ApiError('invalid-json', {}, 'Send the request without a content encoding'))
    }
    if (!isUtf8(bytes)) return done(new ApiError('invalid-json'))
    const { values, depth } = measureJson(bytes)
    if (values > MAX_VALUES) return done(new ApiError('payload-too-large', { limitValues: MAX_VALUES }))
    if (depth > MAX_DEPTH) return done(new ApiError('invalid-json', {}, 'The request is nested too deeply'))
    return parse(request, bytes.toString('utf8'), done)
  })
}

/** The approximate number of values in some JSON, and their depth; stops counting above the limits. */
function measureJson(bytes: Buffer): { values: number; depth: number } {
  let [values, depth, deepest] = [0, 0, 0]
  let isInString = false
  /** Number of keys so far of the object at each depth. */
  const keys: number[] = [0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (isInString) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else if (byte === COMMA) values++
    else if (byte === COLON) {
      const count = (keys[depth] ?? 0) + 1
      keys[depth] = count
      if (count > KEYS_FEW) values += KEY_WEIGHT
    } else if (OPENING.has(byte)) {
      values++
      depth++
      keys[depth] = 0
      deepest = Math.max(deepest, depth)
    } else if (CLOSING.has(byte)) depth--
    if (values > MAX_VALUES || deepest > MAX_DEPTH) break
  }
  return { values, depth: deepest }
}
