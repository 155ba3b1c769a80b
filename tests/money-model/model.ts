// The specification of credits and money as a model, as plain as possible: no SQL, no locks, no retries. The commands compare the
// store with it. Credits, their value and the documents of each user are in `billing-model.ts`.
import {
  type BilledBuyer,
  type BuyerName,
  type Item,
  type ModelProfile,
  type ModelQuote,
  PROFILES,
} from './billing-model.ts'

export interface ModelUser {
  readonly billed: BilledBuyer
  isProfileRewarded: boolean
  isDeleted: boolean
  readonly cart: Map<number, number>
  /** What each owned template cost and with how many licences, by template. */
  readonly owned: Map<number, { credits: number; licences: number }>
}

export interface ModelTemplate {
  price: number
  isOnSale: boolean
}

export interface ModelOrder {
  readonly user: number
  readonly isStarter: boolean
  readonly credits: number
  readonly quote: ModelQuote
  status: 'created' | 'pending' | 'failed' | 'paid' | 'refunded'
  isPaid: boolean
  /** Whether the reconciler still polls the order: for payments first, then for refunds. */
  isWatched: boolean
}

const PAYMENT_STATES = ['created', 'failed', 'authorized', 'captured', 'refunded'] as const
export type PaymentState = (typeof PAYMENT_STATES)[number]
const REFUND_STATES = ['pending', 'processed', 'failed'] as const
export type RefundState = (typeof REFUND_STATES)[number]
const DISPUTE_STATES = ['open', 'under_review', 'lost', 'closed', 'won'] as const
export type DisputeState = (typeof DISPUTE_STATES)[number]

/** A payment as the store knows it. */
export interface ModelPayment {
  readonly order: number
  readonly amountPaise: number
  status: PaymentState
  outcome: 'none' | 'granted' | 'unapplied'
  granted: number
  returnedPaise: number
  clawedBack: number
  short: number
  mustReturn: boolean
  readonly refunds: Map<string, { amountPaise: number; status: RefundState }>
  readonly disputes: Map<string, { deductedPaise: number; status: DisputeState }>
}

export interface News {
  readonly paymentId: string
  readonly order: number
  readonly amountPaise: number
  readonly status: PaymentState
}

export class MoneyModel {
  readonly users: ModelUser[] = []
  readonly templates: ModelTemplate[] = []
  readonly orders: ModelOrder[] = []
  /** The tax that the store charges now. */
  profile: ModelProfile = PROFILES[0]
  /** By the gateway's id; contains a payment once the store knows of it. */
  readonly payments = new Map<string, ModelPayment>()

  user(index: number): ModelUser {
    return at(this.users, index)
  }

  template(index: number): ModelTemplate {
    return at(this.templates, index)
  }

  order(index: number): ModelOrder {
    return at(this.orders, index)
  }

  total(index: number): number {
    const { promotional, paid } = this.user(index).billed
    return promotional + paid
  }

  hasStarter(user: number): boolean {
    return this.orders.some((order) => order.user === user && order.isStarter && order.isPaid)
  }

  /** Templates in the order in which the store charges for them. */
  spend(index: number, items: readonly Item[]): void {
    this.user(index).billed.spend(
      items.filter(({ credits }) => credits > 0),
      this.profile,
      '',
    )
  }

  tellDetails(index: number, who: BuyerName): void {
    this.user(index).billed.who = who
  }

  deleteUser(index: number): void {
    const user = this.user(index)
    user.billed.forfeit()
    user.billed.who = undefined
    user.isDeleted = true
    user.cart.clear()
  }

  /** The lines a checkout would buy now, and what they cost together. */
  buyable(index: number): { lines: [template: number, licences: number][]; credits: number } {
    const user = this.user(index)
    const lines = [...user.cart].filter(([template]) => this.template(template).isOnSale && !user.owned.has(template))
    return {
      lines,
      credits: lines.reduce((sum, [template, licences]) => sum + this.template(template).price * licences, 0),
    }
  }

