// Likes and entitlements. There is one entitlement per user and template: the first request creates and pays for it, later ones
// find it.

import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { issuePurchaseInvoice } from '../billing/sale.ts'
import { countPurchases, findIdOnSale } from '../catalogue/catalogue.ts'
import { priceNow, toTemplateId } from '../catalogue/row.ts'
import { templates } from '../catalogue/tables.ts'
import { readBalance, spendCredits } from '../credits/credits.ts'
import { decodeCursor, encodeCursor } from '../cursor.ts'
import { executePlanned, onEachDatabase, type Reader } from '../prepared.ts'
import { cartItems, entitlements, likes } from './tables.ts'

export interface Acquisition {
  /** Credits charged by this call; 0 when the template was already owned or is free. */
  readonly charged: number
  readonly alreadyPurchased: boolean
  readonly remainingCredits: number
  /** The current price in this region. */
  readonly creditsRequired: number
  /** The receipt of the purchase, from this call or an earlier one. */
  readonly receiptNumber: string
}

/**
 * Grants the user the template and charges its price once. Every later call returns `alreadyPurchased` and charges nothing, even
 * simultaneously or after the template was withdrawn. Throws `template-not-found`; `price-changed` (with `credits`) when
 * `expectedCredits` is present and differs from the price; `not-enough-credits`.
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
  const templateId = toTemplateId(request.templateId)
  const [claim] = await claimTemplates(tx, { userId, region, requested: sql`values (${templateId}, 1)` })
  if (!claim) throw new ApiError('template-not-found')
  const creditsRequired = claim.credits
  if (!claim.receiptNumber) {
    const owned = await findReceiptNumber(tx, userId, templateId)
    if (!owned) throw new ApiError('template-not-found')
    const { total: remainingCredits } = await readBalance(tx, userId)
    return { charged: 0, alreadyPurchased: true, remainingCredits, creditsRequired, receiptNumber: owned }
  }
  if (expectedCredits !== undefined && expectedCredits !== creditsRequired) {
    throw new ApiError('price-changed', { credits: creditsRequired })
  }
  const remainingCredits = await payClaims(tx, userId, [claim])
  const { receiptNumber } = claim
  return { charged: creditsRequired, alreadyPurchased: false, remainingCredits, creditsRequired, receiptNumber }
}

async function findReceiptNumber(tx: Tx, userId: string, templateId: string): Promise<string | undefined> {
  const [row] = await tx
    .select({ receiptNumber: entitlements.receiptNumber })
    .from(entitlements)
    .where(and(eq(entitlements.userId, userId), eq(entitlements.templateId, templateId)))
  return row?.receiptNumber
}

const entitlementByTemplate = onEachDatabase((db) =>
  db
    .select({ templateId: entitlements.templateId })
    .from(entitlements)
    .where(
      and(
        eq(entitlements.userId, sql.placeholder('userId')),
        eq(entitlements.templateId, sql.placeholder('templateId')),
      ),
    )
    .prepare('entitlement_by_template'),
)

/** Whether the user owns the template. */
export async function hasEntitlement(db: Db, userId: string, templateId: string): Promise<boolean> {
  return (await entitlementByTemplate(db).execute({ userId, templateId })).length > 0
}

/** The same inside a transaction, so that it sees the transaction's own purchases. */
export async function isEntitled(tx: Tx, userId: string, templateId: string): Promise<boolean> {
  return (
    (await tx.$count(entitlements, and(eq(entitlements.userId, userId), eq(entitlements.templateId, templateId)))) > 0
  )
}

/** The number of customers who own the template. */
export async function countOwners(tx: Tx, templateId: string): Promise<number> {
  return await tx.$count(entitlements, eq(entitlements.templateId, templateId))
}

/** Removes a deleted template from all likes and carts. */
export async function removeFromLikesAndCarts(tx: Tx, templateId: string): Promise<void> {
  await tx.delete(likes).where(eq(likes.templateId, templateId))
  await tx.delete(cartItems).where(eq(cartItems.templateId, templateId))
}

const entitlementColumns = {
  templateId: entitlements.templateId,
  templateName: entitlements.templateName,
  licences: entitlements.licences,
  creditsCharged: entitlements.creditsCharged,
  receiptNumber: entitlements.receiptNumber,
  licenseName: entitlements.licenseName,
  licenseSummary: entitlements.licenseSummary,
  createdAt: entitlements.createdAt,
}

/** A template that a user owns. Name and licence are those of the purchase; `creditsCharged` is for all licences. */
export type Entitlement = Pick<typeof entitlements.$inferSelect, keyof typeof entitlementColumns>

const entitlementsByUser = onEachDatabase((db) =>
  db
    .select(entitlementColumns)
    .from(entitlements)
    .where(eq(entitlements.userId, sql.placeholder('userId')))
    .orderBy(desc(entitlements.createdAt), desc(entitlements.templateId))
    .prepare('entitlements_by_user'),
)

