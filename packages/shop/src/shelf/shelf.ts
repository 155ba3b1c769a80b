// Owns what a user likes and what a user owns. One entitlement per user and template: whoever creates it pays, everybody
// after that finds it there.
import assert from 'node:assert/strict'
import { Refusal } from '@vitrine/contract/refusal'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, desc, eq, sql } from 'drizzle-orm'
import { countPurchase, findPrice } from '../catalogue/catalogue.ts'
import { readBalance, spendCredits } from '../credits/credits.ts'
import { onEachDatabase } from '../prepared.ts'
import { entitlements, likes } from './tables.ts'

export interface Acquisition {
  /** Credits taken now; 0 when the template was owned already or costs nothing. */
  readonly charged: number
  readonly alreadyPurchased: boolean
  readonly remainingCredits: number
  /** The present price for this region. */
  readonly creditsRequired: number
}

/**
 * Makes a template the user's own and charges its price, once: every later call answers `alreadyPurchased` and charges
 * nothing, also when many come at the same time and also after the template was withdrawn. Refuses: template-not-found;
 * price-changed (with `credits`) when `expectedCredits` is given and is not the price; not-enough-credits.
 */
export async function acquireTemplate(
  tx: Tx,
  request: {
    readonly userId: string
    readonly templateId: string
    readonly region: { readonly isIndianUser: boolean }
    readonly expectedCredits?: number | undefined
  },
): Promise<Acquisition> {
  const { userId, region, expectedCredits } = request
  const price = await findPrice(tx, request.templateId, region.isIndianUser)
  if (!price) throw new Refusal('template-not-found')
  const spendKey = `entitlement:${userId}:${price.templateId}`

  // The primary key decides who pays. A second request waits here until the first has committed, or takes over when the
  // first was refused and rolled back.
  const [created] = await tx
    .insert(entitlements)
    .values({
      userId,
      templateId: price.templateId,
      creditsCharged: price.credits,
      spendKey: price.credits > 0 ? spendKey : null,
    })
    .onConflictDoNothing()
    .returning({ templateId: entitlements.templateId })
  if (!created) {
    const { total } = await readBalance(tx, userId)
    return { charged: 0, alreadyPurchased: true, remainingCredits: total, creditsRequired: price.credits }
  }
  if (!price.isOnSale) throw new Refusal('template-not-found')
  if (expectedCredits !== undefined && expectedCredits !== price.credits) {
    throw new Refusal('price-changed', { credits: price.credits })
  }
  const remainingCredits = await charge(tx, userId, { ...price, spendKey })
  await countPurchase(tx, price.templateId)
  return { charged: price.credits, alreadyPurchased: false, remainingCredits, creditsRequired: price.credits }
}

async function charge(
  tx: Tx,
  userId: string,
  price: { templateId: string; name: string; credits: number; spendKey: string },
): Promise<number> {
  if (price.credits === 0) return (await readBalance(tx, userId)).total
  const booking = await spendCredits(tx, userId, {
    credits: price.credits,
    reason: 'template',
    description: price.name,
    details: { templateId: price.templateId },
    key: price.spendKey,
  })
  assert(!booking.isRepeated, `${price.spendKey} was paid before without an entitlement`)
  return booking.balance.total
}

const entitlementOf = onEachDatabase((db) =>
  db
    .select({ templateId: entitlements.templateId })
    .from(entitlements)
    .where(
      and(
        eq(entitlements.userId, sql.placeholder('userId')),
        eq(entitlements.templateId, sql.placeholder('templateId')),
      ),
    )
    .prepare('entitlement_of'),
)

/** Whether the user owns the template. */
export async function hasEntitlement(db: Db, userId: string, templateId: string): Promise<boolean> {
  return (await entitlementOf(db).execute({ userId, templateId })).length > 0
}

/** The same question inside a transaction, which sees its own purchases. */
export async function isEntitled(tx: Tx, userId: string, templateId: string): Promise<boolean> {
  return (
    (await tx.$count(entitlements, and(eq(entitlements.userId, userId), eq(entitlements.templateId, templateId)))) > 0
  )
}

export interface Entitlement {
  readonly templateId: string
  readonly creditsCharged: number
  readonly createdAt: Date
}

const entitlementsOf = onEachDatabase((db) =>
  db
    .select({
      templateId: entitlements.templateId,
      creditsCharged: entitlements.creditsCharged,
      createdAt: entitlements.createdAt,
    })
    .from(entitlements)
    .where(eq(entitlements.userId, sql.placeholder('userId')))
    .orderBy(desc(entitlements.createdAt), desc(entitlements.templateId))
    .prepare('entitlements_of'),
)

/** What the user owns, newest first. */
export function listEntitlements(db: Db, userId: string): Promise<Entitlement[]> {
  return entitlementsOf(db).execute({ userId })
}

/** Likes a template. Answers false when it was liked already. Refuses template-not-found. */
export async function likeTemplate(tx: Tx, userId: string, templateId: string): Promise<boolean> {
  const template = await findPrice(tx, templateId, false)
  if (!template?.isOnSale) throw new Refusal('template-not-found')
  const { rowCount } = await tx.insert(likes).values({ userId, templateId: template.templateId }).onConflictDoNothing()
  return rowCount === 1
}

/** Takes a like back. Answers false when there was none; that is no error. */
export async function unlikeTemplate(tx: Tx, userId: string, templateId: string): Promise<boolean> {
  const { rowCount } = await tx
    .delete(likes)
    .where(and(eq(likes.userId, userId), eq(likes.templateId, templateId.replace(/-template$/, ''))))
  return rowCount === 1
}

const likesOf = onEachDatabase((db) =>
  db
    .select({ templateId: likes.templateId, createdAt: likes.createdAt })
    .from(likes)
    .where(eq(likes.userId, sql.placeholder('userId')))
    .orderBy(desc(likes.createdAt), desc(likes.templateId))
    .prepare('likes_of'),
)

/** What the user likes, newest first. */
export function listLikes(db: Db, userId: string): Promise<{ templateId: string; createdAt: Date }[]> {
  return likesOf(db).execute({ userId })
}

/** Forgets what a user likes. What a user bought stays with the ledger that says so. */
export async function eraseLikes(tx: Tx, userId: string): Promise<void> {
  await tx.delete(likes).where(eq(likes.userId, userId))
}
