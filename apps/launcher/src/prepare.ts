// A short-lived process before the server starts: backs up what an earlier version has left, migrates the database and seeds it.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { connect, type Db, disconnect } from '@vitrine/database/connection'
import { MigrationRefused, migrate } from '@vitrine/database/migrate'
import { readOrCreateSecrets } from '@vitrine/providers/secret'
import { openStorage, readStorageSettings } from '@vitrine/providers/storage/settings'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { recordMaintenance } from '@vitrine/shop/monitoring/maintenance'
import { readSettings } from '@vitrine/shop/settings'
import manifest from '../../../package.json' with { type: 'json' }
import { describeBackup } from './backup.ts'
import { seed } from './seed.ts'
import { LaunchError } from './settings.ts'
import { backUpBeforeUpgrade } from './upgrade-backup.ts'

const { DATABASE_URL: url, VITRINE_ROOT: root, VITRINE_DATA: dataFolder, VITRINE_DEMO: demo } = process.env
assert(url && root && dataFolder, 'the launcher hands DATABASE_URL, VITRINE_ROOT and VITRINE_DATA to this process')

// Empty means not set. The server reports all invalid settings.
const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))

// Server and worker start together and read it.
readOrCreateSecrets(given, dataFolder)

try {
  await prepare({ url, migrations: join(root, 'packages/shop/migrations'), dataFolder, isDemo: demo === '1' })
} catch (error) {
  if (!(error instanceof MigrationRefused || error instanceof LaunchError)) throw error
  console.error(error.message)
  process.exit(1)
}

interface Preparation {
  readonly url: string
  readonly migrations: string
  readonly dataFolder: string
  readonly isDemo: boolean
}

async function prepare({ url, migrations, dataFolder, isDemo }: Preparation): Promise<void> {
  // This process creates no links, so their secret need not last.
  const links = createSignedLinks(randomBytes(32))
  const settings = readStorageSettings(given, [])
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
    // Real people come as soon as one service is live, whoever started it and how.
    await seed({ db, storage, demo: isDemo && !(await hasLiveProvider(db)) })
  } finally {
    await disconnect(db)
  }
}

async function hasLiveProvider(db: Db): Promise<boolean> {
  const { mail, sms, signIn, payment } = (await readSettings(db)).values.providers
  return [mail, sms, signIn, payment].some(({ mode }) => mode === 'live')
}