/** The user's entitlements, newest first. */
export function listEntitlements(db: Db, userId: string): Promise<Entitlement[]> {
  return entitlementsByUser(db).execute({ userId })
}

/**
 * A page of the user's entitlements, newest first; with `search`, only those with the text in name, category, id or receipt,
 * ignoring case. Throws `invalid-input` for a cursor of another list.
 */
export async function pageEntitlements(
  db: Db,
  userId: string,
  { cursor, limit, search = '' }: { cursor?: string | undefined; limit: number; search?: string | undefined },
): Promise<{ items: Entitlement[]; nextCursor: string | null }> {
  const microseconds = sql<number>`(extract(epoch from ${entitlements.createdAt}) * 1000000)::bigint`
  const place = cursor === undefined ? undefined : decodeCursor('purchases', cursor)
  const rows = await db
    .select({ ...entitlementColumns, microseconds: microseconds.mapWith(Number) })
    .from(entitlements)
    .where(
      and(
        eq(entitlements.userId, userId),
        place && sql`(${microseconds}, ${entitlements.templateId}) < (${place[0]}::bigint, ${place[1]})`,
        isFoundBy(search.trim()),
      ),
    )
    .orderBy(desc(entitlements.createdAt), desc(entitlements.templateId))
    .limit(limit + 1)
  const items = rows.slice(0, limit)
  const last = rows.length > limit ? items.at(-1) : undefined
  return { items, nextCursor: last ? encodeCursor('purchases', [last.microseconds, last.templateId]) : null }
}

function isFoundBy(search: string): SQL | undefined {
  if (search === '') return undefined
  const { templateId, templateName, receiptNumber } = entitlements
  const categories = sql`(select string_agg(category, chr(10)) from ${templates}, unnest(${templates.categories}) category
    where ${templates.id} = ${templateId})`
  const searchText = sql`concat_ws(chr(10), ${templateName}, ${templateId}, ${receiptNumber}, ${categories})`
  return sql`position(lower(${search}) in lower(${searchText})) > 0`
}

/** The entitlement of one of this user's receipts; undefined for an unknown number. */
export async function findEntitlementByReceipt(
  db: Db,
  userId: string,
  receiptNumber: string,
): Promise<Entitlement | undefined> {
  const [row] = await db
    .select(entitlementColumns)
    .from(entitlements)
    .where(and(eq(entitlements.userId, userId), eq(entitlements.receiptNumber, receiptNumber)))
  return row
}

/** Likes a template. Returns false when it was liked already. Throws `template-not-found`. */
export async function likeTemplate(tx: Tx, userId: string, templateId: string): Promise<boolean> {
  const id = await findIdOnSale(tx, templateId)
  if (!id) throw new ApiError('template-not-found')
  const { rowCount } = await tx.insert(likes).values({ userId, templateId: id }).onConflictDoNothing()
  return rowCount === 1
}

/** Removes a like. Returns false when there was none. */
export async function unlikeTemplate(tx: Tx, userId: string, templateId: string): Promise<boolean> {
  const { rowCount } = await tx
    .delete(likes)
    .where(and(eq(likes.userId, userId), eq(likes.templateId, toTemplateId(templateId))))
  return rowCount === 1
}

const likesByUser = onEachDatabase((db) =>
  db
    .select({ templateId: likes.templateId, createdAt: likes.createdAt })
    .from(likes)
    .where(eq(likes.userId, sql.placeholder('userId')))
    .orderBy(desc(likes.createdAt), desc(likes.templateId))
    .prepare('likes_by_user'),
)

/** The user's likes, newest first. */
export function listLikes(db: Db, userId: string): Promise<{ templateId: string; createdAt: Date }[]> {
  return likesByUser(db).execute({ userId })
}

/** Removes a user's likes. Entitlements stay, because the ledger refers to them. */
export async function eraseLikes(tx: Tx, userId: string): Promise<void> {
  await tx.delete(likes).where(eq(likes.userId, userId))
}

/**
 * A sentence for every inconsistency of purchases: each entitlement's price is booked under its key, every booking has an
 * entitlement, and a checkout charged the sum of its entitlements.
 */
export async function checkPurchases(db: Reader): Promise<string[]> {
  // Spendings older than the cart have keys that end in `:promotional`.
  const { rows } = await db.execute<{ fault: string }>(sql`
    with spent as (
      select regexp_replace(idempotency_key, ':(promotional|paid)$', '') as spend_key, from_account, credits
        from credit_transfers where reason = 'template'
    ), booked as (
      select spend_key, sum(credits) as credits, min(split_part(from_account, ':', 2)) as user_id from spent group by 1
    )
    select 'user ' || coalesce(e.user_id::text, b.user_id) || ' has ' || coalesce(e.credits_charged::text, 'no entitlement')
           || ' charged under ' || coalesce(e.spend_key, b.spend_key) || ' and ' || coalesce(b.credits, 0) || ' credits booked' as fault
      from (select * from entitlements where spend_key is not null) e full join booked b on b.spend_key = e.spend_key
     where e.credits_charged is distinct from b.credits or e.user_id::text is distinct from b.user_id
    union all
    select 'checkout ' || c.id || ' charged ' || c.credits_charged || ' credits for what cost ' || coalesce(sum(e.credits_charged), 0)
      from checkouts c left join entitlements e on e.checkout_id = c.id
     group by c.id having c.credits_charged <> coalesce(sum(e.credits_charged), 0)`)
  return rows.map((row) => row.fault)
}

