// Amounts as the admin area writes them.
import { expect, it } from 'vitest'
import { countText, creditsText, creditsWorthText, paiseText, rupeesText, shortRupeesText } from './rupees.ts'

it('rupees have two decimals and groups as in India', () => {
  expect(rupeesText(0)).toBe('₹0.00')
  expect(rupeesText(399)).toBe('₹399.00')
  expect(rupeesText(199.5)).toBe('₹199.50')
  expect(rupeesText(1_234_567.891)).toBe('₹12,34,567.89')
  expect(rupeesText(0.1 + 0.2)).toBe('₹0.30')
})

it('credits are worth what the popular pack costs', () => {
  expect(creditsWorthText(500, 79_800)).toBe('₹399.00')
  expect(creditsWorthText(1, 79_800)).toBe('₹0.80')
  expect(creditsWorthText(0, 79_800)).toBe('₹0.00')
})

it('the axis of a chart and counts are short and grouped', () => {
  expect(shortRupeesText(120_000)).toBe('₹1.2L')
  expect(countText(1_234_567)).toBe('12,34,567')
})

it('writes paise, and what is owed with a sign', () => {
  expect([149_900, 12_345_650, 5, -149_950].map(paiseText)).toEqual([
    '₹1,499.00',
    '₹1,23,456.50',
    '₹0.05',
    '-₹1,499.50',
  ])
})

it('writes credits', () => {
  expect([0, 1, 120, 123_456].map(creditsText)).toEqual(['0 credits', '1 credit', '120 credits', '1,23,456 credits'])
})
