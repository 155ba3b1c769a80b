import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { readMails } from '../../testing/email.ts'
import { insertMember, randomIp, readCode } from '../../testing/member.ts'
import { readCredential } from '../../testing/social.ts'

const store = useApp()
const newEmail = () => `code-${randomUUID().slice(0, 12)}@example.test`
const newPhone = () => `+9198${randomInt(10_000_000, 99_999_999)}`

type Address = { email: string } | { phoneNumber: string }
const addressText = (address: Address) => ('email' in address ? address.email : address.phoneNumber)
const send = (address: Address, ip = randomIp()) => store.call('POST', '/api/sign-in-code', { body: address, ip })
const verify = (address: Address, otp: string, ip = randomIp()) =>
  store.call('POST', '/api/sign-in-code/verify', { body: { ...address, otp }, ip })
/** The wait between two codes for one address has passed. */
const passAMinute = () => store.db.execute(sql`update otps set created_at = created_at - interval '61 seconds'`)

async function signIn(address: Address, ip = randomIp()) {
  await passAMinute()
  expect((await send(address, ip)).status).toBe(200)
  return verify(address, await readCode(store, addressText(address)), ip)
}

describe('the link of an email with a code', () => {
  const useLink = (token: string, headers = {}) =>
    store.call('POST', '/api/sign-in-link', { body: { token }, ip: randomIp(), headers })
  async function readLink(email: string): Promise<string> {
    const [mail] = await readMails(store, email)
    return /sign-in-link#(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
  }
  beforeAll(() => void Object.assign(store.deps, { publicUrl: 'https://lamps.example' }))
  afterAll(() => void Object.assign(store.deps, { publicUrl: undefined }))

  it('signs in the device that opens it, although others have used up the tries and the codes', async () => {
    const email = newEmail()
    await signIn({ email })
    await passAMinute()
    await send({ email })
    for (let n = 0; n < 6; n++) await verify({ email }, '000000')
    const token = await readLink(email)
    expect(token).not.toBe('')
    const opened = await useLink(token)
    expect(opened).toMatchObject({ status: 200, body: { email, session: { isNewUser: false, user: { email } } } })
    const { token: bearer } = opened.body.session as { token: string }
    expect((await store.call('GET', '/api/profile', { token: bearer })).status).toBe(200)
    expect(await useLink(token)).toMatchObject({ status: 400, body: { code: 'otp-expired' } })
  })

  it('of a reset lets only the browser that opened it choose the password', async () => {
    const { email } = await insertMember(store)
    await store.call('POST', '/api/send-email-otp', { body: { email, purpose: 'reset' }, ip: randomIp() })
    const opened = await useLink(await readLink(email))
    expect(opened).toMatchObject({ status: 200, body: { email, session: null } })
    const reset = (cookie?: string) =>
      store.call('POST', '/api/reset-password', {
        ...{ body: { email, newPassword: 'lamps on the roof' }, ip: randomIp(), headers: cookie ? { cookie } : {} },
      })
    expect((await reset()).body.code).toBe('email-not-verified')
    const proof = /vitrine-proof=[\w-]+/.exec(String(opened.headers['set-cookie']))?.[0]
    expect((await reset(proof)).status).toBe(200)
  })
})

