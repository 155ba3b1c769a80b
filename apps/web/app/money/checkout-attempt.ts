// The idempotency key of a checkout: one per press, stored across reloads until the server has answered, so that a lost
// response never leads to a second charge.
import { createRandomId } from '../api/random-id.ts'
import { fieldsOf, persisted } from '../store/persisted.ts'

export type CheckoutAttempt = { userId: string; idempotencyKey: string; expectedCredits: number }

const stored = persisted('vitrine-checkout', (value): CheckoutAttempt | undefined => {
  const { userId, idempotencyKey, expectedCredits } = fieldsOf<CheckoutAttempt>(value)
  if (!userId || !idempotencyKey || typeof expectedCredits !== 'number') return undefined
  return { userId, idempotencyKey, expectedCredits }
})

/** The attempt of this user that has no answer yet. */
export function findAttempt(userId: string): CheckoutAttempt | undefined {
  const attempt = stored.read()
  return attempt?.userId === userId ? attempt : undefined
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
  stored.write(attempt)
  return attempt
}

/** The server has answered, whatever it said. */
export function endAttempt(): void {
  stored.write(undefined)
}
