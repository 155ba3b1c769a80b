// Where buyers and sellers are for tax: Indian states with GSTINs, member states of the European Union with VAT numbers.
// Nothing is looked up outside: whether a number is registered, GST portal and VIES say. No schema here, because pages load this
// file.

import { toPlainCharacters } from './input.ts'
import { msg } from './placeholder.ts'

/**
 * States and union territories by their GST code, the one in GSTINs and in returns (GST portal, “State Codes”). Left out: 25 (Daman
 * and Diu, merged into 26 in 2020), 28 (Andhra Pradesh before its division; 37 today), 96 and 99 (not places in India).
 */
export const INDIAN_STATES: readonly { readonly code: string; readonly name: string }[] = [
  { code: '01', name: msg('Jammu and Kashmir') },
  { code: '02', name: msg('Himachal Pradesh') },
  { code: '03', name: msg('Punjab') },
  { code: '04', name: msg('Chandigarh') },
  { code: '05', name: msg('Uttarakhand') },
  { code: '06', name: msg('Haryana') },
  { code: '07', name: msg('Delhi') },
  { code: '08', name: msg('Rajasthan') },
  { code: '09', name: msg('Uttar Pradesh') },
  { code: '10', name: msg('Bihar') },
  { code: '11', name: msg('Sikkim') },
  { code: '12', name: msg('Arunachal Pradesh') },
  { code: '13', name: msg('Nagaland') },
  { code: '14', name: msg('Manipur') },
  { code: '15', name: msg('Mizoram') },
  { code: '16', name: msg('Tripura') },
  { code: '17', name: msg('Meghalaya') },
  { code: '18', name: msg('Assam') },
  { code: '19', name: msg('West Bengal') },
  { code: '20', name: msg('Jharkhand') },
  { code: '21', name: msg('Odisha') },
  { code: '22', name: msg('Chhattisgarh') },
  { code: '23', name: msg('Madhya Pradesh') },
  { code: '24', name: msg('Gujarat') },
  { code: '26', name: msg('Dadra and Nagar Haveli and Daman and Diu') },
  { code: '27', name: msg('Maharashtra') },
  { code: '29', name: msg('Karnataka') },
  { code: '30', name: msg('Goa') },
  { code: '31', name: msg('Lakshadweep') },
  { code: '32', name: msg('Kerala') },
  { code: '33', name: msg('Tamil Nadu') },
  { code: '34', name: msg('Puducherry') },
  { code: '35', name: msg('Andaman and Nicobar Islands') },
  { code: '36', name: msg('Telangana') },
  { code: '37', name: msg('Andhra Pradesh') },
  { code: '38', name: msg('Ladakh') },
  { code: '97', name: msg('Other Territory') },
]

const stateNames: ReadonlyMap<string, string> = new Map(INDIAN_STATES.map(({ code, name }) => [code, name]))

/** Whether a text is the GST code of a state or union territory that there is today. */
export function isIndianState(code: string): boolean {
  return stateNames.has(code)
}

/** The English name of a state; its code where there is no such state. */
export function findStateName(code: string): string {
  return stateNames.get(code) ?? code
}

/** Without a legislature, where the half that is not CGST is called UTGST instead of SGST (UTGST Act 2017, s. 2(8)). */
const unionTerritories: ReadonlySet<string> = new Set(['04', '26', '31', '35', '38', '97'])

/** Whether the state's half of the tax is named UTGST there. Delhi, Puducherry, Jammu and Kashmir have SGST. */
export function hasUnionTerritoryTax(code: string): boolean {
  return unionTerritories.has(code)
}

/** The registration number as it is stored: without spaces and hyphens, in capitals. Invalid input stays invalid. */
export function toGstin(typed: string): string {
  return toPlainCharacters(typed)
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
}

/**
 * State, PAN or TAN (of those who deduct tax), registrations of the same holder in the state (1 to 9, then A to Z), Z, check
 * digit: the form of `ctin` in GSTR-1. Not the numbers of embassies (UIN).
 */
const GSTIN = /^\d{2}[A-Z]{4}[A-Z\d]\d{4}[A-Z][1-9A-Z]Z[\dA-Z]$/

