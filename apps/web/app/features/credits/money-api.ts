// The API client of cart, purchases, receipts, packs and payments. Separate from the main client so that public pages do not
// load it.

import type { BillingDetails } from '@vitrine/contract/billing'
import type { AcquireTemplateRequest, CheckoutRequest } from '@vitrine/contract/library'
import type { CreatePaymentOrderRequest, VerifyPaymentRequest } from '@vitrine/contract/payments'
import { call as browserCall, type Call } from '../../api/api.ts'

/** Every method rejects with `ApiResponseError`, and with nothing else except an aborted signal's reason. */
export function createMoneyApi(call: Call) {
  return { ...cartCalls(call), ...purchaseCalls(call), ...paymentCalls(call) }
}

export type MoneyApi = ReturnType<typeof createMoneyApi>

/** As the current user of this browser. Only for event handlers, effects and queries. */
export const moneyApi = createMoneyApi(browserCall)

function cartCalls(call: Call) {
  return {
    getCart: (signal?: AbortSignal) => call('GET /api/cart', { signal }),
    /** Does nothing for a template that is already in the cart, so that the request is idempotent. */
    addToCart: (templateId: string, quantity: number) =>
      call('POST /api/add-to-cart', { body: { templateId, quantity, ifAbsent: true }, isRepeatable: true }),
    /** A quantity of 0 removes the line. */
    updateCartQuantity: (templateId: string, delta: number) =>
      call('PATCH /api/cart/:templateId', { params: { templateId }, body: { delta } }),
    removeFromCart: (templateId: string) => call('DELETE /api/cart/:templateId', { params: { templateId } }),
    /**
     * Buys the whole cart or nothing; equal keys identify the same purchase. Rejects with 'not-enough-credits' (402),
     * 'price-changed' (409, details `credits`) or 'cart-empty' (409).
     */
    checkOut: (request: CheckoutRequest) => call('POST /api/cart/checkout', { body: request, isRepeatable: true }),
  }
}

function purchaseCalls(call: Call) {
  return {
    /** Both reject with 'not-enough-credits' (402) or 'price-changed' (409, details `credits`). */
    purchaseTemplate: (order: AcquireTemplateRequest) =>
      call('POST /api/purchase-template', { body: order, isRepeatable: true }),
    downloadTemplate: (order: AcquireTemplateRequest) =>
      call('POST /api/download-template', { body: order, isRepeatable: true }),
    /** `search`: part of a name, a category, an id or the number of a receipt. */
    listPurchases: (cursor?: string, signal?: AbortSignal, search?: string) =>
      call('GET /api/purchases', { query: { cursor, search }, signal }),
    getPaymentHistory: (cursor?: string, signal?: AbortSignal) =>
      call('GET /api/payment-history', { query: { cursor }, signal }),
    /** The address of the receipt as a PDF, valid for some minutes. */
    createReceiptLink: (receiptNumber: string) =>
      call('POST /api/receipts/:receiptNumber/link', { params: { receiptNumber } }),
  }
}

function paymentCalls(call: Call) {
  return {
    listCreditPacks: (signal?: AbortSignal) => call('GET /api/credit-packs', { signal }),
    getPaymentConfig: (signal?: AbortSignal) => call('GET /api/payment-config', { signal }),
    getBillingDetails: (signal?: AbortSignal) => call('GET /api/billing-details', { signal }),
    saveBillingDetails: (details: BillingDetails) => call('PUT /api/billing-details', { body: details }),
    /** Rejects with 'billing-details-missing' or 'price-changed' (409), among others. */
    createOrder: (order: CreatePaymentOrderRequest) => call('POST /api/create-razorpay-order', { body: order }),
    verifyPayment: (payment: VerifyPaymentRequest) =>
      call('POST /api/verify-razorpay-payment', { body: payment, isRepeatable: true }),
    getCreditPurchase: (orderId: string, signal?: AbortSignal) =>
      call('GET /api/credit-purchases/:orderId', { params: { orderId }, signal }),
    listCreditPurchases: (signal?: AbortSignal) => call('GET /api/credit-purchases', { signal }),
  }
}
