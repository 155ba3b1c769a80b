// The template that a visitor wanted to add to the cart before signing in. Stored in this tab, not in the address, where
// anybody could put it.
import { readRecord, saveRecord } from './saved-record.ts'

type PendingAddition = { templateId: string; at: number }

const storageKey = 'vitrine-waiting-addition'
/** After this time the visitor has probably moved on. */
const MAX_WAIT_MS = 3_600_000

export function savePendingAddition(templateId: string, now = Date.now()): void {
  saveRecord(sessionStorage, storageKey, { templateId, at: now } satisfies PendingAddition)
}

/** The template that waits, once: it is forgotten by asking. */
export function takePendingAddition(now = Date.now()): string | undefined {
  const kept = readRecord<PendingAddition>(sessionStorage, storageKey)
  if (!kept) return undefined
  sessionStorage.removeItem(storageKey)
  const isFresh = typeof kept.at === 'number' && now - kept.at < MAX_WAIT_MS
  return isFresh && typeof kept.templateId === 'string' ? kept.templateId : undefined
}
