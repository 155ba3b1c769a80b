// What tax a sale bears, and how an amount splits into value and tax. Pure: the server, which stores it, and pages, which show it
// before a payment, compute the same. Money is integer paise, rates are integer basis points (1800 = 18 %). No schema here,
// because pages load this file.

import type { CountryRate } from './tax-place.ts'
import {
  findGstinProblem,
  findStandardEuRate,
  hasUnionTerritoryTax,
  isEuCountry,
  isIndianState,
  isVatNumber,
} from './tax-place.ts'

export const saleKinds = ['credits', 'video', 'image', 'direct-sell'] as const
export type SaleKind = (typeof saleKinds)[number]

export interface KindRate {
  readonly sac: string
  readonly rateBp: number
}

/** The settings that decide: the section `tax`. */
export interface TaxProfile {
  readonly profile: 'none' | 'gst' | 'flat' | 'eu'
  /** Null: by the rule of `findTaxPoint`. */
  readonly taxedWhen: 'sold' | 'spent' | null
  readonly pricesIncludeTax: boolean
  readonly gstin: string
  readonly rates: Readonly<Record<SaleKind, KindRate>>
  /** Letter of undertaking; without one exports bear IGST. */
  readonly lutNumber: string
  readonly flatName: string
  readonly flatRateBp: number
  readonly euCountry: string
  readonly euVatNumber: string
  readonly euRates: readonly CountryRate[]
}

/** What of a buyer's details decides about tax. */
export interface BillingPlace {
  /** ISO 3166, two letters. */
  readonly country: string
  /** GST code of the state, in India. */
  readonly state: string | null
  /** GSTIN or VAT number; empty for who does not buy for a business. */
  readonly taxNumber: string
}

/**
 * `intra`: CGST and SGST. `inter`: IGST. `export`: no tax, under a letter of undertaking. `export-paid`: IGST. `eu-reverse`: the
 * business that buys owes the tax. `outside`: not taxable in the European Union.
 */
export const supplies = [
  'none',
  'intra',
  'inter',
  'export',
  'export-paid',
  'flat',
  'eu',
  'eu-reverse',
  'outside',
] as const
export type Supply = (typeof supplies)[number]

/** What is fixed when a sale is made. The rate is 0 where no tax is charged. */
export interface TaxTerms {
  readonly supply: Supply
  readonly rateBp: number
}

/** An amount in paise, split; the sum of all is what was paid. `other`: flat tax or VAT. */
export interface TaxParts {
  readonly taxable: number
  readonly cgst: number
  readonly sgst: number
  readonly igst: number
  readonly other: number
  readonly rounding: number
}

/**
 * The first SAC of every kind: “Other on-line contents n.e.c.” of group 99843, on-line content services, 18 % as the rest of
 * heading 9984 (annexure of Notification 11/2017-Central Tax (Rate)). Not 9973, licences of intellectual property: the explanatory
 * notes exclude the licence of an end user that comes with a product. An owner may choose another, such as 998433 (on-line video).
 */
export const FIRST_SAC = '998439'

export const FIRST_GST_RATE_BP = 1800

/**
 * When tax falls on credits. A voucher is taxed when it is sold if it is known then at which rate (CGST Act 2017, ss. 12(4) and
 * 13(4), which the Finance Act 2025 omits; Directive (EU) 2016/1065), otherwise when it is spent. With GST the rate is known if
 * everything that credits buy has the same; else single-purpose is assumed.
 */
export function findTaxPoint(profile: TaxProfile): 'none' | 'sold' | 'spent' {
  if (profile.profile === 'none') return 'none'
  if (profile.taxedWhen !== null) return profile.taxedWhen
  const { video, image, 'direct-sell': ready } = profile.rates
  const isKnown = video.rateBp === image.rateBp && image.rateBp === ready.rateBp
  return profile.profile === 'gst' && !isKnown ? 'spent' : 'sold'
}

/** The state of a buyer in India: of their GSTIN (IGST Act 2017, s. 12(2)(a)), otherwise the one they chose (s. 12(2)(b)(i)). */
function findBuyerState(place: BillingPlace): string | undefined {
  if (findGstinProblem(place.taxNumber) === undefined) return place.taxNumber.slice(0, 2)
  return place.state !== null && isIndianState(place.state) ? place.state : undefined
}

