// The API client of cart, purchases, receipts, packs and payments. Separate from the main client so that public pages do not
// load it.

import type {
  AcquireTemplateRequest,
  AcquireTemplateResponse,
  AddToCartResponse,
  Cart,
  ChangeCartResponse,
  CheckoutRequest,
  CheckoutResponse,
  PurchasePage,
} from '@vitrine/contract/library'
import type {
  CreatePaymentOrderRequest,
  CreatePaymentOrderResponse,
  CreditPacks,
  CreditPurchaseResponse,
  CreditPurchases,
  PaymentConfig,
  PaymentHistory,
  PendingPaymentResponse,
  ReceiptLinkResponse,
  VerifyPaymentRequest,
  VerifyPaymentResponse,
} from '@vitrine/contract/payments'
import { type Call, query, segment } from '../api/api.ts'
import { call as browserCall } from '../store/browser-api.ts'

/** Every method rejects with `ApiResponseError`, and with nothing else except an aborted signal's reason. */
export function createMoneyApi(call: Call) {
  return { ...cartCalls(call), ...purchaseCalls(call), ...paymentCalls(call) }
}

export type MoneyApi = ReturnType<typeof createMoneyApi>

/** As the present user of this browser. Only for event handlers, effects and queries. */
export const moneyApi = createMoneyApi(browserCall)

function cartCalls(call: Call) {
  const line = (templateId: string) => `/api/cart/${segment(templateId)}`
  return {
    getCart: (signal?: AbortSignal) => call<Cart>('GET', '/api/cart', { signal }),
    /** Leaves a template that is in the cart as it is, so that repeating the request changes nothing. */
    addToCart: (templateId: string, quantity: number) =>
      call<AddToCartResponse>('POST', '/api/add-to-cart', {
        body: { templateId, quantity, ifAbsent: true },
        isRepeatable: true,
      }),
    /** Nothing left removes the line. */
    updateCartQuantity: (templateId: string, delta: number) =>
      call<ChangeCartResponse>('PATCH', line(templateId), { body: { delta } }),
    removeFromCart: (templateId: string) => call<ChangeCartResponse>('DELETE', line(templateId)),
    /**
     * Buys all of the cart or nothing; the same key always means the same purchase. Rejects with 'not-enough-credits'
     * (402), 'price-changed' (409, details `credits`) or 'cart-empty' (409).
     */
    checkOut: (request: CheckoutRequest) =>
      call<CheckoutResponse>('POST', '/api/cart/checkout', { body: request, isRepeatable: true }),
  }
}

function purchaseCalls(call: Call) {
  return {
    /** Both reject with 'not-enough-credits' (402) or 'price-changed' (409, details `credits`). */
    purchaseTemplate: (order: AcquireTemplateRequest) =>
      call<AcquireTemplateResponse>('POST', '/api/purchase-template', { body: order, isRepeatable: true }),
    downloadTemplate: (order: AcquireTemplateRequest) =>
      call<AcquireTemplateResponse>('POST', '/api/download-template', { body: order, isRepeatable: true }),
    /** `search`: part of a name, a category, an id or the number of a receipt. */
    listPurchases: (cursor?: string, signal?: AbortSignal, search?: string) =>
      call<PurchasePage>('GET', `/api/purchases${query({ cursor, search })}`, { signal }),
    getPaymentHistory: (cursor?: string, signal?: AbortSignal) =>
      call<PaymentHistory>('GET', `/api/payment-history${query({ cursor })}`, { signal }),
    /** The address of the receipt as a PDF, good for some minutes. */
    createReceiptLink: (receiptNumber: string) =>
      call<ReceiptLinkResponse>('POST', `/api/receipts/${segment(receiptNumber)}/link`),
  }
}

function paymentCalls(call: Call) {
  return {
    listCreditPacks: (signal?: AbortSignal) => call<CreditPacks>('GET', '/api/credit-packs', { signal }),
    getPaymentConfig: (signal?: AbortSignal) => call<PaymentConfig>('GET', '/api/payment-config', { signal }),
    createOrder: (order: CreatePaymentOrderRequest) =>
      call<CreatePaymentOrderResponse>('POST', '/api/create-razorpay-order', { body: order }),
    verifyPayment: (payment: VerifyPaymentRequest) =>
      call<VerifyPaymentResponse | PendingPaymentResponse>('POST', '/api/verify-razorpay-payment', {
        body: payment,
        isRepeatable: true,
      }),
    getCreditPurchase: (orderId: string, signal?: AbortSignal) =>
      call<CreditPurchaseResponse>('GET', `/api/credit-purchases/${segment(orderId)}`, { signal }),
    listCreditPurchases: (signal?: AbortSignal) => call<CreditPurchases>('GET', '/api/credit-purchases', { signal }),
  }
}
