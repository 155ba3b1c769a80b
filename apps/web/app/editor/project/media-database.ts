// Data about media that this device stores between visits: thumbnails, waveforms, and the locations of chosen files. It
// is in IndexedDB; without it the data is computed again.

import { createDeviceDatabase } from './device-database.ts'

export type MediaStore = 'thumbnails' | 'waveforms' | 'files'

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
