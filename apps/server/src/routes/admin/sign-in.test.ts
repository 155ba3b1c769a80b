// Admin sign-in, and attacks on it. Each test is one attack.

import { transaction } from '@vitrine/database/connection'
import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashCheaply } from '../../../../../tests/cheap-hash.ts'
import {
  ADMIN_PASSWORD,
  insertOwner,
  readCookie,
  setAdminPasswordForTest,
  signInAsAdmin,
} from '../../../testing/admin.ts'
import { type Answer, useApp } from '../../../testing/app.ts'
import { insertMember, type MemberForTest } from '../../../testing/member.ts'

const store = useApp()
let owner: MemberForTest
let addresses = 0
const newIp = () => `7.8.${Math.floor(addresses / 250)}.${1 + (addresses++ % 250)}`

const SIGN_IN_FIRST =
  'Authentication failed. Please log in to your account first and make sure you have admin permissions.'

function logIn(token: string | undefined, password: unknown = ADMIN_PASSWORD, ip = newIp()): Promise<Answer> {
  return store.call('POST', '/api/admin/login', { token, body: { password }, ip })
}
const look = (cookie: string, headers: Record<string, string> = {}) =>
  store.call('GET', '/api/admin/session', { headers: { cookie, ...headers } })

interface LoggedAct extends Record<string, unknown> {
  action: string
  after: { refused?: string } | null
}
async function listActs(userId: string): Promise<string[]> {
  const { rows } = await store.db.execute<LoggedAct>(
    sql`select action, after from admin_acts where actor_id = ${userId} order by id`,
  )
  return rows.map(({ action, after }) => (after?.refused ? `${action} ${after.refused}` : action))
}

beforeAll(() => setAdminPasswordForTest(store))
beforeEach(async () => {
  owner = await insertOwner(store)
})

describe('admin sign-in', () => {
  it('accepts a signed-in owner with the password, for 8 hours, by an HttpOnly, SameSite cookie', async () => {
    const answer = await logIn(owner.token)
    expect(answer.status).toBe(200)
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^vitrine-admin=[\w-]{43}; Expires=[^;]+ GMT; Path=\/api\/admin; HttpOnly; SameSite=Strict$/,
      ),
      expect.stringMatching(/^vitrine-admin=[\w-]{43}; Expires=[^;]+ GMT; Path=\/sandbox; HttpOnly; SameSite=Strict$/),
    ])
    const hours = (Date.parse(String(answer.body.expiresAt)) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(7.9)
    expect(hours).toBeLessThanOrEqual(8)
    expect(answer.headers['cache-control']).toBe('no-store')
    // Only the cookie, without an authorization header, as in the specification's data calls.
    expect(await look(readCookie(answer))).toMatchObject({ status: 200, body: { username: owner.username } })
  })

  it('stores no readable token or password in the database', async () => {
    const cookie = readCookie(await logIn(owner.token))
    const { rows } = await store.db.execute<{ all: string }>(
      sql`select (select string_agg(s::text, ' ') from admin_sessions s) || (select string_agg(p::text, ' ') from admin_password p) as all`,
    )
    expect(rows[0]?.all).not.toContain(cookie.split('=')[1])
    expect(rows[0]?.all).not.toContain(ADMIN_PASSWORD)
    expect(rows[0]?.all).toContain('$argon2id$')
  })

  it('ends on request, and deletes the cookie', async () => {
    const cookie = readCookie(await logIn(owner.token))
    const left = await store.call('POST', '/api/admin/logout', { headers: { cookie } })
    expect(left.headers['set-cookie']).toEqual([
      expect.stringContaining('vitrine-admin=; Max-Age=0; Path=/api/admin;'),
      expect.stringContaining('vitrine-admin=; Max-Age=0; Path=/sandbox;'),
    ])
    expect((await look(cookie)).status).toBe(401)
    expect(await listActs(owner.userId)).toEqual(['gate-opened', 'gate-closed'])
    expect((await store.call('POST', '/api/admin/logout')).status).toBe(200)
  })

  it('reports that no password is set yet', async () => {
    await store.db.execute(sql`delete from admin_password`)
    const answer = await logIn(owner.token)
    expect(answer).toMatchObject({ status: 409, body: { code: 'admin-password-not-set' } })
    await setAdminPasswordForTest(store)
  })
})

