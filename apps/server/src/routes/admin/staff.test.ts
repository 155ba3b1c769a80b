// Invitations, roles and removal of the staff, and misuse of them.
import { transaction } from '@vitrine/database/connection'
import { changeRole, removeFromStaff } from '@vitrine/store/admin/staff'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type AdminForTest,
  generateTotp,
  insertOwner,
  insertStaff,
  setUpStaff,
  signInAsAdmin,
} from '../../../testing/admin.ts'
import { useApp } from '../../../testing/app.ts'
import { insertMember, type MemberForTest } from '../../../testing/member.ts'

interface Invitation {
  readonly id: string
  readonly email: string
  readonly isExpired: boolean
}

const store = useApp()
let admin: AdminForTest

beforeAll(async () => {
  admin = await signInAsAdmin(store)
})

async function invite(email: string, role = 'support'): Promise<Invitation> {
  const { status, body, text } = await admin.call('POST', '/staff/invitations', { email, role })
  expect(status, text).toBe(200)
  const found = (body.invitations as Invitation[]).find((each) => each.email === email)
  if (!found) throw new Error(text)
  return found
}
/** The token of the newest link that was sent to an address. */
async function readToken(email: string): Promise<string> {
  const messages = (await store.deps.outbox?.list({ to: email })) ?? []
  const token = /staff-invitation\?token=([\w-]{43})/.exec(messages[0]?.text ?? '')?.[1]
  if (!token) throw new Error(`no invitation was sent to ${email}`)
  return token
}
const read = (token: string) => store.call('POST', '/api/staff-invitation', { body: { token } })
const accept = (member: MemberForTest, token: string) =>
  store.call('POST', '/api/staff-invitation/accept', { token: member.token, body: { token } })
const readRole = async ({ token }: MemberForTest) => (await store.call('GET', '/api/profile', { token })).body.role
async function eventsAbout(subjectId: string): Promise<string[]> {
  const { rows } = await store.db.execute<{ action: string }>(
    sql`select action from admin_acts where subject_id = ${subjectId} order by id`,
  )
  return rows.map(({ action }) => action)
}

