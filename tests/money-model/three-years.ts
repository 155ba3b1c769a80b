// Three financial years of trade on two servers, which are killed, as are their connections: random orders, purchases, refunds,
// disputes, and owners who change the tax. Each buyer does one thing after another, so that a model knows every paisa; all buyers
// act at once.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@vitrine/database/connection'
import type { PaymentEvent } from '@vitrine/providers/payment'
import { sql } from 'drizzle-orm'
import { getBalance } from '../../packages/store/src/credits/credits.ts'
import { checkMoney } from '../../packages/store/src/invariants/ledger-check.ts'
import { MemoryGateway, newDispute } from '../../packages/store/testing/gateway.ts'
import { addCatalogueFiles, addMember, addTemplate } from '../../packages/store/testing/store.ts'
import type { TravellingDatabase } from '../travelling-database.ts'
import { BilledBuyer, BUYERS, type BuyerName, type Item, type ModelQuote, PROFILES } from './billing-model.ts'
import { assertDocuments, assertSums } from './document-check.ts'
import { assertExports } from './export-check.ts'
import type { Works } from './money-process.ts'
import { AnswerLost, MoneyServer } from './money-server.ts'
import { readOutcome } from './store.ts'

const PACKS = [
  { packId: 'starter', credits: 100, price: 100 },
  { packId: 'popular', credits: 500, price: 39_900 },
  { packId: 'large', credits: 1000, price: 69_900 },
  { packId: 'largest', credits: 2500, price: 149_900 },
] as const
const FIRST_DAY = Date.UTC(2026, 3, 2)
const DAY_MS = 86_400_000
const region = { isIndianUser: false }
/** What one buyer does before another takes the place: templates are bought once. */
const ACTS = 45

export interface ThreeYears {
  readonly orders: number
  /** Buyers at the same time. */
  readonly buyers?: number
  readonly seed: number
  readonly onProgress?: (line: string) => void
}

export interface Trade {
  orders: number
  paid: number
  purchases: number
  refunds: number
  disputes: number
  profiles: number
  /** Connections that were ended in the middle of a transaction. */
  kills: number
  serversKilled: number
  /** Answers that were lost, after which the request was repeated. */
  repeated: number
  documents: number
}

type Random = (below: number) => number

/** Mulberry32: the same numbers for the same seed on every machine. */
function newRandom(seed: number): Random {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}

interface Order {
  readonly gatewayId: string
  readonly pack: (typeof PACKS)[number]
  readonly quote: ModelQuote
}

type Refund = Parameters<MemoryGateway['refunds']['set']>[1]
type Dispute = ReturnType<typeof newDispute>

/** A buyer, in the store and in the model. */
class Person {
  readonly model = new BilledBuyer(500)
  readonly gateway = new MemoryGateway()
  readonly opened: Order[] = []
  readonly owned = new Set<string>()
  readonly refunds: Refund[] = []
  readonly disputes: Dispute[] = []
  hasStarter = false
  acts = 0
  readonly userId: string
  readonly random: Random

  constructor(userId: string, random: Random) {
    this.userId = userId
    this.random = random
  }

  pick<T>(from: readonly T[]): T {
    const picked = from[this.random(from.length)]
    assert(picked !== undefined, 'nothing to choose from')
    return picked
  }
}

interface Goods extends Item {
  readonly id: string
}

class Years {
  readonly trade: Trade = {
    orders: 0,
    paid: 0,
    purchases: 0,
    refunds: 0,
    disputes: 0,
    profiles: 0,
    kills: 0,
    serversKilled: 0,
    repeated: 0,
    documents: 0,
  }
  profile = PROFILES[0]
  year = ''
  acts = 0
  readonly restarts: Promise<void>[] = []
  people: Person[] = []
  readonly left: Person[] = []
  goods: readonly Goods[] = []
  readonly servers: readonly MoneyServer[]
  readonly random: Random

  constructor(servers: readonly MoneyServer[], random: Random) {
    this.servers = servers
    this.random = random
  }

  /** Asks any server that is up, and repeats it until an answer comes. */
  async ask<Name extends keyof Works>(
    gateway: MemoryGateway | undefined,
    work: Name,
    ...input: Parameters<Works[Name]>
  ): Promise<Awaited<ReturnType<Works[Name]>>> {
    for (;;) {
      const up = this.servers.filter(({ isUp }) => isUp)
      const server = up[this.random(Math.max(up.length, 1))]
      if (!server) {
        await sleep(20)
        continue
      }
      try {
        return await server.ask(gateway, work, ...input)
      } catch (error) {
        if (!(error instanceof AnswerLost)) throw error
        this.trade.repeated++
      }
    }
  }

