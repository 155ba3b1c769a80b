// Writes what a billing document prints: lines, sums, facts and notes, in the buyer's language.
import type { BillingSheet, SheetPair, SheetRow, SheetSum } from '@vitrine/billing-pdf/sheet'
import type { BrandSettings, SellerSettings } from '@vitrine/contract/settings'
import { sumParts, type TaxParts, type TaxTerms, totalOf } from '@vitrine/contract/tax'
import { findStateName, hasUnionTerritoryTax, isEuCountry, isIndianState } from '@vitrine/contract/tax-place'
import { msg, type Texts, writeRupees } from '@vitrine/language/texts'
import type { BillingDraft, BillingLine, SheetFact } from './draft.ts'
import {
  type BillingParty,
  type BillingTitle,
  toSellerParty,
  writeBillingDate,
  writeBillingLabels,
  writeCredits,
  writePaymentMethod,
  writeQuantity,
  writeSheetHead,
} from './sheet.ts'
import type { PrintedBuyer } from './tables.ts'

interface Printed {
  readonly number: string
  readonly issuedAt: Date
  readonly buyer: PrintedBuyer
  readonly brand: BrandSettings
  readonly seller: SellerSettings
}

/** The sheet of a document. */
export function writeSheet(draft: BillingDraft, printed: Printed, texts: Texts): BillingSheet {
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
        buyer: describeBuyer(printed.buyer, texts),
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

function findTitle({ kind, seller }: BillingDraft): BillingTitle {
  return kind === 'invoice' && seller.profile === 'gst' ? 'tax-invoice' : kind
}

function describeSeller({ seller: tax }: BillingDraft, { brand, seller }: Printed, texts: Texts): BillingParty {
  // An owner may have written the number among the lines before the store knew of taxes.
  const taxNumbers = seller.taxNumbers.filter((line) => tax.taxNumber === '' || !line.includes(tax.taxNumber))
  const { lines } = toSellerParty(brand, { ...seller, taxNumbers })
  return { lines, small: describeTaxNumber(tax.taxNumber, tax.profile === 'gst' ? 'gstin' : 'vat', texts) }
}

function describeBuyer({ name, email, address, country, state, taxNumber }: PrintedBuyer, texts: Texts): BillingParty {
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
function writeSums({ lines, seller }: BillingDraft, texts: Texts): SheetSum[] {
  const labels = writeBillingLabels(texts)
  const sum = (label: string, paise: number, isTotal = false) => ({ label, value: writeRupees(paise, texts), isTotal })
  const all = sumParts(lines.map(({ parts }) => parts))
  const groups = groupTaxes(lines)
  const taxed = sumParts(groups.map(({ parts }) => parts)).taxable
  const taxes = groups.flatMap(({ terms, place, parts }) =>
    taxAmounts(terms, parts, { place, taxName: seller.taxName, texts }).map(({ label, paise }) => sum(label, paise)),
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

function taxAmounts(
  { supply, rateBp }: TaxTerms,
  parts: TaxParts,
  { place, taxName, texts }: { place: string; taxName: string; texts: Texts },
): { label: string; paise: number }[] {
  const labels = writeBillingLabels(texts)
  switch (supply) {
    case 'intra':
      return [
        { label: labels.cgst(rateBp / 2), paise: parts.cgst },
        { label: labels.sgst(rateBp / 2, hasUnionTerritoryTax(place)), paise: parts.sgst },
      ]
    case 'inter':
    case 'export':
    case 'export-paid':
      return [{ label: labels.igst(rateBp), paise: parts.igst }]
    case 'flat':
      return [{ label: labels.flat(taxName, rateBp), paise: parts.other }]
    case 'eu':
    case 'eu-reverse':
      return [{ label: labels.vat(rateBp), paise: parts.other }]
    default:
      return []
  }
}

function writeFact(fact: SheetFact, texts: Texts): SheetPair {
  const label = texts.translate(fact.label)
  if ('method' in fact) return { label, value: writePaymentMethod(fact.method, texts) }
  return { label, value: fact.isText ? texts.translate(fact.value) : fact.value }
}

const TAXED_WHEN_SPENT = msg('No tax is charged on this pack: it is charged when its credits are spent.')

/** What the law asks a document to say. */
function listRemarks({ kind, seller, lines, isTaxedWhenSpent }: BillingDraft, texts: Texts): string[] {
  const labels = writeBillingLabels(texts)
  const has = (supply: TaxTerms['supply']) => lines.some(({ terms }) => terms.supply === supply)
  return [
    ...(kind === 'receipt' && isTaxedWhenSpent ? [texts.translate(TAXED_WHEN_SPENT)] : []),
    ...(has('export') ? [labels.exportUnpaid] : []),
    ...(has('export-paid') ? [labels.exportPaid] : []),
    ...(has('eu-reverse') ? [labels.reverseChargeVat] : []),
    ...(kind !== 'receipt' && seller.profile === 'gst' ? [labels.reverseChargeNo] : []),
  ]
}
