// The crash test of money: buyers who record every confirmed result, a server and a database that are killed at random
// moments meanwhile, and then the ledger is compared with the records.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, type Db, disconnect, transaction } from '@vitrine/database/connection'
import { startSession } from '@vitrine/store/accounts/session'
import { COMMAND_LINE } from '@vitrine/store/admin/audit-log'
import { editSettings } from '@vitrine/store/admin/settings-action'
import { getBalance } from '@vitrine/store/credits'
import { checkMoney } from '@vitrine/store/invariants/ledger-check'
import { listEntitlements } from '@vitrine/store/library'
import { listPaidPacks } from '@vitrine/store/payments/order'
import { reconcilePayments } from '@vitrine/store/payments/reconcile'
import { addCatalogueFiles, addMember, addTemplate } from '../../packages/store/testing/store.ts'
import { Buyer } from './buyer.ts'
import { type FragileStore, startFragileStore } from './fragile-store.ts'

const TEMPLATES = 40
const SIGNUP_CREDITS = 500

export interface CrashPlan {
  readonly buyers: number
  /** Who is killed, one after another; each after a random number of answers to the buyers. */
  readonly victims: readonly ('server' | 'database')[]
  /** The largest of those numbers. */
  readonly calmAnswers: number
  readonly onProgress?: (line: string) => void
}

export interface CrashReport {
  readonly answers: number
  readonly unanswered: number
  readonly purchases: number
  readonly payments: number
  readonly transfers: number
  /** Every broken promise as a sentence; empty when there is none. */
  readonly faults: readonly string[]
}

interface Shopper {
  readonly userId: string
  readonly buyer: Buyer
}

export async function crashStore(plan: CrashPlan): Promise<CrashReport> {
  const store = await startFragileStore()
  try {
    const shoppers = await openStore(store, plan.buyers)
    const shopping = Promise.all(shoppers.map(({ buyer }) => buyer.run()))
    // Without a listener a buyer that throws early would end the process.
    shopping.catch(() => {})
    const calm = async (share: number) => {
      const countAnswers = () => shoppers.reduce((sum, { buyer }) => sum + buyer.confirmed.answers, 0)
      const enough = countAnswers() + plan.calmAnswers * share
      // A buyer that gave up answers no more.
      while (countAnswers() < enough) await Promise.race([sleep(20), shopping])
    }
    for (const victim of plan.victims) {
      await calm(0.2 + 0.8 * Math.random())
      const began = performance.now()
      await (victim === 'server' ? store.killServer() : store.killDatabase())
      plan.onProgress?.(`killed the ${victim}; back after ${Math.round(performance.now() - began)} ms`)
    }
    await calm(1)
    for (const { buyer } of shoppers) buyer.stop()
    await shopping
    const db = connect(store.databaseUrl)
    try {
      await settleEverything(store, db)
      return await compare(db, shoppers)
    } finally {
      await disconnect(db)
    }
  } finally {
    await store.stop()
  }
}

async function openStore(store: FragileStore, count: number): Promise<Shopper[]> {
  const db = connect(store.databaseUrl)
  try {
    await addCatalogueFiles(db)
    // Every pack has a receipt, and what it buys an invoice.
    const tax = { profile: 'flat', taxedWhen: 'spent', flatRateBp: 1800 }
    await transaction(db, (tx) => editSettings(tx, COMMAND_LINE, 'tax', { value: tax, revision: 0 }))
    const templateIds: string[] = []
    for (let index = 0; index < TEMPLATES; index++) {
      const price = { priceCredits: 20 + index * 5, priceCreditsIndia: 10 + index * 5 }
      templateIds.push(await addTemplate(db, price))
    }
    const shoppers: Shopper[] = []
    for (let index = 0; index < count; index++) {
      const userId = await addMember(db, SIGNUP_CREDITS)
      const { token } = await transaction(db, (tx) => startSession(tx, userId, true))
      const { baseUrl, gateway } = store
      shoppers.push({ userId, buyer: new Buyer({ baseUrl, gateway, token, templateIds, random: Math.random }) })
    }
    return shoppers
  } finally {
    await disconnect(db)
  }
}

/** Delivers the gateway's messages and lets the reconciler request the rest. */
async function settleEverything(store: FragileStore, db: Db): Promise<void> {
  const { payments } = store.gateway
  // Hours ahead, so that every open order is due; twice, because a pass takes a bounded amount of work.
  for (let hours = 7; ; hours += 7) {
    const { ordersPolled, paymentsReturned } = await reconcilePayments(
      db,
      payments,
      new Date(Date.now() + hours * 3_600_000),
    )
    if ((ordersPolled < 100 && paymentsReturned < 100) || hours > 7 * 10) return
  }
}

async function compare(db: Db, shoppers: readonly Shopper[]): Promise<CrashReport> {
  const { transfers, faults: ledgerFaults } = await checkMoney(db)
  const faults = [...ledgerFaults]
  let [answers, unanswered, purchases, payments] = [0, 0, 0, 0]
  for (const { userId, buyer } of shoppers) {
    const { confirmed } = buyer
    answers += confirmed.answers
    unanswered += confirmed.unanswered
    const fault = (text: string) => faults.push(`buyer ${userId}: ${text}`)
    for (const text of confirmed.faults) fault(text)

    const owned = new Map((await listEntitlements(db, userId)).map((item) => [item.templateId, item]))
    purchases += owned.size
    for (const [templateId, promised] of confirmed.owned) {
      const kept = owned.get(templateId)
      if (kept?.receiptNumber !== promised.receiptNumber) fault(`${templateId} was promised and is not there`)
      else if (!Number.isNaN(promised.credits) && kept.creditsCharged !== promised.credits) {
        fault(`${templateId} cost ${promised.credits}, now ${kept.creditsCharged}`)
      }
    }

    const packs = await listPaidPacks(db, userId)
    payments += packs.length
    const granted = new Map(packs.map((pack) => [pack.transactionId, pack]))
    for (const paymentId of new Set([...confirmed.paid, ...confirmed.granted])) {
      if (!granted.has(paymentId)) fault(`payment ${paymentId} was made and brought nothing`)
    }
    if (granted.size !== confirmed.paid.size)
      fault(`${confirmed.paid.size} payments were made and ${granted.size} count`)

    const bought = packs.reduce((sum, pack) => sum + pack.credits, 0)
    const spent = [...owned.values()].reduce((sum, item) => sum + item.creditsCharged, 0)
    const { total } = await getBalance(db, userId)
    if (total !== SIGNUP_CREDITS + bought - spent) {
      fault(`has ${total} credits after ${SIGNUP_CREDITS} + ${bought} - ${spent}`)
    }
  }
  assert(answers > 0, 'nobody bought anything')
  return { answers, unanswered, purchases, payments, transfers, faults }
}
