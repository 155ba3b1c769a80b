import { taxSettings } from '@vitrine/contract/settings'
import { transaction } from '@vitrine/database/connection'
import { desc, eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { MemoryGateway } from '../../testing/gateway.ts'
import { addCatalogueFiles, addMember, addTemplate } from '../../testing/store.ts'
import { users } from '../accounts/tables.ts'
import { checkMoney } from '../invariants/ledger-check.ts'
import { addToCart, checkOutCart } from '../library/cart.ts'
import { receiveEvent } from '../payments/event.ts'
import { getCreditPurchase, openOrder } from '../payments/order.ts'
import { listPaymentHistory } from '../purchases/purchase-history.ts'
import { changeSettings, readSettings } from '../settings/settings.ts'
import { findDocument, findUserDocument } from './document.ts'
import { saveBillingDetails } from './quote.ts'
import { billingDocuments } from './tables.ts'

const database = useDatabase()
const gateway = new MemoryGateway()
beforeAll(() => addCatalogueFiles(database.db))
afterEach(async () => {
  expect((await checkMoney(database.db)).faults).toEqual([])
})

const receive = (...event: Parameters<MemoryGateway['makeEvent']>) =>
  receiveEvent(database.db, gateway, gateway.makeEvent(...event))

async function setTax(taxedWhen: 'sold' | 'spent') {
  const value = taxSettings.parse({ profile: 'gst', gstin: '27AAPFU0939F1ZV', taxedWhen })
  await transaction(database.db, async (tx) => {
    await changeSettings(tx, 'tax', { value, revision: (await readSettings(tx)).revisions.tax })
  })
}

async function buyPack(userId: string) {
  const { orderId } = await openOrder(database.db, gateway, userId, { packId: 'popular' })
  const payment = gateway.pay(orderId)
  await receive('payment.captured', { payment })
  return { ...payment, orderId }
}

const PUNE = { country: 'IN', state: '27', taxNumber: '', legalName: '', address: [] } as const

async function addBuyer(details: Parameters<typeof saveBillingDetails>[2] = { ...PUNE, address: [] }) {
  const userId = await addMember(database.db, 0)
  await transaction(database.db, (tx) => saveBillingDetails(tx, userId, details))
  return userId
}

const listHistory = async (userId: string) => (await listPaymentHistory(database.db, userId, { limit: 20 })).items

it('a pack is listed with its invoice and the notes about what went back, for its buyer alone', async () => {
  await setTax('sold')
  const [userId, other] = [await addBuyer(), await addBuyer()]
  const { orderId, paymentId } = await buyPack(userId)
  await receive('refund.processed', { refund: gateway.giveBack(paymentId, 10_000) })
  await receive('refund.processed', { refund: gateway.giveBack(paymentId, 29_900) })
  const [line] = await listHistory(userId)
  const receiptNumber = String(line?.kind === 'pack' && line.receiptNumber)
  expect(line).toMatchObject({
    status: 'refunded',
    documents: [
      { kind: 'invoice', number: receiptNumber, totalPaise: 39_900 },
      { kind: 'credit-note', totalPaise: 10_000 },
      { kind: 'credit-note', totalPaise: 29_900 },
    ],
  })
  expect(await getCreditPurchase(database.db, userId, orderId)).toMatchObject({ receiptKind: 'invoice', receiptNumber })
  expect(await findUserDocument(database.db, userId, receiptNumber)).toMatchObject({ kind: 'invoice' })
  expect(await findDocument(database.db, receiptNumber)).toMatchObject({ kind: 'invoice' })
  expect(await findUserDocument(database.db, other, receiptNumber)).toBeUndefined()
})

it('templates bought together share the invoice that taxes the credits they cost', async () => {
  await setTax('spent')
  const userId = await addBuyer()
  const { orderId } = await buyPack(userId)
  for (const priceCredits of [40, 60]) {
    const templateId = await addTemplate(database.db, { priceCredits })
    await transaction(database.db, (tx) => addToCart(tx, userId, { templateId, quantity: 1 }))
  }
  const request = { userId, idempotencyKey: 'both', expectedCredits: 100, region: { isIndianUser: false } }
  await transaction(database.db, (tx) => checkOutCart(tx, request))
  const [first, second, pack] = await listHistory(userId)
  expect(first).toMatchObject({ kind: 'template', documents: [{ kind: 'invoice', totalPaise: 7980 }] })
  expect(second).toMatchObject({ kind: 'template', documents: first?.kind === 'template' ? first.documents : [] })
  expect(pack).toMatchObject({ kind: 'pack', documents: [{ kind: 'receipt', totalPaise: 39_900 }] })
  expect(await getCreditPurchase(database.db, userId, orderId)).toMatchObject({ receiptKind: 'receipt' })
})

/** What the newest document of a user prints. */
async function readSheet(userId: string) {
  const [newest] = await database.db
    .select({ sheet: billingDocuments.sheet })
    .from(billingDocuments)
    .where(eq(billingDocuments.userId, userId))
    .orderBy(desc(billingDocuments.id))
    .limit(1)
  return newest?.sheet
}

it('a business abroad is named with its country, also when its number begins as a GSTIN does', async () => {
  await setTax('sold')
  const business = { state: null, legalName: 'Lamp House', address: ['Main Street'] }
  const userId = await addBuyer({ ...business, country: 'US', taxNumber: '271234567' })
  await buyPack(userId)
  expect((await readSheet(userId))?.parties[1]?.small).toEqual(['Tax number 271234567', 'United States'])
  await transaction(database.db, (tx) =>
    saveBillingDetails(tx, userId, { ...business, country: 'GR', taxNumber: 'EL094014201' }),
  )
  await buyPack(userId)
  expect((await readSheet(userId))?.parties[1]?.small).toEqual(['VAT number EL094014201', 'Greece'])
})

it('a credit note has the reason of the owner, also when the event of the gateway is first, and a debit note its own', async () => {
  await setTax('sold')
  const userId = await addBuyer()
  const { paymentId } = await buyPack(userId)
  const refund = { ...gateway.giveBack(paymentId, 10_000), notedReason: 'Ordered twice' }
  await receive('refund.processed', { refund })
  expect((await readSheet(userId))?.facts[0]).toEqual({ label: 'Reason', value: 'Ordered twice' })
  await receive('refund.failed', { refund: { ...refund, status: 'failed' } })
  expect((await readSheet(userId))?.facts[0]).toEqual({ label: 'Reason', value: 'Refund failed' })
})

it('states are named in the language of the buyer', async () => {
  await setTax('sold')
  const value = { offered: ['hi'], added: [] }
  await transaction(database.db, async (tx) => {
    await changeSettings(tx, 'languages', { value, revision: (await readSettings(tx)).revisions.languages })
  })
  const userId = await addBuyer()
  await database.db.update(users).set({ language: 'hi' }).where(eq(users.id, userId))
  await buyPack(userId)
  const sheet = await readSheet(userId)
  expect(sheet?.parties.map(({ small }) => small.at(-1))).toEqual(['राज्य: महाराष्ट्र, कोड 27', 'महाराष्ट्र (27)'])
})
