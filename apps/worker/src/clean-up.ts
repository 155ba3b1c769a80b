// Owns the hourly housekeeping: expired sign-ins and codes, uploads nobody finished, and what killed processes left on disk.
import { FileStore } from '@tus/file-store'
import { type Db, transaction } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import { removeUnfinishedFiles } from '@vitrine/providers/storage/local-disk'
import { purgeExpiredAccess } from '@vitrine/shop/accounts'
import { sweepScratch } from './scratch.ts'

export const CLEAN_UP_TASK = 'clean-up'

const EVERY_MS = 60 * 60 * 1000
/** As long as the server lets an upload take. */
const UPLOADS_KEPT_MS = 24 * 60 * 60 * 1000

export interface CleanUpDeps {
  readonly db: Db
  readonly filesFolder: string
  readonly uploadFolder: string
  /** The folder that the parts of all workers lie in. */
  readonly scratchRoot: string
}

/** Plans the next housekeeping. However many workers plan, there is one: the key holds it once. */
export async function planCleanUp(db: Db, runAt: Date): Promise<void> {
  await transaction(db, (tx) => enqueue(tx, CLEAN_UP_TASK, {}, { jobKey: CLEAN_UP_TASK, runAt, priority: 100 }))
}

/** Runs the job `clean-up` and plans the next one. */
export async function runCleanUp({ db, filesFolder, uploadFolder, scratchRoot }: CleanUpDeps): Promise<void> {
  try {
    await purgeExpiredAccess(db)
    await removeUnfinishedFiles(filesFolder)
    await new FileStore({ directory: uploadFolder, expirationPeriodInMilliseconds: UPLOADS_KEPT_MS }).deleteExpired()
    await sweepScratch(scratchRoot)
  } finally {
    await planCleanUp(db, new Date(Date.now() + EVERY_MS))
  }
}
