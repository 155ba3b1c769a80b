// The database of the shop that the journeys run against.
import { openInstallation } from '../../apps/template/src/installation.ts'
import type { Db } from '../../packages/database/src/connection.ts'
import { ownInstallation } from './stores.ts'

/** Does some work in it. */
export async function inShopDatabase<Answer>(work: (db: Db) => Promise<Answer>): Promise<Answer> {
  const shop = await openInstallation(ownInstallation())
  try {
    return await work(shop.db)
  } finally {
    await shop.close()
  }
}
