// The payment gateway's webhook. Only messages signed with its secret are accepted.
import { ApiError } from '@vitrine/contract/api-error'
import { receiveEvent } from '@vitrine/store/payments/event'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'

/** The gateway's messages have a few kilobytes. */
const LIMIT_BYTES = 256 * 1024

/**
 * The signature covers the original bytes, so this scope parses nothing. 200 confirms that the message is stored and processed,
 * now or earlier; after any other response, or after 5 seconds, the gateway sends it again.
 */
export async function addWebhookRoutes(api: FastifyInstance, { db, providers, metrics }: AppDeps): Promise<void> {
  await api.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

    scope.post('/webhooks/razorpay', { bodyLimit: LIMIT_BYTES, schema: { hide: true } }, async (request) => {
      const header = (name: string) => {
        const value = request.headers[name]
        return typeof value === 'string' ? value : undefined
      }
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signed = { signature: header('x-razorpay-signature'), eventId: header('x-razorpay-event-id') }
      const { payments } = providers.get()
      const event = payments.readWebhook(body, signed)
      if (!event) throw new ApiError('payment-signature-invalid')
      const { isNew, outcome } = await receiveEvent(db, payments, event)
      metrics.countPaymentEvent({ type: event.type, outcome: String(outcome) })
      request.log.info({ event: event.eventId, type: event.type, isNew, outcome }, 'payment event')
      return { received: true }
    })
  })
}
