// Values that this browser keeps. Where storage is refused or full, and where somebody else wrote there, there is none.

export interface Persisted<T> {
  /** Undefined when there is none. */
  read(): T | undefined
  /** Keeps a value as far as the browser lets it; undefined forgets it. */
  write(value: T | undefined): void
}

/**
 * A value under a key of the browser's storage, for this tab alone in `sessionStorage`. A string is stored as it is, anything
 * else as JSON. `check` gives the value of what stands there, which may be anything, or undefined.
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
        // It lives as long as the page then.
      }
    },
  }
}

/** The fields of a record that stands in storage; none of anything else. */
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
