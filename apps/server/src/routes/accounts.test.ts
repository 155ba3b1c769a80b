import { randomUUID } from 'node:crypto'
import { TextMessageNotAccepted } from '@vitrine/providers/sms'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { readMails } from '../../testing/email.ts'
import { insertMember, readCode } from '../../testing/member.ts'

const store = useApp()
const ip = '8.20.30.40'

const registration = {
  username: 'asha',
  email: 'Asha@Example.test',
  password: 'rangoli & lamps',
  actualName: 'Asha Rao',
  phoneNumber: '+91 98765 43210',
  EmpFeild: 'Individual',
}

describe('registering', () => {
  it('uses a code from an email, grants 500 credits, and signs in', async () => {
    const early = await store.call('POST', '/api/register', { body: registration, ip })
    expect(early).toMatchObject({ status: 403, body: { code: 'email-not-verified' } })

    const sent = await store.call('POST', '/api/send-email-otp', { body: { email: registration.email }, ip })
    expect(sent).toMatchObject({ status: 200, body: { retryAfterSeconds: 60 } })
    const soon = await store.call('POST', '/api/resend-email-otp', { body: { email: registration.email }, ip })
    expect(soon).toMatchObject({ status: 429, body: { code: 'otp-too-soon' } })
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(50)

    const code = await readCode(store, 'asha@example.test')
    const wrong = code === '000000' ? '111111' : '000000'
    const guess = await store.call('POST', '/api/verify-email-otp', { body: { email: registration.email, otp: wrong } })
    expect(guess).toMatchObject({ status: 400, body: { code: 'otp-invalid', triesLeft: 4 } })
    const right = await store.call('POST', '/api/verify-email-otp', { body: { email: registration.email, otp: code } })
    expect(right).toMatchObject({ status: 200, body: { verified: true } })

    const weak = await store.call('POST', '/api/register', { body: { ...registration, password: 'abc' } })
    expect(weak).toMatchObject({ status: 422, body: { code: 'password-too-weak' } })
    const registered = await store.call('POST', '/api/register', { body: registration })
    expect(registered.status).toBe(201)
    expect(registered.body.user).toMatchObject({
      username: 'asha',
      email: 'asha@example.test',
      phoneNumber: '+919876543210',
      EmpFeild: 'Individual',
      credits: 500,
      role: 'buyer',
    })
    const token = String(registered.body.token)
    expect((await store.call('GET', '/api/profile', { token })).body).toEqual(registered.body.user)
    expect((await store.call('GET', '/api/user-credits', { token })).body).toEqual({ credits: 500 })
    const { body: statement } = await store.call('GET', '/api/credits/statement', { token })
    expect(statement.items).toMatchObject([{ reason: 'signup', credits: 500, balanceAfter: 500 }])

    const again = await store.call('POST', '/api/send-email-otp', {
      body: { email: registration.email, purpose: 'register' },
    })
    expect(again).toMatchObject({ status: 409, body: { code: 'email-taken' } })
  })

  it('verifies a phone by a code from a text message', async () => {
    const phoneNumber = '+14155550123'
    expect((await store.call('POST', '/api/send-phone-otp', { body: { phoneNumber } })).status).toBe(200)
    const otp = await readCode(store, phoneNumber)
    const verified = await store.call('POST', '/api/verify-phone-otp', { body: { phoneNumber, otp } })
    expect(verified).toMatchObject({ status: 200, body: { verified: true } })
    const twice = await store.call('POST', '/api/verify-phone-otp', { body: { phoneNumber, otp } })
    expect(twice.status).toBe(400)
  })

  it('does not count a code that could not be delivered', async () => {
    const { send } = store.deps.providers.get().messenger
    const phoneNumber = '+14155550999'
    Object.assign(store.deps.providers.get().messenger, { send: () => Promise.reject(new Error('gateway down')) })
    expect((await store.call('POST', '/api/send-phone-otp', { body: { phoneNumber } })).status).toBe(500)
    Object.assign(store.deps.providers.get().messenger, {
      send: () => Promise.reject(new TextMessageNotAccepted('401: wrong key', { isFinal: false })),
    })
    const unsent = await store.call('POST', '/api/send-phone-otp', { body: { phoneNumber } })
    expect(unsent).toMatchObject({
      status: 503,
      body: { code: 'otp-not-sent', error: expect.stringContaining('try again') },
    })
    Object.assign(store.deps.providers.get().messenger, { send })
    expect((await store.call('POST', '/api/send-phone-otp', { body: { phoneNumber } })).status).toBe(200)
  })
})

