// A short-lived process that runs before the server: backs up the data of an earlier version, migrates the database and seeds
// it.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { connect, type Db, disconnect, transaction } from '@vitrine/database/connection'
import { MigrationRefused, migrate } from '@vitrine/database/migrate'
import { readOrCreateSecrets } from '@vitrine/providers/secret'
import { openStorage, readStorageSettings } from '@vitrine/providers/storage/settings'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { beginSetup } from '@vitrine/store/admin/setup'
import { recordMaintenance } from '@vitrine/store/monitoring/maintenance'
import { readSettings } from '@vitrine/store/settings'
import manifest from '../../../package.json' with { type: 'json' }
import { backUpBeforeUpgrade, describeBackup } from './backup.ts'
import { seed } from './seed.ts'
import { LaunchError, type Prepared } from './settings.ts'

const {
  DATABASE_URL: url,
  VITRINE_ROOT: root,
  VITRINE_DATA: dataFolder,
  VITRINE_DEMO: demo,
  VITRINE_SETUP: setup,
} = process.env
assert(url && root && dataFolder, 'the launcher hands DATABASE_URL, VITRINE_ROOT and VITRINE_DATA to this process')

const NOT_EMPTY =
  'This store has an owner or templates already, so there is nothing to set up.\n' +
  'VITRINE_DATA (or DATABASE_URL) names another place for a new store.'

// An empty value counts as not set. The server reports all invalid settings.
const setVariables = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))

// Created here because server and worker start at the same time and both read it.
readOrCreateSecrets(setVariables, dataFolder)

try {
  const migrations = join(root, 'packages/store/migrations')
  await prepare({ url, migrations, dataFolder, isTrial: demo === '1', wantsSetup: setup === '1' })
} catch (error) {
  if (!(error instanceof MigrationRefused || error instanceof LaunchError)) throw error
  console.error(error.message)
  process.exit(1)
}

interface Preparation {
  readonly url: string
  readonly migrations: string
  readonly dataFolder: string
  /** The store is a trial, without real customers. */
  readonly isTrial: boolean
  readonly wantsSetup: boolean
}

async function prepare({ url, migrations, dataFolder, isTrial, wantsSetup }: Preparation): Promise<void> {
  // This process creates no links, so the secret can be temporary.
  const links = createSignedLinks(randomBytes(32))
  const settings = readStorageSettings(setVariables, [])
  const storage = await openStorage(settings, { dataFolder, links })
  const isLocal = settings.kind === 'disk'
  const { version } = manifest
  const backup = await backUpBeforeUpgrade({ databaseUrl: url, storage, isLocal, dataFolder, migrations, version })
  await migrate(url, { folder: migrations })
  const db = connect(url, { max: 4, applicationName: 'vitrine-prepare' })
  try {
    if (backup) {
      const { startedAt } = backup
      await recordMaintenance(db, { kind: 'backup', startedAt, isGood: true, summary: describeBackup(backup.manifest) })
    }
    const found = await transaction(db, (tx) => beginSetup(tx, { isTrial, isRequested: wantsSetup }))
    if (found.kind === 'not-empty') throw new LaunchError(NOT_EMPTY)
    const samples = found.kind === 'open' ? [] : found.kind === 'finished' ? found.samples : 'all'
    // A store with a live service has real customers, however it was started.
    const isDemo = isTrial && found.kind === 'none' && !(await hasLiveProvider(db))
    await seed({ db, storage, demo: isDemo, samples })
    const prepared: Prepared = { isDemo, ...(found.kind === 'open' && { setupKey: found.key }) }
    process.send?.(prepared)
  } finally {
    await disconnect(db)
  }
}

async function hasLiveProvider(db: Db): Promise<boolean> {
  const { mail, sms, signIn, payment } = (await readSettings(db)).values.providers
  return [mail, sms, signIn, payment].some(({ mode }) => mode === 'live')
}
