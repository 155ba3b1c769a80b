// A day of trade: who comes when, and the conditions that must hold at the end.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transaction } from '@vitrine/database/connection'
import { hashPassword } from '@vitrine/store/accounts/password'
import { grantSignupCredits } from '@vitrine/store/credits'
import sharp from 'sharp'
import { writeVideo } from '../../apps/server/testing/video.ts'
import { insertUser } from '../../packages/store/src/accounts/accounts.ts'
import { StoreClient } from '../client/store-client.ts'
import { type BuyerPlan, type BuyerRecord, goShopping, PASSWORD } from './buyer.ts'
import { Clock, createRandom, type DayPart, drawArrivals, findBusiestPart, pick, type Random } from './day.ts'
import { Owner } from './owner.ts'
import type { Market } from './person.ts'
import { PriceBook } from './price-book.ts'
import { type Settlement, settle } from './settlement.ts'
import { openTradingStore, type TradingStore } from './trading-store.ts'
import { visit } from './visitor.ts'
import { AnswerLog, type MemoryFigures, ProcessWatch, type QueueSample, type RouteFigures } from './watch.ts'

/** What a whole day brings; of a part of it, the share of that part comes. */
export interface DayPlan {
  readonly visitors: number
  readonly buyers: number
  readonly videos: number
  /** How many simulated minutes pass in a real one. */
  readonly speed: number
  /** Real minutes of trade; the busiest part of the day that fits is traded. Without it the whole day. */
  readonly minutes?: number | undefined
  /** What the owner does. */
  readonly owner: {
    readonly publish: number
    readonly reprice: number
    readonly withdraw: number
    readonly refund: number
  }
  readonly isDurable?: boolean
  readonly onProgress?: (line: string) => void
}

export interface DayReport {
  readonly part: DayPart
  readonly speed: number
  readonly realMinutes: number
  readonly came: { readonly visitors: number; readonly buyers: number; readonly videosWanted: number }
  readonly answers: number
  readonly routes: readonly RouteFigures[]
  readonly failures: Readonly<Record<string, number>>
  readonly memory: readonly MemoryFigures[]
  readonly queue: readonly QueueSample[]
  /** Lines of warnings and errors that servers and workers wrote, without what differs, and how often. */
  readonly warnings: Readonly<Record<string, number>>
  readonly lostAnswers: number
  readonly owner: Owner['done'] & { readonly slowestVisibleMs: number }
  readonly settlement: Settlement
  readonly faults: readonly string[]
}

const SIGNUP_CREDITS = 500
/** Half of the buyers have an account from an earlier day. */
const RETURNING = 0.5
/** Templates of two seconds that are on sale when the day begins. */
const FIRST_TEMPLATES = 2
const PRICES = [30, 40, 50, 60]

export async function tradeForADay(plan: DayPlan): Promise<DayReport> {
  const random = createRandom(20_261_123)
  const say = plan.onProgress ?? (() => {})
  const store = await openTradingStore(createRandom(7), { isDurable: plan.isDurable ?? true })
  try {
    const part = findBusiestPart(plan.minutes === undefined ? 24 * 60 : plan.minutes * plan.speed)
    const log = new AnswerLog()
    const market = {
      url: store.url,
      serverUrls: store.serverUrls,
      random,
      log,
      prices: new PriceBook(),
      videoTemplates: [],
      regretted: [],
      faults: [],
    }
    await readPrices(store, market.prices)
    const owner = await Owner.signIn({ ...market, clock: new Clock(part, plan.speed) }, store.db)
    for (let n = 0; n < FIRST_TEMPLATES; n++) await owner.publish(pick(random, PRICES))
    const arrivals = await drawDay(plan, part, { store, random })
    say(`the store is open; ${arrivals.length} are on their way`)
    const watch = watchProcesses(store, plan)
    const records: BuyerRecord[] = []
    const day: Market = { ...market, clock: new Clock(part, plan.speed) }
    const began = performance.now()
    await trade(day, arrivals, { owner, records, say })
    const realMinutes = (performance.now() - began) / 60_000
    say('the day is over; counting')
    await watch.stop()
    const settlement = await settle(store, day.prices, records)
    return {
      part,
      speed: plan.speed,
      realMinutes,
      came: countArrivals(arrivals),
      answers: log.count,
      routes: log.routes(),
      failures: log.failures(),
      memory: watch.memory(),
      queue: watch.queue,
      warnings: countWarnings(store),
      lostAnswers: store.lostAnswers(),
      owner: { ...owner.done, slowestVisibleMs: Math.max(0, ...owner.visibleAfterMs) },
      settlement,
      faults: [...day.faults, ...settlement.faults],
    }
  } finally {
    await store.close()
  }
}

