import {
  type AdminPeriodQuery,
  type AdminUsersQuery,
  adminTemplatesQuery,
  adminUsersQuery,
} from '@vitrine/contract/admin'
import { type Db, transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { MemoryGateway } from '../../testing/gateway.ts'
import { addCatalogueFiles, addMember, addTemplate, catchApiError } from '../../testing/store.ts'
import { acquireTemplate } from '../library/library.ts'
import { receiveEvent } from '../payments/event.ts'
import { openOrder } from '../payments/order.ts'
import { getFunnel, getRevenue, getTemplateFigures, getUserFigures, listPayments } from './analytics.ts'
import { exportPayments, exportTemplates, exportUsers } from './export.ts'
import { resolvePeriod } from './period.ts'

const database = useDatabase()

const DAY = 24 * 60 * 60 * 1000
const ask = (changes: Partial<AdminUsersQuery> = {}) => adminUsersQuery.parse(changes)
const askTemplates = (changes: object = {}) => adminTemplatesQuery.parse(changes)
const toIsoDate = (base: number, days: number) => new Date(base - days * DAY).toISOString()
const today = () => new Date().toISOString().slice(0, 10)

describe('a period', () => {
  const resolve = (query: Partial<AdminPeriodQuery>) =>
    resolvePeriod(database.db, { period: 'all', timeZone: 'UTC', ...query })

  it('is open, the last 7, 30 or 60 days up to now, or whole days of a time zone', async () => {
    expect(await resolve({})).toMatchObject({ from: null, to: null })
    for (const [period, days] of [
      ['week', 7],
      ['month', 30],
      ['60days', 60],
    ] as const) {
      const { from, to } = await resolve({ period })
      expect(to).toBeNull()
      const { rows } = await database.db.execute<{ days: number }>(
        sql`select round(extract(epoch from now() - ${from?.toISOString()}::timestamptz) / 86400)::int as days`,
      )
      expect(rows[0]?.days).toBe(days)
    }
    const custom = { period: 'custom', from: '2026-03-01', to: '2026-03-02' } as const
    expect(await resolve(custom)).toMatchObject({
      from: new Date('2026-03-01T00:00:00Z'),
      to: new Date('2026-03-03T00:00:00Z'),
    })
    expect(await resolve({ ...custom, timeZone: 'Asia/Kolkata' })).toMatchObject({
      from: new Date('2026-02-28T18:30:00Z'),
      to: new Date('2026-03-02T18:30:00Z'),
    })
  })

  it('starts on or before its end, ends today at the latest, and knows its time zone', async () => {
    const refused = async (query: Partial<AdminPeriodQuery>) => (await catchApiError(resolve(query))).message
    const period = 'custom'
    expect(await refused({ period })).toBe('A custom period needs its first and its last day')
    expect(await refused({ period, from: '2026-01-01' })).toBe('A custom period needs its first and its last day')
    expect(await refused({ period, from: '2026-01-02', to: '2026-01-01' })).toBe(
      'The start must be on or before the end',
    )
    const tomorrow = new Date(Date.now() + 2 * DAY).toISOString().slice(0, 10)
    expect(await refused({ period, from: '2026-01-01', to: tomorrow })).toBe('The end must not be after today')
    expect(await refused({ timeZone: 'Mars/Olympus' })).toBe('This time zone is not known')
    await resolve({ period, from: today(), to: today() })
  })
})

describe('refunds', () => {
  beforeAll(() => addCatalogueFiles(database.db))

  it('reduce money, credits and buyers', async () => {
    const gateway = new MemoryGateway()
    const userId = await addMember(database.db, 0)
    const buy = async (packId: string) => {
      const { orderId } = await openOrder(database.db, gateway, userId, { packId })
      const payment = gateway.pay(orderId)
      await receiveEvent(database.db, gateway, gateway.makeEvent('payment.captured', { payment }))
      return payment
    }
    const giveBack = async (paymentId: string, paise: number) => {
      const refund = gateway.giveBack(paymentId, paise)
      await receiveEvent(database.db, gateway, gateway.makeEvent('refund.processed', { refund }))
    }
    const own = async () => (await getUserFigures(database.db, ask({ search: userId }))).users[0]
    const before = await getUserFigures(database.db, ask())
    const payment = await buy('popular')
    expect(await own()).toMatchObject({ credits: 500, creditsPurchased: 500, moneySpent: 399 })

    const templateId = await addTemplate(database.db, { priceCredits: 400 })
    await transaction(database.db, (tx) => acquireTemplate(tx, { userId, templateId, region: { isIndianUser: false } }))
    // Half of the money: 250 credits, of which only 100 are left to be taken.
    await giveBack(payment.paymentId, 19_950)
    expect(await own()).toMatchObject({ credits: 0, creditsPurchased: 250, moneySpent: 199.5 })
    expect(await getUserFigures(database.db, ask({ period: 'week' }))).toMatchObject({
      totalRevenue: before.totalRevenue + 199.5,
      totalRefunded: before.totalRefunded + 199.5,
      payingUsers: before.payingUsers + 1,
    })
    await giveBack(payment.paymentId, 19_950)
    const after = await getRevenue(database.db, { period: 'all', timeZone: 'UTC' })
    expect(after).toMatchObject({
      totalRevenue: before.totalRevenue,
      payingUsers: before.payingUsers,
      totalPurchases: before.totalPurchases + 1,
    })
    expect(after.topUsers.map((user) => user.userId)).not.toContain(userId)
    // A payment of an order that was paid already bought nothing, and is no revenue while it is on its way back.
    const { orderId } = await openOrder(database.db, gateway, userId, { packId: 'popular' })
    for (const payment of [gateway.pay(orderId), gateway.pay(orderId)]) {
      await receiveEvent(database.db, gateway, gateway.makeEvent('payment.captured', { payment }))
    }
    expect(await own()).toMatchObject({ moneySpent: 399, creditsPurchased: 500 })
    const { items } = await listPayments(database.db, { ...ask(), status: 'unapplied', search: userId, limit: 50 })
    expect(items).toMatchObject([{ outcome: 'unapplied', unappliedReason: 'order-closed', amountPaise: 39_900 }])
  })

  it('count on the day on which they are made, and leave the month of the sale as it was', async () => {
    const gateway = new MemoryGateway()
    const userId = await addMember(database.db, 0)
    const { orderId } = await openOrder(database.db, gateway, userId, { packId: 'popular' })
    const payment = gateway.pay(orderId)
    await receiveEvent(database.db, gateway, gateway.makeEvent('payment.captured', { payment }))
    const monthAgo = toIsoDate(Date.now(), 40)
    await transaction(database.db, async (tx) => {
      // As if it had been sold then: the trigger that keeps the date of a sale is passed over.
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`update pack_orders set paid_at = ${monthAgo} where user_id = ${userId}`)
      await tx.execute(sql`update pack_sales set paid_at = ${monthAgo} where user_id = ${userId}`)
    })
    const day = monthAgo.slice(0, 10)
    const read = (query: Partial<AdminPeriodQuery>) =>
      getUserFigures(database.db, ask({ timeZone: 'UTC', search: userId, ...query }))
    const sold = await read({ period: 'custom', from: day, to: day })
    expect(sold).toMatchObject({ totalRevenue: 399, totalRefunded: 0 })
    const [week, refund] = [await read({ period: 'week' }), gateway.giveBack(payment.paymentId, payment.amountPaise)]
    await receiveEvent(database.db, gateway, gateway.makeEvent('refund.processed', { refund }))
    expect(await read({ period: 'custom', from: day, to: day })).toMatchObject({ totalRevenue: 399, totalRefunded: 0 })
    expect(await read({ period: 'week' })).toMatchObject({
      totalRevenue: week.totalRevenue - 399,
      totalRefunded: week.totalRefunded + 399,
    })
  })
})

