import { taxSettings } from '@vitrine/contract/settings'
import { transaction } from '@vitrine/database/connection'
import { asc, eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { MemoryGateway, newDispute } from '../../testing/gateway.ts'
import { addCatalogueFiles, addMember, addTemplate, catchApiError } from '../../testing/store.ts'
import { deleteMember } from '../account-lifecycle/account-lifecycle.ts'
import type { CheckedPassword } from '../accounts/accounts.ts'
import type { PasswordHash } from '../accounts/password.ts'
import { checkMoney } from '../invariants/ledger-check.ts'
import { acquireTemplate } from '../library/library.ts'
import { receiveEvent } from '../payments/event.ts'
import { openOrder } from '../payments/order.ts'
import { packOrders } from '../payments/tables.ts'
import { changeSettings, fixSettings, readSettings } from '../settings/settings.ts'
import { readBillingDetails, saveBillingDetails } from './quote.ts'
import { billingDocuments, billingLines } from './tables.ts'

const database = useDatabase()
const MAHARASHTRA = { country: 'IN', state: '27', taxNumber: '', legalName: '', address: [] }
const KARNATAKA = { ...MAHARASHTRA, state: '29' }
const ABROAD = { country: 'AE', state: null, taxNumber: '', legalName: '', address: [] }
const GST = { profile: 'gst', gstin: '27AAPFU0939F1ZV' } as const

let gateway: MemoryGateway
beforeAll(() => addCatalogueFiles(database.db))
beforeEach(() => {
  gateway = new MemoryGateway()
})
afterEach(async () => {
  expect((await checkMoney(database.db)).faults).toEqual([])
})

async function setTax(tax: Partial<typeof taxSettings._input>): Promise<void> {
  await transaction(database.db, async (tx) => {
    const { revisions } = await readSettings(tx)
    await changeSettings(tx, 'tax', { value: taxSettings.parse(tax), revision: revisions.tax })
  })
}

async function addBuyer(details = MAHARASHTRA as typeof ABROAD | typeof MAHARASHTRA): Promise<string> {
  const userId = await addMember(database.db, 0)
  await transaction(database.db, (tx) => saveBillingDetails(tx, userId, details))
  return userId
}

const open = (userId: string) => openOrder(database.db, gateway, userId, { packId: 'popular' })
const receive = (...event: Parameters<MemoryGateway['makeEvent']>) =>
  receiveEvent(database.db, gateway, gateway.makeEvent(...event))

async function buyPack(userId: string) {
  const { orderId } = await open(userId)
  const payment = gateway.pay(orderId)
  await receive('payment.captured', { payment })
  return payment
}

async function spend(userId: string, priceCredits: number): Promise<void> {
  const templateId = await addTemplate(database.db, { priceCredits })
  await transaction(database.db, (tx) => acquireTemplate(tx, { userId, templateId, region: { isIndianUser: false } }))
}

/** The user's documents in order: kind, series and the amounts of each line, with the original of notes. */
async function listDocuments(userId: string) {
  const rows = await database.db
    .select()
    .from(billingDocuments)
    .innerJoin(billingLines, eq(billingLines.documentId, billingDocuments.id))
    .where(eq(billingDocuments.userId, userId))
    .orderBy(asc(billingDocuments.id), asc(billingLines.position))
  return rows.map(({ billing_documents: document, billing_lines: line }) => {
    const { taxablePaise, cgstPaise, sgstPaise, igstPaise, otherPaise, roundingPaise } = line
    const amounts = { taxablePaise, cgstPaise, sgstPaise, igstPaise, otherPaise, roundingPaise }
    const parts: Partial<typeof amounts> = Object.fromEntries(
      Object.entries(amounts).filter(([, paise]) => paise !== 0),
    )
    return { kind: document.kind, supply: line.supply, gross: line.grossPaise, ...parts }
  })
}

describe('a store without taxes', () => {
  it('issues receipts, and credit notes for what goes back', async () => {
    await setTax({ profile: 'none' })
    const userId = await addMember(database.db, 0)
    const { paymentId } = await buyPack(userId)
    await receive('refund.processed', { refund: gateway.giveBack(paymentId, 10_000) })
    expect(await listDocuments(userId)).toEqual([
      { kind: 'receipt', supply: 'none', gross: 39_900, taxablePaise: 39_900 },
      { kind: 'credit-note', supply: 'none', gross: 10_000, taxablePaise: 10_000 },
    ])
  })
})

it('names the seller whom the environment sets instead of the one of the settings', async () => {
  fixSettings([{ section: 'seller', field: 'legalName', value: 'Lamp House Pvt Ltd' }])
  const userId = await addBuyer()
  await buyPack(userId)
  fixSettings([])
  const documents = await database.db.select().from(billingDocuments).where(eq(billingDocuments.userId, userId))
  expect(documents.map(({ sheet }) => sheet.parties[0].lines)).toEqual([['Lamp House Pvt Ltd']])
})

it('does not store billing details for an account that was deleted meanwhile', async () => {
  const userId = await addMember(database.db, 0)
  await transaction(database.db, (tx) => deleteMember(tx, userId, { passwordHash: '$argon2id$unused' as PasswordHash }))
  const save = transaction(database.db, (tx) => saveBillingDetails(tx, userId, MAHARASHTRA))
  expect(await catchApiError(save)).toMatchObject({ code: 'session-expired' })
})

describe('tax when credits are sold', () => {
  beforeEach(() => setTax({ ...GST, taxedWhen: 'sold' }))

  it('is CGST and SGST within the state, IGST between states, none on exports under a letter of undertaking', async () => {
    await setTax({ ...GST, taxedWhen: 'sold', lutNumber: 'AD270326000001X' })
    const [within, between, abroad] = [await addBuyer(), await addBuyer(KARNATAKA), await addBuyer(ABROAD)]
    for (const userId of [within, between, abroad]) await buyPack(userId)
    // 399.00 / 1.18 = 338.135…; 9 % of 338.14 = 30.4326, 18 % = 60.8652.
    const invoice = { kind: 'invoice', gross: 39_900 }
    expect(await listDocuments(within)).toEqual([
      { ...invoice, supply: 'intra', taxablePaise: 33_814, cgstPaise: 3043, sgstPaise: 3043 },
    ])
    expect(await listDocuments(between)).toEqual([
      { ...invoice, supply: 'inter', taxablePaise: 33_814, igstPaise: 6087, roundingPaise: -1 },
    ])
    expect(await listDocuments(abroad)).toEqual([{ ...invoice, supply: 'export', taxablePaise: 39_900 }])
  })

  it('is on top of the price where prices do not include it', async () => {
    await setTax({ ...GST, taxedWhen: 'sold', pricesIncludeTax: false })
    const userId = await addBuyer()
    const { amountPaise } = await buyPack(userId)
    expect(amountPaise).toBe(47_082)
    expect(await listDocuments(userId)).toEqual([
      { kind: 'invoice', supply: 'intra', gross: 47_082, taxablePaise: 39_900, cgstPaise: 3591, sgstPaise: 3591 },
    ])
  })

  it('goes back with the money, and all notes together cancel the invoice to the paisa', async () => {
    const userId = await addBuyer()
    const { paymentId } = await buyPack(userId)
    const refund = gateway.giveBack(paymentId, 10_001)
    await receive('refund.processed', { refund })
    await receive('refund.failed', { refund: { ...refund, status: 'failed' } })
    await receive('refund.processed', { refund: gateway.giveBack(paymentId, 29_899) })
    const dispute = newDispute({ ...gateway.payments.get(paymentId), amountPaise: 10_001 } as never, {
      amountDeductedPaise: 10_001,
    })
    await receive('payment.dispute.created', { dispute })
    const [invoice, ...notes] = await listDocuments(userId)
    expect(notes.map(({ kind, gross }) => [kind, gross])).toEqual([
      ['credit-note', 10_001],
      ['debit-note', 10_001],
      ['credit-note', 29_899],
      ['credit-note', 10_001],
    ])
    const sum = (part: 'taxablePaise' | 'cgstPaise' | 'roundingPaise') =>
      notes.reduce((left, note) => left + (note.kind === 'credit-note' ? 1 : -1) * Number(note[part] ?? 0), 0)
    expect([sum('taxablePaise'), sum('cgstPaise'), sum('roundingPaise')]).toEqual([
      invoice?.taxablePaise,
      invoice?.cgstPaise,
      0,
    ])
  })

  it('is that of the moment when the order was opened', async () => {
    const userId = await addBuyer()
    const { orderId } = await open(userId)
    await setTax({ profile: 'none' })
    await transaction(database.db, (tx) => saveBillingDetails(tx, userId, KARNATAKA))
    await receive('payment.captured', { payment: gateway.pay(orderId) })
    expect(await listDocuments(userId)).toMatchObject([{ kind: 'invoice', supply: 'intra', cgstPaise: 3043 }])
  })

  it('is refused when the buyer was shown another, whatever the price', async () => {
    const userId = await addBuyer()
    const shown = { packId: 'popular', expectedPaise: 39_900, expectedTax: { supply: 'inter', rateBp: 1800 } } as const
    expect(await catchApiError(openOrder(database.db, gateway, userId, shown))).toMatchObject({
      code: 'price-changed',
      message: 'The tax of this pack has changed. Please check it and try again.',
    })
    await openOrder(database.db, gateway, userId, { ...shown, expectedTax: { supply: 'intra', rateBp: 1800 } })
  })

  it('needs to know where the buyer is', async () => {
    const userId = await addMember(database.db, 0)
    expect(await catchApiError(open(userId))).toMatchObject({
      code: 'billing-details-missing',
      details: { missing: 'country' },
    })
  })
})

describe('tax when credits are spent', () => {
  beforeEach(() => setTax({ ...GST, taxedWhen: 'spent' }))

  it('falls on the value of the paid credits of a purchase', async () => {
    const userId = await addBuyer()
    await buyPack(userId)
    await spend(userId, 200)
    await spend(userId, 300)
    // 200 of 500 credits for 399 rupees are 159.60 rupees, the rest 239.40.
    expect(await listDocuments(userId)).toEqual([
      { kind: 'receipt', supply: 'none', gross: 39_900, taxablePaise: 39_900 },
      {
        kind: 'invoice',
        supply: 'intra',
        gross: 15_960,
        taxablePaise: 13_525,
        cgstPaise: 1217,
        sgstPaise: 1217,
        roundingPaise: 1,
      },
      { kind: 'invoice', supply: 'intra', gross: 23_940, taxablePaise: 20_288, cgstPaise: 1826, sgstPaise: 1826 },
    ])
  })

  it('goes back only for credits that were spent', async () => {
    const userId = await addBuyer()
    const { paymentId } = await buyPack(userId)
    await spend(userId, 200)
    await receive('refund.processed', { refund: gateway.giveBack(paymentId, 39_900) })
    const [, invoice, unspent, spent] = await listDocuments(userId)
    expect(unspent).toEqual({ kind: 'credit-note', supply: 'none', gross: 23_940, taxablePaise: 23_940 })
    expect(spent).toEqual({ ...invoice, kind: 'credit-note' })
  })

  it('goes back with a note for each GSTIN under which it was charged, and one mail that names all of them', async () => {
    const userId = await addBuyer()
    const { paymentId } = await buyPack(userId)
    await spend(userId, 200)
    await setTax({ ...GST, gstin: '29AAGCB7383J1Z4', taxedWhen: 'spent' })
    await spend(userId, 300)
    const refund = gateway.giveBack(paymentId, 39_900)
    await receive('refund.processed', { refund })
    const issued = await database.db
      .select()
      .from(billingDocuments)
      .where(eq(billingDocuments.causeId, refund.refundId))
    expect(issued.map(({ kind, seller, totalPaise }) => [kind, seller.taxNumber, totalPaise])).toEqual([
      ['credit-note', '29AAGCB7383J1Z4', 23_940],
      ['credit-note', GST.gstin, 15_960],
    ])
    const { rows } = await database.db.execute<{ numbers: string[] }>(sql`
      select payload -> 'noteNumbers' as numbers from graphile_worker._private_jobs
       where payload ->> 'kind' = 'pack-refunded' and payload ->> 'userId' = ${userId}`)
    expect(rows).toEqual([{ numbers: issued.map(({ number }) => number) }])
  })

  it('was paid already for credits that were taxed when they were sold', async () => {
    await setTax({ ...GST, taxedWhen: 'sold' })
    const userId = await addBuyer()
    await buyPack(userId)
    await setTax({ ...GST, taxedWhen: 'spent' })
    await spend(userId, 200)
    expect((await listDocuments(userId)).map(({ kind }) => kind)).toEqual(['invoice'])
  })
})

it('of a deleted account stay, and nothing else says who the buyer was', async () => {
  await setTax({ ...GST, taxedWhen: 'sold' })
  const userId = await addBuyer({ ...MAHARASHTRA, legalName: 'Lamp House' } as typeof MAHARASHTRA)
  await buyPack(userId)
  await open(userId)
  const issued = await listDocuments(userId)
  const checked = { userId, passwordHash: '$argon2id$unused' as PasswordHash } as unknown as CheckedPassword
  await transaction(database.db, (tx) => deleteMember(tx, userId, checked))
  expect(await listDocuments(userId)).toEqual(issued)
  expect(await readBillingDetails(database.db, userId)).toBeNull()
  const quotes = await database.db.select().from(packOrders).where(eq(packOrders.userId, userId))
  expect(quotes.map(({ paidAt, quote }) => [paidAt !== null, quote?.buyer?.legalName])).toEqual([
    [true, 'Lamp House'],
    [false, undefined],
  ])
})

it('numbers each kind within its financial year without a gap, and never changes what it issued', async () => {
  const { rows } = await database.db.execute<{ series: string; last: number; issued: number; highest: number }>(sql`
    select series, last, count(*)::int as issued, max(substring(number from '[0-9]+$')::int) as highest
      from receipt_series join billing_documents on regexp_replace(number, '-[0-9]+$', '') = series group by series, last`)
  expect(rows.length).toBeGreaterThanOrEqual(4)
  for (const { last, issued, highest } of rows) expect([issued, highest]).toEqual([last, last])
  for (const table of [sql`billing_documents`, sql`billing_lines`]) {
    const change = database.db.execute(sql`delete from ${table}`)
    await expect(change).rejects.toMatchObject({ cause: { message: expect.stringContaining('never changed') } })
  }
})
