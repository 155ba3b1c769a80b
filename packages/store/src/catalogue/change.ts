// Announces changes of the catalogue to the servers, which then drop their cached responses.
import type { Tx } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'

/** PostgreSQL's channel for it. Purchases are not announced: they affect only the sort order, which may be slightly stale. */
export const CATALOGUE_CHANNEL = 'vitrine_catalogue'

/** Notifies every server when the transaction commits. */
export async function announceCatalogueChange(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${CATALOGUE_CHANNEL}, '')`)
}
