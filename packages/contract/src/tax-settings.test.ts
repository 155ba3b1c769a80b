// The section `tax` of the settings: what is accepted for each profile, and what is said at which field.
import { expect, it } from 'vitest'
import { type TaxSettings, taxSettings } from './settings.ts'
import { findTaxPoint } from './tax.ts'

type Changes = { readonly [Key in keyof TaxSettings]?: unknown }

const gst: Changes = { profile: 'gst', gstin: '27AAPFU0939F1ZV' }
const flat: Changes = { profile: 'flat', flatName: 'Sales tax', flatRateBp: 750 }
const eu: Changes = { profile: 'eu', euCountry: 'DE', euVatNumber: 'DE136695976' }
const rates = (video: object) => ({ rates: { video } })

it('is no tax until somebody chooses a profile', () => {
  expect(taxSettings.parse({})).toMatchObject({ profile: 'none', taxedWhen: null, pricesIncludeTax: true })
  expect(findTaxPoint(taxSettings.parse({}))).toBe('none')
})

it.each<[string, Changes, Changes]>([
  ['a GSTIN as people write it', { ...gst, gstin: ' 27-aapfu 0939f1zv' }, { gstin: '27AAPFU0939F1ZV' }],
  ['prices without GST', { ...gst, pricesIncludeTax: false }, { pricesIncludeTax: false }],
  ['a flat tax of 7.5%', flat, { flatRateBp: 750 }],
  ['a VAT number without its prefix', { ...eu, euVatNumber: '136 695 976' }, { euVatNumber: 'DE136695976' }],
  [
    'a rate for Monaco',
    { ...eu, euRates: [{ country: 'MC', rateBp: 2000 }] },
    { euRates: [{ country: 'MC', rateBp: 2000 }] },
  ],
  [
    'unfinished details of a profile that is not chosen',
    { ...flat, gstin: '27AA', euVatNumber: 'DE1' },
    { gstin: '27AA' },
  ],
])('keeps %s', (_what, changes, kept) => {
  expect(taxSettings.parse(changes)).toMatchObject(kept)
})

it.each<[string, Changes, string, string]>([
  ['no GSTIN', { profile: 'gst' }, 'gstin', 'Enter a GSTIN of 15 letters and digits, such as 27AAPFU0939F1ZV'],
  [
    'a GSTIN of no state',
    { ...gst, gstin: '00AAPFU0939F1ZV' },
    'gstin',
    'The first two digits of this GSTIN are not a state',
  ],
  [
    'a mistyped GSTIN',
    { ...gst, gstin: '27AAPFU0939F1ZW' },
    'gstin',
    'This GSTIN does not exist: please check each letter and digit',
  ],
  [
    'goods as services',
    { ...gst, ...rates({ sac: '4901' }) },
    'rates.video.sac',
    'Enter 4 or 6 digits that begin with 99',
  ],
  ['no SAC', { ...gst, ...rates({ sac: '' }) }, 'rates.video.sac', 'Enter 4 or 6 digits that begin with 99'],
  ['more than everything', { ...gst, ...rates({ rateBp: 10_001 }) }, 'rates.video.rateBp', 'At most 100%'],
  ['a negative rate', { ...flat, flatRateBp: -1 }, 'flatRateBp', 'At least 0%'],
  ['a flat tax of nothing', { ...flat, flatRateBp: 0 }, 'flatRateBp', 'Enter more than 0%'],
  ['a tax without a name', { ...flat, flatName: ' ' }, 'flatName', 'Enter a name'],
  ['a country outside the Union', { ...eu, euCountry: 'CH' }, 'euCountry', 'Choose a country'],
  ['a VAT number of another country', { ...eu, euCountry: 'FR' }, 'euVatNumber', 'Enter a VAT number of this country'],
  [
    'two rates of a country',
    { ...eu, euRates: ['DE', 'DE'].map((country) => ({ country, rateBp: 1900 })) },
    'euRates.1.country',
    'This country is already in the list',
  ],
  [
    'tax on top of prices, on spending',
    { ...flat, pricesIncludeTax: false, taxedWhen: 'spent' },
    'pricesIncludeTax',
    'When tax falls on spending, the prices of packs include it',
  ],
  [
    'tax on top of prices, on spending by the rule',
    { ...gst, pricesIncludeTax: false, ...rates({ rateBp: 500 }) },
    'pricesIncludeTax',
    'When tax falls on spending, the prices of packs include it',
  ],
])('refuses %s at its field', (_what, changes, path, message) => {
  const issues = taxSettings.safeParse(changes).error?.issues ?? []
  expect(issues.map((issue) => [issue.path.join('.'), issue.message])).toEqual([[path, message]])
})
