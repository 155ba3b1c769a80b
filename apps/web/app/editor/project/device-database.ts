// One IndexedDB database of this device. Without IndexedDB nothing is stored, and everything else works.

/** The result of one action: the value of its request, once the whole transaction is stored. */
export type DeviceAnswer<T> = { isDone: true; value: T } | { isDone: false }

export type UseStore<Name extends string> = <T>(
  name: Name,
  mode: IDBTransactionMode,
  action: (store: IDBObjectStore) => { readonly result: T; readonly error?: DOMException | null },
  /** Stores whose earlier writes must finish first: transactions over different stores finish in any order. */
  after?: readonly Name[],
) => Promise<DeviceAnswer<T>>

/**
 * Opens the database on first use; `upgrade` creates its stores. Results never reject: a failure is `isDone: false`.
 */
export function createDeviceDatabase<Name extends string>(
  databaseName: string,
  upgrade: (database: IDBDatabase) => void,
): UseStore<Name> {
  let opening: Promise<IDBDatabase> | undefined
  const open = () =>
    new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(databaseName, 1)
      request.onupgradeneeded = () => upgrade(request.result)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  return async (name, mode, action, after = []) => {
    try {
      opening ??= open()
      const database = await opening
      const value = await new Promise<ReturnType<typeof action>['result']>((resolve, reject) => {
        const transaction = database.transaction([name, ...after], mode)
        const request = action(transaction.objectStore(name))
        // A request succeeds before its transaction: a full disk aborts the write later. WebKit completes a transaction
        // whose request has failed, for example to store a file.
        transaction.oncomplete = () => (request.error ? reject(request.error) : resolve(request.result))
        transaction.onabort = () => reject(transaction.error)
        // Commits now instead of after the request's response: closing the page in between would abort the write.
        if (mode === 'readwrite') transaction.commit()
      })
      return { isDone: true, value }
    } catch {
      opening = undefined
      return { isDone: false }
    }
  }
}
