import { randomUUID } from 'node:crypto'
import { ApiError, type ApiErrorCode } from '@vitrine/contract/api-error'
import { findCallingCode } from '@vitrine/contract/phone'
import { type Db, type Tx, transaction } from '@vitrine/database/connection'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hashCheaply } from '../../../../tests/cheap-hash.ts'
import { useDatabase } from '../../../../tests/database.ts'
import {
  changePassword,
  checkPassword,
  chooseOtpPurpose,
  createVerifiedUser as createProvenUser,
  insertUser,
  isUsernameAvailable,
  type NewUser,
  purgeExpiredAccess,
  resetPassword as resetProvenPassword,
  signIn,
  type UserChanges,
  updateUser as updateProvenUser,
} from './accounts.ts'
import { type Client, isKnownDevice, recognizeDevice } from './device.ts'
import {
  consumeVerifiedMark,
  type IssuedOtp,
  issueOtp,
  type OtpTarget,
  type Prover,
  UNUSED_CODES_PER_HOUR,
  verifyOtpLink,
  verifyOtp as verifyProvenOtp,
  withdrawOtp,
} from './otp.ts'
import { countOtpRequest } from './otp-ceiling.ts'
import { writeOtpMail, writeOtpSms } from './otp-message.ts'
import { hashPassword, isPasswordRight, type PasswordHash } from './password.ts'
import { countAttempt } from './rate-limit.ts'
import { endSession, findSession, requireSession, type Session, startSession } from './session.ts'
import { otps, rateCounters, sessions, users } from './tables.ts'

const database = useDatabase({ max: 12 })
const PASSWORD = 'correct horse battery'
const client = { ip: '::1', userAgent: '' }
const passwordHash = hashCheaply(PASSWORD)

// All requests come from the same network, unless a test says otherwise.
const verifyOtp = (db: Db, target: OtpTarget, code: string, prover: Prover = client) =>
  verifyProvenOtp(db, target, code, prover)
const createVerifiedUser = (tx: Tx, user: NewUser, prover: Prover = client) => createProvenUser(tx, user, prover)
const resetPassword = (tx: Tx, email: string, hash: PasswordHash, from: Client = client) =>
  resetProvenPassword(tx, email, hash, from)
const updateUser = (tx: Tx, session: Session, changes: UserChanges) => updateProvenUser(tx, session, changes, client)

function newUser(changes: Partial<NewUser> = {}): NewUser {
  const name = `u${randomUUID().slice(0, 8)}`
  return {
    username: name,
    email: `${name}@example.test`,
    passwordHash,
    actualName: 'Asha Rao',
    phoneNumber: '+919876543210',
    employmentField: 'Individual',
    ...changes,
  }
}

const registration = (address: string): OtpTarget => ({ channel: 'mail', address, purpose: 'register' })
const issue = (target: OtpTarget, ip: string = randomUUID()): Promise<IssuedOtp> =>
  transaction(database.db, (tx) => issueOtp(tx, target, { ip }))
const add = (user: NewUser): Promise<string> => transaction(database.db, (tx) => insertUser(tx, user))

