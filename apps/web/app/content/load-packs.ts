// Owns getting the credit packs for a written page, on the server.
import type { CreditPack } from '@vitrine/contract/payments'
import type { RouterContextProvider } from 'react-router'
import { createCall } from '../api.ts'
import { hostContext } from '../context.ts'
import { createMoneyApi } from '../money/money-api.ts'

/** No packs when they cannot be had: the page has more to say than its table. */
export async function loader({
  context,
}: {
  context: Readonly<RouterContextProvider>
}): Promise<{ packs: CreditPack[] }> {
  return createMoneyApi(createCall(context.get(hostContext).transport))
    .listCreditPacks()
    .catch(() => ({ packs: [] }))
}
