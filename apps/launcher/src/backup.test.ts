import { randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrate, programLevel, readLevel } from '@vitrine/database/migrate'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addMigration } from '../../../tests/operations/later-version.ts'
import type {} from '../../../tests/postgres.ts'
import { backUpBeforeUpgrade, mediaFile, restore, type UpgradeOptions } from './backup.ts'

const present = resolve(import.meta.dirname, '../../../packages/store/migrations')
const links = createSignedLinks('a secret of at least thirty-two bytes')
const KEY = `public/${'a'.repeat(64)}.webp`
const names: string[] = []
let dataFolder: string
/** Of the next version, which has one more. */
let migrations: string

beforeAll(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'vitrine-upgrade-backup-'))
  const later = join(dataFolder, 'later')
  migrations = join(later, 'packages/store/migrations')
  cpSync(present, migrations, { recursive: true })
  addMigration(later)
})
afterAll(async () => {
  for (const name of names) await asAdmin(`drop database ${name} with (force)`)
  rmSync(dataFolder, { recursive: true })
})

async function asAdmin(statement: string, url = inject('postgresUrl')): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function emptyDatabase(): Promise<string> {
  const name = `upgrade_backup_${randomUUID().replaceAll('-', '')}`
  await asAdmin(`create database ${name}`)
  names.push(name)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}

const storageIn = (folder: string) => createLocalDiskStorage({ directory: join(folder, 'files'), links })

test('saves a store of an earlier version, with files that take no room, and the way back leads there', {
  tags: ['full'],
}, async () => {
  const databaseUrl = await emptyDatabase()
  const storage = storageIn(dataFolder)
  const options: UpgradeOptions = { databaseUrl, storage, isLocal: true, dataFolder, migrations, version: '9.9.9' }
  expect(await backUpBeforeUpgrade(options)).toBeUndefined()

  await migrate(databaseUrl, { folder: present })
  await storage.put(KEY, Buffer.from('a picture'), { contentType: 'image/webp' })
  const backup = await backUpBeforeUpgrade(options)
  expect(backup?.manifest.database.level).toBe(programLevel(present))
  expect(statSync(mediaFile(backup?.folder ?? '', KEY)).ino).toBe(statSync(join(dataFolder, 'files', KEY)).ino)

  const restored = await emptyDatabase()
  const folder = join(dataFolder, 'restored')
  await restore({ databaseUrl: restored, storage: storageIn(folder), folder: backup?.folder ?? '', migrations })
  expect(statSync(join(folder, 'files', KEY)).size).toBe(9)
  expect(await readLevel(restored)).toBe(programLevel(migrations))
})

test('keeps the last three, and makes none where there is nothing to migrate', { tags: ['full'] }, async () => {
  const databaseUrl = await emptyDatabase()
  await migrate(databaseUrl, { folder: present })
  const options = {
    databaseUrl,
    storage: storageIn(dataFolder),
    isLocal: true,
    dataFolder,
    migrations,
    version: '9.9.9',
  }
  const made: string[] = []
  for (let n = 0; n < 4; n++) made.push((await backUpBeforeUpgrade(options))?.folder ?? '')
  const kept = readdirSync(join(dataFolder, 'backups')).map((name) => join(dataFolder, 'backups', name))
  expect(kept.sort()).toEqual(made.slice(1))

  await migrate(databaseUrl, { folder: migrations })
  expect(await backUpBeforeUpgrade(options)).toBeUndefined()
})

test('changes nothing when the backup cannot be made', { tags: ['full'] }, async () => {
  const databaseUrl = await emptyDatabase()
  await migrate(databaseUrl, { folder: present })
  const storage = {
    ...storageIn(dataFolder),
    list: () => {
      throw new Error('the disk is full')
    },
  }
  const options = { databaseUrl, storage, isLocal: true, dataFolder, migrations, version: '9.9.9' }
  const backups = join(dataFolder, 'backups')
  mkdirSync(backups, { recursive: true })
  const before = readdirSync(backups)
  await expect(backUpBeforeUpgrade(options)).rejects.toThrow(
    'has not begun, because the backup before it failed: the disk is full',
  )
  expect(readdirSync(backups)).toEqual(before)
})
