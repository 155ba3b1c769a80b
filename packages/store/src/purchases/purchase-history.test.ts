import { randomUUID } from 'node:crypto'
import { settingsSections } from '@vitrine/contract/settings'
import { type Tx, transaction } from '@vitrine/database/connection'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { MemoryGateway } from '../../testing/gateway.ts'
import { addCatalogueFiles, addMember, addTemplate, catchApiError } from '../../testing/store.ts'
import { getProfile } from '../account-lifecycle/account-lifecycle.ts'
import { withdrawTemplate } from '../catalogue/sale.ts'
import { templates } from '../catalogue/tables.ts'
import { checkMoney } from '../invariants/ledger-check.ts'
import { addToCart, checkOutCart } from '../library/cart.ts'
import { acquireTemplate } from '../library/library.ts'
import { receiveEvent } from '../payments/event.ts'
import { openOrder } from '../payments/order.ts'
import { createProject } from '../projects/projects.ts'
import { projects } from '../projects/tables.ts'
import { beginRender, completeRender } from '../renders/attempt.ts'
import { createRender } from '../renders/renders.ts'
import { changeSettings } from '../settings/settings.ts'
import { settings } from '../settings/tables.ts'
import { listPaymentHistory, listPurchases } from './purchase-history.ts'
import { getReceipt } from './receipt.ts'

const database = useDatabase()
const gateway = new MemoryGateway()
const region = { isIndianUser: false }
const signUrl = (key: string) => `/files/${key}`
beforeAll(() => addCatalogueFiles(database.db))
afterEach(async () => {
  expect((await checkMoney(database.db)).faults).toEqual([])
})

const acquire = (userId: string, templateId: string) =>
  transaction(database.db, (tx) => acquireTemplate(tx, { userId, templateId, region }))

async function buyPack(userId: string) {
  const { orderId } = await openOrder(database.db, gateway, userId, { packId: 'popular' })
  const payment = gateway.pay(orderId)
  await receiveEvent(database.db, gateway, gateway.makeEvent('payment.captured', { payment }))
  return payment
}

/** Undoes a change, such as a number that nothing bears, which a check of all money would miss. */
async function rollBack<T>(change: (tx: Tx) => Promise<T>): Promise<T> {
  const undone = new Error('undone')
  let result: T | undefined
  await expect(
    transaction(database.db, async (tx) => {
      result = await change(tx)
      throw undone
    }),
  ).rejects.toBe(undone)
  return result as T
}

async function buyTogether(userId: string, templateIds: readonly string[]): Promise<number[]> {
  for (const templateId of templateIds) {
    await transaction(database.db, (tx) => addToCart(tx, userId, { templateId, quantity: 1 }))
  }
  const request = { userId, idempotencyKey: randomUUID(), expectedCredits: 120 * templateIds.length, region }
  const { purchased } = await transaction(database.db, (tx) => checkOutCart(tx, request))
  return purchased.map(({ receiptNumber }) => Number(receiptNumber.slice(-6)))
}

