// Jobs that reconcile payments without a webhook: every minute, due open orders are looked up at the gateway and unapplied
// payments are refunded; every six hours, disputes are looked up.
import { type Db, transaction } from '@vitrine/database/connection'
import { enqueue, PERIODIC_MAX_ATTEMPTS } from '@vitrine/database/jobs'
import { reconcileDisputes } from '@vitrine/store/payments/dispute'
import { reconcilePayments } from '@vitrine/store/payments/reconcile'
import type { WorkerProviders } from './worker-providers.ts'

export const RECONCILE_TASK = 'reconcile-payments'
export const DISPUTES_TASK = 'reconcile-disputes'

const EVERY_MS = 60 * 1000
/** Banks allow days to respond to a dispute. */
const DISPUTES_EVERY_MS = 6 * 60 * 60 * 1000

export interface ReconcileDeps {
  readonly db: Db
  readonly providers: Pick<WorkerProviders, 'readGateway'>
  /** Receives messages for the owner. */
  readonly warn: (message: string) => void
}

/** Schedules the next pass. The job key prevents duplicates when several workers schedule it. */
export function planReconciliation(db: Db, runAt: Date): Promise<void> {
  return planOnce(db, RECONCILE_TASK, runAt)
}

async function planOnce(db: Db, task: string, runAt: Date): Promise<void> {
  await transaction(db, (tx) => enqueue(tx, task, {}, { jobKey: task, runAt, maxAttempts: PERIODIC_MAX_ATTEMPTS }))
}

/** Runs the job `reconcile-payments` and schedules the next one, which repeats whatever an error left undone. */
export async function runReconciliation({ db, providers, warn }: ReconcileDeps): Promise<void> {
  try {
    const { refused, isGatewayAway } = await reconcilePayments(db, await providers.readGateway())
    if (isGatewayAway) warn('the payment gateway cannot be reached; open orders are asked about later')
    for (const { paymentId, message } of refused) warn(`payment ${paymentId} could not be given back: ${message}`)
  } finally {
    await planReconciliation(db, new Date(Date.now() + EVERY_MS))
  }
}

/** Schedules the next check of the gateway's disputes. The job key prevents duplicates. */
export function planDisputes(db: Db, runAt: Date): Promise<void> {
  return planOnce(db, DISPUTES_TASK, runAt)
}

/** Runs the job `reconcile-disputes` and schedules the next one. */
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
