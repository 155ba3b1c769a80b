import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/database.ts'
import { migrate } from './migrate.ts'

const database = useDatabase()
let folder: string

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vitrine-migrations-'))
  mkdirSync(join(folder, 'meta'))
  // The copied template already has the store's own migrations; these tests begin with none.
  await database.db.execute(sql`drop schema if exists drizzle cascade`)
  await database.db.execute(sql`drop table if exists lamp`)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Writes a folder of migrations as drizzle-kit does. */
function writeMigrations(...statements: string[]): void {
  const entries = statements.map((statement, idx) => {
    const tag = `000${idx}_step`
    writeFileSync(join(folder, `${tag}.sql`), statement)
    return { idx, version: '7', when: 1_700_000_000_000 + idx, tag, breakpoints: true }
  })
  writeFileSync(join(folder, 'meta/_journal.json'), JSON.stringify({ version: '7', dialect: 'postgresql', entries }))
}

test('applies new migrations once, also when several processes start together', async () => {
  writeMigrations('create table lamp (name text primary key)')
  await Promise.all([migrate(database.url, { folder }), migrate(database.url, { folder })])
  writeMigrations('create table lamp (name text primary key)', `insert into lamp values ('diya')`)
  await Promise.all([1, 2, 3].map(() => migrate(database.url, { folder })))
  expect((await database.db.execute(sql`select name from lamp`)).rows).toEqual([{ name: 'diya' }])
})

test('leaves the database unchanged when a migration fails, and releases the lock', async () => {
  writeMigrations('create table lamp (name text primary key)', 'insert into no_such_table values (1)')
  await expect(migrate(database.url, { folder })).rejects.toThrow(/no_such_table/)
  expect((await database.db.execute(sql`select to_regclass('lamp') as lamp`)).rows).toEqual([{ lamp: null }])
  writeMigrations('create table lamp (name text primary key)')
  await migrate(database.url, { folder })
  expect((await database.db.execute(sql`select to_regclass('lamp')::text as lamp`)).rows).toEqual([{ lamp: 'lamp' }])
})

test('includes the job queue', async () => {
  await database.db.execute(sql`drop schema graphile_worker cascade`)
  writeMigrations('select 1')
  await migrate(database.url, { folder })
  const { rows } = await database.db.execute(sql`select to_regclass('graphile_worker._private_jobs')::text as jobs`)
  expect(rows).toEqual([{ jobs: 'graphile_worker._private_jobs' }])
})
