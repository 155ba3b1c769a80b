// Fuzzes concurrent work with money: many people do at once, on two servers, what a model run does one after another. The
// order cannot be predicted; what must hold is checked afterwards, in the ledger and in the response that each one got.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CheckoutResponse } from '@vitrine/contract/library'
import { type Db, transaction } from '@vitrine/database/connection'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { deleteMember } from '../../packages/store/src/account-lifecycle/account-lifecycle.ts'
import type { CheckedPassword } from '../../packages/store/src/accounts/accounts.ts'
import type { PasswordHash } from '../../packages/store/src/accounts/password.ts'
import { COMMAND_LINE } from '../../packages/store/src/admin/audit-log.ts'
import { adjustCredits, blockAccount, refundPayment } from '../../packages/store/src/admin/customer.ts'
import { editSettings } from '../../packages/store/src/admin/settings-action.ts'
import { saveBillingDetails } from '../../packages/store/src/billing/quote.ts'
import { withdrawTemplate } from '../../packages/store/src/catalogue/sale.ts'
import { templates } from '../../packages/store/src/catalogue/tables.ts'
import { getBalance, grantProfileCredits } from '../../packages/store/src/credits/credits.ts'
import { checkMoney } from '../../packages/store/src/invariants/ledger-check.ts'
import { addToCart, checkOutCart, getCart, removeFromCart } from '../../packages/store/src/library/cart.ts'
import { acquireTemplate, listEntitlements } from '../../packages/store/src/library/library.ts'
import { receiveEvent, reconcileDisputes } from '../../packages/store/src/payments/event.ts'
import { openOrder } from '../../packages/store/src/payments/order.ts'
import { reconcilePayments } from '../../packages/store/src/payments/reconcile.ts'
import { verifyPayment } from '../../packages/store/src/payments/verify.ts'
import { readSettings } from '../../packages/store/src/settings/settings.ts'
import { newDispute } from '../../packages/store/testing/gateway.ts'
import { addMember, addTemplate } from '../../packages/store/testing/store.ts'
import { BUYERS, type ModelProfile, PROFILES } from './billing-model.ts'
import { forgetEarlierRuns, readOutcome, StoreUnderTest } from './store.ts'

const SIGNED_UP_WITH = 500
const region = { isIndianUser: false }

/** Confirmed results of a customer, which must hold. */
interface Promised {
  /** Credits charged, by user and template or checkout. Two answers under one name must be the same. */
  readonly charged: Map<string, number>
  readonly paid: Set<string>
}

class FuzzState {
  readonly store: StoreUnderTest
  /** Two servers, each with connections of its own. */
  readonly servers: readonly [Db, Db]
  readonly promised: Promised = { charged: new Map(), paid: new Set() }
  readonly buyers = new Map<string, string>()

  constructor(servers: readonly [Db, Db]) {
    this.servers = servers
    this.store = new StoreUnderTest(servers[0])
  }

  user(choice: number): string {
    return pick(this.store.userIds, choice) ?? ''
  }

  template(choice: number): string {
    return pick(this.store.templateIds, choice) ?? ''
  }
}

function pick<T>(from: readonly T[], choice: number): T | undefined {
  return from[choice % Math.max(from.length, 1)]
}

/** One action of one person: who and what it is about, and which server it reaches. */
interface Step {
  readonly action: keyof typeof actions
  readonly who: number
  readonly what: number
}

type Action = (state: FuzzState, db: Db, step: Step) => Promise<void>

/** The errors that are allowed after a lost race; anything else is a fault. */
async function requireAnswer<T>(work: Promise<T>, ...allowed: string[]): Promise<T | undefined> {
  const outcome = await readOutcome(work)
  if ('value' in outcome) return outcome.value
  assert(allowed.includes(outcome.code), `refused with ${outcome.code}`)
  return undefined
}

function promise(state: FuzzState, name: string, credits: number): void {
  assert.equal(state.promised.charged.get(name) ?? credits, credits, `${name} was charged twice`)
  state.promised.charged.set(name, credits)
}

const fillCart: Action = async (state, db, { who, what }) => {
  const line = { templateId: state.template(what), quantity: (what % 3) + 1 }
  await requireAnswer(
    transaction(db, (tx) => addToCart(tx, state.user(who), line)),
    'template-not-found',
  )
  if (what % 7 === 0) await transaction(db, (tx) => removeFromCart(tx, state.user(who), line.templateId))
}

