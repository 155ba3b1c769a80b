// Writes what billing documents print, in the buyer's language: head, lines, sums, facts and notes.
import {
  type BillingSheet,
  DRAWABLE_SCRIPTS,
  type SheetPair,
  type SheetParty,
  type SheetRow,
  type SheetSum,
} from '@vitrine/billing-pdf/sheet'
import type { BrandSettings, SellerSettings } from '@vitrine/contract/settings'
import { listTaxes, sumParts, type TaxParts, type TaxTerms, totalOf } from '@vitrine/contract/tax'
import { findStateName, isEuCountry, isIndianState } from '@vitrine/contract/tax-place'
import { ENGLISH } from '@vitrine/language/language'
import { msg, type Texts, writeRupees } from '@vitrine/language/texts'
import type { BillingDraft, BillingLine, SheetFact } from './draft.ts'
import type { PrintedBuyer } from './tables.ts'

/** What a document calls itself. An invoice is a tax invoice in India, and an invoice elsewhere. */
type BillingTitle = 'receipt' | 'invoice' | 'tax-invoice' | 'credit-note' | 'debit-note'

/** Whether the bundled fonts have the letters of a language; not, for example, those of Chinese or Hebrew. */
export const isDrawable = (tag: string): boolean => DRAWABLE_SCRIPTS.has(new Intl.Locale(tag).maximize().script ?? '')