describe('the library', () => {
  it('shows what was bought, newest first and page by page, as it was when it was bought', async () => {
    const userId = await addMember(database.db)
    const templateIds: string[] = []
    for (const priceCredits of [10, 20, 30]) {
      const templateId = await addTemplate(database.db, { priceCredits })
      await acquire(userId, templateId)
      templateIds.unshift(templateId)
    }
    await transaction(database.db, (tx) => withdrawTemplate(tx, templateIds[0] ?? ''))
    await database.db
      .update(templates)
      .set({ name: 'Renamed', licenseName: 'Another' })
      .where(eq(templates.id, templateIds[0] ?? ''))
    const first = await listPurchases(database.db, userId, { limit: 2 }, signUrl)
    expect(first.items[0]).toMatchObject({
      templateId: templateIds[0],
      template: { templateName: 'Renamed' },
      templateName: 'Royal Invitation',
      license: { name: 'Standard', summary: 'Personal and commercial use' },
      licences: 1,
      creditsCharged: 30,
      isOnSale: false,
      latestVideo: null,
      latestProject: null,
    })
    const second = await listPurchases(database.db, userId, { limit: 2, cursor: first.nextCursor ?? '' }, signUrl)
    expect([...first.items, ...second.items].map((item) => item.templateId)).toEqual(templateIds)
    expect(second.nextCursor).toBeNull()
    const page = listPurchases(database.db, userId, { limit: 2, cursor: 'made-up' }, signUrl)
    expect((await catchApiError(page)).code).toBe('invalid-input')
  })

  it('finds by name, category, id and receipt, in any case, over all pages', async () => {
    const userId = await addMember(database.db)
    const [lamps = '', offer = ''] = [await addTemplate(database.db), await addTemplate(database.db)]
    for (const templateId of [lamps, offer]) await acquire(userId, templateId)
    await database.db
      .update(templates)
      .set({ categories: ['100% Off', 'Sale'] })
      .where(eq(templates.id, offer))
    const find = async (search: string) => {
      const { items } = await listPurchases(database.db, userId, { limit: 20, search }, signUrl)
      return items.map(({ templateId }) => templateId)
    }
    expect(await find('  ')).toEqual([offer, lamps])
    expect(await find(' ROYAL invit')).toEqual([offer, lamps])
    expect(await find('100% off')).toEqual([offer])
    expect(await find(lamps.toUpperCase())).toEqual([lamps])
    expect(await find('%')).toEqual([offer])
    const [bought] = (await listPurchases(database.db, userId, { limit: 1, search: 'royal' }, signUrl)).items
    expect(await find(bought?.receiptNumber.toLowerCase() ?? '')).toEqual([offer])
    expect(await find('nothing of the kind')).toEqual([])
    const page = await listPurchases(database.db, userId, { limit: 1, search: 'royal' }, signUrl)
    const next = { limit: 1, search: 'royal', cursor: page.nextCursor ?? '' }
    expect((await listPurchases(database.db, userId, next, signUrl)).items.map((item) => item.templateId)).toEqual([
      lamps,
    ])
  })

  it('leads to the newest finished full video of each template', async () => {
    const userId = await addMember(database.db)
    const templateId = await addTemplate(database.db)
    const project = await transaction(database.db, (tx) => createProject(tx, { userId, templateId }))
    const { render } = await transaction(database.db, (tx) =>
      createRender(tx, { userId, projectId: project.row.id, kind: 'full', idempotencyKey: randomUUID(), region }),
    )
    const latestVideo = async () =>
      (await listPurchases(database.db, userId, { limit: 20 }, signUrl)).items[0]?.latestVideo
    expect(await latestVideo()).toBeNull()
    await transaction(database.db, async (tx) => {
      const work = await beginRender(tx, render.id)
      const page = { fileKey: 'private/video.mp4', posterKey: 'private/video.webp', width: 1920, height: 1080 }
      if (work) await completeRender(tx, work, { ...page, durationMs: 5000, sizeBytes: 9000 })
    })
    expect(await latestVideo()).toMatchObject({ jobId: render.id, signedUrl: '/files/private/video.mp4' })
  })
})

it('the library leads to what was edited last, and says whether it has clips of its own', async () => {
  const userId = await addMember(database.db)
  const templateId = await addTemplate(database.db)
  await acquire(userId, templateId)
  const latestProject = async () =>
    (await listPurchases(database.db, userId, { limit: 20 }, signUrl)).items[0]?.latestProject
  const create = async () => (await transaction(database.db, (tx) => createProject(tx, { userId, templateId }))).row.id
  const [first, second] = [await create(), await create()]
  // Only looked at: there is nothing in them.
  expect(await latestProject()).toBeNull()
  const edit = (projectId: string, changes: Partial<typeof projects.$inferInsert>) =>
    database.db
      .update(projects)
      .set({ revision: sql`${projects.revision} + 1`, updatedAt: sql`clock_timestamp()`, ...changes })
      .where(eq(projects.id, projectId))
  await edit(second, {})
  expect(await latestProject()).toEqual({ projectId: second, hasTimeline: false })
  await edit(first, { timeline: { clips: [], sounds: [] } })
  expect(await latestProject()).toEqual({ projectId: first, hasTimeline: true })
  await edit(first, { deletedAt: new Date() })
  expect(await latestProject()).toEqual({ projectId: second, hasTimeline: false })
})

