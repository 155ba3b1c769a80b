// Runs the store's due work, one round at a time.
import type { GatewayStore } from './store.ts'

/** A day asked for in one go would overflow the timer; an hour never does. */
const MAX_SLEEP_MS = 60 * 60 * 1000
const PAUSE_AFTER_FAULT_MS = 5000

export interface Scheduler {
  /** Looks at the store again: something may have become due. */
  ring(): void
  stop(): Promise<void>
}

/** `work` does all that is due. It is never called while it still runs. */
export function startScheduler(store: GatewayStore, now: () => number, work: () => Promise<void>): Scheduler {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isRunning = false
  let isStopped = false

  const plan = (atLeastMs = 0) => {
    if (isStopped) return
    clearTimeout(timer)
    const due = store.findNextDue()
    if (due === undefined) return
    timer = setTimeout(begin, Math.max(atLeastMs, Math.min(MAX_SLEEP_MS, due - now())))
  }
  const begin = () => {
    let pauseMs = 0
    // Before the work begins: it may ring itself.
    isRunning = true
    running = work()
      .catch((error: unknown) => {
        console.error('The sandbox gateway could not do what was due.', error)
        pauseMs = PAUSE_AFTER_FAULT_MS
      })
      .finally(() => {
        isRunning = false
        plan(pauseMs)
      })
  }
  return {
    ring() {
      // While work runs there is nothing to do: its end looks at the store anyway.
      if (!isRunning) plan()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
