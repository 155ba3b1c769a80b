import { BUNDLED_LANGUAGES } from '@vitrine/language/language'
import { expect, test } from 'vitest'
import { findOwnAddress } from './response-cache-server.ts'

const languages = BUNDLED_LANGUAGES.filter(({ tag }) => tag !== 'mr')
const ask = (url: string, headers: Record<string, string>, method = 'GET') =>
  findOwnAddress({ method, url, headers: { accept: 'text/html,*/*', ...headers } }, () => languages)

test('a browser in another language is led to the pages of that language', () => {
  expect(ask('/', { 'accept-language': 'hi-IN,hi;q=0.9,en;q=0.8' })).toBe('/hi')
  expect(ask('/templates-list?search=x', { 'accept-language': 'ar' })).toBe('/ar/templates-list?search=x')
})

test('what the visitor has chosen comes first', () => {
  expect(ask('/faq', { 'accept-language': 'hi', cookie: 'a=b; language=ta' })).toBe('/ta/faq')
  expect(ask('/faq', { 'accept-language': 'hi', cookie: 'language=en' })).toBeUndefined()
  expect(ask('/faq', { 'accept-language': 'hi', cookie: 'language=mr' })).toBe('/hi/faq')
})

test('everybody else stays: English, no preference, a language that is not offered, an address with a language', () => {
  expect(ask('/faq', { 'accept-language': 'en-IN,hi;q=0.5' })).toBeUndefined()
  expect(ask('/faq', {})).toBeUndefined()
  expect(ask('/faq', { 'accept-language': 'mr,fr' })).toBeUndefined()
  expect(ask('/ta/faq', { 'accept-language': 'hi' })).toBeUndefined()
})

test('only documents are redirected', () => {
  const hindi = { 'accept-language': 'hi' }
  for (const url of [
    '/api/health',
    '/assets/a.js',
    '/texts/hi/a.json',
    '/faq.data',
    '/__manifest?x',
    '/robots.txt',
    '/sandbox',
  ])
    expect([url, ask(url, hindi)]).toEqual([url, undefined])
  expect(ask('/faq', { ...hindi, accept: '*/*' })).toBeUndefined()
  expect(ask('/faq', hindi, 'POST')).toBeUndefined()
})
