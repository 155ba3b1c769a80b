// Brings shops of earlier releases up to date, as an upgrade does, and looks whether their people find everything again.
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connect, type Db, disconnect } from '@vitrine/database/connection'
import { migrate, programLevel, requireMigrated } from '@vitrine/database/migrate'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { listImports } from '@vitrine/shop/catalogue/import'
import { checkMoney } from '@vitrine/shop/invariants/ledger-check'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readManifest } from '../../apps/launcher/src/backup-manifest.ts'
import { restore } from '../../apps/launcher/src/restore.ts'
import { buildApp } from '../../apps/server/src/app.ts'
import { openDepsForTest } from '../../apps/server/src/deps-for-test.ts'
import type {} from '../postgres.ts'

const migrations = resolve(import.meta.dirname, '../../packages/shop/migrations')
const made: string[] = []
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-upgrade-'))
})
afterAll(async () => {
  for (const name of made) await asAdmin(`drop database if exists ${name} with (force)`)
  await rm(folder, { recursive: true, force: true })
})

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function emptyDatabase(): Promise<string> {
  const name = `upgraded_${randomUUID().replaceAll('-', '')}`
  await asAdmin(`create database ${name}`)
  made.push(name)
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}

async function shopOf(db: Db, databaseUrl: string) {
  const deps = await openDepsForTest({ db, databaseUrl, folder: join(folder, randomUUID()) })
  const app = await buildApp(deps)
  return {
    call: async (method: 'GET' | 'POST', url: string, token: string, payload?: object) => {
      const answer = await app.inject({
        method,
        url,
        ...(payload && { payload }),
        headers: { authorization: `Bearer ${token}` },
      })
      return { status: answer.statusCode, body: answer.json() }
    },
    async close() {
      await app.close()
      await deps.renderProgress.close()
    },
  }
}

describe.each(['0005', '0013'])('a shop of the release that ended with migration %s', (release) => {
  const backup = join(import.meta.dirname, 'releases', release)

  it('is complete after the upgrade: ledger, sign-ins, credits, projects and videos', async () => {
    const databaseUrl = await emptyDatabase()
    const links = createSignedLinks('a secret of at least thirty-two bytes')
    const storage = createLocalDiskStorage({ directory: join(folder, release), links })
    const { database } = await readManifest(backup)
    expect(database.level).toBeLessThan(programLevel(migrations))
    await restore({ databaseUrl, storage, folder: backup, migrations })

    const db = connect(databaseUrl, { max: 4 })
    const shop = await shopOf(db, databaseUrl)
    try {
      expect((await checkMoney(db)).faults).toEqual([])
      const buyer = JSON.parse(readFileSync(join(backup, 'buyer.json'), 'utf8'))
      const { email, password } = buyer
      const signIn = await shop.call('POST', '/api/login', '', { email, password, rememberMe: false })
      expect(signIn.status).toBe(200)
      const token = String(signIn.body.token)
      const { body: credits } = await shop.call('GET', '/api/user-credits', token)
      const { body: statement } = await shop.call('GET', '/api/credits/statement', token)
      const moved = statement.items.reduce((sum: number, item: { credits: number }) => sum + item.credits, 0)
      expect(credits.credits).toBe(moved)
      const { rows: owned } = await db.execute<{ templateId: string }>(
        sql`select template_id as "templateId" from entitlements where user_id = ${buyer.userId}::uuid`,
      )
      expect(owned.length).toBeGreaterThan(0)
      const again = await shop.call('POST', '/api/purchase-template', token, { templateId: owned[0]?.templateId })
      expect(again).toMatchObject({ status: 200, body: { alreadyPurchased: true, charged: 0 } })
      const { body: videos } = await shop.call('GET', '/api/user-generated-videos', token)
      expect(videos.videos.length).toBeGreaterThan(0)
      const { body: templates } = await shop.call('GET', '/api/templates', token)
      expect(templates.length).toBe(database.tables.find(({ name }) => name === 'templates')?.rows)
      const other = templates.find(
        ({ templateId }: { templateId: string }) => !owned.some((each) => each.templateId === templateId),
      )
      const bought = await shop.call('POST', '/api/purchase-template', token, { templateId: other.templateId })
      expect(bought.status).toBe(200)
      expect((await checkMoney(db)).faults).toEqual([])
    } finally {
      await shop.close()
      await disconnect(db)
    }
  })
})

