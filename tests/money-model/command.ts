// Owns what can happen to credits and money, one command each: what people do, what the gateway does, and which news of it
// arrives. A command does it to the shop, says it to the model, and holds the answer against the model's.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { transaction } from '@vitrine/database/connection'
import type { PaymentEvent } from '@vitrine/providers/payment'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import type { CheckedPassword, PasswordHash } from '../../packages/shop/src/accounts/accounts.ts'
import { withdrawTemplate } from '../../packages/shop/src/catalogue/catalogue.ts'
import { templates } from '../../packages/shop/src/catalogue/tables.ts'
import { grantCredits, grantProfileCredits } from '../../packages/shop/src/credits/credits.ts'
import { deleteMember } from '../../packages/shop/src/membership/membership.ts'
import { newDispute } from '../../packages/shop/src/payments/gateway-fixture.ts'
import {
  openOrder,
  receiveEvent,
  reconcileDisputes,
  reconcilePayments,
  verifyPayment,
} from '../../packages/shop/src/payments/payments.ts'
import { addToCart, changeCartQuantity, checkOutCart } from '../../packages/shop/src/shelf/cart.ts'
import { acquireTemplate } from '../../packages/shop/src/shelf/shelf.ts'
import { addMember, addTemplate } from '../../packages/shop/src/shop-fixture.ts'
import type { DisputeState, MoneyModel, RefundState } from './model.ts'
import { assertBalances, outcomeOf, type ShopUnderTest } from './shop.ts'

type Command = fc.AsyncCommand<MoneyModel, ShopUnderTest>
type Play = (model: MoneyModel, shop: ShopUnderTest) => Promise<void>

function command(name: string, isPossible: (model: MoneyModel) => boolean, play: Play): Command {
  return {
    // `Readonly` of a class leaves its private members out; it is the model all the same.
    check: (model) => isPossible(model as MoneyModel),
    async run(model, shop) {
      await play(model, shop)
      await assertBalances(model, shop)
    },
    toString: () => name,
  }
}

const region = { isIndianUser: false }
const REFUSED = (code: string) => ({ code })
const number = fc.nat({ max: 1000 })
const pick = (count: number, choice: number) => choice % count
const hasUsers = (model: MoneyModel) => model.users.length > 0
const hasGoods = (model: MoneyModel) => hasUsers(model) && model.templates.length > 0
const hasOrders = (model: MoneyModel) => model.orders.length > 0

// ------------------------------------------------------------------------------------------------ People and the shop

/** A new user with these credits. */
export async function addUser(model: MoneyModel, shop: ShopUnderTest, credits: number): Promise<void> {
  shop.userIds.push(await addMember(shop.db, credits))
  model.users.push({
    promotional: credits,
    paid: 0,
    isProfileRewarded: false,
    isDeleted: false,
    cart: new Map(),
    owned: new Map(),
  })
}

/** A new template at this price. */
export async function addGoods(model: MoneyModel, shop: ShopUnderTest, price: number): Promise<void> {
  shop.templateIds.push(await addTemplate(shop.db, { priceCredits: price }))
  model.templates.push({ price, isOnSale: true })
}

const signUp = fc.constantFrom(0, 120, 500).map((credits) =>
  command(
    `sign up with ${credits} credits`,
    (model) => model.users.length < 5,
    (model, shop) => addUser(model, shop, credits),
  ),
)

/** A command of a user who has not deleted the account; for one who has, nothing happens. */
function ofUser(
  name: string,
  choice: number,
  play: (user: number, ...world: Parameters<Play>) => Promise<void>,
): Command {
  return command(`${name} (user ${choice})`, hasUsers, async (model, shop) => {
    const user = pick(model.users.length, choice)
    if (!model.user(user).isDeleted) await play(user, model, shop)
  })
}

const idOf = (shop: ShopUnderTest, user: number) => shop.userIds[user] ?? ''

const completeProfile = number.map((choice) =>
  ofUser('complete the profile', choice, async (user, model, shop) => {
    const booking = await transaction(shop.db, (tx) => grantProfileCredits(tx, idOf(shop, user), 500))
    const account = model.user(user)
    assert.equal(booking.isRepeated, account.isProfileRewarded)
    if (!account.isProfileRewarded) account.promotional += 500
    account.isProfileRewarded = true
  }),
)

