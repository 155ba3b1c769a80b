// Writes the printed texts of billing documents in a language: what all kinds have in common.
import { type BillingSheet, DRAWABLE_SCRIPTS, type SheetParty } from '@vitrine/billing-pdf/sheet'
import type { BrandSettings, SellerSettings } from '@vitrine/contract/settings'
import { ENGLISH } from '@vitrine/language/language'
import type { Texts } from '@vitrine/language/texts'
import { textsFor } from '../settings/settings.ts'

/** What a document calls itself. An invoice is a tax invoice in India, and an invoice elsewhere. */
export type BillingTitle = 'receipt' | 'invoice' | 'tax-invoice' | 'credit-note' | 'debit-note'

/** Whether the bundled fonts have the letters of a language; not, for example, those of Chinese or Hebrew. */
export const isDrawable = (tag: string): boolean => DRAWABLE_SCRIPTS.has(new Intl.Locale(tag).maximize().script ?? '')

/** The texts for a buyer's documents: those of the account's language, or English where its letters cannot be drawn. */
export function billingTextsFor(tag: string | null, settings: Parameters<typeof textsFor>[1]): Texts {
  return textsFor(tag !== null && isDrawable(tag) ? tag : null, settings)
}

/**
 * A date such as `21 November 2026`, unambiguous in every country. The day in India, whose year is in the number
 * (`receipt_year`).
 */
export function writeBillingDate(date: Date, { language, locale }: Texts): string {
  const english = language.tag === ENGLISH.tag
  const format: Intl.DateTimeFormatOptions = { dateStyle: 'long', timeZone: 'Asia/Kolkata', numberingSystem: 'latn' }
  return new Intl.DateTimeFormat(english ? 'en-GB' : locale, format).format(date)
}

/** A rate such as `18%` or `2.5%` for basis points. */
export function writeRate(rateBp: number, { locale }: Texts): string {
  const format = { style: 'percent', maximumFractionDigits: 2, numberingSystem: 'latn' } as const
  return new Intl.NumberFormat(locale, format).format(rateBp / 10_000)
}

/** A count with the separators of the language. */
export function writeQuantity(quantity: number, { locale }: Texts): string {
  return new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).format(quantity)
}

/** `120 credits`. */
export function writeCredits(credits: number, { translate }: Texts): string {
  return translate('{credits, plural, one {# credit} other {# credits}}', { credits })
}

