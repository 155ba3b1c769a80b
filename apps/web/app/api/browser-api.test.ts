// What an answer does to the stored token, beside being an answer.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { visitorApi } from './browser-api.ts'
import { signedOutNotice } from './signed-out-notice.ts'
import { findToken, storeToken } from './token.ts'

const blocked = 'This account has been blocked. Please contact support.'

function answerWith(status: number, body: unknown): void {
  vi.stubGlobal('fetch', async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
}

beforeEach(() => {
  for (const name of ['localStorage', 'sessionStorage']) {
    const entries = new Map<string, string>()
    vi.stubGlobal(name, {
      getItem: (key: string) => entries.get(key) ?? null,
      removeItem: (key: string) => entries.delete(key),
      setItem: (key: string, value: string) => entries.set(key, value),
    })
  }
  storeToken('mine', true)
})
afterEach(() => {
  signedOutNotice.set(undefined)
  vi.unstubAllGlobals()
})

it('an ended session is removed, with a notice how to sign in again', async () => {
  answerWith(401, { error: 'Your session has ended. Please log in again.', code: 'session-expired' })
  await expect(visitorApi.getProfile()).rejects.toMatchObject({ code: 'session-expired' })
  expect(findToken()).toBeUndefined()
  expect(signedOutNotice.get()).toEqual({ text: 'Your session has ended. Please log in again.', canReturn: true })
})

it('a session ended by a block is removed, with a notice of the reason', async () => {
  answerWith(401, { error: blocked, code: 'session-blocked' })
  await expect(visitorApi.addToLiked('t')).rejects.toMatchObject({ message: blocked })
  expect(findToken()).toBeUndefined()
  expect(signedOutNotice.get()).toEqual({ text: blocked, canReturn: false })
})

it.each([
  [403, { error: 'no', code: 'forbidden' }],
  [500, '<h1>Bad gateway</h1>'],
  [200, ''],
])('an answer %d leaves the session alone', async (status, body) => {
  answerWith(status, body)
  await visitorApi.addToLiked('t').catch(() => undefined)
  expect(findToken()).toBe('mine')
})

it('a response to an old token does not affect the current one', async () => {
  vi.stubGlobal('fetch', async () => {
    storeToken('newer', true)
    return new Response(JSON.stringify({ error: blocked, code: 'session-blocked' }), { status: 401 })
  })
  await visitorApi.getProfile().catch(() => undefined)
  expect(findToken()).toBe('newer')
  expect(signedOutNotice.get()).toBeUndefined()
})
