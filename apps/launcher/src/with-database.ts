// Owns reaching the database of this installation from a command: the one of DATABASE_URL, the one of the shop that runs on
// this data folder, or the data folder's own, started for as long as the command takes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { connect, type Db, disconnect } from '@vitrine/database/connection'
import { embeddedUrl, startEmbeddedPostgres } from '@vitrine/database/embedded'
import { takeInstanceLock } from './instance-lock.ts'
import { LaunchError, type LauncherSettings } from './settings.ts'

/** Runs `work` with the installation's database and closes it again. Throws LaunchError where there is no shop. */
export async function withDatabase<T>(settings: LauncherSettings, work: (db: Db) => Promise<T>): Promise<T> {
  const { dataFolder, address, databaseUrl } = settings
  if (databaseUrl) return connected(databaseUrl, work)
  const folder = join(dataFolder, 'db')
  if (!existsSync(folder)) {
    throw new LaunchError(`There is no shop in ${dataFolder}. VITRINE_DATA or DATABASE_URL names another one.`)
  }
  const lock = await takeInstanceLock(dataFolder, { pid: process.pid, address })
  if (!lock.isTaken) return connected(embeddedUrl(folder, 'vitrine'), work)
  try {
    const postgres = await startEmbeddedPostgres({ folder })
    try {
      return await connected(postgres.url('vitrine'), work)
    } finally {
      await postgres.stop()
    }
  } finally {
    await lock.release()
  }
}

async function connected<T>(databaseUrl: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(databaseUrl, { max: 2, applicationName: 'vitrine-command' })
  try {
    return await work(db)
  } finally {
    await disconnect(db)
  }
}
