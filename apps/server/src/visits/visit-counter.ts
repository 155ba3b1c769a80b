// Collects visits in memory and counts them in one statement every few seconds. It holds only keyed hashes; addresses are dropped
// when `add` returns, and one address counts as a few hundred visitors at most. A crash loses a few seconds of counting.
import type { Db } from '@vitrine/database/connection'
import { countVisits, getVisitKey, markVisit, type VisitKey, type VisitMark } from '@vitrine/store/visits'
import type { FastifyBaseLogger } from 'fastify'
import { VisitLimit, type Visitor } from './visit-limit.ts'

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
