// Second factors of the staff, and attacks on them.
import { transaction } from '@vitrine/database/connection'
import { createTextCipher } from '@vitrine/providers/secret'
import { DEMO_ADMIN_PASSWORD, isDemoPasswordOn } from '@vitrine/store/admin/admin-password'
import { renewTotpEncryption } from '@vitrine/store/admin/factor-code'
import { resetFactorsByEmail } from '@vitrine/store/admin/staff'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  ADMIN_PASSWORD,
  generateTotp,
  insertOwner,
  insertStaff,
  readCookie,
  type StaffForTest,
  setAdminPasswordForTest,
  setUpStaff,
  signInAsAdmin,
} from '../../../testing/admin.ts'
import { type Answer, useApp } from '../../../testing/app.ts'
import { insertMember } from '../../../testing/member.ts'
import { PasskeyForTest } from '../../../testing/passkey.ts'

const store = useApp()
let staff: StaffForTest

const post = (path: string, token: string | undefined, body?: unknown) =>
  store.call('POST', `/api/admin${path}`, { token, ...(body !== undefined && { body }) })
const enter = (code: string, token = staff.member.token) => post('/login/code', token, { code })
const look = (cookie: string) => store.call('GET', '/api/admin/session', { headers: { cookie } })
/** Codes of the present and the last step may have been used up. */
const forgetSteps = () => store.db.execute(sql`update second_factors set last_step = 0 where kind = 'totp'`)
const age = (cookie: string) =>
  store.db.execute(sql`update admin_sessions set created_at = created_at - interval '16 minutes' where ${cookie} <> ''`)

beforeEach(async () => {
  staff = await setUpStaff(store, await insertStaff(store, 'designer'))
  await forgetSteps()
})

describe('an authenticator app', () => {
  it('opens the admin area, once with each code, with the code before and the one after, but no others', async () => {
    expect((await enter(generateTotp(staff.secret, -2))).body.code).toBe('admin-code-incorrect')
    expect((await enter(generateTotp(staff.secret, 2))).body.code).toBe('admin-code-incorrect')
    const earlier = await enter(generateTotp(staff.secret, -1))
    expect(earlier).toMatchObject({ status: 200, body: { role: 'designer', username: staff.member.username } })
    const code = generateTotp(staff.secret)
    const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
    const answers = await Promise.all([enter(spaced), enter(code), enter(code)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401])
    // An older one is not accepted after a newer one.
    expect((await enter(generateTotp(staff.secret, -1))).status).toBe(401)
  })

  it('does not open it with the code that set it up', async () => {
    const other = await insertStaff(store, 'support')
    const { secret } = await setUpStaff(store, other)
    expect((await enter(generateTotp(secret), other.token)).status).toBe(401)
  })

  it('is kept encrypted, for one account, and the setup is for one session and a quarter of an hour', async () => {
    const { rows } = await store.db.execute<{ all: string }>(
      sql`select string_agg(f::text, ' ') as all from second_factors f`,
    )
    expect(rows[0]?.all).toContain('aes-256-gcm:')
    for (const text of [staff.secret, ...staff.recoveryCodes]) expect(rows[0]?.all).not.toContain(text)

    const newcomer = await insertStaff(store, 'support')
    const { body } = await post('/factors/totp/setup', newcomer.token)
    const { email, password } = newcomer
    const other = await store.call('POST', '/api/login', { body: { email, password } })
    const code = generateTotp(String(body.secret))
    expect((await post('/factors/totp', String(other.body.token), { code })).body.code).toBe('second-factor-setup-over')
    expect((await post('/factors/totp', newcomer.token, { code: '000000' })).body).toMatchObject({
      code: 'invalid-input',
      issues: [{ path: 'code' }],
    })
    await store.db.execute(sql`update factor_challenges set expires_at = now()`)
    expect((await post('/factors/totp', newcomer.token, { code })).body.code).toBe('second-factor-setup-over')
  })

  it('outlives the secret of the installation, whose replacement encrypts it anew when a server starts', async () => {
    const [present, next] = ['a secret of at least thirty-two bytes', 'another secret of thirty-two bytes!']
    await renewTotpEncryption(store.db, createTextCipher([next, present]))
    expect((await enter(generateTotp(staff.secret))).body).toMatchObject({
      code: 'admin-code-incorrect',
      error: expect.stringContaining('the secret of the installation was replaced'),
    })
    await renewTotpEncryption(store.db, createTextCipher([present, next]))
    expect((await enter(generateTotp(staff.secret))).status).toBe(200)
  })

  it('is limited to five attempts, as the password is', async () => {
    const answers: Answer[] = []
    for (let round = 0; round < 6; round++) answers.push(await enter('123456'))
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429])
    expect((await enter(generateTotp(staff.secret))).status).toBe(429)
  })

  it('is replaced by another one, which ends the admin sessions of the first, except the one it is done in', async () => {
    const other = readCookie(await enter(generateTotp(staff.secret, 1)))
    const { body } = await staff.call('POST', '/factors/totp/setup')
    const done = await staff.call('POST', '/factors/totp', { code: generateTotp(String(body.secret)) })
    expect(done).toMatchObject({ status: 200, body: { recoveryCodes: null, session: null } })
    expect((await look(other)).status).toBe(401)
    expect((await look(staff.cookie)).status).toBe(200)
    await forgetSteps()
    expect((await enter(generateTotp(staff.secret))).status).toBe(401)
    expect((await enter(generateTotp(String(body.secret)))).status).toBe(200)
  })
})

