// Upgrades stores of earlier releases, and checks that their users find everything again.

import { randomUUID } from 'node:crypto'
import { cpSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { connect, type Db, disconnect } from '@vitrine/database/connection'
import { migrate, requireMigrated } from '@vitrine/database/migrate'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { checkMoney } from '@vitrine/store/invariants/ledger-check'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readManifest, restore } from '../../apps/launcher/src/backup.ts'
import { buildApp } from '../../apps/server/src/app.ts'
import { openDepsForTest } from '../../apps/server/testing/deps.ts'
import type {} from '../postgres.ts'
import { addMigration } from './later-version.ts'

const migrations = resolve(import.meta.dirname, '../../packages/store/migrations')
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

/** The migrations of the version after this one. */
function writeLaterMigrations(): string {
  const later = join(folder, 'later')
  cpSync(migrations, join(later, 'packages/store/migrations'), { recursive: true })
  addMigration(later)
  return join(later, 'packages/store/migrations')
}

async function openStore(db: Db, databaseUrl: string) {
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

describe.each(['0.3.0'])('a store of version %s', (release) => {
  const backup = join(import.meta.dirname, 'releases', release)

  it('is complete after the upgrade: ledger, sign-ins, credits, projects and videos', async () => {
    const databaseUrl = await emptyDatabase()
    const links = createSignedLinks('a secret of at least thirty-two bytes')
    const storage = createLocalDiskStorage({ directory: join(folder, release), links })
    const { database } = await readManifest(backup)
    await restore({ databaseUrl, storage, folder: backup, migrations: writeLaterMigrations() })
    await expect(requireMigrated(databaseUrl, { folder: migrations })).rejects.toThrow(/newer version/)

    const db = connect(databaseUrl, { max: 4 })
    const store = await openStore(db, databaseUrl)
    try {
      expect((await checkMoney(db)).faults).toEqual([])
      const buyer = JSON.parse(readFileSync(join(backup, 'buyer.json'), 'utf8'))
      const { email, password } = buyer
      const signIn = await store.call('POST', '/api/login', '', { email, password, rememberMe: false })
      expect(signIn.status).toBe(200)
      const token = String(signIn.body.token)
      const { body: credits } = await store.call('GET', '/api/user-credits', token)
      const { body: statement } = await store.call('GET', '/api/credits/statement', token)
      const moved = statement.items.reduce((sum: number, item: { credits: number }) => sum + item.credits, 0)
      expect(credits.credits).toBe(moved)
      const { rows: owned } = await db.execute<{ templateId: string }>(
        sql`select template_id as "templateId" from entitlements where user_id = ${buyer.userId}::uuid`,
      )
      expect(owned.length).toBeGreaterThan(0)
      const again = await store.call('POST', '/api/purchase-template', token, { templateId: owned[0]?.templateId })
      expect(again).toMatchObject({ status: 200, body: { alreadyPurchased: true, charged: 0 } })
      const { body: videos } = await store.call('GET', '/api/user-generated-videos', token)
      expect(videos.videos.length).toBeGreaterThan(0)
      const { body: templates } = await store.call('GET', '/api/templates', token)
      expect(templates.length).toBe(database.tables.find(({ name }) => name === 'templates')?.rows)
      const other = templates.find(
        ({ templateId }: { templateId: string }) => !owned.some((each) => each.templateId === templateId),
      )
      const bought = await store.call('POST', '/api/purchase-template', token, { templateId: other.templateId })
      expect(bought.status).toBe(200)
      expect((await checkMoney(db)).faults).toEqual([])
    } finally {
      await store.close()
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

  it('begin with version 0.3.0: an older database is refused, and nothing is changed', async () => {
    const databaseUrl = await emptyDatabase()
    const db = connect(databaseUrl, { max: 1 })
    await db.execute(sql`create schema drizzle`)
    await db.execute(sql`create table drizzle.__drizzle_migrations (id serial, hash text, created_at bigint)`)
    await db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('0.2.0', 1790000000000)`)
    const words = /made by a version of Vitrine before 0\.3\.0/
    await expect(migrate(databaseUrl, { folder: migrations })).rejects.toThrow(words)
    await expect(requireMigrated(databaseUrl, { folder: migrations })).rejects.toThrow(words)
    expect((await db.execute(sql`select to_regclass('users') as users`)).rows).toEqual([{ users: null }])
    await disconnect(db)
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
