// Limits how many pieces of work run at the same time per key, such as a customer or a network.

interface Queue {
  running: number
  readonly waiting: (() => void)[]
}

/** Grants each key at most `maxRunning` slots at a time; further requests for the same key wait in order of arrival. */
export class ConcurrencyLimiter {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  readonly #queues = new Map<string, Queue>()

  constructor({ maxRunning, maxWaiting = Infinity }: { maxRunning: number; maxWaiting?: number }) {
    this.#maxRunning = maxRunning
    this.#maxWaiting = maxWaiting
  }

  /**
   * Resolves with the function that releases the slot (idempotent). Undefined when `maxWaiting` requests for the same key are
   * already waiting.
   */
  acquire(key: string): Promise<() => void> | undefined {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] }
    this.#queues.set(key, queue)
    if (queue.running < this.#maxRunning) {
      queue.running++
      return Promise.resolve(this.#createRelease(key, queue))
    }
    if (queue.waiting.length >= this.#maxWaiting) return undefined
    return new Promise((resolve) => queue.waiting.push(() => resolve(this.#createRelease(key, queue))))
  }

  /** The number of used slots and of waiting requests. */
  get counts(): { running: number; waiting: number } {
    let [running, waiting] = [0, 0]
    for (const queue of this.#queues.values()) {
      running += queue.running
      waiting += queue.waiting.length
    }
    return { running, waiting }
  }

  #createRelease(key: string, queue: Queue): () => void {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      // Passing the slot on, instead of freeing it, keeps a new request from overtaking a waiting one.
      const next = queue.waiting.shift()
      if (next) return next()
      queue.running--
      if (queue.running === 0) this.#queues.delete(key)
    }
  }
}