const CODE_POINTS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * The last character of a GSTIN, from the 14 before it: values 0 to 35 are multiplied with 1 and 2 in turn, quotient and
 * remainder by 36 of each product are added up, and the check digit completes the sum to a multiple of 36 (Luhn's method of
 * ISO/IEC 7812-1 with base 36; as python-stdnum's `stdnum.in_.gstin` computes it).
 */
function findCheckDigit(body: string): string {
  const sum = [...body].reduce((total, character, index) => {
    const product = CODE_POINTS.indexOf(character) * (index % 2 === 0 ? 1 : 2)
    return total + Math.floor(product / 36) + (product % 36)
  }, 0)
  return CODE_POINTS.charAt((36 - (sum % 36)) % 36)
}

/** Whether a line for receipts, such as “GSTIN: 27 AAPFU 0939F 1ZV”, names a GSTIN, also a mistyped one. */
export function hasGstin(line: string): boolean {
  return /\d{2}[A-Z]{4}[A-Z\d]\d{4}[A-Z][1-9A-Z]Z[\dA-Z]/.test(toGstin(line))
}

type GstinProblem = 'form' | 'state' | 'check-digit'

/** What a form says of each problem. */
export const GSTIN_PROBLEM_TEXT: Readonly<Record<GstinProblem, string>> = {
  form: msg('Enter a GSTIN of 15 letters and digits, such as 27AAPFU0939F1ZV'),
  state: msg('The first two digits of this GSTIN are not a state'),
  'check-digit': msg('This GSTIN does not exist: please check each letter and digit'),
}

/**
 * What is wrong with a GSTIN as `toGstin` returns it. Every wrong character and every two swapped neighbours are found: the check
 * digit misses only a swapped 0 and Z, and nowhere does the form allow these two neighbours in both orders.
 */
export function findGstinProblem(gstin: string): GstinProblem | undefined {
  if (!GSTIN.test(gstin)) return 'form'
  if (!isIndianState(gstin.slice(0, 2))) return 'state'
  return findCheckDigit(gstin.slice(0, 14)) === gstin.charAt(14) ? undefined : 'check-digit'
}

export interface CountryRate {
  /** ISO 3166, two letters. */
  readonly country: string
  readonly rateBp: number
}

interface MemberState extends CountryRate {
  /** After the prefix, as the Commission describes VAT numbers (VIES, question 11). */
  readonly number: RegExp
}

/** The standard rate on 1 January 2026 (European Commission, Taxes in Europe Database). */
const memberStates: readonly MemberState[] = [
  { country: 'AT', rateBp: 2000, number: /^U\d{8}$/ },
  { country: 'BE', rateBp: 2100, number: /^[01]\d{9}$/ },
  { country: 'BG', rateBp: 2000, number: /^\d{9,10}$/ },
  { country: 'CY', rateBp: 1900, number: /^\d{8}[A-Z]$/ },
  { country: 'CZ', rateBp: 2100, number: /^\d{8,10}$/ },
  { country: 'DE', rateBp: 1900, number: /^\d{9}$/ },
  { country: 'DK', rateBp: 2500, number: /^\d{8}$/ },
  { country: 'EE', rateBp: 2400, number: /^\d{9}$/ },
  { country: 'ES', rateBp: 2100, number: /^(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/ },
  { country: 'FI', rateBp: 2550, number: /^\d{8}$/ },
  { country: 'FR', rateBp: 2000, number: /^[A-HJ-NP-Z\d]{2}\d{9}$/ },
  { country: 'GR', rateBp: 2400, number: /^\d{9}$/ },
  { country: 'HR', rateBp: 2500, number: /^\d{11}$/ },
  { country: 'HU', rateBp: 2700, number: /^\d{8}$/ },
  { country: 'IE', rateBp: 2300, number: /^(?:\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/ },
  { country: 'IT', rateBp: 2200, number: /^\d{11}$/ },
  { country: 'LT', rateBp: 2100, number: /^(?:\d{9}|\d{12})$/ },
  { country: 'LU', rateBp: 1700, number: /^\d{8}$/ },
  { country: 'LV', rateBp: 2100, number: /^\d{11}$/ },
  { country: 'MT', rateBp: 1800, number: /^\d{8}$/ },
  { country: 'NL', rateBp: 2100, number: /^[A-Z\d+*]{9}B[A-Z\d+*]{2}$/ },
  { country: 'PL', rateBp: 2300, number: /^\d{10}$/ },
  { country: 'PT', rateBp: 2300, number: /^\d{9}$/ },
  { country: 'RO', rateBp: 2100, number: /^\d{2,10}$/ },
  { country: 'SE', rateBp: 2500, number: /^\d{12}$/ },
  { country: 'SI', rateBp: 2200, number: /^\d{8}$/ },
  { country: 'SK', rateBp: 2300, number: /^\d{10}$/ },
]

const memberStatesByCountry: ReadonlyMap<string, MemberState> = new Map(
  memberStates.map((state) => [state.country, state]),
)

/** The first value of the setting `euRates`, which an owner corrects when a country changes its rate. */
export const STANDARD_EU_RATES: readonly CountryRate[] = memberStates.map(({ country, rateBp }) => ({
  country,
  rateBp,
}))

/** Whether a country is a member of the European Union. */
export function isEuCountry(country: string): boolean {
  return memberStatesByCountry.has(country)
}

/** The standard rate of a member state; undefined elsewhere. */
export function findStandardEuRate(country: string): number | undefined {
  return memberStatesByCountry.get(country)?.rateBp
}

/** What VAT numbers of a member state begin with: its ISO code, but EL for Greece. */
export function findVatPrefix(country: string): string {
  return country === 'GR' ? 'EL' : country
}

/**
 * A VAT number as it is stored: with the prefix of its country, in capitals, without what is written between the digits.
 * Invalid input stays invalid, as does a number of another country: French ones may begin with the letters DE.
 */
export function toVatNumber(typed: string, country: string): string {
  const plain = toPlainCharacters(typed)
    .replace(/[\s./\p{Pd}]/gu, '')
    .toUpperCase()
  const prefix = findVatPrefix(country)
  const national = memberStatesByCountry.get(country)?.number
  if (country === 'GR' && plain.startsWith('GR')) return prefix + plain.slice(2)
  const hasPrefix = memberStates.some((state) => isVatNumber(plain, state.country))
  return national?.test(plain) === true && !hasPrefix ? prefix + plain : plain
}

/** Whether a number as `toVatNumber` returns it has the form of the country's VAT numbers. */
export function isVatNumber(number: string, country: string): boolean {
  const prefix = findVatPrefix(country)
  return (
    number.startsWith(prefix) && memberStatesByCountry.get(country)?.number.test(number.slice(prefix.length)) === true
  )
}