const adjust = fc
  .tuple(number, fc.constantFrom('promotional' as const, 'paid' as const), fc.integer({ min: 1, max: 200 }))
  .map(([choice, account, credits]) =>
    ofUser(`adjust by ${credits} ${account}`, choice, async (user, model, shop) => {
      await transaction(shop.db, (tx) =>
        grantCredits(tx, idOf(shop, user), {
          account,
          credits,
          reason: 'adjustment',
          description: 'With our apologies',
          key: randomUUID(),
        }),
      )
      model.user(user)[account] += credits
    }),
  )

const deleteAccount = number.map((choice) =>
  ofUser('delete the account', choice, async (user, model, shop) => {
    const passwordHash = '$argon2id$unused' as PasswordHash
    const checked = { userId: idOf(shop, user), passwordHash } as unknown as CheckedPassword
    await transaction(shop.db, (tx) => deleteMember(tx, idOf(shop, user), checked))
    Object.assign(model.user(user), { promotional: 0, paid: 0, isDeleted: true })
    model.user(user).cart.clear()
  }),
)

const publish = fc.constantFrom(0, 30, 120, 400).map((price) =>
  command(
    `publish a template for ${price}`,
    (model) => model.templates.length < 6,
    (model, shop) => addGoods(model, shop, price),
  ),
)

const changePrice = fc.tuple(number, fc.constantFrom(0, 45, 130, 390)).map(([choice, price]) =>
  command(`change the price of template ${choice} to ${price}`, hasGoods, async (model, shop) => {
    const template = pick(model.templates.length, choice)
    await shop.db
      .update(templates)
      .set({ priceCredits: price })
      .where(eq(templates.id, shop.templateIds[template] ?? ''))
    model.template(template).price = price
  }),
)

const withdraw = number.map((choice) =>
  command(`withdraw template ${choice}`, hasGoods, async (model, shop) => {
    const template = pick(model.templates.length, choice)
    await transaction(shop.db, (tx) => withdrawTemplate(tx, shop.templateIds[template] ?? ''))
    model.template(template).isOnSale = false
  }),
)

const putIntoCart = fc.tuple(number, number, fc.constantFrom(1, 1, 2, 60)).map(([choice, goods, quantity]) =>
  ofUser(`put ${quantity} of template ${goods} into the cart`, choice, async (user, model, shop) => {
    if (model.templates.length === 0) return
    const template = pick(model.templates.length, goods)
    const templateId = shop.templateIds[template] ?? ''
    const outcome = await outcomeOf(
      transaction(shop.db, (tx) => addToCart(tx, idOf(shop, user), { templateId, quantity })),
    )
    if (!model.template(template).isOnSale) return assert.deepEqual(outcome, REFUSED('template-not-found'))
    const { cart } = model.user(user)
    cart.set(template, Math.min(99, (cart.get(template) ?? 0) + quantity))
  }),
)

const changeQuantity = fc.tuple(number, number, fc.constantFrom(-60, -1, 1, 50)).map(([choice, line, delta]) =>
  ofUser(`change line ${line} of the cart by ${delta}`, choice, async (user, model, shop) => {
    const { cart } = model.user(user)
    if (cart.size === 0) return
    const [template, quantity] = [...cart][pick(cart.size, line)] ?? [0, 0]
    const templateId = shop.templateIds[template] ?? ''
    await transaction(shop.db, (tx) => changeCartQuantity(tx, idOf(shop, user), { templateId, delta }))
    if (quantity + delta <= 0) cart.delete(template)
    else cart.set(template, Math.min(99, quantity + delta))
  }),
)

