// The template that a visitor wanted to add to the cart, or to like, before signing in. Stored in this tab, not in the address,
// where anybody could put it.
import { fieldsOf, persisted } from './persisted.ts'

/** Where it is to be added after the sign-in. */
export type AdditionTarget = 'cart' | 'liked'

type PendingAddition = { templateId: string; target: AdditionTarget; at: number }

const stored = persisted(
  'vitrine-waiting-addition',
  (value): PendingAddition | undefined => {
    const { templateId, target, at } = fieldsOf<PendingAddition>(value)
    if (typeof templateId !== 'string' || typeof at !== 'number') return undefined
    return { templateId, target: target === 'liked' ? 'liked' : 'cart', at }
  },
  'sessionStorage',
)
/** After this time the visitor has probably moved on. */
const MAX_WAIT_MS = 3_600_000

export function savePendingAddition(templateId: string, target: AdditionTarget, now = Date.now()): void {
  stored.write({ templateId, target, at: now })
}

/** The template that waits, once: it is forgotten by asking. */
export function takePendingAddition(now = Date.now()): Omit<PendingAddition, 'at'> | undefined {
  const addition = stored.read()
  stored.write(undefined)
  if (!addition || now - addition.at >= MAX_WAIT_MS) return undefined
  const { templateId, target } = addition
  return { templateId, target }
}
