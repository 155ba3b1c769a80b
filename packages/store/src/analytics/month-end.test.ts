import type { BooksPeriodQuery, CreditLine, MonthEnd, MonthPayment } from '@vitrine/contract/books'
import { findMonths, periodOfMonth } from '@vitrine/contract/books-period'
import { taxSettings } from '@vitrine/contract/settings'
import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { MemoryGateway, newDispute } from '../../testing/gateway.ts'
import { addCatalogueFiles, addMember, addTemplate } from '../../testing/store.ts'
import { COMMAND_LINE } from '../admin/audit-log.ts'
import { adjustCredits } from '../admin/customer.ts'
import { editSettings } from '../admin/settings-action.ts'
import { saveBillingDetails } from '../billing/quote.ts'
import { forfeitCredits } from '../credits/credits.ts'
import { checkDocuments } from '../invariants/billing-check.ts'
import { checkMoney } from '../invariants/ledger-check.ts'
import { acquireTemplate } from '../library/library.ts'
import { receiveEvent } from '../payments/event.ts'
import { openOrder } from '../payments/order.ts'
import { readSettings } from '../settings/settings.ts'
import { resolveBooksPeriod } from './books-period.ts'
import { exportMonthPayments } from './export.ts'
import { readMonthEnd } from './month-end.ts'
import { pageMonthPayments } from './month-payments.ts'

const database = useDatabase()
const gateway = new MemoryGateway()

/** Columns that say when something happened. */
const DATES = [
  ['credit_transfers', 'created_at'],
  ['pack_orders', 'paid_at'],
  ['pack_sales', 'paid_at'],
  ['payments', 'created_at'],
  ['payments', 'settled_at'],
  ['payment_refunds', 'created_at'],
  ['payment_disputes', 'created_at'],
  ['billing_documents', 'issued_at'],
  ['admin_acts', 'happened_at'],
] as const

/** Dates rows as if they were of another time: the triggers that keep them are passed over. */
function date(moves: readonly { readonly to: string; readonly condition: (column: string) => string }[]) {
  return transaction(database.db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    for (const { to, condition } of moves) {
      for (const [table, column] of DATES) {
        await tx.execute(sql.raw(`update ${table} set ${column} = '${to}' where ${condition(column)}`))
      }
    }
  })
}

const moments: string[] = []
async function at<T>(moment: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await database.db.execute<{ now: string }>(sql`select clock_timestamp()::text as now`)
  const result = await work()
  await date([{ to: moment, condition: (column) => `${column} >= '${rows[0]?.now}'` }])
  moments.push(moment)
  return result
}

const GST = { profile: 'gst', gstin: '27AAPFU0939F1ZV' } as const
const setTax = (tax: Partial<typeof taxSettings._input>) =>
  transaction(database.db, async (tx) => {
    const { revisions } = await readSettings(tx)
    await editSettings(tx, COMMAND_LINE, 'tax', { value: taxSettings.parse(tax), revision: revisions.tax })
  })

const addBuyer = async (state: string) => {
  const userId = await addMember(database.db, 100)
  const details = { country: 'IN', state, taxNumber: '', legalName: '', address: [] }
  await transaction(database.db, (tx) => saveBillingDetails(tx, userId, details))
  return userId
}
const receive = (...event: Parameters<MemoryGateway['makeEvent']>) =>
  receiveEvent(database.db, gateway, gateway.makeEvent(...event))
const pay = async (orderId: string) => {
  const payment = gateway.pay(orderId)
  await receive('payment.captured', { payment })
  return payment
}
const openPack = async (userId: string) =>
  (await openOrder(database.db, gateway, userId, { packId: 'popular' })).orderId
const spend = async (userId: string, priceCredits: number) => {
  const templateId = await addTemplate(database.db, { priceCredits })
  await transaction(database.db, (tx) => acquireTemplate(tx, { userId, templateId, region: { isIndianUser: false } }))
}
const adjust = (userId: string, credits: number) =>
  transaction(database.db, (tx) =>
    adjustCredits(tx, COMMAND_LINE, {
      userId,
      credits,
      reason: 'Test',
      requestKey: 'once',
    }),
  )

const read = (kind: BooksPeriodQuery['kind'], value: string) =>
  readMonthEnd(database.db, resolveBooksPeriod({ kind, value }), '')
