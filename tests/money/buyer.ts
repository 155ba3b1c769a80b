// A buyer who never gives up: buys single templates, fills carts, pays for packs, repeats whatever was not answered, and
// records every confirmed result, which must hold from then on.
import { randomUUID } from 'node:crypto'
import { type Answer, StoreClient } from '../client/store-client.ts'
import type { TestGateway } from '../payment-gateway.ts'

/** The promises of the store. */
export interface Promises {
  /** Owned templates by id: credits and number of the receipt, as they were said first. */
  readonly owned: Map<string, { readonly credits: number; readonly receiptNumber: string }>
  /** Payments that were confirmed as granted. */
  readonly granted: Set<string>
  /** Payments that succeeded at the gateway, whatever the store reported. */
  readonly paid: Set<string>
  /** Answers that no crash excuses. */
  readonly faults: string[]
  answers: number
  unanswered: number
}

export interface BuyerOptions {
  readonly baseUrl: string
  readonly gateway: TestGateway
  readonly token: string
  readonly templateIds: readonly string[]
  /** From 0 to 1. */
  readonly random: () => number
}

/**
 * A killed store restarts within seconds, on a busy machine within minutes; a shorter limit would fail because of the machine.
 */
const GIVE_UP_AFTER_MS = 5 * 60_000

export class Buyer {
  readonly confirmed: Promises = {
    owned: new Map(),
    granted: new Set(),
    paid: new Set(),
    faults: [],
    answers: 0,
    unanswered: 0,
  }
  readonly #options: BuyerOptions
  readonly #client: StoreClient
  #isOver = false

  constructor(options: BuyerOptions) {
    this.#options = options
    this.#client = new StoreClient({ baseUrl: options.baseUrl, patienceMs: GIVE_UP_AFTER_MS })
    this.#client.token = options.token
  }

  /** Goes shopping until `stop`. */
  async run(): Promise<void> {
    while (!this.#isOver) {
      const choice = this.#options.random()
      if (choice < 0.5) await this.#buyOne()
      else if (choice < 0.8) await this.#fillCartAndCheckOut()
      else await this.#buyPack()
    }
  }

  stop(): void {
    this.#isOver = true
  }

  async #buyOne(): Promise<void> {
    const templateId = this.#pick()
    const path = this.#options.random() < 0.5 ? 'purchase-template' : 'download-template'
    const { status, body } = await this.#ask('POST', path, { templateId })
    if (status === 402) return this.#buyPack()
    if (status !== 200) return this.#wonder(`${path} answered ${status}`)
    this.#own(templateId, { credits: body.charged, receiptNumber: body.receiptNumber }, body.alreadyPurchased)
  }

  async #fillCartAndCheckOut(): Promise<void> {
    for (let lines = 0; lines < 3; lines++) {
      const quantity = 1 + Math.floor(this.#options.random() * 2)
      const { status } = await this.#ask('POST', 'add-to-cart', { templateId: this.#pick(), quantity })
      if (status !== 200) this.#wonder(`add-to-cart answered ${status}`)
    }
    const { body: cart } = await this.#ask('GET', 'cart')
    const checkout = { idempotencyKey: randomUUID(), expectedCredits: cart.totalCredits }
    const { status, body } = await this.#ask('POST', 'cart/checkout', checkout)
    if (status === 402) {
      await this.#buyPack()
      for (const { template } of cart.items) await this.#ask('DELETE', `cart/${template.templateId}`)
      return
    }
    // Licences were added twice by a repeated request: the price shown was another one.
    if (status === 409 && body.code === 'price-changed') return
    if (status !== 200) return this.#wonder(`checkout answered ${status} ${JSON.stringify(body)}`)
    for (const { templateId, credits, receiptNumber } of body.purchased) {
      this.#own(templateId, { credits, receiptNumber }, false)
    }
    const sum = body.purchased.reduce((total: number, { credits }: { credits: number }) => total + credits, 0)
    if (sum !== body.charged) this.#wonder(`a checkout charged ${body.charged} for what costs ${sum}`)
  }

  async #buyPack(): Promise<void> {
    const { status, body: order } = await this.#ask('POST', 'create-razorpay-order', { credits: 500 })
    if (status === 429) return
    if (status !== 200) return this.#wonder(`create-razorpay-order answered ${status}`)
    const { paymentId, response } = await this.#options.gateway.pay(order.orderId)
    this.confirmed.paid.add(paymentId)
    // Every third tab is closed before the page can say anything.
    if (this.#options.random() < 0.33) return
    const verified = await this.#ask('POST', 'verify-razorpay-payment', response)
    if (verified.status === 200) this.confirmed.granted.add(paymentId)
    else if (verified.status !== 202)
      this.#wonder(`verify answered ${verified.status} ${JSON.stringify(verified.body)}`)
  }

  #own(templateId: string, said: { credits: number; receiptNumber: string }, isRepeated: boolean): void {
    const before = this.confirmed.owned.get(templateId)
    if (before && (before.receiptNumber !== said.receiptNumber || !isRepeated)) {
      this.#wonder(`${templateId} was sold twice: ${before.receiptNumber}, then ${said.receiptNumber}`)
      return
    }
    // After a lost answer the price was paid, but this answer says 0.
    if (!before) this.confirmed.owned.set(templateId, { ...said, credits: isRepeated ? Number.NaN : said.credits })
  }

  #pick(): string {
    const { templateIds, random } = this.#options
    return templateIds[Math.floor(random() * templateIds.length)] as string
  }

  #wonder(fault: string): void {
    this.confirmed.faults.push(fault)
  }

  async #ask(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await this.#client.call(method, `/api/${path}`, body)
    this.confirmed.answers++
    this.confirmed.unanswered = this.#client.repeated
    return answer
  }
}
