// The template that a visitor wanted to add to the cart, or to like, before signing in. Stored in this tab, not in the address,
// where anybody could put it.
import { pageDraft } from '../../api/page-draft.ts'
import { readFields } from '../../api/persisted.ts'

/** Where it is to be added after the sign-in. */
export type AdditionTarget = 'cart' | 'liked'

type PendingAddition = { templateId: string; target: AdditionTarget }

const kept = pageDraft('waiting-addition', {
  version: 1,
  keptIn: 'tab',
  // After this time the visitor has probably moved on.
  lifeMs: 3_600_000,
  check(value): PendingAddition | undefined {
    const { templateId, target } = readFields<PendingAddition>(value)
    return typeof templateId === 'string' ? { templateId, target: target === 'liked' ? 'liked' : 'cart' } : undefined
  },
})

export function savePendingAddition(templateId: string, target: AdditionTarget): void {
  kept.save({ templateId, target })
}

/** The template that waits, once: it is forgotten by asking. */
export function takePendingAddition(): PendingAddition | undefined {
  const addition = kept.find()
  kept.drop()
  return addition
}
