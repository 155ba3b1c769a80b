// Credit packs on sale, from the store's settings. Some are sold once per account.
import type { CreditPack } from '@vitrine/contract/payments'
import type { PackSettings, PricingSettings } from '@vitrine/contract/settings'
import type { Db } from '@vitrine/database/connection'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { storeToday } from '../catalogue/row.ts'
import type { Reader } from '../prepared.ts'
import { packOrders } from './tables.ts'

/** Today in the store's time zone, by the database's clock: `2026-11-30`. Servers' clocks do not decide what is sold. */
export async function readToday(db: Reader): Promise<string> {
  const { rows } = await db.execute<{ today: string }>(sql`select ${storeToday}::text as today`)
  return rows[0]?.today ?? ''
}

/** Whether a pack is sold on this day. */
export function isOffered({ offeredFrom, offeredUntil }: PackSettings, today: string): boolean {
  return (offeredFrom === null || offeredFrom <= today) && (offeredUntil === null || today <= offeredUntil)
}

/**
 * The packs on sale today, in the owner's order. A pack that is sold once per account is available until the user has paid for
 * one, and always to visitors.
 */
export async function listPacks(db: Db, pricing: PricingSettings, userId?: string): Promise<CreditPack[]> {
  const isStarterUsed = userId !== undefined && (await hasUsedStarterPack(db, userId))
  // Most stores have no pack with a period.
  const hasPeriods = pricing.packs.some(({ offeredFrom, offeredUntil }) => offeredFrom ?? offeredUntil)
  const today = hasPeriods ? await readToday(db) : ''
  const offered = pricing.packs.filter((pack) => !hasPeriods || isOffered(pack, today))
  return offered.map((pack) => ({
    id: pack.id,
    credits: pack.credits,
    price: pack.amountPaise / 100,
    amountPaise: pack.amountPaise,
    currency: 'INR',
    popular: pack.isPopular,
    savings: savingsText(pack, pricing),
    isStarter: pack.isOncePerAccount,
    isAvailable: !pack.isOncePerAccount || !isStarterUsed,
    offeredUntil: pack.offeredUntil,
  }))
}

/** `20% savings` against the list price of credits; null below one per cent, and for a pack that is sold once per account. */
export function savingsText(
  { credits, amountPaise, isOncePerAccount }: PackSettings,
  { listPaisePer1000Credits }: Pick<PricingSettings, 'listPaisePer1000Credits'>,
): string | null {
  const saved = Math.floor(100 - (amountPaise * 100_000) / (credits * listPaisePer1000Credits))
  return isOncePerAccount || saved < 1 ? null : `${saved}% savings`
}

/** A pack by its id, or by its number of credits, which is unique. */
export function findPack(
  { packs }: Pick<PricingSettings, 'packs'>,
  choice: { packId?: string | undefined; credits?: number | undefined },
): PackSettings | undefined {
  const { packId, credits } = choice
  return packs.find((pack) => (packId === undefined ? pack.credits === credits : pack.id === packId))
}

/** Whether the user has paid for a pack that is sold once per account. Unpaid orders do not count. */
export async function hasUsedStarterPack(db: Reader, userId: string): Promise<boolean> {
  const isPaidStarter = and(eq(packOrders.userId, userId), packOrders.isStarter, isNotNull(packOrders.paidAt))
  return (await db.$count(packOrders, isPaidStarter)) > 0
}
