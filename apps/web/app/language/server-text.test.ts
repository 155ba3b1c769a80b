import { compileMessage } from '@lingui/message-utils/compileMessage'
import { afterAll, expect, test } from 'vitest'
import { toApiError } from '../api/api.ts'
import { createI18n, provideI18n } from './i18n.ts'

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
