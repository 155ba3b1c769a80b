// Delivers webhook calls: signed, at least once, retried with exponential backoff, and disabled after a day without success.
import { createHmac } from 'node:crypto'
import { backoffMs } from '@vitrine/contract/backoff'
import { type Db, transaction } from '@vitrine/database/connection'
import { claimDueDeliveries, type Delivery, lockSandbox, saveAttempt, switchWebhook } from './store.ts'

/** Makes one call and returns its response; throws without one. */
export type Post = (
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ status: number; text: string }>

export interface WebhookDispatcherOptions {
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
const AT_ONCE = 16
const MAX_KEPT_CHARACTERS = 200

/** Posts to an address. */
export const postTo =
  (webhookUrl: string): Post =>
  async (body, headers, signal) => {
    const response = await fetch(webhookUrl, { method: 'POST', headers, body, signal, redirect: 'error' })
    return { status: response.status, text: await response.text() }
  }

/** Creates a function that sends all due calls, and resolves when each was answered or has failed. */
export function createWebhookDispatcher(options: WebhookDispatcherOptions): () => Promise<void> {
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
      const due = await claimDueDeliveries(db, now(), after(2 * timeoutMs), AT_ONCE)
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
