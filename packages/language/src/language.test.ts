import { expect, test } from 'vitest'
import { BUNDLED_LANGUAGES, ENGLISH, localPath, negotiateLanguage, splitAddress } from './language.ts'

test('an address begins with its language, except in English', () => {
  expect(localPath({ tag: 'hi' }, '/faq')).toBe('/hi/faq')
  expect(localPath({ tag: 'hi' }, '/')).toBe('/hi')
  expect(localPath(ENGLISH, '/')).toBe('/')
  expect(splitAddress('/HI/faq?a=b', BUNDLED_LANGUAGES)).toMatchObject({ language: { tag: 'hi' }, rest: '/faq?a=b' })
  expect(splitAddress('/hi', BUNDLED_LANGUAGES)?.rest).toBe('/')
  expect(splitAddress('/hi?a=b', BUNDLED_LANGUAGES)?.rest).toBe('/?a=b')
  expect(splitAddress('/history', BUNDLED_LANGUAGES)).toBeUndefined()
})

test('what follows the language never becomes another host', () => {
  for (const address of ['/en//evil.example', '/en/\\evil.example', '/en///evil.example'])
    expect(splitAddress(address, BUNDLED_LANGUAGES)?.rest).toBe('/evil.example')
})

test.each([
  ['hi-IN,hi;q=0.9,en;q=0.8', 'hi'],
  ['en-IN,en;q=0.9,hi;q=0.8', 'en'],
  ['fr-FR,ta;q=0.5', 'ta'],
  ['ar-EG', 'ar'],
  ['mr;q=0,hi;q=0.1', 'hi'],
  ['de', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [undefined, 'en'],
  [`${'x'.repeat(5000)};q=1`, 'en'],
])('%s is content with %s', (header, tag) => {
  expect(negotiateLanguage(header, BUNDLED_LANGUAGES).tag).toBe(tag)
})
