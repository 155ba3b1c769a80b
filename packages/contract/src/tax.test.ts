import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BillingPlace, Supply, TaxProfile, TaxTerms } from './tax.ts'
import {
  addTax,
  determineTerms,
  FIRST_GST_RATE_BP,
  FIRST_SAC,
  findMissingPlace,
  findPlaceOfSupply,
  findTaxPoint,
  listTaxes,
  NO_PARTS,
  quoteCredits,
  splitGross,
  subtractParts,
  sumParts,
  taxOf,
  totalOf,
} from './tax.ts'
import { STANDARD_EU_RATES } from './tax-place.ts'

const standard = { sac: FIRST_SAC, rateBp: FIRST_GST_RATE_BP }

const none: TaxProfile = {
  profile: 'none',
  taxedWhen: null,
  pricesIncludeTax: true,
  gstin: '',
  rates: { credits: standard, video: standard, image: standard, 'direct-sell': standard },
  lutNumber: '',
  flatName: 'Tax',
  flatRateBp: 0,
  euCountry: '',
  euVatNumber: '',
  euRates: STANDARD_EU_RATES,
}
/** Maharashtra. */
const gst: TaxProfile = { ...none, profile: 'gst', gstin: '27AAPFU0939F1ZV' }
const flat: TaxProfile = { ...none, profile: 'flat', flatRateBp: 750 }
const eu: TaxProfile = { ...none, profile: 'eu', euCountry: 'DE', euVatNumber: 'DE123456789' }

function at(country: string, state: string | null = null, taxNumber = ''): BillingPlace {
  return { country, state, taxNumber }
}