describe('the history of payments', () => {
  it('mixes templates and packs, newest first and page by page, and the profile has both', async () => {
    const userId = await addMember(database.db)
    const templateId = await addTemplate(database.db, { priceCredits: 40 })
    await transaction(database.db, (tx) => addToCart(tx, userId, { templateId, quantity: 3 }))
    expect(await getProfile(database.db, userId, signUrl)).toMatchObject({
      cart: [templateId, templateId, templateId],
      cartVideoLinks: [{ templateId }],
    })
    const checkout = { userId, idempotencyKey: randomUUID(), expectedCredits: 120, region }
    const { purchased } = await transaction(database.db, (tx) => checkOutCart(tx, checkout))
    const payment = await buyPack(userId)
    const other = await addTemplate(database.db, { priceCredits: 10 })
    await acquire(userId, other)

    const lines = []
    let cursor: string | undefined
    do {
      const page = await listPaymentHistory(database.db, userId, { limit: 1, cursor })
      lines.push(...page.items)
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(lines).toMatchObject([
      { kind: 'template', templateId: other, creditsCost: 10, licences: 1, templateType: 'video' },
      {
        kind: 'pack',
        credits: 500,
        amountPaise: 39_900,
        refundedPaise: 0,
        currency: 'INR',
        status: 'paid',
        transactionId: payment.paymentId,
      },
      { kind: 'template', templateId, creditsCost: 120, licences: 3, receiptNumber: purchased[0]?.receiptNumber },
    ])
    expect(await getProfile(database.db, userId, signUrl)).toMatchObject({
      cart: [],
      purchasedTemplates: [other, templateId],
      paymentHistory: [{ creditsCost: 10 }, { creditsCost: 120 }],
      creditPurchaseHistory: [{ creditsPurchased: 500, amountPaid: 399, transactionId: payment.paymentId }],
    })
  })
})

it('the history of payments shows unapplied payments, the reason, and how much was refunded', async () => {
  const userId = await addMember(database.db)
  const { orderId } = await openOrder(database.db, gateway, userId, { packId: 'popular' })
  const [first, second] = [gateway.pay(orderId), gateway.pay(orderId)]
  for (const payment of [first, second]) {
    await receiveEvent(database.db, gateway, gateway.makeEvent('payment.captured', { payment }))
  }
  const returned = {
    kind: 'returned',
    amountPaise: 39_900,
    refundedPaise: 0,
    currency: 'INR',
    transactionId: second.paymentId,
    reason: 'This order was paid before.',
    purchasedAt: expect.any(String),
  }
  const history = async (limit = 20) => listPaymentHistory(database.db, userId, { limit })
  expect((await history()).items).toEqual([returned, expect.objectContaining({ kind: 'pack' })])
  const refund = gateway.giveBack(second.paymentId, 39_900)
  await receiveEvent(database.db, gateway, gateway.makeEvent('refund.processed', { refund }))
  const page = await history(1)
  expect(page.items).toEqual([{ ...returned, refundedPaise: 39_900 }])
  const rest = await listPaymentHistory(database.db, userId, { limit: 1, cursor: page.nextCursor ?? '' })
  expect(rest).toMatchObject({ items: [{ kind: 'pack', transactionId: first.paymentId }], nextCursor: null })
})

describe('a receipt', () => {
  it('is numbered in the year of the date it bears, which changes at midnight in India', async () => {
    const { rows } = await rollBack((tx) =>
      tx.execute(sql`
      select receipt_year('2026-12-31T18:29:59.999Z') as before, receipt_year('2026-12-31T18:30:00Z') as after,
             next_receipt_number() like 'T-' || receipt_year(now()) || '-______%' as now`),
    )
    expect(rows).toEqual([{ before: '2026', after: '2027', now: true }])
    const { rows: years } = await database.db.execute(sql`
      select financial_year('2027-03-31T18:29:59.999Z') as before, financial_year('2027-03-31T18:30:00Z') as after,
             financial_year('2099-12-01T00:00:00Z') as far`)
    expect(years).toEqual([{ before: '2026-27', after: '2027-28', far: '2099-00' }])
  })

  it('of money is numbered without a gap, also where a payment was rolled back', async () => {
    const readNumber = async () => {
      const userId = await addMember(database.db)
      await buyPack(userId)
      const [bought] = (await listPaymentHistory(database.db, userId, { limit: 1 })).items
      return Number((bought?.kind === 'pack' ? bought.receiptNumber : '').slice(-6))
    }
    const first = await readNumber()
    await rollBack((tx) => tx.execute(sql`select next_money_receipt_number()`))
    const together = await Promise.all([readNumber(), readNumber(), readNumber()])
    expect(together.sort((a, b) => a - b)).toEqual([first + 1, first + 2, first + 3])
  })

  it('of templates is numbered without a gap, whoever asks again, asks at once, or cannot pay', async () => {
    const userId = await addMember(database.db)
    const [first, second, dear] = [
      await addTemplate(database.db),
      await addTemplate(database.db),
      await addTemplate(database.db, { priceCredits: 9000 }),
    ]
    const readNumber = async (templateId: string) => Number((await acquire(userId, templateId)).receiptNumber.slice(-6))
    const before = await readNumber(first)
    await acquire(userId, first)
    expect((await catchApiError(acquire(userId, dear))).code).toBe('not-enough-credits')
    const atOnce = await Promise.all([readNumber(second), readNumber(second), readNumber(second), readNumber(first)])
    expect(atOnce).toEqual([before + 1, before + 1, before + 1, before])
    const others = await Promise.all([1, 2, 3].map(() => addMember(database.db)))
    const issued = await Promise.all(others.map((other) => buyTogether(other, [first, second])))
    expect(issued.flat().sort((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7].map((n) => before + n))
  })

  it('is numbered under the prefix that the owner has set, and keeps the number that it has', async () => {
    const [userId, templateId] = [await addMember(database.db), await addTemplate(database.db)]
    const { receiptNumber } = await acquire(userId, templateId)
    const seller = settingsSections.seller.parse({ receiptPrefix: ' lmp ' })
    await transaction(database.db, (tx) => changeSettings(tx, 'seller', { value: seller, revision: 0 }))
    const next = await acquire(userId, await addTemplate(database.db))
    expect(next.receiptNumber).toMatch(/^LMP-20\d\d-000001$/)
    await buyPack(userId)
    const [bought] = (await listPaymentHistory(database.db, userId, { limit: 1 })).items
    expect(bought).toMatchObject({ receiptNumber: expect.stringMatching(/^LMP-\d\d-\d\d-000001$/) })
    expect((await acquire(userId, templateId)).receiptNumber).toBe(receiptNumber)
    const problems = (receiptPrefix: string) =>
      settingsSections.seller.safeParse({ receiptPrefix }).error?.issues.length
    expect(['ABCD', 'A-1', 'लैंप', 'AB', ''].map(problems)).toEqual([1, 1, 1, undefined, undefined])
    await database.db.delete(settings)
  })

  it('states item, buyer and price, and is not accessible to others', async () => {
    const userId = await addMember(database.db)
    const templateId = await addTemplate(database.db)
    const { receiptNumber } = await acquire(userId, templateId)
    expect(await getReceipt(database.db, userId, receiptNumber)).toMatchObject({
      number: receiptNumber,
      buyer: { name: 'Asha Rao', email: expect.stringMatching(/@example\.test$/) },
      sold: {
        ...{ templateId, templateName: 'Royal Invitation', licences: 1, creditsCharged: 120 },
        ...{ licenseName: 'Standard', licenseSummary: 'Personal and commercial use' },
      },
    })
    const payment = await buyPack(userId)
    const [bought] = (await listPaymentHistory(database.db, userId, { limit: 1 })).items
    expect(await getReceipt(database.db, userId, bought?.kind === 'pack' ? bought.receiptNumber : '')).toMatchObject({
      sold: {
        ...{ credits: 500, amountPaise: 39_900, method: 'upi' },
        ...{ transactionId: payment.paymentId, orderId: payment.orderId },
      },
    })
    const stranger = await addMember(database.db)
    for (const [reader, number] of [
      [stranger, receiptNumber],
      [userId, 'VT-2026-999999'],
    ] as const) {
      expect((await catchApiError(getReceipt(database.db, reader, number))).code).toBe('receipt-not-found')
    }
  })
})
