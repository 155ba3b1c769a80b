// Stores unfinished input of a page across a reload, a closed tab or a lost network: what was typed, chosen, ordered or
// paid. For settings of the device use `persisted`.
import { persisted, readFields } from './persisted.ts'

interface PageDraftTerms<T> {
  /** Increase it when older drafts can no longer be read; they are then deleted. */
  version: number
  /** In this tab, or on this device until its next user (`device-work.ts`). */
  keptIn: 'tab' | 'device'
  /** How long a draft is valid; by default for ever. */
  lifeMs?: number
  /** Validates the stored draft, which may be anything; undefined when it is invalid. */
  check: (stored: unknown) => T | undefined
}

export interface PageDraft<T> {
  /** Undefined if there is none, it has expired, or it is another account's. */
  find(userId?: string): T | undefined
  /** Replaces the previous draft; with `userId` only that account can read it. */
  save(draft: T, userId?: string): void
  drop(): void
}

interface Stored {
  version: number
  savedAt: number
  userId?: string
  draft: unknown
}

/** The only draft of a name, under the key `vitrine-` and the name; the page about cookies lists them. */
export function pageDraft<T>(
  name: string,
  { version, keptIn, lifeMs = Infinity, check }: PageDraftTerms<T>,
): PageDraft<T> {
  const storage = keptIn === 'tab' ? 'sessionStorage' : 'localStorage'
  const record = persisted<Partial<Stored>>(`vitrine-${name}`, readFields<Stored>, storage)
  return {
    find(userId) {
      const { savedAt = 0, draft, ...about } = record.read() ?? {}
      const isFresh = about.version === version && Date.now() - savedAt < lifeMs
      return isFresh && about.userId === userId ? check(draft) : undefined
    },
    save: (draft, userId) =>
      record.write({ version, savedAt: Date.now(), ...(userId !== undefined && { userId }), draft }),
    drop: () => record.write(undefined),
  }
}
