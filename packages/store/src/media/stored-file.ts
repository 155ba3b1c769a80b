// Stores files together with the row that refers to them, and removes them after it.
import { CommitOutcomeUnknown, type Db, type Tx, transaction } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import type { Storage } from '@vitrine/providers/storage'

/**
 * Runs `store`, which puts files into the storage, and then `record`, which names them in the database, in one transaction.
 * `record` returns false or undefined to discard the files; the caller gets its result. Keys must be new, so that removing the
 * files of one attempt cannot remove those of another. The files are removed only when no row can name them. When the response to
 * COMMIT is lost they stay, because a row may name them. Maintenance removes files without a row a day later; its
 * `RECORDED_FOLDERS` (`../renders/unused-file.ts`) must include the folders of the keys.
 */
export async function keepFiles<Stored, Recorded>(
  { db, storage }: { readonly db: Db; readonly storage: Storage },
  store: (put: Storage['put']) => Promise<Stored>,
  record: (tx: Tx, stored: Stored) => Promise<Recorded>,
): Promise<Recorded> {
  const keys: string[] = []
  // allSettled never rejects, so the original error is the one that is thrown.
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

/** The job that removes files from storage; its payload is `{ keys }`. */
export const ERASE_TASK = 'erase-files'

/** Enqueues the removal of files from storage in the transaction that deletes their rows. */
export async function eraseFiles(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await enqueue(tx, ERASE_TASK, { keys }, { maxAttempts: 20 })
}
