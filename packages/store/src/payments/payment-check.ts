// Verifies payments against the ledger. docs/decisions/0010-payments.md says who may grant credits, which races exist and what
// decides them.
import { sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'

/**
 * A sentence for every inconsistency of payments. A granted payment has exactly one transfer of its order's credits to its buyer,
 * and every transfer of a pack has its payment; an order is paid if and only if one of its payments was granted; the money and
 * credits taken back equal the refunds and disputes on record.
 */
export async function checkPayments(db: Reader): Promise<string[]> {
  const { rows } = await db.execute<{ fault: string }>(sql`
    select 'payment ' || p.payment_id || ' was granted ' || p.credits_granted || ' credits for an order of ' || o.credits
           || ', and ' || coalesce(t.credits::text, 'none') || ' were booked' as fault
      from payments p join pack_orders o on o.id = p.order_id
      left join credit_transfers t on t.idempotency_key = p.grant_key and t.reason = 'pack'
           and t.from_account = 'system:packs' and t.to_account = 'user:' || o.user_id || ':paid'
     where p.outcome = 'granted' and (t.credits is distinct from o.credits or p.credits_granted <> o.credits)
    union all
    select 'transfer ' || t.idempotency_key || ' gave ' || t.credits || ' credits of a pack without a granted payment'
      from credit_transfers t
     where t.reason = 'pack' and not exists (select from payments where grant_key = t.idempotency_key and outcome = 'granted')
    union all
    select 'order ' || o.id || ' is ' || o.status || ' and has ' || count(p.payment_id) || ' granted payments'
      from pack_orders o left join payments p on p.order_id = o.id and p.outcome = 'granted'
     group by o.id having (o.paid_at is not null) <> (count(p.payment_id) = 1)
    union all
    select 'user ' || user_id || ' has paid for ' || count(*) || ' starter packs'
      from pack_orders where is_starter and paid_at is not null group by user_id having count(*) > 1
    union all
    select 'payment ' || p.payment_id || ' has ' || p.returned_paise || ' paise returned, but refunds and disputes make ' || r.paise
      from payments p cross join lateral (
        select least(p.amount_paise,
          (select coalesce(sum(amount_paise), 0) from payment_refunds where payment_id = p.payment_id and status <> 'failed')
          + (select coalesce(sum(case when status = 'lost' and amount_deducted_paise = 0 then amount_paise else amount_deducted_paise end), 0)
               from payment_disputes where payment_id = p.payment_id and status in ('open', 'under_review', 'lost'))) as paise) r
     where p.returned_paise <> r.paise
    union all
    select 'payment ' || p.payment_id || ' has ' || p.credits_clawed_back || ' credits taken back, but its transfers make ' || coalesce(r.credits, 0)
      from payments p left join (
        select details ->> 'paymentId' as payment_id, sum(case to_account when 'system:packs' then credits else -credits end) as credits
          from credit_transfers where reason in ('refund', 'dispute') group by 1) r on r.payment_id = p.payment_id
     where p.credits_clawed_back <> coalesce(r.credits, 0)
    union all
    select 'transfer ' || t.idempotency_key || ' takes back credits of a payment that does not exist'
      from credit_transfers t
     where t.reason in ('refund', 'dispute') and not exists (select from payments where payment_id = t.details ->> 'paymentId')`)
  return rows.map((row) => row.fault)
}
