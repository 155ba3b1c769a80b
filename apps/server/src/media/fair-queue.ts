// Shares heavy work on uploaded files fairly among accounts: an account with many or slow files waits behind the others.
import { ApiError } from '@vitrine/contract/api-error'
import { ConcurrencyLimiter } from '../http/concurrency-limiter.ts'

/** Work that can be interrupted and restarted: when `signal` aborts it must end soon, and its result is discarded. */
type HeavyWork<T> = (signal: AbortSignal) => Promise<T>

/** Runs heavy work in a slot. Throws `store-unavailable` when none becomes free in time. */
export type Heavy = <T>(work: HeavyWork<T>) => Promise<T>

export interface FairQueue {
  /**
   * Runs `work` after earlier work of this account; `work` passes its heavy parts to `heavy`. Throws `rate-limited` when too much
   * work of this account is waiting.
   */
  run<T>(account: string, work: (heavy: Heavy) => Promise<T>): Promise<T>
}

interface FairQueueOptions {
  /** Number of concurrent pieces of heavy work. */
  readonly places: number
  /** Number of waiting pieces per account. */
  readonly waitingPerAccount?: number
  /** The maximum time for waiting and running together, interruptions included. */
  readonly deadlineMs?: number
}

/** Time in a slot after which work sinks by one level, and again by another. */
export const QUANTA_MS: readonly number[] = [1500, 6000]

/** Enough for a customer who selects a whole album at once. */
const WAITING_PER_ACCOUNT = 100
const DEADLINE_MS = 5 * 60_000

interface Part {
  /** 0 for new work; higher for work that has already taken long. */
  level: number
  readonly arrival: number
  beganAt: number
  begin(): void
  /** Takes the slot away; the work waits again. */
  breakOff(): void
}

/**
 * A multilevel feedback queue (Corbató 1962) over accounts. Each account has one piece of work in the queue at a time, so first
 * come, first served means one round over all accounts. Slow work is only recognized by running it: it starts at level 0 and
 * sinks with the time it takes.
 */
export function createFairQueue({
  places,
  waitingPerAccount = WAITING_PER_ACCOUNT,
  deadlineMs = DEADLINE_MS,
}: FairQueueOptions): FairQueue {
  const limiter = new ConcurrencyLimiter({ maxRunning: 1, maxWaiting: waitingPerAccount })
  const floor = new Floor(places)
  return {
    async run(account, work) {
      const slot = limiter.acquire(account)
      if (!slot) throw new ApiError('rate-limited')
      const release = await slot
      try {
        return await work((part) => within(deadlineMs, (late) => floor.do(part, late)))
      } finally {
        release()
      }
    },
  }
}

/** Runs `work` with a signal that aborts at the deadline. */
async function within<T>(deadlineMs: number, work: (late: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController()
  const clock = setTimeout(() => late.abort(), deadlineMs)
  try {
    return await work(late.signal)
  } finally {
    clearTimeout(clock)
  }
}

/** The slots, their holders and the waiting work. */
class Floor {
  readonly #places: number
  readonly #running = new Set<Part>()
  #waiting: Part[] = []
  #arrivals = 0

  constructor(places: number) {
    this.#places = places
  }

  /** Gives `work` slots until it is done. Throws `store-unavailable` once `late` has aborted. */
  async do<T>(work: HeavyWork<T>, late: AbortSignal): Promise<T> {
    let level = 0
    for (;;) {
      const place = await this.#wait(level, late)
      try {
        const result = await work(AbortSignal.any([place.lost, late]))
        if (!place.lost.aborted && !late.aborted) return result
      } catch (error) {
        if (!place.lost.aborted && !late.aborted) throw error
      } finally {
        level = place.leave()
      }
      if (late.aborted) throw new ApiError('store-unavailable')
    }
  }

  /** Waits for a slot. `leave` releases it and returns the level that the work has sunk to. */
  #wait(level: number, late: AbortSignal): Promise<{ lost: AbortSignal; leave: () => number }> {
    return new Promise((resolve, reject) => {
      const lost = new AbortController()
      const giveUp = () => {
        this.#waiting = this.#waiting.filter((other) => other !== part)
        reject(new ApiError('store-unavailable'))
      }
      let sinking: NodeJS.Timeout | undefined
      const sinkLater = () => {
        const quantum = QUANTA_MS[part.level]
        if (quantum === undefined) return
        sinking = setTimeout(() => {
          part.level++
          sinkLater()
          this.#settle()
        }, quantum)
      }
      const part: Part = {
        level,
        arrival: this.#arrivals++,
        beganAt: 0,
        begin: () => {
          part.beganAt = performance.now()
          late.removeEventListener('abort', giveUp)
          sinkLater()
          resolve({ lost: lost.signal, leave })
        },
        breakOff: () => lost.abort(),
      }
      const leave = () => {
        clearTimeout(sinking)
        this.#running.delete(part)
        this.#settle()
        return part.level
      }
      late.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(part)
      this.#settle()
    })
  }

  /** Gives free slots to waiting work, and interrupts slow work where quicker work waits. */
  #settle(): void {
    // One of several slots is reserved for slow work, which would otherwise never finish while quick work keeps
    // arriving.
    const maxQuick = Math.max(1, this.#places - 1)
    this.#waiting.sort((a, b) => a.level - b.level || a.arrival - b.arrival)
    while (this.#running.size < this.#places && this.#waiting.length > 0) {
      const isFull = [...this.#running].filter(({ level }) => level === 0).length >= maxQuick
      const slow = isFull ? this.#waiting.findIndex(({ level }) => level > 0) : -1
      for (const next of this.#waiting.splice(Math.max(0, slow), 1)) {
        this.#running.add(next)
        next.begin()
      }
    }
    const [first] = this.#waiting
    if (!first) return
    const slower = [...this.#running].filter(({ level }) => level > first.level)
    if (this.#running.size - slower.length >= maxQuick) return
    // The latest start loses the least work, and the earliest one gets finished.
    slower.reduce((a, b) => (b.beganAt > a.beganAt ? b : a)).breakOff()
  }
}
