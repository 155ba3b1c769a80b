import { afterAll, expect, test } from 'vitest'
import { createI18n, provideI18n } from './i18n.ts'
import { failureText } from './payment-failure.ts'

const english = createI18n('en', {})
afterAll(() => provideI18n(() => english))

test('English pages say what the gateway says, others what they have for its code', () => {
  const words = 'Payment failed because the balance in the account is too low.'
  expect(failureText(words, 'insufficient_funds')).toBe(words)
  const marathi = createI18n('mr', { 'Your account balance is too low for this payment.': ['पुरेशी रक्कम नाही.'] })
  provideI18n(() => marathi)
  expect(failureText(words, 'insufficient_funds')).toBe('पुरेशी रक्कम नाही.')
  for (const reason of ['invented_yesterday', null, undefined]) expect(failureText(words, reason)).toBe(words)
})