/**
 * What has to be asked before a sale. Invoices of on-line services need the state of every buyer, whatever the amount (CGST Rules
 * 2017, rule 46(f); Circular 242/36/2024-GST).
 */
export function findMissingPlace(
  profile: TaxProfile,
  place: BillingPlace | undefined,
): 'country' | 'state' | undefined {
  if (profile.profile !== 'gst' && profile.profile !== 'eu') return undefined
  if (place === undefined || place.country === '') return 'country'
  const isStateMissing = profile.profile === 'gst' && place.country === 'IN' && findBuyerState(place) === undefined
  return isStateMissing ? 'state' : undefined
}

/**
 * The place of supply: state code in India, country elsewhere, empty where it does not matter. Without an address it is the
 * seller's (IGST Act 2017, s. 12(2)(b)(ii)).
 */
export function findPlaceOfSupply(profile: TaxProfile, place: BillingPlace | undefined): string {
  if (profile.profile === 'gst') {
    const seller = profile.gstin.slice(0, 2)
    if (place === undefined || place.country === '') return seller
    return place.country === 'IN' ? (findBuyerState(place) ?? seller) : place.country
  }
  if (profile.profile === 'eu') return place === undefined || place.country === '' ? profile.euCountry : place.country
  return ''
}

/** The terms of a sale that is taxed; whether it is, and when, says `findTaxPoint`. */
export function determineTerms(profile: TaxProfile, kind: SaleKind, place: BillingPlace | undefined): TaxTerms {
  switch (profile.profile) {
    case 'none':
      return { supply: 'none', rateBp: 0 }
    case 'flat':
      return { supply: 'flat', rateBp: profile.flatRateBp }
    case 'gst':
      return determineGst(profile, profile.rates[kind].rateBp, findPlaceOfSupply(profile, place))
    case 'eu':
      return determineVat(profile, findPlaceOfSupply(profile, place), place?.taxNumber ?? '')
  }
}

/** IGST Act 2017: s. 8(2) within a state, s. 7(3) between states, s. 16(3) to abroad, with a letter of undertaking or with tax. */
function determineGst(profile: TaxProfile, rateBp: number, supplyPlace: string): TaxTerms {
  if (!isIndianState(supplyPlace)) {
    return profile.lutNumber === '' ? { supply: 'export-paid', rateBp } : { supply: 'export', rateBp: 0 }
  }
  return { supply: supplyPlace === profile.gstin.slice(0, 2) ? 'intra' : 'inter', rateBp }
}

/**
 * Directive 2006/112/EC: art. 58 taxes electronic services where a consumer is, art. 196 lets a business in another member state
 * owe the tax. A country in the owner's list is taxed as a member state (Monaco, for example, which counts as France).
 */
function determineVat(profile: TaxProfile, country: string, taxNumber: string): TaxTerms {
  const rateBp = profile.euRates.find((rate) => rate.country === country)?.rateBp ?? findStandardEuRate(country)
  if (rateBp === undefined) return { supply: 'outside', rateBp: 0 }
  const isForeignBusiness = country !== profile.euCountry && isEuCountry(country) && isVatNumber(taxNumber, country)
  return isForeignBusiness ? { supply: 'eu-reverse', rateBp: 0 } : { supply: 'eu', rateBp }
}

/** Rounds half up. Exact while twice the numerator is below 2^53; the numerator is not negative. */
function divide(numerator: number, denominator: number): number {
  const doubled = 2 * numerator + denominator
  return (doubled - (doubled % (2 * denominator))) / (2 * denominator)
}

export const NO_PARTS: TaxParts = { taxable: 0, cgst: 0, sgst: 0, igst: 0, other: 0, rounding: 0 }

/**
 * Splits what is paid into value and tax (CGST Rules 2017, rule 35), each to the paisa. Halves of CGST and SGST are equal; what
 * does not divide is `rounding`, at most one paisa for rates below 100 %. Exact for amounts up to 10^11 paise.
 */