/** The language of a buyer's documents: the account's; null, which is English, where its letters cannot be drawn. */
export function findDrawableTag(tag: string | null): string | null {
  return tag !== null && isDrawable(tag) ? tag : null
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
function writePaymentMethod(method: string, { translate }: Texts): string {
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

/** The labels that documents share. */
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
    untaxed: translate('Without tax'),
    invoiceOf: (number: string, date: string) => translate('Invoice {number} of {date}', { number, date }),
    vat: (rate: string) => translate('VAT {rate}', { rate }),
    rounding: translate('Rounding'),
    total: translate('Total'),
    creditPack: translate('Credit pack'),
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
type BillingParty = Omit<SheetParty, 'label'>

/** The seller as the settings name it; without a legal name, the store. */
export function toSellerParty(brand: Pick<BrandSettings, 'name'>, seller: SellerSettings): BillingParty {
  return { lines: [seller.legalName || brand.name, ...seller.address, ...seller.taxNumbers], small: [] }
}

/** What every document states besides its goods. */
interface BillingHead {
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

/** What of a draft is printed. */
type PrintedDraft = Pick<BillingDraft, 'kind' | 'seller' | 'isTaxedWhenSpent' | 'lines' | 'original' | 'facts'>

interface Printed {
  readonly number: string
  readonly issuedAt: Date
  readonly buyer: PrintedBuyer
  readonly brand: BrandSettings
  readonly seller: SellerSettings
}

/** The sheet of a document. */
export function writeSheet(draft: PrintedDraft, printed: Printed, texts: Texts): BillingSheet {
  const { lines, original, facts } = draft
  const { number, issuedAt, brand } = printed
  const [first] = lines
  const place = first && draft.seller.profile !== 'none' ? placeText(first.place, texts) : undefined
  return {
    ...writeSheetHead(
      {
        title: findTitle(draft),
        number,
        issuedAt,
        original,
        placeOfSupply: place,
        brand,
        seller: describeSeller(draft, printed, texts),
        buyer: toBuyerParty(printed.buyer, texts),
        goods: lines.map((line) => lineTitle(line, texts)).join(', '),
      },
      texts,
    ),
    table: writeTable(lines, original?.number, texts),
    sums: writeSums(draft, texts),
    facts: facts.map((fact) => writeFact(fact, texts)),
    notes: listRemarks(draft, texts).map((text) => ({ title: '', text })),
  }
}

function findTitle({ kind, seller }: PrintedDraft): BillingTitle {
  return kind === 'invoice' && seller.profile === 'gst' ? 'tax-invoice' : kind
}

function describeSeller({ seller: tax }: PrintedDraft, { brand, seller }: Printed, texts: Texts): BillingParty {
  const { lines } = toSellerParty(brand, seller)
  // An owner may have written the number among the lines before the store knew of taxes.
  const others = lines.filter((line) => tax.taxNumber === '' || !line.includes(tax.taxNumber))
  return { lines: others, small: describeTaxNumber(tax.taxNumber, tax.profile === 'gst' ? 'gstin' : 'vat', texts) }
}

/** The buyer with tax number and place, as far as they are known. */
export function toBuyerParty(
  { name, email, address, country, state, taxNumber }: PrintedBuyer,
  texts: Texts,
): BillingParty {
  const place = state ?? country
  // A GSTIN has its state beside it.
  const isShown = place !== '' && (taxNumber === '' || country !== 'IN')
  return {
    lines: [name, ...address, email].filter((line) => line !== ''),
    small: [
      ...describeTaxNumber(taxNumber, findTaxNumberKind(country), texts),
      ...(isShown ? [placeText(place, texts) ?? ''] : []),
    ],
  }
}

type TaxNumberKind = 'gstin' | 'vat' | 'other'

/** By the country, because numbers of other countries may begin as a GSTIN does. */
function findTaxNumberKind(country: string): TaxNumberKind {
  if (country === 'IN') return 'gstin'
  return isEuCountry(country) ? 'vat' : 'other'
}

/** A GSTIN with its state, or the number of another country; nothing for none. */
function describeTaxNumber(taxNumber: string, kind: TaxNumberKind, texts: Texts): string[] {
  if (taxNumber === '') return []
  const labels = writeBillingLabels(texts)
  const state = taxNumber.slice(0, 2)
  if (kind === 'gstin') return [`GSTIN ${taxNumber}`, labels.state(texts.translate(findStateName(state)), state)]
  return [kind === 'vat' ? labels.vatNumber(taxNumber) : labels.taxNumber(taxNumber)]
}

/** `Maharashtra (27)`, or the name of a country; undefined where the place does not matter. */
function placeText(place: string, { locale, translate }: Texts): string | undefined {
  if (place === '') return undefined
  if (isIndianState(place)) return `${translate(findStateName(place))} (${place})`
  return new Intl.DisplayNames(locale, { type: 'region' }).of(place) ?? place
}

function lineTitle({ saleKind, title }: BillingLine, texts: Texts): string {
  return saleKind === 'credits' ? writeCredits(Number(title), texts) : title
}

function writeTable(
  lines: readonly BillingLine[],
  originalNumber: string | undefined,
  texts: Texts,
): BillingSheet['table'] {
  const labels = writeBillingLabels(texts)
  const hasCredits = lines.some(({ saleKind }) => saleKind === 'credits')
  return {
    headings: {
      title: labels.description,
      quantity: hasCredits ? labels.packs : labels.licences,
      each: labels.each,
      amount: labels.amount,
    },
    rows: lines.map((line) => writeTableRow(line, originalNumber, texts)),
  }
}

function writeTableRow(line: BillingLine, originalNumber: string | undefined, texts: Texts): SheetRow {
  const { saleKind, sac, quantity, parts, original, remark } = line
  const labels = writeBillingLabels(texts)
  const isOther = original !== undefined && original.number !== originalNumber
  return {
    title: lineTitle(line, texts),
    small: [
      ...(saleKind === 'credits' ? [labels.creditPack] : []),
      ...(sac === '' ? [] : [`SAC ${sac}`]),
      ...(isOther ? [labels.invoiceOf(original.number, writeBillingDate(original.issuedAt, texts))] : []),
      ...(remark === undefined ? [] : [texts.translate(remark)]),
    ],
    quantity: writeQuantity(quantity, texts),
    each: writeRupees(Math.round(parts.taxable / quantity), texts),
    amount: writeRupees(parts.taxable, texts),
  }
}

/** Value, each tax at each rate, rounding, total. Without any tax as the specification has it: “Tax -”. */
function writeSums({ lines, seller }: PrintedDraft, texts: Texts): SheetSum[] {
  const labels = writeBillingLabels(texts)
  const sum = (label: string, paise: number, isTotal = false) => ({ label, value: writeRupees(paise, texts), isTotal })
  const all = sumParts(lines.map(({ parts }) => parts))
  const groups = groupTaxes(lines)
  const taxed = sumParts(groups.map(({ parts }) => parts)).taxable
  const taxes = groups.flatMap(({ terms, place, parts }) =>
    listTaxes(terms, parts, place).map(
      ({ name = terms.supply === 'flat' ? seller.taxName : undefined, rateBp, paise }) => {
        const rate = writeRate(rateBp, texts)
        return sum(name === undefined ? labels.vat(rate) : `${name} ${rate}`, paise)
      },
    ),
  )
  return [
    ...(taxes.length === 0
      ? [sum(labels.subtotal, all.taxable), { label: labels.tax, value: '-', isTotal: false }]
      : [
          ...(taxed === all.taxable ? [] : [sum(labels.untaxed, all.taxable - taxed)]),
          sum(labels.taxableValue, taxed),
          ...taxes,
        ]),
    ...(all.rounding === 0 ? [] : [sum(labels.rounding, all.rounding)]),
    sum(labels.total, totalOf(all), true),
  ]
}

interface TaxGroup {
  readonly terms: TaxTerms
  readonly place: string
  readonly parts: TaxParts
}

/** The lines with tax, added up by supply, rate and place. */
function groupTaxes(lines: readonly BillingLine[]): TaxGroup[] {
  const groups = new Map<string, TaxGroup>()
  for (const { terms, place, parts } of lines) {
    if (terms.supply === 'none' || terms.supply === 'outside') continue
    const key = `${terms.supply} ${terms.rateBp} ${place}`
    const present = groups.get(key)
    groups.set(key, { terms, place, parts: present ? sumParts([present.parts, parts]) : parts })
  }
  return [...groups.values()]
}

function writeFact(fact: SheetFact, texts: Texts): SheetPair {
  const label = texts.translate(fact.label)
  if ('method' in fact) return { label, value: writePaymentMethod(fact.method, texts) }
  return { label, value: fact.isText ? texts.translate(fact.value) : fact.value }
}

const TAXED_WHEN_SPENT = msg('No tax is charged on this pack: it is charged when its credits are spent.')

/** What the law asks a document to say. */
function listRemarks({ kind, seller, lines, isTaxedWhenSpent }: PrintedDraft, texts: Texts): string[] {
  const labels = writeBillingLabels(texts)
  const has = (supply: TaxTerms['supply']) => lines.some(({ terms }) => terms.supply === supply)
  return [
    ...(kind === 'receipt' && isTaxedWhenSpent ? [texts.translate(TAXED_WHEN_SPENT)] : []),
    ...(has('export') ? [labels.exportUnpaid] : []),
    ...(has('export-paid') ? [labels.exportPaid] : []),
    ...(has('eu-reverse') ? [labels.reverseChargeVat] : []),
    ...(seller.profile === 'gst' && lines.some(({ terms }) => terms.supply !== 'none') ? [labels.reverseChargeNo] : []),
  ]
}
