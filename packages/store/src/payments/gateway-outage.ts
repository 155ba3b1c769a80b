// Distinguishes an outage of the payment gateway from a rejection. The store imports only types from the providers, so it
// recognizes the port's two errors by name.

/** The result of a call: an answer, or an outage. */
type GatewayResult<T> = { readonly isUnavailable: false; readonly answer: T } | { readonly isUnavailable: true }

/** Calls the gateway. Rethrows errors other than an outage. Never call it inside a transaction. */
export async function callGateway<T>(ask: () => Promise<T>): Promise<GatewayResult<T>> {
  try {
    return { isUnavailable: false, answer: await ask() }
  } catch (error) {
    if (error instanceof Error && error.name === 'PaymentGatewayUnavailable') return { isUnavailable: true }
    throw error
  }
}

/** True when the gateway rejected the request. */
export function isGatewayRejection(error: unknown): error is Error {
  return error instanceof Error && error.name === 'PaymentGatewayRefused'
}