describe('visits', () => {
  const isoDay = (days: number) => toIsoDate(Date.now(), days).slice(0, 10)
  const countedFrom = (days: number) =>
    database.db.execute(sql`update visit_start set counted_from = ${toIsoDate(Date.now(), days)}`)
  const covers = async (query: Partial<AdminPeriodQuery>) =>
    (await getFunnel(database.db, { period: 'all', timeZone: 'UTC', ...query })).visits.covers

  it('are counted in whole days of any time zone, and lead the funnel', async () => {
    const templates = [await addTemplate(database.db), await addTemplate(database.db)]
    // In India the day begins at 18:30 UTC, in Nepal a quarter of an hour earlier.
    for (const [time, count] of [
      ['18:00', 1],
      ['18:15', 10],
      ['18:30', 100],
    ] as const) {
      const quarter = `2026-03-01T${time}:00Z`
      await database.db.execute(sql`insert into visit_quarters values (${quarter}, ${count})`)
      await database.db.execute(
        sql`insert into template_view_quarters values (${templates[0]}, ${quarter}, ${count * 2})`,
      )
    }
    for (const [timeZone, visitors] of [
      ['Asia/Kolkata', 100],
      ['Asia/Kathmandu', 110],
      ['UTC', 0],
    ] as const) {
      const query = { period: 'custom', from: '2026-03-02', to: '2026-03-02', timeZone } as const
      const { steps } = await getFunnel(database.db, query)
      expect(steps[0]).toEqual({ step: 'visited', users: visitors })
      const figures = await getTemplateFigures(database.db, askTemplates({ ...query, sort: 'views' }))
      const views = figures.templates.map(({ templateId, filteredViews }) => ({ templateId, filteredViews }))
      expect(views.find(({ templateId }) => templateId === templates[0])?.filteredViews).toBe(visitors * 2)
      expect(views.find(({ templateId }) => templateId === templates[1])?.filteredViews).toBe(0)
      if (visitors > 0) expect(views[0]?.templateId).toBe(templates[0])
    }
  })

  it('name the part of a period for which they are known', async () => {
    await addMember(database.db)
    await database.db.execute(sql`update users set created_at = ${toIsoDate(Date.now(), 20)}`)
    await countedFrom(10)
    expect(await covers({ period: 'week' })).toBe('all')
    expect(await covers({ period: 'month' })).toBe('part')
    expect(await covers({ period: 'custom', from: isoDay(18), to: isoDay(14) })).toBe('none')
    expect(await covers({ period: 'custom', from: isoDay(8), to: isoDay(6) })).toBe('all')
    // All time begins with the first account.
    expect(await covers({})).toBe('part')
    await countedFrom(21)
    expect(await covers({})).toBe('all')
    const { visits } = await getTemplateFigures(database.db, askTemplates({ period: 'month' }))
    expect(visits.covers).toBe('part')
    expect(Date.now() - Date.parse(visits.countedFrom ?? '')).toBeGreaterThan(20.9 * DAY)
  })
})

