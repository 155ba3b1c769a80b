// The cart: templates with a number of licences, and a checkout that buys all of them or none.
import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import type { Cart, CheckoutResponse } from '@vitrine/contract/library'
import { MAX_CART_LINES, MAX_LICENCES } from '@vitrine/contract/limit'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { lockUser } from '../accounts/accounts.ts'
import { findIdOnSale, getCatalogueRows } from '../catalogue/catalogue.ts'
import { toTemplateId } from '../catalogue/row.ts'
import { toTemplate } from '../catalogue/wire.ts'
import { onEachDatabase } from '../prepared.ts'
import { type Claim, claimTemplates, payClaims } from './library.ts'
import { cartItems, checkouts, entitlements } from './tables.ts'

/** The cart with the region's current prices. Templates that are owned or no longer for sale stay in it and cost nothing. */
export async function getCart(db: Db, userId: string, region: { readonly isIndianUser: boolean }): Promise<Cart> {
  const lines = await listCartLines(db, userId)
  const templateIds = lines.map((line) => line.templateId)
  const [rows, owned] = await Promise.all([getCatalogueRows(db, templateIds), findOwned(db, userId, templateIds)])
  const items = lines.map(({ templateId, quantity }) => {
    const row = rows.get(templateId)
    assert(row, `template ${templateId} is in a cart and has no version`)
    const alreadyPurchased = owned.has(templateId)
    const isOnSale = row.status === 'published'
    const creditsEach = region.isIndianUser ? row.priceCreditsIndia : row.priceCredits
    const creditsTotal = alreadyPurchased || !isOnSale ? 0 : creditsEach * quantity
    return { template: toTemplate(row), quantity, creditsEach, creditsTotal, alreadyPurchased, isOnSale }
  })
  const totalCredits = items.reduce((sum, item) => sum + item.creditsTotal, 0)
  const bought = items.filter((item) => item.isOnSale && !item.alreadyPurchased)
  return {
    items,
    subtotalCredits: totalCredits,
    totalCredits,
    licenceCount: bought.reduce((sum, item) => sum + item.quantity, 0),
  }
}

export interface CartLine {
  readonly templateId: string
  /** Licences. */
  readonly quantity: number
  readonly createdAt: Date
}

const cartItemsByUser = onEachDatabase((db) =>
  db
    .select({ templateId: cartItems.templateId, quantity: cartItems.quantity, createdAt: cartItems.createdAt })
    .from(cartItems)
    .where(eq(cartItems.userId, sql.placeholder('userId')))
    .orderBy(asc(cartItems.createdAt), asc(cartItems.templateId))
    .prepare('cart_items_by_user'),
)

/** The lines of the cart, in the order in which they were added. */
export function listCartLines(db: Db, userId: string): Promise<CartLine[]> {
  return cartItemsByUser(db).execute({ userId })
}

/**
 * Adds licences of a template to its cart line, up to the maximum per line. With `ifAbsent` it only adds a missing line, which
 * makes it idempotent. Throws `template-not-found` and `cart-full`.
 */
export async function addToCart(
  tx: Tx,
  userId: string,
  { templateId: address, quantity, ifAbsent = false }: { templateId: string; quantity: number; ifAbsent?: boolean },
): Promise<void> {
  assert(Number.isInteger(quantity) && quantity > 0, `cannot add ${quantity} licences to a cart`)
  const templateId = await findIdOnSale(tx, address)
  if (!templateId) throw new ApiError('template-not-found')
  // Two tabs that add the last possible line run one after the other.
  await lockUser(tx, userId)
  await tx
    .insert(cartItems)
    .values({ userId, templateId, quantity: Math.min(quantity, MAX_LICENCES) })
    .onConflictDoUpdate({
      target: [cartItems.userId, cartItems.templateId],
      set: { quantity: sql`least(${cartItems.quantity} + ${ifAbsent ? 0 : quantity}, ${MAX_LICENCES})` },
    })
  const lines = await tx.$count(cartItems, eq(cartItems.userId, userId))
  if (lines > MAX_CART_LINES) throw new ApiError('cart-full', { limit: MAX_CART_LINES })
}

/**
 * Changes the licences of a line by `delta`, up to the maximum; zero removes the line. A missing line starts at 0. Throws
 * `template-not-found` and `cart-full`.
 */
export async function changeCartQuantity(
  tx: Tx,
  userId: string,
  { templateId: address, delta }: { templateId: string; delta: number },
): Promise<void> {
  const line = matchCartLine(userId, address)
  await lockUser(tx, userId)
  const [present] = await tx.select({ quantity: cartItems.quantity }).from(cartItems).where(line)
  const quantity = Math.min((present?.quantity ?? 0) + delta, MAX_LICENCES)
  if (quantity <= 0) await tx.delete(cartItems).where(line)
  else if (present) await tx.update(cartItems).set({ quantity }).where(line)
  else await addToCart(tx, userId, { templateId: address, quantity })
}

