import { ENGLISH } from '@vitrine/language/language'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import type { AppDeps } from '../deps/deps.ts'
import { listPageLanguages } from '../deps/page-language.ts'
import { sendApiError } from '../http/error-answer.ts'
import { addTextFiles } from './page-host.ts'

const bengali = { tag: 'bn', name: 'বাংলা', direction: 'ltr' } as const
const state = (texts: Record<string, string>) => ({
  pageLanguages: [ENGLISH, bengali],
  languageTexts: new Map([['bn', texts]]),
})
let current = state({ Login: 'লগইন' })
const app = fastify().setErrorHandler(sendApiError)
addTextFiles(app, { settings: { get: () => current } } as unknown as AppDeps)

const findFile = (area: 'store' | 'admin') => listPageLanguages(current).find(({ tag }) => tag === 'bn')?.files[area]
const ask = (url = '', headers = {}) => app.inject({ url, headers })
const FOR_EVER = 'public, max-age=31536000, immutable'

it('serves the texts of an area, for ever under the address with their hash', async () => {
  const file = findFile('store')
  const answer = await ask(file?.path)
  expect(answer.headers).toMatchObject({ 'cache-control': FOR_EVER, 'content-type': 'application/json; charset=utf-8' })
  expect(answer.payload).toBe(file?.body)
  expect(Object.values(answer.json())).toEqual([['লগইন']])
  expect((await ask(file?.path, { 'if-none-match': answer.headers.etag })).statusCode).toBe(304)
  expect(listPageLanguages(current).find(({ tag }) => tag === 'bn')?.files.store).toBe(file)
})

it('knows an address whose hash has dashes', async () => {
  // One hash in five has one.
  for (let n = 0; !findFile('store')?.path.split('store-')[1]?.includes('-'); n++)
    current = state({ Login: `লগইন ${n}` })
  const file = findFile('store')
  expect(await ask(file?.path)).toMatchObject({ payload: file?.body })
  expect((await ask(file?.path)).headers['cache-control']).toBe(FOR_EVER)
})

it('serves the present texts under an unknown hash, and lets nobody keep them', async () => {
  const { payload, headers } = await ask('/texts/bn/store-OldOldOldOld.json')
  expect(payload).toBe(findFile('store')?.body)
  expect(headers['cache-control']).toBe('no-store')
})

it.each(['/texts/bn/admin-x.json', '/texts/bn/constructor-x.json', '/texts/bn/store', '/texts/xx/store-x.json'])(
  'has no %s',
  async (url) => {
    expect(await ask(url)).toMatchObject({ statusCode: 404 })
  },
)
