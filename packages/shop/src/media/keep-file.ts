// Stores files together with the row that names them.
import { CommitOutcomeUnknown, type Db, type Tx, transaction } from '@vitrine/database/connection'
import type { Storage } from '@vitrine/providers/storage'

/**
 * Has `store` put files into the storage, then `record` name them in the database, in one transaction. `record` answers
 * false or undefined when nobody wants the files any more; its answer is handed on. Keys must never have been used before:
 * removing the files of one attempt must not take away what another one recorded.
 *
 * The files are removed again at once only where it is certain that no row names them. When the answer to COMMIT is lost
 * they stay, because the row may name them. Whatever stays without a row is removed a day later by the housekeeping, whose
 * `RECORDED_FOLDERS` must include the folders of the keys.
 */
export async function keepFiles<Stored, Recorded>(
  { db, storage }: { readonly db: Db; readonly storage: Storage },
  store: (put: Storage['put']) => Promise<Stored>,
  record: (tx: Tx, stored: Stored) => Promise<Recorded>,
): Promise<Recorded> {
  const keys: string[] = []
  // Settled, so that the error that led here is the one to be told.
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
