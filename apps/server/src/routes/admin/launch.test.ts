// The launch checklist of the store, and its tests.
import type { ProviderMode } from '@vitrine/contract/settings'
import type { LaunchCheck, LaunchChecklist } from '@vitrine/contract/status'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { type AdminForTest, signInAsAdmin } from '../../../testing/admin.ts'
import { useApp } from '../../../testing/app.ts'
import { replaceProviders } from '../../../testing/deps.ts'
import { readCredential } from '../../../testing/social.ts'

const state = (mode: ProviderMode) => ({ mode, detail: '', problem: null })
const replaced = {
  states: { mail: state('live'), sms: state('live'), payment: state('live'), 'sign-in': state('off') },
}
const store = useApp((deps) => ({ publicUrl: 'http://127.0.0.1:9', ...replaceProviders(deps, replaced) }))
let admin: AdminForTest
beforeAll(async () => {
  admin = await signInAsAdmin(store)
})

const read = async () => (await admin.call('GET', '/launch')).body as unknown as LaunchChecklist
const test = async (name: string, answer?: object): Promise<LaunchCheck | undefined> => {
  const { status, body } = await admin.call('POST', `/launch/tests/${name}`, answer)
  expect(status).toBe(200)
  return (body as unknown as LaunchChecklist).checks.find((check) => check.test === name)
}

it('sends an email to the owner who asks', async () => {
  expect((await read()).checks.find(({ code }) => code === 'mail')).toMatchObject({
    state: 'open',
    found: 'Never tested.',
  })
  expect(await test('mail')).toMatchObject({ state: 'done', found: expect.stringContaining('accepted for delivery') })
  const messages = (await store.deps.outbox.list()) ?? []
  expect(messages.some((message) => 'subject' in message && message.subject === 'Test of Vitrine')).toBe(true)
})

it('stores, reads and deletes a file', async () => {
  expect(await test('storage')).toMatchObject({ found: expect.stringContaining('stored, read and deleted') })
  for await (const { key } of store.deps.storage.list('private/tests')) expect.fail(`${key} is left`)
})

it('proves the sign-in with Google by somebody who signs in, once for each answer', async () => {
  const { states } = replaced
  // Once a service is live, the sandbox's consent is for the owner alone.
  const sandbox = state('sandbox')
  replaced.states = { mail: sandbox, sms: sandbox, payment: sandbox, 'sign-in': sandbox }
  const answer = { token: await readCredential(store, { email: 'owner@gmail.test' }) }
  replaced.states = { ...states, 'sign-in': state('live') }
  expect(await test('sign-in', answer)).toMatchObject({
    state: 'done',
    found: expect.stringContaining('signed in with Google'),
  })
  expect(await test('sign-in', answer)).toMatchObject({ state: 'open', hasFailed: true })
  expect(await test('sign-in', { token: 'forged' })).toMatchObject({ state: 'open', hasFailed: true })
  expect(await test('sign-in')).toMatchObject({ state: 'open', found: expect.stringContaining('Nobody signed in') })
  replaced.states = states
})

it('says what did not work', async () => {
  await store.db.execute(sql`update users set phone_number = '' where id = ${admin.owner.userId}`)
  expect(await test('sms')).toMatchObject({ state: 'open', found: expect.stringContaining('has no phone number') })
  expect(await test('address')).toMatchObject({ state: 'open', found: expect.stringContaining('cannot be reached') })
})

it('knows only its own tests', async () => {
  expect((await admin.call('POST', '/launch/tests/none')).status).toBe(400)
})

it('lets the owner accept a line, which the audit log has', async () => {
  const { revision } = await read()
  await admin.call('PUT', '/settings/launch', { value: { accepted: ['backup'] }, revision })
  const { checks, accepted } = await read()
  expect(accepted).toEqual(['backup'])
  expect(checks.find(({ code }) => code === 'backup')?.state).toBe('accepted')
  const { items } = (await admin.call('GET', '/audit?subjectKind=settings&subjectId=launch')).body as {
    items: object[]
  }
  expect(items[0]).toMatchObject({ before: { accepted: [] }, after: { accepted: ['backup'] } })
})
