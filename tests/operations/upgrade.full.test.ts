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
      await deps.operationFeed.close()
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

/** The level of the last migration before the work of all kinds became operations. */
const BEFORE_ALL_OPERATIONS = 1795385428697

const UUID = (last: number) => `01980000-0000-7000-8000-00000000000${last}`

/** A customer with a project, as the release before has them. */
async function addOldProject(db: Db): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into users (username, email, password_hash, actual_name, phone_number, employment_field)
    values ('old', 'old@example.test', 'x', 'Old', '', '') returning id`)
  const userId = rows[0]?.id ?? ''
  await db.execute(sql`
    insert into templates (id, name, kind, status, description, categories, sections, compatibility, price_credits,
      price_credits_india, license_name, license_summary, dominant_color)
    values ('old', 'Old', 'video', 'draft', '', '{}', '{}', '{}', 0, 0, '', '', '#000000')`)
  await db.execute(sql`
    insert into template_versions (id, template_id, document_hash, document, size_bytes, width, height, fps_numerator,
      fps_denominator, duration_frames, editable)
    values (${UUID(1)}, 'old', 'x', '{}', 1, 2, 2, 25, 1, 1, '{}')`)
  await db.execute(sql`
    insert into projects (id, user_id, template_id, version_id, name) values (${UUID(2)}, ${userId}, 'old', ${UUID(1)}, 'Old')`)
  return userId
}

const insertOldRender = (db: Db, id: string, userId: string, state: ReturnType<typeof sql>) =>
  db.execute(sql`
    insert into renders (id, user_id, project_id, template_id, version_id, kind, values, ops, render_key, status, stage, percent,
      attempts, attempt_limit, error_code, error_message, film_key)
    select ${id}, ${userId}, ${UUID(2)}, 'old', ${UUID(1)}, 'preview', '{}', '[]', ${id}, ${state}`)

const insertOldUpload = (db: Db, id: string, userId: string, state: ReturnType<typeof sql>) =>
  db.execute(sql`
    insert into assets (id, owner_user_id, kind, mime, size_bytes, upload_id, original_key, status, stage, percent)
    select ${`u_${id}`}, ${userId}, 'video', 'video/mp4', 9, ${id}, 'private/originals/x', ${state}`)

async function readOperations(db: Db) {
  const { rows } = await db.execute<Record<string, unknown>>(sql`
    select right(id::text, 1)::int as n, kind, status, stage, percent, attempt, failures, error_code as code
      from operations order by id`)
  return rows.map(({ n, kind, status, stage, percent, attempt, failures, code }) =>
    [n, kind, status, stage, percent, attempt, failures, code].join(' '),
  )
}

describe('renders, uploads and previews of the release before they were operations', () => {
  it('keep their state, and programs of that release go on', async () => {
    const databaseUrl = await emptyDatabase()
    await migrate(databaseUrl, { folder: migrations, level: BEFORE_ALL_OPERATIONS })
    const db = connect(databaseUrl, { max: 1 })
    try {
      const userId = await addOldProject(db)
      await db.execute(
        sql`insert into template_previews (version_id, status, percent) values (${UUID(1)}, 'making', 20)`,
      )
      await insertOldUpload(db, UUID(3), userId, sql`'processing', 'converting', 30`)
      await insertOldRender(db, UUID(4), userId, sql`'queued', 'waiting', 0, 1, 3, null, null, null`)
      await insertOldRender(db, UUID(5), userId, sql`'processing', 'drawing', 50, 3, 4, null, null, null`)
      await insertOldRender(db, UUID(6), userId, sql`'completed', 'done', 100, 1, 3, null, null, 'private/films/x.mp4'`)
      await insertOldRender(db, UUID(7), userId, sql`'failed', 'drawing', 10, 3, 3, 'gave-up', 'It failed.', null`)
      await migrate(databaseUrl, { folder: migrations })
      expect(await readOperations(db)).toEqual([
        '1 preview running  20 0 0 ',
        '3 upload running converting 30 0 0 ',
        '4 render queued  0 1 1 ',
        '5 render running drawing 50 3 1 ',
        '6 render succeeded  100 1 1 ',
        '7 render failed drawing 10 3 3 gave-up',
      ])

      // A server and a worker of the release before.
      await db.execute(sql`
        insert into template_previews (version_id, status) values (${UUID(1)}, 'waiting')
            on conflict (version_id) do update set status = 'waiting', percent = 0, order_number = template_previews.order_number + 1`)
      await db.execute(
        sql`update assets set status = 'ready', stage = null, percent = 100, storage_key = 'private/x' where id = ${`u_${UUID(3)}`}`,
      )
      await db.execute(sql`update renders set status = 'cancelled' where id = ${UUID(4)}`)
      await db.execute(sql`
        update renders set status = 'completed', stage = 'done', percent = 100, film_key = 'private/films/y.mp4' where id = ${UUID(5)}`)
      await db.execute(sql`
        update renders set status = 'queued', stage = 'waiting', percent = 0, attempt_limit = 6, error_code = null,
          error_message = null where id = ${UUID(7)}`)
      await insertOldUpload(db, UUID(8), userId, sql`'processing', 'waiting', 0`)
      await insertOldRender(db, UUID(9), userId, sql`'queued', 'waiting', 0, 0, 3, null, null, null`)
      expect(await readOperations(db)).toEqual([
        '1 preview queued  0 1 0 ',
        '3 upload succeeded  100 0 0 ',
        '4 render canceled  0 1 1 ',
        '5 render succeeded  100 3 1 ',
        '6 render succeeded  100 1 1 ',
        '7 render queued  0 3 0 ',
        '8 upload queued  0 0 0 ',
        '9 render queued  0 0 0 ',
      ])
      await db.execute(sql`delete from renders`)
      await db.execute(sql`delete from assets`)
      await db.execute(sql`delete from template_previews`)
      expect(await readOperations(db)).toEqual([])
    } finally {
      await disconnect(db)
    }
  })
})

describe('migrations', () => {
  it('run once when two servers start at the same moment, and both find the database fit', async () => {
    const databaseUrl = await emptyDatabase()
    await expect(requireMigrated(databaseUrl, { folder: migrations })).rejects.toThrow(/vitrine migrate/)
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