describe('recovery codes', () => {
  it('open the admin area once each, also when they are typed without dashes or twice at once', async () => {
    expect(staff.recoveryCodes).toHaveLength(10)
    const [first = '', second = ''] = staff.recoveryCodes
    expect(first).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/)
    const answers = await Promise.all([enter(first), enter(first)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
    expect((await enter(second.toLowerCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await staff.call('GET', '/factors')).body).toMatchObject({ recoveryCodesLeft: 8 })
    const stranger = await setUpStaff(store, await insertStaff(store, 'designer'))
    expect((await enter(staff.recoveryCodes[2] ?? '', stranger.member.token)).status).toBe(401)
  })

  it('are made anew, which ends the earlier ones and what they opened', async () => {
    const inside = readCookie(await enter(staff.recoveryCodes[0] ?? ''))
    const { body } = await staff.call('POST', '/factors/recovery-codes')
    const codes = body.recoveryCodes as string[]
    expect(codes).toHaveLength(10)
    expect((await look(inside)).status).toBe(401)
    expect((await enter(staff.recoveryCodes[1] ?? '')).status).toBe(401)
    expect((await enter(codes[1] ?? '')).status).toBe(200)
  })
})

describe('a passkey', () => {
  async function add(passkey: PasskeyForTest, name = 'Laptop') {
    const { body } = await staff.call('POST', '/factors/passkeys/options')
    const response = passkey.register({ options: body.options as never })
    return staff.call('POST', '/factors/passkeys', { name, response })
  }
  async function ask(token = staff.member.token) {
    const { body } = await post('/login/passkey/options', token)
    return { options: body.options as { challenge: string } }
  }
  const answer = (response: unknown, token = staff.member.token) => post('/login/passkey', token, { response })

  it('is registered, opens the admin area and can be removed, which ends what it opened', async () => {
    const passkey = new PasskeyForTest()
    const { body } = await add(passkey)
    const passkeys = body.passkeys as { id: string }[]
    expect(passkeys).toMatchObject([{ name: 'Laptop', lastUsedAt: null }])
    const opened = await answer(passkey.answer(await ask()))
    expect(opened).toMatchObject({ status: 200, body: { role: 'designer' } })
    expect((await look(readCookie(opened))).status).toBe(200)
    const removed = await staff.call('DELETE', `/factors/${passkeys[0]?.id}`)
    expect(removed.body).toMatchObject({ passkeys: [] })
    expect((await look(readCookie(opened))).status).toBe(401)
    expect((await look(staff.cookie)).status).toBe(200)
    expect((await staff.call('DELETE', `/factors/${passkeys[0]?.id}`)).status).toBe(404)
  })

  it('of a copy, of another page, without the person, or answering an old challenge is refused', async () => {
    const passkey = new PasskeyForTest()
    await add(passkey)
    const opened = passkey.answer(await ask())
    expect((await answer(opened)).status).toBe(200)
    const refusals = [
      // A challenge is used up by its answer.
      await answer(opened),
      await answer(passkey.answer({ options: { challenge: 'bWFkZS11cA' } })),
      await answer(passkey.answer({ ...(await ask()), origin: 'https://evil.example' })),
      await answer(passkey.answer({ ...(await ask()), host: 'evil.example' })),
      await answer(passkey.answer({ ...(await ask()), isVerified: false })),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([409, 409, 401, 401, 401])
    await store.db.execute(sql`delete from rate_counters`)
    passkey.counter = 0
    expect((await answer(passkey.answer(await ask()))).body.code).toBe('admin-passkey-refused')
    const stranger = await setUpStaff(store, await insertStaff(store, 'designer'))
    expect((await post('/login/passkey/options', stranger.member.token)).status).toBe(404)
    expect((await answer(passkey.answer(await ask()), stranger.member.token)).status).toBe(409)
  })

  it('is not registered without the person, from another page, twice, or with a challenge of another session', async () => {
    const passkey = new PasskeyForTest()
    const options = async () => (await staff.call('POST', '/factors/passkeys/options')).body.options as never
    const send = (response: unknown) => staff.call('POST', '/factors/passkeys', { name: 'x', response })
    expect((await send(passkey.register({ options: await options(), isVerified: false }))).status).toBe(401)
    expect((await send(passkey.register({ options: await options(), origin: 'https://evil.example' }))).status).toBe(
      401,
    )
    expect((await add(passkey)).status).toBe(200)
    expect((await add(passkey)).body).toMatchObject({ error: 'This passkey was added before.' })
    await store.db.execute(sql`delete from factor_challenges`)
    const other = new PasskeyForTest().register({ options: { challenge: 'bWFkZS11cA' } })
    expect((await send(other)).body.code).toBe('second-factor-setup-over')
  })

  it('may be the first factor: it opens the admin area at once and comes with recovery codes', async () => {
    const { token } = await insertStaff(store, 'accountant')
    const { body } = await post('/factors/passkeys/options', token)
    const response = new PasskeyForTest().register({ options: body.options as never })
    const done = await post('/factors/passkeys', token, { name: 'Phone', response })
    expect(done.body).toMatchObject({ session: { role: 'accountant' }, recoveryCodes: expect.any(Array) })
    expect((await look(readCookie(done))).status).toBe(200)
  })
})

describe('the way in', () => {
  const entry = async (token: string) => (await store.call('GET', '/api/admin/entry', { token })).body

  it('is described to each as what they have', async () => {
    await setAdminPasswordForTest(store)
    const owner = await insertOwner(store)
    const none = { password: false, code: false, passkey: false, recoveryCode: false, mustSetUp: false }
    expect(await entry((await insertMember(store)).token)).toEqual({ ...none, password: true })
    expect(await entry(owner.token)).toEqual({ ...none, password: true })
    expect(await entry((await insertStaff(store, 'support')).token)).toEqual({ ...none, mustSetUp: true })
    expect(await entry(staff.member.token)).toEqual({ ...none, code: true, recoveryCode: true })
    expect((await store.call('GET', '/api/admin/entry')).status).toBe(401)
  })

  it('is never the shared password for others than owners', async () => {
    await setAdminPasswordForTest(store)
    const answer = await post('/login', staff.member.token, { password: ADMIN_PASSWORD })
    expect(answer).toMatchObject({ status: 403, body: { code: 'second-factor-required' } })
    const { owner, cookie } = await signInAsAdmin(store)
    await store.db.execute(sql`update users set role = 'manager' where id = ${owner.userId}`)
    expect((await look(cookie)).status).toBe(401)
  })

  it('is not added to by the account alone: not for an owner with the shared password, nor for staff who have a factor', async () => {
    await setAdminPasswordForTest(store)
    const owner = await insertOwner(store)
    const member = await insertMember(store)
    for (const token of [owner.token, member.token, staff.member.token, undefined]) {
      for (const path of ['/factors/totp/setup', '/factors/totp', '/factors/passkeys/options', '/factors/passkeys']) {
        const answer = await post(path, token, { code: '123456' })
        expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'admin-required'])
      }
    }
  })

  it('is set up once when two requests confirm at once', async () => {
    const { token, email, password } = await insertStaff(store, 'support')
    const second = String((await store.call('POST', '/api/login', { body: { email, password } })).body.token)
    const [one, other] = await Promise.all([post('/factors/totp/setup', token), post('/factors/totp/setup', second)])
    const answers = await Promise.all([
      post('/factors/totp', token, { code: generateTotp(String(one.body.secret)) }),
      post('/factors/totp', second, { code: generateTotp(String(other.body.secret)) }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401])
  })

  it('is changed only within fifteen minutes of signing in', async () => {
    await age(staff.cookie)
    for (const [method, path] of [
      ['POST', '/factors/totp/setup'],
      ['POST', '/factors/passkeys/options'],
      ['POST', '/factors/recovery-codes'],
      ['DELETE', '/factors/totp'],
    ] as const) {
      expect((await staff.call(method, path)).body.code).toBe('admin-sign-in-again')
    }
    expect((await staff.call('GET', '/factors')).status).toBe(200)
  })

  it('is never removed when it is the only one, except for owners with the shared password', async () => {
    expect((await staff.call('DELETE', '/factors/totp')).body.code).toBe('second-factor-needed')
    expect((await staff.call('GET', '/factors')).body.totp).not.toBeNull()
    const { call } = await signInAsAdmin(store)
    const { body } = await call('POST', '/factors/totp/setup')
    await call('POST', '/factors/totp', { code: generateTotp(String(body.secret)) })
    expect((await call('DELETE', '/factors/totp')).body).toMatchObject({ totp: null, recoveryCodesLeft: 0 })
  })

  it('is told about by email when it changes', async () => {
    const { rows } = await store.db.execute<{ payload: { what: string } }>(sql`
      select payload from graphile_worker._private_jobs where payload->>'userId' = ${staff.member.userId}`)
    expect(rows.map(({ payload }) => payload.what)).toContain('an authenticator app was added')
  })

  it('is given back to somebody who lost it by the command line', async () => {
    const { email, token } = staff.member
    await transaction(store.db, (tx) => resetFactorsByEmail(tx, email))
    expect((await look(staff.cookie)).status).toBe(401)
    expect((await enter(generateTotp(staff.secret))).status).toBe(401)
    expect(await entry(token)).toMatchObject({ mustSetUp: true, code: false, recoveryCode: false })
    await setUpStaff(store, staff.member)
  })
})

describe('the shared password', () => {
  it('is switched off by an owner with an own factor, ends what it opened, and is switched on again', async () => {
    const { owner, call } = await signInAsAdmin(store)
    const round = (isOn: boolean, ask = call) => ask('PUT', '/staff/shared-password', { isOn })
    expect((await round(false)).body.code).toBe('second-factor-required')
    const { body } = await call('POST', '/factors/totp/setup')
    const secret = String(body.secret)
    await call('POST', '/factors/totp', { code: generateTotp(secret) })
    await setAdminPasswordForTest(store, DEMO_ADMIN_PASSWORD)
    expect(await isDemoPasswordOn(store.db, undefined)).toBe(true)
    await setAdminPasswordForTest(store)
    const again = readCookie(await post('/login', owner.token, { password: ADMIN_PASSWORD }))
    const turnedOff = await store.call('PUT', '/api/admin/staff/shared-password', {
      body: { isOn: false },
      headers: { cookie: again },
    })
    expect(turnedOff.body).toMatchObject({ sharedPassword: { isSet: true, isOn: false } })
    expect(await isDemoPasswordOn(store.db, undefined)).toBe(false)
    expect((await look(again)).status).toBe(401)
    const refused = await post('/login', owner.token, { password: ADMIN_PASSWORD })
    expect(refused).toMatchObject({ status: 403, body: { code: 'admin-password-off' } })
    await forgetSteps()
    const inside = readCookie(await enter(generateTotp(secret), owner.token))
    const own = (method: string, path: string, body?: unknown) =>
      store.call(method, `/api/admin${path}`, { body, headers: { cookie: inside } })
    expect((await own('DELETE', '/factors/totp')).body.code).toBe('second-factor-needed')
    expect((await round(true, own)).body).toMatchObject({ sharedPassword: { isOn: true } })
    expect((await post('/login', owner.token, { password: ADMIN_PASSWORD })).status).toBe(200)
    const { rows } = await store.db.execute(
      sql`select after from admin_acts where action = 'gate-password-switched' order by id`,
    )
    expect(rows).toEqual([{ after: { isOn: false } }, { after: { isOn: true } }])
  })
})
