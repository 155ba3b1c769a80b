// A year of a large store, generated in the database: few templates sell most, few users buy most. The ledger is left out,
// because no figure reads it.
import { type Db, transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'

export const USERS = 100_000
const PURCHASES = 1_000_000
const PACKS = 250_000
const TEMPLATES = 1000
const PROJECTS = 150_000
/** As long as in a real store, so that rows fill as many pages. */
const LICENCE = 'Use the finished video for yourself and for your clients, in print and on screen. '.repeat(3)

/** Fills an empty store that has one template, `modelId`, and returns the number of purchases. */
export async function fillAdminStore(db: Db, modelId: string): Promise<number> {
  const userId = (place: ReturnType<typeof sql>) =>
    sql`('00000000-0000-7000-8000-' || lpad((${place})::text, 12, '0'))::uuid`
  /** A moment of the last year: 0 is its beginning, 1 is now. */
  const moment = (part: ReturnType<typeof sql>) => sql`now() - interval '365 days' * (1 - ${part})`
  // A few are the same user and template twice.
  const purchaseCount = Math.round(PURCHASES * 1.03)
  await transaction(db, async (tx) => {
    // Generated rows are consistent by construction; verifying each would take minutes.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(sql`set local work_mem = '256MB'`)
    await tx.execute(sql`select setseed(0.5)`)
    await tx.execute(sql`
      insert into users (id, username, email, password_hash, actual_name, created_at)
      select ${userId(sql`n`)}, 'user' || n, 'user' || n || '@example.test', 'x', 'Person ' || substr(md5(n::text), 1, 8),
             now() - random() * interval '365 days' from generate_series(0, ${USERS - 1}::int) n`)
    await tx.execute(sql`
      insert into credit_accounts (id, kind, user_id, balance)
      select 'user:' || id || ':' || kind, 'user-' || kind, id, (random() * 900)::int
        from users, unnest(array['promotional', 'paid']) kind`)
    await tx.execute(sql`
      insert into templates (id, kind, status, name, description, categories, sections, compatibility, price_credits,
        price_credits_india, license_name, license_summary, poster_asset_id, preview_asset_id, dominant_color, current_version_id)
      select 't-' || n, 'video', 'published', 'Video ' || n, '', array['A'], array['S'], array['W'], 50 + n % 400, 20,
        'L', 'S', poster_asset_id, preview_asset_id, dominant_color, current_version_id
      from templates, generate_series(0, ${TEMPLATES - 1}::int) n where templates.id = ${modelId}`)
    await tx.execute(sql`
      insert into entitlements (user_id, template_id, credits_charged, spend_key, receipt_number, template_name, license_name,
        license_summary, created_at)
      select * from (
        select distinct on (1, 2) ${userId(sql`floor(random() ^ 1.5 * ${USERS})`)}, 't-' || floor(random() ^ 2 * ${TEMPLATES}),
               50 + n % 400, 'k' || n, 'VT-2026-E' || lpad(n::text, 7, '0'), 'Video ' || n % ${TEMPLATES}, 'Standard licence',
               ${LICENCE}, ${moment(sql`n / ${purchaseCount}::float8`)}
          from generate_series(1, ${purchaseCount}::int) n) bought (user_id, template_id, credits, key, receipt, name, license, summary, moment)
       order by moment`)
    await tx.execute(sql`
      insert into pack_orders (id, user_id, pack_id, is_starter, credits, amount_paise, currency, gateway_order_id, status,
        receipt_number, paid_at, created_at, next_check_at)
      select ${userId(sql`n`)}, ${userId(sql`floor(random() ^ 2 * ${USERS})`)}, 'popular', false, 500, 39900, 'INR', 'order_' || n,
             'paid', 'VT-2026-' || lpad(n::text, 8, '0'), moment, moment, null
        from generate_series(1, ${PACKS}::int) n, lateral (select ${moment(sql`n / ${PACKS}::float8`)} as moment) made`)
    await tx.execute(sql`
      insert into payments (payment_id, order_id, amount_paise, currency, method, status, outcome, grant_key, credits_granted,
        returned_paise, credits_clawed_back, created_at, settled_at)
      select 'pay_' || gateway_order_id, id, 39900, 'INR', 'upi', 'captured', 'granted', 'payment:pay_' || gateway_order_id, 500,
             back, 500 * back / 39900, paid_at, paid_at
        from (select *, case when random() < 0.02 then 39900 when random() < 0.02 then 19950 else 0 end as back from pack_orders) o`)
    await tx.execute(sql`
      insert into projects (id, user_id, template_id, version_id, name)
      select ${userId(sql`n`)}, ${userId(sql`floor(random() ^ 1.5 * ${USERS})`)}, 't-1', current_version_id, 'Video'
        from templates, generate_series(1, ${PROJECTS}::int) n where templates.id = ${modelId}`)
    await tx.execute(sql`
      with made as (
        select ${userId(sql`n * 10 + part`)} as id, n, part, user_id, id as project_id, template_id, version_id
          from (select *, row_number() over () as n from projects) project, generate_series(0, 1) part),
      operation as (
        insert into operations (id, kind, owner_user_id, subject, status, percent, error_code, error_message)
        select id, 'render', user_id, 'r' || n || part, case when n % 500 = 0 then 'failed' else 'succeeded' end, 100,
               case when n % 500 = 0 then 'e' end, case when n % 500 = 0 then 'Failed' end
          from made returning id)
      insert into renders (id, user_id, project_id, template_id, version_id, kind, values, difference, render_key, file_key)
      select id, user_id, project_id, template_id, version_id, case part when 0 then 'full' else 'preview' end, '{}', '{}',
             'r' || n || part, case when n % 500 > 0 then 'f' end
        from made join operation using (id)`)
    await tx.execute(sql`select rebuild_sales()`)
    await tx.execute(sql`
      update templates set purchase_count = sold.count
        from (select template_id, count(*)::int from entitlements group by 1) sold where id = template_id`)
  })
  await db.execute(sql`vacuum analyze`)
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from entitlements`)
  return rows[0]?.count ?? 0
}
