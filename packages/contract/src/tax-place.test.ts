import { describe, expect, it } from 'vitest'
import {
  findGstinProblem,
  findStandardEuRate,
  findVatPrefix,
  hasUnionTerritoryTax,
  INDIAN_STATES,
  isEuCountry,
  isIndianState,
  isVatNumber,
  STANDARD_EU_RATES,
  toGstin,
  toVatNumber,
} from './tax-place.ts'

/**
 * Published: the first two in the tests of python-stdnum, the third in an advance ruling (GDC Dimension Data, AAR Karnataka).
 */
const gstins = ['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '29AAGCG6253J1Z8']

const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ']

describe('Indian states', () => {
  it('are those of today', () => {
    expect(INDIAN_STATES).toHaveLength(37)
    expect(new Set(INDIAN_STATES.map(({ code }) => code)).size).toBe(37)
    expect(['01', '26', '37', '38', '97'].every(isIndianState)).toBe(true)
    expect(['00', '25', '28', '39', '96', '99', '1', '', 'MH'].some(isIndianState)).toBe(false)
  })

  it('know where the state’s half is called UTGST', () => {
    expect(INDIAN_STATES.map(({ code }) => code).filter(hasUnionTerritoryTax)).toEqual([
      '04',
      '26',
      '31',
      '35',
      '38',
      '97',
    ])
  })
})

describe('GSTINs', () => {
  it.each(gstins)('%s is right', (gstin) => {
    expect(findGstinProblem(gstin)).toBeUndefined()
  })

  it('are read as people write them', () => {
    expect(toGstin(' 27 aapfu0939f-1zv\n')).toBe('27AAPFU0939F1ZV')
    expect(toGstin('२७AAPFU०९३९F१ZV')).toBe('27AAPFU0939F1ZV')
    expect(toGstin('')).toBe('')
  })

  it('say what is wrong', () => {
    expect(findGstinProblem('')).toBe('form')
    expect(findGstinProblem('27AAPFU0939F1Z')).toBe('form')
    expect(findGstinProblem('27AAPFU0939F1ZVV')).toBe('form')
    expect(findGstinProblem('27AAPFU0939F0ZV')).toBe('form')
    expect(findGstinProblem('28AAPFU0939F1ZT')).toBe('state')
    expect(findGstinProblem('27AAPFU0939F1Z0')).toBe('check-digit')
  })

  it.each(gstins)('%s with one wrong character is found', (gstin) => {
    for (const index of gstin.split('').keys()) {
      for (const character of characters.filter((other) => other !== gstin[index])) {
        const wrong = gstin.slice(0, index) + character + gstin.slice(index + 1)
        expect(findGstinProblem(wrong), wrong).toBeDefined()
      }
    }
  })

  it('with two swapped neighbours are found, whatever the neighbours', () => {
    const [first = ''] = gstins
    for (const index of Array.from({ length: 14 }, (_, position) => position)) {
      for (const pair of characters.flatMap((one) => characters.map((two) => [one, two] as const))) {
        const [one, two] = pair
        if (one === two) continue
        // Right where the last character makes it right; the pair that includes it is right or not by itself.
        const right = characters
          .map((last) => first.slice(0, index) + one + two + (index < 13 ? first.slice(index + 2, 14) + last : ''))
          .find((gstin) => findGstinProblem(gstin) === undefined)
        if (right === undefined) continue
        const swapped = right.slice(0, index) + two + one + right.slice(index + 2)
        expect(findGstinProblem(swapped), `${right} ${swapped}`).toBeDefined()
      }
    }
  })
})

describe('the European Union', () => {
  it('has 27 members with a rate each', () => {
    expect(STANDARD_EU_RATES).toHaveLength(27)
    expect(STANDARD_EU_RATES.every(({ rateBp }) => rateBp >= 1500 && rateBp <= 2700)).toBe(true)
    expect(['EE', 'FI', 'HU', 'LU', 'RO', 'SK'].map(findStandardEuRate)).toEqual([2400, 2550, 2700, 1700, 2100, 2300])
    expect(findStandardEuRate('GB')).toBeUndefined()
    expect(['GB', 'CH', 'NO', 'EL', ''].some(isEuCountry)).toBe(false)
  })

  it('has VAT numbers with a form in each country', () => {
    // Of the Commission's table of structures (VIES, question 11), digits and letters filled in.
    const numbers = [
      ...['ATU12345678', 'BE0123456789', 'BE1123456789', 'BG123456789', 'BG1234567890', 'CY12345678L', 'CZ12345678'],
      ...['CZ1234567890', 'DE123456789', 'DK12345678', 'EE123456789', 'EL123456789', 'ESX1234567X', 'ES12345678X'],
      ...['ESX12345678', 'FI12345678', 'FRXX123456789', 'FR12123456789', 'HR12345678901', 'HU12345678', 'IE1234567WI'],
      ...['IE1S23456L', 'IE1234567L', 'IT12345678901', 'LT123456789', 'LT123456789012', 'LU12345678', 'LV12345678901'],
      ...['MT12345678', 'NL123456789B01', 'PL1234567890', 'PT123456789', 'RO12', 'RO1234567890', 'SE123456789012'],
      ...['SI12345678', 'SK1234567890'],
    ]
    const countries = STANDARD_EU_RATES.map(({ country }) => country)
    for (const number of numbers) {
      const country = countries.find((each) => findVatPrefix(each) === number.slice(0, 2)) ?? ''
      expect(isVatNumber(number, country), number).toBe(true)
      expect(isVatNumber(`${number}999999999`, country), number).toBe(false)
      expect(countries.filter((each) => isVatNumber(number, each))).toEqual([country])
      expect(toVatNumber(number.slice(2).toLowerCase(), country), 'without its prefix').toBe(number)
      expect(toVatNumber(`${number.slice(0, 2)} ${number.slice(2, 5)}.${number.slice(5)}`, country)).toBe(number)
    }
    expect(new Set(numbers.map((number) => number.slice(0, 2))).size).toBe(27)
  })

  it('writes Greek numbers with EL', () => {
    expect(toVatNumber('gr 123456789', 'GR')).toBe('EL123456789')
    expect(isVatNumber('GR123456789', 'GR')).toBe(false)
  })

  it('takes no number that belongs nowhere', () => {
    expect(isVatNumber('', 'DE')).toBe(false)
    expect(isVatNumber('GB123456789', 'GB')).toBe(false)
    expect(toVatNumber('123', 'DE')).toBe('123')
    expect(isVatNumber('ES123456789', 'ES'), 'first and last are not both digits').toBe(false)
  })
})