describe('signing in', () => {
  it('opens a session of a day, or of a week with remember me, and ends it', async () => {
    const { email, password } = await insertMember(store)
    const readHours = async (rememberMe: boolean) => {
      const { status, body } = await store.call('POST', '/api/login', { body: { email, password, rememberMe } })
      expect(status).toBe(200)
      return Math.round((Date.parse(String(body.expiresAt)) - Date.now()) / 3_600_000)
    }
    expect(await readHours(false)).toBe(24)
    expect(await readHours(true)).toBe(168)

    const { body } = await store.call('POST', '/api/login', { body: { email: email.toUpperCase(), password } })
    const token = String(body.token)
    expect((await store.call('GET', '/api/profile', { token })).status).toBe(200)
    expect((await store.call('POST', '/api/logout', { token })).status).toBe(200)
    expect((await store.call('GET', '/api/profile', { token })).status).toBe(401)
    expect((await store.call('POST', '/api/logout')).status).toBe(200)
  })

  it('gives the same error for a wrong password and an unknown address, and limits attempts', async () => {
    const { email } = await insertMember(store)
    const attempt = (address: string) =>
      store.call('POST', '/api/login', { body: { email: address, password: 'wrong' }, ip: '8.9.10.11' })
    const known = await attempt(email)
    const unknown = await attempt('nobody@example.test')
    expect(known).toMatchObject({ status: 401, body: { code: 'invalid-credentials' } })
    expect(unknown.body).toEqual(known.body)
    for (let n = 0; n < 9; n++) await attempt(email)
    const limited = await attempt(email)
    expect(limited).toMatchObject({ status: 429, body: { code: 'rate-limited' } })
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('reports whether an address has an account, up to sixty times in 15 minutes', async () => {
    const { email } = await insertMember(store)
    const ask = (address: string) =>
      store.call('POST', '/api/check-user-exists', { body: { email: address }, ip: '8.7.7.7' })
    expect(await ask(email)).toMatchObject({ status: 200, body: { exists: true } })
    expect(await ask('nobody@example.test')).toMatchObject({
      status: 404,
      body: { error: 'No user found with this email address. Please create a new account.' },
    })
    for (let n = 0; n < 58; n++) await ask('nobody@example.test')
    expect((await ask(email)).status).toBe(429)
  })
})

describe('a new password', () => {
  it('needs the code sent for it, ends all sessions and sends an email', async () => {
    const { email, token } = await insertMember(store)
    const newPassword = 'a new one, with lamps'
    const reset = () => store.call('POST', '/api/reset-password', { body: { email, newPassword, verifiedOtp: true } })
    expect(await reset()).toMatchObject({ status: 403, body: { code: 'email-not-verified' } })

    expect((await store.call('POST', '/api/send-email-otp', { body: { email, purpose: 'reset' } })).status).toBe(200)
    const otp = await readCode(store, email)
    await store.call('POST', '/api/verify-email-otp', { body: { email, otp, purpose: 'reset' } })
    expect((await reset()).body.message).toBe('Password reset successfully! Please log in with your new password.')
    expect((await reset()).status).toBe(403)
    expect((await store.call('GET', '/api/profile', { token })).status).toBe(401)
    expect((await store.call('POST', '/api/login', { body: { email, password: newPassword } })).status).toBe(200)
    expect((await readMails(store, email)).map((mail) => mail.subject)).toContain('Your Vitrine password was changed')

    const stranger = { email: 'nobody@example.test', purpose: 'reset' }
    expect((await store.call('POST', '/api/send-email-otp', { body: stranger })).status).toBe(404)
  })
})

describe('the profile', () => {
  it('changes what is sent, and renews the token with the username', async () => {
    const other = await insertMember(store)
    const { token, username } = await insertMember(store)
    const nothing = await store.call('PUT', '/api/profile', { token, body: {} })
    expect(nothing).toMatchObject({ status: 200, body: { usernameChanged: false, creditsAwarded: false } })

    const named = await store.call('PUT', '/api/profile', { token, body: { actualName: 'New', EmpFeild: 'Agency' } })
    expect(named.body.user).toMatchObject({ actualName: 'New', EmpFeild: 'Agency', username })

    const check = (name: string) => store.call('POST', '/api/check-username', { token, body: { username: name } })
    expect((await check(other.username.toUpperCase())).body).toEqual({ available: false })
    expect((await check(username)).body).toEqual({ available: true })
    const taken = await store.call('PUT', '/api/profile', { token, body: { username: other.username } })
    expect(taken).toMatchObject({ status: 409, body: { error: 'Username is already taken' } })

    const renamed = await store.call('PUT', '/api/profile', { token, body: { username: `${username}-2` } })
    expect(renamed.body).toMatchObject({ usernameChanged: true, user: { username: `${username}-2` } })
    expect((await store.call('GET', '/api/profile', { token })).status).toBe(401)
    const newToken = String(renamed.body.newToken)
    expect((await store.call('GET', '/api/profile', { token: newToken })).status).toBe(200)
  })
})

describe('the outbox page', () => {
  it('shows sent messages escaped, under a policy that runs no script', async () => {
    await store.deps.outbox.add({
      channel: 'mail',
      to: 'x@example.test',
      subject: '<script>alert(1)</script>',
      text: '"quoted" & <b>',
      html: '<p onclick="x">hello</p>',
    })
    const page = await store.call('GET', '/sandbox?to=x@example.test')
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['content-security-policy']).not.toContain('script-src')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    const nonce = /nonce-([^']+)'/.exec(page.headers['content-security-policy'] ?? '')?.[1]
    expect(page.text).toContain(`<style nonce="${nonce}">`)
    expect(page.text).not.toContain('<script>')
    expect(page.text).toContain('&#60;script&#62;alert(1)')
    expect(page.text).toContain('<iframe sandbox')
    const none = await store.call('GET', '/sandbox?to=%3Cb%3E')
    expect(none.text).toContain('Nothing for &#60;b&#62; yet.')
  })
})

describe('sessions', () => {
  const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/149.0.0.0 Safari/537.36'
  const login = async ({ email, password }: { email: string; password: string }) =>
    String(
      (await store.call('POST', '/api/login', { body: { email, password }, headers: { 'user-agent': agent } })).body
        .token,
    )
  const list = async (token: string) =>
    (await store.call('GET', '/api/sessions', { token })).body.sessions as Record<string, unknown>[]

  it('are listed with device and times, the current one first, and can be ended one by one or all others at once', async () => {
    const member = await insertMember(store)
    const [second, third] = [await login(member), await login(member)]
    const listed = await list(second)
    expect(listed).toHaveLength(3)
    expect(listed[0]).toMatchObject({ current: true, device: 'Chrome on Windows', rememberMe: false })
    expect(listed.filter((session) => session.current)).toHaveLength(1)
    expect(JSON.stringify(listed)).not.toContain(second)

    const own = (await list(third))[0]?.sessionId
    expect((await store.call('DELETE', `/api/sessions/${own}`, { token: second })).status).toBe(200)
    expect((await store.call('GET', '/api/profile', { token: third })).status).toBe(401)
    expect((await store.call('DELETE', `/api/sessions/${own}`, { token: second })).body.code).toBe('session-not-found')
    expect((await store.call('DELETE', '/api/sessions', { token: second })).body).toMatchObject({ sessionsEnded: 1 })
    expect(await list(second)).toHaveLength(1)
    expect((await store.call('GET', '/api/profile', { token: member.token })).status).toBe(401)
  })

  it('have the current one even when a hundred others were seen later', async () => {
    const { token, userId } = await insertMember(store)
    await store.db.execute(sql`
      insert into sessions (user_id, token_hash, device, remember_me, expires_at, last_seen_at)
      select ${userId}, 'hash ' || n, 'Chrome on Windows', false, now() + interval '1 day', now() + interval '1 hour'
        from generate_series(1, 100) n`)
    expect((await list(token))[0]).toMatchObject({ current: true })
  })

  it('of others cannot be ended', async () => {
    const [mine, theirs] = [await insertMember(store), await insertMember(store)]
    const id = (await list(theirs.token))[0]?.sessionId
    for (const sessionId of [id, 'nonsense', randomUUID()]) {
      const answer = await store.call('DELETE', `/api/sessions/${sessionId}`, { token: mine.token })
      expect(answer).toMatchObject({ status: 404, body: { code: 'session-not-found' } })
    }
    expect((await store.call('GET', '/api/profile', { token: theirs.token })).status).toBe(200)
  })

  it('note when they were last seen, every few minutes', async () => {
    const { token } = await insertMember(store)
    await store.db.execute(sql`update sessions set last_seen_at = now() - interval '1 hour'`)
    await store.call('GET', '/api/profile', { token })
    const seen = String((await list(token))[0]?.lastSeenAt)
    expect(Date.now() - Date.parse(seen)).toBeLessThan(60_000)
  })

  it('from an unknown browser send an email, from a known one do not', async () => {
    const { email, password } = await insertMember(store)
    const findSignInEmails = async () =>
      (await readMails(store, email)).filter(({ subject }) => subject === 'New sign-in to your Vitrine account')
    const enter = (cookie?: string) =>
      store.call('POST', '/api/login', {
        body: { email, password },
        headers: { 'user-agent': agent, ...(cookie !== undefined && { cookie }) },
      })
    expect(await findSignInEmails()).toHaveLength(0)
    const first = await enter()
    const cookie = String(first.headers['set-cookie'])
    expect(cookie).toMatch(/^vitrine-device=[\w-]{32}; Path=\/api; HttpOnly; SameSite=Lax; Max-Age=31536000$/)
    expect(await findSignInEmails()).toHaveLength(1)
    await enter(`theme=dark; ${cookie.split(';')[0]}`)
    expect(await findSignInEmails()).toHaveLength(1)
    await enter('vitrine-device=forged')
    const mails = await findSignInEmails()
    expect(mails).toHaveLength(2)
    expect(mails[0]?.text).toContain('Chrome on Windows')
  })
})
