// One snapshot for all queries of an answer, while customers keep buying.
import type { Db, Tx } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'

/**
 * Sorts sums of a million rows in memory instead of in files; owners are few, so few such queries run at a time. Turns JIT off,
 * because compiling takes longer than the query.
 */
const FIGURE_SETTINGS = sql`
  select set_config('work_mem', '128MB', true), set_config('random_page_cost', '1.1', true), set_config('jit', 'off', true)`

/** Runs queries that add up many rows on one snapshot. */
export function readInSnapshot<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction(
    async (tx) => {
      await tx.execute(FIGURE_SETTINGS)
      return read(tx)
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