describe('examples that are published, worked by hand', () => {
  it('within a state: CGST and SGST', () => {
    // CBEC, FAQ on GST, “How will a particular transaction be taxed simultaneously under CGST and SGST?”, illustration II: rates of
    // 10 % each; an advertising company in Mumbai supplies a company in Maharashtra for ₹100: CGST ₹10, SGST ₹10, in all ₹120.
    // 12000 × 10000 / (10000 + 2000) = 10000; 10000 × 2000 / 20000 = 1000 twice.
    const profile = { ...gst, rates: { ...gst.rates, video: { sac: '998361', rateBp: 2000 } } }
    const terms = determineTerms(profile, 'video', at('IN', '27'))
    expect(terms).toEqual({ supply: 'intra', rateBp: 2000 })
    expect(addTax(terms, 100_00)).toBe(120_00)
    expect(splitGross(terms, 120_00)).toEqual({ ...NO_PARTS, taxable: 100_00, cgst: 10_00, sgst: 10_00 })
  })

  it('between states: IGST', () => {
    // bharattax.co, CGST Act, section B, example B.2: a consultancy in Bangalore (29) supplies services of ₹12,00,000 to a client in
    // Mumbai (27) at 18 %: IGST ₹2,16,000 (IGST Act ss. 7(3), 12(2)). 120000000 × 1800 / 10000 = 21600000.
    const profile = { ...gst, gstin: '29AAGCB7383J1Z4' }
    const terms = determineTerms(profile, 'video', at('IN', '27', '27AAPFU0939F1ZV'))
    expect(terms).toEqual({ supply: 'inter', rateBp: 1800 })
    expect(addTax(terms, 12_00_000_00)).toBe(14_16_000_00)
    expect(splitGross(terms, 14_16_000_00)).toEqual({ ...NO_PARTS, taxable: 12_00_000_00, igst: 2_16_000_00 })
  })

  it('a price that includes tax', () => {
    // CGST Rules, rule 35: tax = value inclusive of taxes × rate / (100 + sum of rates). carahulgupta.com's example of it: ₹1,120
    // at 12 %: 1120 × 12 / 112 = ₹120, value ₹1,000. Within a state 1120 × 6 / 112 = ₹60 each.
    expect(splitGross({ supply: 'inter', rateBp: 1200 }, 1120_00)).toEqual({
      ...NO_PARTS,
      taxable: 1000_00,
      igst: 120_00,
    })
    expect(splitGross({ supply: 'intra', rateBp: 1200 }, 1120_00)).toEqual({
      ...NO_PARTS,
      taxable: 1000_00,
      cgst: 60_00,
      sgst: 60_00,
    })
  })

  it('an unregistered buyer: taxed where they are, by the state that they said', () => {
    // Circular 242/36/2024-GST: the state recorded on the invoice is the address on record, which makes it the place of supply (IGST
    // Act s. 12(2)(b)(i)). A pack of ₹499 sold from Maharashtra to Karnataka: 4990000 / 118 = 42288.14 → ₹422.88;
    // 42288 × 18 % = 7611.84 → ₹76.12; 42288 + 7612 = 49900.
    const quote = quoteCredits(gst, at('IN', '29'), 499_00)
    expect(quote).toEqual({
      terms: { supply: 'inter', rateBp: 1800 },
      grossPaise: 499_00,
      parts: { ...NO_PARTS, taxable: 422_88, igst: 76_12 },
    })
    // Without an address on record it is the seller's place (s. 12(2)(b)(ii)): halves of 42288 × 9 % = 3805.92 → ₹38.06.
    expect(quoteCredits(gst, undefined, 499_00).parts).toEqual({
      ...NO_PARTS,
      taxable: 422_88,
      cgst: 38_06,
      sgst: 38_06,
    })
  })

  it('export of services under a letter of undertaking: no tax', () => {
    // IGST Act ss. 2(6), 13(2), 16(1), 16(3)(a); CGST Rules, rule 96A. The whole of ₹2,500 is the value.
    const terms = determineTerms({ ...gst, lutNumber: 'AD270326000001A' }, 'image', at('US'))
    expect(terms).toEqual({ supply: 'export', rateBp: 0 })
    expect(splitGross(terms, 2500_00)).toEqual({ ...NO_PARTS, taxable: 2500_00 })
  })

  it('export of services without one: IGST, to be refunded', () => {
    // IGST Act s. 16(3)(b). Of ₹2,360: 236000 / 1.18 = ₹2,000, IGST 18 % = ₹360.
    const terms = determineTerms(gst, 'image', at('US'))
    expect(terms).toEqual({ supply: 'export-paid', rateBp: 1800 })
    expect(splitGross(terms, 2360_00)).toEqual({ ...NO_PARTS, taxable: 2000_00, igst: 360_00 })
  })

  it('rounding: to the paisa, so that value, taxes and difference are what was paid', () => {
    // Section 170 rounds to the rupee what is paid to the government for a period, not each invoice.
    const intra: TaxTerms = { supply: 'intra', rateBp: 1800 }
    const inter: TaxTerms = { supply: 'inter', rateBp: 1800 }
    // ₹399: 3990000 / 118 = 33813.56 → 33814; 9 % = 3043.26 → 3043; 33814 + 2 × 3043 = 39900.
    expect(splitGross(intra, 399_00)).toEqual({ ...NO_PARTS, taxable: 338_14, cgst: 30_43, sgst: 30_43 })
    // 18 % = 6086.52 → 6087; 33814 + 6087 = 39901, one paisa more than was paid.
    expect(splitGross(inter, 399_00)).toEqual({ ...NO_PARTS, taxable: 338_14, igst: 60_87, rounding: -1 })
    // 4 paise: 400 / 118 = 3.39 → 3; 9 % = 0.27 → 0; one paisa is left.
    expect(splitGross(intra, 4)).toEqual({ ...NO_PARTS, taxable: 3, rounding: 1 })
  })

  it('VAT: where a consumer is, none for a business in another member state', () => {
    // Directive 2006/112/EC art. 58, 196. 12,550 paise in Finland at 25.5 %: 125500000 / 12550 = 10000; 25.5 % = 2550.
    const finland = determineTerms(eu, 'video', at('FI'))
    expect(finland).toEqual({ supply: 'eu', rateBp: 2550 })
    expect(splitGross(finland, 125_50)).toEqual({ ...NO_PARTS, taxable: 100_00, other: 25_50 })
    expect(determineTerms(eu, 'video', at('FI', null, 'FI12345678'))).toEqual({ supply: 'eu-reverse', rateBp: 0 })
    expect(determineTerms(eu, 'video', at('DE', null, 'DE987654321'))).toEqual({ supply: 'eu', rateBp: 1900 })
    expect(determineTerms(eu, 'video', at('US'))).toEqual({ supply: 'outside', rateBp: 0 })
  })
})

describe('when tax falls', () => {
  it('is never without a profile', () => {
    expect(findTaxPoint({ ...none, taxedWhen: 'sold' })).toBe('none')
  })

  it('is when credits are sold, unless they buy what has different rates', () => {
    const mixed = { ...gst.rates, image: { ...standard, rateBp: 1200 } }
    expect([gst, flat, eu].map(findTaxPoint)).toEqual(['sold', 'sold', 'sold'])
    expect(findTaxPoint({ ...gst, rates: mixed })).toBe('spent')
    expect(findTaxPoint({ ...flat, rates: mixed })).toBe('sold')
    expect(findTaxPoint({ ...gst, rates: { ...gst.rates, credits: { ...standard, rateBp: 500 } } })).toBe('sold')
  })

  it('is when the owner says', () => {
    expect(findTaxPoint({ ...gst, taxedWhen: 'spent' })).toBe('spent')
    expect(findTaxPoint({ ...eu, taxedWhen: 'spent' })).toBe('spent')
  })
})

