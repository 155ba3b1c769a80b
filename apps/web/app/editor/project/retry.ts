// When editors retry failed requests automatically.
import { backoffMs } from '@vitrine/contract/backoff'
import type { ApiResponseError } from '../../api/api.ts'

/** Whether the same request may succeed later: with the network, a recovered server, or the next session (401). */
export function isPassing({ status }: ApiResponseError): boolean {
  return status === 0 || status === 401 || status === 429 || status >= 500
}

/** Milliseconds from a failure to the next attempt: doubled after each failure, half a minute at most. */
export function retryDelayMs(earlierFailures: number): number {
  return backoffMs(earlierFailures + 1, { firstMs: 1000, maxMs: 30_000 })
}