  async killServer(): Promise<void> {
    const server = this.servers[this.random(this.servers.length)]
    const unanswered = await server?.kill()
    if (unanswered) this.trade.serversKilled++
  }
}

type Act = (years: Years, person: Person) => Promise<void>

const tellDetails: Act = async (years, person) => {
  const { userId, model } = person
  const who = person.pick(Object.keys(BUYERS) as BuyerName[])
  await years.ask(undefined, 'saveBillingDetails', userId, BUYERS[who].details)
  model.who = who
}

const order: Act = async (years, person) => {
  const pack = person.pick(PACKS)
  const { userId, model, gateway } = person
  const quote = model.quote(years.profile, pack.price)
  const choice = { packId: pack.packId, ...(quote && { expectedPaise: quote.amountPaise }) }
  const outcome = await readOutcome(years.ask(gateway, 'openOrder', userId, choice))
  if (pack.packId === 'starter' && person.hasStarter) return assert.deepEqual(outcome, { code: 'starter-pack-used' })
  if (!quote) {
    assert.deepEqual(outcome, { code: 'billing-details-missing' })
    return tellDetails(years, person)
  }
  assert('value' in outcome, JSON.stringify(outcome))
  years.trade.orders++
  person.opened.push({ gatewayId: outcome.value.orderId, pack, quote })
  if (person.random(4) > 0) await payOrder(years, person)
}

/** Perhaps long after it was opened, when the tax is another. */
const payOrder: Act = async (years, person) => {
  const [opened] = person.opened.splice(person.random(Math.max(person.opened.length, 1)), 1)
  if (!opened) return
  const { gateway, model } = person
  const { pack, quote } = opened
  if (pack.packId === 'starter' && person.hasStarter) return
  const payment = gateway.pay(opened.gatewayId)
  assert.equal(payment.amountPaise, quote.amountPaise)
  await hear(years, person, gateway.makeEvent('payment.captured', { payment }))
  model.pay(payment.paymentId, quote, pack.credits, years.year)
  person.hasStarter ||= pack.packId === 'starter'
  years.trade.paid++
}

/** Now and then both servers hear it at once. */
async function hear(years: Years, person: Person, event: PaymentEvent): Promise<void> {
  const times = person.random(5) === 0 ? 2 : 1
  await Promise.all(Array.from({ length: times }, () => years.ask(person.gateway, 'receiveEvent', event)))
}

/** Up to the number of them that the buyer has credits for. */
function chooseGoods(years: Years, person: Person, count: number): Goods[] {
  const { promotional, paid } = person.model
  let credits = promotional + paid
  const chosen: Goods[] = []
  for (let turn = 0; turn < count; turn++) {
    const goods = person.pick(years.goods)
    if (person.owned.has(goods.id) || chosen.includes(goods) || goods.credits > credits) continue
    credits -= goods.credits
    chosen.push(goods)
  }
  return chosen
}

const buyOne: Act = async (years, person) => {
  const [goods] = chooseGoods(years, person, 1)
  if (!goods) return
  const wish = { userId: person.userId, templateId: goods.id, region, expectedCredits: goods.credits }
  await years.ask(undefined, 'acquireTemplate', wish)
  years.trade.purchases++
  person.owned.add(goods.id)
  person.model.spend([goods], years.profile, years.year)
}

const checkOut: Act = async (years, person) => {
  const { userId, owned, model } = person
  const chosen = chooseGoods(years, person, 4).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  if (chosen.length === 0) return
  for (const { id } of chosen) {
    const line = { templateId: id, quantity: 1, ifAbsent: true }
    await years.ask(undefined, 'addToCart', userId, line)
  }
  assert.equal((await years.ask(undefined, 'listCartLines', userId)).length, chosen.length)
  const request = {
    userId,
    idempotencyKey: randomUUID(),
    expectedCredits: chosen.reduce((sum, { credits }) => sum + credits, 0),
    region,
  }
  await years.ask(undefined, 'checkOutCart', request)
  years.trade.purchases += chosen.length
  for (const { id } of chosen) owned.add(id)
  model.spend(chosen, years.profile, years.year)
}

