import { randomUUID } from 'node:crypto'
import { checkLedger } from '@vitrine/store/credits'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { americanIp, indianIp, useApp } from '../../testing/app.ts'
import { insertMember, type MemberForTest } from '../../testing/member.ts'
import { addTemplate } from '../../testing/template.ts'

const store = useApp()

afterEach(async () => {
  expect((await checkLedger(store.db)).faults).toEqual([])
})

type Line = { template: { templateId: string }; quantity: number; creditsTotal: number; alreadyPurchased: boolean }
const listLines = (body: Record<string, unknown>) =>
  ((body.cart ?? body) as { items: Line[] }).items.map((line) => [line.template.templateId, line.quantity])

const call = (member: MemberForTest, method: string, path: string, body?: object, ip = americanIp) =>
  store.call(method, `/api/${path}`, { token: member.token, ip, body })
const add = (member: MemberForTest, templateId: string, quantity?: number) =>
  call(member, 'POST', 'add-to-cart', { templateId, ...(quantity !== undefined && { quantity }) })
const checkOut = (member: MemberForTest, expectedCredits: number, idempotencyKey: string = randomUUID()) =>
  call(member, 'POST', 'cart/checkout', { expectedCredits, idempotencyKey })
const readCredits = async (member: MemberForTest) => (await call(member, 'GET', 'user-credits')).body.credits

describe('the cart', () => {
  it('counts licences, adds up repeated additions, and uses the price of the region', async () => {
    const member = await insertMember(store)
    const lamps = await addTemplate(store.db, { priceCredits: 120, priceCreditsIndia: 80 })
    const rangoli = await addTemplate(store.db, { priceCredits: 30, priceCreditsIndia: 20 })
    expect((await call(member, 'GET', 'cart')).body).toEqual({
      items: [],
      subtotalCredits: 0,
      totalCredits: 0,
      licenceCount: 0,
    })
    expect((await add(member, lamps)).body).toMatchObject({ message: 'Added to cart', cart: { totalCredits: 120 } })
    await add(member, rangoli, 2)
    const { body } = await add(member, lamps, 1)
    expect(listLines(body)).toEqual([
      [lamps, 2],
      [rangoli, 2],
    ])
    expect(body.cart).toMatchObject({ subtotalCredits: 300, totalCredits: 300, licenceCount: 4 })
    const inIndia = await call(member, 'GET', 'cart', undefined, indianIp)
    expect(inIndia.body).toMatchObject({ totalCredits: 200 })
    const { body: profile } = await call(member, 'GET', 'profile')
    expect(profile.cart).toEqual([lamps, lamps, rangoli, rangoli])
  })

  it('changes by a difference, removes a line at zero, and ignores missing lines', async () => {
    const member = await insertMember(store)
    const lamps = await addTemplate(store.db)
    await add(member, lamps, 3)
    const change = (delta: number) => call(member, 'PATCH', `cart/${lamps}`, { delta })
    expect(listLines((await change(-1)).body)).toEqual([[lamps, 2]])
    expect(listLines((await change(99)).body)).toEqual([[lamps, 99]])
    expect(listLines((await change(-99)).body)).toEqual([])
    expect(listLines((await change(1)).body)).toEqual([[lamps, 1]])
    for (let round = 0; round < 2; round++) {
      expect(listLines((await call(member, 'DELETE', `cart/${lamps}`)).body)).toEqual([])
    }
  })

  it('rejects invalid input, unknown templates, and visitors', async () => {
    const member = await insertMember(store)
    const lamps = await addTemplate(store.db)
    for (const quantity of [0, -1, 1.5, 100]) expect((await add(member, lamps, quantity)).status).toBe(400)
    for (const delta of [100, 0.5, '1']) {
      expect((await call(member, 'PATCH', `cart/${lamps}`, { delta })).status).toBe(400)
    }
    expect(await add(member, 'nothing')).toMatchObject({ status: 404, body: { error: 'Template not found' } })
    for (const [method, path] of [
      ['GET', 'cart'],
      ['POST', 'add-to-cart'],
      ['PATCH', `cart/${lamps}`],
      ['DELETE', `cart/${lamps}`],
      ['POST', 'cart/checkout'],
    ] as const) {
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      expect((await store.call(method, `/api/${path}`, { body })).status, path).toBe(401)
    }
    expect(listLines((await call(member, 'GET', 'cart')).body)).toEqual([])
  })
})

