// Plans frequent statements once: reads by one prepared statement per database handle, statements of transactions by a name that
// each connection remembers.
import assert from 'node:assert/strict'
import type { Db, Tx } from '@vitrine/database/connection'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'

/** A source to read from: a pooled handle, or a transaction that must see its own writes. */
export type Reader = Db | Tx

/** Calls `prepare` once per database handle and returns the same result afterwards. */
export function onEachDatabase<T>(prepare: (db: Db) => T): (db: Db) => T {
  const cache = new WeakMap<Db, T>()
  return (db) => {
    let prepared = cache.get(db)
    if (!prepared) {
      prepared = prepare(db)
      cache.set(db, prepared)
    }
    return prepared
  }
}

const dialect = new PgDialect()
const names = new Map<string, string>()
/** Every connection keeps the plan of every name. More names would mean that the text contains values. */
const MAX_NAMES = 100

/**
 * Runs a statement of a transaction that PostgreSQL parses and plans once per connection. The text must be one of a few:
 * everything that varies must be a parameter.
 */
export async function executePlanned<Row extends Record<string, unknown>>(
  tx: Tx,
  statement: SQL,
): Promise<pg.QueryResult<Row>> {
  const query = dialect.sqlToQuery(statement)
  let name = names.get(query.sql)
  if (name === undefined) {
    name = `planned_${names.size}`
    names.set(query.sql, name)
    assert(names.size <= MAX_NAMES, `more than ${MAX_NAMES} planned statements, the last one being ${query.sql}`)
  }
  return (await tx._.session.prepareQuery(query, undefined, name, false).execute()) as pg.QueryResult<Row>
}
