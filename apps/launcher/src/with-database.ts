// Connects a command to this installation's database: that of DATABASE_URL, that of the running store, or the data folder's
// own, started for the duration of the command.
import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type Db, disconnect } from '@vitrine/database/connection'
import { embeddedUrl, startEmbeddedPostgres } from '@vitrine/database/embedded'
import { type RunningInstance, takeInstanceLock } from '@vitrine/database/instance-lock'
import { listProcesses } from '@vitrine/store/monitoring/figures'
import { LaunchError, type LauncherSettings } from './settings.ts'

const DATABASE = 'vitrine'

/**
 * Requires a data folder that the caller owns, or none. Files that root writes into another user's folder would be unreadable
 * for the service at its next start. Throws LaunchError.
 */
export function requireOwnFolder(dataFolder: string, userId = process.geteuid?.()): void {
  const owner = findOwner(dataFolder)
  if (owner === undefined || userId === undefined || owner === userId) return
  if (userId !== 0 && canUse(dataFolder)) return
  throw new LaunchError(
    `${dataFolder} belongs to another user (${owner}, not ${userId}). Run this as the user of the service, as deploy/command.sh does.`,
  )
}

/** The user whose service uses a folder: the owner of its secret, or else of the folder. Undefined for a new folder. */
function findOwner(dataFolder: string): number | undefined {
  const folder = statSync(dataFolder, { throwIfNoEntry: false })
  if (!folder) return undefined
  try {
    return statSync(join(dataFolder, 'secret')).uid
  } catch {
    // It does not exist yet or cannot be read.
    return folder.uid
  }
}

function canUse(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Runs `work` with the installation's database and closes it afterwards. Throws LaunchError without a store. */
export async function withDatabase<T>(settings: LauncherSettings, work: (db: Db) => Promise<T>): Promise<T> {
  return await withDatabaseUrl(settings, async (databaseUrl) => {
    const db = connect(databaseUrl, { max: 2, applicationName: 'vitrine-command' })
    try {
      return await work(db)
    } finally {
      await disconnect(db)
    }
  })
}

/**
 * Like `withDatabase`, but with the connection string. `mayCreate` creates a new, empty database if there is none.
 * `isExclusive` refuses while the store is running.
 */
export async function withDatabaseUrl<T>(
  { dataFolder, address, databaseUrl }: LauncherSettings,
  work: (databaseUrl: string) => Promise<T>,
  { mayCreate = false, isExclusive = false } = {},
): Promise<T> {
  if (databaseUrl) {
    if (isExclusive) await requireNoProcesses(databaseUrl)
    return await work(databaseUrl)
  }
  requireOwnFolder(dataFolder)
  const folder = join(dataFolder, 'db')
  if (!mayCreate && !existsSync(folder)) {
    throw new LaunchError(`There is no store in ${dataFolder}. VITRINE_DATA or DATABASE_URL names another one.`)
  }
  const lock = await takeInstanceLock(dataFolder, { pid: process.pid, address })
  if (!lock.isTaken) {
    if (isExclusive) throw new LaunchError(describeRunning(dataFolder, lock.running))
    return await work(embeddedUrl(folder, DATABASE))
  }
  try {
    const postgres = await startEmbeddedPostgres({ folder })
    try {
      if (mayCreate) await postgres.createDatabase(DATABASE)
      return await work(postgres.url(DATABASE))
    } finally {
      await postgres.stop()
    }
  } finally {
    await lock.release()
  }
}

export function describeRunning(dataFolder: string, { address, pid }: RunningInstance): string {
  return `A store runs in ${dataFolder}, at ${address} (process ${pid}). Stop it first. Nothing was changed.`
}

async function requireNoProcesses(databaseUrl: string): Promise<void> {
  const db = connect(databaseUrl, { max: 1, applicationName: 'vitrine-command' })
  try {
    const [running] = await listProcesses(db)
    if (!running) return
    throw new LaunchError(
      `A ${running.name} on ${running.host} uses this database. Stop all servers and workers first. Nothing was changed.`,
    )
  } finally {
    await disconnect(db)
  }
}
