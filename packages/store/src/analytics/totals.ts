// The dashboard's totals: accounts, templates, purchases, money. They reuse the sums per buyer, template or interval that a page
// computes anyway, so that a million purchases are read once.
import type { AdminTotals } from '@vitrine/contract/admin'
import { sql } from 'drizzle-orm'
import { type Period, toWire } from './period.ts'
import { toRupees, total } from './sale.ts'

export interface TotalsRow {
  users: number
  templates: number
  purchases: number
  creditsSpent: number
  paise: number
  returnedPaise: number
  creditsPurchased: number
  payingUsers: number
}

/** The current users and templates. Deleted accounts do not count as users, but their payments stay revenue. */
export const PRESENT = sql`(select count(*) from users where deleted_at is null)::float8 as users,
  (select count(*) from templates)::float8 as templates`

/** One row of sums over `paid` (`paidByBuyer`, or those of `tradedByBuyer` who paid). */
export const PAID = sql`select ${total(sql`paise`)} as paise, ${total(sql`returned_paise`)} as "returnedPaise",
  ${total(sql`credits`)} as "creditsPurchased", (count(*) filter (where paise > 0))::float8 as "payingUsers" from paid`

/** A `TotalsRow` of the queries `paid` and `bought` (count, credits) around it. */
export const TOTALS = sql`
  select ${PRESENT}, sold.*, money.*
    from (select ${total(sql`count`)} as purchases, ${total(sql`credits`)} as "creditsSpent" from bought) sold, (${PAID}) money`

/** The wire form. */
export function toTotals(period: Period, row: TotalsRow): AdminTotals {
  return {
    period: toWire(period),
    totalUsers: row.users,
    totalTemplates: row.templates,
    totalPurchases: row.purchases,
    totalRevenue: toRupees(row.paise),
    payingUsers: row.payingUsers,
    totalCreditsPurchased: row.creditsPurchased,
    totalCreditsSpent: row.creditsSpent,
    totalRefunded: toRupees(row.returnedPaise),
  }
}