describe('an attacker at the admin sign-in', () => {
  it('without a cookie reads nothing, whatever the path', async () => {
    const { body } = await store.call('GET', '/api/openapi.json')
    const paths = Object.entries(body.paths as Record<string, Record<string, unknown>>).filter(
      ([path]) => path.startsWith('/api/admin/') && !/^\/api\/admin\/(entry|login|logout)\b/.test(path),
    )
    expect(paths.length).toBeGreaterThan(0)
    for (const [path, methods] of paths) {
      for (const method of Object.keys(methods)) {
        const url = path.replaceAll(/\{[^}]+\}/g, 'x')
        const bare = await store.call(method.toUpperCase(), url)
        expect([path, bare.status, bare.body.error]).toEqual([path, 401, SIGN_IN_FIRST])
        // A bearer token, even the owner's own, is not what opens these.
        expect((await store.call(method.toUpperCase(), url, { token: owner.token })).status).toBe(401)
      }
    }
  })

  it('with the password but without an owner’s session is rejected with the same message as with a wrong password', async () => {
    const buyer = await insertMember(store)
    const answers = [
      await logIn(undefined),
      await logIn('made-up'),
      await logIn(buyer.token),
      await logIn(buyer.token, 'wrong'),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 401, body: { error: SIGN_IN_FIRST, code: 'admin-required' } })
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
    expect(await listActs(buyer.userId)).toEqual(['gate-refused admin-required', 'gate-refused admin-required'])
  })

  it('waits longer and longer after five attempts, whatever the address, also after a restart', async () => {
    const answers = []
    for (let round = 0; round < 5; round++) answers.push(await logIn(owner.token, `guess ${round}`))
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      Array(5).fill([401, 'Invalid password. Access denied.']),
    )
    const sixth = await logIn(owner.token)
    expect(sixth).toMatchObject({ status: 429, body: { code: 'rate-limited' } })
    const wait = ({ headers }: Answer) => Number(headers['retry-after'])
    expect(wait(sixth)).toBeLessThanOrEqual(15)
    expect(await listActs(owner.userId)).toEqual(Array(5).fill('gate-refused admin-password-incorrect'))
    // The count lies in the database, not in the process.
    const pass = (seconds: number) =>
      store.db.execute(sql`update rate_counters set window_start = window_start - make_interval(secs => ${seconds})`)
    const pauses = []
    for (let round = 0; round < 8; round++) {
      await pass(901)
      expect((await logIn(owner.token, 'guess')).status).toBe(401)
      pauses.push(wait(await logIn(owner.token)))
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900, 900].map((seconds) => expect.closeTo(seconds, -1)))
    await pass(901)
    expect((await logIn(owner.token)).status).toBe(200)
    expect((await logIn(owner.token, 'guess')).status, 'forgotten').toBe(401)
  })

  it('keeps nobody out who opened the admin area before with the same browser, and is reported to them', async () => {
    const { email, password } = owner
    const signIn = async (cookie = '') => {
      const answer = await store.call('POST', '/api/login', {
        body: { email, password },
        headers: { cookie },
        ip: newIp(),
      })
      const set = [answer.headers['set-cookie']].flat().join()
      return { token: String(answer.body.token), cookie: /vitrine-device=[\w-]+/.exec(set)?.[0] ?? '' }
    }
    const guess = (from: { token: string; cookie: string }, typed = 'guess') =>
      store.call('POST', '/api/admin/login', {
        ...{ body: { password: typed }, token: from.token, ip: newIp(), headers: { cookie: from.cookie } },
      })
    const own = await signIn()
    expect((await guess(own, ADMIN_PASSWORD)).status).toBe(200)
    // An attacker with the password can create any number of sessions and browsers.
    const answers = []
    for (let n = 0; n < 8; n++) {
      const stranger = await signIn()
      for (let round = 0; round < 5; round++) answers.push((await guess(stranger)).status)
    }
    expect(answers.filter((status) => status === 401).length).toBeLessThanOrEqual(30)
    expect((await guess(await signIn(), ADMIN_PASSWORD)).status, 'a new browser').toBe(429)
    expect((await guess(await signIn(own.cookie), ADMIN_PASSWORD)).status, 'the known browser').toBe(200)
    const { rows } = await store.db.execute(sql`
      select payload from graphile_worker._private_jobs where payload ->> 'kind' = 'admin-sign-in-guessed'
         and payload ->> 'userId' = ${owner.userId}`)
    expect(rows).toMatchObject([{ payload: { count: 10 } }])
  })

  it('cannot lock an owner out, neither with a buyer’s session at the same address, nor with a stolen one of the owner', async () => {
    const buyer = await insertMember(store)
    const ip = newIp()
    const strangers = []
    for (let n = 0; n < 25; n++) strangers.push((await logIn(buyer.token, 'guess', ip)).status)
    // Each error is a line in the log, so these are bounded, too.
    expect(strangers.filter((status) => status === 401)).toHaveLength(20)
    expect((await logIn(owner.token, ADMIN_PASSWORD, ip)).status).toBe(200)

    for (let n = 0; n < 25; n++) await logIn(owner.token, 'guess')
    const { email, password } = owner
    const { body } = await store.call('POST', '/api/login', { body: { email, password }, ip: newIp() })
    expect((await logIn(String(body.token))).status).toBe(200)
  })

  it('gets thirty attempts with many simultaneous sessions of one owner', async () => {
    const { email, password } = owner
    const tokens = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { body } = await store.call('POST', '/api/login', { body: { email, password }, ip: newIp() })
        return String(body.token)
      }),
    )
    const answers = await Promise.all(
      tokens.flatMap((token) => Array.from({ length: 6 }, (_, round) => logIn(token, `guess ${round}`))),
    )
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(30)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(18)
  })

  it('cannot use a cookie that is made up, ended, expired, read from the database or put elsewhere', async () => {
    const cookie = readCookie(await logIn(owner.token))
    const { rows } = await store.db.execute<{ hash: string }>(
      sql`select token_hash as hash from admin_sessions order by created_at desc limit 1`,
    )
    const token = cookie.split('=')[1] ?? ''
    for (const forged of [
      '',
      'vitrine-admin=',
      `vitrine-admin=${'A'.repeat(43)}`,
      `vitrine-admin=${rows[0]?.hash}`,
      `vitrine-admin=${token}x`,
      `xvitrine-admin=${token}`,
      `vitrine-admin="${token}"`,
      `vitrine-admin=' or 1=1 --`,
      `vitrine-admin=${owner.token}`,
    ]) {
      expect([forged, (await look(forged)).status]).toEqual([forged, 401])
    }
    expect((await store.call('GET', `/api/admin/session?vitrine-admin=${token}`, { token })).status).toBe(401)
    // The cookie is for the admin area, not for the account.
    expect((await store.call('GET', '/api/profile', { headers: { cookie } })).status).toBe(401)
    expect((await store.call('GET', '/api/profile', { token })).status).toBe(401)
    await store.db.execute(sql`update admin_sessions set expires_at = now() - interval '1 second'`)
    expect((await look(cookie)).status).toBe(401)
  })

  it('ends the admin session with the session it was opened with, with the role, with a block, and with another password', async () => {
    const enter = async () => {
      const someone = await insertOwner(store)
      return { ...someone, cookie: readCookie(await logIn(someone.token)) }
    }
    const leaving = await enter()
    await store.call('POST', '/api/logout', { token: leaving.token })
    expect((await look(leaving.cookie)).status).toBe(401)

    const demoted = await enter()
    await store.db.execute(sql`update users set role = 'buyer' where id = ${demoted.userId}`)
    expect((await look(demoted.cookie)).status).toBe(401)

    const blocked = await enter()
    await store.db.execute(sql`update users set blocked_at = now() where id = ${blocked.userId}`)
    expect((await look(blocked.cookie)).status).toBe(401)
    expect((await logIn(blocked.token)).status).toBe(401)

    const late = await enter()
    await store.db.execute(sql`update sessions set expires_at = now() where user_id = ${late.userId}`)
    expect((await look(late.cookie)).status).toBe(401)

    const other = await enter()
    // Also when it was changed behind the back of the code that ends the sessions.
    const { rows } = await store.db.execute<{ hash: string }>(sql`select password_hash as hash from admin_password`)
    await store.db.execute(sql`update admin_password set password_hash = ${hashCheaply('something else')}`)
    expect((await look(other.cookie)).status).toBe(401)
    await store.db.execute(sql`update admin_password set password_hash = ${rows[0]?.hash}`)
    expect((await look(other.cookie)).status).toBe(200)
    await setAdminPasswordForTest(store)
    expect((await look(other.cookie)).status).toBe(401)
  })

  it('cannot have an owner’s browser act from another site, or from another host of the same site', async () => {
    const cookie = readCookie(await logIn(owner.token))
    const act = (headers: Record<string, string>) =>
      store.call('POST', '/api/admin/logout', { headers: { cookie, ...headers } })
    for (const headers of [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site', origin: 'http://blog.localhost' },
      { 'sec-fetch-site': 'none' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost:81' },
    ]) {
      expect([headers, (await act(headers as Record<string, string>)).status]).toEqual([headers, 403])
    }
    expect((await look(cookie, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await look(cookie, { 'sec-fetch-site': 'same-site' })).status).toBe(403)
    // A form can send no JSON.
    const form = await store.call('POST', '/api/admin/login', {
      token: owner.token,
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify({ password: ADMIN_PASSWORD }),
    })
    expect(form.status).toBe(400)
    expect((await look(cookie, { 'sec-fetch-site': 'none' })).status).toBe(200)
    expect((await look(cookie, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
    expect((await act({ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:80' })).status).toBe(200)
  })

  it('cannot rewrite the log, not even with the database’s own statements', async () => {
    await signInAsAdmin(store)
    for (const statement of [
      sql`update admin_acts set action = 'gate-closed'`,
      sql`delete from admin_acts`,
      sql`truncate admin_acts`,
    ]) {
      await expect(transaction(store.db, (tx) => tx.execute(statement))).rejects.toThrow()
    }
  })
})

describe('a password from the configuration', () => {
  // Of the words `from the configuration`, at costs as low as they go.
  const adminPasswordHash =
    '$argon2id$v=19$m=64,t=1,p=1$AQEBAQEBAQEBAQEBAQEBAQ$wHz0buu0rsg817wozKzGwvj+3kyrtGDNh8QsL5ItU/M'
  const other = useApp(() => ({ adminPasswordHash }))

  it('takes the place of the stored one', async () => {
    await setAdminPasswordForTest(other)
    const { token } = await insertOwner(other)
    const tryIt = (password: string) => other.call('POST', '/api/admin/login', { token, body: { password } })
    expect(await tryIt(ADMIN_PASSWORD)).toMatchObject({
      status: 401,
      body: { error: 'Invalid password. Access denied.' },
    })
    const cookie = readCookie(await tryIt('from the configuration'))
    expect((await other.call('GET', '/api/admin/session', { headers: { cookie } })).status).toBe(200)
  })
})
