// The owner's dashboard over a year of a large store: 100,000 users, 1,000,000 purchases, 250,000 packs. Each query runs as on
// the page, compared with the sum of all purchases in plain SQL at the same time, and one export is read to its end.
import {
  adminPaymentsQuery,
  adminPeriodQuery,
  adminRevenueQuery,
  adminTemplatesQuery,
  adminUsersQuery,
} from '@vitrine/contract/admin'
import type { Db } from '@vitrine/database/connection'
import { getFunnel, getRevenue, getTemplateFigures, getUserFigures, listPayments } from '@vitrine/store/analytics'
import { exportUsers } from '@vitrine/store/analytics/export'
import { resolvePeriod } from '@vitrine/store/analytics/period'
import { checkSales } from '@vitrine/store/invariants/ledger-check'
import { sql } from 'drizzle-orm'
import { fillAdminStore, USERS } from './admin-store.ts'
import { durationAt, timeRounds, withBenchStore } from './bench-store.ts'
import { record, summarise } from './report.ts'

const ROUNDS = 7

/** Fills its own store with a year of sales and prints the duration of each query. */
export async function benchAdmin(): Promise<void> {
  await withBenchStore('admin', async (db, modelId) => {
    const began = performance.now()
    const purchases = await fillAdminStore(db, modelId)
    const seconds = ((performance.now() - began) / 1000).toFixed(0)
    console.log(`admin: ${USERS} users, ${purchases} purchases put in in ${seconds} s`)
    await measure(db)
    await measureExport(db)
    const faults = await checkSales(db)
    if (faults.length > 0) throw new Error(`the sums are not those of the rows: ${faults.join('; ')}`)
    console.log('  the sums per pack and per buyer are those of their rows')
  })
}

/** Adds up every purchase once, in the obvious way. */
const YARDSTICK = sql`select count(*)::float8 as count, sum(credits_charged)::float8 as credits from entitlements`

async function measure(db: Db): Promise<void> {
  const users = (query: object) => () => getUserFigures(db, adminUsersQuery.parse({ limit: 50, ...query }))
  const templates = (query: object) => () => getTemplateFigures(db, adminTemplatesQuery.parse({ limit: 50, ...query }))
  const revenue = (query: object) => () => getRevenue(db, adminRevenueQuery.parse(query))
  const payments = (query: object) => () => listPayments(db, adminPaymentsQuery.parse(query))
  const year = { period: 'custom', from: dayAgo(350), to: dayAgo(1), timeZone: 'Asia/Kolkata' }
  const questions: Record<string, () => Promise<unknown>> = {
    'users, all time, by money': users({}),
    'users, all time, first 1000': users({ limit: 1000 }),
    'users, all time, by purchases': users({ sort: 'templatesPurchased' }),
    'users, all time, by credits, page 1000': users({ sort: 'credits', page: 1000 }),
    'users, all time, by name': users({ sort: 'name', direction: 'asc' }),
    'users, week': users({ period: 'week' }),
    'users, 60 days': users({ period: '60days' }),
    'users, nearly a year of days in India': users(year),
    'users, searched': users({ search: 'person a1b' }),
    'templates, all time': templates({}),
    'templates, month': templates({ period: 'month' }),
    'templates, nearly a year of days': templates(year),
    'revenue, all time': revenue({}),
    'revenue, nearly a year of days': revenue(year),
    'revenue, 60 days by day': revenue({ period: '60days', interval: 'day' }),
    'funnel, all time': () => getFunnel(db, adminPeriodQuery.parse({})),
    'payments, newest': payments({}),
    'payments, one receipt': payments({ search: 'VT-2026-00123456' }),
    'payments, of people like user1234': payments({ search: 'user1234' }),
    'payments, those that went back': payments({ status: 'returned' }),
  }
  const yardsticks: number[] = []
  for (const [name, ask] of Object.entries(questions)) {
    // The yardstick in turns with the question, so that a slow minute of the machine hits both.
    const plain = durationAt(await timeRounds(() => db.execute(YARDSTICK), { rounds: 3, warmUp: 0 }), 0.5)
    const durations = await timeRounds(ask, { rounds: ROUNDS, warmUp: 1 })
    yardsticks.push(plain)
    const median = durationAt(durations, 0.5)
    record({ name: `admin: ${name}`, ...summarise(durations), unit: 'ms', better: 'lower', ratio: plain / median })
    const [asked, slowest, ratio] = [
      median.toFixed(0),
      durationAt(durations, 1).toFixed(0),
      (median / plain).toFixed(2),
    ]
    console.log(
      `  ${name.padEnd(40)} median ${asked.padStart(5)} ms   slowest ${slowest.padStart(5)} ms   ${ratio.padStart(6)} yardsticks`,
    )
  }
  yardsticks.sort((a, b) => a - b)
  console.log(
    `  yardstick: count and sum of all purchases by plain SQL, median ${durationAt(yardsticks, 0.5).toFixed(0)} ms`,
  )
}

function dayAgo(days: number): string {
  return new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
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
