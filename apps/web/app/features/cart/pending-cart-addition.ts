// The template that a visitor wanted to add to the cart, or to like, before signing in. Stored in this tab, not in the
// address, which anyone could make up.
import { pageDraft } from '../../api/page-draft.ts'
import { readFields } from '../../api/persisted.ts'

/** Where it is added after signing in. */
export type AdditionTarget = 'cart' | 'liked'

type PendingAddition = { templateId: string; target: AdditionTarget }

const stored = pageDraft('waiting-addition', {
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
  stored.save({ templateId, target })
}

/** Takes the pending template, which also deletes it. */
export function takePendingAddition(): PendingAddition | undefined {
  const addition = stored.find()
  stored.drop()
  return addition
}
