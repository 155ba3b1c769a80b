// One IndexedDB database of this device. A device that refuses it keeps nothing, and everything works all the same.

/** What became of one action: the value of its request, once the whole transaction is stored. */
export type DeviceAnswer<T> = { isDone: true; value: T } | { isDone: false }

export type UseStore<Name extends string> = <T>(
  name: Name,
  mode: IDBTransactionMode,
  action: (store: IDBObjectStore) => { readonly result: T; readonly error?: DOMException | null },
  /** Stores whose earlier writes must be stored first: transactions over different stores finish in any order. */
  after?: readonly Name[],
) => Promise<DeviceAnswer<T>>

/** Opens the database at its first use; `upgrade` makes its stores. The answer never rejects: what went wrong is not done. */
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
        // A request succeeds before its transaction does: a full disk aborts the write after that.
        // WebKit completes one whose request has failed, such as to store a file.
        transaction.oncomplete = () => (request.error ? reject(request.error) : resolve(request.result))
        transaction.onabort = () => reject(transaction.error)
        // At once instead of after the request's response: a page that is closed now would abort the write.
        if (mode === 'readwrite') transaction.commit()
      })
      return { isDone: true, value }
    } catch {
      opening = undefined
      return { isDone: false }
    }
  }
}