const lineOf = ({ credits }: MonthEnd, name: CreditLine['line']) => {
  const { line: _line, ...sums } = credits.find(({ line }) => line === name) ?? { line: name }
  return Object.values(sums)
}

/** The last moment of January in India, and the first of February. */
const [JANUARY_ENDS, FEBRUARY_BEGINS] = ['2026-01-31T18:29:59.999Z', '2026-01-31T18:30:00Z']

/** Packs of 500 credits for 399.00: see the comments for what is worked by hand. */
beforeAll(async () => {
  await addCatalogueFiles(database.db)
  const [asha, ravi] = await at('2025-12-20T10:00:00Z', async () => [await addBuyer('27'), await addBuyer('29')])
  const order = await openPack(asha)
  const first = await at('2026-01-10T10:00:00Z', () => pay(order))
  // 100 promotional and 100 paid credits; these are worth 39900 * 100 / 500 = 7980.
  await at('2026-01-15T10:00:00Z', () => spend(asha, 200))
  const second = await at('2026-01-20T10:00:00Z', () => pay(order))
  // 500 * 100 / 399 = 125 credits, and 10000 of their money.
  await at(JANUARY_ENDS, () => receive('refund.processed', { refund: gateway.giveBack(first.paymentId, 10_000) }))
  await at(FEBRUARY_BEGINS, () => setTax({ ...GST, taxedWhen: 'sold' }))
  const disputed = await at(FEBRUARY_BEGINS, async () => pay(await openPack(ravi)))
  await at('2026-02-02T10:00:00Z', () =>
    receive('refund.processed', { refund: gateway.giveBack(second.paymentId, 39_900) }),
  )
  const dispute = newDispute(disputed)
  await at('2026-02-10T10:00:00Z', () => receive('payment.dispute.created', { dispute }))
  await at('2026-03-05T10:00:00Z', () => receive('payment.dispute.won', { dispute: { ...dispute, status: 'won' } }))
  await at('2026-03-10T09:00:00Z', () => setTax({ ...GST, taxedWhen: 'spent' }))
  // Of 275 credits worth 21920: 21920 * 100 / 275 = 7970.9.
  await at('2026-03-10T10:00:00Z', () => spend(asha, 100))
  await at('2026-03-20T10:00:00Z', () => adjust(asha, 50))
  await at('2026-03-21T10:00:00Z', () => adjust(asha, -30))
  await at('2026-03-25T10:00:00Z', () => transaction(database.db, (tx) => forfeitCredits(tx, ravi)))
  await database.db.execute(sql`
    update payments set fee_paise = 942, fee_tax_paise = 144, settlement_id = 'setl_1', settled_by_bank_at = '2026-02-03Z'
     where payment_id = ${disputed.paymentId}`)
})

describe('the roll-forward of credits', () => {
  it('takes each movement to its month in India, paid and promotional apart, paid ones with their money', async () => {
    const [january, february, march] = [
      await read('month', '2026-01'),
      await read('month', '2026-02'),
      await read('month', '2026-03'),
    ]
    // Promotional, paid, their money, and of that the part sold without tax.
    expect(lineOf(january, 'opening')).toEqual([200, 0, 0, 0])
    expect(lineOf(january, 'sold')).toEqual([0, 500, 39_900, 39_900])
    expect(lineOf(january, 'spent')).toEqual([-100, -100, -7980, -7980])
    expect(lineOf(january, 'returned')).toEqual([0, -125, -10_000, -10_000])
    expect(lineOf(january, 'closing')).toEqual([100, 275, 21_920, 21_920])
    expect(lineOf(february, 'opening')).toEqual(lineOf(january, 'closing'))
    expect(lineOf(february, 'sold')).toEqual([0, 500, 39_900, 0])
    expect(lineOf(february, 'returned')).toEqual([0, -500, -39_900, 0])
    expect(lineOf(february, 'closing')).toEqual([100, 275, 21_920, 21_920])
    expect(lineOf(march, 'returned')).toEqual([0, 500, 39_900, 0])
    expect(lineOf(march, 'spent')).toEqual([0, -100, -7971, -7971])
    expect(lineOf(march, 'given')).toEqual([50, 0, 0, 0])
    expect(lineOf(march, 'removed')).toEqual([-30, 0, 0, 0])
    expect(lineOf(march, 'forfeited')).toEqual([-100, -500, -39_900, 0])
    expect(lineOf(march, 'closing')).toEqual([20, 175, 13_949, 13_949])
  })

  it('of a quarter is that of its months, and ends with all balances', async () => {
    const quarter = await read('quarter', '2025-26-Q4')
    expect(quarter.credits.map(({ line }) => [line, ...lineOf(quarter, line)])).toEqual([
      ['opening', 200, 0, 0, 0],
      ['sold', 0, 1000, 79_800, 39_900],
      ['given', 50, 0, 0, 0],
      ['spent', -100, -200, -15_951, -15_951],
      ['removed', -30, 0, 0, 0],
      ['forfeited', -100, -500, -39_900, 0],
      ['returned', 0, -125, -10_000, -10_000],
      ['closing', 20, 175, 13_949, 13_949],
    ])
    const { rows } = await database.db.execute(sql`
      select sum(balance)::int as credits, sum(paise)::int as paise from credit_accounts where kind <> 'system'`)
    expect(rows).toEqual([{ credits: 195, paise: 13_949 }])
  })
})

