// The sandbox for Razorpay: the state of its orders and payments, and its webhook calls. Every change of money and its webhook
// calls are one transaction, committed before the response.

import { createHmac } from 'node:crypto'
import { backoffMs } from '@vitrine/contract/backoff'
import { type Db, transaction } from '@vitrine/database/connection'
import type { SandboxKeys } from '@vitrine/providers/payment/razorpay'
import type { Change } from './payment-engine.ts'
import { claimDueDeliveries, type Delivery, findNextDue, lockSandbox, saveAttempt, switchWebhook } from './store.ts'

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

// Delivers webhook calls: signed, at least once, retried with exponential backoff, and disabled after a day without success.

/** Makes one call and returns its response; throws without one. */
export type Post = (
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ status: number; text: string }>

interface WebhookDispatcherOptions {
  readonly db: Db
  readonly post: Post
  readonly webhookSecret: string
  readonly now: () => Date
  /** Aborts running calls, and ends. */
  readonly stopping: AbortSignal
  /** A slower response counts as a failure. */
  readonly timeoutMs?: number
  /** The pause after the first failure; the next ones double up to `maxPauseMs`. */
  readonly firstPauseMs?: number
  readonly maxPauseMs?: number
}

/** As documented by Razorpay. */
const TIMEOUT_MS = 5000
const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 60 * 60 * 1000
/** When one call has failed for this long, the webhook is disabled. */
const GIVE_UP_AFTER_MS = 24 * 60 * 60 * 1000
const MAX_CONCURRENT = 16
const MAX_KEPT_CHARACTERS = 200

/** Posts to an address. */
export const postTo =
  (webhookUrl: string): Post =>
  async (body, headers, signal) => {
    const response = await fetch(webhookUrl, { method: 'POST', headers, body, signal, redirect: 'error' })
    return { status: response.status, text: await response.text() }
  }

/** Creates a function that sends all due calls, and resolves when each was answered or has failed. */
function createWebhookDispatcher(options: WebhookDispatcherOptions): () => Promise<void> {
  const { db, post, webhookSecret, now, stopping, timeoutMs = TIMEOUT_MS } = options
  const { firstPauseMs = FIRST_PAUSE_MS, maxPauseMs = MAX_PAUSE_MS } = options
  const after = (ms: number) => new Date(now().getTime() + ms)

  const send = async ({ eventId, body }: Delivery): Promise<{ isDelivered: boolean; lastAnswer: string }> => {
    try {
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1',
        'x-razorpay-event-id': eventId,
        'x-razorpay-signature': createHmac('sha256', webhookSecret).update(body).digest('hex'),
      }
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stopping])
      const { status, text } = await post(body, headers, signal)
      return { isDelivered: status >= 200 && status < 300, lastAnswer: keep(`${status} ${text}`) }
    } catch (error) {
      return { isDelivered: false, lastAnswer: keep(String((error as Error).message)) }
    }
  }

  const deliver = async (delivery: Delivery): Promise<void> => {
    const { isDelivered, lastAnswer } = await send(delivery)
    // Aborted by a shutdown: it becomes due again, here or on another server.
    if (stopping.aborted && !isDelivered) return saveAttempt(db, delivery, { dueAt: now() })
    const attempts = delivery.attempts + 1
    if (isDelivered) return saveAttempt(db, delivery, { attempts, lastAnswer, state: 'delivered' })
    const firstFailedAt = delivery.firstFailedAt ?? now()
    const isExpired = now().getTime() - firstFailedAt.getTime() >= GIVE_UP_AFTER_MS
    const dueAt = after(backoffMs(attempts, { firstMs: firstPauseMs, maxMs: maxPauseMs }))
    const state = isExpired ? 'given-up' : 'waiting'
    await saveAttempt(db, delivery, { attempts, lastAnswer, firstFailedAt, dueAt, state })
    if (isExpired) await switchOff(db)
  }

  return async () => {
    while (!stopping.aborted) {
      // If the server dies, they become due again shortly after its time limit.
      const due = await claimDueDeliveries(db, now(), after(2 * timeoutMs), MAX_CONCURRENT)
      if (due.length === 0) return
      await Promise.all(due.map(deliver))
    }
  }
}

/** PostgreSQL cannot store NUL. */
const keep = (answer: string) => answer.replaceAll('\0', '').slice(0, MAX_KEPT_CHARACTERS)

function switchOff(db: Db): Promise<void> {
  return transaction(db, async (tx) => {
    await lockSandbox(tx)
    await switchWebhook(tx, false)
  })
}
