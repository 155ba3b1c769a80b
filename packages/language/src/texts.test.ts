import { expect, it } from 'vitest'
import { BUNDLED_LANGUAGES } from './language.ts'
import { ENGLISH_TEXTS, openTexts, writeRupees } from './texts.ts'

it('writes rupees with two decimals and groups as in India', () => {
  expect([149_900, 12_345_650, 5, 0, -149_950].map((paise) => writeRupees(paise, ENGLISH_TEXTS))).toEqual([
    '₹1,499.00',
    '₹1,23,456.50',
    '₹0.05',
    '₹0.00',
    '-₹1,499.50',
  ])
})

it('has the sign before the number in Arabic too, as the pages have it', () => {
  const arabic = BUNDLED_LANGUAGES.find(({ tag }) => tag === 'ar')
  expect(arabic && writeRupees(149_900, openTexts(arabic))).toBe('\u2066₹1,499.00\u2069')
})
