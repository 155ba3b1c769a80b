// Runs the money model: random runs of a store, each ended by delivering all webhooks, after which all money must be where it
// belongs. `npm test` runs some, the soak test thousands.
import assert from 'node:assert/strict'
import type { Db } from '@vitrine/database/connection'
import fc from 'fast-check'
import { checkMoney } from '../../packages/store/src/invariants/ledger-check.ts'
import { allCommands } from './any-command.ts'
import { MoneyModel } from './model.ts'
import { addGoods, addUser, chargeTax } from './people-command.ts'
import { assertSame, forgetEarlierRuns, StoreUnderTest } from './store.ts'
import { deliver, reconcile } from './webhook-command.ts'

export interface MoneyModelRun {
  readonly runs: number
  /** Repeats a failed run together with the path that the failure names. */
  readonly seed?: number
  readonly path?: string
  /** Commands of one run at most. */
  readonly length?: number
  /** The ledger of the whole database is checked after every so many runs. */
  readonly checkEvery?: number
}

/**
 * Runs that many random sequences on a migrated database that has the files of `addCatalogueFiles`, one after another. Throws
 * with the shortest one that fails. Nothing else may use the database meanwhile.
 */
export async function runMoneyModel(
  db: Db,
  { runs, length = 100, checkEvery = 1, ...repeat }: MoneyModelRun,
): Promise<void> {
  let finished = 0
  await fc.assert(
    fc.asyncProperty(fc.commands(allCommands, { maxCommands: length, size: 'max' }), async (commands) => {
      await forgetEarlierRuns(db)
      const model = new MoneyModel()
      const store = new StoreUnderTest(db)
      await chargeTax(model, store, model.profile)
      for (const credits of [0, 500]) await addUser(model, store, credits)
      for (const price of [30, 120, 400]) await addGoods(model, store, price)
      await fc.asyncModelRun(() => ({ model, real: store }), commands)
      await assertSame(model, store)
      await deliverAllWebhooks(model, store)
      await assertSame(model, store)
      assertMoneyIsWhereItBelongs(model, store)
      finished++
      if (finished % checkEvery === 0) assert.deepEqual((await checkMoney(db)).faults, [])
    }),
    // Unbiased: as many long runs as short ones.
    { numRuns: runs, unbiased: true, ...repeat },
  )
  assert.deepEqual((await checkMoney(db)).faults, [])
}

/** All but every other message about refunds of what was granted: the reconciler must find those out. */
async function deliverAllWebhooks(model: MoneyModel, store: StoreUnderTest): Promise<void> {
  for (const [index, message] of store.messages.entries()) {
    const isGranted = model.payments.get(message.refund?.paymentId ?? '')?.outcome === 'granted'
    if (!isGranted || index % 2 === 0) await deliver(model, store, message)
  }
  // The first pass may give money back, the second finds that done.
  for (let pass = 0; pass < 2; pass++) await reconcile(model, store)
}

/** Every captured payment was granted or refunded. */
function assertMoneyIsWhereItBelongs(model: MoneyModel, store: StoreUnderTest): void {
  for (const payment of store.gateway.payments.values()) {
    const known = model.payments.get(payment.paymentId)
    if (payment.status === 'captured') assert(known, `nobody heard of ${payment.paymentId}`)
    if (!known || known.outcome === 'none') {
      assert(payment.status !== 'captured' && payment.status !== 'refunded', `${payment.paymentId} was not settled`)
      continue
    }
    if (known.outcome === 'unapplied') {
      assert.equal(known.returnedPaise, known.amountPaise, `${payment.paymentId} was not given back`)
      continue
    }
    const share = Math.floor((known.granted * known.returnedPaise) / known.amountPaise)
    assert.equal(known.clawedBack + known.short, share)
    assert(payment.refundedPaise <= known.returnedPaise, `${payment.paymentId}: a refund brought nothing back`)
  }
}
