// Owns what a visitor wanted to put into the cart before signing in: it waits in this tab and is added afterwards. Not in the
// address, where anybody could put it.
import { keepRecord, readRecord } from './kept-record.ts'

type WaitingAddition = { templateId: string; at: number }

const storageKey = 'vitrine-waiting-addition'
/** Whoever signs in later than this has something else in mind. */
const longestWaitMs = 3_600_000

export function rememberAddition(templateId: string, now = Date.now()): void {
  keepRecord(sessionStorage, storageKey, { templateId, at: now } satisfies WaitingAddition)
}

/** The template that waits, once: it is forgotten by asking. */
export function takeAddition(now = Date.now()): string | undefined {
  const kept = readRecord<WaitingAddition>(sessionStorage, storageKey)
  if (!kept) return undefined
  sessionStorage.removeItem(storageKey)
  const isFresh = typeof kept.at === 'number' && now - kept.at < longestWaitMs
  return isFresh && typeof kept.templateId === 'string' ? kept.templateId : undefined
}