export async function removeFromCart(tx: Tx, userId: string, templateId: string): Promise<void> {
  await tx.delete(cartItems).where(matchCartLine(userId, templateId))
}

/** Empties the cart of a user whose account is deleted. */
export async function eraseCart(tx: Tx, userId: string): Promise<void> {
  await tx.delete(cartItems).where(eq(cartItems.userId, userId))
}

function matchCartLine(userId: string, address: string) {
  return and(eq(cartItems.userId, userId), eq(cartItems.templateId, toTemplateId(address)))
}

interface CheckoutOfCart {
  readonly userId: string
  readonly idempotencyKey: string
  readonly expectedCredits: number
  readonly region: { readonly isIndianUser: boolean }
}

/**
 * Buys the whole cart or nothing. Owned templates cost nothing and leave the cart; those no longer for sale stay. Repeating a
 * key, even simultaneously, returns the first result; a refused checkout leaves its key free. Throws `idempotency-key-reused`
 * when the key bought something for another total; `cart-empty`; `price-changed` (with `credits`) when `expectedCredits` differs
 * from the charge; `not-enough-credits` for the total.
 */
export async function checkOutCart(tx: Tx, request: CheckoutOfCart): Promise<CheckoutResponse> {
  const { userId, idempotencyKey, expectedCredits, region } = request
  // The unique key serializes repetitions: one waits here for the first to commit, or proceeds when the first rolls back.
  const [checkout] = await tx
    .insert(checkouts)
    .values({ userId, idempotencyKey })
    .onConflictDoNothing({ target: [checkouts.userId, checkouts.idempotencyKey] })
    .returning({ id: checkouts.id })
  if (!checkout) {
    const first = await getCheckout(tx, userId, idempotencyKey)
    // The charge always equals the expected total, so a request with another expectation is a different one.
    if (first.charged !== expectedCredits) throw new ApiError('idempotency-key-reused')
    return first
  }

  const requested = sql`select template_id, quantity from cart_items where user_id = ${userId} order by template_id for update`
  const claims = await claimTemplates(tx, { userId, region, requested, checkoutId: checkout.id })
  if (claims.length === 0) throw new ApiError('cart-empty')
  const created = claims.filter((claim) => claim.receiptNumber !== null)
  const charged = sumCredits(created)
  if (charged !== expectedCredits) {
    throw new ApiError(
      'price-changed',
      { credits: charged },
      'The total of your cart has changed. Please check it again.',
    )
  }
  const remainingCredits = await payClaims(tx, userId, created)
  await tx.execute(sql`
    delete from cart_items using entitlements
     where cart_items.user_id = ${userId} and entitlements.user_id = ${userId}
       and entitlements.template_id = cart_items.template_id`)
  const skipped = claims.filter((claim) => claim.receiptNumber === null).map((claim) => claim.templateId)
  await tx
    .update(checkouts)
    .set({ creditsCharged: charged, remainingCredits, skipped })
    .where(eq(checkouts.id, checkout.id))
  return getCheckout(tx, userId, idempotencyKey)
}

function sumCredits(claims: readonly Claim[]): number {
  return claims.reduce((sum, { credits }) => sum + credits, 0)
}

async function getCheckout(tx: Tx, userId: string, idempotencyKey: string): Promise<CheckoutResponse> {
  const [checkout] = await tx
    .select()
    .from(checkouts)
    .where(and(eq(checkouts.userId, userId), eq(checkouts.idempotencyKey, idempotencyKey)))
  assert(checkout, `checkout ${idempotencyKey} of ${userId} collided and does not exist`)
  const purchased = await tx
    .select({
      templateId: entitlements.templateId,
      licences: entitlements.licences,
      credits: entitlements.creditsCharged,
      receiptNumber: entitlements.receiptNumber,
    })
    .from(entitlements)
    .where(eq(entitlements.checkoutId, checkout.id))
    .orderBy(asc(entitlements.templateId))
  const { creditsCharged: charged, remainingCredits, skipped } = checkout
  return { charged, remainingCredits, purchased, skipped }
}

async function findOwned(db: Db, userId: string, templateIds: readonly string[]): Promise<Set<string>> {
  if (templateIds.length === 0) return new Set()
  const rows = await db
    .select({ templateId: entitlements.templateId })
    .from(entitlements)
    .where(and(eq(entitlements.userId, userId), inArray(entitlements.templateId, [...templateIds])))
  return new Set(rows.map((row) => row.templateId))
}
