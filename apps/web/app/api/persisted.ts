// Values in this browser's storage. There is none when storage is unavailable or full, or when its content is invalid.

export interface Persisted<T> {
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