describe('sales and tax', () => {
  const nothing = { taxablePaise: 0, cgstPaise: 0, sgstPaise: 0, igstPaise: 0, otherPaise: 0, roundingPaise: 0 }
  const inter = { taxablePaise: 33_814, igstPaise: 6087, roundingPaise: -1, grossPaise: 39_900 }

  it('are sums by supply, rate and place, and by kind of document', async () => {
    const { sales, documents } = await read('quarter', '2025-26-Q4')
    // 7971 / 1.18 = 6755.08; 9 % of 6755 = 607.95.
    const intra = { taxablePaise: 6755, cgstPaise: 608, sgstPaise: 608, grossPaise: 7971 }
    expect(sales).toEqual([
      { supply: 'inter', rateBp: 1800, place: '29', documents: 3, ...nothing, ...inter },
      { supply: 'intra', rateBp: 1800, place: '27', documents: 1, ...nothing, ...intra },
      { supply: 'none', rateBp: 0, place: '', documents: 2, ...nothing, taxablePaise: 29_900, grossPaise: 29_900 },
    ])
    const { taxablePaise, igstPaise, roundingPaise, grossPaise } = inter
    expect(documents).toEqual([
      { kind: 'receipt', documents: 1, ...nothing, taxablePaise: 39_900, grossPaise: 39_900 },
      {
        ...{ kind: 'invoice', documents: 2, ...nothing, cgstPaise: 608, sgstPaise: 608, igstPaise, roundingPaise },
        ...{ taxablePaise: taxablePaise + 6755, grossPaise: grossPaise + 7971 },
      },
      {
        ...{ kind: 'credit-note', documents: 2, ...nothing, igstPaise: -igstPaise, roundingPaise: 1 },
        ...{ taxablePaise: -taxablePaise - 10_000, grossPaise: -grossPaise - 10_000 },
      },
      { kind: 'debit-note', documents: 1, ...nothing, ...inter },
    ])
  })

  it('count a note in the month in which it is issued', async () => {
    const { sales, documents } = await read('month', '2026-02')
    expect(sales).toEqual([{ supply: 'inter', rateBp: 1800, place: '29', documents: 2, ...nothing, grossPaise: 0 }])
    expect(documents.map(({ kind, grossPaise }) => [kind, grossPaise])).toEqual([
      ['invoice', 39_900],
      ['credit-note', -39_900],
    ])
  })
})