describe('a code for an unknown address', () => {
  it('creates an account with 500 credits and signs it in; the next one signs in to the same account', async () => {
    const email = newEmail()
    const first = await signIn({ email })
    expect(first).toMatchObject({
      status: 201,
      body: {
        isNewUser: true,
        user: {
          email,
          username: email.split('@')[0],
          credits: 500,
          hasPassword: false,
          isGoogleUser: false,
          phoneNumber: '',
          role: 'buyer',
        },
      },
    })
    const again = await signIn({ email })
    expect(again).toMatchObject({ status: 200, body: { isNewUser: false, user: { credits: 500 } } })
    expect((again.body.user as { userId: string }).userId).toBe((first.body.user as { userId: string }).userId)
    const { body } = await store.call('GET', '/api/credits/statement', { token: String(again.body.token) })
    expect(body.items).toMatchObject([{ reason: 'signup', credits: 500 }])
  })

  it('by text message creates an account without an email address, which no email is sent to', async () => {
    const phoneNumber = newPhone()
    const first = await signIn({ phoneNumber })
    expect(first).toMatchObject({
      status: 201,
      body: { user: { email: '', phoneNumber, isPhoneVerified: true, credits: 500, hasPassword: false } },
    })
    // From another browser, which is reported to accounts with an address.
    expect(await signIn({ phoneNumber })).toMatchObject({ status: 200, body: { isNewUser: false } })
    const { rows } = await store.db.execute<{ email: string }>(
      sql`select email from users where phone_number = ${phoneNumber}`,
    )
    expect(rows).toEqual([{ email: expect.stringMatching(/@phone\.invalid$/) }])
    expect(await readMails(store, rows[0]?.email ?? '')).toEqual([])
  })

  it('by text message creates an account that takes an email address once its code was entered, and signs in by it too', async () => {
    const ip = randomIp()
    const phoneNumber = newPhone()
    const { body } = await signIn({ phoneNumber }, ip)
    const token = String(body.token)
    const put = (email: string) => store.call('PUT', '/api/profile', { token, ip, body: { email } })
    const email = newEmail()
    expect(await put(email)).toMatchObject({ status: 403, body: { code: 'email-not-verified' } })
    const taken = await insertMember(store)
    const sent = await store.call('POST', '/api/send-email-otp', {
      ip,
      body: { email: taken.email, purpose: 'register' },
    })
    expect(sent).toMatchObject({ status: 409, body: { code: 'email-taken' } })

    await store.call('POST', '/api/send-email-otp', { ip, body: { email, purpose: 'register' } })
    const otp = await readCode(store, email)
    await store.call('POST', '/api/verify-email-otp', { ip, body: { email, otp, purpose: 'register' } })
    expect(await put(email)).toMatchObject({ status: 200, body: { user: { email, phoneNumber } } })
    expect((await put(newEmail())).status).toBe(400)

    const { userId } = body.user as { userId: string }
    expect(await signIn({ email }, ip)).toMatchObject({
      status: 200,
      body: { isNewUser: false, user: { userId, credits: 500 } },
    })
    expect(await signIn({ phoneNumber }, ip)).toMatchObject({ status: 200, body: { user: { userId } } })
  })

  it('gives a number its first credits once, also after its account was deleted', async () => {
    const phoneNumber = newPhone()
    const first = await signIn({ phoneNumber })
    const { userId } = first.body.user as { userId: string }
    await store.db.execute(sql`
      update users set phone_number = '', phone_verified_at = null, password_hash = 'x' where id = ${userId}`)
    const second = await signIn({ phoneNumber })
    expect(second).toMatchObject({ status: 201, body: { user: { credits: 0 } } })
  })
})

describe('a code for a known address', () => {
  it('signs in to the account of a registration, by email and by its proven number', async () => {
    const member = await insertMember(store)
    const byMail = await signIn({ email: member.email })
    expect(byMail).toMatchObject({ status: 200, body: { isNewUser: false, user: { userId: member.userId } } })
    const phoneNumber = newPhone()
    await store.db.execute(
      sql`update users set phone_number = ${phoneNumber}, phone_verified_at = now() where id = ${member.userId}`,
    )
    expect(await signIn({ phoneNumber })).toMatchObject({ status: 200, body: { user: { userId: member.userId } } })
  })

  it('opens no account by a number that nobody has proven, that several have, or that is one of the staff', async () => {
    const [one, other] = [await insertMember(store), await insertMember(store)]
    const phoneNumber = newPhone()
    const give = (userId: string, provenAt: string | null) =>
      store.db.execute(
        sql`update users set phone_number = ${phoneNumber}, phone_verified_at = ${provenAt} where id = ${userId}`,
      )
    await give(one.userId, null)
    await give(other.userId, null)
    const own = await signIn({ phoneNumber })
    expect(own).toMatchObject({ status: 201, body: { isNewUser: true } })
    await give(one.userId, '2026-11-20')
    expect(await signIn({ phoneNumber })).toMatchObject({ status: 409, body: { code: 'phone-not-unique' } })
    const { userId } = own.body.user as { userId: string }
    await store.db.execute(sql`update users set phone_number = '', password_hash = 'x' where id = ${userId}`)
    await store.db.execute(sql`update users set role = 'owner' where id = ${one.userId}`)
    expect(await signIn({ phoneNumber })).toMatchObject({ status: 409, body: { code: 'phone-not-unique' } })
  })

  it('does not sign in to a blocked account', async () => {
    const member = await insertMember(store)
    await store.db.execute(sql`update users set blocked_at = now() where id = ${member.userId}`)
    expect(await signIn({ email: member.email })).toMatchObject({ body: { code: 'account-blocked' } })
  })
})

