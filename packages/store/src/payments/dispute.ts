// Finds disputes whose events were missed: the gateway repeats an event for only one day, but lists its disputes at any time.
import { type Db, transaction } from '@vitrine/database/connection'
import type { GatewayDispute, PaymentGateway } from '@vitrine/providers/payment'
import { inArray } from 'drizzle-orm'
import { findMissingPayment } from './event.ts'
import { callGateway } from './gateway-outage.ts'
import { recordDispute } from './reversal.ts'
import { settlePayment } from './settle.ts'
import { paymentDisputes } from './tables.ts'

/** Banks accept disputes for months after a payment and decide them months later; nothing older than a year is still open. */
const LOOKED_BACK_MS = 365 * 24 * 60 * 60 * 1000

export interface DisputeReconciliation {
  /** Disputes of the store's payments that were unknown or have advanced. */
  readonly learned: readonly GatewayDispute[]
  readonly isGatewayAway: boolean
}

/** Fetches the gateway's disputes of the last year and records those of the store's payments. Idempotent. */
export async function reconcileDisputes(
  db: Db,
  gateway: Pick<PaymentGateway, 'findPayment' | 'listDisputes'>,
  now: Date = new Date(),
): Promise<DisputeReconciliation> {
  const listed = await callGateway(() => gateway.listDisputes(new Date(now.getTime() - LOOKED_BACK_MS)))
  if (listed.isAway) return { learned: [], isGatewayAway: true }
  const learned: GatewayDispute[] = []
  for (const dispute of await leaveOutKnown(db, listed.answer)) {
    const missing = await callGateway(() => findMissingPayment(db, gateway, { dispute }))
    if (missing.isAway) return { learned, isGatewayAway: true }
    const isOurs = await transaction(db, async (tx) => {
      if (missing.answer) await settlePayment(tx, missing.answer, 'reconciler')
      return recordDispute(tx, dispute)
    })
    if (isOurs) learned.push(dispute)
  }
  return { learned, isGatewayAway: false }
}

async function leaveOutKnown(db: Db, disputes: readonly GatewayDispute[]): Promise<GatewayDispute[]> {
  if (disputes.length === 0) return []
  const rows = await db
    .select({
      disputeId: paymentDisputes.disputeId,
      status: paymentDisputes.status,
      amountDeductedPaise: paymentDisputes.amountDeductedPaise,
    })
    .from(paymentDisputes)
    .where(
      inArray(
        paymentDisputes.disputeId,
        disputes.map(({ disputeId }) => disputeId),
      ),
    )
  const known = new Map(rows.map((row) => [row.disputeId, row]))
  return disputes.filter(({ disputeId, status, amountDeductedPaise }) => {
    const row = known.get(disputeId)
    return row?.status !== status || row.amountDeductedPaise < amountDeductedPaise
  })
}
