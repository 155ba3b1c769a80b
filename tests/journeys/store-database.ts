// The database of the store that the journeys run against.
import { openInstallation } from '../../apps/template/src/installation.ts'
import type { Db } from '../../packages/database/src/connection.ts'
import { ownInstallation } from './stores.ts'

/** Does some work in it. */
export async function inStoreDatabase<Answer>(work: (db: Db) => Promise<Answer>): Promise<Answer> {
  const store = await openInstallation(ownInstallation())
  try {
    return await work(store.db)
  } finally {
    await store.close()
  }
}
