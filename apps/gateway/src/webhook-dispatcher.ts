// Delivers webhook calls: signed, at least once, retried with exponential backoff, and switched off after a day without
// success.
import { createHmac } from 'node:crypto'
import type { Delivery, GatewayStore } from './store.ts'

/** Makes one call and returns its response; throws when there is none. */
export type Post = (
  body: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
) => Promise<{ status: number; text: string }>

export interface WebhookDispatcherOptions {
  readonly post: Post
  readonly webhookSecret: string
  readonly now: () => number
  /** The pause after the first failure; the next ones double up to `maxPauseMs`. */
  readonly firstPauseMs?: number
  readonly maxPauseMs?: number
  /** After this long without a success of one call, the webhook is switched off. */
  readonly giveUpAfterMs?: number
}

/** As documented: a slower response counts as a failure. */
const TIMEOUT_MS = 5000
const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 60 * 60 * 1000
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

export type WebhookDispatcher = ReturnType<typeof createWebhookDispatcher>

export function createWebhookDispatcher(store: GatewayStore, options: WebhookDispatcherOptions) {
  const { post, webhookSecret, now } = options
  const { firstPauseMs = FIRST_PAUSE_MS, maxPauseMs = MAX_PAUSE_MS, giveUpAfterMs = GIVE_UP_AFTER_MS } = options
  const stopping = new AbortController()

  const send = async (delivery: Delivery): Promise<{ isDelivered: boolean; answer: string }> => {
    try {
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1',
        'x-razorpay-event-id': delivery.eventId,
        'x-razorpay-signature': createHmac('sha256', webhookSecret).update(delivery.body).digest('hex'),
      }
      const signal = AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), stopping.signal])
      const { status, text } = await post(delivery.body, headers, signal)
      const isDelivered = status >= 200 && status < 300
      return { isDelivered, answer: `${status} ${text}`.slice(0, MAX_KEPT_CHARACTERS) }
    } catch (error) {
      return { isDelivered: false, answer: String((error as Error).message).slice(0, MAX_KEPT_CHARACTERS) }
    }
  }

  const deliver = async (delivery: Delivery): Promise<void> => {
    const { isDelivered, answer } = await send(delivery)
    // A call that is interrupted by a shutdown is sent again at the next start.
    if (stopping.signal.aborted) return
    const attempts = delivery.attempts + 1
    if (isDelivered) {
      store.saveDelivery({ ...delivery, attempts, state: 'delivered', lastAnswer: answer })
      return
    }
    const firstFailedAt = delivery.firstFailedAt ?? now()
    const hasGivenUp = now() - firstFailedAt >= giveUpAfterMs
    const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (attempts - 1))
    store.saveDelivery({
      ...delivery,
      attempts,
      firstFailedAt,
      dueAt: now() + pauseMs,
      state: hasGivenUp ? 'given-up' : 'waiting',
      lastAnswer: answer,
    })
    if (hasGivenUp) switchOff()
  }

  const switchOff = () => {
    store.transaction(() => {
      store.writeSetting('webhook', 'off')
      store.withholdWaiting()
    })
  }

  return {
    /** Sends what is due. Resolves when each of them was answered or has failed. */
    async deliverDue(): Promise<void> {
      for (;;) {
        const due = store.listDueDeliveries(now(), AT_ONCE)
        if (due.length === 0 || stopping.signal.aborted) return
        await Promise.all(due.map(deliver))
      }
    },
    isOn: () => store.readSetting('webhook') !== 'off',
    switchOn: () => store.writeSetting('webhook', 'on'),
    switchOff,
    /** Makes one call due now, whatever its state. */
    resend(id: number): boolean {
      const delivery = store.findDelivery(id)
      if (!delivery) return false
      store.saveDelivery({ ...delivery, dueAt: now(), attempts: 0, firstFailedAt: null, state: 'waiting' })
      return true
    },
    stop: () => stopping.abort(),
  }
}
