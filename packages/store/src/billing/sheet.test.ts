import { BUNDLED_LANGUAGES, ENGLISH } from '@vitrine/language/language'
import { ENGLISH_TEXTS, openTexts } from '@vitrine/language/texts'
import { expect, it } from 'vitest'
import { isDrawable, writeBillingDate, writeRate, writeSheetHead } from './sheet.ts'

/** Still the 20th in London, already the 21st in India. */
const evening = new Date('2026-11-20T20:00:00Z')

it.each([
  ['en', '21 November 2026', '2.5%'],
  ['hi', '21 नवंबर 2026', '2.5%'],
  ['ta', '21 நவம்பர், 2026', '2.5%'],
])('writes the day in India and rates as in %s', (tag, day, rate) => {
  const texts = openTexts(BUNDLED_LANGUAGES.find((language) => language.tag === tag) ?? ENGLISH)
  expect(writeBillingDate(evening, texts)).toBe(day)
  expect(writeRate(250, texts)).toBe(rate)
})

it('knows the languages whose letters the fonts lack', () => {
  expect(['zh', 'he', 'th', 'am'].filter(isDrawable)).toEqual([])
  expect(['bn', 'fr', 'pt-BR', 'ru', 'ur'].filter((tag) => !isDrawable(tag))).toEqual([])
})

it('heads a credit note with its invoice, and leaves the page to the drawing', () => {
  const sheet = writeSheetHead(
    {
      title: 'credit-note',
      number: 'VTC-2627-000002',
      issuedAt: evening,
      original: { number: 'VTI-2627-000001', issuedAt: new Date('2026-04-02T08:00:00Z') },
      placeOfSupply: 'Maharashtra (27)',
      brand: { name: 'Lamp House', accent: '#1a1a4d', logo: null },
      seller: { lines: ['Lamp House Pvt Ltd'], small: [] },
      buyer: { lines: ['Asha'], small: ['GSTIN 27AASCS2460H1Z0'] },
      goods: '500 credits',
    },
    ENGLISH_TEXTS,
  )
  expect(sheet).toMatchObject({
    layout: 1,
    title: 'Credit note',
    head: [
      { label: 'Number', value: 'VTC-2627-000002' },
      { label: 'Date', value: '21 November 2026' },
      { label: 'Original number', value: 'VTI-2627-000001' },
      { label: 'Original date', value: '2 April 2026' },
      { label: 'Place of supply', value: 'Maharashtra (27)' },
    ],
    footer: { page: 'VTC-2627-000002, page {page}' },
    metadata: { title: 'Credit note VTC-2627-000002', subject: '500 credits for Asha' },
  })
  expect(JSON.parse(JSON.stringify(sheet))).toEqual(sheet)
})
