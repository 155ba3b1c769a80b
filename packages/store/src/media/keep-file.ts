// Stores files together with the row that names them.
import { CommitOutcomeUnknown, type Db, type Tx, transaction } from '@vitrine/database/connection'
import type { Storage } from '@vitrine/providers/storage'

/**
 * Runs `store`, which puts files into the storage, and then `record`, which names them in the database, in one
 * transaction. `record` returns false or undefined when the files are no longer wanted; its result is passed on. Keys
 * must be new: removing the files of one attempt must not remove what another one recorded.
 *
 * The files are removed only where it is certain that no row names them. When the response to COMMIT is lost they stay,
 * because a row may name them. Files without a row are removed a day later by maintenance, whose `RECORDED_FOLDERS`
 * must include the folders of the keys.
 */
export async function keepFiles<Stored, Recorded>(
  { db, storage }: { readonly db: Db; readonly storage: Storage },
  store: (put: Storage['put']) => Promise<Stored>,
  record: (tx: Tx, stored: Stored) => Promise<Recorded>,
): Promise<Recorded> {
  const keys: string[] = []
  // allSettled, so that the original error is the one that is thrown.
  const removeAll = () => Promise.allSettled(keys.map((key) => storage.delete(key)))
  let recorded: Recorded
  try {
    const stored = await store((key, body, options) => {
      keys.push(key)
      return storage.put(key, body, options)
    })
    recorded = await transaction(db, (tx) => record(tx, stored))
  } catch (error) {
    if (!(error instanceof CommitOutcomeUnknown)) await removeAll()
    throw error
  }
  if (recorded === false || recorded === undefined) await removeAll()
  return recorded
}
