// Attacks on accounts, refused at every step. Each test is one attack.
import { randomInt, randomUUID } from 'node:crypto'
import { TextMessageNotAccepted } from '@vitrine/providers/sms'
import { sql } from 'drizzle-orm'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { insertMember, type MemberForTest, readCode } from '../../testing/member.ts'
import { readCredential, readNonce } from '../../testing/social.ts'
import { addTemplate } from '../../testing/template.ts'
import { sendUpload } from '../../testing/upload.ts'
import { buildApp } from '../app.ts'

const store = useApp()
let victim: MemberForTest
let attacker: MemberForTest
let attackerIp = 0
/** Attackers change their address when one is blocked. */
const newIp = () => `7.7.${Math.floor(attackerIp / 250)}.${1 + (attackerIp++ % 250)}`
const post = (path: string, body: unknown, ip = newIp()) => store.call('POST', path, { body, ip })

beforeAll(async () => {
  victim = await insertMember(store)
  attacker = await insertMember(store)
})

async function expectUnharmed(): Promise<void> {
  const { email, password } = victim
  expect((await post('/api/login', { email, password })).status).toBe(200)
  expect((await store.call('GET', '/api/profile', { token: victim.token })).status).toBe(200)
}

describe('account takeover by password', () => {
  const newPassword = 'mine now, with lamps'

  it('a reset without a code is rejected, whatever the request contains', async () => {
    for (const extra of [{}, { verifiedOtp: true }, { verifiedOtp: true, verified: true, otp: '000000' }]) {
      const answer = await post('/api/reset-password', { email: victim.email, newPassword, ...extra })
      expect(answer).toMatchObject({ status: 403, body: { code: 'email-not-verified' } })
    }
    // The same message for an unknown address: the answer reveals nothing.
    const known = await post('/api/reset-password', { email: victim.email, newPassword })
    const unknown = await post('/api/reset-password', { email: 'nobody@example.test', newPassword })
    expect(unknown.body).toEqual(known.body)
    await expectUnharmed()
  })

  it('a code cannot be guessed: it expires after five attempts from any addresses', async () => {
    expect((await post('/api/send-email-otp', { email: victim.email, purpose: 'reset' })).status).toBe(200)
    const right = await readCode(store, victim.email)
    const guesses = ['000000', '111111', '222222', '333333', '444444', '555555'].filter((guess) => guess !== right)
    const verify = (otp: string) => post('/api/verify-email-otp', { email: victim.email, otp, purpose: 'reset' })
    const codes = []
    for (const guess of guesses.slice(0, 5)) codes.push((await verify(guess)).body.code)
    expect(codes).toEqual(['otp-invalid', 'otp-invalid', 'otp-invalid', 'otp-invalid', 'otp-too-many-tries'])
    expect((await verify(right)).body.code).toBe('otp-too-many-tries')
    expect((await post('/api/reset-password', { email: victim.email, newPassword })).status).toBe(403)
  })

  it('codes are limited to one a minute and five an hour', async () => {
    const ask = () => post('/api/resend-email-otp', { email: victim.email, purpose: 'reset' })
    expect((await ask()).body.code).toBe('otp-too-soon')
    const later = () => store.db.execute(sql`update otps set created_at = created_at - interval '2 minutes'`)
    const codes = []
    for (let n = 0; n < 6; n++) {
      await later()
      codes.push((await ask()).status)
    }
    expect(codes.slice(-2)).toEqual([429, 429])
    await store.db.execute(sql`update otps set created_at = created_at - interval '2 hours'`)
  })

  it('a code works once, for its address and its purpose', async () => {
    const own = attacker.email
    expect((await post('/api/send-email-otp', { email: own, purpose: 'reset' })).status).toBe(200)
    const otp = await readCode(store, own)
    const elsewhere = await post('/api/verify-email-otp', { email: victim.email, otp, purpose: 'reset' })
    expect(elsewhere.status).toBeGreaterThanOrEqual(400)
    const otherPurpose = await post('/api/verify-email-otp', { email: own, otp, purpose: 'register' })
    expect(otherPurpose.body.code).toBe('otp-expired')
    const ownIp = newIp()
    expect((await post('/api/verify-email-otp', { email: own, otp, purpose: 'reset' }, ownIp)).status).toBe(200)
    expect((await post('/api/verify-email-otp', { email: own, otp, purpose: 'reset' })).body.code).toBe('otp-expired')
    // The mark is for one address and for one reset.
    expect((await post('/api/reset-password', { email: victim.email, newPassword }, ownIp)).status).toBe(403)
    expect((await post('/api/reset-password', { email: own, newPassword }, ownIp)).status).toBe(200)
    expect((await post('/api/reset-password', { email: own, newPassword: 'once more, lamps' }, ownIp)).status).toBe(403)
    const back = await post('/api/login', { email: own, password: newPassword })
    attacker = { ...attacker, password: newPassword, token: String(back.body.token) }
    await expectUnharmed()
  })

  it('a verification for one purpose works for no other', async () => {
    const ip = newIp()
    const send = (path: string, body: unknown) => post(`/api/${path}`, body, ip)
    const email = `purpose-${randomUUID().slice(0, 8)}@example.test`
    await send('send-email-otp', { email, purpose: 'register' })
    const otp = await readCode(store, email)
    expect((await send('verify-email-otp', { email, otp, purpose: 'reset' })).status).toBe(400)
    expect((await send('verify-email-otp', { email, otp, purpose: 'register' })).status).toBe(200)
    expect((await send('reset-password', { email, newPassword })).body.code).toBe('email-not-verified')

    // A mark to choose a new password makes no second account either, and a number proves no address.
    await store.db.execute(sql`delete from otps where address = ${victim.email}`)
    const phoneNumber = '+14155550177'
    await send('send-phone-otp', { phoneNumber })
    const sms = await readCode(store, phoneNumber)
    expect((await send('verify-email-otp', { email: victim.email, otp: sms, purpose: 'reset' })).status).toBe(400)
    expect((await send('verify-phone-otp', { phoneNumber, otp: sms })).status).toBe(200)
    expect((await send('reset-password', { email: victim.email, newPassword })).status).toBe(403)
    await expectUnharmed()
  })

  it('a verification cannot be used by another, faster client', async () => {
    const owner = await insertMember(store)
    const [home, train] = [newIp(), newIp()]
    const typed = async (purpose: string, email: string) => {
      await post('/api/send-email-otp', { email, purpose }, home)
      const otp = await readCode(store, email)
      const answer = await post('/api/verify-email-otp', { email, otp, purpose }, home)
      expect(answer.status).toBe(200)
      expect(answer.headers['set-cookie']).toMatch(
        /^vitrine-proof=[\w-]{32}; Path=\/api; HttpOnly; SameSite=Strict; Max-Age=3600$/,
      )
      return String(answer.headers['set-cookie']).split(';', 1)[0] ?? ''
    }
    const reset = (headers: Record<string, string>, ip: string) =>
      store.call('POST', '/api/reset-password', {
        body: { email: owner.email, newPassword, verifiedOtp: true },
        headers,
        ip,
      })

    // The owner is at step three, thinking of a password.
    const cookie = await typed('reset', owner.email)
    for (const headers of [
      {},
      { cookie: 'vitrine-proof=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa' },
      { cookie: 'vitrine-proof=' },
    ]) {
      expect(await reset(headers, newIp())).toMatchObject({ status: 403, body: { code: 'email-not-verified' } })
    }
    // The owner's own browser may have changed its network meanwhile.
    expect((await reset({ cookie }, train)).status).toBe(200)

    // Nor can another user register with an address that its owner has just verified.
    const email = `slow-${randomUUID().slice(0, 8)}@example.test`
    const proof = await typed('register', email)
    const account = {
      username: `slow-${randomUUID().slice(0, 8)}`,
      email,
      password: newPassword,
      actualName: 'S',
      phoneNumber: '+14155550101',
      EmpFeild: 'Brand',
    }
    expect((await post('/api/register', account)).body.code).toBe('email-not-verified')
    const mine = await store.call('POST', '/api/register', { body: account, headers: { cookie: proof }, ip: train })
    expect(mine.status).toBe(201)
  })

  it('a stolen code is useless after the owner has changed the password', async () => {
    const owner = await insertMember(store)
    const ip = newIp()
    await post('/api/send-email-otp', { email: owner.email, purpose: 'reset' }, ip)
    const otp = await readCode(store, owner.email)
    expect((await post('/api/verify-email-otp', { email: owner.email, otp, purpose: 'reset' }, ip)).status).toBe(200)
    const change = { currentPassword: owner.password, newPassword: 'a quiet evening 7' }
    expect((await store.call('POST', '/api/change-password', { token: owner.token, body: change })).status).toBe(200)
    const late = await post('/api/reset-password', { email: owner.email, newPassword }, ip)
    expect(late).toMatchObject({ status: 403, body: { code: 'email-not-verified' } })
    expect((await post('/api/login', { email: owner.email, password: 'a quiet evening 7' })).status).toBe(200)
  })

  it('codes are limited by number, by network, and when none is entered', { tags: ['full'] }, async () => {
    const phoneNumber = '+14155550188'
    const flood = async (ip: () => string, number: (n: number) => string, times: number) => {
      const statuses = []
      for (let n = 0; n < times; n++) {
        statuses.push((await post('/api/send-phone-otp', { phoneNumber: number(n) }, ip())).status)
        await store.db.execute(
          sql`update otps set created_at = created_at - interval '61 seconds' where channel = 'sms'`,
        )
      }
      return statuses
    }
    expect(await flood(newIp, () => phoneNumber, 6)).toEqual([200, 200, 200, 200, 200, 429])
    let host = 0
    const fromOneNetwork = () => `2001:db8:bad:1::${(host++).toString(16)}`
    const elsewhere = (n: number) => `+1415555${String(2000 + n)}`
    expect((await flood(fromOneNetwork, elsewhere, 31)).slice(-2)).toEqual([200, 429])

    // Numbers without delivery are not counted, but their network is.
    const { send } = store.deps.providers.get().messenger
    let orders = 0
    Object.assign(store.deps.providers.get().messenger, {
      send: () => {
        orders++
        return Promise.reject(new TextMessageNotAccepted('no such number', { isFinal: true }))
      },
    })
    const undelivered = await flood(
      () => '198.51.100.77',
      (n) => `+1415555${String(3000 + n)}`,
      64,
    )
    Object.assign(store.deps.providers.get().messenger, { send })
    // Half of the 125 that the whole store sends within an hour.
    expect(new Set(undelivered.slice(0, 62))).toEqual(new Set([400]))
    expect(undelivered.slice(62)).toEqual([429, 429])
    expect(orders).toBe(62)
  })

  it('a bot with many networks and numbers cannot exhaust the budget for text messages', async () => {
    const { otpCeiling, providers } = store.deps
    const { messenger } = providers.get()
    const { send } = messenger
    let sent = 0
    const count: typeof send = async (message) => {
      sent++
      await send(message)
    }
    Object.assign(messenger, { send: count })
    Object.assign(store.deps, { otpCeiling: { mail: 5000, sms: 12 } })
    await store.db.execute(sql`delete from rate_counters where rule like 'otp-sms-%'`)
    const area = randomInt(200, 1000)
    const order = (n: number) =>
      post('/api/send-phone-otp', { phoneNumber: `+1${area}555${String(5000 + n)}` }, newIp())
    const ask = (from: number, times: number) => Promise.all(Array.from({ length: times }, (_, n) => order(from + n)))
    try {
      // A quarter within an hour, however many requests; then everyone gets an error, and nothing more is sent.
      const first = await ask(0, 10)
      expect(first.filter(({ status }) => status === 200)).toHaveLength(3)
      const refused = first.find(({ status }) => status !== 200)
      expect(refused).toMatchObject({ status: 503, body: { code: 'otp-ceiling-reached' } })
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3500)
      expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(3600)
      expect(sent).toBe(3)
      // A refused number does not additionally have to wait.
      for (let hour = 1; hour < 6; hour++) {
        await store.db.execute(
          sql`update rate_counters set window_start = window_start - interval '1 hour' where rule like 'otp-sms-%'`,
        )
        await ask(100 * hour, 5)
      }
      expect(sent).toBe(12)
      const wait = Number((await order(999)).headers['retry-after'])
      expect(wait).toBeGreaterThan(18.9 * 3600)
      expect(wait).toBeLessThanOrEqual(19 * 3600)
      // Codes by email go on.
      expect((await post('/api/send-email-otp', { email: `calm-${randomUUID()}@example.test` })).status).toBe(200)
      await store.db.execute(
        sql`update rate_counters set window_start = window_start - interval '1 day' where rule like 'otp-sms-%'`,
      )
      expect((await order(999)).status).toBe(200)
    } finally {
      Object.assign(messenger, { send })
      Object.assign(store.deps, { otpCeiling })
    }
  })

  it('an expired code and an expired verification are rejected', async () => {
    const email = `late-${randomUUID().slice(0, 8)}@example.test`
    await post('/api/send-email-otp', { email })
    const otp = await readCode(store, email)
    await store.db.execute(sql`update otps set expires_at = now() - interval '1 second' where address = ${email}`)
    expect((await post('/api/verify-email-otp', { email, otp })).body.code).toBe('otp-expired')

    await post('/api/send-email-otp', { email: victim.email, purpose: 'reset' })
    const code = await readCode(store, victim.email)
    const ip = newIp()
    const verified = await post('/api/verify-email-otp', { email: victim.email, otp: code, purpose: 'reset' }, ip)
    expect(verified.status).toBe(200)
    await store.db.execute(
      sql`update otps set verified_at = now() - interval '11 minutes' where address = ${victim.email} and verified_at is not null`,
    )
    expect((await post('/api/reset-password', { email: victim.email, newPassword }, ip)).status).toBe(403)
    await expectUnharmed()
  })

  it('passwords cannot be tried on one account, nor one password on many accounts', { tags: ['full'] }, async () => {
    const ip = newIp()
    const codes = []
    for (let n = 0; n < 11; n++) {
      codes.push((await post('/api/login', { email: victim.email, password: `guess ${n}` }, ip)).status)
    }
    expect(codes).toEqual([...Array(10).fill(401), 429])
    const spraying = newIp()
    let last = 0
    for (let n = 0; n < 101 && last !== 429; n++) {
      last = (await post('/api/login', { email: `u${n}@example.test`, password: 'Summer2026!' }, spraying)).status
    }
    expect(last).toBe(429)
    await expectUnharmed()
  })

  it('an account is not made for somebody else’s address, nor a second one for the victim’s', async () => {
    const body = {
      username: 'impostor',
      password: newPassword,
      actualName: 'V',
      phoneNumber: '+14155550100',
      EmpFeild: 'Brand',
    }
    const stranger = await post('/api/register', { ...body, email: 'boss@example.test' })
    expect(stranger.body.code).toBe('email-not-verified')
    expect((await post('/api/register', { ...body, email: victim.email })).status).toBe(403)
    expect((await post('/api/send-email-otp', { email: victim.email, purpose: 'register' })).body.code).toBe(
      'email-taken',
    )
  })
})

