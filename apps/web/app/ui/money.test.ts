// Prices as they are shown: which credits a visitor pays and what they are worth, without floating-point surprises.
import { describe, expect, it, onTestFinished } from 'vitest'
import { countText } from '../language/format.ts'
import { createI18n, provideI18n } from '../language/i18n.ts'
import {
  creditsChangeText,
  creditsText,
  creditsWorth,
  decimalText,
  moneyText,
  moreCreditsText,
  templateCredits,
} from './money.ts'

const india = {
  isIndianUser: true,
  currencySymbol: '₹',
  minorUnitsPer1000Credits: 79_800,
  paisePer1000Credits: 79_800,
} as const
const america = {
  isIndianUser: false,
  currencySymbol: '$',
  minorUnitsPer1000Credits: 950,
  paisePer1000Credits: 79_800,
} as const

describe('what credits are worth', () => {
  it('is the unit price of the popular pack, with two decimals after the symbol', () => {
    expect(creditsWorth(120, india)).toBe('₹95.76')
    expect(creditsWorth(500, india)).toBe('₹399.00')
    expect(creditsWorth(120, america)).toBe('$1.14')
  })

  it('keeps both decimals when they are small', () => {
    expect(creditsWorth(1, america)).toBe('$0.01')
    expect(creditsWorth(0, india)).toBe('₹0.00')
    expect(creditsWorth(1, { ...india, minorUnitsPer1000Credits: 105_000 })).toBe('₹1.05')
  })
})

describe('the price of a template', () => {
  it('is the Indian one in India when there is one, else the general one', () => {
    expect(templateCredits({ templatePrice: 120, templatePriceIND: 90 }, india)).toBe(90)
    expect(templateCredits({ templatePrice: 120, templatePriceIND: 0 }, india)).toBe(0)
    expect(templateCredits({ templatePrice: 120 }, india)).toBe(120)
    expect(templateCredits({ templatePrice: 120, templatePriceIND: 90 }, america)).toBe(120)
  })
})

it('counts one credit as one', () => {
  expect(creditsText(1)).toBe('1 credit')
  expect(creditsText(0)).toBe('0 credits')
})

it('counts what is missing in the singular and in the plural', () => {
  expect([1, 300].map(moreCreditsText)).toEqual(['1 more credit', '300 more credits'])
})

it('keeps the sign of a change before its number in text from right to left', () => {
  expect([creditsChangeText(120), creditsChangeText(-1)]).toEqual(['+120 credits', '−1 credit'])
  provideI18n(() => createI18n('ar', {}, 'rtl'))
  onTestFinished(() => provideI18n(() => createI18n('en', {})))
  expect(creditsChangeText(-240)).toContain('\u2068−240\u2069')
})

it('groups and separates numbers as the language does, but never those that programs read', () => {
  const written = () => [creditsText(12_345), moneyText(149_900), countText(12.4), decimalText(149_900)]
  expect(written()).toEqual(['12,345 credits', '₹1,499.00', '12.4', '1499.00'])
  expect([0, 999, 1000, -1240, 100_000, 12_345_678, 0.12345].map(countText)).toEqual(
    [0, 999, 1000, -1240, 100_000, 12_345_678].map((count) => count.toLocaleString('en-IN')).concat('0.12345'),
  )
  provideI18n(() => createI18n('de', {}))
  onTestFinished(() => provideI18n(() => createI18n('en', {})))
  expect(written()).toEqual(['12.345 credits', '₹1.499,00', '12,4', '1499.00'])
})