/** A typical store, in plain numbers: days are counted back from now. */
interface PlainStore {
  users: { isDeleted: boolean; daysAgo: number; credits: number }[]
  templates: { isDraft: boolean }[]
  packs: {
    user: number
    daysAgo: number
    credits: number
    paise: number
    returnedPaise: number
    /** When its money was returned, if any was. */
    returnedDaysAgo: number
    isUnapplied: boolean
  }[]
  purchases: { user: number; template: number; daysAgo: number; credits: number }[]
}

const daysAgo = fc.integer({ min: 1, max: 99 })
const plainStore: fc.Arbitrary<PlainStore> = fc.record({
  users: fc.array(fc.record({ isDeleted: fc.boolean(), daysAgo, credits: fc.integer({ min: 0, max: 5000 }) }), {
    minLength: 1,
    maxLength: 14,
  }),
  templates: fc.array(fc.record({ isDraft: fc.boolean() }), { minLength: 1, maxLength: 6 }),
  packs: fc.array(
    fc
      .record({
        user: fc.nat(13),
        daysAgo,
        credits: fc.constantFrom(100, 500, 1000, 2500),
        paise: fc.constantFrom(100, 39_900, 69_900, 149_900),
        share: fc.constantFrom(0, 0, 0, 0.25, 0.5, 1),
        later: fc.nat(60),
        isUnapplied: fc.boolean(),
      })
      .map(({ share, later, ...pack }) => ({
        ...pack,
        returnedPaise: Math.floor(pack.paise * share),
        returnedDaysAgo: Math.max(1, pack.daysAgo - later),
      })),
    { maxLength: 40 },
  ),
  purchases: fc.uniqueArray(
    fc.record({ user: fc.nat(13), template: fc.nat(5), daysAgo, credits: fc.integer({ min: 0, max: 400 }) }),
    { maxLength: 60, selector: ({ user, template }) => `${user}/${template}` },
  ),
})