/** What of a payment has gone back: refunds that did not fail, and disputes that the bank has not given up. */
function sumReturned({ refunds, disputes, gateway }: Person, paymentId: string): number {
  const refunded = refunds.filter((refund) => refund.paymentId === paymentId && refund.status !== 'failed')
  const disputed = disputes.filter(
    (dispute) => dispute.paymentId === paymentId && ['open', 'lost'].includes(dispute.status),
  )
  const sum =
    refunded.reduce((all, { amountPaise }) => all + amountPaise, 0) +
    disputed.reduce((all, { amountDeductedPaise }) => all + amountDeductedPaise, 0)
  return Math.min(gateway.payments.get(paymentId)?.amountPaise ?? 0, sum)
}

function pickPayment(person: Person): string | undefined {
  const ids = [...person.model.payments.keys()]
  return ids.length === 0 ? undefined : person.pick(ids)
}

const giveBack: Act = async (years, person) => {
  const paymentId = pickPayment(person)
  const payment = person.gateway.payments.get(paymentId ?? '')
  const left = payment ? payment.amountPaise - payment.refundedPaise : 0
  if (!paymentId || left === 0) return
  const part = [left, Math.ceil(left / 2), Math.ceil(left / 3), 1 + person.random(left)][person.random(4)] ?? left
  const refund = person.gateway.giveBack(paymentId, part, person.random(2) ? 'pending' : 'processed')
  person.refunds.push(refund)
  await hear(years, person, person.gateway.makeEvent('refund.processed', { refund }))
  person.model.giveBack(paymentId, sumReturned(person, paymentId), years.year)
  years.trade.refunds++
}

const failRefund: Act = async (years, person) => {
  const index = person.random(Math.max(person.refunds.length, 1))
  const refund = person.refunds[index]
  if (!refund || refund.status === 'failed') return
  const { gateway, model } = person
  const failed = { ...refund, status: 'failed' as const }
  person.refunds[index] = failed
  const refundedPaise = (gateway.payments.get(refund.paymentId)?.refundedPaise ?? 0) - refund.amountPaise
  gateway.move(refund.paymentId, { refundedPaise, status: 'captured' })
  await hear(years, person, gateway.makeEvent('refund.failed', { refund: failed }))
  model.giveBack(refund.paymentId, sumReturned(person, refund.paymentId), years.year)
}

const dispute: Act = async (years, person) => {
  const payment = person.gateway.payments.get(pickPayment(person) ?? '')
  if (!payment) return
  const opened = newDispute(payment, { amountDeductedPaise: Math.ceil(payment.amountPaise / (1 + person.random(2))) })
  person.disputes.push(opened)
  await hear(years, person, person.gateway.makeEvent('payment.dispute.created', { dispute: opened }))
  person.model.giveBack(payment.paymentId, sumReturned(person, payment.paymentId), years.year)
  years.trade.disputes++
}

const endDispute: Act = async (years, person) => {
  const index = person.disputes.findIndex(({ status }) => status === 'open')
  const open = person.disputes[index]
  if (!open) return
  const status = person.pick(['won', 'lost', 'closed'] as const)
  const ended = { ...open, status }
  person.disputes[index] = ended
  await hear(years, person, person.gateway.makeEvent(`payment.dispute.${status}`, { dispute: ended }))
  person.model.giveBack(open.paymentId, sumReturned(person, open.paymentId), years.year)
}

/** Every third opens an order. */
const ACT_KINDS: readonly Act[] = [
  ...Array<Act>(10).fill(order),
  payOrder,
  ...Array<Act>(3).fill(buyOne),
  ...Array<Act>(3).fill(checkOut),
  ...Array<Act>(3).fill(giveBack),
  failRefund,
  dispute,
  endDispute,
  tellDetails,
]

/** What happens to payments long after they were made. */
const LATE_ACT_KINDS: readonly Act[] = [payOrder, giveBack, giveBack, failRefund, dispute, endDispute, buyOne]

async function changeTax(years: Years): Promise<void> {
  const profile = PROFILES[years.random(PROFILES.length)]
  assert(profile)
  await years.ask(undefined, 'changeTax', profile.settings)
  years.profile = profile
  years.trade.profiles++
}

