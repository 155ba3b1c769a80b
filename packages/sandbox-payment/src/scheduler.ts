// Runs the sandbox's due work, one round at a time.

/** So often a server looks for work that another server left when it ended. */
const MAX_SLEEP_MS = 30_000
const PAUSE_AFTER_FAULT_MS = 5000

export interface Scheduler {
  /** Something may have become due. */
  ring(): void
  /** Resolves when no work runs any more. */
  stop(): Promise<void>
}

/** `work` does all that is due and says when something is due next. It is never called while it still runs. */
export function startScheduler(work: () => Promise<Date | undefined>, onFault: (error: unknown) => void): Scheduler {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let isRung = false
  let isStopped = false

  const run = async () => {
    let sleepMs = MAX_SLEEP_MS
    try {
      do {
        isRung = false
        const next = await work()
        sleepMs = next ? Math.max(0, Math.min(MAX_SLEEP_MS, next.getTime() - Date.now())) : MAX_SLEEP_MS
      } while (isRung && !isStopped)
    } catch (error) {
      onFault(error)
      sleepMs = PAUSE_AFTER_FAULT_MS
    }
    running = undefined
    if (!isStopped) timer = setTimeout(begin, sleepMs).unref()
  }
  const begin = () => {
    clearTimeout(timer)
    running = run()
  }
  begin()
  return {
    ring() {
      isRung = true
      if (!running && !isStopped) begin()
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
