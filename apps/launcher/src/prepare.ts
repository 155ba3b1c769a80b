// A short-lived process before the server starts: migrates the database and seeds it.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { connect, disconnect } from '@vitrine/database/connection'
import { MigrationRefused, migrate } from '@vitrine/database/migrate'
import { readOrCreateSecrets } from '@vitrine/providers/secret'
import { openStorage, readStorageSettings } from '@vitrine/providers/storage/settings'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { seed } from './seed.ts'

const { DATABASE_URL: url, VITRINE_ROOT: root, VITRINE_DATA: dataFolder, VITRINE_DEMO: demo } = process.env
assert(url && root && dataFolder, 'the launcher hands DATABASE_URL, VITRINE_ROOT and VITRINE_DATA to this process')

// Empty means not set. The server reports all invalid settings.
const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))

// Server and worker start together and read it.
readOrCreateSecrets(given, dataFolder)

try {
  await migrate(url, { folder: join(root, 'packages/shop/migrations') })
} catch (error) {
  if (!(error instanceof MigrationRefused)) throw error
  console.error(error.message)
  process.exit(1)
}

const db = connect(url, { max: 4, applicationName: 'vitrine-prepare' })
try {
  // This process creates no links, so their secret need not last.
  const links = createSignedLinks(randomBytes(32))
  const storage = await openStorage(readStorageSettings(given, []), { dataFolder, links })
  await seed({ db, storage, demo: demo === '1' })
} finally {
  await disconnect(db)
}
