// Error responses in Razorpay's documented form.

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

export function faultBody({ message, status, field, reason }: GatewayFault) {
  return {
    error: {
      code: status >= 500 ? 'SERVER_ERROR' : 'BAD_REQUEST_ERROR',
      description: message,
      source: 'business',
      step: 'payment_initiation',
      reason,
      metadata: {},
      ...(field !== null && { field }),
    },
  }
}

export const unknownId = () => new GatewayFault('The id provided does not exist', { reason: 'input_validation_failed' })