describe('a checkout', () => {
  it('buys everything at once, skips what is owned, and empties the cart', async () => {
    const member = await insertMember(store)
    const lamps = await addTemplate(store.db, { priceCredits: 120 })
    const rangoli = await addTemplate(store.db, { priceCredits: 30 })
    const owned = await addTemplate(store.db, { priceCredits: 50 })
    await call(member, 'POST', 'purchase-template', { templateId: owned })
    for (const [templateId, quantity] of [
      [lamps, 2],
      [owned, 1],
      [rangoli, 1],
    ] as const) {
      await add(member, templateId, quantity)
    }
    const { status, body } = await checkOut(member, 270)
    expect(status).toBe(200)
    expect(body).toMatchObject({ charged: 270, remainingCredits: 180, skipped: [owned] })
    expect(body.purchased).toEqual(
      expect.arrayContaining([
        { templateId: lamps, licences: 2, credits: 240, receiptNumber: expect.stringMatching(/^T-/) },
        { templateId: rangoli, licences: 1, credits: 30, receiptNumber: expect.stringMatching(/^T-/) },
      ]),
    )
    expect(listLines((await call(member, 'GET', 'cart')).body)).toEqual([])
    expect((await checkOut(member, 0)).body).toMatchObject({ code: 'cart-empty', error: 'Your cart is empty' })
  })

  it('sells nothing when the price changed or the credits do not suffice, and keeps the cart', async () => {
    const member = await insertMember(store)
    const lamps = await addTemplate(store.db, { priceCredits: 120 })
    const palace = await addTemplate(store.db, { priceCredits: 400 })
    await add(member, lamps)
    expect(await checkOut(member, 119)).toMatchObject({ status: 409, body: { code: 'price-changed', credits: 120 } })
    await add(member, palace)
    expect(await checkOut(member, 520)).toMatchObject({
      status: 402,
      body: { error: 'Not enough credits', creditsRequired: 520, userCredits: 500 },
    })
    expect(listLines((await call(member, 'GET', 'cart')).body)).toHaveLength(2)
    expect(await readCredits(member)).toBe(500)
    const { body: profile } = await call(member, 'GET', 'profile')
    expect(profile.purchasedTemplates).toEqual([])
  })

  it('of the same cart in two tabs charges once, whether they share a key or not', async () => {
    for (const keys of [[randomUUID(), randomUUID()], Array(2).fill(randomUUID()) as string[]] as const) {
      const member = await insertMember(store)
      for (const priceCredits of [100, 60]) await add(member, await addTemplate(store.db, { priceCredits }))
      const answers = await Promise.all(keys.map((key) => checkOut(member, 160, key)))
      const charged = answers.filter(({ status, body }) => status === 200 && body.charged === 160)
      if (keys[0] === keys[1]) {
        expect(charged).toHaveLength(2)
        expect(charged[0]?.body).toEqual(charged[1]?.body)
      } else {
        expect(charged).toHaveLength(1)
        // The other tab finds an empty cart, or showed an outdated total.
        const other = answers.find((answer) => answer !== charged[0])
        expect(['cart-empty', 'price-changed']).toContain(other?.body.code)
      }
      expect(await readCredits(member)).toBe(340)
    }
  })

  it('repeated with its key returns the first result, also after more was bought', async () => {
    const member = await insertMember(store)
    await add(member, await addTemplate(store.db, { priceCredits: 100 }))
    const key = randomUUID()
    const first = await checkOut(member, 100, key)
    await add(member, await addTemplate(store.db, { priceCredits: 50 }))
    expect((await checkOut(member, 100, key)).body).toEqual(first.body)
    expect(await checkOut(member, 50, key)).toMatchObject({ status: 409, body: { code: 'idempotency-key-reused' } })
    expect(await readCredits(member)).toBe(400)
    expect((await checkOut(member, 50)).body).toMatchObject({ charged: 50, remainingCredits: 350 })
    // Another user's key is a different key.
    const other = await insertMember(store)
    expect((await checkOut(other, 100, key)).body).toMatchObject({ code: 'cart-empty' })
  })

  it('and a purchase of the same template at the same moment charge it once', async () => {
    for (let round = 0; round < 5; round++) {
      const member = await insertMember(store)
      const lamps = await addTemplate(store.db, { priceCredits: 120 })
      await add(member, lamps)
      const [checkout, ...others] = await Promise.all([
        checkOut(member, 120),
        call(member, 'POST', 'purchase-template', { templateId: lamps }),
        call(member, 'POST', 'download-template', { templateId: lamps }),
      ])
      const charged = [checkout, ...others].map(({ body }) => Number(body.charged ?? 0))
      expect(charged.reduce((sum, credits) => sum + credits)).toBe(120)
      expect(await readCredits(member)).toBe(380)
    }
  })

  it('leaves what was withdrawn in the cart and does not count it', async () => {
    const member = await insertMember(store)
    const lamps = await addTemplate(store.db, { priceCredits: 120 })
    const withdrawn = await addTemplate(store.db, { priceCredits: 30 })
    await add(member, lamps)
    await add(member, withdrawn)
    await store.db.execute(sql`update templates set status = 'withdrawn' where id = ${withdrawn}`)
    expect((await call(member, 'GET', 'cart')).body).toMatchObject({ totalCredits: 120, licenceCount: 1 })
    expect((await checkOut(member, 120)).body).toMatchObject({ charged: 120, skipped: [withdrawn] })
    expect(listLines((await call(member, 'GET', 'cart')).body)).toEqual([[withdrawn, 1]])
  })
})