/** Two tabs press the button they see; the same tab presses it twice. */
const checkOut: Action = async (state, db, { who, what }) => {
  const userId = state.user(who)
  const { totalCredits: expectedCredits } = await getCart(db, userId, region)
  const key = randomUUID()
  const keys = [key, what % 2 === 0 ? key : randomUUID()]
  const press = (server: Db, idempotencyKey: string): Promise<CheckoutResponse | undefined> =>
    requireAnswer(
      transaction(server, (tx) => checkOutCart(tx, { userId, idempotencyKey, expectedCredits, region })),
      'cart-empty',
      'price-changed',
      'not-enough-credits',
    )
  const results = await Promise.all(keys.map((key, index) => press(pick(state.servers, index) ?? db, key)))
  for (const [index, result] of results.entries()) {
    if (result) promise(state, `checkout ${userId} ${keys[index]}`, result.charged)
  }
}

const buy: Action = async (state, db, { who, what }) => {
  const userId = state.user(who)
  const templateId = state.template(what)
  const [shown] = await db.select({ price: templates.priceCredits }).from(templates).where(eq(templates.id, templateId))
  const wish = { userId, templateId, region, expectedCredits: shown?.price }
  const bought = await requireAnswer(
    transaction(db, (tx) => acquireTemplate(tx, wish)),
    'template-not-found',
    'price-changed',
    'not-enough-credits',
  )
  if (!bought || bought.alreadyPurchased) return
  assert.equal(bought.charged, shown?.price, 'another price was charged than was shown')
  const name = `template ${userId} ${templateId}`
  assert(!state.promised.charged.has(name), `${name} was sold twice`)
  promise(state, name, bought.charged)
}

const changePrice: Action = async (state, db, { what }) => {
  const price = [0, 20, 45, 90][what % 4] ?? 0
  await db
    .update(templates)
    .set({ priceCredits: price })
    .where(eq(templates.id, state.template(what)))
  if (what % 29 === 0) await transaction(db, (tx) => withdrawTemplate(tx, state.template(what)))
}

const openAndPay: Action = async (state, db, { who, what }) => {
  const userId = state.user(who)
  const packId = what % 3 === 0 ? 'starter' : 'popular'
  const opened = await readOutcome(openOrder(db, state.store.gateway, userId, { packId }))
  if ('code' in opened)
    return assert(['starter-pack-used', 'rate-limited', 'billing-details-missing'].includes(opened.code), opened.code)
  const { orderId } = opened.value
  state.buyers.set(orderId, userId)
  // Some pay twice, some another amount or in another currency, some only have the money reserved.
  const times = what % 11 === 0 ? 2 : 1
  for (let time = 0; time < times; time++) {
    const { paymentId } = state.store.gateway.pay(orderId, {
      ...(what % 13 === 0 && { amountPaise: 300 }),
      ...(what % 17 === 0 && { currency: 'USD' }),
      ...(what % 5 === 0 && { status: 'authorized' }),
    })
    state.store.paymentIds.push(paymentId)
    reportPayment(state, paymentId)
  }
}

function reportPayment(state: FuzzState, paymentId: string): void {
  const { gateway, messages } = state.store
  const payment = gateway.payments.get(paymentId)
  assert(payment)
  messages.push(
    gateway.makeEvent(payment.status === 'authorized' ? 'payment.authorized' : 'payment.captured', { payment }),
  )
}

const goOn: Action = async (state, _db, { what }) => {
  const { gateway, paymentIds } = state.store
  const paymentId = pick(paymentIds, what)
  if (!paymentId || gateway.payments.get(paymentId)?.status !== 'authorized') return
  gateway.move(paymentId, { status: 'captured' })
  reportPayment(state, paymentId)
}

/** One message reaches both servers at once, and the first of them again. */
const hear: Action = async (state, _db, { what }) => {
  const { gateway, messages } = state.store
  const message = pick(messages, what)
  if (!message) return
  const [first, second] = state.servers
  const heard = await Promise.all([first, second, first].map((db) => receiveEvent(db, gateway, message)))
  assert(heard.filter(({ isNew }) => isNew).length <= 1, 'one message was acted upon twice')
}

const verify: Action = async (state, db, { what }) => {
  const { gateway, paymentIds } = state.store
  const paymentId = pick(paymentIds, what)
  const orderId = paymentId && gateway.payments.get(paymentId)?.orderId
  const userId = orderId && state.buyers.get(orderId)
  if (!userId) return
  const signature = what % 4 === 0 ? gateway.sign('order_of_somebody', paymentId) : gateway.sign(orderId, paymentId)
  const verified = await requireAnswer(
    verifyPayment(db, gateway, userId, { orderId, paymentId, signature }),
    ...(what % 4 === 0 ? ['payment-signature-invalid'] : ['payment-returned', 'payment-failed']),
  )
  if (verified?.status === 'paid') state.promised.paid.add(paymentId)
}

