import { createCanvas } from '@napi-rs/canvas'
import { expect, it } from 'vitest'
import { readPdf } from '../testing/pdf-reader.ts'
import { drawBillingSheet, openLogo } from './draw.ts'
import type { BillingSheet } from './sheet.ts'

const sheet: BillingSheet = {
  layout: 1,
  direction: 'ltr',
  brand: { name: 'Lamp House', accent: '#1a1a4d', logo: null },
  title: 'Receipt',
  head: [
    { label: 'Number', value: 'VT-2026-000123' },
    { label: 'Date', value: '21 November 2026' },
  ],
  parties: [
    { label: 'Sold by', lines: ['Lamp House Pvt Ltd', '12 Lamp Street'], small: ['GSTIN 27AAPFU0939F1ZV'] },
    { label: 'Sold to', lines: ['Asha Kulkarni', 'asha@example.test'], small: [] },
  ],
  table: {
    headings: { title: 'Description', quantity: 'Licences', each: 'Each', amount: 'Amount' },
    rows: [
      { title: 'Lamps', small: ['Video template'], quantity: '3', each: '120 credits', amount: '360 credits' },
      { title: 'Rangoli', small: ['Image template', 'SAC 998439'], quantity: '1', each: '₹399.00', amount: '₹399.00' },
    ],
  },
  sums: [
    { label: 'Subtotal', value: '360 credits', isTotal: false },
    { label: 'Tax', value: '-', isTotal: false },
    { label: 'Total', value: '361 credits', isTotal: true },
  ],
  facts: [{ label: 'Payment', value: 'pay_O1ab2' }],
  notes: [
    { title: 'Standard', text: 'Personal and commercial use.' },
    { title: 'Reverse charge: No', text: '' },
  ],
  footer: { statement: 'Lamp House Pvt Ltd. Made by a computer.', page: 'VT-2026-000123, page {page}' },
  metadata: { title: 'Receipt VT-2026-000123', author: 'Lamp House', subject: 'Lamps for Asha', creator: 'Lamp House' },
}

const draw = (changes: Partial<BillingSheet> = {}) =>
  readPdf(drawBillingSheet({ ...sheet, ...changes }, { logo: undefined }))
const soldTo = (...lines: string[]): Pick<BillingSheet, 'parties'> => ({
  parties: [sheet.parties[0], { label: 'Sold to', lines, small: [] }],
})

it('contains all data as selectable text, on one page', () => {
  const { pages, texts, title } = draw()
  expect(pages).toBe(1)
  expect(title).toBe('Receipt VT-2026-000123')
  const expected = ['Receipt', 'VT-2026-000123', '21 November 2026', 'Lamp House', '12 Lamp Street', 'Asha Kulkarni']
  expected.push('asha@example.test', 'Lamps', 'Video template', '3', '120 credits', '360 credits', 'Rangoli', '₹399.00')
  expected.push('GSTIN 27AAPFU0939F1ZV', 'Image template', 'SAC 998439', 'Reverse charge: No')
  expected.push('Subtotal', 'Tax', '-', 'Total', '361 credits', 'Payment', 'pay_O1ab2', 'Standard')
  for (const text of [...expected, 'Personal and commercial use.']) expect(texts).toContain(text)
})

it('shows the logo of the store instead of the mark and the name', async () => {
  const logo = await openLogo(await createCanvas(400, 80).encode('png'))
  expect(logo).toBeDefined()
  const { texts } = readPdf(drawBillingSheet(sheet, { logo }))
  expect(texts).not.toContain('Lamp House')
  expect(texts).toContain('Lamp House Pvt Ltd')
  expect(await openLogo(Buffer.from('no picture'))).toBeUndefined()
})

it.each([
  ['Devanagari', 'आशा क्षत्रिय'],
  ['Tamil', 'தமிழ்ச்செல்வன் கிருஷ்ணன்'],
  ['Gujarati', 'કૃષ્ણ પ્રજ્ઞા'],
  ['Arabic', 'محمد'],
  ['Bengali', 'অনির্বাণ ক্ষত্রিয়'],
  ['Telugu', 'కృష్ణమూర్తి'],
  ['Kannada', 'ಕೃಷ್ಣಮೂರ್ತಿ'],
  ['Malayalam', 'കൃഷ്ണൻകുട്ടി'],
  ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ ਸਿੰਘ'],
  ['Odia', 'ଜଗନ୍ନାଥ'],
  ['Vietnamese', 'Nguyễn Thị Hằng'],
  ['Greek', 'Αλέξανδρος'],
  ['Cyrillic', 'Екатерина Їжакевич'],
])('draws %s names with joined letters and no boxes, and tells them to programs', (_script, name) => {
  const { glyphs, subject } = draw({ ...soldTo(name, name), metadata: { ...sheet.metadata, subject: name } })
  expect(glyphs.flat()).not.toContain(0)
  expect(subject).toBe(name)
})

it('shapes Indic scripts: fewer glyphs than characters', () => {
  const drawnFor = (name: string) => draw(soldTo(name)).glyphs.flat().length
  const without = drawnFor('x') - 1
  expect(drawnFor('क्षत्रिय') - without).toBeLessThan([...'क्षत्रिय'].length)
  for (const name of ['கிருஷ்ணன்', 'ক্ষত্রিয়', 'కృష్ణ', 'ಕೃಷ್ಣ', 'ജ്യോത്സ്ന', 'ଜଗନ୍ନାଥ']) {
    expect(drawnFor(name) - without, name).toBeLessThan([...name].length)
  }
})

it('breaks long texts, drops what cannot be printed, and goes on on the next page', () => {
  const { pages, texts } = draw({
    ...soldTo('Asha 🪔❤️👍🏽🇮🇳', `a\u0000b\n${'w'.repeat(60)}`),
    notes: [{ title: 'Terms', text: 'every word of it '.repeat(900) }],
  })
  expect(pages).toBeGreaterThan(1)
  expect(texts).toContain('Asha')
  expect(texts).toContain('a b')
  expect(texts.filter((text) => /^w+$/.test(text)).join('')).toBe('w'.repeat(60))
  expect(texts.join(' ').match(/every/g)).toHaveLength(900)
  expect(texts).toContain(`VT-2026-000123, page ${pages}`)
})
