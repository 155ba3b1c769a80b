// What this device keeps about media between visits: thumbnails, waveforms, and where chosen files are. Stored in
// IndexedDB; without it everything is made again.

import { createDeviceDatabase } from './device-database.ts'

export type MediaStore = 'thumbnails' | 'waveforms' | 'files'

const stores: readonly MediaStore[] = ['thumbnails', 'waveforms', 'files']

const use = createDeviceDatabase<MediaStore>('vitrine-media', (database) => {
  for (const name of stores) database.createObjectStore(name)
})

/** Does something with one of the stores. Never rejects: undefined when there is no store. */
export async function useMediaStore<T>(
  name: MediaStore,
  mode: IDBTransactionMode,
  action: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const answer = await use(name, mode, action)
  return answer.isDone ? answer.value : undefined
}

/** Empties a store of more than `most` entries. */
export async function thinOut(name: 'thumbnails' | 'waveforms', max: number): Promise<void> {
  const count = (await useMediaStore(name, 'readonly', (store) => store.count())) ?? 0
  if (count <= max) return
  // A cache that has grown too large is cleared: visible entries are soon there again.
  await useMediaStore(name, 'readwrite', (store) => store.clear())
}
