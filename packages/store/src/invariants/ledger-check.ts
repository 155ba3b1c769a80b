// Verifies credits, purchases, payments and their totals against each other, in one snapshot.
import type { Db } from '@vitrine/database/connection'
import { checkLedger } from '../credits/credits.ts'
import { checkPurchases } from '../library/library.ts'
import { checkPayments } from '../payments/payment-check.ts'
import { checkSales } from './sale-check.ts'

export interface MoneyCheck {
  readonly transfers: number
  readonly entries: number
  /** A sentence for every inconsistency; empty when there is none. */
  readonly faults: readonly string[]
}

/**
 * Checks the ledger in one snapshot while customers are buying: changes nothing, locks nothing and sees no unfinished
 * transaction.
 */
export function checkMoney(db: Db): Promise<MoneyCheck> {
  return db.transaction(
    async (tx) => {
      const { transfers, entries, faults } = await checkLedger(tx)
      return {
        transfers,
        entries,
        faults: [...faults, ...(await checkPurchases(tx)), ...(await checkPayments(tx)), ...(await checkSales(tx))],
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}
