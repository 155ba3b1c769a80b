// Error responses in Razorpay's documented form.
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

/** The record under an id of the request; refuses an unknown id. */
export function requireKnown<T>(found: T | undefined): T {
  if (found === undefined) throw new GatewayFault('The id provided does not exist')
  return found
}

/** Answers the sandbox's own errors and Fastify's request errors; the server handles others. */
export function answerFault(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof GatewayFault) return reply.code(error.status).send(faultBody(error))
  const { statusCode: status = 500, message } = error
  if (status >= 500) throw error
  return reply.code(status).send(faultBody(new GatewayFault(message, { status })))
}
