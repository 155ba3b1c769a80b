// Buying while a template is free for a limited time, and when that begins and ends.
import { randomUUID } from 'node:crypto'
import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addCatalogueFiles, addMember, addTemplate, catchApiError } from '../../testing/store.ts'
import { getTemplate } from '../catalogue/catalogue.ts'
import { setFreePeriod } from '../catalogue/edit.ts'
import { type CatalogueQuery, countFacetValues, pageTemplates } from '../catalogue/page.ts'
import { storeToday } from '../catalogue/row.ts'
import { getBalance } from '../credits/credits.ts'
import { checkMoney } from '../invariants/ledger-check.ts'
import { readToday } from '../payments/order.ts'
import { addToCart, checkOutCart, getCart } from './cart.ts'
import { acquireTemplate, listEntitlements } from './library.ts'

const database = useDatabase({ max: 20 })
const region = { isIndianUser: false }
beforeAll(() => addCatalogueFiles(database.db))
afterEach(async () => {
  expect((await checkMoney(database.db)).faults).toEqual([])
})

/** A calendar day in the store's time zone, this many days from now. */
async function dayFromNow(days: number): Promise<string> {
  const { rows } = await database.db.execute<{ day: string }>(sql`select (${storeToday} + ${days}::int)::text as day`)
  return rows[0]?.day ?? ''
}
const setFree = (templateId: string, period: { from: string; until: string } | null) =>
  transaction(database.db, (tx) => setFreePeriod(tx, templateId, period))
const setFreeDays = async (templateId: string, from: number, until: number) =>
  setFree(templateId, { from: await dayFromNow(from), until: await dayFromNow(until) })
const add = (userId: string, templateId: string, quantity = 1) =>
  transaction(database.db, (tx) => addToCart(tx, userId, { templateId, quantity }))
const checkOut = (userId: string, expectedCredits: number, idempotencyKey: string = randomUUID()) =>
  transaction(database.db, (tx) => checkOutCart(tx, { userId, idempotencyKey, expectedCredits, region }))
const acquire = (userId: string, templateId: string, expectedCredits?: number) =>
  transaction(database.db, (tx) => acquireTemplate(tx, { userId, templateId, region, expectedCredits }))
const balance = async (userId: string) => (await getBalance(database.db, userId)).total