async function catchApiError(work: Promise<unknown>): Promise<ApiError> {
  const outcome = await work.then(
    () => 'nothing was refused',
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(ApiError)
  return outcome as ApiError
}
const expectApiError = async (work: Promise<unknown>, code: ApiErrorCode) =>
  expect((await catchApiError(work)).code).toBe(code)

const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000')
const age = (target: OtpTarget, interval: string) =>
  database.db.execute(sql`
    update otps set created_at = created_at - ${interval}::interval, expires_at = expires_at - ${interval}::interval,
                    verified_at = verified_at - ${interval}::interval
     where address = ${target.address}`)

describe('passwords', () => {
  it('are stored as argon2id with 19 MiB and two passes, each with its own salt', async () => {
    const again = await hashPassword(PASSWORD)
    expect(again).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(again).not.toBe(passwordHash)
    expect(await isPasswordRight(PASSWORD, again)).toBe(true)
    expect(await isPasswordRight(`${PASSWORD} `, again)).toBe(false)
  })

  it('are equal in every Unicode normalization form', async () => {
    const hash = await hashPassword('caf\u00e9-\u0915\u093c-2026')
    expect(await isPasswordRight('cafe\u0301-\u0958-2026'.normalize('NFD'), hash)).toBe(true)
  })

  it('are rejected when too short, too long or common', async () => {
    expect((await catchApiError(hashPassword('five5'))).message).toBe('Password must be at least 6 characters long')
    await expectApiError(hashPassword('x'.repeat(129)), 'password-too-weak')
    await expectApiError(hashPassword('PassWord123'), 'password-too-weak')
    expect(await hashPassword('\u0928\u092e\u0938\u094d\u0924\u0947')).toContain('argon2id')
  })

  it('never match for an account without a password', async () => {
    expect(await isPasswordRight(PASSWORD, undefined)).toBe(false)
    expect(await isPasswordRight('', null)).toBe(false)
  })
})

describe('one-time codes', () => {
  it('have six digits, are stored only as a salted hash, and verify the address once', async () => {
    const target = registration('code@example.test')
    const otp = await issue(target)
    expect(otp.code).toMatch(/^\d{6}$/)
    const [row] = await database.db.select().from(otps).where(eq(otps.id, otp.id))
    expect(JSON.stringify(row)).not.toContain(otp.code)
    await verifyOtp(database.db, target, otp.code)
    await expectApiError(verifyOtp(database.db, target, otp.code), 'otp-expired')
  })

  it('belong to one address and one purpose', async () => {
    const reset: OtpTarget = { channel: 'mail', address: 'bound@example.test', purpose: 'reset' }
    const otp = await issue(reset)
    await expectApiError(verifyOtp(database.db, registration(reset.address), otp.code), 'otp-expired')
    await expectApiError(verifyOtp(database.db, { ...reset, address: 'other@example.test' }, otp.code), 'otp-expired')
    await verifyOtp(database.db, reset, otp.code)
  })

  it('can be used only by who entered them: the same network, or the browser that holds the proof', async () => {
    const there = { ip: '198.51.100.1' }
    const elsewhere = { ip: '203.0.113.1' }
    const prove = async (prover: Prover) => {
      const user = newUser()
      const target = registration(user.email)
      const proof = await verifyOtp(database.db, target, (await issue(target)).code, prover)
      return { user, proof }
    }
    const create = (user: NewUser, prover: Prover) =>
      transaction(database.db, (tx) => createVerifiedUser(tx, user, prover))

    const { user, proof } = await prove(there)
    for (const stranger of [elsewhere, { ...elsewhere, proof: 'x'.repeat(32) }]) {
      await expectApiError(create(user, stranger), 'email-not-verified')
    }
    const [row] = await database.db.select().from(otps).where(eq(otps.address, user.email))
    expect(JSON.stringify(row)).not.toContain(proof)
    await create(user, { ...elsewhere, proof })

    await create((await prove(there)).user, there)
    // A browser shows its existing proof for the next thing that it verifies.
    const second = await prove({ ...there, proof })
    expect(second.proof).toBe(proof)
    await create(second.user, { ...elsewhere, proof })
  })

  it('expire after five wrong attempts, also simultaneous ones, even when the sixth is correct', async () => {
    const target = registration('tries@example.test')
    const { code } = await issue(target)
    const outcomes = await Promise.all(
      Array.from({ length: 9 }, () => catchApiError(verifyOtp(database.db, target, wrongFor(code)))),
    )
    expect(
      outcomes.filter((apiError) => apiError.code === 'otp-invalid').map((apiError) => apiError.details.triesLeft),
    ).toEqual(expect.arrayContaining([4, 3, 2, 1]))
    expect(outcomes.filter((apiError) => apiError.code === 'otp-too-many-tries')).toHaveLength(5)
    await expectApiError(verifyOtp(database.db, target, code), 'otp-too-many-tries')
  })

  it('stay usable for who asked for them, however many others guess at them and ask for more', async () => {
    const target: OtpTarget = { channel: 'mail', address: 'attacked@example.test', purpose: 'sign-in' }
    const issueTo = (caller: Prover, limits?: Parameters<typeof issueOtp>[3]) =>
      transaction(database.db, (tx) => issueOtp(tx, target, caller, limits))
    const victim = await issueTo({ ip: '198.51.100.1' })
    // The browser that requested the code may change its network.
    const browser = { ip: '198.51.100.2', proof: victim.proof }
    for (let network = 1; network <= 40; network++) {
      await catchApiError(verifyOtp(database.db, target, wrongFor(victim.code), { ip: `203.0.113.${network}` }))
    }
    // Even in the same network, such as that of a carrier.
    for (let n = 0; n < 6; n++) {
      await catchApiError(verifyOtp(database.db, target, wrongFor(victim.code), { ip: '198.51.100.1' }))
    }
    await expectApiError(verifyOtp(database.db, target, victim.code, { ip: '203.0.113.1' }), 'otp-too-many-tries')
    await age(target, '61 seconds')
    const ofOthers = await issueTo({ ip: '203.0.113.1' })
    await verifyOtp(database.db, target, victim.code, browser)
    await expectApiError(verifyOtp(database.db, target, victim.code, browser), 'otp-invalid')
    // Nor does the code of others become good for more than one use.
    await expectApiError(verifyOtp(database.db, target, victim.code, { ip: '203.0.113.1' }), 'otp-invalid')
    await verifyOtp(database.db, target, ofOthers.code, { ip: '203.0.113.1' })
  })

  it('are still sent to a known device after others have used up those of the address', async () => {
    const user = newUser()
    const userId = await add(user)
    const { deviceToken } = await transaction(database.db, (tx) => recognizeDevice(tx, userId, undefined))
    const target: OtpTarget = { channel: 'mail', address: user.email, purpose: 'sign-in' }
    for (let sent = 0; sent < 5; sent++) {
      await issue(target, `203.0.113.${100 + sent}`)
      await age(target, '2 minutes')
    }
    const owner = { ip: '198.51.100.9', deviceToken }
    await expectApiError(issue(target, owner.ip), 'rate-limited')
    const send = async () => {
      const known = await isKnownDevice(database.db, target, deviceToken)
      return transaction(database.db, (tx) => issueOtp(tx, target, owner, { isKnownDevice: known }))
    }
    const otp = await send()
    expect((await catchApiError(send())).code, 'its own minute').toBe('otp-too-soon')
    expect(await isKnownDevice(database.db, target, 'x'.repeat(32))).toBe(false)
    await verifyOtp(database.db, target, otp.code, { ...owner, ip: '198.51.100.77' })
    // A code that was used does not count.
    for (let sent = 0; sent < 5; sent++) {
      await age(target, '2 minutes')
      await send()
    }
    await age(target, '2 minutes')
    await expectApiError(send(), 'rate-limited')
  })

  it('come with a link that does the same once, wherever it is opened', async () => {
    const target: OtpTarget = { channel: 'mail', address: 'link@example.test', purpose: 'reset' }
    const otp = await issue(target)
    const elsewhere = { ip: '203.0.113.50' }
    const [id = ''] = otp.linkToken.split('.')
    for (const token of ['', 'x', `${id}.`, `${id}.${'A'.repeat(43)}`, `${otp.linkToken}A`, `${randomUUID()}.x`])
      await expectApiError(verifyOtpLink(database.db, token, elsewhere), 'otp-expired')
    for (let n = 0; n < 6; n++) await catchApiError(verifyOtp(database.db, target, wrongFor(otp.code)))
    const { target: proven, proof } = await verifyOtpLink(database.db, otp.linkToken, elsewhere)
    expect(proven).toEqual(target)
    const use = (prover: Prover) => transaction(database.db, (tx) => consumeVerifiedMark(tx, target, prover))
    expect(await use({ ip: '198.51.100.1' })).toBe(false)
    expect(await use({ ip: '198.51.100.1', proof })).toBe(true)
    await expectApiError(verifyOtpLink(database.db, otp.linkToken, elsewhere), 'otp-expired')
    await expectApiError(verifyOtp(database.db, target, otp.code, elsewhere), 'otp-expired')
    const mail = writeOtpMail(otp, { brand, publicUrl: 'https://lamps.example' })
    expect(mail.text).toContain(`https://lamps.example/sign-in-link#${otp.linkToken}`)
    expect(writeOtpMail(otp, { brand }).text).not.toContain('sign-in-link')
  })

  it('are valid for ten minutes', async () => {
    const target = registration('late@example.test')
    const { code } = await issue(target)
    await age(target, '10 minutes 1 second')
    await expectApiError(verifyOtp(database.db, target, code), 'otp-expired')
  })

  it('are sent at most once a minute, and a newer one replaces the older', async () => {
    const target = registration('resend@example.test')
    const first = await issue(target)
    const tooSoon = await catchApiError(issue(target))
    expect(tooSoon.code).toBe('otp-too-soon')
    expect(tooSoon.details.retryAfterSeconds).toBeGreaterThan(55)
    expect(tooSoon.details.retryAfterSeconds).toBeLessThanOrEqual(60)
    await age(target, '61 seconds')
    const second = await issue(target)
    if (first.code !== second.code) await expectApiError(verifyOtp(database.db, target, first.code), 'otp-invalid')
    await verifyOtp(database.db, target, second.code)
  })

  it('requested many times at once are sent once', async () => {
    const target = registration('burst@example.test')
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => issue(target)))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })

  it('are sent at most five times an hour to an address', async () => {
    const target = registration('often@example.test')
    for (let sent = 0; sent < 5; sent++) {
      await issue(target)
      await age(target, '2 minutes')
    }
    const apiError = await catchApiError(issue(target))
    expect(apiError.code).toBe('rate-limited')
    expect(apiError.details.retryAfterSeconds).toBeGreaterThan(60)
    await age(target, '1 hour')
    await issue(target)
  })

  it('are sent to one network until the configured number (default 30) was not entered', async () => {
    expect(UNUSED_CODES_PER_HOUR).toBe(30)
    for (let sent = 0; sent < 30; sent++) await issue(registration(`ip${sent}@example.test`), '203.0.113.9')
    await expectApiError(issue(registration('ip30@example.test'), '203.0.113.9'), 'rate-limited')
    await issue(registration('ip30@example.test'), '203.0.113.10')
    const allowed = (limit: number) =>
      transaction(database.db, (tx) =>
        issueOtp(tx, registration('ip31@example.test'), { ip: '203.0.113.9' }, { unusedPerHour: limit }),
      )
    await expectApiError(allowed(30), 'rate-limited')
    await allowed(31)
  })

  it('that are entered do not count for their network, since customers of a carrier share one address', async () => {
    for (let customer = 0; customer < 100; customer++) {
      const target = registration(`carrier${customer}@example.test`)
      await verifyOtp(database.db, target, (await issue(target, '203.0.113.77')).code)
    }
    await issue(registration('carrier100@example.test'), '203.0.113.77')
  })

  it('are counted per network where one caller has a whole network of addresses', async () => {
    for (let sent = 0; sent < 30; sent++) {
      await issue(registration(`v6-${sent}@example.test`), `2001:db8:7:7::${sent.toString(16)}`)
    }
    await expectApiError(issue(registration('v6-30@example.test'), '2001:db8:7:7:ffff::1'), 'rate-limited')
    await issue(registration('v6-30@example.test'), '2001:db8:7:8::1')
  })

  it('requested by one network are limited to ten times that, and to half of the store’s hourly limit', async () => {
    const order = (ip: string, perDay: number) => countOtpRequest(database.db, 'sms', { ip, perDay, unusedPerHour: 1 })
    for (let n = 0; n < 10; n++) await order('203.0.113.20', 10_000)
    await expectApiError(order('203.0.113.20', 10_000), 'rate-limited')
    // Of 48 a day 12 may go in an hour, and 6 of them to one network.
    for (let n = 0; n < 6; n++) await order('203.0.113.21', 48)
    await expectApiError(order('203.0.113.21', 48), 'rate-limited')
    await order('203.0.113.22', 48)
  })

  it('that could not be delivered can be requested again at once', async () => {
    const target = registration('undelivered@example.test')
    await withdrawOtp(database.db, await issue(target))
    await verifyOtp(database.db, target, (await issue(target)).code)
  })

  const brand = { name: 'Lamp House', accent: '#1a1a4d' }
  const sms = { store: brand.name, publicUrl: undefined, pattern: '' }

  it('are sent with the code and its validity, and nothing else', async () => {
    const otp = await issue(registration('words@example.test'))
    const mail = writeOtpMail(otp, { brand })
    expect(mail.to).toBe('words@example.test')
    for (const text of [mail.subject, mail.text, mail.html, writeOtpSms(otp, sms).text])
      expect(text).toContain(otp.code)
    expect(mail.text).toContain('10 minutes')
  })

  it('name the store’s domain in text messages, so that phones can fill them in', async () => {
    const otp = await issue({ channel: 'sms', address: '+14155550777', purpose: 'phone' })
    const { to, text } = writeOtpSms(otp, { ...sms, publicUrl: 'https://store.example:8443' })
    expect(to).toBe('+14155550777')
    expect(text.split('\n').at(-1)).toBe(`@store.example #${otp.code}`)
    // One message, not two to pay for.
    expect(text.length).toBeLessThan(160)
    expect(writeOtpSms(otp, sms).text).not.toContain('@')
    const words = { code: otp.code, store: 'Lamp House', minutes: '10', domain: 'store.example' }
    expect(writeOtpSms(otp, { ...sms, publicUrl: 'https://store.example:8443' }).words).toEqual(words)
    // As it is registered with the operators.
    const pattern = 'Use {code} at {store} within {minutes} min. @{domain} {other}'
    expect(writeOtpSms(otp, { ...sms, pattern }).text).toBe(`Use ${otp.code} at Lamp House within 10 min. @ {other}`)
  })

  it('are for a password reset by default when the address has an account', async () => {
    const user = newUser()
    await add(user)
    expect(await chooseOtpPurpose(database.db, user.email, undefined)).toBe('reset')
    expect(await chooseOtpPurpose(database.db, 'nobody@example.test', undefined)).toBe('register')
    await expectApiError(chooseOtpPurpose(database.db, user.email, 'register'), 'email-taken')
    const unknown = await catchApiError(chooseOtpPurpose(database.db, 'nobody@example.test', 'reset'))
    expect(unknown.message).toBe('No user found with this email address. Please create a new account.')
  })
})

