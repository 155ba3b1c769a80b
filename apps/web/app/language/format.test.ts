import { expect, it, onTestFinished } from 'vitest'
import { createI18n, provideI18n } from './i18n.ts'
import { rowText } from './row-text.ts'

it('writes names in a row in the direction of the page', () => {
  expect(rowText(['wide.mp4', 'us.jpg'])).toBe('wide.mp4, us.jpg')
  provideI18n(() => createI18n('ar', {}, 'rtl'))
  onTestFinished(() => provideI18n(() => createI18n('en', {})))
  expect(rowText(['wide.mp4', 'us.jpg'])).toBe('\u200f\u2068wide.mp4\u2069، \u2068us.jpg\u2069')
})
