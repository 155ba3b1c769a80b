// What a test file needs of PostgreSQL: a database of its own, migrated, dropped when the file ends.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { connect, type Db, disconnect } from '@vitrine/database/connection'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import type {} from './postgres.ts'

export interface TestDatabase {
  /** A pool on this file's database; available inside hooks and tests. */
  readonly db: Db
  readonly url: string
}

/** Call at the top of a test file (or of a `describe`): gives it a fresh copy of the migrated template. */
export function useDatabase(options: { max?: number } = {}): TestDatabase {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  let db: Db | undefined
  const url = () => {
    const address = new URL(inject('postgresUrl'))
    address.pathname = `/${name}`
    return address.href
  }

  beforeAll(async () => {
    await runAsAdmin(`create database ${name} template ${inject('templateDatabase')}`)
    db = connect(url(), { max: options.max ?? 8 })
  })
  afterAll(async () => {
    if (db) await disconnect(db)
    await runAsAdmin(`drop database if exists ${name} with (force)`)
  })

  return {
    get db() {
      assert(db, 'the test database exists only inside hooks and tests')
      return db
    },
    get url() {
      return url()
    },
  }
}

async function runAsAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
