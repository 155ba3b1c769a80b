import { BUNDLED_LANGUAGES } from '@vitrine/language/language'
import fastify from 'fastify'
import { afterEach, expect, it } from 'vitest'
import type { AppDeps } from '../../deps/deps.ts'
import { sendApiError } from '../../http/error-answer.ts'
import { addSetupGate } from './setup.ts'

let setup: 'open' | 'finished' = 'open'
const settings = { get: () => ({ setup, pageLanguages: BUNDLED_LANGUAGES }) }
const deps = { settings, pages: { isDevelopment: false, folder: '' } } as unknown as AppDeps
const app = fastify().setErrorHandler(sendApiError)
addSetupGate(app, deps)
app.all('/*', async () => 'through')

const ask = async (url: string, method: 'GET' | 'POST' = 'GET') => {
  const { statusCode, headers, json } = await app.inject({ url, method })
  return headers.location ?? (statusCode === 200 ? 'through' : json().code)
}
afterEach(() => {
  setup = 'open'
})

it('leads every page of a store that is being set up to the setup, in its language', async () => {
  const found = await Promise.all(['/', '/faq?a=b', '/hi', '/HI/faq', '/history'].map((url) => ask(url)))
  expect(found).toEqual(['/setup', '/setup', '/hi/setup', '/hi/setup', '/setup'])
  for (const url of [
    '/setup?key=x',
    '/hi/setup?key=x',
    '/hi/setup.data',
    '/hi/__manifest?p=x',
    '/assets/a.js',
    '/texts/hi/a-1.json',
    // The worker calls it at once, and reports an outage when it is refused.
    '/sandbox/payment/v1/disputes?count=100',
  ])
    expect([url, await ask(url)]).toEqual([url, 'through'])
  for (const url of ['/api/login', '/hi/api/login', '/hi/login', '/sandbox', '/sandbox/payment/pay'])
    expect([url, await ask(url, 'POST')]).toEqual([url, 'store-not-set-up'])
})

it('leads from the setup of a finished store home', async () => {
  setup = 'finished'
  const found = await Promise.all(['/setup', '/hi/setup/', '/hi/faq', '/api/templates'].map((url) => ask(url)))
  expect(found).toEqual(['/', '/hi', 'through', 'through'])
})
