// The template that a visitor wanted to add to the cart, or to like, before signing in. Stored in this tab, not in the address,
// where anybody could put it.
import { readRecord, saveRecord } from './saved-record.ts'

/** Where it is to be added after the sign-in. */
export type AdditionTarget = 'cart' | 'liked'

type PendingAddition = { templateId: string; target: AdditionTarget; at: number }

const storageKey = 'vitrine-waiting-addition'
/** After this time the visitor has probably moved on. */
const MAX_WAIT_MS = 3_600_000

export function savePendingAddition(templateId: string, target: AdditionTarget, now = Date.now()): void {
  saveRecord(sessionStorage, storageKey, { templateId, target, at: now } satisfies PendingAddition)
}

/** The template that waits, once: it is forgotten by asking. */
export function takePendingAddition(now = Date.now()): Omit<PendingAddition, 'at'> | undefined {
  const kept = readRecord<PendingAddition>(sessionStorage, storageKey)
  if (!kept) return undefined
  sessionStorage.removeItem(storageKey)
  const isFresh = typeof kept.at === 'number' && now - kept.at < MAX_WAIT_MS
  if (!isFresh || typeof kept.templateId !== 'string') return undefined
  return { templateId: kept.templateId, target: kept.target === 'liked' ? 'liked' : 'cart' }
}