const giveBack: Action = async (state, db, { who, what }) => {
  const { gateway, paymentIds, messages } = state.store
  const paymentId = pick(paymentIds, what)
  const payment = gateway.payments.get(paymentId ?? '')
  if (!paymentId || payment?.status !== 'captured') return
  if (who % 3 === 0) {
    const opened = newDispute(payment, { amountDeductedPaise: Math.ceil(payment.amountPaise / ((what % 2) + 1)) })
    gateway.disputes.set(opened.disputeId, opened)
    messages.push(gateway.makeEvent('payment.dispute.created', { dispute: opened }))
    const ended = { ...opened, status: (['won', 'lost', 'closed'] as const)[what % 3] ?? 'won' }
    gateway.disputes.set(opened.disputeId, ended)
    messages.push(gateway.makeEvent('payment.dispute.closed', { dispute: ended }))
    return
  }
  const left = payment.amountPaise - payment.refundedPaise
  const amountPaise = Math.ceil(left / ((what % 3) + 1))
  const requested = { paymentId, amountPaise, reason: 'asked for', requestKey: `${what % 5}` }
  const refund = await requireAnswer(
    refundPayment(db, gateway, COMMAND_LINE, requested),
    'payment-not-found',
    'payment-not-refundable',
    'refund-refused',
  )
  if (refund) messages.push(gateway.makeEvent('refund.processed', { refund }))
}

const reconcile: Action = async (state, db, { what }) => {
  const { gateway } = state.store
  if (what % 2 === 0) await state.store.makeAllDue()
  await reconcilePayments(db, gateway, new Date(Date.now() + 1000))
  await reconcileDisputes(db, gateway)
}

const beRewarded: Action = async (state, db, { who }) => {
  await transaction(db, (tx) => grantProfileCredits(tx, state.user(who), 500))
}

const adjust: Action = async (state, db, { who, what }) => {
  const adjustment = {
    userId: state.user(who),
    credits: what % 2 ? 30 : -30,
    reason: 'a mistake',
    requestKey: `${what}`,
  }
  await requireAnswer(
    transaction(db, (tx) => adjustCredits(tx, COMMAND_LINE, adjustment)),
    'not-enough-credits',
    'user-not-found',
  )
}

/** Only the last two of the people are blocked or leave: the others go on. */
const lose: Action = async (state, db, { what }) => {
  const [leaver, blocked] = state.store.userIds.slice(-2)
  if (what % 2 === 0) {
    await requireAnswer(
      transaction(db, (tx) => blockAccount(tx, COMMAND_LINE, blocked ?? '', 'a dispute')),
      'user-not-found',
    )
    return
  }
  const checked = { userId: leaver, passwordHash: '$argon2id$unused' as PasswordHash } as unknown as CheckedPassword
  await requireAnswer(
    transaction(db, (tx) => deleteMember(tx, leaver ?? '', checked)),
    'password-incorrect',
  )
}

/** The owner changes the tax in two windows at once. */
const changeTax: Action = async (state, _db, { who, what }) => {
  const save = (db: Db, profile: ModelProfile | undefined) =>
    transaction(db, async (tx) => {
      const { revisions } = await readSettings(tx)
      await editSettings(tx, COMMAND_LINE, 'tax', { value: profile?.settings ?? {}, revision: revisions.tax })
    })
  await Promise.all(
    state.servers.map((db, window) => requireAnswer(save(db, pick(PROFILES, who + what * window)), 'settings-changed')),
  )
}

const tellDetails: Action = async (state, db, { who, what }) => {
  const { details } = pick(Object.values(BUYERS), what) ?? BUYERS.mumbai
  await transaction(db, (tx) => saveBillingDetails(tx, state.user(who), details))
}

const actions = {
  fillCart,
  checkOut,
  buy,
  changePrice,
  changeTax,
  tellDetails,
  openAndPay,
  goOn,
  hear,
  verify,
  giveBack,
  reconcile,
  beRewarded,
  adjust,
  lose,
}
const weights: Record<keyof typeof actions, number> = {
  fillCart: 8,
  checkOut: 8,
  buy: 8,
  changePrice: 3,
  changeTax: 2,
  tellDetails: 4,
  openAndPay: 10,
  goOn: 3,
  hear: 14,
  verify: 8,
  giveBack: 6,
  reconcile: 2,
  beRewarded: 1,
  adjust: 2,
  lose: 1,
}
const anyAction = fc.constantFrom(
  ...Object.entries(weights).flatMap(([action, weight]) =>
    Array<keyof typeof actions>(weight).fill(action as keyof typeof actions),
  ),
)
const anyStep: fc.Arbitrary<Step> = fc.record({ action: anyAction, who: fc.nat(1000), what: fc.nat(1000) })