/** `offset` makes the expectation wrong; a wrong one changes nothing. */
const checkOut = fc.tuple(number, fc.constantFrom(0, 0, 0, 1)).map(([choice, offset]) =>
  ofUser(`check out${offset ? ', expecting another total' : ''}`, choice, async (user, model, shop) => {
    const account = model.user(user)
    const { lines, credits } = model.buyable(user)
    const key = randomUUID()
    const outcome = await outcomeOf(
      transaction(shop.db, (tx) =>
        checkOutCart(tx, { userId: idOf(shop, user), idempotencyKey: key, expectedCredits: credits + offset, region }),
      ),
    )
    if (account.cart.size === 0) return assert.deepEqual(outcome, REFUSED('cart-empty'))
    if (offset) return assert.deepEqual(outcome, REFUSED('price-changed'))
    if (model.total(user) < credits) return assert.deepEqual(outcome, REFUSED('not-enough-credits'))
    assert('value' in outcome, JSON.stringify(outcome))
    model.spend(user, credits)
    for (const [template, licences] of lines) {
      account.owned.set(template, { credits: model.template(template).price * licences, licences })
    }
    assert.equal(outcome.value.charged, credits)
    assert.equal(outcome.value.remainingCredits, model.total(user))
    assert.equal(outcome.value.purchased.length, lines.length)
    for (const template of [...account.cart.keys()]) if (account.owned.has(template)) account.cart.delete(template)
    shop.checkouts.set(user, { key, credits, result: outcome.value })
  }),
)

/** `offset` makes it another request under the same key. */
const repeatCheckout = fc.tuple(number, fc.constantFrom(0, 0, 1)).map(([choice, offset]) =>
  ofUser(`send the last checkout again${offset ? ', about another total' : ''}`, choice, async (user, _model, shop) => {
    const last = shop.checkouts.get(user)
    if (!last) return
    const request = {
      userId: idOf(shop, user),
      idempotencyKey: last.key,
      expectedCredits: last.credits + offset,
      region,
    }
    const again = await outcomeOf(transaction(shop.db, (tx) => checkOutCart(tx, request)))
    assert.deepEqual(again, offset ? REFUSED('idempotency-key-reused') : { value: last.result })
  }),
)

const buyOrDownload = fc.tuple(number, number, fc.constantFrom(0, 0, 0, 1)).map(([choice, goods, offset]) =>
  ofUser(`buy or download template ${goods}`, choice, async (user, model, shop) => {
    if (model.templates.length === 0) return
    const index = pick(model.templates.length, goods)
    const template = model.template(index)
    const account = model.user(user)
    const request = {
      userId: idOf(shop, user),
      templateId: shop.templateIds[index] ?? '',
      region,
      expectedCredits: template.price + offset,
    }
    const outcome = await outcomeOf(transaction(shop.db, (tx) => acquireTemplate(tx, request)))
    if (account.owned.has(index)) {
      assert('value' in outcome && outcome.value.alreadyPurchased && outcome.value.charged === 0)
      return assert.equal(outcome.value.remainingCredits, model.total(user))
    }
    if (!template.isOnSale) return assert.deepEqual(outcome, REFUSED('template-not-found'))
    if (offset) return assert.deepEqual(outcome, REFUSED('price-changed'))
    if (model.total(user) < template.price) return assert.deepEqual(outcome, REFUSED('not-enough-credits'))
    assert('value' in outcome && outcome.value.charged === template.price)
    model.spend(user, template.price)
    account.owned.set(index, { credits: template.price, licences: 1 })
  }),
)

// ------------------------------------------------------------------------------------------------ Paying for packs

const PACKS = [
  { packId: 'starter', credits: 100, amountPaise: 100, isStarter: true },
  { packId: 'popular', credits: 500, amountPaise: 39_900, isStarter: false },
] as const

const openPack = fc.tuple(number, fc.constantFrom(...PACKS)).map(([choice, { packId, ...pack }]) =>
  ofUser(`open an order for the ${packId} pack`, choice, async (user, model, shop) => {
    const outcome = await outcomeOf(openOrder(shop.db, shop.gateway, idOf(shop, user), { packId }))
    if (pack.isStarter && model.hasStarter(user)) return assert.deepEqual(outcome, REFUSED('starter-pack-used'))
    assert('value' in outcome, JSON.stringify(outcome))
    shop.orderIds.push(outcome.value.orderId)
    model.orders.push({ ...pack, user, status: 'created', isPaid: false, isWatched: true })
  }),
)

function tellPayment(shop: ShopUnderTest, paymentId: string): void {
  const payment = shop.gateway.payments.get(paymentId)
  assert(payment)
  const type = ({ failed: 'payment.failed', authorized: 'payment.authorized', captured: 'payment.captured' } as const)[
    payment.status as 'failed' | 'authorized' | 'captured'
  ]
  shop.messages.push(shop.gateway.tell(type ?? 'other', { payment }))
}