describe('registering', () => {
  async function verified(user: NewUser): Promise<NewUser> {
    const target = registration(user.email)
    await verifyOtp(database.db, target, (await issue(target)).code)
    return user
  }
  const register = (user: NewUser) => transaction(database.db, (tx) => createVerifiedUser(tx, user))

  it('needs a verified address and consumes the verification', async () => {
    const user = newUser()
    await expectApiError(register(user), 'email-not-verified')
    await verified(user)
    await register(user)
    await expectApiError(register(newUser({ email: user.email })), 'email-not-verified')
  })

  it('rejects a reserved username and keeps the verification', async () => {
    const user = await verified(newUser({ username: 'Vitrine-Support' }))
    await expectApiError(register(user), 'username-taken')
    await register({ ...user, username: newUser().username })
  })

  it('keeps the verification when the username is taken, so that another one can be tried', async () => {
    const other = newUser()
    await add(other)
    const user = await verified(newUser({ username: other.username.toUpperCase() }))
    await expectApiError(register(user), 'username-taken')
    await register({ ...user, username: newUser().username })
  })

  it('refuses an address that has an account', async () => {
    const user = await verified(newUser())
    await add(newUser({ email: user.email }))
    await expectApiError(register(user), 'email-taken')
  })

  it('rejects a verification older than an hour', async () => {
    const user = await verified(newUser())
    await age(registration(user.email), '61 minutes')
    await expectApiError(register(user), 'email-not-verified')
  })

  it('accepts exactly one of many simultaneous registrations of an address', async () => {
    const user = await verified(newUser())
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => register(newUser({ email: user.email }))))
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })

  it('records the phone as verified only when it was', async () => {
    const phone: OtpTarget = { channel: 'sms', address: '+14155550123', purpose: 'phone' }
    await verifyOtp(database.db, phone, (await issue(phone)).code)
    const withPhone = await register(await verified(newUser({ phoneNumber: phone.address })))
    const without = await register(await verified(newUser({ phoneNumber: phone.address })))
    const verifiedAt = async (id: string) =>
      (await database.db.select().from(users).where(eq(users.id, id)))[0]?.phoneVerifiedAt
    expect(await verifiedAt(withPhone)).toBeInstanceOf(Date)
    expect(await verifiedAt(without)).toBeNull()
  })
})