/** Ends a connection in the middle of a transaction, if there is one. */
async function kill(admin: Db, name: string): Promise<number> {
  const { rowCount } = await admin.$client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = $1 and application_name like 'server%' and xact_start is not null order by random() limit 1`,
    [name],
  )
  return rowCount ?? 0
}

/** Up to four, for example of those who bought in another year. */
function pickSome(people: readonly Person[], random: Random): Person[] {
  const some = Array.from({ length: 4 }, () => people[random(Math.max(people.length, 1))])
  return [...new Set(some)].filter((person) => person !== undefined)
}

async function openStore(years: Years, db: Db): Promise<void> {
  await addCatalogueFiles(db)
  const goods: Goods[] = []
  for (let index = 0; index < 120; index++) {
    const kind = (['video', 'image', 'direct-sell'] as const)[index % 3] ?? 'video'
    const credits = 3 + index * 4
    goods.push({ id: await addTemplate(db, { kind, priceCredits: credits, name: `No. ${index}` }), kind, credits })
  }
  years.goods = goods
}

const financialYear = (day: Date) => (day.getUTCMonth() >= 3 ? day.getUTCFullYear() : day.getUTCFullYear() - 1)

/** Returns what happened, after every balance, document, number and sum was compared. */
export async function tradeForYears(database: TravellingDatabase, plan: ThreeYears): Promise<Trade> {
  const { orders, buyers = 14, seed, onProgress } = plan
  const admin = database.connect('admin', 4)
  const servers = await Promise.all(['server-1', 'server-2'].map((name) => MoneyServer.start(database.url, name)))
  const years = new Years(servers, newRandom(seed))
  try {
    await openStore(years, admin)
    const days = Math.max(36, Math.min(500, Math.ceil(orders / 100)))
    for (let day = 0; day < days; day++) {
      const at = new Date(FIRST_DAY + Math.floor((day * 3 * 363) / days) * DAY_MS)
      years.year = String(financialYear(at))
      await database.travel(admin, at)
      if (day % 2 === 1) await changeTax(years)
      while (years.people.length < buyers) {
        const ownSeed = seed + years.left.length * 1000 + years.people.length
        years.people.push(new Person(await addMember(admin, 500), newRandom(ownSeed)))
      }
      const killing = setInterval(() => {
        const counted = kill(admin, database.name).then((count) => (years.trade.kills += count))
        counted.catch(() => {})
      }, 200)
      await tradeForDay(years, Math.ceil((orders * 3) / days), Math.min(orders, 1500)).finally(() =>
        clearInterval(killing),
      )
      for (const person of years.people.filter(({ acts }) => acts > ACTS)) years.left.push(person)
      years.people = years.people.filter(({ acts }) => acts <= ACTS)
      if (day % 10 === 9) onProgress?.(`${at.toISOString().slice(0, 10)} ${JSON.stringify(years.trade)}`)
    }
  } finally {
    await Promise.allSettled(years.restarts)
    await Promise.all(servers.map((server) => server.stop()))
  }
  await compare(years, admin)
  return years.trade
}

/** After so many acts, on whichever day, one of the servers is killed in the middle of the next ones. */
async function tradeForDay(years: Years, acts: number, actsPerServer: number): Promise<void> {
  let todo = acts
  const late = pickSome(years.left, years.random)
  await Promise.all([
    ...years.people.map(async (person) => {
      while (todo-- > 0) {
        if (++years.acts % actsPerServer === 0) years.restarts.push(years.killServer())
        person.acts++
        await person.pick(ACT_KINDS)(years, person)
      }
    }),
    ...late.map(async (person) => {
      for (let act = 0; act < 5; act++) await person.pick(LATE_ACT_KINDS)(years, person)
    }),
  ])
}

async function compare(years: Years, admin: Db): Promise<void> {
  const all = [...years.left, ...years.people]
  for (const { userId, model } of all) {
    const { promotional, paid } = await getBalance(admin, userId)
    assert.deepEqual({ promotional, paid }, { promotional: model.promotional, paid: model.paid }, userId)
    years.trade.documents += await assertDocuments(admin, userId, model)
  }
  const models = all.map(({ model }) => model)
  await assertSums(admin, models)
  await assertExports(admin, models, ['2026', '2027', '2028'])
  assert.deepEqual((await checkMoney(admin)).faults, [])
  const { rows } = await admin.execute<{ count: number }>(sql`select count(*)::int as count from billing_documents`)
  assert.equal(rows[0]?.count, years.trade.documents, 'nobody else has documents')
}
