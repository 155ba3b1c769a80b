import { randomUUID } from 'node:crypto'
import { SignInUnavailable } from '@vitrine/providers/sign-in'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { readMails } from '../../testing/email.ts'
import { insertMember } from '../../testing/member.ts'
import { readCredential, readNonce, signInSocially } from '../../testing/social.ts'

const store = useApp()
const newEmail = () => `g-${randomUUID().slice(0, 12)}@gmail.test`
const post = (path: string, body: unknown, token?: string) => store.call('POST', path, { body, token })

describe('the start of a sign-in with Google', () => {
  it('is a client id, the library and a nonce that is new each time and never cached', async () => {
    const first = await store.call('GET', '/api/google-auth/config')
    expect(first).toMatchObject({
      status: 200,
      body: {
        clientId: store.deps.providers.get().signIn.clientId,
        scriptUrl: '/sandbox/sign-in/client.js',
        isSandbox: true,
      },
    })
    expect(first.headers['cache-control']).toBe('no-store')
    expect((await store.call('GET', '/api/google-auth/config')).body.nonce).not.toBe(first.body.nonce)
  })
})

describe('signing in with Google', () => {
  it('creates an account the first time: verified address, 500 credits, a free username, no password', async () => {
    const email = newEmail()
    const first = await post('/api/google-auth', { token: await readCredential(store, { email, name: 'Asha Rao' }) })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      isNewUser: true,
      user: {
        email,
        username: email.split('@')[0],
        actualName: 'Asha Rao',
        credits: 500,
        isGoogleUser: true,
        isGoogleLinked: true,
        hasPassword: false,
        phoneNumber: '',
        EmpFeild: '',
        profilePicture: '',
        role: 'buyer',
      },
    })
    const again = await post('/api/google-auth', { token: await readCredential(store, { email }) })
    expect(again).toMatchObject({ status: 200, body: { isNewUser: false, user: { credits: 500 } } })
    expect((again.body.user as { userId: string }).userId).toBe((first.body.user as { userId: string }).userId)
    expect((await store.call('GET', '/api/profile', { token: String(again.body.token) })).status).toBe(200)
    const { body } = await store.call('GET', '/api/credits/statement', { token: String(first.body.token) })
    expect(body.items).toMatchObject([{ reason: 'signup', credits: 500 }])
  })

  it('remembers for 7 days when asked to, and for a day otherwise', async () => {
    const hours = async (rememberMe: boolean) => {
      const token = await readCredential(store, { email: newEmail() })
      const { body } = await post('/api/google-auth', { token, rememberMe })
      return Math.round((Date.parse(String(body.expiresAt)) - Date.now()) / 3_600_000)
    }
    expect([await hours(true), await hours(false)]).toEqual([168, 24])
  })

  it('chooses another username when the obvious one is taken or too short', async () => {
    const local = `dup.${randomUUID().slice(0, 8)}`
    const names = []
    for (const domain of ['a.test', 'b.test']) {
      const token = await readCredential(store, { email: `${local}@${domain}` })
      names.push(((await post('/api/google-auth', { token })).body.user as { username: string }).username)
    }
    expect(names[0]).toBe(local)
    expect(names[1]).toMatch(new RegExp(`^${local.replace('.', '\\.')}\\d{5}$`))
    const short = await post('/api/google-auth', { token: await readCredential(store, { email: 'a+tag@c.test' }) })
    expect(short.body.user).toMatchObject({ username: 'usera' })
  })

  it('by two tabs at once makes one account, with one welcome', async () => {
    const email = newEmail()
    const tokens = await Promise.all([1, 2, 3, 4].map(() => readCredential(store, { email })))
    const answers = await Promise.all(tokens.map((token) => post('/api/google-auth', { token })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
    expect(new Set(answers.map(({ body }) => (body.user as { userId: string }).userId)).size).toBe(1)
    const credits = await store.call('GET', '/api/user-credits', { token: String(answers[0]?.body.token) })
    expect(credits.body).toEqual({ credits: 500 })
  })

  it('keeps the account when its address changes at Google', async () => {
    const email = newEmail()
    const { user } = await signInSocially(store, { email })
    const moved = { subject: '', email: newEmail(), name: 'Asha', nonce: await readNonce(store) }
    const { rows } = await store.db.execute<{ subject: string }>(
      sql`select google_subject as subject from users where id = ${user.userId}`,
    )
    moved.subject = rows[0]?.subject ?? ''
    const { verify } = store.deps.providers.get().signIn
    Object.assign(store.deps.providers.get().signIn, { verify: async () => moved })
    const again = await post('/api/google-auth', { token: 'x' })
    Object.assign(store.deps.providers.get().signIn, { verify })
    expect(again).toMatchObject({ status: 200, body: { user: { userId: user.userId, email } } })
  })

  it('needs a credential', async () => {
    const empty = await post('/api/google-auth', { token: '' })
    expect(empty.body.issues).toEqual([{ path: 'token', message: 'Invalid Google credential response' }])
    expect((await post('/api/google-auth', {})).status).toBe(400)
    const nonsense = await post('/api/google-auth', { token: 'nonsense' })
    expect(nonsense).toMatchObject({ status: 401, body: { error: 'Google login failed. Please try again.' } })
  })

  it('reports when Google’s keys cannot be fetched', async () => {
    const { verify } = store.deps.providers.get().signIn
    Object.assign(store.deps.providers.get().signIn, { verify: () => Promise.reject(new SignInUnavailable('down')) })
    const answer = await post('/api/google-auth', { token: 'x' })
    Object.assign(store.deps.providers.get().signIn, { verify })
    expect(answer).toMatchObject({
      status: 503,
      body: {
        code: 'google-unavailable',
        error: 'Google login failed. Please try signing in manually or try again later.',
      },
    })
  })
})

