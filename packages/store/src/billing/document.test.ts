import { taxSettings } from '@vitrine/contract/settings'
import { transaction } from '@vitrine/database/connection'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { MemoryGateway } from '../../testing/gateway.ts'
import { addCatalogueFiles, addMember, addTemplate } from '../../testing/store.ts'
import { checkMoney } from '../invariants/ledger-check.ts'
import { addToCart, checkOutCart } from '../library/cart.ts'
import { receiveEvent } from '../payments/event.ts'
import { getCreditPurchase, openOrder } from '../payments/order.ts'
import { listPaymentHistory } from '../purchases/purchase-history.ts'
import { changeSettings, readSettings } from '../settings/settings.ts'
import { findDocument } from './document.ts'
import { saveBillingDetails } from './quote.ts'

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

async function addBuyer() {
  const userId = await addMember(database.db, 0)
  const details = { country: 'IN', state: '27', taxNumber: '', legalName: '', address: [] }
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
  expect(await findDocument(database.db, receiptNumber, { userId })).toMatchObject({ kind: 'invoice' })
  expect(await findDocument(database.db, receiptNumber)).toMatchObject({ kind: 'invoice' })
  expect(await findDocument(database.db, receiptNumber, { userId: other })).toBeUndefined()
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