describe('the place of supply', () => {
  it('is asked only where it decides', () => {
    expect(findMissingPlace(none, undefined)).toBeUndefined()
    expect(findMissingPlace(flat, undefined)).toBeUndefined()
    expect(findMissingPlace(gst, undefined)).toBe('country')
    expect(findMissingPlace(gst, at(''))).toBe('country')
    expect(findMissingPlace(gst, at('IN'))).toBe('state')
    expect(findMissingPlace(gst, at('IN', '28'))).toBe('state')
    expect(findMissingPlace(gst, at('IN', '27'))).toBeUndefined()
    expect(findMissingPlace(gst, at('IN', null, '29AAGCB7383J1Z4'))).toBeUndefined()
    expect(findMissingPlace(gst, at('NP'))).toBeUndefined()
    expect(findMissingPlace(eu, undefined)).toBe('country')
    expect(findMissingPlace(eu, at('IN'))).toBeUndefined()
  })

  it('is the state of a GSTIN before the state that was chosen', () => {
    expect(findPlaceOfSupply(gst, at('IN', '27', '29AAGCB7383J1Z4'))).toBe('29')
    expect(findPlaceOfSupply(gst, at('IN', '27', '29AAGCB7383J1Z5'))).toBe('27')
    expect(findPlaceOfSupply(gst, at('US', null, '29AAGCB7383J1Z4'))).toBe('US')
    expect(findPlaceOfSupply(gst, undefined)).toBe('27')
    expect(findPlaceOfSupply(eu, undefined)).toBe('DE')
    expect(findPlaceOfSupply(eu, at('FR'))).toBe('FR')
    expect(findPlaceOfSupply(flat, at('FR'))).toBe('')
  })

  it('takes the owner’s rate before the standard one, and countries only the owner names', () => {
    const profile = {
      ...eu,
      euRates: [
        { country: 'FR', rateBp: 1000 },
        { country: 'MC', rateBp: 2000 },
      ],
    }
    expect(determineTerms(profile, 'video', at('FR')).rateBp).toBe(1000)
    expect(determineTerms(profile, 'video', at('IT')).rateBp).toBe(2200)
    expect(determineTerms(profile, 'video', at('MC'))).toEqual({ supply: 'eu', rateBp: 2000 })
  })

  it('takes no VAT number of another country than the buyer’s', () => {
    expect(determineTerms(eu, 'video', at('FR', null, 'FI12345678'))).toEqual({ supply: 'eu', rateBp: 2000 })
  })
})

describe('what a pack costs', () => {
  it('is its price without tax, and when tax falls later', () => {
    const plain = { terms: { supply: 'none', rateBp: 0 }, grossPaise: 499_00, parts: { ...NO_PARTS, taxable: 499_00 } }
    expect(quoteCredits(none, undefined, 499_00)).toEqual(plain)
    expect(quoteCredits({ ...gst, taxedWhen: 'spent' }, at('IN', '27'), 499_00)).toEqual(plain)
    expect(quoteCredits({ ...gst, taxedWhen: 'spent', pricesIncludeTax: false }, undefined, 499_00)).toEqual(plain)
  })

  it('is more where prices are without tax', () => {
    // 49900 × 18 % = 8982; halves of 4491.
    const quote = quoteCredits({ ...gst, pricesIncludeTax: false }, at('IN', '27'), 499_00)
    expect(quote.grossPaise).toBe(588_82)
    expect(quote.parts).toEqual({ ...NO_PARTS, taxable: 499_00, cgst: 44_91, sgst: 44_91 })
  })

  it('with a flat tax is the same everywhere', () => {
    // 10750 × 10000 / 10750 = 10000; 7.5 % = 750.
    expect(quoteCredits(flat, at('US'), 107_50).parts).toEqual({ ...NO_PARTS, taxable: 100_00, other: 7_50 })
  })
})

