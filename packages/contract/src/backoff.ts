interface Backoff {
  readonly firstMs: number
  readonly maxMs?: number
  /** Varies each wait between half and one and a half times its length, so that many waiting clients do not retry at once. */
  readonly isSpread?: boolean
}

/** Exponential backoff: milliseconds to wait after this many consecutive failures (at least 1), doubling each time. */
export function backoffMs(failures: number, { firstMs, maxMs = Number.POSITIVE_INFINITY, isSpread }: Backoff): number {
  return Math.min(maxMs, firstMs * 2 ** (failures - 1)) * (isSpread ? 0.5 + Math.random() : 1)
}