/** Reads an import as a server and a worker of the release before do, and looks what the present ones see of it. */
async function expectOldProgramGoesOn(db: Db): Promise<void> {
  const found = async () => (await listImports(db)).find(({ name }) => name === 'an old one')
  await db.execute(sql`
    insert into template_imports (name, files, settings, status) values ('an old one', '[]', '{}', 'waiting')`)
  expect(await found()).toMatchObject({ status: 'waiting', percent: 0 })
  const set = (change: ReturnType<typeof sql>) =>
    db.execute(sql`update template_imports set ${change} where name = 'an old one'`)
  await set(sql`status = 'reading'`)
  await set(sql`percent = 30`)
  expect(await found()).toMatchObject({ status: 'reading', percent: 30 })
  await set(sql`status = 'failed', error_code = 'settings', error_message = 'They cannot be read.'`)
  expect(await found()).toMatchObject({ status: 'failed', errorCode: 'settings' })
  await set(sql`status = 'done', percent = 100`)
  expect(await found()).toMatchObject({ status: 'done', percent: 100, errorCode: null })
  await db.execute(sql`delete from template_imports where name = 'an old one'`)
}

/** The level of the last migration before imports became operations. */
const BEFORE_OPERATIONS = 1795348343678

describe('imports of the release before operations', () => {
  it('keep their state, and take their operation with them when their template goes', async () => {
    const databaseUrl = await emptyDatabase()
    await migrate(databaseUrl, { folder: migrations, level: BEFORE_OPERATIONS })
    const db = connect(databaseUrl, { max: 1 })
    try {
      await db.execute(sql`
        insert into template_imports (name, status, percent, files, settings, error_code, error_message) values
          ('a waiting one', 'waiting', 0, '[]', '{}', null, null),
          ('one that is read', 'reading', 40, '[]', '{}', null, null),
          ('one that was retried', 'done', 100, '[]', '{}', 'gave-up', 'It was tried several times.'),
          ('a failed one', 'failed', 60, '[]', '{}', 'settings', 'The settings cannot be read.')`)
      await migrate(databaseUrl, { folder: migrations })
      const imports = await listImports(db)
      const states = imports.map(({ name, status, percent, errorCode }) => [name, status, percent, errorCode])
      expect(states.toSorted()).toEqual([
        ['a failed one', 'failed', 60, 'settings'],
        ['a waiting one', 'waiting', 0, null],
        ['one that is read', 'reading', 40, null],
        ['one that was retried', 'done', 100, null],
      ])
      await expectOldProgramGoesOn(db)
      await db.execute(sql`delete from template_imports where name = 'a failed one'`)
      const { rows } = await db.execute(sql`select status from operations order by status`)
      expect(rows).toEqual([{ status: 'queued' }, { status: 'running' }, { status: 'succeeded' }])
    } finally {
      await disconnect(db)
    }
  })
})

describe('migrations', () => {
  it('run once when two servers start at the same moment, and both find the database fit', async () => {
    const databaseUrl = await emptyDatabase()
    await expect(requireMigrated(databaseUrl, { folder: migrations })).rejects.toThrow(/npm run vitrine -- migrate/)
    await Promise.all([1, 2].map(() => migrate(databaseUrl, { folder: migrations })))
    await Promise.all([1, 2].map(() => requireMigrated(databaseUrl, { folder: migrations })))
  })

  it('are not undone: a program older than the database refuses it and says why', async () => {
    const databaseUrl = await emptyDatabase()
    await migrate(databaseUrl, { folder: migrations })
    const db = connect(databaseUrl, { max: 1 })
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 4102444800000)`)
    await disconnect(db)
    const words = /changed by a newer version of Vitrine \(its last migration is of 2100-01-01 00:00\)/
    await expect(migrate(databaseUrl, { folder: migrations })).rejects.toThrow(words)
    await expect(requireMigrated(databaseUrl, { folder: migrations })).rejects.toThrow(words)
  })
})