describe('a template that is free for a limited time', () => {
  it('costs nothing from the first day to the last, where the store is, and its price on all others', async () => {
    const templateId = await addTemplate(database.db, { priceCredits: 120, priceCreditsIndia: 80 })
    const shown = async () => {
      const { templatePrice, templatePriceIND, freeUntil, ...rest } = await getTemplate(database.db, templateId)
      return [templatePrice, templatePriceIND, freeUntil, rest.usualPrice, rest.usualPriceIND]
    }
    for (const [from, until] of [
      [0, 0],
      [-3, 0],
      [0, 5],
    ] as const) {
      await setFreeDays(templateId, from, until)
      expect(await shown()).toEqual([0, 0, await dayFromNow(until), 120, 80])
    }
    for (const [from, until] of [
      [1, 5],
      [-5, -1],
    ] as const) {
      await setFreeDays(templateId, from, until)
      expect(await shown()).toEqual([120, 80, undefined, undefined, undefined])
    }
    await setFree(templateId, null)
    expect(await shown()).toEqual([120, 80, undefined, undefined, undefined])
  })

  it('begins and ends by the day of the store, whatever the time zone of a session is', async () => {
    const days = await transaction(database.db, async (tx) => {
      const dayIn = async (timeZone: string) => {
        await tx.execute(sql`select set_config('timezone', ${timeZone}, true)`)
        return readToday(tx)
      }
      // 26 hours apart: these two never have the same day.
      return [await dayIn('Etc/GMT-14'), await dayIn('Etc/GMT+12')]
    })
    expect(days[0]).toBe(days[1])
  })

  it('has both days or none, the last not before the first', async () => {
    const templateId = await addTemplate(database.db)
    const set = (from: string | null, until: string | null) =>
      database.db.execute(sql`update templates set free_from = ${from}, free_until = ${until} where id = ${templateId}`)
    for (const [from, until] of [
      ['2026-11-23', null],
      [null, '2026-11-23'],
      ['2026-11-24', '2026-11-23'],
    ] as const)
      await expect(set(from, until)).rejects.toMatchObject({ cause: { constraint: 'templates_free_period' } })
    await set('2026-11-23', '2026-11-23')
  })

  it('is got for nothing and kept afterwards, without another charge', async () => {
    const templateId = await addTemplate(database.db, { priceCredits: 120 })
    const userId = await addMember(database.db)
    const before = await balance(userId)
    await setFreeDays(templateId, -1, 1)
    expect(await acquire(userId, templateId, 0)).toMatchObject({ charged: 0, alreadyPurchased: false })
    await setFree(templateId, null)
    expect(await acquire(userId, templateId, 120)).toMatchObject({ charged: 0, alreadyPurchased: true })
    expect(await balance(userId)).toBe(before)
    expect(await listEntitlements(database.db, userId)).toMatchObject([{ templateId, creditsCharged: 0 }])
  })

  it('is neither charged nor paid back to those who bought it before', async () => {
    const templateId = await addTemplate(database.db, { priceCredits: 120 })
    const userId = await addMember(database.db)
    await acquire(userId, templateId, 120)
    const before = await balance(userId)
    await setFreeDays(templateId, 0, 3)
    expect(await acquire(userId, templateId, 0)).toMatchObject({ charged: 0, alreadyPurchased: true })
    expect(await balance(userId)).toBe(before)
    expect(await listEntitlements(database.db, userId)).toMatchObject([{ templateId, creditsCharged: 120 }])
  })
})

describe('when the period', () => {
  it('ends between the price shown and the purchase, nothing is charged until the price is agreed on', async () => {
    const templateId = await addTemplate(database.db, { priceCredits: 120 })
    const userId = await addMember(database.db)
    const before = await balance(userId)
    await setFreeDays(templateId, -3, 0)
    await add(userId, templateId, 2)
    expect((await getCart(database.db, userId, region)).totalCredits).toBe(0)
    await setFreeDays(templateId, -3, -1)
    expect((await catchApiError(checkOut(userId, 0))).code).toBe('price-changed')
    expect((await catchApiError(acquire(userId, templateId, 0))).code).toBe('price-changed')
    expect(await listEntitlements(database.db, userId)).toEqual([])
    expect(await balance(userId)).toBe(before)
    expect((await getCart(database.db, userId, region)).totalCredits).toBe(240)
    expect(await checkOut(userId, 240)).toMatchObject({ charged: 240 })
    expect(await balance(userId)).toBe(before - 240)
  })

  it('begins meanwhile, the lower price is agreed on first, too', async () => {
    const templateId = await addTemplate(database.db, { priceCredits: 120 })
    const userId = await addMember(database.db)
    const before = await balance(userId)
    await add(userId, templateId)
    await setFreeDays(templateId, 0, 0)
    expect(await catchApiError(checkOut(userId, 120))).toMatchObject({ code: 'price-changed' })
    expect(await checkOut(userId, 0)).toMatchObject({ charged: 0 })
    expect(await balance(userId)).toBe(before)
  })

  it('ends in the middle of a checkout that has not charged yet, nothing is charged', async () => {
    const templateId = await addTemplate(database.db, { priceCredits: 120 })
    const userId = await addMember(database.db)
    const before = await balance(userId)
    await setFreeDays(templateId, -3, 0)
    await add(userId, templateId)
    const checkout = transaction(database.db, async (tx) => {
      await tx.execute(sql`select now()`)
      await setFreeDays(templateId, -3, -1)
      return checkOutCart(tx, { userId, idempotencyKey: randomUUID(), expectedCredits: 0, region })
    })
    expect(await catchApiError(checkout)).toMatchObject({ code: 'price-changed' })
    expect(await listEntitlements(database.db, userId)).toEqual([])
    expect(await balance(userId)).toBe(before)
  })

  it('ends before a checkout is committed, what was agreed on holds, also for its repetition', async () => {
    const templateId = await addTemplate(database.db, { priceCredits: 120 })
    const userId = await addMember(database.db)
    const before = await balance(userId)
    await setFreeDays(templateId, -3, 0)
    await add(userId, templateId)
    const request = { userId, idempotencyKey: randomUUID(), expectedCredits: 0, region }
    const { end } = await transaction(database.db, async (tx) => {
      expect(await checkOutCart(tx, request)).toMatchObject({ charged: 0 })
      // Waits for the purchase, which is counted in the row of the template.
      return { end: setFreeDays(templateId, -3, -1) }
    })
    await end
    expect((await getTemplate(database.db, templateId)).templatePrice).toBe(120)
    expect(await checkOut(userId, 0, request.idempotencyKey)).toMatchObject({
      charged: 0,
      purchased: [{ templateId, credits: 0 }],
    })
    expect(await balance(userId)).toBe(before)
  })
})

