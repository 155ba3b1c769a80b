import { ApiError } from '@vitrine/contract/api-error'
import { transaction } from '@vitrine/database/connection'
import { eq } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../../../../tests/database.ts'
import { addCatalogueFiles, addMember, addTemplate, catchApiError, newName } from '../../testing/store.ts'
import { findTemplate } from '../catalogue/catalogue.ts'
import { withdrawTemplate } from '../catalogue/sale.ts'
import { templates } from '../catalogue/tables.ts'
import { checkLedger, getBalance, listStatement } from '../credits/credits.ts'
import {
  acquireTemplate,
  hasEntitlement,
  likeTemplate,
  listEntitlements,
  listLikes,
  unlikeTemplate,
} from './library.ts'

const database = useDatabase({ max: 12 })
beforeAll(() => addCatalogueFiles(database.db))
afterEach(async () => {
  expect((await checkLedger(database.db)).faults).toEqual([])
})

const acquire = (
  userId: string,
  templateId: string,
  changes: { isIndianUser?: boolean; expectedCredits?: number } = {},
) =>
  transaction(database.db, (tx) =>
    acquireTemplate(tx, {
      userId,
      templateId,
      region: { isIndianUser: changes.isIndianUser ?? false },
      expectedCredits: changes.expectedCredits,
    }),
  )

