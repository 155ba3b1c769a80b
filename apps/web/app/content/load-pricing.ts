// What the written page about prices is filled with on the server: the credit packs, and what templates cost.
import type { CreditPack } from '@vitrine/contract/payments'
import type { RouterContextProvider } from 'react-router'
import { createCall, createVisitorApi } from '../api/api.ts'
import { hostContext } from '../api/context.ts'
import { createMoneyApi } from '../money/money-api.ts'
import { findPriceRange, type PriceRange } from './price-range.ts'

export type Pricing = { packs: CreditPack[]; prices: PriceRange | undefined }

/** What cannot be had is left out: the page has more to say. */
export async function loader({ context }: { context: Readonly<RouterContextProvider> }): Promise<Pricing> {
  const { transport, region } = context.get(hostContext)
  const [{ packs }, prices] = await Promise.all([
    createMoneyApi(createCall(transport))
      .listCreditPacks()
      .catch(() => ({ packs: [] })),
    findPriceRange(createVisitorApi(transport), region).catch(() => undefined),
  ])
  return { packs, prices }
}
