// A database whose `now()` is another time: `public`, which has a `now()` of its own, comes before `pg_catalog` in its search path
// while it is migrated, so that column defaults and functions are bound to that one, too. The store's code knows nothing of it.
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { connect, type Db, disconnect } from '@vitrine/database/connection'
import { migrate } from '@vitrine/database/migrate'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import type {} from './postgres.ts'

const CLOCK = `
  create schema fake;
  create table fake.clock (ahead interval not null);
  insert into fake.clock values ('0');
  create function public.now() returns timestamptz language sql stable as $$
    select coalesce(nullif(current_setting('fake.now', true), '')::timestamptz, pg_catalog.now() + (select ahead from fake.clock))
  $$`

export interface TravellingDatabase {
  readonly name: string
  readonly url: string
  /** Another pool, like that of another server; with `now`, its clock stands still there. */
  connect(applicationName: string, max: number, now?: string): Db
  /** From now on it is this time, and time goes on. Transactions must not be open meanwhile. */
  travel(db: Db, to: Date): Promise<void>
}

/** Call at the top of a test file: a migrated database of its own whose clock can be set. */
export function useTravellingDatabase(): TravellingDatabase {
  const name = `travel_${randomUUID().replaceAll('-', '')}`
  const pools: Db[] = []
  const url = () => {
    const address = new URL(inject('postgresUrl'))
    address.pathname = `/${name}`
    return address.href
  }
  beforeAll(async () => {
    await run(inject('postgresUrl'), `create database ${name}`)
    await run(inject('postgresUrl'), `alter database ${name} set search_path = public, pg_catalog`)
    await run(url(), CLOCK)
    await migrate(url(), { folder: resolve(import.meta.dirname, '../packages/store/migrations') })
  })
  afterAll(async () => {
    await Promise.all(pools.map(disconnect))
    await run(inject('postgresUrl'), `drop database if exists ${name} with (force)`)
  })
  return {
    name,
    get url() {
      return url()
    },
    connect(applicationName, max, now) {
      const address = new URL(url())
      if (now) address.searchParams.set('options', `-c fake.now=${now}`)
      const db = connect(address.href, { max, applicationName })
      pools.push(db)
      return db
    },
    async travel(db, to) {
      await db.$client.query('update fake.clock set ahead = $1::timestamptz - pg_catalog.now()', [to.toISOString()])
    },
  }
}

async function run(url: string, statements: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statements)
  } finally {
    await client.end()
  }
}
