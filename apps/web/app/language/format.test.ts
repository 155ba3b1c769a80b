import { expect, it, onTestFinished } from 'vitest'
import { pixelSize, rowText } from './format.ts'
import { createI18n, provideI18n } from './i18n.ts'

it('writes names in a row in the direction of the page', () => {
  expect(rowText(['wide.mp4', 'us.jpg'])).toBe('wide.mp4, us.jpg')
  provideI18n(() => createI18n('ar', {}, 'rtl'))
  onTestFinished(() => provideI18n(() => createI18n('en', {})))
  expect(rowText(['wide.mp4', 'us.jpg'])).toBe('\u200f\u2068wide.mp4\u2069، \u2068us.jpg\u2069')
})

it('has the width first, also in text from right to left', () => {
  expect(pixelSize(1080, 1920)).toBe('1080 × 1920')
  provideI18n(() => createI18n('ar', {}, 'rtl'))
  onTestFinished(() => provideI18n(() => createI18n('en', {})))
  expect(pixelSize(1080, 1920)).toBe('\u20661080 × 1920\u2069')
})
