// Routes of credit packs: packs on sale, billing details, payment orders, and their outcome; of credits; and of receipts.

import { z } from 'zod'
import { billingDetails, billingDetailsResponse } from '../billing.ts'
import {
  createPaymentOrderRequest,
  createPaymentOrderResponse,
  creditPacks,
  creditPurchaseResponse,
  creditPurchases,
  paymentConfig,
  pendingPaymentResponse,
  receiptLinkResponse,
  receiptParams,
  statement,
  statementQuery,
  userCreditsResponse,
  verifyPaymentRequest,
  verifyPaymentResponse,
} from '../payments.ts'
import { defineRoutes } from '../route.ts'

const byOrder = z.object({ orderId: z.string().min(1).max(100) })

export const paymentsRoutes = defineRoutes({
  'GET /api/credit-packs': {
    tag: 'payments',
    summary: 'The packs for sale; a token makes them personal',
    auth: 'optional',
    responses: { 200: creditPacks },
  },

  'GET /api/payment-config': {
    tag: 'payments',
    summary: 'What a page needs to open the checkout',
    responses: { 200: paymentConfig },
  },

  'GET /api/billing-details': {
    tag: 'payments',
    summary: 'Where the caller is, for tax, and for which business they buy',
    auth: 'required',
    responses: { 200: billingDetailsResponse },
    errors: [401],
  },

  'PUT /api/billing-details': {
    tag: 'payments',
    summary: 'Keeps the billing details, for this sale and the following',
    auth: 'required',
    body: billingDetails,
    responses: { 200: billingDetailsResponse },
    errors: [400, 401],
  },

  'POST /api/create-razorpay-order': {
    tag: 'payments',
    summary: 'Opens an order for a pack, at the price of the store',
    auth: 'required',
    body: createPaymentOrderRequest,
    responses: { 200: createPaymentOrderResponse },
    errors: [401, 404, 409, 429, 503],
  },

  'POST /api/verify-razorpay-payment': {
    tag: 'payments',
    summary: 'Confirms a payment the checkout reported, and grants its credits once',
    auth: 'required',
    body: verifyPaymentRequest,
    responses: {
      200: verifyPaymentResponse,
      202: pendingPaymentResponse.describe('The money is on its way; the credits follow by themselves'),
    },
    errors: [400, 401, 402, 404, 409],
  },

  'GET /api/credit-purchases': {
    tag: 'payments',
    summary: 'The caller’s orders',
    auth: 'required',
    responses: { 200: creditPurchases },
    errors: [401],
  },

  'GET /api/credit-purchases/:orderId': {
    tag: 'payments',
    summary: 'One of the caller’s orders',
    auth: 'required',
    params: byOrder,
    responses: { 200: creditPurchaseResponse },
    errors: [401, 404],
  },
})

/** The credit balance and statement. */
export const creditsRoutes = defineRoutes({
  'GET /api/user-credits': {
    tag: 'credits',
    summary: 'The balance',
    aliases: ['/api/credits', '/api/user/credits'],
    auth: 'required',
    responses: { 200: userCreditsResponse },
    errors: [401],
  },

  'GET /api/credits/statement': {
    tag: 'credits',
    summary: 'Every movement of the balance, newest first',
    auth: 'required',
    query: statementQuery,
    responses: { 200: statement },
    errors: [401],
  },
})

/** Receipts as PDF, through links that a browser can open without a token and that expire after some minutes. */
export const receiptsRoutes = defineRoutes({
  'POST /api/receipts/:receiptNumber/link': {
    tag: 'purchases',
    summary: 'An address that answers one of the caller’s receipts as PDF, for ten minutes',
    auth: 'required',
    params: receiptParams,
    responses: { 200: receiptLinkResponse },
    errors: [401, 404],
  },
})
