// One IndexedDB database of this device. Without IndexedDB nothing is stored, and everything else works.

/** The result of one action: the value of its request, once the whole transaction is stored. */
type DeviceAnswer<T> = { isDone: true; value: T } | { isDone: false }

type UseStore<Name extends string> = <T>(
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

// A file in the form that IndexedDB stores. Some browsers cannot store files there, such as WebKit in private windows,
// but all can store bytes.

export type FileRecord = File | FileBytes

interface FileBytes {
  readonly bytes: ArrayBuffer
  readonly name: string
  readonly type: string
  /** Milliseconds since 1970. */
  readonly lastModified: number
}

/** Larger files would take too much memory at once. */
const MAX_BYTES = 512 * 1024 * 1024

/** Stores a file by `put`, which returns whether that succeeded: unchanged, else as bytes. Never rejects. */
export async function putFile(file: File, put: (record: FileRecord) => Promise<boolean>): Promise<boolean> {
  if (await put(file)) return true
  if (file.size > MAX_BYTES) return false
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (!bytes) return false
  const { name, type, lastModified } = file
  return put({ bytes, name, type, lastModified })
}

/** The file of a record. */
export function toFile(record: FileRecord): File {
  if (record instanceof File) return record
  const { bytes, name, type, lastModified } = record
  return new File([bytes], name, { type, lastModified })
}

// Data about media that this device stores between visits: thumbnails, waveforms, and the locations of chosen files. It
// is in IndexedDB; without it the data is computed again.

type MediaStore = 'thumbnails' | 'waveforms' | 'files'

const stores: readonly MediaStore[] = ['thumbnails', 'waveforms', 'files']

const use = createDeviceDatabase<MediaStore>('vitrine-media', (database) => {
  for (const name of stores) database.createObjectStore(name)
})

/** Runs an action on one of the stores. Never rejects: returns undefined when there is no store. */
export async function useMediaStore<T>(
  name: MediaStore,
  mode: IDBTransactionMode,
  action: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const answer = await use(name, mode, action)
  return answer.isDone ? answer.value : undefined
}

/** Clears a store with more than `max` entries. */
export async function clearLargeStore(name: 'thumbnails' | 'waveforms', max: number): Promise<void> {
  const count = (await useMediaStore(name, 'readonly', (store) => store.count())) ?? 0
  if (count <= max) return
  // A large cache is cleared as a whole: visible entries are soon there again.
  await useMediaStore(name, 'readwrite', (store) => store.clear())
}
