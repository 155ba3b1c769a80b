import { randomUUID } from 'node:crypto'
import type { CheckoutResponse } from '@vitrine/contract/library'
import { transaction } from '@vitrine/database/connection'
import { eq, inArray, sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addCatalogueFiles, addMember, addTemplate, catchApiError, newName } from '../../testing/store.ts'
import { findTemplate } from '../catalogue/catalogue.ts'
import { withdrawTemplate } from '../catalogue/sale.ts'
import { templates } from '../catalogue/tables.ts'
import { getBalance, grantCredits, listStatement } from '../credits/credits.ts'
import { checkMoney } from '../invariants/ledger-check.ts'
import { createProject } from '../projects/projects.ts'
import { createRender } from '../renders/renders.ts'
import { addToCart, changeCartQuantity, checkOutCart, getCart, removeFromCart } from './cart.ts'
import { acquireTemplate, listEntitlements } from './library.ts'

const database = useDatabase({ max: 20 })
const region = { isIndianUser: false }
beforeAll(() => addCatalogueFiles(database.db))
afterEach(async () => {
  expect((await checkMoney(database.db)).faults).toEqual([])
})

const add = (userId: string, templateId: string, quantity = 1) =>
  transaction(database.db, (tx) => addToCart(tx, userId, { templateId, quantity }))
const change = (userId: string, templateId: string, delta: number) =>
  transaction(database.db, (tx) => changeCartQuantity(tx, userId, { templateId, delta }))
const cart = (userId: string) => getCart(database.db, userId, region)
const checkOut = (userId: string, expectedCredits: number, idempotencyKey: string = randomUUID()) =>
  transaction(database.db, (tx) => checkOutCart(tx, { userId, idempotencyKey, expectedCredits, region }))
const acquire = (userId: string, templateId: string) =>
  transaction(database.db, (tx) => acquireTemplate(tx, { userId, templateId, region }))
const balance = async (userId: string) => (await getBalance(database.db, userId)).total

/** Templates of these prices, their ids in the order in which a database sorts them. */
const addTemplates = async (...prices: number[]) =>
  await Promise.all(
    prices.map((priceCredits, index) => addTemplate(database.db, { id: `t${index}-${newName()}`, priceCredits })),
  )

describe('the cart', () => {
  it('keeps its lines in the order in which they came, and adds up', async () => {
    const userId = await addMember(database.db)
    const [first, second] = (await addTemplates(120, 30)) as [string, string]
    await add(userId, second, 2)
    await add(userId, `${first}-template`)
    await add(userId, second)
    expect(await cart(userId)).toMatchObject({
      items: [
        { template: { templateId: second }, quantity: 3, creditsEach: 30, creditsTotal: 90, alreadyPurchased: false },
        { template: { templateId: first }, quantity: 1, creditsEach: 120, creditsTotal: 120, isOnSale: true },
      ],
      subtotalCredits: 210,
      totalCredits: 210,
      licenceCount: 4,
    })
    expect((await getCart(database.db, userId, { isIndianUser: true })).totalCredits).toBe(320)
  })

  it('adds a template once when it is asked for twice with ifAbsent, at the same time or later', async () => {
    const userId = await addMember(database.db)
    const [templateId] = (await addTemplates(10)) as [string]
    const addAbsent = (quantity: number) =>
      transaction(database.db, (tx) => addToCart(tx, userId, { templateId, quantity, ifAbsent: true }))
    await Promise.all(Array.from({ length: 8 }, () => addAbsent(1)))
    await addAbsent(5)
    expect((await cart(userId)).items[0]?.quantity).toBe(1)
  })

  it('holds 1 to 99 licences of a template, and less than one is none', async () => {
    const userId = await addMember(database.db)
    const [templateId] = (await addTemplates(1)) as [string]
    const quantity = async () => (await cart(userId)).items[0]?.quantity
    await add(userId, templateId, 98)
    await add(userId, templateId, 98)
    expect(await quantity()).toBe(99)
    await change(userId, templateId, -98)
    expect(await quantity()).toBe(1)
    await change(userId, templateId, -1)
    expect(await quantity()).toBeUndefined()
    await change(userId, templateId, -1)
    await change(userId, templateId, 2)
    expect(await quantity()).toBe(2)
    await transaction(database.db, (tx) => removeFromCart(tx, userId, templateId))
    await transaction(database.db, (tx) => removeFromCart(tx, userId, templateId))
    expect((await cart(userId)).items).toEqual([])
    expect((await catchApiError(add(userId, 'never-existed'))).code).toBe('template-not-found')
    expect((await catchApiError(change(userId, 'never-existed', 1))).code).toBe('template-not-found')
  })

  it('holds a hundred templates, also when two tabs add the last one', { tags: ['full'] }, async () => {
    const userId = await addMember(database.db)
    const templateIds = await addTemplates(...Array.from({ length: 103 }, () => 1))
    for (const templateId of templateIds.slice(0, 99)) await add(userId, templateId)
    const outcomes = await Promise.allSettled(templateIds.slice(99, 102).map((templateId) => add(userId, templateId)))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect((await catchApiError(add(userId, templateIds.at(-1) ?? ''))).code).toBe('cart-full')
    expect((await cart(userId)).items).toHaveLength(100)
  })
})