type Arrival = { readonly at: number } & (
  | { readonly who: 'visitor'; readonly looks: number }
  | { readonly who: 'buyer'; readonly plan: BuyerPlan }
  | { readonly who: 'owner'; readonly does: keyof DayPlan['owner'] | 'read' }
)

function countArrivals(arrivals: readonly Arrival[]): DayReport['came'] {
  const buyers = arrivals.flatMap((arrival) => (arrival.who === 'buyer' ? [arrival.plan] : []))
  return {
    visitors: arrivals.filter(({ who }) => who === 'visitor').length,
    buyers: buyers.length,
    videosWanted: buyers.reduce((sum, { videos }) => sum + videos, 0),
  }
}

/** Everyone who comes in this part of the day, in order. */
async function drawDay(
  plan: DayPlan,
  part: DayPart,
  { store, random }: { store: TradingStore; random: Random },
): Promise<Arrival[]> {
  const visitors = drawArrivals(plan.visitors, part, random).map((at): Arrival => {
    return { at, who: 'visitor', looks: 1 + Math.floor(random() * 8) }
  })
  const times = drawArrivals(plan.buyers, part, random)
  const returning = await addMembers(store, Math.floor(times.length * RETURNING))
  const files = await makeFiles()
  const perBuyer = plan.videos / plan.buyers
  let owed = 0
  const buyers = times.map((at, n): Arrival => {
    const isRegretful = n % 20 === 3
    // Between none and twice as many as on average; what is left over goes to the next.
    owed += perBuyer
    const videos = isRegretful ? 0 : Math.min(Math.round(owed), Math.round(perBuyer * 2 * random() + 0.5))
    owed -= videos
    const email = n % 2 === 1 ? returning.pop() : undefined
    const clip = n % 20 === 2 ? { clip: files.clip } : {}
    return {
      at,
      who: 'buyer',
      plan: { videos, isRegretful, photo: pick(random, files.photos), ...clip, ...(email && { email }) },
    }
  })
  const owner = (Object.keys(plan.owner) as (keyof DayPlan['owner'])[]).flatMap((does) => {
    return drawArrivals(plan.owner[does], part, random).map((at): Arrival => ({ at, who: 'owner', does }))
  })
  const reading = drawArrivals(24, part, random).map((at): Arrival => ({ at, who: 'owner', does: 'read' }))
  return [...visitors, ...buyers, ...owner, ...reading].toSorted((a, b) => a.at - b.at)
}

/** Accounts of an earlier day, by their addresses. */
async function addMembers({ db }: TradingStore, count: number): Promise<string[]> {
  const passwordHash = await hashPassword(PASSWORD)
  const emails = Array.from({ length: count }, (_, n) => `member-${n}@example.org`)
  for (const [n, email] of emails.entries()) {
    await transaction(db, async (tx) => {
      const name = { username: `member-${n}`, actualName: 'Asha Rao', phoneNumber: '+919876543210' }
      const userId = await insertUser(tx, { ...name, email, passwordHash, employmentField: 'Individual' })
      await grantSignupCredits(tx, userId, SIGNUP_CREDITS)
    })
  }
  return emails
}

