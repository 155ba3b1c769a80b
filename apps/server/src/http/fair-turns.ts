// Limits how much work each customer can run at the same time, however much they request.

interface Queue {
  running: number
  readonly waiting: (() => void)[]
}

/** Gives each key at most `atOnce` turns at a time; further ones of the same key wait in order of arrival. */
export class FairTurns {
  readonly #atOnce: number
  readonly #maxWaiting: number
  readonly #queues = new Map<string, Queue>()

  constructor({ atOnce, maxWaiting = Infinity }: { atOnce: number; maxWaiting?: number }) {
    this.#atOnce = atOnce
    this.#maxWaiting = maxWaiting
  }

  /**
   * Resolves when it is this one's turn, with what ends the turn (ending it again does nothing). Undefined when as many wait
   * for the same key as may.
   */
  take(key: string): Promise<() => void> | undefined {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] }
    this.#queues.set(key, queue)
    if (queue.running < this.#atOnce) {
      queue.running++
      return Promise.resolve(this.#endOf(key, queue))
    }
    if (queue.waiting.length >= this.#maxWaiting) return undefined
    return new Promise((resolve) => queue.waiting.push(() => resolve(this.#endOf(key, queue))))
  }

  /** The number of turns in use and of those waiting. */
  get figures(): { running: number; waiting: number } {
    let [running, waiting] = [0, 0]
    for (const queue of this.#queues.values()) {
      running += queue.running
      waiting += queue.waiting.length
    }
    return { running, waiting }
  }

  #endOf(key: string, queue: Queue): () => void {
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      // Handing the place on, instead of freeing it, keeps a newcomer from slipping in before who waits.
      const next = queue.waiting.shift()
      if (next) return next()
      queue.running--
      if (queue.running === 0) this.#queues.delete(key)
    }
  }
}
