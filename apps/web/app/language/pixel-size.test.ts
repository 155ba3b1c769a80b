import { expect, it, onTestFinished } from 'vitest'
import { createI18n, provideI18n } from './i18n.ts'
import { pixelSize } from './pixel-size.ts'

it('has the width first, also in text from right to left', () => {
  expect(pixelSize(1080, 1920)).toBe('1080 × 1920')
  provideI18n(() => createI18n('ar', {}, 'rtl'))
  onTestFinished(() => provideI18n(() => createI18n('en', {})))
  expect(pixelSize(1080, 1920)).toBe('\u20661080 × 1920\u2069')
})
