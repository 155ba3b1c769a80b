// Owns what counts as a sale, in one place for all figures. A pack counts at the moment it was paid, with what is left of
// its money and credits after refunds and disputes; money that bought nothing counts nowhere. A template counts at the
// moment it became somebody's own, once, however many licences.
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { isWithin, type Period } from './period.ts'

/**
 * The packs paid for in a period: user_id, paid_at, paise, returned_paise, credits. As everything that went back is taken
 * off the sale it belongs to, periods add up to the whole, and none is ever negative.
 */
export function packSales(period: Period, condition: SQL = sql`true`): SQL {
  return sql`(
    select o.user_id, o.paid_at, p.amount_paise - p.returned_paise as paise, p.returned_paise,
           p.credits_granted - p.credits_clawed_back - p.credits_short as credits
      from pack_orders o join payments p on p.order_id = o.id and p.outcome = 'granted'
     where o.paid_at is not null and ${isWithin(period, sql`o.paid_at`)} and ${condition})`
}

/** The templates bought in a period: user_id, template_id, credits_charged, created_at. */
export function templateSales(period: Period, condition: SQL = sql`true`): SQL {
  return sql`(
    select e.user_id, e.template_id, e.credits_charged, e.created_at
      from entitlements e where ${isWithin(period, sql`e.created_at`)} and ${condition})`
}

/** A sum that is 0 without rows, as a number the driver reads as one. */
export function total(column: SQLWrapper): SQL {
  return sql`coalesce(sum(${column}), 0)::float8`
}

/** Whole paise in rupees, as the specification's fields have them. */
export function toRupees(paise: number): number {
  return paise / 100
}
