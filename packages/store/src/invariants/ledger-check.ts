// Verifies credits, purchases, payments, billing documents and their totals against each other, in one snapshot.
import type { Db } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { checkLedger } from '../credits/credits.ts'
import { checkPurchases } from '../library/library.ts'
import { checkPayments } from '../payments/settle.ts'
import type { Reader } from '../prepared.ts'
import { checkDocuments, checkNumbers } from './billing-check.ts'

interface MoneyCheck {
  readonly transfers: number
  readonly entries: number
  /** A sentence for every inconsistency; empty when there is none. */
  readonly faults: readonly string[]
}

/**
 * Checks the ledger in one snapshot while customers are buying: changes nothing, locks nothing and sees no unfinished
 * transaction.
 */
export function checkMoney(db: Db): Promise<MoneyCheck> {
  return db.transaction(
    async (tx) => {
      const { transfers, entries, faults } = await checkLedger(tx)
      const found = [...faults]
      for (const check of [checkPurchases, checkPayments, checkSales, checkDocuments, checkNumbers]) {
        found.push(...(await check(tx)))
      }
      return { transfers, entries, faults: found }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Limit per kind of violation. */
const MAX_REPORTED = 20

/** A sentence for every pack and buyer whose stored totals differ from their source rows; empty when all agree. */
export async function checkSales(db: Reader): Promise<string[]> {
  const { rows: packs } = await db.execute<{ id: string }>(sql`
    select coalesce(kept.order_id, real.order_id) as id
      from (select order_id, min(user_id::text)::uuid as user_id, min(paid_at) filter (where is_sale) as paid_at, sum(paise) as paise,
                   sum(returned_paise) as returned_paise, sum(credits) as credits
              from pack_sales group by order_id) kept
      full join (
        select o.id as order_id, o.user_id, o.paid_at, p.amount_paise - p.returned_paise as paise, p.returned_paise,
               (p.credits_granted - p.credits_clawed_back - p.credits_short)::bigint as credits
          from pack_orders o join payments p on p.order_id = o.id and p.outcome = 'granted') real using (order_id)
     where (kept.user_id, kept.paid_at, kept.paise, kept.returned_paise, kept.credits)
           is distinct from (real.user_id, real.paid_at, real.paise, real.returned_paise, real.credits)
     limit ${MAX_REPORTED}`)
  const { rows: buyers } = await db.execute<{ id: string }>(sql`
    select coalesce(kept.user_id, real.user_id) as id
      from buyer_sums kept
      full join (
        select user_id, sum(paise) as paise, sum(returned) as returned, sum(credits) as credits, sum(count) as purchases,
               sum(spent) as spent
          from (select o.user_id, p.amount_paise - p.returned_paise as paise, p.returned_paise as returned,
                       p.credits_granted - p.credits_clawed_back - p.credits_short as credits, 0 as count, 0 as spent
                  from pack_orders o join payments p on p.order_id = o.id and p.outcome = 'granted'
                 union all select user_id, 0, 0, 0, 1, credits_charged from entitlements) sold
         group by user_id) real using (user_id)
     where (kept.paise, kept.returned_paise, kept.credits, kept.purchases, kept.credits_spent)
           is distinct from (real.paise, real.returned, real.credits, real.purchases, real.spent)
     limit ${MAX_REPORTED}`)
  return [
    ...packs.map(({ id }) => `what is kept of the sale of order ${id} is not what its payment says`),
    ...buyers.map(({ id }) => `what is kept of buyer ${id} is not the sum of what they bought`),
  ]
}