describe('money', () => {
  const none = {
    ...{ payments: 0, receivedPaise: 0, refundedPaise: 0, disputedPaise: 0, unappliedReceivedPaise: 0 },
    ...{ unappliedReturnedPaise: 0, settledPaise: 0, feePaise: 0, feeTaxPaise: 0, waitingPaise: 0 },
  }

  it('counts refunds and disputes when they are made, and what bought nothing apart', async () => {
    const unsettled = { waitingPaise: 79_800 }
    expect((await read('month', '2026-01')).money).toEqual({
      ...{ ...none, ...unsettled, payments: 2, receivedPaise: 39_900, refundedPaise: 10_000 },
      unappliedReceivedPaise: 39_900,
    })
    expect((await read('month', '2026-02')).money).toEqual({
      ...{ ...none, payments: 2, receivedPaise: 39_900, disputedPaise: 39_900, unappliedReturnedPaise: 39_900 },
      ...{ settledPaise: 39_900, feePaise: 942, feeTaxPaise: 144 },
    })
    expect((await read('month', '2026-03')).money).toEqual({ ...none, payments: 1, disputedPaise: -39_900 })
    expect((await read('month', '2026-04')).money).toEqual(none)
  })

  it('is listed by payment, in pages and as a whole, and the rows add up to it', async () => {
    for (const value of ['2026-01', '2026-02', '2026-03']) {
      const period = resolveBooksPeriod({ kind: 'month', value })
      const { money } = await readMonthEnd(database.db, period, '')
      const all: MonthPayment[] = []
      for await (const piece of exportMonthPayments(database.db, period)) all.push(...piece)
      const sum = (of: (row: (typeof all)[number]) => number | null) =>
        all.reduce((total, row) => total + (of(row) ?? 0), 0)
      expect(all).toHaveLength(money.payments)
      expect(sum((row) => row.grossPaise)).toBe(money.receivedPaise + money.unappliedReceivedPaise)
      expect(sum((row) => row.returnedPaise)).toBe(
        money.refundedPaise + money.disputedPaise + money.unappliedReturnedPaise,
      )
      expect(sum((row) => row.feePaise)).toBe(money.feePaise)
      const pages = []
      for (const page of [1, 2]) pages.push(await pageMonthPayments(database.db, period, { page, limit: 1 }))
      expect(pages.flatMap(({ items }) => items)).toEqual(all)
      expect(pages[0]?.matchingPayments).toBe(money.payments)
    }
    const february = resolveBooksPeriod({ kind: 'month', value: '2026-02' })
    const { items } = await pageMonthPayments(database.db, february, { page: 1, limit: 10 })
    const settled = { feePaise: 942, feeTaxPaise: 144, settlementId: 'setl_1', settledAt: '2026-02-03T00:00:00.000Z' }
    expect(items).toMatchObject([
      { capturedAt: FEBRUARY_BEGINS.replace('Z', '.000Z'), grossPaise: 39_900, returnedPaise: 39_900, ...settled },
      { capturedAt: '2026-01-20T10:00:00.000Z', receiptNumber: null, grossPaise: 0, returnedPaise: 39_900 },
    ])
  })
})

