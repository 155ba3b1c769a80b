interface Backoff {
  readonly firstMs: number
  readonly maxMs?: number
  /** Many wait for the same thing: each waits between half and one and a half times as long, so that they do not come at once. */
  readonly isSpread?: boolean
}

/**
 * Exponential backoff: milliseconds to wait after so many failures in a row, 1 or more, twice as long after each.
 */
export function backoffMs(failures: number, { firstMs, maxMs = Number.POSITIVE_INFINITY, isSpread }: Backoff): number {
  return Math.min(maxMs, firstMs * 2 ** (failures - 1)) * (isSpread ? 0.5 + Math.random() : 1)
}
