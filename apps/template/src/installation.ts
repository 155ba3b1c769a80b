// Opens the installation that a template is published to: the database in DATABASE_URL, or the embedded one of the data folder,
// which is started for the duration of the command when no server is running.
import { join, resolve } from 'node:path'
import { connect, type Db, disconnect } from '@vitrine/database/connection'
import { embeddedUrl, startEmbeddedPostgres } from '@vitrine/database/embedded'
import { findRunningInstance } from '@vitrine/database/instance-lock'
import { migrate } from '@vitrine/database/migrate'
import type { Storage } from '@vitrine/providers/storage'
import { openStorage, readStorageSettings } from '@vitrine/providers/storage/settings'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { ImportRejected } from '@vitrine/worker/import-package'

export interface Installation {
  readonly db: Db
  readonly databaseUrl: string
  readonly storage: Storage
  /** The address of the store for a browser: from its settings, or from the launcher that runs it. */
  readonly address: string
  close(): Promise<void>
}

const root = resolve(import.meta.dirname, '../../..')
const DATABASE = 'vitrine'

/** Opens the installation that the environment describes (VITRINE_DATA, DATABASE_URL, VITRINE_S3_…, PORT, VITRINE_PUBLIC_URL). */
export async function openInstallation(environment: NodeJS.ProcessEnv): Promise<Installation> {
  const dataFolder = resolve(root, environment.VITRINE_DATA || 'var')
  const running = await findRunningInstance(dataFolder)
  const { url, stop } = await openDatabase(environment.DATABASE_URL, join(dataFolder, 'db'))
  const db = connect(url, { max: 4, applicationName: 'vitrine-template' })
  // No private files are linked from here, so the secret can be temporary.
  const links = createSignedLinks(crypto.getRandomValues(Buffer.alloc(32)))
  const storage = await openStorage(storageSettings(environment), { dataFolder, links })
  return {
    db,
    databaseUrl: url,
    storage,
    address: environment.VITRINE_PUBLIC_URL || running?.address || `http://localhost:${environment.PORT || 3000}`,
    async close() {
      await disconnect(db)
      await stop()
    },
  }
}

function storageSettings(environment: NodeJS.ProcessEnv) {
  const problems: string[] = []
  const setVariables = Object.entries(environment).filter(([, value]) => value !== '')
  const settings = readStorageSettings(Object.fromEntries(setVariables), problems)
  if (problems.length > 0) throw new ImportRejected('settings', problems.join('\n'))
  return settings
}

async function openDatabase(
  configuredUrl: string | undefined,
  folder: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  const nothing = async () => {}
  if (configuredUrl) return { url: configuredUrl, stop: nothing }
  const running = embeddedUrl(folder, DATABASE)
  if (await answers(running)) return { url: running, stop: nothing }
  const postgres = await startEmbeddedPostgres({ folder })
  await postgres.createDatabase(DATABASE)
  const url = postgres.url(DATABASE)
  await migrate(url, { folder: join(root, 'packages/store/migrations') })
  return { url, stop: () => postgres.stop() }
}

async function answers(url: string): Promise<boolean> {
  const db = connect(url, { max: 1, applicationName: 'vitrine-template' })
  try {
    await db.$client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await disconnect(db)
  }
}
