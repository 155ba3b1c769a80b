// A signed-in admin for tests.
import assert from 'node:assert/strict'
import type { StaffRole } from '@vitrine/contract/permission'
import { transaction } from '@vitrine/database/connection'
import { setAdminPassword } from '@vitrine/store/admin/admin-password'
import { sql } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { hashCheaply } from '../../../tests/cheap-hash.ts'
import type { Answer, AppForTest, CallOptions } from './app.ts'
import { insertMember, type MemberForTest } from './member.ts'

export const ADMIN_PASSWORD = 'the back room, upstairs'

/** Sets the admin password. */
export async function setAdminPasswordForTest(store: AppForTest, password = ADMIN_PASSWORD): Promise<void> {
  await transaction(store.db, (tx) => setAdminPassword(tx, hashCheaply(password)))
}

/** Adds an owner of the store. */
export async function insertOwner(store: AppForTest): Promise<MemberForTest> {
  const member = await insertMember(store)
  await store.db.execute(sql`update users set role = 'owner' where id = ${member.userId}`)
  return member
}

/** A staff member with a role and without a second factor. */
export async function insertStaff(store: AppForTest, role: StaffRole): Promise<MemberForTest> {
  const member = await insertMember(store)
  await store.db.execute(sql`update users set role = ${role} where id = ${member.userId}`)
  return member
}

export interface StaffForTest {
  readonly member: MemberForTest
  readonly cookie: string
  /** The secret of the authenticator app, in base32. */
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  /** Calls `/api/admin` + path with only the cookie. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>
}

/** Sets up an authenticator app as a new staff member does, and opens the admin area with it. */
export async function setUpStaff(store: AppForTest, member: MemberForTest): Promise<StaffForTest> {
  const { token } = member
  const begun = await store.call('POST', '/api/admin/factors/totp/setup', { token })
  assert(begun.status === 200, begun.text)
  const secret = String(begun.body.secret)
  const done = await store.call('POST', '/api/admin/factors/totp', { token, body: { code: generateTotp(secret) } })
  assert(done.status === 200, done.text)
  const cookie = readCookie(done)
  const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
    store.call(method, `/api/admin${path}`, { body, ...options, headers: { cookie, ...options.headers } })
  return { member, cookie, secret, recoveryCodes: done.body.recoveryCodes as string[], call }
}

/** The code that an authenticator app shows, now or some steps of 30 seconds away. */
export function generateTotp(secret: string, steps = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** The Cookie header that a browser would send after this response for a path: `name=value`; empty without one. */
export function readCookie(answer: Answer, path = '/api/admin'): string {
  const cookie = [answer.headers['set-cookie']].flat().find((each) => each?.includes(`; Path=${path};`))
  return cookie?.split(';', 1)[0] ?? ''
}

export interface AdminForTest {
  readonly owner: MemberForTest
  readonly cookie: string
  /** Calls `/api/admin` + path with only the cookie. */
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>
}

/** Sets the password, creates an owner and opens the admin area. */
export async function signInAsAdmin(store: AppForTest): Promise<AdminForTest> {
  await setAdminPasswordForTest(store)
  const owner = await insertOwner(store)
  const answer = await store.call('POST', '/api/admin/login', {
    body: { password: ADMIN_PASSWORD },
    token: owner.token,
    ip: `9.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
  })
  assert(answer.status === 200, answer.text)
  const cookie = readCookie(answer)
  const call = (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
    store.call(method, `/api/admin${path}`, { body, ...options, headers: { cookie, ...options.headers } })
  return { owner, cookie, call }
}