interface FuzzRun {
  readonly rounds: number
  /** People who act at the same time. */
  readonly people?: number
  /** Acts of each of them. */
  readonly actions?: number
}

/**
 * Runs that many rounds on a migrated database that has the files of `addCatalogueFiles`; the servers are two pools of it.
 * Throws with what broke first. Nothing else may use the database meanwhile.
 */
export async function runConcurrencyFuzz(
  servers: readonly [Db, Db],
  { rounds, people = 10, actions: length = 20 }: FuzzRun,
): Promise<void> {
  const script = fc.array(fc.array(anyStep, { minLength: length, maxLength: length }), {
    minLength: people,
    maxLength: people,
  })
  await fc.assert(
    fc.asyncProperty(script, async (scripts) => {
      const state = await createStore(servers)
      await Promise.all(scripts.map((steps, person) => runSteps(state, pick(servers, person) ?? servers[0], steps)))
      await deliverAllWebhooks(state)
      assert.deepEqual((await checkMoney(servers[0])).faults, [])
      await assertConfirmedResults(state)
      await assertMoneyIsWhereItBelongs(state)
    }),
    // A round cannot be repeated, so a smaller one would prove nothing about it.
    { numRuns: rounds, endOnFailure: true },
  )
}

async function createStore(servers: readonly [Db, Db]): Promise<FuzzState> {
  const [db] = servers
  await forgetEarlierRuns(db)
  const state = new FuzzState(servers)
  for (let count = 0; count < 6; count++) state.store.userIds.push(await addMember(db, SIGNED_UP_WITH))
  for (const priceCredits of [0, 20, 30, 45, 60, 90, 120, 250]) {
    state.store.templateIds.push(await addTemplate(db, { priceCredits }))
  }
  return state
}

async function runSteps(state: FuzzState, db: Db, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    await actions[step.action](state, db, step)
    await sleep(0)
  }
}

async function deliverAllWebhooks({ store, servers: [db] }: FuzzState): Promise<void> {
  for (const message of store.messages) await receiveEvent(db, store.gateway, message)
  // The first pass may give money back, the second finds that done.
  for (let pass = 0; pass < 2; pass++) {
    await store.makeAllDue()
    const { refused } = await reconcilePayments(db, store.gateway, new Date(Date.now() + 1000))
    assert.deepEqual(refused, [])
  }
}

/** Every confirmed charge was made once, and every confirmed grant was made. */
async function assertConfirmedResults({ store, promised, servers: [db] }: FuzzState): Promise<void> {
  for (const userId of store.userIds) {
    const charges = [...promised.charged].filter(([name]) => name.includes(userId)).map(([, credits]) => credits)
    const owned = await listEntitlements(db, userId)
    const charged = owned.reduce((sum, { creditsCharged }) => sum + creditsCharged, 0)
    assert.equal(
      charged,
      charges.reduce((sum, credits) => sum + credits, 0),
      `${userId} was told another sum than was charged`,
    )
    assert((await getBalance(db, userId)).total >= 0)
  }
  const { rows } = await db.execute<{ id: string }>(sql`
    select payment_id as id from payments
     where outcome <> 'granted' and payment_id = any(${sql.param([...promised.paid])}::text[])`)
  assert.deepEqual(rows, [], 'somebody was told of credits that were never given')
}

/** Every captured payment was granted or refunded. */
async function assertMoneyIsWhereItBelongs({ store, servers: [db] }: FuzzState): Promise<void> {
  const { rows } = await db.execute<{ id: string; outcome: string; returned: number; amount: number }>(sql`
    select payment_id as id, outcome, returned_paise::int as returned, amount_paise::int as amount
      from payments where payment_id = any(${sql.param(store.paymentIds)}::text[])`)
  const known = new Map(rows.map((row) => [row.id, row]))
  for (const { paymentId, status } of store.gateway.payments.values()) {
    if (status !== 'captured' && status !== 'refunded') continue
    const row = known.get(paymentId)
    assert(row && row.outcome !== 'none', `${paymentId} was not settled`)
    if (row.outcome === 'unapplied') assert.equal(row.returned, row.amount, `${paymentId} was not given back`)
  }
}
