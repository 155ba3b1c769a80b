// The text of a receipt: turns a purchase into the printed lines.
import type { SellerSettings } from '@vitrine/contract/settings'
import { type Texts, writeRupees } from '@vitrine/language/texts'
import type { Receipt } from '@vitrine/store/purchases/purchase-history'
import type { ReceiptBrand, ReceiptParty, ReceiptSheet } from './receipt-pdf.ts'

/** The receipt of a template, in credits, or of a pack, in money. */
export function describeReceipt(
  receipt: Receipt,
  store: { readonly brand: ReceiptBrand; readonly seller: SellerSettings },
  texts: Texts,
): ReceiptSheet {
  const { brand } = store
  const { receiptNumber: number, issuedAt, buyer } = receipt
  const head = { texts, number, issuedAt, brand, seller: sellerParty(store), buyer: [buyer.name, buyer.email] as const }
  const body = receipt.kind === 'template' ? describeTemplate(receipt, texts) : describePack(receipt, texts)
  return { ...head, ...body }
}

function sellerParty({ brand, seller }: { brand: ReceiptBrand; seller: SellerSettings }): ReceiptParty {
  return [seller.legalName || brand.name, ...seller.address, ...seller.taxNumbers]
}

type Body = Omit<ReceiptSheet, 'texts' | 'number' | 'issuedAt' | 'brand' | 'seller' | 'buyer'>

function writeCredits(credits: number, { translate }: Texts): string {
  return translate('{credits, plural, one {# credit} other {# credits}}', { credits })
}

function describeTemplate(receipt: Receipt & { kind: 'template' }, texts: Texts): Body {
  const { templateName, templateId, licences, credits, license } = receipt
  const { translate } = texts
  const total = writeCredits(credits, texts)
  return {
    quantityLabel: translate('Licences'),
    lines: [
      {
        title: templateName,
        detail: translate('Template {template}', { template: templateId }),
        quantity: licences,
        each: writeCredits(credits / licences, texts),
        total,
      },
    ],
    subtotal: total,
    total,
    facts: [[translate('Paid with'), translate('Credits of this account')]],
    // The licence at the time of purchase.
    notes: [{ title: translate('Licence: {licence}', { licence: license.name }), text: license.summary }],
  }
}

function methodName(method: string, { translate }: Texts): string {
  switch (method) {
    case 'card':
      return translate('Card')
    case 'upi':
      return 'UPI'
    case 'netbanking':
      return translate('Net banking')
    case 'wallet':
      return translate('Wallet')
    case 'emi':
      return translate('Instalments')
    default:
      return method
  }
}

function describePack(receipt: Receipt & { kind: 'pack' }, texts: Texts): Body {
  const { credits, amountPaise, refundedPaise, currency, transactionId, orderId, method } = receipt
  const { translate } = texts
  const total = writeRupees(amountPaise, texts)
  return {
    quantityLabel: translate('Packs'),
    lines: [{ title: writeCredits(credits, texts), detail: translate('Credit pack'), quantity: 1, each: total, total }],
    subtotal: total,
    total,
    facts: [
      ...(method ? [[translate('Paid with'), methodName(method, texts)] as const] : []),
      [translate('Currency'), currency],
      [translate('Transaction ID'), transactionId],
      [translate('Order ID'), orderId],
      ...(refundedPaise > 0 ? [[translate('Refunded'), writeRupees(refundedPaise, texts)] as const] : []),
    ],
    notes: [],
  }
}