/** Has sold for less than twice sixty days, before and after they began, to the same two people. */
const longStanding: PlainStore = {
  users: [0, 1].map(() => ({ isDeleted: false, daysAgo: 98, credits: 10 })),
  templates: [0, 1, 2].map(() => ({ isDraft: false })),
  packs: [90, 70, 20, 3].map((daysAgo, place) => ({
    ...{ user: place % 2, daysAgo, credits: 500, paise: 39_900 },
    ...{ returnedPaise: place === 3 ? 39_900 : 0, returnedDaysAgo: 2, isUnapplied: false },
  })),
  purchases: [95, 61, 59, 30, 2].map((daysAgo, place) => ({
    ...{ user: place % 2, template: Math.floor(place / 2), daysAgo, credits: 10 + place },
  })),
}

const createUuid = (place: number) => `00000000-0000-7000-8000-${String(place).padStart(12, '0')}`

/** Writes such a store into the tables, replacing the previous one. */
async function write(db: Db, store: PlainStore, base: number): Promise<void> {
  await transaction(db, async (tx) => {
    // The rows are generated, so foreign keys and the ledger are not checked.
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.execute(
      sql`truncate users, templates, pack_orders, payments, payment_refunds, entitlements, credit_accounts, pack_sales, buyer_sums cascade`,
    )
    for (const [place, user] of store.users.entries()) {
      const id = createUuid(place)
      await tx.execute(sql`insert into users (id, username, email, password_hash, actual_name, created_at, deleted_at)
        values (${id}, ${`u${place}`}, ${`u${place}@example.test`}, ${user.isDeleted ? null : 'x'},
                ${user.isDeleted ? '' : `User ${place}`}, ${toIsoDate(base, user.daysAgo)}, ${user.isDeleted ? toIsoDate(base, 0) : null})`)
      await tx.execute(sql`insert into credit_accounts (id, kind, user_id, balance) values
        (${`user:${id}:paid`}, 'user-paid', ${id}, ${user.credits})`)
    }
    for (const [place, template] of store.templates.entries()) {
      const count = store.purchases.filter((purchase) => isReal(store, purchase) && purchase.template === place).length
      await tx.execute(sql`insert into templates (id, kind, status, name, description, categories, sections, compatibility,
          price_credits, price_credits_india, license_name, license_summary, poster_asset_id, preview_asset_id,
          dominant_color, purchase_count, current_version_id)
        values (${`t-${place}`}, 'video', ${template.isDraft ? 'draft' : 'published'}, ${`Video ${place}`}, '', '{}', '{}', '{}',
          10, 5, 'L', 'S', 'a', 'a', '#000000', ${count}, ${template.isDraft ? null : createUuid(place)})`)
    }
    for (const [place, pack] of store.packs.entries()) {
      if (pack.user >= store.users.length) continue
      const at = toIsoDate(base, pack.daysAgo)
      const [order, payment] = [createUuid(1000 + place), `pay_${place}`]
      const share = Math.floor((pack.credits * pack.returnedPaise) / pack.paise)
      await tx.execute(sql`insert into pack_orders (id, user_id, pack_id, is_starter, credits, amount_paise, currency,
          gateway_order_id, status, receipt_number, paid_at)
        values (${order}, ${createUuid(pack.user)}, 'p', false, ${pack.credits}, ${pack.paise}, 'INR', ${`order_${place}`},
          ${pack.isUnapplied ? 'failed' : 'paid'}, ${pack.isUnapplied ? null : `VT-${place}`}, ${pack.isUnapplied ? null : at})`)
      await tx.execute(sql`insert into payments (payment_id, order_id, amount_paise, currency, method, status, outcome,
          unapplied_reason, grant_key, credits_granted, returned_paise, credits_short, settled_at, created_at)
        values (${payment}, ${order}, ${pack.paise}, 'INR', 'upi', 'captured', ${pack.isUnapplied ? 'unapplied' : 'granted'},
          ${pack.isUnapplied ? 'order-closed' : null}, ${pack.isUnapplied ? null : `payment:${payment}`},
          ${pack.isUnapplied ? 0 : pack.credits}, ${pack.returnedPaise}, ${pack.isUnapplied ? 0 : share}, ${at}, ${at})`)
      if (pack.returnedPaise > 0)
        await tx.execute(sql`insert into payment_refunds (refund_id, payment_id, amount_paise, status, created_at)
          values (${`rfnd_${place}`}, ${payment}, ${pack.returnedPaise}, 'processed', ${toIsoDate(base, pack.returnedDaysAgo)})`)
    }
    for (const purchase of store.purchases.filter((purchase) => isReal(store, purchase))) {
      const { user, template, credits } = purchase
      await tx.execute(sql`insert into entitlements (user_id, template_id, credits_charged, spend_key, template_name,
          license_name, license_summary, created_at)
        values (${createUuid(user)}, ${`t-${template}`}, ${credits}, ${credits > 0 ? `k:${user}:${template}` : null}, 'F', 'L', 'S',
          ${toIsoDate(base, purchase.daysAgo)})`)
    }
    await tx.execute(sql`select rebuild_sales()`)
  })
}

