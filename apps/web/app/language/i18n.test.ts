import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Values } from '@vitrine/language/write-text'
import { afterAll, expect, test } from 'vitest'
import { toApiError } from '../api/api.ts'
import { createI18n, provideI18n } from './i18n.ts'

const texts = [
  'Plain',
  'Hello {name}',
  '{count, plural, one {# video} other {# videos}} left',
  '{count, plural, =0 {none} one {one of {name}} other {#}}',
  '{count, plural, offset:1 one {you and # other} other {you and # others}}',
  '{count, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}',
  '{kind, select, video {a video} other {an image of {name}}}',
  'It’s # and {missing}.',
  '{kind, select, video {{count, plural, one {# clip} other {# clips}}} other {-}}',
]
const values = [
  { name: 'Asha', count: 0, kind: 'video' },
  { name: '<b>', count: 1, kind: 'constructor' },
  { name: '', count: 2, kind: 'image' },
  { name: 'x', count: 12_345, kind: 'video' },
]

test.each(['en', 'hi', 'ar', 'ta'])('writes texts in %s as Lingui does', (locale) => {
  const [own, lingui] = [createI18n(locale, {}), setupI18n({ locale, messages: { [locale]: {} } })]
  for (const text of texts) {
    const message = compileMessage(text) as unknown as string
    for (const each of values)
      expect(own._({ id: 'x', message, values: each })).toBe(lingui._({ id: 'x', message, values: each }))
  }
})

test('sets values apart from words that run from right to left, and chooses by them as they are', () => {
  const phone: Values = { name: '+91 98765 43210', count: 3, kind: 'video' }
  const arabic = createI18n('ar', {}, 'rtl')
  const write = (text: string) =>
    arabic._({ id: 'x', message: compileMessage(text) as unknown as string, values: phone })
  expect(write('رقمك {name}.')).toBe('رقمك \u2068+91 98765 43210\u2069.')
  expect(write('{count} {kind, select, video {فيديو} other {صورة}}')).toBe('3 فيديو')
})

test('takes the translation, then the English text, then the id', () => {
  const i18n = createI18n('hi', { a: ['नमस्ते ', ['name']] })
  expect(i18n._({ id: 'a', message: 'Hello', values: { name: 'आशा' } })).toBe('नमस्ते आशा')
  expect(i18n._({ id: 'b', message: 'Hello' })).toBe('Hello')
  expect(i18n._('toString')).toBe('toString')
})

const text = 'You have {count} passkeys already. Remove one first.'
const hindi = createI18n('hi', {
  [text]: compileMessage('{count, plural, one {एक पासकी} other {# पासकी}} हैं।'),
  'Not found': compileMessage('नहीं मिला'),
})
provideI18n(() => hindi)
afterAll(() => provideI18n(() => createI18n('en', {})))

test('errors of the server are in the language of the page, with their values', () => {
  const read = (body: object) => toApiError(400, { code: 'invalid-input', ...body }).message
  expect(read({ error: 'Not found' })).toBe('नहीं मिला')
  expect(read({ error: 'You have 20 passkeys already. Remove one first.', text, values: { count: 20 } })).toBe(
    '20 पासकी हैं।',
  )
  expect(read({ error: 'Only 5 {left}', text: 'Only {count} {left}', values: { count: 5 } })).toBe('Only 5 {left}')
})
