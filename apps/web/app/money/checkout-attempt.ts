// The idempotency key of a checkout: one per press, stored across reloads until the server has answered, so that a lost
// response never leads to a second charge.
import { createRandomId } from '../api/random-id.ts'
import { readRecord, saveRecord } from '../store/saved-record.ts'

export type CheckoutAttempt = { userId: string; idempotencyKey: string; expectedCredits: number }

const storageKey = 'vitrine-checkout'

/** The attempt of this user that has no answer yet. */
export function findAttempt(userId: string): CheckoutAttempt | undefined {
  const kept = readRecord<CheckoutAttempt>(localStorage, storageKey)
  if (kept?.userId !== userId || !kept.idempotencyKey || typeof kept.expectedCredits !== 'number') return undefined
  return { userId, idempotencyKey: kept.idempotencyKey, expectedCredits: kept.expectedCredits }
}

/**
 * The attempt to send: the unanswered one as long as it is about the same amount, else a new one. When the unanswered one
 * did go through, the cart is no longer what another amount was agreed for, and the server refuses that.
 */
export function beginAttempt(
  userId: string,
  expectedCredits: number,
  createKey: () => string = () => createRandomId(),
): CheckoutAttempt {
  const unanswered = findAttempt(userId)
  if (unanswered?.expectedCredits === expectedCredits) return unanswered
  const attempt = { userId, idempotencyKey: createKey(), expectedCredits }
  saveRecord(localStorage, storageKey, attempt)
  return attempt
}

/** The server has answered, whatever it said. */
export function endAttempt(): void {
  localStorage.removeItem(storageKey)
}