/** At the gateway: the shop hears nothing of it yet. */
const pay = fc
  .tuple(
    number,
    fc.constantFrom('captured' as const, 'captured' as const, 'authorized' as const, 'failed' as const),
    fc.constantFrom(true, true, true, true, false),
  )
  .map(([choice, status, isRightAmount]) =>
    command(
      `pay order ${choice}: ${status}${isRightAmount ? '' : ', another amount'}`,
      hasOrders,
      async (model, shop) => {
        const order = pick(model.orders.length, choice)
        const payment = shop.gateway.pay(shop.orderIds[order] ?? '', {
          status,
          ...(isRightAmount ? {} : { amountPaise: 300 }),
        })
        shop.paymentIds.push(payment.paymentId)
        tellPayment(shop, payment.paymentId)
      },
    ),
  )

/** A command about a payment that the gateway knows; without any, nothing happens. */
function ofPayment(
  name: string,
  choice: number,
  play: (paymentId: string, ...world: Parameters<Play>) => Promise<void>,
) {
  return command(`${name} (payment ${choice})`, hasOrders, async (model, shop) => {
    const paymentId = shop.paymentIds[pick(Math.max(shop.paymentIds.length, 1), choice)]
    if (paymentId) await play(paymentId, model, shop)
  })
}

const goOn = number.map((choice) =>
  ofPayment('the bank goes on', choice, async (paymentId, _model, shop) => {
    const next = { created: 'authorized', failed: 'authorized', authorized: 'captured' } as const
    const { status } = shop.news(paymentId)
    if (status === 'captured' || status === 'refunded') return
    shop.gateway.move(paymentId, { status: next[status] })
    tellPayment(shop, paymentId)
  }),
)

const giveBack = fc
  .tuple(number, fc.constantFrom(1, 2, 3), fc.constantFrom('pending' as const, 'processed' as const))
  .map(([choice, part, status]) =>
    ofPayment(`give a ${part}th back: ${status}`, choice, async (paymentId, _model, shop) => {
      const payment = shop.gateway.payments.get(paymentId)
      if (payment?.status !== 'captured') return
      const left = payment.amountPaise - payment.refundedPaise
      tellRefund(shop, shop.gateway.giveBack(paymentId, Math.ceil(left / part), status))
    }),
  )

function tellRefund(shop: ShopUnderTest, refund: NonNullable<PaymentEvent['refund']>): void {
  if (!shop.refundIds.includes(refund.refundId)) shop.refundIds.push(refund.refundId)
  const payment = shop.gateway.payments.get(refund.paymentId)
  const about = shop.messages.length % 2 === 0 && payment ? { payment, refund } : { refund }
  shop.messages.push(shop.gateway.tell(refund.status === 'failed' ? 'refund.failed' : 'refund.processed', about))
}

const failRefund = number.map((choice) =>
  command(`refund ${choice} fails`, hasOrders, async (_model, shop) => {
    const refund = shop.gateway.refunds.get(shop.refundIds[pick(Math.max(shop.refundIds.length, 1), choice)] ?? '')
    if (!refund || refund.status === 'failed') return
    const failed = { ...refund, status: 'failed' as RefundState }
    shop.gateway.refunds.set(refund.refundId, failed)
    const payment = shop.gateway.payments.get(refund.paymentId)
    assert(payment)
    shop.gateway.move(refund.paymentId, {
      status: 'captured',
      refundedPaise: payment.refundedPaise - refund.amountPaise,
    })
    tellRefund(shop, failed)
  }),
)

const dispute = fc.tuple(number, fc.constantFrom(1, 2)).map(([choice, part]) =>
  ofPayment(`dispute a ${part}th`, choice, async (paymentId, _model, shop) => {
    const payment = shop.gateway.payments.get(paymentId)
    if (payment?.status !== 'captured') return
    const opened = newDispute(payment, { amountDeductedPaise: Math.ceil(payment.amountPaise / part) })
    shop.disputes.push(opened)
    shop.gateway.disputes.set(opened.disputeId, opened)
    shop.messages.push(shop.gateway.tell('payment.dispute.created', { dispute: opened }))
  }),
)

