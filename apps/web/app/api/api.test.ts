// The typed client over a transport of the test: what it sends, and how it tells failures.
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createI18n, provideI18n } from '../language/i18n.ts'
import { ApiResponseError, type ApiTransport, visitorApi } from './api.ts'
import { createApi } from './member-api.ts'
import { findToken, signedOutNotice, storeToken } from './token.ts'

const answering = (status: number, body: unknown) => vi.fn<ApiTransport>().mockResolvedValue({ status, body })

it('sends the current token', async () => {
  const transport = answering(200, { credits: 5 })
  let token: string | undefined
  const api = createApi(transport, () => token)
  await api.getUserCredits()
  token = 'abc'
  await api.getUserCredits()
  expect(transport.mock.calls.map(([request]) => request.token)).toEqual([undefined, 'abc'])
})

it('leaves empty parts out of the address and escapes the others', async () => {
  const transport = answering(200, {})
  const api = createApi(transport)
  await api.getCataloguePage('video', { search: 'a&b', section: '', sort: 'popularity', cursor: undefined, limit: 8 })
  await api.getTemplate('../secret')
  expect(transport.mock.calls.map(([request]) => request.path)).toEqual([
    '/api/catalogue/video?search=a%26b&sort=popularity&limit=8',
    '/api/template/..%2Fsecret',
  ])
})

it('throws errors with status, code, message and details', async () => {
  const body = { error: 'Not enough credits', code: 'not-enough-credits', creditsRequired: 120, userCredits: 5 }
  const failure = await createApi(answering(402, body))
    .getTemplate('x')
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiResponseError)
  expect(failure).toMatchObject({
    status: 402,
    code: 'not-enough-credits',
    message: 'Not enough credits',
    details: { creditsRequired: 120, userCredits: 5 },
  })
})

it('knows the errors of the specification by their text where there is no code', async () => {
  for (const [error, code] of [
    ['Not enough credits', 'not-enough-credits'],
    ['Template not found in any database', 'template-not-found'],
    ['Something else', 'unknown'],
  ]) {
    const failure = await createApi(answering(400, { error, creditsRequired: 120, userCredits: 5 }))
      .getTemplate('x')
      .catch((thrown: unknown) => thrown)
    expect(failure).toMatchObject({ code, message: error, details: { creditsRequired: 120, userCredits: 5 } })
  }
})

it('says in the language of the page what is wrong with a field, with its values', async () => {
  provideI18n(() => createI18n('de', { 'Enter at most {maximum} characters': ['Höchstens ', ['maximum'], ' Zeichen'] }))
  onTestFinished(() => provideI18n(() => createI18n('en', {})))
  const issues = [
    {
      path: 'title',
      message: 'Enter at most 3 characters',
      text: 'Enter at most {maximum} characters',
      values: { maximum: '3' },
    },
    { path: 'other', message: 'Unknown' },
  ]
  const failure = await createApi(answering(400, { error: 'Wrong', code: 'invalid-input', issues }))
    .getTemplate('x')
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({
    details: { issues: [{ message: 'Höchstens 3 Zeichen' }, { path: 'other', message: 'Unknown' }] },
  })
})

it('throws errors in the language of the page, with the code of the English text', async () => {
  provideI18n(() =>
    createI18n('de', {
      'Not enough credits': ['Nicht genug Credits'],
      'Username is required': ['Der Benutzername fehlt'],
    }),
  )
  onTestFinished(() => provideI18n(() => createI18n('en', {})))
  const issues = [
    { path: 'username', message: 'Username is required' },
    { path: 'email', message: 'Not in the catalogue' },
    { path: 'phone' },
    'odd',
  ]
  const failure = await createApi(answering(400, { error: 'Not enough credits', issues }))
    .getTemplate('x')
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({
    code: 'not-enough-credits',
    message: 'Nicht genug Credits',
    details: {
      issues: [
        { path: 'username', message: 'Der Benutzername fehlt' },
        { path: 'email', message: 'Not in the catalogue' },
        { path: 'phone' },
        'odd',
      ],
    },
  })
})

it('has no message for an error page of a proxy', async () => {
  const failure = await createApi(answering(502, undefined))
    .getGeo()
    .catch((error: unknown) => error)
  expect(failure).toMatchObject({ status: 502, code: 'unknown', message: '' })
})

it('throws a network error without a response, and the abort reason of an aborted request', async () => {
  const api = createApi(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(api.getGeo()).rejects.toMatchObject({ status: 0, code: 'network' })
  const stop = new AbortController()
  stop.abort()
  const aborted = createApi(({ signal }) => Promise.reject(signal?.reason))
  await expect(aborted.getProfile(stop.signal)).rejects.toBe(stop.signal.reason)
})

it('retries once without a response, but only idempotent requests', async () => {
  const lossy = () => {
    const transport = answering(200, {})
    transport.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    return transport
  }
  const [read, saved, bought, made] = [lossy(), lossy(), lossy(), lossy()]
  await createApi(read).getGeo()
  await createApi(saved).saveProject('project', { values: {} })
  await createApi(bought).createRender({ projectId: 'project', kind: 'full', idempotencyKey: 'one-press' })
  const lost = await createApi(made)
    .createProject('template')
    .catch((error: unknown) => error)
  expect(lost).toMatchObject({ status: 0 })
  expect([read, saved, bought, made].map(({ mock }) => mock.calls.length)).toEqual([2, 2, 2, 1])
  const broken = answering(500, {})
  await createApi(broken)
    .getGeo()
    .catch(() => undefined)
  expect(broken).toHaveBeenCalledOnce()
})

// What an answer does to the stored token, beside being an answer.

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