describe('the code', () => {
  it('is answered the same way whether or not there is an account', async () => {
    const member = await insertMember(store)
    const [known, unknown] = [await send({ email: member.email }), await send({ email: newEmail() })]
    expect(known.body).toEqual(unknown.body)
    expect(known).toMatchObject({ status: 200, body: { message: 'OTP sent', retryAfterSeconds: 60 } })
  })

  it('works once, has five tries, and another may be asked for after a minute', async () => {
    const email = newEmail()
    expect((await send({ email })).status).toBe(200)
    expect(await send({ email })).toMatchObject({ status: 429, body: { code: 'otp-too-soon' } })
    const code = await readCode(store, email)
    const wrong = code === '000000' ? '111111' : '000000'
    for (const triesLeft of [4, 3, 2, 1])
      expect(await verify({ email }, wrong)).toMatchObject({ status: 400, body: { code: 'otp-invalid', triesLeft } })
    expect(await verify({ email }, wrong)).toMatchObject({ status: 429, body: { code: 'otp-too-many-tries' } })
    expect(await verify({ email }, code)).toMatchObject({ status: 429, body: { code: 'otp-too-many-tries' } })

    const other = newEmail()
    expect((await signIn({ email: other })).status).toBe(201)
    expect(await verify({ email: other }, await readCode(store, other))).toMatchObject({
      body: { code: 'otp-expired' },
    })
  })

  it('of another purpose signs nobody in, and is stored as a hash', async () => {
    const email = newEmail()
    await store.call('POST', '/api/send-email-otp', { body: { email, purpose: 'register' } })
    const code = await readCode(store, email)
    expect(await verify({ email }, code)).toMatchObject({ status: 400, body: { code: 'otp-expired' } })
    const { rows } = await store.db.execute<{ row: string }>(
      sql`select row_to_json(otps)::text as row from otps where address = ${email}`,
    )
    expect(rows[0]?.row).not.toContain(code)
  })

  it('needs exactly one address, and a text message where the store sends some', async () => {
    expect(await send({} as Address)).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    const both = { email: newEmail(), phoneNumber: newPhone() }
    expect(await send(both)).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect(await send({ email: 'asha' })).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  })

  it('creates as many accounts from one network as registrations may', { tags: ['full'] }, async () => {
    const ip = randomIp()
    const codes: number[] = []
    for (let n = 0; n < 41; n++) codes.push((await signIn({ email: newEmail() }, ip)).status)
    expect(codes.slice(0, 40).every((status) => status === 201)).toBe(true)
    expect(codes.at(-1)).toBe(429)
  })
})

it('an account of a code can set a password, and is signed in to by it', async () => {
  const email = newEmail()
  await signIn({ email })
  const ip = randomIp()
  await store.call('POST', '/api/send-email-otp', { body: { email, purpose: 'reset' }, ip })
  const otp = await readCode(store, email)
  await store.call('POST', '/api/verify-email-otp', { body: { email, otp, purpose: 'reset' }, ip })
  const newPassword = 'rangoli & lamps'
  expect((await store.call('POST', '/api/reset-password', { body: { email, newPassword }, ip })).status).toBe(200)
  expect((await store.call('POST', '/api/login', { body: { email, password: newPassword }, ip })).status).toBe(200)
})

it('an account of a code is not opened by Google for its address: who signs in so is told that there is no password', async () => {
  const email = newEmail()
  await signIn({ email })
  const google = await store.call('POST', '/api/google-auth', {
    body: { token: await readCredential(store, { email }) },
  })
  expect(google).toMatchObject({ status: 409, body: { code: 'link-consent-required', email, hasPassword: false } })
})

describe('an account of codes alone', () => {
  it('is deleted by a new code, and not by the one that signed in', async () => {
    for (const address of [{ email: newEmail() }, { phoneNumber: newPhone() }]) {
      const { body } = await signIn(address)
      const leave = async () => {
        const otp = await readCode(store, addressText(address))
        return store.call('DELETE', '/api/profile', { token: String(body.token), body: { otp } })
      }
      expect(await leave()).toMatchObject({ status: 400, body: { code: 'otp-expired' } })
      await passAMinute()
      await send(address)
      expect((await leave()).status).toBe(200)
      expect((await store.call('GET', '/api/profile', { token: String(body.token) })).status).toBe(401)
    }
  })

  it('that has a password is not deleted by a code', async () => {
    const member = await insertMember(store)
    await send({ email: member.email })
    const otp = await readCode(store, member.email)
    const refused = await store.call('DELETE', '/api/profile', { token: member.token, body: { otp } })
    expect(refused.body.code).toBe('password-incorrect')
    expect((await store.call('GET', '/api/profile', { token: member.token })).status).toBe(200)
  })

  it('keeps the number that it is signed in to by until another one is proven', async () => {
    const { body } = await signIn({ phoneNumber: newPhone() })
    const token = String(body.token)
    const changed = await store.call('PUT', '/api/profile', { token, body: { phoneNumber: newPhone() } })
    expect(changed).toMatchObject({ status: 400, body: { code: 'invalid-input', issues: [{ path: 'phoneNumber' }] } })
  })
})
