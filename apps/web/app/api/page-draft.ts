// What was begun on a page and is not finished yet, kept over a reload, a closed tab or a lost network: what was typed, chosen,
// ordered or paid. Settings of the device are `persisted` by themselves.
import { persisted, readFields } from './persisted.ts'

interface PageDraftTerms<T> {
  /** Increased when older drafts can no longer be read; they are forgotten then. */
  version: number
  /** In this tab, or on this device until whoever uses it next (`device-work.ts`). */
  keptIn: 'tab' | 'device'
  /** How long it is worth anything; for ever unless given. */
  lifeMs?: number
  /** The draft that stands there, which may be anything; undefined when it is none. */
  check: (stored: unknown) => T | undefined
}

export interface PageDraft<T> {
  /** Undefined where there is none, its time is over, or it is another account's. */
  find(userId?: string): T | undefined
  /** In the place of the one before; for one account alone where it is named. */
  save(draft: T, userId?: string): void
  drop(): void
}

interface Stored {
  version: number
  savedAt: number
  userId?: string
  draft: unknown
}

/** The one draft of a name, under the key `vitrine-` and the name; the page about cookies lists them. */
export function pageDraft<T>(
  name: string,
  { version, keptIn, lifeMs = Infinity, check }: PageDraftTerms<T>,
): PageDraft<T> {
  const storage = keptIn === 'tab' ? 'sessionStorage' : 'localStorage'
  const kept = persisted<Partial<Stored>>(`vitrine-${name}`, readFields<Stored>, storage)
  return {
    find(userId) {
      const { savedAt = 0, draft, ...about } = kept.read() ?? {}
      const isFresh = about.version === version && Date.now() - savedAt < lifeMs
      return isFresh && about.userId === userId ? check(draft) : undefined
    },
    save: (draft, userId) =>
      kept.write({ version, savedAt: Date.now(), ...(userId !== undefined && { userId }), draft }),
    drop: () => kept.write(undefined),
  }
}
