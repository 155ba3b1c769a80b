// Routes of credits: the balance, packs on sale, billing details, payment orders, their outcome, and the webhook of the payment gateway.

import { ApiError } from '@vitrine/contract/api-error'
import { creditsRoutes, paymentsRoutes } from '@vitrine/contract/routes/payments'
import { transaction } from '@vitrine/database/connection'
import { getUser } from '@vitrine/store/accounts'
import { shownAddress } from '@vitrine/store/accounts/address'
import { readBillingDetails, saveBillingDetails } from '@vitrine/store/billing/quote'
import { getBalance, listStatement } from '@vitrine/store/credits'
import { receiveEvent } from '@vitrine/store/payments/event'
import { getCreditPurchase, listCreditPurchases, listPacks, openOrder } from '@vitrine/store/payments/order'
import { verifyPayment } from '@vitrine/store/payments/verify'
import type { FastifyInstance } from 'fastify'
import type { AppDeps } from '../deps/deps.ts'
import { type ApiScope, defineHandlers, serve } from '../http/serve.ts'
import { getSession } from '../session/authentication.ts'

const handle = defineHandlers<typeof paymentsRoutes>()

export async function addPaymentRoutes(api: ApiScope, deps: AppDeps): Promise<void> {
  addCreditRoutes(api, deps)
  serve(api, paymentsRoutes, {
    ...packHandlers(deps),
    ...billingDetailHandlers(deps),
    ...paymentOrderHandlers(deps),
    ...creditPurchaseHandlers(deps),
  })
  await addWebhookRoute(api, deps)
}

function packHandlers({ db, providers, settings }: AppDeps) {
  return handle({
    'GET /api/credit-packs': (request) => listPacks(db, settings.get(), request.session?.userId),

    'GET /api/payment-config': async () => {
      const { keyId, scriptUrl, isSandbox } = providers.get().payments
      return { keyId, scriptUrl, isSandbox }
    },
  })
}

function billingDetailHandlers({ db }: AppDeps) {
  return handle({
    'GET /api/billing-details': async (request) => ({
      details: await readBillingDetails(db, getSession(request).userId),
    }),

    'PUT /api/billing-details': async (request) => {
      const { userId } = getSession(request)
      await transaction(db, (tx) => saveBillingDetails(tx, userId, request.body))
      return { details: request.body }
    },
  })
}

function paymentOrderHandlers({ db, providers }: AppDeps) {
  return handle({
    'POST /api/create-razorpay-order': async (request) => {
      const { userId } = getSession(request)
      const { packId, credits, expectedPaise, expectedTax } = request.body
      const { payments, sellsPacks } = providers.get()
      if (!sellsPacks) throw new ApiError('payment-off')
      const user = await getUser(db, userId)
      const order = await openOrder(db, payments, userId, { packId, credits, expectedPaise, expectedTax })
      return {
        orderId: order.orderId,
        amount: order.amountPaise,
        currency: order.currency,
        credits: order.credits,
        keyId: payments.keyId,
        prefill: { name: user.actualName, email: shownAddress(user.email), contact: user.phoneNumber },
      }
    },

    'POST /api/verify-razorpay-payment': async (request, reply) => {
      const { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature } = request.body
      const { userId } = getSession(request)
      const verified = await verifyPayment(db, providers.get().payments, userId, { orderId, paymentId, signature })
      if (verified.status === 'pending') {
        return reply.code(202).send({ success: false, status: 'pending', orderId: verified.orderId })
      }
      const { balance, purchase } = verified
      return {
        success: true as const,
        newCreditsBalance: balance.total,
        credits: purchase.credits,
        amount: purchase.amountPaise,
        currency: purchase.currency,
        transactionId: purchase.transactionId ?? paymentId,
        orderId: purchase.orderId,
      }
    },
  })
}

function creditPurchaseHandlers({ db }: AppDeps) {
  return handle({
    'GET /api/credit-purchases': async (request) => ({
      items: await listCreditPurchases(db, getSession(request).userId),
    }),

    'GET /api/credit-purchases/:orderId': async (request, reply) => {
      const { userId } = getSession(request)
      reply.header('cache-control', 'no-store')
      const [purchase, balance] = await Promise.all([
        getCreditPurchase(db, userId, request.params.orderId),
        getBalance(db, userId),
      ])
      return { ...purchase, newCreditsBalance: balance.total }
    },
  })
}

/** The credit balance and statement. */
function addCreditRoutes(api: ApiScope, { db }: AppDeps): void {
  serve(api, creditsRoutes, {
    'GET /api/user-credits': async (request) => ({ credits: (await getBalance(db, getSession(request).userId)).total }),

    'GET /api/credits/statement': (request) => listStatement(db, getSession(request).userId, request.query),
  })
}

/** The gateway's messages have a few kilobytes. */
const LIMIT_BYTES = 256 * 1024

/**
 * The payment gateway's webhook. Only messages signed with its secret are accepted. The signature covers the original bytes, so this scope parses nothing. 200 confirms that the message is stored and processed,
 * now or earlier; after any other response, or after 5 seconds, the gateway sends it again.
 */
async function addWebhookRoute(api: FastifyInstance, { db, providers, metrics }: AppDeps): Promise<void> {
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