describe('a list', () => {
  const query = (changes: Partial<CatalogueQuery>): CatalogueQuery => ({
    ...{ kind: 'image', search: '', section: '', sort: 'popularity', limit: 2, synonyms: [], ...region },
    ...changes,
  })
  const ids = { cheap: '', free: '', dear: '', given: '' }
  beforeAll(async () => {
    for (const [name, priceCredits] of [
      ['cheap', 20],
      ['given', 0],
      ['free', 300],
      ['dear', 400],
    ] as const)
      ids[name] = await addTemplate(database.db, { kind: 'image', name, priceCredits })
    await setFreeDays(ids.free, 0, 2)
  })
  const walk = async (changes: Partial<CatalogueQuery>) => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const page = await pageTemplates(database.db, query({ ...changes, cursor }))
      found.push(...page.items.map(({ templateName }) => templateName))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return found
  }

  it.each([1, 2, 48])('by price has it where its price of today is, in pages of %i', async (limit) => {
    const upwards = await walk({ sort: 'price-low-high', limit })
    expect(upwards.slice(0, 2).sort()).toEqual(['free', 'given'])
    expect(upwards.slice(2)).toEqual(['cheap', 'dear'])
    const downwards = await walk({ sort: 'price-high-low', limit })
    expect(downwards.slice(0, 2)).toEqual(['dear', 'cheap'])
    expect(downwards.slice(2).sort()).toEqual(['free', 'given'])
  })

  it('narrowed by price has it where it is free, and counts it there', async () => {
    expect((await walk({ price: 'free' })).sort()).toEqual(['free', 'given'])
    expect(await walk({ price: 'free-now' })).toEqual(['free'])
    expect(await walk({ price: 'over-250' })).toEqual(['dear'])
    expect((await walk({ price: 'up-to-100,free-now' })).sort()).toEqual(['cheap', 'free'])
    expect((await countFacetValues(database.db, query({}))).price).toEqual([
      { value: 'free', count: 2 },
      { value: 'free-now', count: 1 },
      { value: 'up-to-100', count: 1 },
      { value: 'over-250', count: 1 },
    ])
  })

  it('of the newest begins with what was put on sale last, however long its pages are', async () => {
    const inDays = { given: 1, dear: 2, cheap: 3, free: 4 }
    for (const [name, days] of Object.entries(inDays))
      await database.db.execute(
        sql`update templates set published_at = '2026-01-01'::timestamptz + make_interval(days => ${days}) where name = ${name}`,
      )
    for (const limit of [1, 3, 48])
      expect(await walk({ sort: 'newest', limit })).toEqual(['free', 'cheap', 'dear', 'given'])
  })
})