describe('account takeover by token', () => {
  it('session fixation fails: each sign-in has a token of its own', async () => {
    const planted = 'planted-planted-planted-planted-planted-pla'
    const { email, password } = victim
    const answer = await store.call('POST', '/api/login', {
      body: { email, password, token: planted, newToken: planted },
      token: planted,
      headers: { cookie: `token=${planted}; vitrine-token=${planted}` },
    })
    expect(answer.status).toBe(200)
    expect(answer.body.token).not.toBe(planted)
    expect((await store.call('GET', '/api/profile', { token: planted })).status).toBe(401)
    // Nor does signing in once more take over, or end, the session that was there.
    const again = await store.call('POST', '/api/login', { body: { email, password }, token: victim.token })
    expect(again.body.token).not.toBe(victim.token)
    await expectUnharmed()
  })

  it('cross-site forms fail: only JSON is read, and no cookie authenticates', async () => {
    const { email, password } = attacker
    const forms: [string, string][] = [
      ['application/x-www-form-urlencoded', new URLSearchParams({ email, password }).toString()],
      ['text/plain', JSON.stringify({ email, password })],
      [
        'multipart/form-data; boundary=x',
        `--x\r\ncontent-disposition: form-data; name="email"\r\n\r\n${email}\r\n--x--`,
      ],
    ]
    for (const [type, payload] of forms) {
      const answer = await store.app.inject({
        method: 'POST',
        url: '/api/login',
        payload,
        headers: { 'content-type': type, origin: 'https://evil.example' },
        remoteAddress: newIp(),
      })
      expect([type, answer.statusCode]).toEqual([type, 400])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    const signed = await post('/api/login', { email, password })
    const cookie = String(signed.headers['set-cookie']).split(';', 1)[0] ?? ''
    expect(cookie).toMatch(/^vitrine-device=/)
    expect(String(signed.headers['set-cookie'])).toMatch(/; HttpOnly; SameSite=Lax/)
    expect((await store.call('GET', '/api/profile', { headers: { cookie } })).status).toBe(401)
    const change = { currentPassword: password, newPassword: 'x'.repeat(12) }
    expect((await store.call('POST', '/api/change-password', { body: change, headers: { cookie } })).status).toBe(401)
    expect(
      (await store.call('OPTIONS', '/api/login', { headers: { origin: 'https://evil.example' } })).headers,
    ).not.toHaveProperty('access-control-allow-origin')
  })

  it('an invented, changed, ended or misplaced token is rejected', async () => {
    const { token: ended } = (await post('/api/login', { email: attacker.email, password: attacker.password })).body
    await store.call('POST', '/api/logout', { token: String(ended) })
    const { token: expired } = (await post('/api/login', { email: attacker.email, password: attacker.password })).body
    await store.db.execute(
      sql`update sessions set expires_at = now() - interval '1 second' where id = (select id from sessions order by id desc limit 1)`,
    )
    const { rows } = await store.db.execute<{ hash: string }>(sql`select token_hash as hash from sessions limit 1`)
    const changed = `${attacker.token.slice(0, -1)}${attacker.token.endsWith('A') ? 'B' : 'A'}`
    const tokens = [
      'made-up',
      String(ended),
      String(expired),
      rows[0]?.hash,
      changed,
      "' or 1=1 --",
      'null',
      'a'.repeat(5000),
    ]
    for (const token of tokens) {
      for (const [method, path] of [
        ['GET', '/api/profile'],
        ['PUT', '/api/profile'],
        ['DELETE', '/api/profile'],
        ['GET', '/api/sessions'],
      ]) {
        const answer = await store.call(method ?? '', path ?? '', { token, ...(method !== 'GET' && { body: {} }) })
        expect([method, path, token, answer.status]).toEqual([method, path, token, 401])
      }
    }
    const inQuery = await store.call('GET', `/api/profile?token=${attacker.token}`)
    expect(inQuery.status).toBe(401)
    const inCookie = await store.call('GET', '/api/profile', { headers: { cookie: `token=${attacker.token}` } })
    expect(inCookie.status).toBe(401)
  })
})

describe('account takeover by ID token', () => {
  const enter = (token: string) => post('/api/google-auth', { token })
  const claims = async (changes: Record<string, unknown> = {}) => ({
    iss: 'https://sandbox.vitrine.invalid',
    aud: store.deps.providers.get().signIn.clientId,
    sub: '1',
    email: victim.email,
    email_verified: true,
    nonce: await readNonce(store),
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 3600,
    ...changes,
  })

  it('a token that is unsigned, or signed with another key, even an embedded one', async () => {
    expect((await enter(new UnsecuredJWT(await claims()).encode())).body.code).toBe('google-token-invalid')
    const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
    const kid = store.deps.sandboxIssuer.keySet.keys[0]?.kid ?? ''
    for (const header of [{ kid }, { kid: 'x' }, { kid, jwk: await exportJWK(publicKey) }]) {
      const forged = await new SignJWT(await claims()).setProtectedHeader({ alg: 'RS256', ...header }).sign(privateKey)
      expect((await enter(forged)).body.code).toBe('google-token-invalid')
    }
    // The public key taken for a shared secret.
    const secret = new TextEncoder().encode(JSON.stringify(store.deps.sandboxIssuer.keySet.keys[0]))
    const confused = await new SignJWT(await claims()).setProtectedHeader({ alg: 'HS256', kid }).sign(secret)
    expect((await enter(confused)).body.code).toBe('google-token-invalid')
  })

  it('a token for another audience', async () => {
    const issuer = store.deps.sandboxIssuer
    const foreign = await issuer?.issue({
      clientId: 'another.site',
      email: victim.email,
      name: '',
      nonce: await readNonce(store),
    })
    expect((await enter(foreign ?? '')).body.code).toBe('google-token-invalid')
  })

  it('a token that is replayed, or with an unknown nonce', async () => {
    const token = await readCredential(store, { email: 'replay@gmail.test' })
    expect((await enter(token)).status).toBe(201)
    expect((await enter(token)).body.code).toBe('google-token-invalid')
    const foreign = await readCredential(store, { email: 'replay@gmail.test', nonce: randomUUID() })
    expect((await enter(foreign)).body.code).toBe('google-token-invalid')
  })

  it('a token for the victim’s address, without the victim’s consent', async () => {
    const token = await readCredential(store, { email: victim.email })
    expect((await enter(token)).body.code).toBe('link-consent-required')
    const guess = await post('/api/google-auth/link', { token, password: attacker.password })
    expect(guess.body.code).toBe('invalid-credentials')
    expect((await store.call('GET', '/api/profile', { token: victim.token })).body.isGoogleLinked).toBe(false)
  })
})

describe('access to data of others', () => {
  it('sessions, projects, videos, files, pictures and statements of others are not found', async () => {
    const { token } = victim
    const make = async (path: string, body: unknown) => (await store.call('POST', path, { token, body })).body
    const theirs = await store.call('GET', '/api/sessions', { token })
    const sessionId = (theirs.body.sessions as { sessionId: string }[])[0]?.sessionId
    const { projectId } = await make('/api/projects', { templateId: await addTemplate(store.db) })
    const { jobId } = await make('/api/renders', { projectId, kind: 'preview', idempotencyKey: randomUUID() })
    const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const { assetId } = await make('/api/assets', { uploadId: await sendUpload(store, token, picture) })
    const uploadId = await sendUpload(store, token, picture)
    const tries: [string, string, unknown?][] = [
      ['DELETE', `/api/sessions/${sessionId}`],
      ['GET', `/api/projects/${projectId}`],
      ['PUT', `/api/projects/${projectId}`, { values: {}, difference: {} }],
      ['POST', '/api/renders', { projectId, kind: 'preview', idempotencyKey: randomUUID() }],
      ['POST', '/api/renders/prepare', { projectId }],
      ['GET', `/api/renders/${jobId}`],
      ['DELETE', `/api/renders/${jobId}`],
      ['POST', `/api/renders/${jobId}/retry`],
      ['GET', `/api/assets/${assetId}`],
      ['DELETE', `/api/assets/${assetId}`],
      ['POST', '/api/profile/picture', { assetId }],
      ['POST', '/api/profile/picture', { uploadId }],
      ['POST', '/api/assets', { uploadId }],
    ]
    for (const [method, path, body] of tries) {
      const answer = await store.call(method, path, { token: attacker.token, body })
      expect([method, path, answer.status]).toEqual([method, path, 404])
      expect((await store.call(method, path, { body })).status).toBe(401)
    }
    for (const path of [`/api/projects/${projectId}`, `/api/renders/${jobId}`, `/api/assets/${assetId}`]) {
      expect((await store.call('GET', path, { token })).status).toBe(200)
    }
    const lists = ['/api/projects', '/api/assets', '/api/user-generated-videos', '/api/credits/statement']
    for (const path of lists) {
      const answer = await store.call('GET', path, { token: attacker.token })
      expect(answer.status).toBe(200)
      expect(answer.text).not.toContain(victim.userId)
      for (const id of [projectId, jobId, assetId]) expect(answer.text).not.toContain(String(id))
    }
    await expectUnharmed()
  })

  it('read-only properties in a request are ignored', async () => {
    const extras = {
      credits: 1_000_000,
      role: 'owner',
      isGoogleUser: true,
      userId: victim.userId,
      purchasedTemplates: ['x'],
    }
    const { body } = await store.call('PUT', '/api/profile', {
      token: attacker.token,
      body: { ...extras, actualName: 'A' },
    })
    expect(body.user).toMatchObject({
      userId: attacker.userId,
      credits: 500,
      role: 'buyer',
      isGoogleUser: false,
      purchasedTemplates: [],
    })
    expect(body.creditsAwarded).toBe(false)
  })

  it('a stolen session alone neither changes the password nor deletes the account', async () => {
    const { token } = victim
    const change = await store.call('POST', '/api/change-password', {
      token,
      body: { currentPassword: attacker.password, newPassword: 'mine now, lamps' },
    })
    expect(change.status).toBe(403)
    for (const body of [{}, { password: '' }, { password: attacker.password }, { token: 'x' }]) {
      const answer = await store.call('DELETE', '/api/profile', { token, body })
      expect(answer.status).toBeGreaterThanOrEqual(400)
    }
    const own = await readCredential(store, { email: 'thief@gmail.test' })
    expect((await store.call('DELETE', '/api/profile', { token, body: { token: own } })).status).toBe(401)
    await expectUnharmed()
  })
})

describe('impersonation', () => {
  const name = (username: string) => store.call('PUT', '/api/profile', { token: attacker.token, body: { username } })

  it('a username cannot resemble another: plain letters, case-insensitive, none reserved', async () => {
    for (const lookAlike of [`\u0410dmin`, `adm\u0131n`, ` ad min `, `admin\u0000`]) {
      expect([lookAlike, (await name(lookAlike)).status]).toEqual([lookAlike, 400])
    }
    // Decorated letters and invisible characters are read as the plain name, which is reserved.
    for (const decorated of [`\uff41dmin`, `\u{1d4ea}dmin`, `admin\u200b`]) {
      expect([decorated, (await name(decorated)).status]).toEqual([decorated, 409])
    }
    for (const taken of [victim.username.toUpperCase(), 'admin', 'Adm1n', 'Vitrine', 'vitrine.support']) {
      expect(await name(taken)).toMatchObject({ status: 409, body: { error: 'Username is already taken' } })
      const answer = await store.call('POST', '/api/check-username', {
        token: attacker.token,
        body: { username: taken },
      })
      expect(answer.body).toEqual({ available: false })
    }
  })

  it('two customers cannot take one username at once', async () => {
    const username = `race-${randomUUID().slice(0, 8)}`
    const racers = await Promise.all([insertMember(store), insertMember(store), insertMember(store)])
    const answers = await Promise.all(
      racers.map(({ token }, i) =>
        store.call('PUT', '/api/profile', { token, body: { username: i === 0 ? username.toUpperCase() : username } }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('a name is one line of visible characters', async () => {
    const rename = async (actualName: string) => {
      const answer = await store.call('PUT', '/api/profile', { token: attacker.token, body: { actualName } })
      return answer.status === 200 ? (answer.body.user as { actualName: string }).actualName : answer.status
    }
    expect(await rename('Asha\r\nBcc: all@example.test')).toBe('Asha Bcc: all@example.test')
    expect(await rename('invoice\u202egpj.exe')).toBe('invoicegpj.exe')
    expect(await rename('A\ud800sha')).toBe('Asha')
    // Joiners belong to Indian names.
    expect(await rename('\u0915\u094d\u200d\u0937')).toBe('\u0915\u094d\u200d\u0937')
    for (const nothing of ['\u200b', ' \u2060\n', '\u200d\u200d', '\u202e']) expect(await rename(nothing)).toBe(400)
  })
})

describe('account enumeration', () => {
  it('is limited to sixty questions in 15 minutes, codes and usernames included', async () => {
    const ip = newIp()
    let last = 0
    for (let n = 0; n < 61; n++)
      last = (await post('/api/check-user-exists', { email: `x${n}@example.test` }, ip)).status
    expect(last).toBe(429)
    expect((await post('/api/send-email-otp', { email: 'x@example.test', purpose: 'reset' }, ip)).status).toBe(429)
  })

  it('is limited in the database, so that a restart resets nothing', async () => {
    const { email } = victim
    const ip = newIp()
    for (let n = 0; n < 60; n++) await post('/api/check-user-exists', { email }, ip)
    await post('/api/google-auth', { token: 'invented' })
    await post('/api/verify-email-otp', { email, otp: '000000', purpose: 'reset' })
    await post('/api/reset-password', { email, newPassword: 'mine now, with lamps' })
    await post('/api/login', { email: attacker.email, password: 'not this one' })
    const guess = { currentPassword: 'not this one', newPassword: 'mine now, with lamps' }
    await store.call('POST', '/api/change-password', { token: attacker.token, body: guess })
    const { rows } = await store.db.execute<{ rule: string }>(
      sql`select distinct rule from rate_counters order by rule`,
    )
    expect(rows.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining([
        'google-sign-in-ip',
        'otp-verify-ip',
        'password-check',
        'reset-ip',
        'sign-in-ip',
        'user-lookup-ip',
      ]),
    )
    const restarted = await buildApp(store.deps)
    const question = { method: 'POST', url: '/api/check-user-exists', payload: { email } } as const
    expect((await restarted.inject({ ...question, remoteAddress: ip })).statusCode).toBe(429)
    await restarted.close()
  })
})
