// Error responses in Razorpay's documented form, and the fields of requests, which are rejected with them.
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'

/** Becomes `{error: {code, description, field, source, step, reason, metadata}}`. */
export class GatewayFault extends Error {
  readonly status: number
  readonly field: string | null
  readonly reason: string
  constructor(
    description: string,
    { status = 400, field = null, reason = 'input_validation_failed' }: Partial<GatewayFaultDetails> = {},
  ) {
    super(description)
    this.name = 'GatewayFault'
    this.status = status
    this.field = field
    this.reason = reason
  }
}

interface GatewayFaultDetails {
  status: number
  field: string | null
  reason: string
}

function faultBody({ message, field, reason }: GatewayFault) {
  return {
    error: {
      code: 'BAD_REQUEST_ERROR',
      description: message,
      source: 'business',
      step: 'payment_initiation',
      reason,
      metadata: {},
      ...(field !== null && { field }),
    },
  }
}

/** The record under an id of the request; throws for an unknown id. */
export function requireKnown<T>(found: T | undefined): T {
  if (found === undefined) throw new GatewayFault('The id provided does not exist')
  return found
}

/** Answers the sandbox's own errors and Fastify's request errors; the server handles others. */
export function sendFault(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof GatewayFault) return reply.code(error.status).send(faultBody(error))
  const { statusCode: status = 500, message } = error
  if (status >= 500) throw error
  return reply.code(status).send(faultBody(new GatewayFault(message, { status })))
}

type Body = Readonly<Record<string, unknown>>

const MAX_NOTES = 15
const MAX_NOTE_CHARACTERS = 256

/**
 * Reads the fields of a body. Throws for fields that are not `allowed`, and anything but JSON, because browsers send text to other
 * origins without a preflight.
 */
export function readBody(body: unknown, allowed: readonly string[]): Body {
  if (body === undefined || body === null) return {}
  if (typeof body !== 'object' || Array.isArray(body)) throw new GatewayFault('The request body must be a JSON object.')
  const extra = Object.keys(body).filter((name) => !allowed.includes(name))
  if (extra.length > 0) {
    throw new GatewayFault(`${extra.join(', ')} is/are not required and should not be sent`, {
      reason: 'extra_field_sent',
    })
  }
  return body as Body
}

export function requireAmount(body: Body, name: string): number {
  const value = body[name]
  if (value === undefined) throw new GatewayFault(`The ${name} field is required.`, { field: name })
  if (!Number.isSafeInteger(value)) throw new GatewayFault(`The ${name} must be an integer.`, { field: name })
  if ((value as number) < 100) throw new GatewayFault(`The ${name} must be at least INR 1.00`, { field: name })
  if ((value as number) > 50_000_000) {
    throw new GatewayFault('Amount exceeds maximum amount allowed.', { field: name })
  }
  return value as number
}

/** A whole number of a query, or its default; without one it is required. */
export function readCount(
  query: Body,
  name: string,
  { least = 0, most = Number.MAX_SAFE_INTEGER, otherwise }: { least?: number; most?: number; otherwise?: number },
): number {
  const text = query[name]
  if (text === undefined && otherwise !== undefined) return otherwise
  if (text === undefined) throw new GatewayFault(`The ${name} field is required.`, { field: name })
  const value = typeof text === 'string' && /^\d+$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= most)) {
    throw new GatewayFault(`The ${name} must be an integer between ${least} and ${most}.`, { field: name })
  }
  return value
}

export function readText(body: Body, name: string, { max }: { max: number }): string {
  const value = body[name] ?? ''
  if (typeof value !== 'string') throw new GatewayFault(`The ${name} must be a string.`, { field: name })
  if (value.length > max) {
    throw new GatewayFault(`The ${name} may not be greater than ${max} characters.`, { field: name })
  }
  return value
}

export function readChoice<const T extends string>(body: Body, name: string, values: readonly T[]): T | undefined {
  const value = body[name]
  if (value === undefined || value === '') return undefined
  const found = values.find((candidate) => candidate === value)
  if (!found) throw new GatewayFault(`The selected ${name} is invalid.`, { field: name })
  return found
}

/** Pairs of text; Razorpay writes an empty object as an empty list. */
export function readNotes(body: Body): Record<string, string> {
  const { notes } = body
  if (notes === undefined || (Array.isArray(notes) && notes.length === 0)) return {}
  if (typeof notes !== 'object' || notes === null) throw new GatewayFault('notes must be an object', { field: 'notes' })
  const pairs = Object.entries(notes)
  if (pairs.length > MAX_NOTES) {
    throw new GatewayFault(`Number of fields in notes should be less than or equal to ${MAX_NOTES}`, { field: 'notes' })
  }
  if (pairs.some(([name, value]) => `${value}`.length > MAX_NOTE_CHARACTERS || name.length > MAX_NOTE_CHARACTERS)) {
    throw new GatewayFault(`A note may not be greater than ${MAX_NOTE_CHARACTERS} characters.`, { field: 'notes' })
  }
  return Object.fromEntries(pairs.map(([name, value]) => [name, `${value}`]))
}