describe('acquiring a template', () => {
  it('charges its price once and reports it as owned afterwards', async () => {
    const userId = await addMember(database.db)
    const templateId = await addTemplate(database.db)
    expect(await hasEntitlement(database.db, userId, templateId)).toBe(false)
    const first = await acquire(userId, templateId, { expectedCredits: 120 })
    expect(first).toEqual({
      charged: 120,
      alreadyPurchased: false,
      remainingCredits: 380,
      creditsRequired: 120,
      receiptNumber: expect.stringMatching(/^T-\d{4}-\d{6}$/),
    })
    expect(await acquire(userId, `${templateId}-template`, { expectedCredits: 5 })).toEqual({
      charged: 0,
      alreadyPurchased: true,
      remainingCredits: 380,
      creditsRequired: 120,
      receiptNumber: first.receiptNumber,
    })
    expect(await hasEntitlement(database.db, userId, templateId)).toBe(true)
    expect((await findTemplate(database.db, templateId))?.purchaseCount).toBe(1)
    expect((await listStatement(database.db, userId, { limit: 1 })).items[0]).toMatchObject({
      description: 'Royal Invitation',
      reason: 'template',
      credits: -120,
      balanceAfter: 380,
    })
  })

  it('charges the Indian price in India', async () => {
    const userId = await addMember(database.db)
    expect(await acquire(userId, await addTemplate(database.db), { isIndianUser: true })).toMatchObject({ charged: 80 })
  })

  it('refuses when the credits do not suffice, and leaves no trace', async () => {
    const userId = await addMember(database.db, 119)
    const templateId = await addTemplate(database.db)
    expect((await catchApiError(acquire(userId, templateId))).toBody()).toEqual({
      error: 'Not enough credits',
      code: 'not-enough-credits',
      creditsRequired: 120,
      userCredits: 119,
    })
    expect(await hasEntitlement(database.db, userId, templateId)).toBe(false)
    expect((await findTemplate(database.db, templateId))?.purchaseCount).toBe(0)
    const other = await addMember(database.db, 120)
    expect(await acquire(other, templateId)).toMatchObject({ charged: 120, remainingCredits: 0 })
  })

  it('rejects an outdated price and names the current one', async () => {
    const userId = await addMember(database.db)
    const templateId = await addTemplate(database.db)
    const apiError = await catchApiError(acquire(userId, templateId, { expectedCredits: 119 }))
    expect(apiError).toMatchObject({ code: 'price-changed', status: 409, details: { credits: 120 } })
    expect((await getBalance(database.db, userId)).total).toBe(500)
  })

  it('costs nothing when the template is free', async () => {
    const userId = await addMember(database.db)
    const templateId = await addTemplate(database.db, { priceCredits: 0 })
    expect(await acquire(userId, templateId)).toMatchObject({
      charged: 0,
      alreadyPurchased: false,
      remainingCredits: 500,
    })
    expect(await acquire(userId, templateId)).toMatchObject({ charged: 0, alreadyPurchased: true })
  })

  it('stays with its owner when the template is withdrawn, and is refused to others', async () => {
    const [owner, other] = [await addMember(database.db), await addMember(database.db)]
    const templateId = await addTemplate(database.db)
    await acquire(owner, templateId)
    await transaction(database.db, (tx) => withdrawTemplate(tx, templateId))
    expect(await acquire(owner, templateId)).toMatchObject({ alreadyPurchased: true })
    expect((await catchApiError(acquire(other, templateId))).code).toBe('template-not-found')
    expect((await catchApiError(acquire(other, newName()))).code).toBe('template-not-found')
  })

  it('charges once for many simultaneous requests', async () => {
    const userId = await addMember(database.db)
    const templateId = await addTemplate(database.db)
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => acquire(userId, templateId)))
    expect(outcomes.map((outcome) => outcome.charged).sort()).toEqual([...Array.from({ length: 11 }, () => 0), 120])
    expect(outcomes.every((outcome) => outcome.remainingCredits === 380)).toBe(true)
    expect((await findTemplate(database.db, templateId))?.purchaseCount).toBe(1)
  })

  it('takes seven statements, BEGIN and COMMIT included', async () => {
    const userId = await addMember(database.db)
    const templateId = await addTemplate(database.db)
    const statements: string[] = []
    const logger = {
      logQuery: (query: string) => void statements.push(query.trim().split(/\s+/)[0] ?? ''),
    }
    const watched = drizzle(database.db.$client, { logger })
    await transaction(watched, (tx) => acquireTemplate(tx, { userId, templateId, region: { isIndianUser: false } }))
    expect(statements).toEqual(['begin', 'select', 'with', 'select', 'with', 'with', 'commit'])
  })

  it('sells exactly as many different templates at the same time as the balance allows', async () => {
    const userId = await addMember(database.db, 300)
    const templateIds = await Promise.all(Array.from({ length: 6 }, () => addTemplate(database.db)))
    const outcomes = await Promise.allSettled(templateIds.map((templateId) => acquire(userId, templateId)))
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refused).toHaveLength(4)
    for (const outcome of refused) expect(outcome.reason).toBeInstanceOf(ApiError)
    expect((await getBalance(database.db, userId)).total).toBe(60)
    expect(await listEntitlements(database.db, userId)).toHaveLength(2)
  })

  it('counts every sale when many users buy at the same time', async () => {
    const userIds = await Promise.all(Array.from({ length: 10 }, () => addMember(database.db)))
    const templateId = await addTemplate(database.db)
    await Promise.all(userIds.map((userId) => acquire(userId, templateId)))
    const [row] = await database.db.select().from(templates).where(eq(templates.id, templateId))
    expect(row?.purchaseCount).toBe(10)
  })
})

describe('likes', () => {
  const like = (userId: string, templateId: string) =>
    transaction(database.db, (tx) => likeTemplate(tx, userId, templateId))
  const unlike = (userId: string, templateId: string) =>
    transaction(database.db, (tx) => unlikeTemplate(tx, userId, templateId))

  it('count once, come back newest first, and can be taken back', async () => {
    const userId = await addMember(database.db)
    const [first, second] = [await addTemplate(database.db), await addTemplate(database.db)]
    expect(await like(userId, first)).toBe(true)
    expect(await like(userId, `${first}-template`)).toBe(false)
    await like(userId, second)
    expect((await listLikes(database.db, userId)).map((item) => item.templateId)).toEqual([second, first])
    expect(await unlike(userId, first)).toBe(true)
    expect(await unlike(userId, first)).toBe(false)
    expect(await listLikes(database.db, userId)).toHaveLength(1)
  })

  it('need a template on sale', async () => {
    const userId = await addMember(database.db)
    expect((await catchApiError(like(userId, newName()))).code).toBe('template-not-found')
  })
})
