import { afterEach, beforeEach, expect, it } from 'vitest'
import { createI18n, i18n, inEnglish, provideI18n } from '../../language/i18n.ts'
import { insertWords } from './written-text.tsx'

const source = {
  store: { name: 'Tom & Co' },
  seller: { email: 'us@store.example' },
  storefront: { answerDays: 2, refundDays: 14, refundPaidDays: 5 },
} as Parameters<typeof insertWords>[1]

const english = createI18n('en', {})
const other = { ...english, locale: 'hi', _: () => 'दो दिन' }
beforeEach(() => provideI18n(() => other))
afterEach(() => provideI18n(() => english))

it('writes what the settings say in the language of the text', () => {
  const html = '<p>{{store}}: {{ answer-days }} {{unknown}}</p>'
  expect(insertWords(html, source, false)).toBe('<p>Tom &amp; Co: दो दिन {{unknown}}</p>')
  expect(insertWords(html, source, true)).toBe('<p>Tom &amp; Co: 2 days {{unknown}}</p>')
})

it('returns to the language of the page, also after an error', () => {
  expect(inEnglish(() => i18n.locale)).toBe('en')
  expect(() =>
    inEnglish(() => {
      throw new Error('lost')
    }),
  ).toThrow('lost')
  expect(i18n.locale).toBe('hi')
})
