// Receipts that are written when they are asked for: those of templates, which are in credits, and those of packs that were paid
// before billing documents were stored.

import type { BillingSheet } from '@vitrine/billing-pdf/sheet'
import { ApiError } from '@vitrine/contract/api-error'
import type { StoreSettings } from '@vitrine/contract/settings'
import type { Db } from '@vitrine/database/connection'
import { msg, type Texts, writeRupees } from '@vitrine/language/texts'
import { getUser } from '../accounts/accounts.ts'
import { shownAddress } from '../accounts/address.ts'
import { NO_SELLER_TAX, UNTAXED } from '../billing/quote.ts'
import { describePack, listPaymentFacts } from '../billing/sale.ts'
import {
  findDrawableTag,
  toBuyerParty,
  toSellerParty,
  writeBillingLabels,
  writeCredits,
  writeQuantity,
  writeSheet,
  writeSheetHead,
} from '../billing/sheet.ts'
import type { PrintedBuyer } from '../billing/tables.ts'
import { type Entitlement, findEntitlementByReceipt } from '../library/library.ts'
import { findPackByReceipt, type PaidPack } from '../payments/order.ts'

/** A receipt. Name and licence of a template are those of the day of the purchase. */
export interface Receipt {
  readonly number: string
  readonly issuedAt: Date
  readonly buyer: PrintedBuyer
  /** The language to write it in; null for English. */
  readonly language: string | null
  readonly sold: Entitlement | PaidPack
}

/** A receipt of the user. Throws `receipt-not-found`, also for another user's receipt. */
export async function getReceipt(db: Db, userId: string, number: string): Promise<Receipt> {
  const [user, template, pack] = await Promise.all([
    getUser(db, userId),
    findEntitlementByReceipt(db, userId, number),
    findPackByReceipt(db, userId, number),
  ])
  const sold = template ?? pack
  if (!sold) throw new ApiError('receipt-not-found')
  const name = user.actualName || user.username
  const buyer = { name, email: shownAddress(user.email), address: [], country: '', state: null, taxNumber: '' }
  const issuedAt = 'paidAt' in sold ? sold.paidAt : sold.createdAt
  return { number, issuedAt, buyer, language: findDrawableTag(user.language), sold }
}

/** What a receipt prints, with the store's settings of its day. */
export function writeReceipt(
  receipt: Receipt,
  store: Pick<StoreSettings, 'brand' | 'seller'>,
  texts: Texts,
): BillingSheet {
  const { sold, ...printed } = receipt
  if ('paidAt' in sold) return writePackReceipt(sold, { ...printed, ...store }, texts)
  const { number, issuedAt, buyer } = printed
  const head = {
    ...({ title: 'receipt', number, issuedAt, goods: sold.templateName, brand: store.brand } as const),
    seller: toSellerParty(store.brand, store.seller),
    buyer: toBuyerParty(buyer, texts),
  }
  return { ...writeSheetHead(head, texts), ...writeTemplateBody(sold, texts) }
}

function writePackReceipt(pack: PaidPack, printed: Parameters<typeof writeSheet>[1], texts: Texts): BillingSheet {
  const { credits, amountPaise, refundedPaise, transactionId: paymentId, orderId: gatewayOrderId, method } = pack
  const facts = listPaymentFacts({ paymentId, gatewayOrderId, method })
  const refunded = { label: msg('Refunded'), value: writeRupees(refundedPaise, texts) }
  const draft = {
    ...({ kind: 'receipt', seller: NO_SELLER_TAX } as const),
    lines: [describePack({ credits, amountPaise, quote: UNTAXED })],
    facts: refundedPaise > 0 ? [...facts, refunded] : facts,
  }
  return writeSheet(draft, printed, texts)
}

function writeTemplateBody(
  { templateName, templateId, licences, creditsCharged, licenseName, licenseSummary }: Entitlement,
  texts: Texts,
): Pick<BillingSheet, 'table' | 'sums' | 'facts' | 'notes'> {
  const { translate } = texts
  const labels = writeBillingLabels(texts)
  const value = writeCredits(creditsCharged, texts)
  const row = {
    title: templateName,
    small: [translate('Template {template}', { template: templateId })],
    quantity: writeQuantity(licences, texts),
    each: writeCredits(creditsCharged / licences, texts),
    amount: value,
  }
  const { description: title, licences: quantity, each, amount } = labels
  return {
    table: { headings: { title, quantity, each, amount }, rows: [row] },
    sums: [
      { label: labels.subtotal, value, isTotal: false },
      { label: labels.tax, value: '-', isTotal: false },
      { label: labels.total, value, isTotal: true },
    ],
    facts: [{ label: translate('Paid with'), value: translate('Credits of this account') }],
    notes: [{ title: translate('Licence: {licence}', { licence: licenseName }), text: licenseSummary }],
  }
}
