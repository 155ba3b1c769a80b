// Outside services as the owner chooses them in the admin area: what is in effect afterwards, and who sees which key.
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { useGateway } from '../../../../../tests/sms-gateway.ts'
import {
  ADMIN_PASSWORD,
  type AdminForTest,
  insertStaff,
  readCookie,
  setUpStaff,
  signInAsAdmin,
} from '../../../testing/admin.ts'
import { useApp } from '../../../testing/app.ts'
import { insertMember, randomIp } from '../../../testing/member.ts'

const store = useApp()
/** A gateway of the owner's own, which takes forms. */
const sent: { key: string | undefined; form: Record<string, string> }[] = []
let isDown = false
const gatewayUrl = useGateway(({ headers, body }) => {
  if (isDown) return { status: 503, body: {} }
  sent.push({ key: headers['x-key'] as string | undefined, form: Object.fromEntries(new URLSearchParams(body)) })
  return { status: 200, body: {} }
})

let admin: AdminForTest
beforeAll(async () => {
  admin = await signInAsAdmin(store)
})
afterEach(async () => {
  isDown = false
  await store.db.execute(sql`delete from settings`)
  await store.deps.settings.reload()
})

type Value = Record<string, Record<string, unknown>>
type Section = { value: Value; revision: number; fromEnvironment: Record<string, string> }
const read = async () => (await admin.call('GET', '/settings')).body.providers as Section
async function change(changes: Value) {
  const { value, revision } = await read()
  const merged = Object.fromEntries(Object.entries(changes).map(([name, each]) => [name, { ...value[name], ...each }]))
  return admin.call('PUT', '/settings/providers', { value: { ...value, ...merged }, revision })
}
const ownGateway = () => ({
  mode: 'live',
  gateway: 'http',
  url: `${gatewayUrl()}/send`,
  header: 'X-Key',
  token: 'key of the gateway',
  body: 'to={digits}&message={text}&pe={entity}&te={template}',
  text: '{code} is the code for {store}. Valid {minutes} min.',
  entityId: '1101',
  templateId: '1107',
})
const requestCode = (number: string) =>
  store.call('POST', '/api/send-phone-otp', { body: { phoneNumber: number }, ip: randomIp() })

describe('outside services in the admin area', () => {
  it('send what is registered with the operators, from the next message on', async () => {
    expect((await change({ sms: ownGateway() })).body.providerStates).toMatchObject({ sms: { mode: 'live' } })
    expect((await requestCode('+919876500001')).status).toBe(200)
    expect(sent.at(-1)).toMatchObject({
      key: 'key of the gateway',
      form: {
        to: '919876500001',
        message: expect.stringMatching(/^\d{6} is the code for Vitrine\. Valid 10 min\.$/),
        pe: '1101',
        te: '1107',
      },
    })
    isDown = true
    expect((await requestCode('+919876500002')).body.code).toBe('otp-not-sent')
  })

  it('keep their keys encrypted, everywhere but on the way to the service', async () => {
    const secret = 'key of the gateway'
    const answer = await change({ sms: ownGateway() })
    expect(answer.text).not.toContain(secret)
    const { rows } = await store.db.execute(sql`
      select coalesce(string_agg(value::text, ''), '') || (select string_agg(coalesce(before::text, '') || coalesce(after::text, ''), '') from admin_acts) as kept from settings`)
    expect(String(rows[0]?.kept)).not.toContain(secret)
    // What the form cannot show it sends back, and the key stays.
    await change({ sms: { entityId: '1102' } })
    await requestCode('+919876500003')
    expect(sent.at(-1)).toMatchObject({ key: secret, form: { pe: '1102' } })
    const { value } = await read()
    const moved = await change({ mail: { ...value.mail, password: value.sms?.token } })
    expect(moved).toMatchObject({ status: 400, body: { issues: [{ path: 'mail.password' }] } })
  })

  it('leave in the audit log which fields changed, without hosts, accounts and keys', async () => {
    await change({
      sms: ownGateway(),
      mail: { host: 'smtp.lamp.example', user: 'owner@lamp', password: 'of the mailbox' },
    })
    await change({ sms: { mode: 'off', token: '' } })
    const { text, body } = await admin.call('GET', '/audit?subjectKind=settings&subjectId=providers')
    const { items } = body as { items: { before: Value; after: Value }[] }
    expect(items[0]).toMatchObject({
      before: { sms: { mode: 'live', token: 'stored' } },
      after: { sms: { mode: 'off', token: 'changed' } },
    })
    // Neither as it is shown nor as it is stored.
    const { rows } = await store.db.execute<{ stored: string }>(
      sql`select string_agg(before::text || after::text, '') as stored from admin_acts where subject_id = 'providers'`,
    )
    for (const log of [text, rows[0]?.stored])
      expect(log).not.toMatch(/aes-256-gcm|smtp\.lamp|owner@lamp|127\.0\.0\.1:/)
  })

  it('keep a key for the server it was entered for: another one that is tested receives none', async () => {
    const received: string[] = []
    const thief = createServer((socket) => {
      socket.on('data', (data) => received.push(String(data)))
      socket.write('220 thief\r\n')
    })
    await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve))
    const { port } = thief.address() as AddressInfo
    const mail = { mode: 'live', host: 'smtp.lamp.example', user: 'owner@lamp', password: 'of the mailbox' }
    await change({ mail: { ...mail, from: 'Store <a@store.example>' } })
    const answer = await change({ mail: { host: '127.0.0.1', port, security: 'none' } })
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: 'mail.password' }] } })
    expect((await change({ mail: { from: 'Lamps <a@store.example>' } })).status, 'the same server').toBe(200)
    expect((await read()).value.mail).toMatchObject({ host: 'smtp.lamp.example' })
    expect(received).toEqual([])
    await new Promise((resolve) => thief.close(resolve))
  })

  it('ask for a fresh sign-in', async () => {
    await store.db.execute(sql`update admin_sessions set created_at = now() - interval '16 minutes'`)
    expect(await change({ sms: ownGateway() })).toMatchObject({ status: 401, body: { code: 'admin-sign-in-again' } })
    expect((await read()).revision).toBe(0)
    await store.db.execute(sql`update admin_sessions set created_at = now()`)
  })

  it('say at its field what a live service lacks, and change nothing', async () => {
    const answer = await change({ payment: { mode: 'live', keyId: 'my key' }, mail: { mode: 'live' } })
    const paths = (answer.body.issues as { path: string }[]).map(({ path }) => path)
    expect(paths).toEqual(expect.arrayContaining(['payment.keyId', 'mail.host', 'mail.from']))
    expect((await read()).revision).toBe(0)
  })

  it('are tested as they are saved', async () => {
    const dead = { mode: 'live', host: '127.0.0.1', port: 1, security: 'none', from: 'Store <a@store.example>' }
    await change({ mail: dead })
    const { checks } = (await admin.call('POST', '/launch/tests/mail')).body as { checks: Record<string, unknown>[] }
    const mail = checks.find(({ code }) => code === 'mail')
    expect(mail).toMatchObject({ state: 'open', found: expect.stringMatching(/failed: the mail server/) })
  })
})