const isReal = (store: PlainStore, { user, template }: { user: number; template: number }) =>
  user < store.users.length && template < store.templates.length

const sum = (numbers: number[]) => numbers.reduce((left, right) => left + right, 0)

/** The same figures, worked out the long way. `isIn` says which days count. */
function recompute(store: PlainStore, isIn: (daysAgo: number) => boolean) {
  // What was paid counts on its day, and what was returned on the day of its return.
  const packs = store.packs
    .filter((pack) => pack.user < store.users.length && !pack.isUnapplied)
    .flatMap(({ user, daysAgo, paise, credits, returnedPaise, returnedDaysAgo }) => [
      { user, daysAgo, left: paise, returnedPaise: 0, creditsLeft: credits },
      ...(returnedPaise > 0
        ? [
            {
              user,
              daysAgo: returnedDaysAgo,
              left: -returnedPaise,
              returnedPaise,
              creditsLeft: -Math.floor((credits * returnedPaise) / paise),
            },
          ]
        : []),
    ])
  const purchases = store.purchases.filter((purchase) => isReal(store, purchase))
  const inPeriod = packs.filter((pack) => isIn(pack.daysAgo))
  const boughtInPeriod = purchases.filter((purchase) => isIn(purchase.daysAgo))
  const sumMoney = (user: number, from = packs) => sum(from.filter((p) => p.user === user).map((p) => p.left))
  const users = store.users.flatMap((user, place) => {
    const own = inPeriod.filter((pack) => pack.user === place)
    const bought = boughtInPeriod.filter((purchase) => purchase.user === place)
    return user.isDeleted
      ? []
      : [
          {
            userId: createUuid(place),
            credits: user.credits,
            creditsPurchased: sum(packs.filter((pack) => pack.user === place).map((pack) => pack.creditsLeft)),
            moneySpent: sumMoney(place) / 100,
            templatesPurchased: purchases.filter((purchase) => purchase.user === place).length,
            filteredCreditsPurchased: sum(own.map((pack) => pack.creditsLeft)),
            filteredMoneySpent: sum(own.map((pack) => pack.left)) / 100,
            filteredTemplatesPurchased: bought.length,
            isActive: own.length + bought.length > 0,
          },
        ]
  })
  return {
    users,
    totals: {
      totalUsers: store.users.filter((user) => !user.isDeleted).length,
      totalTemplates: store.templates.length,
      totalPurchases: boughtInPeriod.length,
      totalRevenue: sum(inPeriod.map((pack) => pack.left)) / 100,
      totalRefunded: sum(inPeriod.map((pack) => pack.returnedPaise)) / 100,
      totalCreditsPurchased: sum(inPeriod.map((pack) => pack.creditsLeft)),
      totalCreditsSpent: sum(boughtInPeriod.map((purchase) => purchase.credits)),
      payingUsers: store.users.filter((_user, place) => sumMoney(place, inPeriod) > 0).length,
    },
    templates: store.templates.map((_template, place) => ({
      templateId: `t-${place}`,
      purchaseCount: purchases.filter((purchase) => purchase.template === place).length,
      filteredPurchaseCount: boughtInPeriod.filter((purchase) => purchase.template === place).length,
      filteredCreditsEarned: sum(
        boughtInPeriod.filter((purchase) => purchase.template === place).map((purchase) => purchase.credits),
      ),
    })),
  }
}