describe('every amount at every rate', () => {
  const taxed: Supply[] = ['intra', 'inter', 'export-paid', 'flat', 'eu']
  const untaxed: Supply[] = ['none', 'export', 'eu-reverse', 'outside']
  const paise = fc.integer({ min: 0, max: 1_000_000_000 })
  const terms = fc.oneof(
    fc.record({ supply: fc.constantFrom(...taxed), rateBp: fc.integer({ min: 0, max: 9999 }) }),
    fc.record({ supply: fc.constantFrom(...taxed), rateBp: fc.constantFrom(0, 500, 1200, 1800, 2800, 4000) }),
    fc.record({ supply: fc.constantFrom(...untaxed), rateBp: fc.constant(0) }),
  )

  it('splits into parts that are what was paid', () => {
    fc.assert(
      fc.property(terms, paise, (term, gross) => {
        const parts = splitGross(term, gross)
        expect(totalOf(parts)).toBe(gross)
        expect(parts.cgst).toBe(parts.sgst)
        expect(Math.abs(parts.rounding)).toBeLessThanOrEqual(1)
        expect(Object.values(parts).every((part) => Number.isSafeInteger(part) && (part >= 0 || part === -1))).toBe(
          true,
        )
      }),
      { numRuns: 2000 },
    )
  })

  it('is computed as exactly as with big integers, to 100 %', () => {
    const divideBig = (numerator: bigint, by: bigint) => Number((2n * numerator + by) / (2n * by))
    const anyRate = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(anyRate, fc.integer({ min: 0, max: 100_000_000_000 }), (rateBp, gross) => {
        const rate = BigInt(rateBp)
        const { taxable, igst } = splitGross({ supply: 'inter', rateBp }, gross)
        expect(taxable).toBe(divideBig(BigInt(gross) * 10_000n, 10_000n + rate))
        expect(igst).toBe(divideBig(BigInt(taxable) * rate, 10_000n))
        expect(splitGross({ supply: 'intra', rateBp }, gross).cgst).toBe(divideBig(BigInt(taxable) * rate, 20_000n))
      }),
      { numRuns: 2000 },
    )
  })

  it('finds the price again to which tax was added', () => {
    fc.assert(
      fc.property(terms, paise, (term, net) => {
        expect(splitGross(term, addTax(term, net)).taxable).toBe(net)
      }),
      { numRuns: 2000 },
    )
  })

  it('bears no tax where none is charged', () => {
    fc.assert(
      fc.property(fc.constantFrom(...taxed, ...untaxed), paise, (supply, gross) => {
        const parts = splitGross({ supply, rateBp: 0 }, gross)
        expect(parts).toEqual({ ...NO_PARTS, taxable: gross })
        expect(addTax({ supply, rateBp: 0 }, gross)).toBe(gross)
      }),
    )
  })

  it('is cancelled to the paisa by its refunds, and restored by what did not arrive', () => {
    fc.assert(
      fc.property(terms, paise, fc.array(fc.nat(1000), { maxLength: 8 }), (term, gross, cuts) => {
        const invoice = splitGross(term, gross)
        const left = [gross, ...cuts.map((cut) => Math.floor((gross * cut) / 1000)).sort((a, b) => b - a), 0]
        const notes = left.slice(1).map((after, index) => {
          const before = left[index] ?? 0
          const note = subtractParts(splitGross(term, before), splitGross(term, after))
          expect(totalOf(note)).toBe(before - after)
          expect(Math.min(note.taxable, taxOf(note))).toBeGreaterThanOrEqual(0)
          return note
        })
        expect(sumParts(notes)).toEqual(invoice)
        const [note = NO_PARTS] = notes
        const debit = subtractParts(splitGross(term, gross), splitGross(term, left[1] ?? 0))
        expect(subtractParts(note, debit)).toEqual(NO_PARTS)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the taxes of an amount', () => {
  const list = (terms: TaxTerms, place: string) => listTaxes(terms, splitGross(terms, 118_00), place)

  it('are named by Indian law, the half of some territories after the territory', () => {
    const intra: TaxTerms = { supply: 'intra', rateBp: 1800 }
    expect(list(intra, '27')).toEqual([
      { name: 'CGST', rateBp: 900, paise: 9_00 },
      { name: 'SGST', rateBp: 900, paise: 9_00 },
    ])
    expect(list(intra, '04').map(({ name }) => name)).toEqual(['CGST', 'UTGST'])
    expect(list({ supply: 'export-paid', rateBp: 1800 }, 'US')).toEqual([{ name: 'IGST', rateBp: 1800, paise: 18_00 }])
  })

  it('have no name of the law elsewhere, and are none where nothing is taxed', () => {
    expect(list({ supply: 'eu', rateBp: 1800 }, 'DE')).toEqual([{ name: undefined, rateBp: 1800, paise: 18_00 }])
    for (const supply of ['none', 'outside'] as const) expect(list({ supply, rateBp: 0 }, '')).toEqual([])
  })
})
