// The hourly clean-up: expired rows (sessions, codes, uploads, deleted projects, visits, maintenance runs), old renders, and
// files that killed processes left behind.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Db, transaction } from '@vitrine/database/connection'
import { enqueue, PERIODIC_MAX_ATTEMPTS } from '@vitrine/database/jobs'
import type { Storage } from '@vitrine/providers/storage'
import { purgeExpiredAccess } from '@vitrine/store/accounts'
import { clearOldAddresses } from '@vitrine/store/admin/audit-log'
import { deleteExpiredUploads } from '@vitrine/store/media/upload'
import { purgeMaintenanceRuns } from '@vitrine/store/monitoring/maintenance'
import { purgeDeletedProjects } from '@vitrine/store/projects'
import { dropOldPreparedRenders } from '@vitrine/store/renders/prepared-render'
import { deleteIdleReferenceRenders } from '@vitrine/store/renders/reference-render'
import { findUnusedFiles, RECORDED_FOLDERS } from '@vitrine/store/renders/unused-file'
import { deleteVisitorMarks } from '@vitrine/store/visits'
import { sweepScratch } from './operation/scratch.ts'

export const CLEAN_UP_TASK = 'clean-up'

const INTERVAL_MS = 60 * 60 * 1000
/** A server never checks a finished upload for longer than this. */
const UPLOAD_CHECK_LIMIT_MS = 24 * 60 * 60 * 1000

/** A stored file is recorded in the database within this time. */
const RECORDING_LIMIT_MS = 24 * 60 * 60 * 1000
/** Keys per query. */
const BATCH = 5000

interface CleanUpDeps {
  readonly db: Db
  readonly storage: Storage
  /** The local folder in which servers check finished uploads. */
  readonly uploadFolder: string
  /** The folder that contains the scratch folders of all workers. */
  readonly scratchRoot: string
}

/** Schedules the next clean-up. The job key prevents duplicates when several workers schedule it. */
export async function scheduleCleanUp(db: Db, runAt: Date): Promise<void> {
  const options = { jobKey: CLEAN_UP_TASK, runAt, priority: 100, maxAttempts: PERIODIC_MAX_ATTEMPTS }
  await transaction(db, (tx) => enqueue(tx, CLEAN_UP_TASK, {}, options))
}

/** Runs the job `clean-up` and schedules the next one. */
export async function runCleanUp(deps: CleanUpDeps): Promise<void> {
  const { db, storage, uploadFolder, scratchRoot } = deps
  try {
    await purgeExpiredAccess(db)
    await purgeDeletedProjects(db)
    await clearOldAddresses(db)
    await deleteVisitorMarks(db)
    await purgeMaintenanceRuns(db)
    for (const key of await transaction(db, deleteExpiredUploads)) await storage.delete(key)
    await storage.removeUnfinished()
    await removeStaleFiles(uploadFolder, UPLOAD_CHECK_LIMIT_MS)
    await sweepScratch(scratchRoot)
    await dropOldPreparedRenders(db)
    await deleteIdleReferenceRenders(db)
    await removeUnusedFiles(deps)
  } finally {
    await scheduleCleanUp(db, new Date(Date.now() + INTERVAL_MS))
  }
}

/**
 * Removes videos and customers' files that nothing refers to. They remain when a process is killed between storing and
 * recording a file, or between deleting its row and the file. Returns how many.
 */
export async function removeUnusedFiles({ db, storage }: Pick<CleanUpDeps, 'db' | 'storage'>): Promise<number> {
  const storedBefore = Date.now() - RECORDING_LIMIT_MS
  let removed = 0
  let batch: string[] = []
  const deleteUnused = async () => {
    for (const key of await findUnusedFiles(db, batch)) {
      await storage.delete(key)
      removed++
    }
    batch = []
  }
  for (const folder of RECORDED_FOLDERS) {
    for await (const { key, modifiedAt } of storage.list(folder)) {
      if (modifiedAt.getTime() < storedBefore) batch.push(key)
      if (batch.length === BATCH) await deleteUnused()
    }
  }
  await deleteUnused()
  return removed
}

/**
 * Removes files that have not been modified for `maxAgeMs`: a server that is killed while it checks an upload leaves them.
 * Returns how many.
 */
export async function removeStaleFiles(folder: string, maxAgeMs: number): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const file = await stat(join(folder, name)).catch(() => undefined)
    if (!file?.isFile() || Date.now() - file.mtimeMs < maxAgeMs) continue
    await rm(join(folder, name), { force: true })
    removed++
  }
  return removed
}
