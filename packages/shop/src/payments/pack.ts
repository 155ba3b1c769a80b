// Credit packs on sale. The starter pack is sold once per account.
import type { CreditPack } from '@vitrine/contract/payments'
import type { Db } from '@vitrine/database/connection'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { packOrders } from './tables.ts'

export interface Pack {
  readonly packId: string
  readonly credits: number
  readonly amountPaise: number
  readonly savings: string | null
  readonly isPopular: boolean
  readonly isStarter: boolean
}

const PACKS: readonly Pack[] = [
  { packId: 'starter', credits: 100, amountPaise: 100, savings: null, isPopular: false, isStarter: true },
  { packId: 'popular', credits: 500, amountPaise: 39_900, savings: '20% savings', isPopular: true, isStarter: false },
  { packId: 'large', credits: 1000, amountPaise: 69_900, savings: '30% savings', isPopular: false, isStarter: false },
  {
    packId: 'largest',
    credits: 2500,
    amountPaise: 149_900,
    savings: '40% savings',
    isPopular: false,
    isStarter: false,
  },
]

/** The packs on sale. The starter pack is available to a user until they have paid for one, and always to visitors. */
export async function listPacks(db: Db, userId?: string): Promise<CreditPack[]> {
  const isStarterUsed = userId !== undefined && (await hasStarterPack(db, userId))
  return PACKS.map(({ packId, isPopular, ...pack }) => ({
    ...pack,
    id: packId,
    popular: isPopular,
    price: pack.amountPaise / 100,
    currency: 'INR',
    isAvailable: !pack.isStarter || !isStarterUsed,
  }))
}

/** A pack by its id, or by its number of credits, which is unique. */
export function findPack(wanted: { packId?: string | undefined; credits?: number | undefined }): Pack | undefined {
  const { packId, credits } = wanted
  return PACKS.find((pack) => (packId === undefined ? pack.credits === credits : pack.packId === packId))
}

/** Whether the user has paid for a starter pack. An order that was never paid does not count. */
export async function hasStarterPack(db: Reader, userId: string): Promise<boolean> {
  const isPaidStarter = and(eq(packOrders.userId, userId), packOrders.isStarter, isNotNull(packOrders.paidAt))
  return (await db.$count(packOrders, isPaidStarter)) > 0
}