  settle({ paymentId, order: orderIndex, amountPaise, status }: News): ModelPayment {
    const payment = this.payments.get(paymentId) ?? {
      order: orderIndex,
      amountPaise,
      status,
      outcome: 'none',
      granted: 0,
      returnedPaise: 0,
      clawedBack: 0,
      short: 0,
      mustReturn: false,
      refunds: new Map(),
      disputes: new Map(),
    }
    this.payments.set(paymentId, payment)
    payment.status = later(PAYMENT_STATES, payment.status, status)
    if (payment.outcome !== 'none') return payment
    const order = this.order(orderIndex)
    if (payment.status === 'captured' || payment.status === 'refunded') this.decide(order, payment, paymentId)
    else this.showProgress(orderIndex)
    return payment
  }

  private decide(order: ModelOrder, payment: ModelPayment, paymentId: string): void {
    const user = this.user(order.user)
    const isUsable =
      payment.status === 'captured' &&
      !order.isPaid &&
      order.status !== 'refunded' &&
      payment.amountPaise === order.quote.amountPaise &&
      !user.isDeleted &&
      !(order.isStarter && this.hasStarter(order.user))
    if (isUsable) {
      user.billed.pay(paymentId, order.quote, order.credits, '')
      Object.assign(payment, { outcome: 'granted', granted: order.credits })
      Object.assign(order, { status: 'paid', isPaid: true, isWatched: true })
      return
    }
    payment.outcome = 'unapplied'
    payment.mustReturn = payment.status === 'captured'
    if (order.isPaid || order.status === 'refunded') return
    order.status = payment.status === 'refunded' ? 'refunded' : 'failed'
    order.isWatched = false
  }

  private showProgress(orderIndex: number): void {
    const order = this.order(orderIndex)
    if (order.isPaid || order.status === 'refunded') return
    const states = [...this.payments.values()]
      .filter((payment) => payment.order === orderIndex)
      .map(({ status }) => status)
    if (states.includes('authorized')) order.status = 'pending'
    else if (states.includes('failed')) order.status = 'failed'
    else return
    order.isWatched = true
  }

  refund(paymentId: string, refundId: string, refund: { amountPaise: number; status: RefundState }): void {
    const payment = this.known(paymentId)
    const before = payment.refunds.get(refundId)
    const status = before ? later(REFUND_STATES, before.status, refund.status) : refund.status
    payment.refunds.set(refundId, { ...refund, status })
    this.reverse(paymentId, payment)
  }

  /** What is recorded as refunded. */
  refundedPaise(paymentId: string): number {
    const counted = [...this.known(paymentId).refunds.values()].filter(({ status }) => status !== 'failed')
    return sum(counted.map(({ amountPaise }) => amountPaise))
  }

  dispute(paymentId: string, disputeId: string, dispute: { deductedPaise: number; status: DisputeState }): void {
    const payment = this.known(paymentId)
    const before = payment.disputes.get(disputeId)
    const status = before ? later(DISPUTE_STATES, before.status, dispute.status) : dispute.status
    payment.disputes.set(disputeId, { ...dispute, status })
    this.reverse(paymentId, payment)
  }

  private reverse(paymentId: string, payment: ModelPayment): void {
    const refunded = sum(
      [...payment.refunds.values()].filter(({ status }) => status !== 'failed').map((r) => r.amountPaise),
    )
    const disputed = sum(
      [...payment.disputes.values()]
        .filter(({ status }) => status !== 'won' && status !== 'closed')
        .map((dispute) => dispute.deductedPaise),
    )
    payment.returnedPaise = Math.min(payment.amountPaise, refunded + disputed)
    const order = this.order(payment.order)
    if (payment.outcome === 'granted') {
      const { clawed, short } = this.user(order.user).billed.giveBack(paymentId, payment.returnedPaise, '')
      Object.assign(payment, { clawedBack: clawed, short })
    }
    const isAllBack = payment.returnedPaise === payment.amountPaise
    payment.mustReturn = payment.outcome === 'unapplied' && !isAllBack
    if (order.isPaid && payment.outcome === 'granted') order.status = isAllBack ? 'refunded' : 'paid'
    if (!order.isPaid && payment.outcome === 'unapplied' && isAllBack) order.status = 'refunded'
  }

  known(paymentId: string): ModelPayment {
    const payment = this.payments.get(paymentId)
    if (!payment) throw new Error(`the store has not heard of ${paymentId}`)
    return payment
  }
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error(`there is no ${index}th of ${list.length}`)
  return found
}

function later<State>(states: readonly State[], present: State, news: State): State {
  return states.indexOf(news) > states.indexOf(present) ? news : present
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
