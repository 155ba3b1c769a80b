// Purchases with credits that were sold without tax: each has an invoice, unless the store charged no tax at that moment.
import { sql } from 'drizzle-orm'

/**
 * One row per purchase: `receipt_number`, `spent_at`, the `paise` on which no tax was charged, the `invoiced_paise` (null: on no
 * invoice) and `is_excused`: no tax was charged then, by the history of the settings. Around a change of the profile, a purchase
 * may have begun before it and read the settings after it, and the reverse, so a minute on both sides is excused as well.
 */
export const untaxedPurchases = sql`
  with changes as (
    select id, happened_at, before ->> 'profile' as old, after ->> 'profile' as new
      from admin_acts where subject_kind = 'settings' and subject_id = 'tax' and after ? 'profile'
  ), spent as (
    select e.receipt_number, t.created_at as spent_at, sum(-entry.untaxed_paise) as paise
      from entitlements e
      join credit_transfers t on t.idempotency_key in (e.spend_key, e.spend_key || ':paid')
      join credit_entries entry on entry.transfer_id = t.id and entry.account_id = t.from_account
     group by e.receipt_number, t.created_at
    having sum(-entry.untaxed_paise) > 0
  ), invoiced as (
    select r.receipt_number, sum(l.gross_paise) as paise
      from billing_documents d
     cross join lateral unnest(d.receipt_numbers) with ordinality as r (receipt_number, place)
      join billing_lines l on l.document_id = d.id and l.position = r.place - 1
     where d.kind = 'invoice' and d.order_id is null
     group by r.receipt_number
  )
  select spent.receipt_number, spent.spent_at, spent.paise, invoiced.paise as invoiced_paise,
         coalesce(
           (select new from changes where happened_at <= spent_at order by id desc limit 1),
           (select old from changes order by id limit 1),
           (select value ->> 'profile' from settings where section = 'tax'),
           'none'
         ) = 'none'
         or exists (select from changes
                     where 'none' in (old, new)
                       and happened_at between spent_at - interval '1 minute' and spent_at + interval '1 minute') as is_excused
    from spent left join invoiced using (receipt_number)`