describe('checkout', () => {
  it('buys all lines with their licences in one transaction, with a numbered receipt for each', async () => {
    const userId = await addMember(database.db)
    const [first, second, free] = (await addTemplates(100, 30, 0)) as [string, string, string]
    await add(userId, second, 3)
    await add(userId, first)
    await add(userId, free, 2)
    const result = await checkOut(userId, 190)
    expect(result).toEqual({
      charged: 190,
      remainingCredits: 310,
      purchased: [
        { templateId: first, licences: 1, credits: 100, receiptNumber: expect.stringMatching(/^T-/) },
        { templateId: second, licences: 3, credits: 90, receiptNumber: expect.stringMatching(/^T-/) },
        { templateId: free, licences: 2, credits: 0, receiptNumber: expect.stringMatching(/^T-/) },
      ],
      skipped: [],
    })
    expect(new Set(result.purchased.map((item) => item.receiptNumber)).size).toBe(3)
    expect((await cart(userId)).items).toEqual([])
    expect((await listStatement(database.db, userId, { limit: 2 })).items.map((line) => line.description)).toEqual([
      'Royal Invitation (3 licences)',
      'Royal Invitation',
    ])
    expect((await findTemplate(database.db, second))?.purchaseCount).toBe(1)
    expect((await catchApiError(checkOut(userId, 0))).toBody()).toEqual({
      error: 'Your cart is empty',
      code: 'cart-empty',
    })
  })

  it('counts as sold for money what bought credits were spent on, which are spent last', async () => {
    const userId = await addMember(database.db, 100)
    const gift = { account: 'paid', credits: 50, reason: 'adjustment', description: '', key: userId } as const
    await transaction(database.db, (tx) => grantCredits(tx, userId, gift))
    const ids = await addTemplates(100, 50)
    for (const id of ids) await add(userId, id)
    await checkOut(userId, 150)
    const counted = await database.db
      .select({ paid: templates.paidPurchaseCount })
      .from(templates)
      .where(inArray(templates.id, ids))
      .orderBy(templates.id)
    expect(counted.map(({ paid }) => paid)).toEqual([0, 1])
  })

  it('skips what is owned, which leaves the cart, and what is no longer for sale, which stays', async () => {
    const userId = await addMember(database.db)
    const [owned, withdrawn, buyable] = (await addTemplates(10, 20, 40)) as [string, string, string]
    for (const templateId of [owned, withdrawn, buyable]) await add(userId, templateId)
    await acquire(userId, owned)
    await transaction(database.db, (tx) => withdrawTemplate(tx, withdrawn))
    expect(await cart(userId)).toMatchObject({
      items: [{ creditsTotal: 0, alreadyPurchased: true }, { creditsTotal: 0, isOnSale: false }, { creditsTotal: 40 }],
      totalCredits: 40,
      licenceCount: 1,
    })
    expect(await checkOut(userId, 40)).toMatchObject({
      charged: 40,
      purchased: [{ templateId: buyable }],
      skipped: [owned, withdrawn],
    })
    expect((await cart(userId)).items.map((item) => item.template.templateId)).toEqual([withdrawn])
  })

  it('changes nothing when a price changed or the credits do not suffice, and its key stays free', async () => {
    const userId = await addMember(database.db, 100)
    const [first, second] = (await addTemplates(60, 50)) as [string, string]
    await add(userId, first)
    await add(userId, second)
    const key = randomUUID()
    expect((await catchApiError(checkOut(userId, 109, key))).toBody()).toMatchObject({
      code: 'price-changed',
      credits: 110,
    })
    expect((await catchApiError(checkOut(userId, 110, key))).toBody()).toMatchObject({
      code: 'not-enough-credits',
      creditsRequired: 110,
      userCredits: 100,
    })
    expect(await listEntitlements(database.db, userId)).toEqual([])
    expect((await cart(userId)).items).toHaveLength(2)
    await change(userId, second, -1)
    expect(await checkOut(userId, 60, key)).toMatchObject({ charged: 60, remainingCredits: 40 })
  })

  it('returns the first result for a key, whatever is in the cart later', async () => {
    const userId = await addMember(database.db)
    const [first, second] = (await addTemplates(60, 50)) as [string, string]
    await add(userId, first)
    const key = randomUUID()
    const result = await checkOut(userId, 60, key)
    await add(userId, second)
    expect(await checkOut(userId, 60, key)).toEqual(result)
    expect((await catchApiError(checkOut(userId, 50, key))).code).toBe('idempotency-key-reused')
    expect((await cart(userId)).items).toHaveLength(1)
    const other = await addMember(database.db)
    await add(other, second)
    expect(await checkOut(other, 50, key)).toMatchObject({ charged: 50 })
  })
})

