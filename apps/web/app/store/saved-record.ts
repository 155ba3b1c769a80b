// Small records in browser storage. Without storage, or with an unreadable record, there is none.

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The stored record; undefined when there is none. The caller checks its shape: anybody can write there. */
export function readRecord<T>(storage: Storage, key: string): Partial<T> | undefined {
  try {
    const record: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    return typeof record === 'object' && record !== null ? (record as Partial<T>) : undefined
  } catch {
    return undefined
  }
}

export function saveRecord(storage: Storage, key: string, record: object): void {
  try {
    storage.setItem(key, JSON.stringify(record))
  } catch {
    // Full or forbidden: it lives as long as the page then.
  }
}
