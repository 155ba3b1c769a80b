// Wire schemas of money and credits: packs, payment orders, their verification, payment history, receipts, balance and
// statement. Amounts are whole paise unless a field says rupees; `razorpay_order_id` and the like are the gateway's names.
import { z } from 'zod'
import { billingDocumentRef, missingPlace, taxTerms } from './billing.ts'
import { receiptNumber } from './library.ts'

export const currency = z.literal('INR')

const creditPack = z.object({
  id: z.string(),
  credits: z.int(),
  price: z.int().describe('Rupees'),
  amountPaise: z.int(),
  payablePaise: z.int().describe('With the tax of this caller; `amountPaise` while it is not known'),
  currency,
  popular: z.boolean(),
  savings: z.string().nullable().describe('Such as “20% savings”'),
  isStarter: z.boolean().describe('Once per account'),
  isAvailable: z.boolean().describe('False when the caller has used the starter pack'),
  offeredUntil: z.iso.date().nullable().describe('The last day on which it is sold, in India; null: no end is set'),
})
export type CreditPack = z.infer<typeof creditPack>

const packTax = z.object({
  profile: z.enum(['none', 'gst', 'flat', 'eu']),
  taxPoint: z.enum(['none', 'sold', 'spent']).describe('When tax falls on credits; `none`: the store charges none'),
  pricesIncludeTax: z.boolean(),
  terms: taxTerms.nullable().describe('The tax of a pack sold to this caller; null while `missing` is not'),
  taxName: z.string().describe('GST, VAT, or what the store calls its tax; empty for none'),
  missing: missingPlace.nullable().describe('What has to be in the billing details before a payment'),
})
export type PackTax = z.infer<typeof packTax>
export const creditPacks = z.object({ packs: z.array(creditPack), tax: packTax })
export type CreditPacks = z.infer<typeof creditPacks>

/** The data for opening the gateway's dialog. */
export const paymentConfig = z.object({
  keyId: z.string(),
  scriptUrl: z.string(),
  isSandbox: z.boolean(),
})

/** `credits` or `packId` names the pack; `amount` and `currency` are accepted and never trusted. */
export const createPaymentOrderRequest = z
  .object({
    amount: z.number().optional(),
    currency: z.string().max(10).optional(),
    credits: z.int().min(1).optional(),
    packId: z.string().max(40).optional(),
    expectedPaise: z
      .int()
      .optional()
      .describe('What the page said the pack costs with its tax; another price is refused'),
    expectedTax: taxTerms.optional().describe('The tax that the page showed; another one is refused'),
  })
  .refine(({ credits, packId }) => credits !== undefined || packId !== undefined, 'Send credits or packId')
export type CreatePaymentOrderRequest = z.infer<typeof createPaymentOrderRequest>

export const createPaymentOrderResponse = z.object({
  orderId: z.string().describe('The gateway’s id of the order'),
  amount: z.int().describe('Paise'),
  currency,
  credits: z.int(),
  keyId: z.string(),
  prefill: z.object({ name: z.string(), email: z.string(), contact: z.string() }),
})
export type CreatePaymentOrderResponse = z.infer<typeof createPaymentOrderResponse>

const gatewayId = z.string().min(1).max(100)

/** `credits`, `amount` and `currency` are accepted and never trusted. */
export const verifyPaymentRequest = z.object({
  razorpay_order_id: gatewayId,
  razorpay_payment_id: gatewayId,
  razorpay_signature: z.string().min(1).max(200),
  credits: z.number().optional(),
  amount: z.number().optional(),
  currency: z.string().max(10).optional(),
})
export type VerifyPaymentRequest = z.infer<typeof verifyPaymentRequest>

export const verifyPaymentResponse = z.object({
  success: z.literal(true),
  newCreditsBalance: z.int(),
  credits: z.int(),
  amount: z.int().describe('Paise'),
  currency,
  transactionId: z.string(),
  orderId: z.string(),
})
export type VerifyPaymentResponse = z.infer<typeof verifyPaymentResponse>

/** 202: the money is in transit; the credits follow without the page. */
export const pendingPaymentResponse = z.object({
  success: z.literal(false),
  status: z.literal('pending'),
  orderId: z.string(),
})

/** `created`: nothing paid yet. `refunded`: all the money was returned. */
const creditPurchaseStatus = z.enum(['created', 'pending', 'paid', 'failed', 'refunded'])

