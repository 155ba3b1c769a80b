// Limits the number of visitors per address and day. Visitors are distinguished by address and user agent, and user agents can be
// invented: without a limit, one machine could invent any number of visitors. The memory has constant size, holds only keyed
// hashes, and is cleared together with the key at the end of the day.
import { createHmac } from 'node:crypto'
import { toNetwork } from '@vitrine/store/accounts/network'

/** The approximate number of different browsers in a large school or mobile network behind one address. */
const MAX_BROWSERS = 200

/** 2^23 bits, three for each pair: of 500,000 visitors of a day, fewer than one in a hundred is mistaken for one seen before. */
const SEEN_BITS = 2 ** 23
const SEEN_MARKS = 3
/** A count-min sketch of four rows: addresses that collide in one row seldom collide in all. */
const COUNTERS = 2 ** 16
const COUNTER_ROWS = 4

export interface Visitor {
  readonly address: string
  readonly browser: string
}

export class VisitLimit {
  readonly #key: Buffer
  readonly #seen = new Uint8Array(SEEN_BITS / 8)
  readonly #counts = new Uint16Array(COUNTERS * COUNTER_ROWS)

  /** `key` is the secret of the day. */
  constructor(key: Buffer) {
    this.#key = key
  }

  /** Whether this visitor counts today: seen before, or among the first of their address. */
  admit({ address, browser }: Visitor): boolean {
    const network = toNetwork(address)
    const places = this.#draw([network, browser], SEEN_MARKS, SEEN_BITS)
    if (places.every((place) => this.#isSeen(place))) return true
    const counters = this.#draw([network], COUNTER_ROWS, COUNTERS).map((place, row) => row * COUNTERS + place)
    const counts = counters.map((counter) => this.#counts[counter] ?? 0)
    const least = Math.min(...counts)
    if (least >= MAX_BROWSERS) return false
    // Only the least counters grow, so that a busy address does not count for others with the same counter.
    for (const [row, counter] of counters.entries()) if (counts[row] === least) this.#counts[counter] = least + 1
    for (const place of places) this.#seen[place >> 3] = (this.#seen[place >> 3] ?? 0) | (1 << (place & 7))
    return true
  }

  #isSeen(place: number): boolean {
    return ((this.#seen[place >> 3] ?? 0) & (1 << (place & 7))) !== 0
  }

  /** `count` numbers below `end`, which depend only on the texts and the key of the day. */
  #draw(texts: readonly string[], count: number, end: number): number[] {
    const digest = createHmac('sha256', this.#key).update(JSON.stringify(texts)).digest()
    return Array.from({ length: count }, (_, n) => digest.readUInt32BE(n * 4) % end)
  }
}
