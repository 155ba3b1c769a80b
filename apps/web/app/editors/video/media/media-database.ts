// Owns what this device keeps about media between visits: thumbnails, waveforms, and where chosen files live. IndexedDB; a
// device that refuses it keeps nothing, and everything is made anew.

export type MediaStore = 'thumbnails' | 'waveforms' | 'files'

const databaseName = 'vitrine-media'
const stores: readonly MediaStore[] = ['thumbnails', 'waveforms', 'files']

let opening: Promise<IDBDatabase> | undefined

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => {
      for (const name of stores) request.result.createObjectStore(name)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Does something with one of the stores. Never rejects: undefined when there is no store. */
export async function useMediaStore<T>(
  name: MediaStore,
  mode: IDBTransactionMode,
  action: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    opening ??= openDatabase()
    const database = await opening
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(name, mode)
      const request = action(transaction.objectStore(name))
      // A write counts when it is on the disk.
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error)
    })
  } catch {
    opening = undefined
    return undefined
  }
}

/** Empties a store of more than `most` entries. */
export async function thinOut(name: 'thumbnails' | 'waveforms', most: number): Promise<void> {
  const count = (await useMediaStore(name, 'readonly', (store) => store.count())) ?? 0
  if (count <= most) return
  // A cache that has grown too large begins anew: what is looked at comes back in a moment.
  await useMediaStore(name, 'readwrite', (store) => store.clear())
}
