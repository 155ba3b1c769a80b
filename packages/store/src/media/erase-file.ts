// Removes stored files by a job that is queued in the transaction that deletes their rows.
import type { Tx } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'

/** The job that removes files from storage; its payload is `{ keys }`. */
export const ERASE_TASK = 'erase-files'

/** Enqueues the removal of files from storage after the transaction commits. */
export async function eraseFiles(tx: Tx, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await enqueue(tx, ERASE_TASK, { keys }, { maxAttempts: 20 })
}