describe('the comparison', () => {
  it('finds ledger, documents and money equal, like the check of all money', async () => {
    // The dates were moved, the numbers were not.
    const found = (await checkMoney(database.db)).faults.filter((fault) => !fault.includes(' is dated '))
    expect(found).toEqual([])
    const { checks, faults } = await read('quarter', '2025-26-Q4')
    expect(faults).toEqual([])
    expect(checks).toEqual([
      { check: 'documents', left: 69_800, right: 69_800, explained: 0, isEqual: true },
      { check: 'packs', left: 79_800, right: 79_800, explained: 0, isEqual: true },
      // Asha spent 79.80 in January, when no tax was charged.
      { check: 'invoices', left: 15_951, right: 7971, explained: 7980, isEqual: true },
      { check: 'balances', left: 195, right: 195, explained: 0, isEqual: true },
      { check: 'value', left: 13_949, right: 13_949, explained: 0, isEqual: true },
    ])
  })

  const whileChanged = (change: string, value: string) =>
    database.db
      .transaction(async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`)
        await tx.execute(sql.raw(change))
        const found = await readMonthEnd(
          { transaction: (work: (inner: typeof tx) => unknown) => work(tx) } as never,
          resolveBooksPeriod({ kind: 'month', value }),
          '',
        )
        const missing = (await checkDocuments(tx)).filter((fault) => fault.endsWith('has no invoice'))
        throw Object.assign(new Error('undo'), { found: { ...found, missing } })
      })
      .catch((error: { found: MonthEnd & { missing: string[] } }) => error.found)

  it('names the order whose money and documents differ, and sets apart what was paid before documents were kept', async () => {
    const late = await whileChanged(
      `update billing_documents set issued_at = '2026-04-02Z' where kind = 'receipt'`,
      '2026-01',
    )
    expect(late.checks[0]).toEqual({ check: 'documents', left: 29_900, right: -10_000, explained: 0, isEqual: false })
    expect(late.faults).toMatchObject([{ moneyPaise: 29_900, documentsPaise: -10_000 }])
    const old = await whileChanged(`delete from billing_documents where kind = 'receipt'`, '2026-01')
    expect(old.checks[0]).toEqual({
      check: 'documents',
      left: 29_900,
      right: -10_000,
      explained: 39_900,
      isEqual: true,
    })
    expect(old.faults).toEqual([])
  })

  it('names the purchase that has no invoice although tax was charged', async () => {
    const withoutInvoice = `delete from billing_documents where kind = 'invoice' and order_id is null`
    const march = await whileChanged(withoutInvoice, '2026-03')
    expect(march.checks[2]).toEqual({ check: 'invoices', left: 7971, right: 0, explained: 0, isEqual: false })
    expect(march.faults).toMatchObject([{ moneyPaise: 7971, documentsPaise: 0 }])
    expect(march.missing).toEqual([expect.stringContaining('cost 7971 paise without tax and has no invoice')])
    // Within a minute of a change, a purchase may have read the settings from before it.
    const late = `${withoutInvoice}; update admin_acts set happened_at = '2026-03-10T09:59:01Z' where subject_id = 'tax'`
    expect((await whileChanged(late, '2026-03')).missing).toEqual([])
  })
})

describe('months', () => {
  const added = ({ credits, sales, documents, money: { payments: _payments, ...money } }: MonthEnd) => {
    const sums = new Map<string, number>()
    const addTo = (key: string, values: object) => {
      for (const [name, value] of Object.entries(values)) {
        if (typeof value === 'number') sums.set(`${key} ${name}`, (sums.get(`${key} ${name}`) ?? 0) + value)
      }
    }
    for (const line of credits) if (line.line !== 'opening' && line.line !== 'closing') addTo(line.line, line)
    for (const { rateBp, ...line } of sales) addTo(`${line.supply} ${rateBp} ${line.place}`, line)
    for (const line of documents) addTo(line.kind, line)
    addTo('money', money)
    return sums
  }

  it('add up to the year, whenever things happened', async () => {
    // Purchases change places with changes of the profile, so tax is charged at no time that matters.
    await at('2000-01-01T00:00:00Z', () => setTax({ profile: 'none' }))
    const names = [...new Set(moments)].filter((moment) => moment > '2001')
    let now = names
    const within = fc.date({
      min: new Date('2025-03-31T18:30:00Z'),
      max: new Date('2026-03-31T18:29:59Z'),
      noInvalidDate: true,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(within, { minLength: names.length, maxLength: names.length }), async (dates) => {
        // In two steps, so that no row is moved twice.
        const to = dates.map((moment, place) =>
          new Date(moment.getTime() - (moment.getTime() % 1000) + place).toISOString(),
        )
        const parked = names.map((_, place) => `1990-01-01T00:00:${String(place).padStart(2, '0')}Z`)
        const move = (from: readonly string[], target: readonly string[]) =>
          date(
            from.map((moment, place) => ({
              to: target[place] ?? '',
              condition: (column) => `${column} = '${moment}'`,
            })),
          )
        await move(now, parked)
        await move(parked, to)
        now = to
        const year = await read('year', '2025-26')
        const months = findMonths({ kind: 'year', value: '2025-26' })
        const sums = new Map<string, number>()
        let closing = lineOf(year, 'opening')
        for (let month = months?.first ?? 0; month < (months?.first ?? 0) + 12; month++) {
          const books = await readMonthEnd(database.db, resolveBooksPeriod(periodOfMonth('month', month)), '')
          expect(lineOf(books, 'opening')).toEqual(closing)
          closing = lineOf(books, 'closing')
          for (const [key, value] of added(books)) sums.set(key, (sums.get(key) ?? 0) + value)
          expect(books.checks.map(({ isEqual }) => isEqual)).toEqual([true, true, true, true, true])
        }
        expect(closing).toEqual(lineOf(year, 'closing'))
        const isNotZero = ([, value]: [string, number]) => value !== 0
        expect(Object.fromEntries([...sums].filter(isNotZero))).toEqual(
          Object.fromEntries([...added(year)].filter(isNotZero)),
        )
      }),
      { numRuns: 10 },
    )
  }, 120_000)
})
