// Plans hot statements once: reads by one prepared statement per database handle, statements of transactions by a name that
// each connection remembers.
import assert from 'node:assert/strict'
import type { Db, Tx } from '@vitrine/database/connection'
import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type pg from 'pg'

/** Anything that can be read from: a pooled handle, or a transaction that must see its own writes. */
export type Reader = Db | Tx

/** Calls `prepare` once per database handle and returns the same result afterwards. */
export function onEachDatabase<T>(prepare: (db: Db) => T): (db: Db) => T {
  const made = new WeakMap<Db, T>()
  return (db) => {
    let prepared = made.get(db)
    if (!prepared) {
      prepared = prepare(db)
      made.set(db, prepared)
    }
    return prepared
  }
}

const dialect = new PgDialect()
const names = new Map<string, string>()
/** Every connection keeps the plan of every name. More than these would mean that values stand in the text. */
const MAX_NAMES = 100

/**
 * Runs a statement of a transaction that PostgreSQL parses and plans once per connection instead of every time. Only for
 * statements whose text is always one of a few: all that varies must be a parameter.
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
