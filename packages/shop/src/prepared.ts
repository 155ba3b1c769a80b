// Owns how hot reads keep one prepared statement per database handle, so that PostgreSQL and Drizzle plan them once.
import type { Db, Tx } from '@vitrine/database/connection'

/** Anything that can be read from: a pooled handle, or a transaction that must see its own writes. */
export type Reader = Db | Tx

/** Calls `prepare` once per database handle and hands out the same result afterwards. */
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