describe('a service that is switched off', () => {
  it('sells no packs, and finishes what was begun', async () => {
    const { token } = await insertMember(store)
    const body = { credits: 500 }
    const begun = await store.call('POST', '/api/create-razorpay-order', { token, body })
    await change({ payment: { mode: 'off' } })
    expect(await store.call('POST', '/api/create-razorpay-order', { token, body })).toMatchObject({
      status: 503,
      body: { code: 'payment-off' },
    })
    const paid = await store.gateway.pay(String(begun.body.orderId), { webhooks: 'never' })
    const verified = await store.call('POST', '/api/verify-razorpay-payment', { token, body: paid.response })
    expect(verified).toMatchObject({ status: 200, body: { credits: 500 } })
  })

  it('sends no emails, and says so to who needs one', async () => {
    await change({ mail: { mode: 'off' } })
    const answer = await store.call('POST', '/api/send-email-otp', {
      body: { email: 'a@example.test' },
      ip: randomIp(),
    })
    expect(answer.body.code).toBe('otp-not-sent')
  })

  it('has no sandbox, and a live one makes the others private', async () => {
    expect((await store.call('GET', '/sandbox')).status).toBe(200)
    await change({ signIn: { mode: 'live', clientId: '1-a.apps.googleusercontent.com' } })
    expect((await store.call('GET', '/sandbox')).status).toBe(401)
    expect((await store.call('GET', '/sandbox/sign-in')).status).toBe(404)
    await change({ mail: { mode: 'off' }, sms: { mode: 'off' } })
    expect((await store.call('GET', '/sandbox')).status).toBe(404)
  })

  it('leaves the sandbox of a trial store to an owner who came in before another service went live', async () => {
    const { token } = admin.owner
    const entered = await store.call('POST', '/api/admin/login', { body: { password: ADMIN_PASSWORD }, token })
    await change({ signIn: { mode: 'live', clientId: '1-a.apps.googleusercontent.com' } })
    expect((await store.call('GET', '/sandbox')).status).toBe(401)
    const headers = { cookie: readCookie(entered, '/sandbox') }
    expect((await store.call('GET', '/sandbox', { headers })).text).toContain('<h1>Outbox</h1>')
  })
})

it('are for owners: a manager sees no keys and changes none', async () => {
  await change({ sms: ownGateway() })
  const { revision } = await read()
  const manager = await setUpStaff(store, await insertStaff(store, 'manager'))
  const { providers, providerStates } = (await manager.call('GET', '/settings')).body as Record<string, Section>
  expect(providers?.value.sms).toMatchObject({ mode: null, token: '', url: '' })
  expect(providerStates).toMatchObject({ sms: { mode: 'live' } })
  expect((await manager.call('PUT', '/settings/providers', { value: {}, revision })).status).toBe(403)
})