const endDispute = fc
  .tuple(number, fc.constantFrom('won' as const, 'lost' as const, 'closed' as const))
  .map(([choice, status]) =>
    command(`dispute ${choice} is ${status}`, hasOrders, async (_model, shop) => {
      const opened = shop.disputes[pick(Math.max(shop.disputes.length, 1), choice)]
      if (!opened) return
      shop.gateway.disputes.set(opened.disputeId, { ...opened, status })
      shop.messages.push(shop.gateway.tell(`payment.dispute.${status}`, { dispute: { ...opened, status } }))
    }),
  )

// ------------------------------------------------------------------------------------------------ What the shop hears

/** Delivers one message, whether or not it was delivered before. */
export async function deliver(model: MoneyModel, shop: ShopUnderTest, message: PaymentEvent): Promise<void> {
  const { isNew } = await receiveEvent(shop.db, shop.gateway, message)
  assert.equal(isNew, !shop.delivered.has(message.eventId))
  if (!isNew) return
  shop.delivered.add(message.eventId)
  const { payment, refund, dispute } = message
  const paymentId = payment?.paymentId ?? refund?.paymentId ?? dispute?.paymentId
  assert(paymentId)
  if (payment) model.settle({ ...shop.news(paymentId), status: payment.status })
  else if ((model.payments.get(paymentId)?.outcome ?? 'none') === 'none') model.settle(shop.news(paymentId))
  if (refund) model.refund(paymentId, refund.refundId, refund)
  if (dispute) {
    const state = { deductedPaise: dispute.amountDeductedPaise, status: dispute.status as DisputeState }
    model.dispute(paymentId, dispute.disputeId, state)
  }
}

const deliverMessage = fc.tuple(number, fc.integer({ min: 1, max: 3 })).map(([choice, times]) =>
  command(`message ${choice} arrives ${times} times`, hasOrders, async (model, shop) => {
    const message = shop.messages[pick(Math.max(shop.messages.length, 1), choice)]
    for (let count = 0; message && count < times; count++) await deliver(model, shop, message)
  }),
)

const verify = fc
  .tuple(number, fc.constantFrom('at once', 'at once', 'with a forged signature', 'during an outage'))
  .map(([choice, manner]) =>
    ofPayment(`the page verifies ${manner}`, choice, async (paymentId, model, shop) => {
      const { order } = shop.news(paymentId)
      const orderId = shop.orderIds[order] ?? ''
      const signature = manner === 'with a forged signature' ? 'forged' : shop.gateway.sign(orderId, paymentId)
      shop.gateway.isAway = manner === 'during an outage'
      const userId = idOf(shop, model.order(order).user)
      const outcome = await outcomeOf(
        verifyPayment(shop.db, shop.gateway, userId, { orderId, paymentId, signature }),
      ).finally(() => {
        shop.gateway.isAway = false
      })
      if (signature === 'forged') return assert.deepEqual(outcome, REFUSED('payment-signature-invalid'))
      const isGranted = model.payments.get(paymentId)?.outcome === 'granted'
      if (manner === 'during an outage' && !isGranted) {
        return assert('value' in outcome && outcome.value.status === 'pending')
      }
      const payment = isGranted ? model.known(paymentId) : model.settle(shop.news(paymentId))
      if (payment.outcome === 'granted') {
        assert('value' in outcome && outcome.value.status === 'paid')
        assert.equal(outcome.value.balance.total, model.total(model.order(order).user))
      } else if (payment.outcome === 'surplus') assert.deepEqual(outcome, REFUSED('payment-returned'))
      else if (payment.status === 'failed') assert.deepEqual(outcome, REFUSED('payment-failed'))
      else assert('value' in outcome && outcome.value.status === 'pending')
    }),
  )

