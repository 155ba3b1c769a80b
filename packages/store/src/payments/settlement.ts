// Records the gateway's fee of each payment, and the settlement (one transfer to the owner's bank account) that paid out the rest.
import type { Db } from '@vitrine/database/connection'
import type { GatewayMonth, GatewaySettledItem, PaymentGateway } from '@vitrine/providers/payment'
import { type SQL, sql } from 'drizzle-orm'
import { callGateway } from './gateway-outage.ts'

/** Nothing older is asked for: a payment from a gateway that the store no longer uses is never settled. */
const MAX_MONTHS = 12

interface SettlementReconciliation {
  /** How many payments and refunds were unsettled or in another settlement. */
  readonly recorded: number
  readonly isGatewayUnavailable: boolean
}

/**
 * Asks the gateway for the settlements of this month, the previous one, and those in which an unsettled payment or refund of the
 * last year can have been settled. Records those of the store. Idempotent.
 */
export async function reconcileSettlements(
  db: Db,
  gateway: Pick<PaymentGateway, 'listSettledItems'>,
  now: Date = new Date(),
): Promise<SettlementReconciliation> {
  let recorded = 0
  for (const month of await listOpenMonths(db, now)) {
    const listed = await callGateway(() => gateway.listSettledItems(month))
    if (listed.isUnavailable) return { recorded, isGatewayUnavailable: true }
    recorded += await recordItems(db, listed.answer)
  }
  return { recorded, isGatewayUnavailable: false }
}

/** Oldest first. Money arrives at the bank within days, so an unsettled payment was settled in its own month or the next one. */
async function listOpenMonths(db: Db, now: Date): Promise<GatewayMonth[]> {
  const toMonth = (date: SQL) => sql`date_trunc('month', ${date} at time zone 'Asia/Kolkata')`
  const current = toMonth(sql`${now.toISOString()}::timestamptz`)
  const { rows } = await db.execute<GatewayMonth & Record<string, unknown>>(sql`
    with unsettled as (
      select created_at from payments where settlement_id is null and status in ('captured', 'refunded')
       union all
      select created_at from payment_refunds where settlement_id is null and status = 'processed'
    )
    select distinct extract(year from month)::int as year, extract(month from month)::int as month
      from (
        select ${current} - make_interval(months => back) from generate_series(0, 1) back
         union all
        select ${toMonth(sql`created_at`)} + make_interval(months => later) from unsettled, generate_series(0, 1) later
      ) as months (month)
     where month between ${current} - make_interval(months => ${MAX_MONTHS}) and ${current}
     order by year, month`)
  return rows
}

/** Items of other stores on the same account of the gateway match no row. Returns the number of changed rows. */
async function recordItems(db: Db, items: readonly GatewaySettledItem[]): Promise<number> {
  const ofKind = (kind: GatewaySettledItem['kind']) => sql`
    select * from jsonb_to_recordset(${JSON.stringify(items.filter((item) => item.kind === kind))}::jsonb)
      as item ("entityId" text, "feePaise" bigint, "feeTaxPaise" bigint, "settlementId" text, "settledAt" timestamptz)`
  // The rows are locked in the order of their ids, as everywhere.
  const paid = await db.execute(sql`
    with item as (${ofKind('payment')}),
         changed as (
      select payment_id from payments p join item on item."entityId" = p.payment_id
       where (p.fee_paise, p.fee_tax_paise, p.settlement_id, p.settled_by_bank_at)
             is distinct from (item."feePaise", item."feeTaxPaise", item."settlementId", item."settledAt")
       order by payment_id for update of p)
    update payments p
       set fee_paise = item."feePaise", fee_tax_paise = item."feeTaxPaise", settlement_id = item."settlementId",
           settled_by_bank_at = item."settledAt"
      from item, changed where item."entityId" = p.payment_id and changed.payment_id = p.payment_id`)
  const refunded = await db.execute(sql`
    with item as (${ofKind('refund')}),
         changed as (
      select refund_id from payment_refunds r join item on item."entityId" = r.refund_id
       where r.settlement_id is distinct from item."settlementId" order by refund_id for update of r)
    update payment_refunds r set settlement_id = item."settlementId"
      from item, changed where item."entityId" = r.refund_id and changed.refund_id = r.refund_id`)
  return (paid.rowCount ?? 0) + (refunded.rowCount ?? 0)
}