/** As a phone stores it: on its side, with a tag that says so. */
function takeGrainyPhoto(width: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const
  const create = { width, height: Math.round(width * 0.75), channels: 3, background: '#806040', noise } as const
  return sharp({ create }).jpeg({ quality: 85 }).withMetadata({ orientation: 6 }).toBuffer()
}

/** What buyers upload: small and large photos, and a clip of two seconds. */
async function makeFiles(): Promise<{ photos: Buffer[]; clip: Buffer }> {
  const photos = await Promise.all([640, 1200, 2400].map((width) => takeGrainyPhoto(width)))
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-clip-'))
  try {
    const path = join(folder, 'clip.mp4')
    await writeVideo(path, { width: 320, height: 180, fps: 25, seconds: 2 })
    return { photos, clip: await readFile(path) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function readPrices({ url }: TradingStore, prices: PriceBook): Promise<void> {
  const client = new StoreClient({ baseUrl: url })
  for (const list of ['templates', 'image-templates', 'direct-sell-templates']) {
    const { body } = await client.expect('GET', `/api/${list}`, [200])
    for (const { templateId, templatePrice, templatePriceIND } of body) {
      prices.begin(templateId, { abroad: templatePrice, india: templatePriceIND })
    }
  }
}

function watchProcesses({ machines, databasePid }: TradingStore, { speed }: DayPlan): ProcessWatch {
  const watched = machines.map(({ name, machine, metrics }) => ({ name, metrics, pid: machine.pid }))
  const everyMs = Math.min(5000, Math.max(1000, 30_000 / speed))
  return new ProcessWatch([...watched, { name: 'postmaster', pid: () => databasePid }], everyMs)
}

/** Lets everyone come at their time and waits until the last has left. */
async function trade(
  market: Market,
  arrivals: readonly Arrival[],
  { owner, records, say }: { owner: Owner; records: BuyerRecord[]; say: (line: string) => void },
): Promise<void> {
  const underWay = new Set<Promise<void>>()
  // The owner does one thing after the other.
  let owned: Promise<void> = Promise.resolve()
  const act = (arrival: Arrival): Promise<void> => {
    if (arrival.who === 'visitor') return visit(market, arrival.looks)
    if (arrival.who === 'buyer') return goShopping(market, arrival.plan, records)
    owned = owned.catch(() => {}).then(() => command(owner, market, arrival.does))
    return owned
  }
  for (const [n, arrival] of arrivals.entries()) {
    await market.clock.until(arrival.at)
    if (n % Math.ceil(arrivals.length / 20) === 0) {
      say(`${n} have come, ${underWay.size} are here, ${market.log.count} answers`)
    }
    const going: Promise<void> = act(arrival)
      .catch((error: unknown) => {
        market.faults.push(`a ${arrival.who}: ${error instanceof Error ? error.message : error}`)
      })
      .finally(() => underWay.delete(going))
    underWay.add(going)
  }
  await Promise.all(underWay)
  await owner.refund()
}

async function command(owner: Owner, market: Market, does: keyof DayPlan['owner'] | 'read'): Promise<void> {
  const price = pick(market.random, PRICES)
  const { videoTemplates } = market
  if (does === 'publish') await owner.publish(price)
  else if (does === 'reprice')
    await owner.changePrice(pick(market.random, videoTemplates), price + Math.floor(market.random() * 9))
  // Something must be left to sell.
  else if (does === 'withdraw' && videoTemplates.length > 1) await owner.withdraw(videoTemplates[0] ?? '')
  else if (does === 'refund') await owner.refund()
  else if (does === 'read') await owner.readFigures()
}

/** What the machines complained about, by their names. */
function countWarnings({ machines }: TradingStore): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { name, machine } of machines) {
    for (const line of machine.output().split('\n')) {
      if (!/warn|error/i.test(line)) continue
      const kind = `${name.replace(/-\d$/, '')}: ${line
        .replace(/^\S+\s+/, '')
        .replaceAll(/[\da-f-]{8,}|\d+/g, '…')
        .slice(0, 120)}`
      counts[kind] = (counts[kind] ?? 0) + 1
    }
  }
  return counts
}
