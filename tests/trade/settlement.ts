// The end of the day: verifies every promise, by the store's own checks and by what buyers saw.
import { setTimeout as sleep } from 'node:timers/promises'
import { checkInvariants } from '@vitrine/store/invariants/invariant'
import { checkMoney } from '@vitrine/store/invariants/ledger-check'
import { sql } from 'drizzle-orm'
import { BufferSource, Input, MP4 } from 'mediabunny'
import type { BuyerRecord } from './buyer.ts'
import type { PriceBook } from './price-book.ts'
import type { TradingStore } from './trading-store.ts'

const QUEUE_PATIENCE_MS = 20 * 60_000
/** Buyers who look at their account at the same time. */
const AT_ONCE = 4

export interface Settlement {
  readonly charges: number
  readonly videos: number
  readonly transfers: number
  readonly invariants: number
  /** Every broken promise as a sentence. */
  readonly faults: readonly string[]
}

/** Waits until nothing is left to do, then compares. */
export async function settle(
  store: TradingStore,
  prices: PriceBook,
  records: readonly BuyerRecord[],
): Promise<Settlement> {
  const faults: string[] = []
  await untilNothingWaits(store)
  const left = [...records]
  const settleNext = async () => {
    for (let record = left.pop(); record; record = left.pop()) faults.push(...(await findFaults(record, prices)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, settleNext))
  const { entries, faults: moneyFaults } = await checkMoney(store.db)
  const findings = await checkInvariants(store.db, { storage: store.storage, addresses: store.serverUrls })
  for (const { name, violations } of findings) {
    if (violations === undefined) faults.push(`${name} could not be checked`)
    for (const violation of violations ?? []) faults.push(`${name}: ${violation}`)
  }
  return {
    charges: records.reduce((sum, { charges }) => sum + charges.length, 0),
    videos: records.reduce((sum, { videos }) => sum + videos.length, 0),
    transfers: entries / 2,
    invariants: findings.length,
    faults: [...faults, ...moneyFaults],
  }
}

async function untilNothingWaits({ db }: TradingStore): Promise<void> {
  for (const end = Date.now() + QUEUE_PATIENCE_MS; ; await sleep(500)) {
    const { rows } = await db.execute(sql`select 1 from operations where status in ('queued', 'running') limit 1`)
    if (rows.length === 0) return
    if (Date.now() > end) throw new Error('the queue is not empty after 20 minutes')
  }
}

/** What of a buyer's promises does not hold. */
async function findFaults(
  { client, charges, videos, boughtCredits }: BuyerRecord,
  prices: PriceBook,
): Promise<string[]> {
  const faults: string[] = []
  for (const charge of charges) {
    if (!prices.wasAsked(charge))
      faults.push(`${charge.templateId} was charged ${charge.credits}, which it did not cost`)
  }
  const { body: listed } = await client.expect('GET', '/api/user-generated-videos', [200])
  const states = new Map<string, Listed>(listed.videos.map((video: Listed) => [video.jobId, video]))
  for (const video of videos) faults.push(...(await findVideoFaults(client, video, states.get(video))))
  if (listed.videos.length > new Set(videos).size)
    faults.push(`${videos.length} videos were ordered, ${listed.videos.length} are there`)
  const { body: statement } = await client.expect('GET', '/api/credits/statement?limit=100', [200])
  const { body: balance } = await client.expect('GET', '/api/user-credits', [200])
  const sum = statement.items.reduce((total: number, { credits }: { credits: number }) => total + credits, 0)
  if (sum !== balance.credits) faults.push(`a statement adds up to ${sum}, the balance is ${balance.credits}`)
  const { body: paid } = await client.expect('GET', '/api/credit-purchases', [200])
  const granted = paid.items
    .filter(({ status }: { status: string }) => ['paid', 'refunded'].includes(status))
    .reduce((total: number, { credits }: { credits: number }) => total + credits, 0)
  if (granted !== boughtCredits) faults.push(`${boughtCredits} credits were paid for, ${granted} were granted`)
  return faults
}

interface Listed {
  readonly jobId: string
  readonly status: string
  readonly downloadUrl: string | null
}

async function findVideoFaults(
  client: BuyerRecord['client'],
  id: string,
  video: Listed | undefined,
): Promise<string[]> {
  if (video?.status !== 'completed' || !video.downloadUrl) return [`video ${id} is ${video?.status ?? 'not listed'}`]
  const answer = await client.fetch(video.downloadUrl)
  if (answer.status !== 200) return [`the download of ${id} answered ${answer.status}`]
  const input = new Input({ formats: [MP4], source: new BufferSource(await answer.arrayBuffer()) })
  const seconds = await input.computeDuration()
  return Math.abs(seconds - 2) < 0.15 ? [] : [`video ${id} lasts ${seconds} s`]
}