// Claims: creating entitlements, at most one per user and template, and charging for them. Single purchases and checkouts share
// this code.

export interface Claim {
  readonly templateId: string
  readonly kind: 'video' | 'image' | 'direct-sell'
  readonly name: string
  readonly licences: number
  /** The current price of all licences in the region. */
  readonly credits: number
  /** Null when no entitlement was created, because the template was already owned or is not on sale. */
  readonly receiptNumber: string | null
}

/**
 * Creates entitlements for the templates of `requested` that are on sale and not owned yet, in the order of their ids. `requested` is a
 * query of template ids and licences. A second request of the same user waits until the first commits, or proceeds when the first
 * rolls back; the primary key ensures this. The result omits unknown templates. `payClaims` must follow in the same transaction.
 */
export async function claimTemplates(
  tx: Tx,
  request: {
    readonly userId: string
    readonly region: { readonly isIndianUser: boolean }
    readonly requested: SQL
    readonly checkoutId?: string
  },
): Promise<Claim[]> {
  const { userId, region, requested, checkoutId = null } = request
  // Locks first, because a row with a conflict would consume a receipt number and leave a gap. The next statement sees everything
  // committed before it.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`entitlements ${userId}`}, 0))`)
  const { rows } = await executePlanned<Claim & Record<string, unknown>>(
    tx,
    sql`
    with requested (template_id, licences) as (${requested}), offered as (
      select templates.id, kind, name, status, license_name, license_summary, requested.licences, ${priceNow(region)} * requested.licences as credits
        from requested join templates on templates.id = requested.template_id
    ), created as (
      insert into entitlements (user_id, template_id, licences, credits_charged, spend_key, checkout_id,
                                template_name, license_name, license_summary)
      select ${userId}::uuid, id, licences, credits, case when credits > 0 then ${spendKey(userId, '')} || id end,
             ${checkoutId}::uuid, name, license_name, license_summary
        from offered where status = 'published'
         and not exists (select from entitlements owned where owned.user_id = ${userId}::uuid and owned.template_id = offered.id)
       order by id
      returning template_id, receipt_number
    )
    select offered.id as "templateId", kind, name, licences, credits, receipt_number as "receiptNumber"
      from offered left join created on created.template_id = offered.id order by offered.id`,
  )
  return rows
}

/**
 * Charges the claimed templates and counts the purchases, all or nothing; returns the balance afterwards. Throws
 * `not-enough-credits`.
 */
export async function payClaims(tx: Tx, userId: string, claims: readonly Claim[]): Promise<number> {
  const priced = claims.filter(({ credits }) => credits > 0)
  const charged = priced.length > 0 ? await charge(tx, userId, priced) : undefined
  await countPurchases(
    tx,
    claims.map(({ templateId }) => templateId),
    charged?.paidIds,
  )
  return charged ? charged.remaining : (await readBalance(tx, userId)).total
}

/** `paidIds`: the templates that were bought with purchased credits. */
async function charge(
  tx: Tx,
  userId: string,
  claims: readonly Claim[],
): Promise<{ remaining: number; paidIds: string[] }> {
  const { balance, paidSpent, isRepeated, values } = await spendCredits(
    tx,
    userId,
    claims.map(({ templateId, name, licences, credits }) => ({
      credits,
      reason: 'template',
      description: licences === 1 ? name : `${name} (${licences} licences)`,
      details: { templateId, licences },
      key: spendKey(userId, templateId),
    })),
  )
  assert(!isRepeated, `user ${userId} paid before for ${claims[0]?.templateId} without an entitlement`)
  await issuePurchaseInvoice(
    tx,
    userId,
    claims.map(({ kind, name, licences, receiptNumber }, index) => {
      assert(receiptNumber, 'what is charged has a receipt')
      return { kind, name, licences, receiptNumber, untaxedPaise: values[index]?.untaxedPaise ?? 0 }
    }),
  )
  // Promotional credits are spent first, so purchased ones paid for the last templates.
  let left = paidSpent
  const paidIds: string[] = []
  for (const { templateId, credits } of [...claims].reverse()) {
    if (left > 0) paidIds.push(templateId)
    left -= credits
  }
  return { remaining: balance.total, paidIds }
}

function spendKey(userId: string, templateId: string): string {
  return `entitlement:${userId}:${templateId}`
}