export const creditPurchase = z.object({
  orderId: z.string(),
  packId: z.string(),
  status: creditPurchaseStatus,
  credits: z.int(),
  amountPaise: z.int(),
  refundedPaise: z.int(),
  currency,
  transactionId: z.string().nullable().describe('The payment that counted; null before'),
  failure: z.string().nullable().describe('Why there are no credits, in a sentence for people'),
  failureReason: z.string().nullable().describe('The gateway’s code of the failure, such as `insufficient_funds`'),
  receiptNumber: receiptNumber.nullable().describe('The number of the receipt or the invoice'),
  receiptKind: z.enum(['receipt', 'invoice']),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
})
export type CreditPurchase = z.infer<typeof creditPurchase>

export const creditPurchaseResponse = creditPurchase.extend({ newCreditsBalance: z.int() })
export type CreditPurchaseResponse = z.infer<typeof creditPurchaseResponse>
export const creditPurchases = z.object({ items: z.array(creditPurchase).describe('Newest first, at most 100') })

const templatePaymentLine = z.object({
  kind: z.literal('template'),
  templateId: z.string(),
  templateName: z.string(),
  templateType: z.string(),
  licences: z.int(),
  creditsCost: z.int(),
  purchasedAt: z.iso.datetime(),
  receiptNumber,
  documents: z
    .array(billingDocumentRef)
    .describe('The invoice, which may name other templates too, where tax falls on credits as they are spent'),
})
const packPaymentLine = z.object({
  kind: z.literal('pack'),
  orderId: z.string(),
  credits: z.int(),
  amountPaise: z.int(),
  refundedPaise: z.int(),
  currency,
  status: z.enum(['paid', 'refunded']),
  transactionId: z.string(),
  purchasedAt: z.iso.datetime(),
  receiptNumber,
  documents: z
    .array(billingDocumentRef)
    .describe('The receipt or invoice, then the notes about returned money; empty where documents were not stored yet'),
})
/** An unapplied payment, such as a second payment of one order. It is returned automatically. */
const returnedPaymentLine = z.object({
  kind: z.literal('returned'),
  amountPaise: z.int().describe('In the smallest unit of its currency'),
  refundedPaise: z.int().describe('What has gone back so far'),
  currency: z.string(),
  transactionId: z.string(),
  reason: z.string().describe('Why, in a sentence for the buyer'),
  purchasedAt: z.iso.datetime(),
})
const paymentLine = z.discriminatedUnion('kind', [templatePaymentLine, packPaymentLine, returnedPaymentLine])
export type PaymentLine = z.infer<typeof paymentLine>

export const paymentHistoryQuery = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export const paymentHistory = z.object({
  items: z
    .array(paymentLine)
    .describe('Templates bought, packs paid for, and payments that were given back unused, newest first'),
  nextCursor: z.string().nullable(),
})
export type PaymentHistory = z.infer<typeof paymentHistory>

export const receiptParams = z.object({ receiptNumber: z.string().max(40) })
export const receiptLinkResponse = z.object({ url: z.string().describe('Answers the PDF; ends after ten minutes') })

/** A line of the refund register. */
export interface AdminRefund {
  refundId: string
  createdAt: string
  amountPaise: number
  currency: string
  status: 'pending' | 'processed' | 'failed'
  /** The owner's reason; null for refunds that the owner did not request. */
  reason: string | null
  paymentId: string
  receiptNumber: string | null
  userId: string
  email: string
  /** When the refunded payment was made; null for one that granted no credits. */
  paidAt: string | null
}

// Credits: the balance and the statement.

export const userCreditsResponse = z.object({ credits: z.int() })

export const statementQuery = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})

/** Why credits moved. `pack`: purchased; `refund` and `dispute`: purchased credits taken back, or granted again. */
const creditReason = z.enum(['signup', 'profile', 'template', 'adjustment', 'pack', 'refund', 'dispute'])
export type CreditReason = z.infer<typeof creditReason>

export const statementLine = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  reason: creditReason,
  description: z.string().describe('One line for people'),
  credits: z.int().describe('Positive when received, negative when spent'),
  balanceAfter: z.int(),
})
export type StatementLine = z.infer<typeof statementLine>

export const statement = z.object({ items: z.array(statementLine), nextCursor: z.string().nullable() })
export type Statement = z.infer<typeof statement>
