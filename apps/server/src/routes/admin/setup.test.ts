// The setup of an empty store over HTTP: access, closed routes meanwhile, and that it runs once.
import { transaction } from '@vitrine/database/connection'
import { beginSetup } from '@vitrine/store/admin/setup'
import sharp from 'sharp'
import { beforeAll, expect, it } from 'vitest'
import { useApp } from '../../../testing/app.ts'

const store = useApp()
let key: string

type Body = Record<string, unknown>
const ask = (method: string, path: string, body?: unknown, token = key) =>
  store.call(method, `/api/setup${path}`, { token, ...(body !== undefined && { body }) })
const owner = { email: 'Asha@Lamp.example', username: 'asha', password: 'a lamp in the window' }

beforeAll(async () => {
  expect((await ask('GET', '', undefined, 'none')).body.code).toBe('setup-finished')
  const found = await transaction(store.db, (tx) => beginSetup(tx, { isRequested: true, isTrial: true }))
  key = found.kind === 'open' ? found.key : ''
  await store.deps.settings.reload()
})

it('closes everything else until it is finished, and lets nobody in without its key', async () => {
  for (const [method, path] of [
    ['GET', '/api/templates'],
    ['POST', '/api/login'],
    ['POST', '/api/register'],
    ['GET', '/api/admin/settings'],
    ['GET', '/sandbox/outbox.json'],
    ['GET', '/files/private/a.webp'],
    ['POST', '/api/webhooks/razorpay'],
  ] as const) {
    expect([path, await store.call(method, path).then(({ body }) => body.code)]).toEqual([path, 'store-not-set-up'])
  }
  expect((await store.call('GET', '/api/health')).status).toBe(200)
  for (const token of ['', 'A'.repeat(32)]) {
    for (const [method, path] of [
      ['GET', ''],
      ['PUT', '/settings/brand'],
      ['PUT', '/owner'],
      ['PUT', '/samples'],
      ['POST', '/finish'],
      ['POST', '/brand-files/logo'],
    ] as const) {
      const body = path.startsWith('/settings')
        ? { step: 'name', value: {}, revision: 0 }
        : { ...owner, samples: 'all', revision: 0 }
      const answer = await ask(method, path, path.includes('files') || method === 'GET' ? undefined : body, token)
      expect([path, answer.body.code]).toEqual([path, 'setup-key-wrong'])
    }
  }
})

it('is offered in every language that we bring, whatever the store is going to offer', async () => {
  const { pageLanguages } = store.deps.settings.get()
  expect(pageLanguages.map(({ tag }) => tag)).toEqual(['en', 'hi', 'mr', 'ta', 'ar'])
  expect((await ask('GET', '')).body).toMatchObject({ settings: { languages: { value: { offered: [] } } } })
})

it('saves each step, says what is wrong at its field, and ends once with an owner who can sign in', async () => {
  const first = (await ask('GET', '')).body as Body & { offeredSamples: Body[] }
  expect(first).toMatchObject({ stepsDone: 0, owner: null, samples: null, needsAdminPassword: true })
  const [sample] = first.offeredSamples
  expect((await store.app.inject({ url: String(sample?.posterUrl) })).headers['content-type']).toBe('image/webp')
  const picture = await sharp({ create: { width: 2000, height: 400, channels: 4, background: '#f5a40080' } })
    .png()
    .toBuffer()
  const sent = await store.call('POST', '/api/setup/brand-files/logo', {
    token: key,
    body: picture,
    headers: { 'content-type': 'application/octet-stream' },
  })
  expect(sent.status).toBe(200)
  const name = await ask('PUT', '/settings/brand', {
    step: 'name',
    value: { name: 'Lamp House', logo: sent.body.id },
    revision: 0,
  })
  expect(name.body).toMatchObject({ stepsDone: 1, settings: { logoUrl: sent.body.url } })
  const languages = await ask('PUT', '/settings/languages', {
    step: 'name',
    value: { offered: ['hi', 'mr'] },
    revision: 0,
  })
  expect(languages.body).toMatchObject({ stepsDone: 1, settings: { languages: { value: { offered: ['hi', 'mr'] } } } })
  const stored = await sharp((await store.app.inject({ url: String(sent.body.url) })).rawPayload).metadata()
  expect([stored.format, stored.width, stored.hasAlpha]).toEqual(['png', 960, true])

  const weak = await ask('PUT', '/owner', { ...owner, password: '123456', adminPassword: 'upstairs', revision: 0 })
  expect(weak.body).toMatchObject({ code: 'invalid-input', issues: [{ path: 'password' }] })
  const without = await ask('PUT', '/owner', { ...owner, revision: 0 })
  expect(without.body).toMatchObject({ code: 'invalid-input', issues: [{ path: 'adminPassword' }] })
  const saved = await ask('PUT', '/owner', { ...owner, adminPassword: 'upstairs, second door', revision: 0 })
  expect(saved.body).toMatchObject({ stepsDone: 3, owner: { email: 'asha@lamp.example', username: 'asha' } })
  expect(saved.text).not.toContain('argon2')
  await ask('PUT', '/settings/pricing', { step: 'packs', value: {}, revision: 0 })
  expect((await ask('POST', '/finish')).body.code).toBe('setup-incomplete')
  const chosen = await ask('PUT', '/samples', { samples: [sample?.id, 'unknown'], revision: 1 })
  expect(chosen.body).toMatchObject({ stepsDone: 5, samples: [sample?.id] })

  const ends = await Promise.all([ask('POST', '/finish'), ask('POST', '/finish')])
  expect(ends.map(({ status }) => status).toSorted()).toEqual([200, 410])
  expect((await ask('GET', '/samples')).body).toEqual({ wanted: 1, installed: 0 })
  expect(store.deps.settings.get().pageLanguages.map(({ tag }) => tag)).toEqual(['en', 'hi', 'mr'])
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/finish'],
    ['POST', '/brand-files/logo'],
  ] as const) {
    expect((await ask(method, path)).status).toBe(410)
  }
  const session = await store.call('POST', '/api/login', { body: { email: owner.email, password: owner.password } })
  expect(session.status).toBe(200)
  const opened = await store.call('POST', '/api/admin/login', {
    token: String(session.body.token),
    body: { password: 'upstairs, second door' },
  })
  expect(opened.status).toBe(200)
  expect((await store.call('GET', '/api/templates')).status).toBe(200)
})