/** One pass of the reconciler with everything due. */
export async function reconcile(model: MoneyModel, shop: ShopUnderTest): Promise<void> {
  const { gateway } = shop
  await shop.makeAllDue()
  const keysBefore = new Set(gateway.refundsByKey.keys())
  const refundsBefore = new Set(gateway.refunds.keys())
  const outcome = await reconcilePayments(shop.db, gateway, new Date(Date.now() + 1000))
  assert.equal(outcome.isGatewayAway, false)
  assert.deepEqual(outcome.refused, [])
  for (const [index, order] of model.orders.entries()) {
    if (!order.isWatched) continue
    const own = shop.paymentIds.filter((paymentId) => gateway.payments.get(paymentId)?.orderId === shop.orderIds[index])
    // The gateway's own refunds of this pass came after all the questions.
    for (const paymentId of own) {
      const refunds = [...gateway.refunds.values()].filter((refund) => refund.paymentId === paymentId)
      const before = refunds.filter((refund) => refundsBefore.has(refund.refundId))
      const isReturnedNow = before.length < refunds.length
      model.settle({ ...shop.news(paymentId), ...(isReturnedNow && { status: 'captured' as const }) })
      const wentBack = before.filter((refund) => refund.status !== 'failed')
      if (wentBack.reduce((sum, refund) => sum + refund.amountPaise, 0) === model.refundedPaise(paymentId)) continue
      for (const refund of before) model.refund(paymentId, refund.refundId, refund)
    }
  }
  for (const [paymentId, payment] of model.payments) {
    if (!payment.mustReturn) continue
    const failed = [...payment.refunds.values()].filter((refund) => refund.status === 'failed').length
    const key = `return-${paymentId}-${failed}`
    const refund = gateway.refundsByKey.get(key)
    if (refund) {
      const present = keysBefore.has(key) ? (gateway.refunds.get(refund.refundId) ?? refund) : refund
      if (!shop.refundIds.includes(refund.refundId)) shop.refundIds.push(refund.refundId)
      model.refund(paymentId, refund.refundId, present)
    } else {
      assert.equal(shop.news(paymentId).status, 'refunded', `${paymentId} was not given back`)
      model.settle(shop.news(paymentId))
      payment.mustReturn = false
    }
  }
}

const reconcileAll = fc.constant(command('the reconciler runs', hasOrders, reconcile))
/** One look at the gateway's list of disputes, which heals messages that never arrive. */
const findDisputes = fc.constant(
  command('the reconciler lists disputes', hasOrders, async (model, shop) => {
    const { learned, isGatewayAway } = await reconcileDisputes(shop.db, shop.gateway)
    assert.equal(isGatewayAway, false)
    for (const dispute of shop.gateway.disputes.values()) {
      const { paymentId, disputeId, amountDeductedPaise: deductedPaise } = dispute
      const status = dispute.status as DisputeState
      const isKnown = model.payments.get(paymentId)?.disputes.get(disputeId)?.status === status
      assert.equal(learned.includes(dispute), !isKnown)
      if (isKnown) continue
      if ((model.payments.get(paymentId)?.outcome ?? 'none') === 'none') model.settle(shop.news(paymentId))
      model.dispute(paymentId, disputeId, { deductedPaise, status })
    }
  }),
)
const reconcileInVain = fc.constant(
  command('the reconciler runs during an outage', hasOrders, async (_model, shop) => {
    shop.gateway.isAway = true
    await shop.makeAllDue()
    await reconcilePayments(shop.db, shop.gateway, new Date(Date.now() + 1000))
    assert.deepEqual(await reconcileDisputes(shop.db, shop.gateway), { learned: [], isGatewayAway: true })
    shop.gateway.isAway = false
  }),
)

/** Everything that can happen, and how often of a hundred times or so: what moves money most, what ends it least. */
const weights: [number, fc.Arbitrary<Command>][] = [
  [2, signUp],
  [2, publish],
  [2, completeProfile],
  [2, adjust],
  [1, deleteAccount],
  [2, changePrice],
  [1, withdraw],
  [5, putIntoCart],
  [2, changeQuantity],
  [5, checkOut],
  [2, repeatCheckout],
  [5, buyOrDownload],
  [10, openPack],
  [12, pay],
  [4, goOn],
  [6, giveBack],
  [3, failRefund],
  [4, dispute],
  [3, endDispute],
  [20, deliverMessage],
  [8, verify],
  [3, reconcileAll],
  [2, findDisputes],
  [1, reconcileInVain],
]
export const allCommands = weights.flatMap(([weight, arbitrary]) => Array.from({ length: weight }, () => arbitrary))
