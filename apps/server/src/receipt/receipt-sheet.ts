// The text of a receipt: turns a purchase into the lines that are printed.
import { writeCredits, writeRupees } from '@vitrine/contract/money'
import type { SellerSettings } from '@vitrine/contract/settings'
import type { Receipt } from '@vitrine/shop/purchases/purchase-history'
import type { ReceiptBrand, ReceiptParty, ReceiptSheet } from './receipt-pdf.ts'

/** The receipt of a template, in credits, or of a pack, in money. */
export function describeReceipt(
  receipt: Receipt,
  shop: { readonly brand: ReceiptBrand; readonly seller: SellerSettings },
): ReceiptSheet {
  const { brand } = shop
  const { receiptNumber: number, issuedAt, buyer } = receipt
  const head = { number, issuedAt, brand, seller: sellerParty(shop), buyer: [buyer.name, buyer.email] as const }
  return receipt.kind === 'template' ? { ...head, ...describeTemplate(receipt) } : { ...head, ...describePack(receipt) }
}

function sellerParty({ brand, seller }: { brand: ReceiptBrand; seller: SellerSettings }): ReceiptParty {
  return [seller.legalName || brand.name, ...seller.address, ...seller.taxNumbers]
}

type Body = Omit<ReceiptSheet, 'number' | 'issuedAt' | 'brand' | 'seller' | 'buyer'>

function describeTemplate(receipt: Receipt & { kind: 'template' }): Body {
  const { templateName, templateId, licences, credits, license } = receipt
  const total = writeCredits(credits)
  return {
    quantityLabel: 'Licences',
    lines: [
      {
        title: templateName,
        detail: `Template ${templateId}`,
        quantity: licences,
        each: writeCredits(credits / licences),
        total,
      },
    ],
    subtotal: total,
    total,
    facts: [['Paid with', 'Credits of this account']],
    notes: [{ title: `Licence: ${license.name}`, text: license.summary }],
  }
}

const METHODS: Readonly<Record<string, string>> = {
  card: 'Card',
  upi: 'UPI',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  emi: 'Instalments',
}

function describePack(receipt: Receipt & { kind: 'pack' }): Body {
  const { credits, amountPaise, refundedPaise, currency, transactionId, orderId, method } = receipt
  const total = writeRupees(amountPaise)
  return {
    quantityLabel: 'Packs',
    lines: [{ title: writeCredits(credits), detail: 'Credit pack', quantity: 1, each: total, total }],
    subtotal: total,
    total,
    facts: [
      ...(method ? [['Paid with', METHODS[method] ?? method] as const] : []),
      ['Currency', currency],
      ['Transaction ID', transactionId],
      ['Order ID', orderId],
      ...(refundedPaise > 0 ? [['Refunded', writeRupees(refundedPaise)] as const] : []),
    ],
    notes: [],
  }
}
