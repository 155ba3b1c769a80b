// The documents of sales: a receipt or an invoice for each pack that is paid, and, when tax falls on credits as they are spent, an
// invoice for what paid credits bought.
import type { TaxSettings } from '@vitrine/contract/settings'
import { determineTerms, findPlaceOfSupply, findTaxPoint, type SaleKind, splitGross } from '@vitrine/contract/tax'
import type { Tx } from '@vitrine/database/connection'
import { msg } from '@vitrine/language/texts'
import { queueEmail } from '../accounts/notification-email.ts'
import { readSections } from '../settings/settings.ts'
import type { BillingLine, SheetFact } from './draft.ts'
import { issueDocument } from './issue.ts'
import { findPackDocumentKind, findSac, readBillingDetails, type SaleQuote, toSellerTax } from './quote.ts'

/** An order of a pack, as documents need it. */
export interface BilledOrder {
  readonly id: string
  readonly userId: string
  readonly credits: number
  readonly amountPaise: number
  readonly quote: SaleQuote
}

/** The gateway's payment of an order. `method` is the gateway's word, such as `upi`; empty when it names none. */
interface PackPayment {
  readonly paymentId: string
  readonly gatewayOrderId: string
  readonly method: string
}

/** Issues the receipt or invoice of a paid pack and returns its number. */
export function issuePackDocument(tx: Tx, order: BilledOrder, payment: PackPayment): Promise<string> {
  const { id: orderId, userId, quote } = order
  return issueDocument(tx, {
    kind: findPackDocumentKind(quote),
    userId,
    seller: quote.seller,
    buyer: quote.buyer,
    isTaxedWhenSpent: quote.taxPoint === 'spent',
    orderId,
    paymentId: payment.paymentId,
    lines: [describePack(order)],
    facts: listPaymentFacts(payment),
  })
}

/** What a receipt or invoice of a pack says about its payment. */
export function listPaymentFacts({ paymentId, gatewayOrderId, method }: PackPayment): SheetFact[] {
  return [
    ...(method ? [{ label: msg('Paid with'), method }] : []),
    { label: msg('Currency'), value: 'INR' },
    { label: msg('Transaction ID'), value: paymentId },
    { label: msg('Order ID'), value: gatewayOrderId },
  ]
}

/** The line of a pack, over its whole price. */
export function describePack({ credits, amountPaise, quote }: Omit<BilledOrder, 'id' | 'userId'>): BillingLine {
  const { terms, sac, place, buyer } = quote
  return {
    saleKind: 'credits',
    title: String(credits),
    sac,
    quantity: 1,
    terms,
    place,
    buyerTaxNumber: buyer?.taxNumber ?? '',
    parts: splitGross(terms, amountPaise),
  }
}

/** A template bought with credits. */
export interface BilledTemplate {
  readonly kind: Exclude<SaleKind, 'credits'>
  readonly name: string
  readonly licences: number
  readonly receiptNumber: string
  /** The part of its price on which no tax was charged when the credits were sold. */
  readonly untaxedPaise: number
}

/**
 * Issues the invoice for templates bought with credits that were sold without tax, and mails it. Does nothing when no tax is due.
 */
export async function issuePurchaseInvoice(tx: Tx, userId: string, bought: readonly BilledTemplate[]): Promise<void> {
  const taxed = bought.filter(({ untaxedPaise }) => untaxedPaise > 0)
  if (taxed.length === 0) return
  const { tax } = await readSections(tx, 'tax')
  if (findTaxPoint(tax) === 'none') return
  const buyer = await readBillingDetails(tx, userId)
  const invoiceNumber = await issueDocument(tx, {
    kind: 'invoice',
    userId,
    seller: toSellerTax(tax),
    buyer,
    receiptNumbers: taxed.map(({ receiptNumber }) => receiptNumber),
    lines: taxed.map((template) => describeTemplate(template, tax, buyer)),
    facts: [{ label: msg('Paid with'), value: msg('Credits of this account'), isText: true }],
  })
  const amountPaise = taxed.reduce((sum, { untaxedPaise }) => sum + untaxedPaise, 0)
  await queueEmail(tx, { kind: 'purchase-invoiced', userId, amountPaise, invoiceNumber })
}

function describeTemplate(template: BilledTemplate, tax: TaxSettings, buyer: SaleQuote['buyer']): BillingLine {
  const { kind, name, licences, untaxedPaise } = template
  const terms = determineTerms(tax, kind, buyer ?? undefined)
  return {
    saleKind: kind,
    title: name,
    sac: findSac(tax, kind),
    quantity: licences,
    terms,
    place: findPlaceOfSupply(tax, buyer ?? undefined),
    buyerTaxNumber: buyer?.taxNumber ?? '',
    parts: splitGross(terms, untaxedPaise),
  }
}
