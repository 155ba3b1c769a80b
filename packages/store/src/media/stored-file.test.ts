// Files and the rows that name them, when the response to COMMIT is lost.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CommitOutcomeUnknown, connect, type Db, disconnect, isDatabaseAway } from '@vitrine/database/connection'
import type { Storage } from '@vitrine/providers/storage'
import { createLocalDiskStorage } from '@vitrine/providers/storage/local-disk'
import { createSignedLinks } from '@vitrine/providers/storage/signed-link'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { type PostgresProxy, startPostgresProxy } from '../../../../tests/lost-response/postgres-proxy.ts'
import { keepFiles } from './stored-file.ts'

const database = useDatabase()
let proxy: PostgresProxy
let db: Db
let storage: Storage
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-keep-'))
  storage = createLocalDiskStorage({ directory: folder, links: createSignedLinks('x'.repeat(32)) })
  proxy = startPostgresProxy(database.url)
  db = connect(proxy.url)
  await database.db.execute(sql`create table kept (key text primary key)`)
  await database.db.execute(sql`
    create table checked (key text references kept deferrable initially deferred)`)
})
afterAll(async () => {
  await disconnect(db)
  await proxy.close()
  await rm(folder, { recursive: true, force: true })
})

const put = (key: string) => (store: Storage['put']) =>
  store(key, Buffer.from('x'), { contentType: 'text/plain; charset=utf-8' })
const newKey = () => `private/videos/${randomUUID()}.txt`
const isNamed = async (key: string) =>
  (await database.db.execute(sql`select from kept where key = ${key}`)).rowCount === 1

test('keeps files whose row was committed although the confirmation was lost', async () => {
  const key = newKey()
  proxy.watch(1)
  const failing = keepFiles({ db, storage }, put(key), (tx) => tx.execute(sql`insert into kept values (${key})`))
  const error = await failing.catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(CommitOutcomeUnknown)
  expect(isDatabaseAway(error)).toBe(true)
  expect([await isNamed(key), await storage.exists(key)]).toEqual([true, true])
})

test('removes files at once when certainly no row refers to them', async () => {
  proxy.watch()
  const [thrown, refused, unwanted] = [newKey(), newKey(), newKey()]
  const failure = new Error('no')
  await expect(
    keepFiles({ db, storage }, put(thrown), () => {
      throw failure
    }),
  ).rejects.toBe(failure)
  // PostgreSQL itself refuses the COMMIT.
  await expect(
    keepFiles({ db, storage }, put(refused), (tx) => tx.execute(sql`insert into checked values (${refused})`)),
  ).rejects.not.toBeInstanceOf(CommitOutcomeUnknown)
  expect(await keepFiles({ db, storage }, put(unwanted), async () => false)).toBe(false)
  for (const key of [thrown, refused, unwanted]) expect(await storage.exists(key), key).toBe(false)
})

test('removes what was stored when storing the next file fails', async () => {
  const key = newKey()
  const failure = new Error('no space left')
  await expect(
    keepFiles(
      { db, storage },
      async (store) => {
        await put(key)(store)
        throw failure
      },
      async () => true,
    ),
  ).rejects.toBe(failure)
  expect(await storage.exists(key)).toBe(false)
})
