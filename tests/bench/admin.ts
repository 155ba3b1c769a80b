// The owner's dashboard over a year of a large shop: 100,000 users, 1,000,000 purchases, 250,000 packs. Each question is
// asked as the page asks it, and one export is read to its end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import {
  adminPaymentsQuery,
  adminPeriodQuery,
  adminRevenueQuery,
  adminTemplatesQuery,
  adminUsersQuery,
} from '@vitrine/contract/admin'
import { connect, type Db, disconnect, transaction } from '@vitrine/database/connection'
import { startEmbeddedPostgres } from '@vitrine/database/embedded'
import { migrate } from '@vitrine/database/migrate'
import {
  exportUsers,
  getFunnel,
  getRevenue,
  getTemplateFigures,
  getUserFigures,
  listPayments,
  resolvePeriod,
} from '@vitrine/shop/analytics'
import { sql } from 'drizzle-orm'
import { addCatalogueFiles, addTemplate } from '../../packages/shop/src/shop-fixture.ts'

const USERS = 100_000
const PURCHASES = 1_000_000
const PACKS = 250_000
const TEMPLATES = 1000
const ROUNDS = 7

/** Fills a shop of its own with a year of sales and prints how long each question takes. */
export async function benchAdmin(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-admin-'))
  const postgres = await startEmbeddedPostgres({ folder, isDurable: false })
  try {
    await postgres.createDatabase('bench')
    const url = postgres.url('bench')
    await migrate(url, { folder: resolve(import.meta.dirname, '../../packages/shop/migrations') })
    const db = connect(url, { max: 4 })
    try {
      await fill(db)
      await measure(db)
      await measureExport(db)
    } finally {
      await disconnect(db)
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Few templates sell most, few users buy most. The ledger is left out: no figure reads its movements. */
async function fill(db: Db): Promise<void> {
  await addCatalogueFiles(db)
  const model = await addTemplate(db, { name: 'Model' })
  const began = performance.now()
  const userId = (place: ReturnType<typeof sql>) =>
    sql`('00000000-0000-7000-8000-' || lpad((${place})::text, 12, '0'))::uuid`
  await transaction(db, async (tx) => {
    // Made-up rows agree with each other by the way they are made; proving it row by row would take minutes.
    await tx.execute(sql`set local session_replication_role = replica`)
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
      select 't-' || n, 'video', 'published', 'Film ' || n, '', array['A'], array['S'], array['W'], 50 + n % 400, 20,
        'L', 'S', poster_asset_id, preview_asset_id, dominant_color, current_version_id
      from templates, generate_series(0, ${TEMPLATES - 1}::int) n where templates.id = ${model}`)
    await tx.execute(sql`
      insert into entitlements (user_id, template_id, credits_charged, spend_key, template_name, license_name, license_summary, created_at)
      select ${userId(sql`floor(random() ^ 1.5 * ${USERS})`)}, 't-' || floor(random() ^ 2 * ${TEMPLATES}), 50 + n % 400, 'k' || n,
             'F', 'L', 'S', now() - random() * interval '365 days'
        from generate_series(1, ${Math.round(PURCHASES * 1.04)}::int) n order by 8
      on conflict do nothing`)
    await tx.execute(sql`
      insert into pack_orders (id, user_id, pack_id, is_starter, credits, amount_paise, currency, gateway_order_id, status,
        receipt_number, paid_at, next_check_at)
      select ${userId(sql`n`)}, ${userId(sql`floor(random() ^ 2 * ${USERS})`)}, 'popular', false, 500, 39900, 'INR', 'order_' || n,
             'paid', 'VT-2026-' || lpad(n::text, 8, '0'), now() - random() * interval '365 days', null
        from generate_series(1, ${PACKS}::int) n`)
    await tx.execute(sql`
      insert into payments (payment_id, order_id, amount_paise, currency, method, status, outcome, grant_key, credits_granted,
        returned_paise, credits_clawed_back, created_at, settled_at)
      select 'pay_' || gateway_order_id, id, 39900, 'INR', 'upi', 'captured', 'granted', 'payment:pay_' || gateway_order_id, 500,
             back, 500 * back / 39900, paid_at, paid_at
        from (select *, case when random() < 0.02 then 39900 when random() < 0.02 then 19950 else 0 end as back from pack_orders) o`)
    await tx.execute(sql`
      update templates set purchase_count = sold.count
        from (select template_id, count(*)::int from entitlements group by 1) sold where id = template_id`)
  })
  await db.execute(sql`vacuum analyze`)
  const { rows } = await db.execute<{ count: number }>(sql`select count(*)::int as count from entitlements`)
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  console.log(`admin: ${USERS} users, ${rows[0]?.count} purchases, ${PACKS} packs put in in ${seconds} s`)
}

async function measure(db: Db): Promise<void> {
  const users = (query: object) => () => getUserFigures(db, adminUsersQuery.parse({ limit: 50, ...query }))
  const templates = (query: object) => () => getTemplateFigures(db, adminTemplatesQuery.parse(query))
  const revenue = (query: object) => () => getRevenue(db, adminRevenueQuery.parse(query))
  const payments = (query: object) => () => listPayments(db, adminPaymentsQuery.parse(query))
  const questions: Record<string, () => Promise<unknown>> = {
    'users, all time, by money': users({}),
    'users, all time, first 1000': users({ limit: 1000 }),
    'users, all time, by purchases': users({ sort: 'templatesPurchased' }),
    'users, all time, by credits, page 1000': users({ sort: 'credits', page: 1000 }),
    'users, week': users({ period: 'week' }),
    'users, 60 days': users({ period: '60days' }),
    'users, searched': users({ search: 'person a1b' }),
    'templates, all time': templates({}),
    'templates, month': templates({ period: 'month' }),
    'revenue, all time': revenue({}),
    'revenue, 60 days by day': revenue({ period: '60days', interval: 'day' }),
    'funnel, all time': () => getFunnel(db, adminPeriodQuery.parse({})),
    'payments, newest': payments({}),
    'payments, one receipt': payments({ search: 'VT-2026-00123456' }),
  }
  for (const [name, ask] of Object.entries(questions)) {
    await ask()
    const durations: number[] = []
    for (let turn = 0; turn < ROUNDS; turn++) {
      const began = performance.now()
      await ask()
      durations.push(performance.now() - began)
    }
    durations.sort((a, b) => a - b)
    const at = (part: number) => (durations[Math.floor(durations.length * part)] ?? 0).toFixed(0).padStart(5)
    console.log(`  ${name.padEnd(40)} median ${at(0.5)} ms   slowest ${at(0.999)} ms`)
  }
}

async function measureExport(db: Db): Promise<void> {
  const period = await resolvePeriod(db, adminPeriodQuery.parse({}))
  const began = performance.now()
  let first = 0
  let count = 0
  for await (const piece of exportUsers(db, period, { search: '', sort: 'moneySpent', direction: 'desc' })) {
    first ||= performance.now() - began
    count += piece.length
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(`  export of ${count} users: first piece after ${first.toFixed(0)} ms, whole in ${seconds} s`)
}
