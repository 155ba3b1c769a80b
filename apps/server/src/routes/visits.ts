// Route that counts page views. No response, cookie or stored value can identify a visitor after the end of the day.

import { createHmac } from 'node:crypto'
import { isStaff } from '@vitrine/contract/permission'
import { visitsRoutes } from '@vitrine/contract/routes/store'
import type { Db } from '@vitrine/database/connection'
import { toNetwork } from '@vitrine/store/accounts/rate-limit'
import { countVisits, getVisitKey, markVisit, type VisitKey, type VisitMark } from '@vitrine/store/visits'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { isbot } from 'isbot'
import type { AppDeps } from '../deps/deps.ts'
import { type ApiScope, serve } from '../http/serve.ts'

export function addVisitRoutes(api: ApiScope, { db }: AppDeps): void {
  const counter = new VisitCounter(db, api.log)
  api.addHook('onClose', () => counter.close())
  serve(api, visitsRoutes, {
    'POST /api/visits': async (request, reply) => {
      const browser = request.headers['user-agent'] ?? ''
      const isOwn = request.session !== undefined && isStaff(request.session.role)
      // Not awaited: the page needs no result.
      if (!isOwn && !isbot(browser) && browser !== '' && !asksForPrivacy(request)) {
        void counter.add({ address: request.ip, browser }, findLookedAt(request.body.path))
      }
      return reply.code(204).header('cache-control', 'no-store').send(null)
    },
  })
}

/** Global Privacy Control, or its predecessor Do Not Track. */
function asksForPrivacy({ headers }: FastifyRequest): boolean {
  return headers['sec-gpc'] === '1' || headers.dnt === '1'
}

/** The template of a template's page; undefined for other pages. Matches in any case, and with a trailing slash. */
function findLookedAt(path: string): string | undefined {
  return /^\/(?:template|image-template|direct-sell)\/([a-z0-9-]+?)(?:-template)?\/?$/i.exec(path)?.[1]?.toLowerCase()
}

// Collects visits in memory and counts them in one statement every few seconds. It holds only keyed hashes; addresses are dropped
// when `add` returns, and one address counts as a few hundred visitors at most. A crash loses a few seconds of counting.

const COLLECTED_MS = 3000
/** More at once is an attack, and not worth the memory. */
const MAX_MARKS = 20_000

interface Today {
  readonly key: VisitKey
  readonly limit: VisitLimit
  /** Keyed by their bytes, so that each mark is counted once. */
  readonly marks: Map<string, VisitMark>
}

export class VisitCounter {
  readonly #db: Db
  readonly #log: Pick<FastifyBaseLogger, 'warn'>
  #today: Promise<Today> | undefined
  #counting: NodeJS.Timeout | undefined
  #ending: NodeJS.Timeout | undefined

  constructor(db: Db, log: Pick<FastifyBaseLogger, 'warn'>) {
    this.#db = db
    this.#log = log
  }

  /** Adds a visit. Never fails: visits that cannot be counted are lost and logged. */
  async add(visitor: Visitor, templateId?: string): Promise<void> {
    try {
      this.#today ??= this.#begin()
      const { key, limit, marks } = await this.#today
      if (marks.size >= MAX_MARKS || !limit.admit(visitor)) return
      for (const mark of markVisit(key, visitor, templateId)) marks.set(mark.mark.toString('base64'), mark)
      this.#counting ??= setTimeout(() => void this.count(), COLLECTED_MS).unref()
    } catch (error) {
      this.#today = undefined
      this.#log.warn({ err: error }, 'a visit could not be counted')
    }
  }

  /** Counts the collected visits. */
  async count(): Promise<void> {
    clearTimeout(this.#counting)
    this.#counting = undefined
    try {
      const today = await this.#today
      if (!today || today.marks.size === 0) return
      const marks = [...today.marks.values()]
      today.marks.clear()
      await countVisits(this.#db, today.key.day, marks)
    } catch (error) {
      this.#log.warn({ err: error }, 'visits could not be counted')
    }
  }

  /** Counts the remaining visits. */
  async close(): Promise<void> {
    await this.#end()
  }

  async #begin(): Promise<Today> {
    const key = await getVisitKey(this.#db)
    this.#ending = setTimeout(() => void this.#end(), key.endsInMs).unref()
    return { key, limit: new VisitLimit(key.key), marks: new Map() }
  }

  /** Drops the key: the next visit begins the next day. */
  async #end(): Promise<void> {
    clearTimeout(this.#ending)
    const counted = this.count()
    this.#today = undefined
    await counted
  }
}

// Limits the number of visitors per address and day. Visitors are distinguished by address and user agent, and user agents can be
// invented: without a limit, one machine could invent any number of visitors. The memory has constant size, holds only keyed
// hashes, and is cleared together with the key at the end of the day.

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