describe('an invitation', () => {
  it('is sent by email, read by its link, and accepted by the account of the address', async () => {
    const member = await insertMember(store)
    const { id } = await invite(member.email, 'designer')
    const token = await readToken(member.email)
    const { rows } = await store.db.execute<{ all: string }>(sql`
      select (select string_agg(i::text, ' ') from staff_invitations i) || (select string_agg(a::text, ' ') from admin_acts a) as all`)
    expect(rows[0]?.all).not.toContain(token)
    expect((await read(token)).body).toMatchObject({ email: member.email, role: 'designer', store: 'Vitrine' })
    expect(await readRole(member)).toBe('buyer')
    expect(await accept(member, token)).toMatchObject({ status: 200, body: { role: 'designer' } })
    expect(await readRole(member)).toBe('designer')
    expect(await eventsAbout(id)).toEqual(['staff-invited'])
    expect(await eventsAbout(member.userId)).toEqual(['staff-joined'])
    expect((await read(token)).body.code).toBe('invitation-invalid')
    // Nothing but setting up a second factor, until that is done.
    expect((await store.call('GET', '/api/admin/publishing', { token: member.token })).status).toBe(401)
    const staff = await setUpStaff(store, member)
    expect((await staff.call('GET', '/publishing')).status).toBe(200)
    expect((await staff.call('GET', '/staff')).status).toBe(403)
  })

  it('is of no use to another account, without an account, after a week, cancelled, or made up', async () => {
    const member = await insertMember(store)
    const { id } = await invite(member.email)
    const token = await readToken(member.email)
    const stranger = await insertMember(store)
    expect(await accept(stranger, token)).toMatchObject({ status: 403, body: { code: 'invitation-other-account' } })
    expect(await readRole(stranger)).toBe('buyer')
    expect((await store.call('POST', '/api/staff-invitation/accept', { body: { token } })).status).toBe(401)
    expect((await accept(member, 'A'.repeat(43))).body.code).toBe('invitation-invalid')

    await store.db.execute(sql`update staff_invitations set expires_at = now() where id = ${id}`)
    expect((await read(token)).body.code).toBe('invitation-expired')
    expect((await accept(member, token)).body.code).toBe('invitation-expired')
    const { body } = await admin.call('POST', `/staff/invitations/${id}/send`)
    expect((body.invitations as Invitation[]).find((each) => each.id === id)).toMatchObject({ isExpired: false })
    const second = await readToken(member.email)
    expect(second).not.toBe(token)
    expect((await accept(member, token)).body.code).toBe('invitation-invalid')
    expect((await admin.call('DELETE', `/staff/invitations/${id}`)).status).toBe(200)
    expect((await accept(member, second)).body.code).toBe('invitation-invalid')
    expect((await admin.call('DELETE', `/staff/invitations/${id}`)).status).toBe(404)
    expect(await readRole(member)).toBe('buyer')
    expect(await eventsAbout(id)).toEqual(['staff-invited', 'invitation-sent-again', 'invitation-cancelled'])
  })

  it('is accepted once, also by two requests at once', async () => {
    const member = await insertMember(store)
    await invite(member.email)
    const token = await readToken(member.email)
    const answers = await Promise.all([accept(member, token), accept(member, token), accept(member, token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404])
    expect(await eventsAbout(member.userId)).toEqual(['staff-joined'])
  })

  it('is not sent twice to an address, nor to somebody on the staff, with an error at the field', async () => {
    await invite('twice@example.test')
    const again = await admin.call('POST', '/staff/invitations', { email: 'Twice@example.test', role: 'owner' })
    expect(again).toMatchObject({ status: 400, body: { issues: [{ path: 'email' }] } })
    const { email } = await insertStaff(store, 'support')
    const staff = await admin.call('POST', '/staff/invitations', { email, role: 'owner' })
    expect(staff).toMatchObject({ status: 409, body: { code: 'already-staff', issues: [{ path: 'email' }] } })
  })

  it('stays when its email cannot be sent, and says so', async () => {
    const { mailer } = store.deps.providers.get()
    const send = mailer.send.bind(mailer)
    Object.assign(mailer, { send: () => Promise.reject(new Error('the mail server is away')) })
    const answer = await admin.call('POST', '/staff/invitations', { email: 'later@example.test', role: 'support' })
    Object.assign(mailer, { send })
    expect(answer).toMatchObject({ status: 503, body: { code: 'invitation-not-sent' } })
    const { body } = await admin.call('GET', '/staff')
    expect((body.invitations as Invitation[]).map(({ email }) => email)).toContain('later@example.test')
  })

  it('is cancelled when the owner who sent it leaves', async () => {
    const owner = await insertOwner(store)
    await store.db.execute(sql`
      insert into staff_invitations (email, role, token_hash, invited_by, expires_at)
      values ('friend@example.test', 'owner', 'x', ${owner.userId}, now() + interval '1 day')`)
    expect((await admin.call('DELETE', `/staff/${owner.userId}`)).status).toBe(200)
    const { body } = await admin.call('GET', '/staff')
    expect((body.invitations as Invitation[]).map(({ email }) => email)).not.toContain('friend@example.test')
  })

  it('is limited to twenty an hour', async () => {
    const { owner, call } = await signInAsAdmin(store)
    await store.db.execute(sql`
      insert into rate_counters (rule, subject, window_start, count) values ('staff-invitation', ${owner.userId}, now(), 20)`)
    const answer = await call('POST', '/staff/invitations', { email: 'many@example.test', role: 'support' })
    expect(answer.status).toBe(429)
    admin = await signInAsAdmin(store)
  })
})

describe('the staff', () => {
  it('is listed with roles, second factors and last sign-ins', async () => {
    const staff = await setUpStaff(store, await insertStaff(store, 'accountant'))
    const { body } = await admin.call('GET', '/staff')
    const people = body.people as Record<string, unknown>[]
    expect(people.find(({ userId }) => userId === staff.member.userId)).toMatchObject({
      role: 'accountant',
      hasAuthenticatorApp: true,
      passkeys: 0,
      lastEnteredAt: expect.stringMatching(/^\d{4}-/),
    })
    const roles = people.map(({ role }) => role)
    expect(roles.lastIndexOf('owner')).toBeLessThan(roles.findIndex((role) => role !== 'owner'))
  })

  it('gets another role at once, and none, which ends admin sessions and removes second factors', async () => {
    const staff = await setUpStaff(store, await insertStaff(store, 'designer'))
    const { userId, token } = staff.member
    expect((await admin.call('PUT', `/staff/${userId}/role`, { role: 'support' })).status).toBe(200)
    expect((await staff.call('GET', '/publishing')).status).toBe(403)
    expect((await staff.call('GET', '/renders')).status).toBe(200)
    expect((await admin.call('DELETE', `/staff/${userId}`)).status).toBe(200)
    expect((await staff.call('GET', '/renders')).status).toBe(401)
    // Nor does the way in come back with the role.
    await store.db.execute(sql`update users set role = 'support' where id = ${userId}`)
    expect((await staff.call('GET', '/renders')).status).toBe(401)
    await store.db.execute(sql`update users set role = 'buyer' where id = ${userId}`)
    const code = generateTotp(staff.secret)
    expect((await store.call('POST', '/api/admin/login/code', { token, body: { code } })).status).toBe(401)
    expect((await store.call('GET', '/api/profile', { token })).status).toBe(200)
    expect(await eventsAbout(userId)).toEqual([
      'factor-added',
      'gate-opened',
      'staff-role-changed',
      'staff-removed',
      'gate-refused',
    ])
    for (const path of [`/staff/${userId}`, '/staff/x']) expect((await admin.call('DELETE', path)).status).toBe(404)
  })

  it('has second factors removed by an owner when they are lost', async () => {
    const staff = await setUpStaff(store, await insertStaff(store, 'support'))
    expect((await admin.call('DELETE', `/staff/${staff.member.userId}/factors`)).status).toBe(200)
    expect((await staff.call('GET', '/renders')).status).toBe(401)
    await setUpStaff(store, staff.member)
  })

  it('is changed only within fifteen minutes of signing in to the admin area', async () => {
    const late = await signInAsAdmin(store)
    await store.db.execute(sql`
      update admin_sessions set created_at = created_at - interval '16 minutes'
       where session_id in (select id from sessions where user_id = ${late.owner.userId})`)
    const answer = await late.call('POST', '/staff/invitations', { email: 'late@example.test', role: 'support' })
    expect(answer).toMatchObject({ status: 401, body: { code: 'admin-sign-in-again' } })
    expect((await late.call('GET', '/staff')).status).toBe(200)
    admin = await signInAsAdmin(store)
  })
})

describe('the last owner', () => {
  it('is neither removed nor given another role, also when two owners remove each other at once', async () => {
    for (let round = 0; round < 8; round++) {
      await store.db.execute(sql`update users set role = 'buyer' where role = 'owner'`)
      const [one, other] = [await insertOwner(store), await insertOwner(store)]
      const actor = { userId: one.userId, name: 'x', ip: '' }
      const remove = (userId: string) =>
        transaction(store.db, (tx) =>
          round % 2 ? removeFromStaff(tx, actor, userId) : changeRole(tx, actor, userId, 'manager'),
        )
      const outcomes = await Promise.allSettled([remove(one.userId), remove(other.userId)])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'last-owner' } })
      const { rows } = await store.db.execute(sql`select count(*)::int as n from users where role = 'owner'`)
      expect(rows).toEqual([{ n: 1 }])
    }
  })

  it('is the last one who is not blocked', async () => {
    await store.db.execute(sql`update users set role = 'buyer' where role = 'owner'`)
    const [one, other] = [await insertOwner(store), await insertOwner(store)]
    await store.db.execute(sql`update users set blocked_at = now() where id = ${other.userId}`)
    const actor = { userId: one.userId, name: 'x', ip: '' }
    const removal = transaction(store.db, (tx) => removeFromStaff(tx, actor, one.userId))
    await expect(removal).rejects.toMatchObject({ code: 'last-owner' })
  })
})
