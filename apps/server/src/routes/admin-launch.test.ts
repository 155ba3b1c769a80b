// The checklist before the shop opens, and its tests.
import type { ProviderMode } from '@vitrine/contract/provider-settings'
import type { LaunchCheck, LaunchChecklist } from '@vitrine/contract/status'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { type AdminForTest, signInAsAdmin } from '../admin-for-test.ts'
import { useApp } from '../app-for-test.ts'
import { replaceProviders } from '../deps-for-test.ts'

const state = (mode: ProviderMode) => ({ mode, detail: '', problem: null })
const shop = useApp((deps) => ({
  publicUrl: 'http://127.0.0.1:9',
  ...replaceProviders(deps, {
    states: { mail: state('live'), sms: state('live'), payment: state('live'), 'sign-in': state('off') },
  }),
}))
let admin: AdminForTest
beforeAll(async () => {
  admin = await signInAsAdmin(shop)
})

const read = async () => (await admin.call('GET', '/launch')).body as unknown as LaunchChecklist
const test = async (name: string): Promise<LaunchCheck | undefined> => {
  const { status, body } = await admin.call('POST', `/launch/tests/${name}`)
  expect(status).toBe(200)
  return (body as unknown as LaunchChecklist).checks.find((check) => check.test === name)
}

it('sends an email to the owner who asks', async () => {
  expect((await read()).checks.find(({ code }) => code === 'mail')).toMatchObject({
    state: 'open',
    found: 'Never tested.',
  })
  expect(await test('mail')).toMatchObject({ state: 'done', found: expect.stringContaining('accepted for delivery') })
  const messages = (await shop.deps.outbox.list()) ?? []
  expect(messages.some((message) => 'subject' in message && message.subject === 'Test of Vitrine')).toBe(true)
})

it('stores, reads and deletes a file', async () => {
  expect(await test('storage')).toMatchObject({ found: expect.stringContaining('stored, read and deleted') })
  for await (const { key } of shop.deps.storage.list('private/tests')) expect.fail(`${key} is left`)
})

it('says what did not work', async () => {
  await shop.db.execute(sql`update users set phone_number = '' where id = ${admin.owner.userId}`)
  expect(await test('sms')).toMatchObject({ state: 'open', found: expect.stringContaining('has a phone number') })
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