describe('a nonce', () => {
  it('is valid for one sign-in', async () => {
    const token = await readCredential(store, { email: newEmail() })
    expect((await post('/api/google-auth', { token })).status).toBe(201)
    expect(await post('/api/google-auth', { token })).toMatchObject({
      status: 401,
      body: { code: 'google-token-invalid' },
    })
  })

  it('used by many requests at once lets one of them in', async () => {
    const token = await readCredential(store, { email: newEmail() })
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => post('/api/google-auth', { token })))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401, 401, 401])
  })

  it('must be issued here, at most ten minutes old, and the one that was named', async () => {
    const email = newEmail()
    const foreign = await readCredential(store, { email, nonce: 'made-up-by-somebody-else' })
    expect((await post('/api/google-auth', { token: foreign })).status).toBe(401)
    const without = await readCredential(store, { email, nonce: undefined })
    expect((await post('/api/google-auth', { token: without })).status).toBe(401)
    const nonce = await readNonce(store)
    const token = await readCredential(store, { email, nonce })
    expect((await post('/api/google-auth', { token, nonce: 'another' })).status).toBe(401)
    await store.db.execute(sql`update sign_in_nonces set expires_at = expires_at - interval '10 minutes 1 second'`)
    expect((await post('/api/google-auth', { token, nonce })).status).toBe(401)
  })
})

describe('an account that has a password', () => {
  it('is linked only with consent; then both ways sign in to it', async () => {
    const member = await insertMember(store)
    const token = await readCredential(store, { email: member.email })
    const refused = await post('/api/google-auth', { token })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'link-consent-required', email: member.email },
    })
    const wrong = await post('/api/google-auth/link', { token, password: 'a guess' })
    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid-credentials' } })

    // The errors have not used the token up: the same one can be agreed to.
    const linked = await post('/api/google-auth/link', { token, password: member.password })
    expect(linked).toMatchObject({
      status: 200,
      body: {
        isNewUser: false,
        user: { userId: member.userId, isGoogleUser: false, isGoogleLinked: true, hasPassword: true, credits: 500 },
      },
    })
    expect((await post('/api/google-auth/link', { token, password: member.password })).status).toBe(401)
    const social = await post('/api/google-auth', { token: await readCredential(store, { email: member.email }) })
    expect(social).toMatchObject({ status: 200, body: { user: { userId: member.userId } } })
    expect((await post('/api/login', { email: member.email, password: member.password })).status).toBe(200)
    const subjects = (await readMails(store, member.email)).map((mail) => mail.subject)
    expect(subjects.filter((subject) => subject === 'Google sign-in was added to your Vitrine account')).toHaveLength(1)
  })

  it('agreed to by two tabs at once is linked once', async () => {
    const { email, password } = await insertMember(store)
    const tokens = await Promise.all([1, 2, 3].map(() => readCredential(store, { email })))
    const answers = await Promise.all(tokens.map((token) => post('/api/google-auth/link', { token, password })))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const subjects = (await readMails(store, email)).map((mail) => mail.subject)
    expect(subjects.filter((subject) => subject.startsWith('Google sign-in was added'))).toHaveLength(1)
  })

  it('is protected from guessing by linking: attempts count as sign-ins do', async () => {
    const { email, password } = await insertMember(store)
    const token = await readCredential(store, { email })
    const guess = (typed: string) =>
      store.call('POST', '/api/google-auth/link', { body: { token, password: typed }, ip: '9.8.7.6' })
    for (let tries = 0; tries < 10; tries++) expect((await guess('wrong')).status).toBe(401)
    expect((await guess(password)).status).toBe(429)
  })

  it('is not created by linking for an address without one', async () => {
    const token = await readCredential(store, { email: newEmail() })
    expect(await post('/api/google-auth/link', { token, password: 'anything' })).toMatchObject({
      status: 401,
      body: { code: 'invalid-credentials' },
    })
  })
})

it('sign-ins with Google are counted by IP, and the count survives a restart because it is kept in the database', async () => {
  const attempt = () => store.call('POST', '/api/google-auth', { body: { token: 'x' }, ip: '9.9.9.9' })
  for (let n = 0; n < 60; n++) expect((await attempt()).status).toBe(401)
  expect((await attempt()).status).toBe(429)
  const { rows } = await store.db.execute(sql`select 1 from rate_counters where rule = 'google-sign-in-ip'`)
  expect(rows.length).toBeGreaterThan(0)
})
