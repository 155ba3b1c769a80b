// A visitor of the store: an address, a browser, and a client that repeats unanswered requests.
import { StoreClient } from '../client/store-client.ts'
import type { Clock, Random } from './day.ts'
import type { PriceBook } from './price-book.ts'
import type { AnswerLog } from './watch.ts'

/** State shared by all people during a day of trade. */
export interface Market {
  readonly url: string
  readonly serverUrls: readonly string[]
  readonly clock: Clock
  readonly random: Random
  readonly log: AnswerLog
  readonly prices: PriceBook
  /** Templates of two seconds that buyers make videos of; those that the owner withdraws leave it. */
  readonly videoTemplates: string[]
  /** Payments whose buyers want their money back. */
  readonly regretted: string[]
  /** Observed errors, as sentences. */
  readonly faults: string[]
}

const BROWSERS = [
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_1 like Mac OS X) AppleWebKit/605.1.15 Version/19.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7; rv:145.0) Gecko/20100101 Firefox/145.0',
]

/** A client from an address in India (six of ten) or in America. */
export function newClient({ url, random, log }: Pick<Market, 'url' | 'random' | 'log'>): StoreClient {
  const number = (below: number) => Math.floor(random() * below)
  const home = random() < 0.6 ? `49.${32 + number(16)}` : `8.${number(200) + 1}`
  return new StoreClient({
    baseUrl: url,
    patienceMs: 120_000,
    onAttempt: log.add,
    headers: {
      'x-forwarded-for': `${home}.${number(254) + 1}.${number(254) + 1}`,
      'accept-encoding': 'br, gzip',
      'user-agent': BROWSERS[number(BROWSERS.length)] ?? '',
    },
  })
}