async function collect<T>(pieces: AsyncGenerator<T[]>): Promise<T[]> {
  const all: T[] = []
  for await (const piece of pieces) all.push(...piece)
  return all
}

describe('the figures of any store', () => {
  it('equal a plain recomputation from its rows, in every period, order and page, and in the exports', async () => {
    const rounds = process.env.VITRINE_SOAK ? 200 : 15
    await fc.assert(
      fc.asyncProperty(
        plainStore,
        fc.constantFrom('all', 'week', 'month', '60days', 'custom'),
        fc.nat(40),
        fc.constantFrom('moneySpent', 'creditsPurchased', 'templatesPurchased', 'credits', 'createdAt', 'name'),
        async (store, period, offset, sort) => {
          // Half a day away from every boundary of a period that ends now.
          const base = Date.now() - DAY / 2
          await write(database.db, store, base)
          const bounds = {
            from: toIsoDate(base, 40 + offset).slice(0, 10),
            to: toIsoDate(base, 5 + (offset % 30)).slice(0, 10),
          }
          const isIn = (ago: number) => {
            if (period === 'custom') return ago <= 40 + offset && ago >= 5 + (offset % 30)
            return ago + 0.5 <= { all: 1e9, week: 7, month: 30, '60days': 60 }[period]
          }
          const times = { period, timeZone: 'UTC', ...(period === 'custom' && bounds) } as const
          const expected = recompute(store, isIn)

          const answer = await getUserFigures(database.db, ask({ ...times, sort }))
          expect(answer).toMatchObject(expected.totals)
          const listed = expected.users.filter((user) => period === 'all' || user.isActive)
          expect(answer.matchingUsers).toBe(listed.length)
          const plain = answer.users.map((user) => ({
            ...user,
            templatesPurchased: user.templatesPurchased.length,
            filteredTemplatesPurchased: user.filteredTemplatesPurchased.length,
          }))
          const byId = (left: { userId: string }, right: { userId: string }) => (left.userId < right.userId ? -1 : 1)
          expect(plain.toSorted(byId)).toMatchObject(
            listed.map(({ isActive: _isActive, ...user }) => user).toSorted(byId),
          )
          const key = {
            moneySpent: 'filteredMoneySpent',
            creditsPurchased: 'filteredCreditsPurchased',
            templatesPurchased: 'filteredTemplatesPurchased',
            credits: 'credits',
          }[sort as string] as 'credits' | undefined
          if (key)
            expect(plain.map((user) => user[key])).toEqual(plain.map((user) => user[key]).toSorted((a, b) => b - a))
          const pages = []
          for (let page = 1; page <= Math.ceil(listed.length / 3); page++) {
            pages.push(...(await getUserFigures(database.db, ask({ ...times, sort, page, limit: 3 }))).users)
          }
          expect(pages).toEqual(answer.users)
          const found = await resolvePeriod(database.db, times)
          const query = { search: '', sort, direction: 'desc' } as const
          expect(await collect(exportUsers(database.db, found, query))).toEqual(answer.users)

          const { templates, ...totals } = await getTemplateFigures(database.db, askTemplates(times))
          expect(totals).toMatchObject(expected.totals)
          const sold = expected.templates.toSorted((left, right) => (left.templateId < right.templateId ? -1 : 1))
          expect(templates.toSorted((left, right) => (left.templateId < right.templateId ? -1 : 1))).toMatchObject(sold)
          const counts = templates.map((template) => template.filteredPurchaseCount)
          expect(counts).toEqual(counts.toSorted((a, b) => b - a))
          const byName = { search: '', sort: 'sales', direction: 'desc', status: undefined, kind: undefined } as const
          expect(await collect(exportTemplates(database.db, found, byName))).toEqual(templates)

          const revenue = await getRevenue(database.db, times)
          expect(revenue).toMatchObject(expected.totals)
          for (const interval of ['day', 'week', 'month'] as const) {
            const { series } = await getRevenue(database.db, { ...times, interval })
            expect(Math.round(sum(series.map((point) => point.revenue * 100)))).toBe(expected.totals.totalRevenue * 100)
            expect(sum(series.map((point) => point.purchases))).toBe(expected.totals.totalPurchases)
            expect(sum(series.map((point) => point.creditsSpent))).toBe(expected.totals.totalCreditsSpent)
            expect(sum(series.map((point) => point.creditsPurchased))).toBe(expected.totals.totalCreditsPurchased)
            expect(sum(series.map((point) => point.newUsers))).toBe(store.users.filter((u) => isIn(u.daysAgo)).length)
            expect(series.map((point) => point.date)).toEqual(
              [...new Set(series.map((point) => point.date))].toSorted(),
            )
          }
          const { steps } = await getFunnel(database.db, times)
          expect(steps[1]?.users).toBe(store.users.filter((user) => !user.isDeleted && isIn(user.daysAgo)).length)
          expect(steps[4]?.users).toBe(
            store.users.filter(
              (user, place) =>
                !user.isDeleted &&
                isIn(user.daysAgo) &&
                store.purchases.some((purchase) => isReal(store, purchase) && purchase.user === place),
            ).length,
          )
          const payments = await listPayments(database.db, { ...ask(times), status: undefined, limit: 200 })
          expect(await collect(exportPayments(database.db, found, { search: '', status: undefined }))).toEqual(
            payments.items,
          )
          expect(payments.matchingPayments).toBe(
            store.packs.filter((pack) => pack.user < store.users.length && isIn(pack.daysAgo)).length,
          )
        },
      ),
      { numRuns: rounds, examples: [[longStanding, '60days', 0, 'templatesPurchased']] },
    )
  })
})

describe('an export', () => {
  it('that is aborted returns its database connection', async () => {
    const period = await resolvePeriod(database.db, { period: 'all', timeZone: 'UTC' })
    for (let round = 0; round < 12; round++) {
      const pieces = exportUsers(database.db, period, { search: '', sort: 'name', direction: 'asc' })
      await pieces.next()
      await pieces.return(undefined)
    }
    expect(database.db.$client.waitingCount).toBe(0)
    expect(database.db.$client.totalCount - database.db.$client.idleCount).toBe(0)
  })
})
