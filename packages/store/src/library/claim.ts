// Creates entitlements, at most one per user and template, and charges for them. Single purchases and checkouts share this code.
import assert from 'node:assert/strict'
import type { Tx } from '@vitrine/database/connection'
import { type SQL, sql } from 'drizzle-orm'
import { countPurchases } from '../catalogue/catalogue.ts'
import { priceNow } from '../catalogue/row.ts'
import { readBalance, spendCredits } from '../credits/credits.ts'
import { executePlanned } from '../prepared.ts'

export interface Claim {
  readonly templateId: string
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
      select templates.id, name, status, license_name, license_summary, requested.licences, ${priceNow(region)} * requested.licences as credits
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
    select offered.id as "templateId", name, licences, credits, receipt_number as "receiptNumber"
      from offered left join created on created.template_id = offered.id order by offered.id`,
  )
  return rows
}

/**
 * Charges the claimed templates and counts the purchases, all or nothing; returns the balance afterwards. Refuses
 * not-enough-credits.
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
  const { balance, paidSpent, isRepeated } = await spendCredits(
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