describe('checkout under load', () => {
  it('charges once when the same key is sent 16 times at once', async () => {
    const userId = await addMember(database.db)
    const templateIds = await addTemplates(60, 50, 40)
    for (const templateId of templateIds) await add(userId, templateId)
    const key = randomUUID()
    const results = await Promise.all(Array.from({ length: 16 }, () => checkOut(userId, 150, key)))
    expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1)
    expect(await balance(userId)).toBe(350)
  })

  it('charges once when 12 keys are sent at once: the others find the cart empty', async () => {
    const userId = await addMember(database.db)
    for (const templateId of await addTemplates(60, 50)) await add(userId, templateId)
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => checkOut(userId, 110)))
    const done = results.filter((result) => result.status === 'fulfilled')
    expect(done).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason.code).toBe('cart-empty')
    expect(await balance(userId)).toBe(390)
  })

  it('charges once when a purchase and a render of the same template race', async () => {
    for (let round = 0; round < 8; round++) {
      const userId = await addMember(database.db)
      const [templateId, other] = (await addTemplates(120, 30)) as [string, string]
      await add(userId, templateId)
      await add(userId, other)
      const projects = await Promise.all(
        Array.from({ length: 2 }, () => transaction(database.db, (tx) => createProject(tx, { userId, templateId }))),
      )
      const charges = await Promise.allSettled([
        checkOut(userId, 150),
        ...Array.from({ length: 3 }, () => acquire(userId, templateId)),
        ...projects.map((project) =>
          transaction(database.db, (tx) =>
            createRender(tx, { userId, projectId: project.row.id, kind: 'full', idempotencyKey: randomUUID(), region }),
          ),
        ),
      ])
      const charged = charges.map((outcome) => {
        if (outcome.status === 'fulfilled') return outcome.value.charged
        // Only the cart can notice that its total is no longer what it was.
        expect(outcome.reason).toMatchObject({ code: 'price-changed', details: { credits: 30 } })
        return 0
      })
      const isCartBought = charges[0]?.status === 'fulfilled'
      expect(charged.reduce((sum, credits) => sum + credits, 0)).toBe(isCartBought ? 150 : 120)
      expect(await balance(userId)).toBe(isCartBought ? 350 : 380)
      expect((await findTemplate(database.db, templateId))?.purchaseCount).toBe(1)
    }
  })

  it('does not deadlock on carts with the same templates in another order', async () => {
    const templateIds = await addTemplates(10, 10, 10, 10, 10)
    const userIds = await Promise.all(Array.from({ length: 12 }, () => addMember(database.db)))
    for (const [index, userId] of userIds.entries()) {
      for (const templateId of index % 2 ? templateIds : templateIds.toReversed()) await add(userId, templateId)
    }
    const results = await Promise.all(userIds.map((userId) => checkOut(userId, 50)))
    expect(results.every((result: CheckoutResponse) => result.charged === 50)).toBe(true)
    const [row] = await database.db
      .select()
      .from(templates)
      .where(eq(templates.id, templateIds[0] ?? ''))
    expect(row?.purchaseCount).toBe(12)
  })

  it('accepts exactly as many simultaneous checkouts as the balance allows', async () => {
    const userId = await addMember(database.db, 250)
    const templateIds = await addTemplates(...Array.from({ length: 20 }, () => 40))
    const outcomes = await Promise.allSettled(templateIds.map((templateId) => acquire(userId, templateId)))
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(6)
    expect(await balance(userId)).toBe(10)
    const { rows } = await database.db.execute(
      sql`select count(*)::int as count from entitlements where user_id = ${userId}`,
    )
    expect(rows).toEqual([{ count: 6 }])
  })
})
