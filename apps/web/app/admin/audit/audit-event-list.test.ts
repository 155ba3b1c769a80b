import { taxSettings } from '@vitrine/contract/settings'
import { expect, it } from 'vitest'
import { formatTaxValue } from './audit-event-list.tsx'

const first = taxSettings.parse({})

it('shows of rates only what differs on the other side of the change', () => {
  const rates = { ...first.rates, video: { sac: '998433', rateBp: 1250 } }
  expect(formatTaxValue('rates', first.rates, rates)).toBe('Videos 18% (998439)')
  expect(formatTaxValue('rates', rates, first.rates)).toBe('Videos 12.5% (998433)')
  const euRates = first.euRates.map((rate) => (rate.country === 'FI' ? { ...rate, rateBp: 2600 } : rate))
  expect(formatTaxValue('euRates', first.euRates, euRates)).toBe('Finland 25.5%')
  expect(formatTaxValue('euRates', [], euRates)).toBe('none')
})

it('names choices and rates as the form does, and leaves other fields to others', () => {
  expect(formatTaxValue('profile', 'gst', 'none')).toBe('India (GST)')
  expect([null, 'sold', 'spent'].map((value) => formatTaxValue('taxedWhen', value, null))).toEqual([
    'by rule',
    'when credits are sold',
    'when credits are spent',
  ])
  expect(formatTaxValue('flatRateBp', 250, 0)).toBe('2.5%')
  expect(formatTaxValue('gstin', '27AAPFU0939F1ZV', '')).toBeUndefined()
})