/** How a payment was made, as the gateway names it, in the words of a buyer. */
export function writePaymentMethod(method: string, { translate }: Texts): string {
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

/** The labels that documents share. What the law of one country names by letters, such as CGST, is the same in every language. */
export function writeBillingLabels(texts: Texts) {
  const { translate } = texts
  return {
    description: translate('Description'),
    licences: translate('Licences'),
    packs: translate('Packs'),
    each: translate('Each'),
    amount: translate('Amount'),
    subtotal: translate('Subtotal'),
    tax: translate('Tax'),
    taxableValue: translate('Taxable value'),
    cgst: (rateBp: number) => `CGST ${writeRate(rateBp, texts)}`,
    /** `isUnionTerritory`: one without a legislature, where the half is named after the territory. */
    sgst: (rateBp: number, isUnionTerritory = false) =>
      `${isUnionTerritory ? 'UTGST' : 'SGST'} ${writeRate(rateBp, texts)}`,
    igst: (rateBp: number) => `IGST ${writeRate(rateBp, texts)}`,
    flat: (name: string, rateBp: number) => `${name} ${writeRate(rateBp, texts)}`,
    untaxed: translate('Without tax'),
    invoiceOf: (number: string, date: string) => translate('Invoice {number} of {date}', { number, date }),
    vat: (rateBp: number) => translate('VAT {rate}', { rate: writeRate(rateBp, texts) }),
    rounding: translate('Rounding'),
    total: translate('Total'),
    paidWith: translate('Paid with'),
    currency: translate('Currency'),
    transactionId: translate('Transaction ID'),
    orderId: translate('Order ID'),
    refunded: translate('Refunded'),
    creditPack: translate('Credit pack'),
    reason: translate('Reason'),
    vatNumber: (number: string) => translate('VAT number {number}', { number }),
    taxNumber: (number: string) => translate('Tax number {number}', { number }),
    state: (name: string, code: string) => translate('State: {name}, code {code}', { name, code }),
    reverseChargeNo: translate('Reverse charge: No'),
    reverseChargeVat: translate('Reverse charge: the buyer pays the VAT'),
    exportUnpaid: translate('Supply meant for export under letter of undertaking without payment of integrated tax'),
    exportPaid: translate('Supply meant for export on payment of integrated tax'),
  }
}

/** A side of a sale: lines beginning with the name, and small print such as its tax number. */
export type BillingParty = Omit<SheetParty, 'label'>

/** The seller as the settings name it; without a legal name, the store. */
export function toSellerParty(brand: Pick<BrandSettings, 'name'>, seller: SellerSettings): BillingParty {
  return { lines: [seller.legalName || brand.name, ...seller.address, ...seller.taxNumbers], small: [] }
}

/** What every document states besides its goods. */
export interface BillingHead {
  readonly title: BillingTitle
  readonly number: string
  readonly issuedAt: Date
  /** Of a credit note and a debit note: the document that it changes. */
  readonly original?: { readonly number: string; readonly issuedAt: Date } | undefined
  /** A state with its code, or a country; undefined where no tax depends on it. */
  readonly placeOfSupply?: string | undefined
  readonly brand: Pick<BrandSettings, 'name' | 'accent' | 'logo'>
  readonly seller: BillingParty
  readonly buyer: BillingParty
  /** The names of what is sold, for programs that show files. */
  readonly goods: string
}

/** The part of a sheet that does not depend on what is sold. */
export function writeSheetHead(
  { title, number, issuedAt, original, placeOfSupply, brand, seller, buyer, goods }: BillingHead,
  texts: Texts,
): Omit<BillingSheet, 'table' | 'sums' | 'facts' | 'notes'> {
  const { translate, language } = texts
  const [sellerName = '', buyerName = ''] = [seller.lines[0], buyer.lines[0]]
  return {
    layout: 1,
    direction: language.direction,
    brand: { name: brand.name, accent: brand.accent, logo: brand.logo },
    title: writeTitle(title, texts),
    head: [
      { label: translate('Number'), value: number },
      { label: translate('Date'), value: writeBillingDate(issuedAt, texts) },
      ...(original
        ? [
            { label: translate('Original number'), value: original.number },
            { label: translate('Original date'), value: writeBillingDate(original.issuedAt, texts) },
          ]
        : []),
      ...(placeOfSupply ? [{ label: translate('Place of supply'), value: placeOfSupply }] : []),
    ],
    parties: [
      { label: translate('Sold by'), ...seller },
      { label: translate('Sold to'), ...buyer },
    ],
    footer: {
      statement: translate('{seller}. Made by a computer; valid without a signature.', { seller: sellerName }),
      // The drawing knows how many pages there are, and replaces this value.
      page: translate('{number}, page {page}', { number, page: '{page}' }),
    },
    metadata: {
      title: writeNumberedTitle(title, number, texts),
      author: sellerName,
      subject: translate('{goods} for {buyer}', { goods, buyer: buyerName }),
      creator: brand.name,
    },
  }
}

function writeTitle(title: BillingTitle, { translate }: Texts): string {
  switch (title) {
    case 'receipt':
      return translate('Receipt')
    case 'invoice':
      return translate('Invoice')
    case 'tax-invoice':
      return translate('Tax invoice')
    case 'credit-note':
      return translate('Credit note')
    case 'debit-note':
      return translate('Debit note')
  }
}

function writeNumberedTitle(title: BillingTitle, number: string, { translate }: Texts): string {
  switch (title) {
    case 'receipt':
      return translate('Receipt {number}', { number })
    case 'invoice':
      return translate('Invoice {number}', { number })
    case 'tax-invoice':
      return translate('Tax invoice {number}', { number })
    case 'credit-note':
      return translate('Credit note {number}', { number })
    case 'debit-note':
      return translate('Debit note {number}', { number })
  }
}
