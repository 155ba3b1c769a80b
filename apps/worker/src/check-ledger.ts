// The nightly audit of the ledger. The status page and the Prometheus metrics show its result.
import { fillSentence } from '@vitrine/contract/sentence'
import { type Db, transaction } from '@vitrine/database/connection'
import { enqueue, PERIODIC_MAX_ATTEMPTS } from '@vitrine/database/jobs'
import { checkMoney } from '@vitrine/shop/invariants/ledger-check'
import { describeLedgerCheck, recordMaintenance } from '@vitrine/shop/monitoring/maintenance'

export const CHECK_LEDGER_TASK = 'check-books'

const EVERY_MS = 24 * 60 * 60 * 1000

/** Plans the next check. However many workers plan, there is one: the key holds it once. */
export async function planLedgerCheck(db: Db, runAt: Date): Promise<void> {
  const options = { jobKey: CHECK_LEDGER_TASK, runAt, priority: 100, maxAttempts: PERIODIC_MAX_ATTEMPTS }
  await transaction(db, (tx) => enqueue(tx, CHECK_LEDGER_TASK, {}, options))
}

/** Runs the job `check-books` and plans the next one. */
export async function runLedgerCheck({ db, warn }: { db: Db; warn: (message: string) => void }): Promise<void> {
  const startedAt = new Date()
  try {
    const { transfers, entries, faults } = await checkMoney(db)
    // What a fault says may name whom it concerns: only its number is kept.
    const summary = describeLedgerCheck(transfers, entries, faults.length)
    await recordMaintenance(db, { kind: 'ledger-check', startedAt, isGood: faults.length === 0, summary })
    if (faults.length > 0) warn(`the ledger does not add up: ${fillSentence(summary)}`)
  } finally {
    await planLedgerCheck(db, new Date(Date.now() + EVERY_MS))
  }
}