export function splitGross({ supply, rateBp }: TaxTerms, grossPaise: number): TaxParts {
  const taxable = divide(grossPaise * 10_000, 10_000 + rateBp)
  const half = supply === 'intra' ? divide(taxable * rateBp, 20_000) : 0
  const whole = supply === 'intra' ? 0 : divide(taxable * rateBp, 10_000)
  const isIntegrated = supply === 'inter' || supply === 'export-paid'
  return {
    taxable,
    cgst: half,
    sgst: half,
    igst: isIntegrated ? whole : 0,
    other: isIntegrated ? 0 : whole,
    rounding: grossPaise - taxable - 2 * half - whole,
  }
}

/** What is to be paid for a price without tax; `splitGross` of it finds the price again. */
export function addTax({ rateBp }: TaxTerms, netPaise: number): number {
  return netPaise + divide(netPaise * rateBp, 10_000)
}

export interface CreditsQuote {
  readonly terms: TaxTerms
  /** What the buyer pays. */
  readonly grossPaise: number
  readonly parts: TaxParts
}

/** What a pack costs a buyer: with the tax of its sale, if tax falls then, inside or on top of its price. */
export function quoteCredits(profile: TaxProfile, place: BillingPlace | undefined, pricePaise: number): CreditsQuote {
  const isTaxed = findTaxPoint(profile) === 'sold'
  const terms: TaxTerms = isTaxed ? determineTerms(profile, 'credits', place) : { supply: 'none', rateBp: 0 }
  const grossPaise = profile.pricesIncludeTax ? pricePaise : addTax(terms, pricePaise)
  return { terms, grossPaise, parts: splitGross(terms, grossPaise) }
}

/**
 * The parts of a partial refund are those of what was left before minus those of what is left after: all credit notes together
 * cancel their invoice to the paisa.
 */
export function subtractParts(a: TaxParts, b: TaxParts): TaxParts {
  return {
    taxable: a.taxable - b.taxable,
    cgst: a.cgst - b.cgst,
    sgst: a.sgst - b.sgst,
    igst: a.igst - b.igst,
    other: a.other - b.other,
    rounding: a.rounding - b.rounding,
  }
}

/** The sums of lines, or of documents in a period. */
export function sumParts(parts: readonly TaxParts[]): TaxParts {
  return parts.reduce(
    (sum, part) => ({
      taxable: sum.taxable + part.taxable,
      cgst: sum.cgst + part.cgst,
      sgst: sum.sgst + part.sgst,
      igst: sum.igst + part.igst,
      other: sum.other + part.other,
      rounding: sum.rounding + part.rounding,
    }),
    NO_PARTS,
  )
}

/** What was paid: value, taxes and rounding. */
export function totalOf(parts: TaxParts): number {
  return parts.taxable + taxOf(parts) + parts.rounding
}

/** The tax in it. */
export function taxOf({ cgst, sgst, igst, other }: TaxParts): number {
  return cgst + sgst + igst + other
}

/** A tax as documents and pages show it. */
export interface ShownTax {
  /** By Indian law, the same in every language; undefined for VAT and for what a store names itself. */
  readonly name: 'CGST' | 'SGST' | 'UTGST' | 'IGST' | undefined
  readonly rateBp: number
  readonly paise: number
}

/** The taxes of an amount. `place`: the place of supply; a territory without a legislature has a name of its own for its half. */
export function listTaxes({ supply, rateBp }: TaxTerms, parts: TaxParts, place: string): readonly ShownTax[] {
  switch (supply) {
    case 'intra':
      return [
        { name: 'CGST', rateBp: rateBp / 2, paise: parts.cgst },
        { name: hasUnionTerritoryTax(place) ? 'UTGST' : 'SGST', rateBp: rateBp / 2, paise: parts.sgst },
      ]
    case 'inter':
    case 'export':
    case 'export-paid':
      return [{ name: 'IGST', rateBp, paise: parts.igst }]
    case 'flat':
    case 'eu':
    case 'eu-reverse':
      return [{ name: undefined, rateBp, paise: parts.other }]
    case 'none':
    case 'outside':
      return []
  }
}
