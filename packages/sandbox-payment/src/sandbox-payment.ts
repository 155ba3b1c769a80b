// The sandbox for Razorpay: the state of its orders and payments, and its webhook calls. Every change of money and its webhook
// calls are one transaction, committed before the response.
import { type Db, transaction } from '@vitrine/database/connection'
import type { SandboxKeys } from '@vitrine/providers/payment/sandbox'
import type { Change } from './payment-engine.ts'
import { findNextDue, lockSandbox } from './store.ts'
import { createWebhookDispatcher, type WebhookDispatcherOptions } from './webhook-dispatcher.ts'

export interface SandboxPaymentOptions
  extends Pick<WebhookDispatcherOptions, 'post' | 'timeoutMs' | 'firstPauseMs' | 'maxPauseMs'> {
  readonly db: Db
  readonly keys: SandboxKeys
  /** Folder of the scripts and styles for browsers. */
  readonly browserFolder: string
  /** Receives errors of background work. */
  readonly onFault: (error: unknown) => void
  /** The clock, for tests. */
  readonly now?: () => Date
}

export interface SandboxPayment extends Pick<SandboxPaymentOptions, 'db' | 'keys' | 'browserFolder'> {
  /** Runs a change in one transaction, then sends due webhook calls. */
  change<T>(work: (change: Change) => Promise<T>): Promise<T>
  /** Sends the due webhook calls. Resolves with the next due time. */
  doDue(): Promise<Date | undefined>
  /** Starts sending them automatically. Call it once the webhook's URL is reachable. */
  start(): void
  stop(): Promise<void>
}

/** Opens the sandbox. Several servers may open the same one: its state is in their database. */
export function openSandboxPayment(options: SandboxPaymentOptions): SandboxPayment {
  const { db, keys, browserFolder, onFault, now = () => new Date() } = options
  const stopping = new AbortController()
  const { webhookSecret } = keys
  const deliverDue = createWebhookDispatcher({ ...options, webhookSecret, now, stopping: stopping.signal })
  let scheduler: Scheduler | undefined

  const changeOnly = <T>(work: (change: Change) => Promise<T>) =>
    transaction(db, async (tx) => {
      const isWebhookOn = await lockSandbox(tx)
      return await work({ tx, isWebhookOn, now: now() })
    })
  const doDue = async (): Promise<Date | undefined> => {
    for (;;) {
      const next = await findNextDue(db)
      if (next === undefined || next > now() || stopping.signal.aborted) return next
      await deliverDue()
    }
  }
  return {
    db,
    keys,
    browserFolder,
    async change(work) {
      const result = await changeOnly(work)
      scheduler?.ring()
      return result
    },
    doDue,
    start() {
      scheduler ??= startScheduler(doDue, onFault)
    },
    async stop() {
      stopping.abort()
      await scheduler?.stop()
    },
  }
}

/** The interval at which a server looks for calls that a stopped server left. */
const MAX_SLEEP_MS = 30_000
const PAUSE_AFTER_FAULT_MS = 5000

interface Scheduler {
  /** Wakes the scheduler: work may have become due. */
  ring(): void
  /** Resolves when no work is running. */
  stop(): Promise<void>
}

/** `work` does all due work and returns the next due time. It never runs twice at the same time. */
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
