// Jobs that reconcile payments without a webhook: every minute it requests open orders that are due from the gateway, and
// unapplied payments are refunded; every six hours disputes are requested.
import { type Db, transaction } from '@vitrine/database/connection'
import { enqueue, PERIODIC_MAX_ATTEMPTS } from '@vitrine/database/jobs'
import { reconcileDisputes } from '@vitrine/store/payments/dispute'
import { reconcilePayments } from '@vitrine/store/payments/reconcile'
import type { WorkerProviders } from './worker-providers.ts'

export const RECONCILE_TASK = 'reconcile-payments'
export const DISPUTES_TASK = 'reconcile-disputes'

const EVERY_MS = 60 * 1000
/** Banks give days to answer a dispute. */
const DISPUTES_EVERY_MS = 6 * 60 * 60 * 1000

export interface ReconcileDeps {
  readonly db: Db
  readonly providers: Pick<WorkerProviders, 'readGateway'>
  /** Receives what the owner should look into. */
  readonly warn: (message: string) => void
}

/** Plans the next pass. However many workers plan, there is one: the key holds it once. */
export function planReconciliation(db: Db, runAt: Date): Promise<void> {
  return planOnce(db, RECONCILE_TASK, runAt)
}

async function planOnce(db: Db, task: string, runAt: Date): Promise<void> {
  await transaction(db, (tx) => enqueue(tx, task, {}, { jobKey: task, runAt, maxAttempts: PERIODIC_MAX_ATTEMPTS }))
}

/** Runs the job `reconcile-payments` and plans the next one. What is left undone by an error is due again then. */
export async function runReconciliation({ db, providers, warn }: ReconcileDeps): Promise<void> {
  try {
    const { refused, isGatewayAway } = await reconcilePayments(db, await providers.readGateway())
    if (isGatewayAway) warn('the payment gateway cannot be reached; open orders are asked about later')
    for (const { paymentId, message } of refused) warn(`payment ${paymentId} could not be given back: ${message}`)
  } finally {
    await planReconciliation(db, new Date(Date.now() + EVERY_MS))
  }
}

/** Plans the next look at the gateway's disputes; as with payments there is one, however many workers plan. */
export function planDisputes(db: Db, runAt: Date): Promise<void> {
  return planOnce(db, DISPUTES_TASK, runAt)
}

/** Runs the job `reconcile-disputes` and plans the next one. */
export async function runDisputes({ db, providers, warn }: ReconcileDeps): Promise<void> {
  try {
    const { learned, isGatewayAway } = await reconcileDisputes(db, await providers.readGateway())
    if (isGatewayAway) warn('the payment gateway cannot be reached; disputes are asked about later')
    for (const { paymentId, disputeId, status } of learned) {
      warn(`dispute ${disputeId} of payment ${paymentId} is ${status}, and no webhook told of it`)
    }
  } finally {
    await planDisputes(db, new Date(Date.now() + DISPUTES_EVERY_MS))
  }
}
