// Values in this browser's storage. There is none when storage is unavailable or full, or when its content is invalid.

interface Persisted<T> {
  /** Undefined when there is none. */
  read(): T | undefined
  /** Stores a value if the browser allows it; undefined deletes it. */
  write(value: T | undefined): void
}

/**
 * A value under a key of the browser's storage; in `sessionStorage` for this tab only. Strings are stored unchanged,
 * other values as JSON. `check` validates the stored content, which may be anything, and returns the value or
 * undefined.
 */
export function persisted<T>(
  key: string,
  check: (stored: unknown) => T | undefined,
  storage: 'localStorage' | 'sessionStorage' = 'localStorage',
): Persisted<T> {
  return {
    read() {
      try {
        const text = globalThis[storage].getItem(key)
        return text === null ? undefined : check(parse(text))
      } catch {
        return undefined
      }
    },
    write(value) {
      try {
        if (value === undefined) globalThis[storage].removeItem(key)
        else globalThis[storage].setItem(key, typeof value === 'string' ? value : JSON.stringify(value))
      } catch {
        // The value then lives as long as the page.
      }
    },
  }
}

/** The fields of a stored record; none for other values. */
export function readFields<T extends object>(stored: unknown): Partial<T> {
  return typeof stored === 'object' && stored !== null ? (stored as Partial<T>) : {}
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

// Unfinished input of a page across a reload, a closed tab or a lost network: what was typed, chosen, ordered or paid.

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
