// Routes of credit packs: packs on sale, payment orders, and their outcome.

import { ApiError } from '@vitrine/contract/api-error'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import {
  createPaymentOrderRequest,
  createPaymentOrderResponse,
  creditPacks,
  creditPurchaseResponse,
  creditPurchases,
  paymentConfig,
  pendingPaymentResponse,
  verifyPaymentRequest,
  verifyPaymentResponse,
} from '@vitrine/contract/payments'
import { getUser } from '@vitrine/shop/accounts'
import { shownAddress } from '@vitrine/shop/accounts/address'
import { getBalance } from '@vitrine/shop/credits'
import { getCreditPurchase, listCreditPurchases, openOrder } from '@vitrine/shop/payments/order'
import { listPacks } from '@vitrine/shop/payments/pack'
import { verifyPayment } from '@vitrine/shop/payments/verify'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { sessionOf, signedIn } from '../session/authentication.ts'

const tags = ['payments']
const params = z.object({ orderId: z.string().min(1).max(100) })

export function addPaymentRoutes(api: ApiScope, deps: AppDeps): void {
  addPackRoutes(api, deps)
  addPaymentOrderRoutes(api, deps)
  addCreditPurchaseRoutes(api, deps)
}

function addPackRoutes(api: ApiScope, { db, providers, settings }: AppDeps): void {
  api.get(
    '/credit-packs',
    {
      config: { auth: 'optional' },
      schema: { tags, summary: 'The packs for sale; a token makes them personal', response: { 200: creditPacks } },
    },
    async (request) => ({ packs: await listPacks(db, settings.get().pricing, request.session?.userId) }),
  )

  api.get(
    '/payment-config',
    { schema: { tags, summary: 'What a page needs to open the checkout', response: { 200: paymentConfig } } },
    async () => {
      const { keyId, scriptUrl, isSandbox } = providers.get().payments
      return { keyId, scriptUrl, isSandbox }
    },
  )
}

function addPaymentOrderRoutes(api: ApiScope, { db, providers }: AppDeps): void {
  api.post(
    '/create-razorpay-order',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Opens an order for a pack, at the price of the store',
        body: createPaymentOrderRequest,
        response: {
          200: createPaymentOrderResponse,
          401: apiErrorBody,
          404: apiErrorBody,
          409: apiErrorBody,
          429: apiErrorBody,
          503: apiErrorBody,
        },
      },
    },
    async (request) => {
      const { userId } = sessionOf(request)
      const { packId, credits } = request.body
      const { payments, sellsPacks } = providers.get()
      if (!sellsPacks) throw new ApiError('payment-off')
      const user = await getUser(db, userId)
      const order = await openOrder(db, payments, userId, { packId, credits })
      return {
        orderId: order.orderId,
        amount: order.amountPaise,
        currency: order.currency,
        credits: order.credits,
        keyId: payments.keyId,
        prefill: { name: user.actualName, email: shownAddress(user.email), contact: user.phoneNumber },
      }
    },
  )

  api.post(
    '/verify-razorpay-payment',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Confirms a payment the checkout reported, and grants its credits once',
        body: verifyPaymentRequest,
        response: {
          200: verifyPaymentResponse,
          202: pendingPaymentResponse.describe('The money is on its way; the credits follow by themselves'),
          400: apiErrorBody,
          401: apiErrorBody,
          402: apiErrorBody,
          404: apiErrorBody,
          409: apiErrorBody,
        },
      },
    },
    async (request, reply) => {
      const { razorpay_order_id: orderId, razorpay_payment_id: paymentId, razorpay_signature: signature } = request.body
      const { userId } = sessionOf(request)
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
  )
}

function addCreditPurchaseRoutes(api: ApiScope, { db }: AppDeps): void {
  api.get(
    '/credit-purchases',
    {
      config: signedIn,
      schema: { tags, summary: 'The caller’s orders', response: { 200: creditPurchases, 401: apiErrorBody } },
    },
    async (request) => ({ items: await listCreditPurchases(db, sessionOf(request).userId) }),
  )

  api.get(
    '/credit-purchases/:orderId',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'One of the caller’s orders',
        params,
        response: { 200: creditPurchaseResponse, 401: apiErrorBody, 404: apiErrorBody },
      },
    },
    async (request, reply) => {
      const { userId } = sessionOf(request)
      reply.header('cache-control', 'no-store')
      const [purchase, balance] = await Promise.all([
        getCreditPurchase(db, userId, request.params.orderId),
        getBalance(db, userId),
      ])
      return { ...purchase, newCreditsBalance: balance.total }
    },
  )
}
