// Defines a sale for all figures. A pack counts when its credits were granted, with the money and credits that remain after
// refunds and disputes; unapplied payments do not count. A template counts once, when it was bought, whatever the number of
// licences.

import type { AdminTotals } from '@vitrine/contract/admin'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { isBounded, isWithin, listOutside, type Period, toWire } from './period.ts'

/**
 * The pack entries of a period: user_id, is_sale, paid_at, paise, returned_paise, credits. A refund counts when it is made:
 * periods add up to the whole, one with more refunds than sales is negative, and a past one never changes.
 */
export function packSales(period: Period, condition: SQL = sql`true`): SQL {
  return sql`(select * from pack_sales s where ${isWithin(period, sql`s.paid_at`)} and ${condition})`
}

/** The templates bought in a period: user_id, template_id, credits_charged, created_at. */
export function templateSales(period: Period, condition: SQL = sql`true`): SQL {
  return sql`(
    select e.user_id, e.template_id, e.credits_charged, e.created_at
      from entitlements e where ${isWithin(period, sql`e.created_at`)} and ${condition})`
}

/**
 * A query of each paying buyer's money in a period: user_id, paise, returned_paise, credits. For a period that covers almost
 * everything, it subtracts the excluded part from each buyer's total: for a year less two weeks it reads two weeks of sales.
 */
export function paidByBuyer(period: Period): SQL {
  const columns = sql`paise::float8 as paise, returned_paise::float8 as returned_paise, credits::float8 as credits`
  if (!isBounded(period)) return sql`select user_id, ${columns} from buyer_sums`
  if (!period.coversMost) return paidIn([period])
  return sql`
    select sums.user_id, sums.paise - coalesce(rest.paise, 0) as paise,
           sums.returned_paise - coalesce(rest.returned_paise, 0) as returned_paise,
           sums.credits - coalesce(rest.credits, 0) as credits
      from (select user_id, ${columns} from buyer_sums) sums left join (${paidIn(listOutside(period))}) rest using (user_id)
     where sums.paise <> coalesce(rest.paise, 0) or sums.returned_paise <> coalesce(rest.returned_paise, 0)`
}

function paidIn(periods: readonly Period[]): SQL {
  return sql`select user_id, ${total(sql`paise`)} as paise, ${total(sql`returned_paise`)} as returned_paise,
                    ${total(sql`credits`)} as credits from ${unionPeriods(periods, packSales)} s group by user_id`
}

/**
 * A query of what each buyer paid and bought in a period: user_id, paise, returned_paise, credits, purchases, credits_spent. May
 * include buyers without activity in the period, with zeros.
 */
export function tradedByBuyer(period: Period): SQL {
  const stored = sql`select user_id, paise::float8, returned_paise::float8, credits::float8, purchases::float8,
                          credits_spent::float8 from buyer_sums`
  if (!isBounded(period)) return stored
  if (!period.coversMost) return tradedIn([period])
  const less = (column: SQL) => sql`sums.${column} - coalesce(rest.${column}, 0) as ${column}`
  return sql`
    select user_id, ${less(sql`paise`)}, ${less(sql`returned_paise`)}, ${less(sql`credits`)}, ${less(sql`purchases`)},
           ${less(sql`credits_spent`)}
      from (${stored}) sums left join (${tradedIn(listOutside(period))}) rest using (user_id)`
}

function tradedIn(periods: readonly Period[]): SQL {
  const bought = sql`select user_id, count(*)::float8 as purchases, ${total(sql`credits_charged`)} as credits_spent
                       from ${unionPeriods(periods, templateSales)} s group by user_id`
  return sql`
    select user_id, coalesce(paise, 0) as paise, coalesce(returned_paise, 0) as returned_paise,
           coalesce(credits, 0) as credits, coalesce(purchases, 0) as purchases, coalesce(credits_spent, 0) as credits_spent
      from (${paidIn(periods)}) paid full join (${bought}) bought using (user_id)`
}

/** The union of the sales of several periods; each part is an index range. */
function unionPeriods(periods: readonly Period[], salesOf: (period: Period) => SQL): SQL {
  return sql`(${sql.join(
    periods.map((period) => sql`select * from ${salesOf(period)} part`),
    sql` union all `,
  )})`
}

/** A query of the purchases of each template in a period: template_id, count, credits. */
export function boughtByTemplate(period: Period): SQL {
  return sql`select template_id, count(*)::float8 as count, ${total(sql`credits_charged`)} as credits
               from ${templateSales(period)} s group by template_id`
}

/**
 * A sum that is 0 without rows, as a JavaScript number. Uses floating point, which is exact for whole numbers below 2^53 and
 * several times faster than the database's sum of bigints.
 */
export function total(column: SQLWrapper): SQL {
  return sql`coalesce(sum(${column}::float8), 0)`
}

/** Whole paise in rupees, as the specification's fields have them. */
export function toRupees(paise: number): number {
  return paise / 100
}

// The dashboard's totals: accounts, templates, purchases, money. They reuse the sums per buyer, template or interval that a page
// computes anyway, so that a million purchases are read once.

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
