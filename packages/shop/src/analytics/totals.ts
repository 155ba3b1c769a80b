// Owns the sums of the dashboard: how many accounts, templates, purchases, how much money.
import assert from 'node:assert/strict'
import type { AdminTotals } from '@vitrine/contract/admin'
import { sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { type Period, toWire } from './period.ts'
import { packSales, templateSales, toRupees, total } from './sale.ts'

interface Row extends Record<string, unknown> {
  users: number
  templates: number
  purchases: number
  creditsSpent: number
  paise: number
  returnedPaise: number
  credits: number
  payingUsers: number
}

/** The totals of a period. Deleted accounts are no users any more, but what they paid stays revenue. */
export async function readTotals(db: Reader, period: Period): Promise<AdminTotals> {
  const { rows } = await db.execute<Row>(sql`
    select (select count(*) from users where deleted_at is null)::float8 as users,
           (select count(*) from templates)::float8 as templates,
           bought.*, paid.*
      from (select count(*)::float8 as purchases, ${total(sql`credits_charged`)} as "creditsSpent"
              from ${templateSales(period)} s) bought,
           (select ${total(sql`paise`)} as paise, ${total(sql`returned`)} as "returnedPaise", ${total(sql`credits`)} as credits,
                   (count(*) filter (where paise > 0))::float8 as "payingUsers"
              from (select sum(paise) as paise, sum(returned_paise) as returned, sum(credits) as credits
                      from ${packSales(period)} s group by user_id) buyer) paid`)
  const [found] = rows
  assert(found, 'sums without a group are one row')
  return {
    period: toWire(period),
    totalUsers: found.users,
    totalTemplates: found.templates,
    totalPurchases: found.purchases,
    totalRevenue: toRupees(found.paise),
    payingUsers: found.payingUsers,
    totalCreditsPurchased: found.credits,
    totalCreditsSpent: found.creditsSpent,
    totalRefunded: toRupees(found.returnedPaise),
  }
}