describe('signing in', () => {
  const attempt = (email: string, password: string, ip: string = randomUUID(), rememberMe = false) =>
    signIn(database.db, { email, password, rememberMe }, { ip, userAgent: '' })

  it('opens a session of 24 hours, or of 7 days when remembered, and keeps only a hash of its token', async () => {
    const user = newUser()
    const id = await add(user)
    const plain = await attempt(user.email, PASSWORD)
    const remembered = await attempt(user.email, PASSWORD, randomUUID(), true)
    expect(plain.token).toMatch(/^[\w-]{43}$/)
    const hours = (session: { expiresAt: Date }) => (session.expiresAt.getTime() - Date.now()) / 3_600_000
    expect(hours(plain)).toBeCloseTo(24, 1)
    expect(hours(remembered)).toBeCloseTo(168, 1)
    const rows = await database.db.select().from(sessions).where(eq(sessions.userId, id))
    expect(JSON.stringify(rows)).not.toContain(plain.token)
    expect(await findSession(database.db, plain.token)).toMatchObject({ userId: id, role: 'buyer', rememberMe: false })
  })

  it('gives the same error for a wrong password and an unknown address', async () => {
    const user = newUser()
    await add(user)
    const wrong = await catchApiError(attempt(user.email, 'something else'))
    const unknown = await catchApiError(attempt('unknown@example.test', PASSWORD))
    expect(wrong.toBody()).toEqual(unknown.toBody())
    expect(wrong.toBody()).toEqual({ error: 'Invalid email or password', code: 'invalid-credentials' })
  })

  it('counts the attempts of a whole IPv6 network together', async () => {
    const user = newUser()
    await add(user)
    for (let tries = 0; tries < 10; tries++) {
      await expectApiError(attempt(user.email, 'something else', `2001:db8:1:1::${tries + 1}`), 'invalid-credentials')
    }
    await expectApiError(attempt(user.email, PASSWORD, '2001:db8:1:1:aaaa::1'), 'rate-limited')
    await attempt(user.email, PASSWORD, '2001:db8:1:2::1')
  })

  it('blocks a network after ten attempts without locking the customer out elsewhere', async () => {
    const user = newUser()
    await add(user)
    for (let tries = 0; tries < 10; tries++) {
      await expectApiError(attempt(user.email, 'something else', '198.51.100.7'), 'invalid-credentials')
    }
    const apiError = await catchApiError(attempt(user.email, PASSWORD, '198.51.100.7'))
    expect(apiError.code).toBe('rate-limited')
    expect(apiError.details.retryAfterSeconds).toBeGreaterThan(0)
    await attempt(user.email, PASSWORD, '198.51.100.8')
  })

  it('accepts other networks and known browsers after any number of wrong passwords from one network', async () => {
    const user = newUser()
    await add(user)
    const from = (ip: string, password: string, deviceToken?: string) =>
      signIn(database.db, { email: user.email, password, rememberMe: false }, { ip, userAgent: '', deviceToken })
    const { deviceToken } = await from('198.51.100.20', PASSWORD)
    for (let tries = 0; tries < 60; tries++) await catchApiError(from('198.51.100.66', 'something else'))
    await from('198.51.100.21', PASSWORD)
    // Also where the attacker is: the browser at the same address that the owner uses every day.
    await from('198.51.100.66', PASSWORD, deviceToken)
  })

  it('stops guessing from many networks, and still accepts known browsers and password resets', async () => {
    const user = newUser()
    await add(user)
    const from = (ip: string, password: string, deviceToken?: string) =>
      signIn(database.db, { email: user.email, password, rememberMe: false }, { ip, userAgent: '', deviceToken })
    const { deviceToken } = await from('198.51.100.20', PASSWORD)
    let tried = 0
    for (let place = 0; place < 7; place++) {
      for (let tries = 0; tries < 10; tries++) {
        tried += Number(
          (await catchApiError(from(`192.0.2.${place}`, 'something else'))).code === 'invalid-credentials',
        )
      }
    }
    // All strangers together have fifty tries; the one sign-in that succeeded keeps one place.
    expect(tried).toBe(49)
    await expectApiError(from('198.51.100.30', PASSWORD), 'rate-limited')
    await from('198.51.100.30', PASSWORD, deviceToken)
    // A browser that another account knows is a stranger here.
    const other = newUser()
    await add(other)
    const foreign = await signIn(
      database.db,
      { email: other.email, password: PASSWORD, rememberMe: false },
      { ip: '192.0.2.99', userAgent: '' },
    )
    await expectApiError(from('198.51.100.31', PASSWORD, foreign.deviceToken), 'rate-limited')

    const target: OtpTarget = { channel: 'mail', address: user.email, purpose: 'reset' }
    await verifyOtp(database.db, target, (await issue(target)).code)
    const reset = await transaction(database.db, (tx) => resetPassword(tx, user.email, passwordHash))
    await from('198.51.100.32', PASSWORD, reset.deviceToken)
  })

  it('gives a known browser ten attempts', async () => {
    const user = newUser()
    await add(user)
    const { deviceToken } = await attempt(user.email, PASSWORD)
    const again = (password: string) =>
      signIn(
        database.db,
        { email: user.email, password, rememberMe: false },
        { ip: randomUUID(), userAgent: '', deviceToken },
      )
    for (let tries = 0; tries < 10; tries++) await expectApiError(again('something else'), 'invalid-credentials')
    await expectApiError(again(PASSWORD), 'rate-limited')
  })

  it('resets the attempts of a network after the correct password', async () => {
    const user = newUser()
    await add(user)
    for (let round = 0; round < 2; round++) {
      for (let tries = 0; tries < 8; tries++) {
        await expectApiError(attempt(user.email, 'something else', '198.51.100.9'), 'invalid-credentials')
      }
      await attempt(user.email, PASSWORD, '198.51.100.9')
    }
  })

  it('ends with the session', async () => {
    const user = newUser()
    await add(user)
    const { token } = await attempt(user.email, PASSWORD)
    await requireSession(database.db, token)
    await endSession(database.db, token)
    await expectApiError(requireSession(database.db, token), 'session-expired')
    await expectApiError(requireSession(database.db, undefined), 'sign-in-required')
    await expectApiError(requireSession(database.db, 'made-up'), 'session-expired')
    await endSession(database.db, 'made-up')
  })

  it('does not find an expired session, and deletes it', async () => {
    const id = await add(newUser())
    const { token } = await startSession(database.db, id, false)
    await database.db
      .update(sessions)
      .set({ expiresAt: sql`now() - interval '1 second'` })
      .where(eq(sessions.userId, id))
    expect(await findSession(database.db, token)).toBeUndefined()
    expect(await purgeExpiredAccess(database.db)).toBeGreaterThan(0)
    expect(await database.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([])
  })
})

describe('choosing a new password', () => {
  it('needs a reset code, works once and signs every device out', async () => {
    const user = newUser()
    const id = await add(user)
    const { token } = await startSession(database.db, id, true)
    const newHash = await hashPassword('another good one')
    const reset = () => transaction(database.db, (tx) => resetPassword(tx, user.email, newHash))
    await expectApiError(reset(), 'email-not-verified')

    const target: OtpTarget = { channel: 'mail', address: user.email, purpose: 'reset' }
    await verifyOtp(database.db, target, (await issue(target)).code)
    await reset()
    expect(await findSession(database.db, token)).toBeUndefined()
    await expectApiError(
      signIn(database.db, { email: user.email, password: PASSWORD, rememberMe: false }, client),
      'invalid-credentials',
    )
    await signIn(database.db, { email: user.email, password: 'another good one', rememberMe: false }, client)
    await expectApiError(reset(), 'email-not-verified')
  })

  it('leaves no code or verification that could set another password or sign in', async () => {
    const user = newUser()
    const session = await requireSession(database.db, (await startSession(database.db, await add(user), true)).token)
    const target: OtpTarget = { channel: 'mail', address: user.email, purpose: 'reset' }
    const newHash = await hashPassword('another good one')
    const reset = () => transaction(database.db, (tx) => resetPassword(tx, user.email, newHash))

    // An attacker with access to the mailbox holds a mark when the owner changes the password.
    await verifyOtp(database.db, target, (await issue(target)).code)
    const change = async (present: string, next: string) => {
      const checked = await checkPassword(database.db, session, present)
      const hash = await hashPassword(next)
      return transaction(database.db, (tx) => changePassword(tx, session, { present: checked, passwordHash: hash }))
    }
    await change(PASSWORD, 'a second good one')
    await expectApiError(reset(), 'email-not-verified')

    // The same with a code that was not typed in yet.
    await age(target, '2 minutes')
    const signingIn: OtpTarget = { ...target, purpose: 'sign-in' }
    const [waiting, opening] = [await issue(target), await issue(signingIn)]
    await change('a second good one', 'a third good one')
    await expectApiError(verifyOtp(database.db, target, waiting.code), 'otp-expired')
    await expectApiError(verifyOtp(database.db, signingIn, opening.code), 'otp-expired')

    // And with a newer code than the one that the owner chose a password with.
    await age(target, '2 minutes')
    await verifyOtp(database.db, target, (await issue(target)).code)
    await age(target, '2 minutes')
    const newer = await issue(target)
    await reset()
    await expectApiError(verifyOtp(database.db, target, newer.code), 'otp-expired')
    // They still count: no limit is forgotten with them.
    expect(await database.db.select().from(otps).where(eq(otps.address, user.email))).toHaveLength(5)
  })

  it('rejects a reset verification older than ten minutes', async () => {
    const user = newUser()
    await add(user)
    const target: OtpTarget = { channel: 'mail', address: user.email, purpose: 'reset' }
    await verifyOtp(database.db, target, (await issue(target)).code)
    await age(target, '11 minutes')
    await expectApiError(
      transaction(database.db, (tx) => resetPassword(tx, user.email, passwordHash)),
      'email-not-verified',
    )
  })
})

describe('changing a profile', () => {
  async function signedIn(user: NewUser, rememberMe = true) {
    const opened = await startSession(database.db, await add(user), rememberMe)
    return { opened, session: await requireSession(database.db, opened.token) }
  }
  const find = async (userId: string) => (await database.db.select().from(users).where(eq(users.id, userId)))[0]

  it('changes what is given and leaves the rest', async () => {
    const user = newUser()
    const { opened, session } = await signedIn(user)
    expect(await transaction(database.db, (tx) => updateUser(tx, session, { actualName: 'Asha R.' }))).toBeUndefined()
    expect(await transaction(database.db, (tx) => updateUser(tx, session, {}))).toBeUndefined()
    expect(await find(session.userId)).toMatchObject({ actualName: 'Asha R.', username: user.username })
    await requireSession(database.db, opened.token)
  })

  it('replaces the token when the username changes, and keeps remember-me', async () => {
    const { opened, session } = await signedIn(newUser())
    const username = newUser().username
    const renewed = await transaction(database.db, (tx) => updateUser(tx, session, { username }))
    expect(await findSession(database.db, opened.token)).toBeUndefined()
    expect(await findSession(database.db, renewed?.token ?? '')).toMatchObject({ username, rememberMe: true })
  })

  it('rejects a username that is taken, whatever its case', async () => {
    const other = newUser()
    await add(other)
    const { session } = await signedIn(newUser())
    const username = other.username.toUpperCase()
    expect(await isUsernameAvailable(database.db, username)).toBe(false)
    expect(await isUsernameAvailable(database.db, newUser().username)).toBe(true)
    expect(await isUsernameAvailable(database.db, session.username.toUpperCase(), session.userId)).toBe(true)
    await expectApiError(
      transaction(database.db, (tx) => updateUser(tx, session, { username })),
      'username-taken',
    )
  })

  it('reserves the store’s names, except for an account that has one already', async () => {
    const { session } = await signedIn(newUser())
    const rename = (username: string) => transaction(database.db, (tx) => updateUser(tx, session, { username }))
    for (const username of ['Admin', 'supp0rt', 'vitrine-help']) {
      expect(await isUsernameAvailable(database.db, username)).toBe(false)
      expect(await isUsernameAvailable(database.db, username, session.userId)).toBe(false)
      await expectApiError(rename(username), 'username-taken')
    }
    const own = await signedIn(newUser({ username: 'root' }))
    expect(await isUsernameAvailable(database.db, 'Root', own.session.userId)).toBe(true)
    await transaction(database.db, (tx) => updateUser(tx, own.session, { username: 'Root', actualName: 'Store' }))
    expect(await find(own.session.userId)).toMatchObject({ username: 'Root', actualName: 'Store' })
  })

  it('removes the verification when the phone number changes', async () => {
    const { session } = await signedIn(newUser())
    await database.db.update(users).set({ phoneVerifiedAt: new Date() }).where(eq(users.id, session.userId))
    await transaction(database.db, (tx) => updateUser(tx, session, { phoneNumber: '+919876543210' }))
    expect((await find(session.userId))?.phoneVerifiedAt).toBeInstanceOf(Date)
    await transaction(database.db, (tx) => updateUser(tx, session, { phoneNumber: '+919876500000' }))
    expect((await find(session.userId))?.phoneVerifiedAt).toBeNull()
  })
})

it.each([
  ['+919876543210', '+91'],
  ['+14155550123', '+1'],
  ['+79161234567', '+7'],
  ['+442079460958', '+44'],
  ['+971501234567', '+971'],
  ['+35312345678', '+353'],
  ['', ''],
])('the calling code of %j is %j', (phoneNumber, callingCode) => {
  expect(findCallingCode(phoneNumber)).toBe(callingCode)
})

it('counts simultaneous attempts exactly, and starts again after the window', async () => {
  const results = await Promise.allSettled(
    Array.from({ length: 70 }, () => countAttempt(database.db, 'user-lookup-ip', '192.0.2.1')),
  )
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(60)
  await database.db.update(rateCounters).set({ windowStart: sql`now() - interval '16 minutes'` })
  await countAttempt(database.db, 'user-lookup-ip', '192.0.2.1')
})
