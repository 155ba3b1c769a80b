// The sandbox's pages in production, where only the owner can open them.
import { beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_PASSWORD, insertOwner, insertStaff, setAdminPasswordForTest, setUpStaff } from '../../testing/admin.ts'
import { useApp } from '../../testing/app.ts'
import { insertMember } from '../../testing/member.ts'

const store = useApp(() => ({ isSandboxPrivate: true }))
const asPage = { accept: 'text/html,*/*' }
const consent = () => ({
  clientId: store.deps.providers.get().signIn.clientId,
  email: 'anybody@example.test',
  name: 'A',
  nonce: 'n',
})
/** What the owner's browser sends below /sandbox. */
let cookie: string

beforeAll(async () => {
  await setAdminPasswordForTest(store)
  const owner = await insertOwner(store)
  const answer = await store.call('POST', '/api/admin/login', {
    body: { password: ADMIN_PASSWORD },
    token: owner.token,
  })
  const cookies = [answer.headers['set-cookie']].flat().map(String)
  expect(cookies.map((each) => /Path=([^;]+)/.exec(each)?.[1])).toEqual(['/api/admin', '/sandbox'])
  for (const each of cookies) expect(each).toContain('; HttpOnly; SameSite=Strict')
  cookie = cookies[1]?.split(';', 1)[0] ?? ''
})

describe('the sandbox in production', () => {
  it('shows no codes to visitors and customers and lets them impersonate nobody', async () => {
    const { token } = await insertMember(store)
    const paths = [
      '/sandbox',
      '/sandbox/outbox.json',
      '/sandbox/outbox/00000000-0000-7000-8000-000000000000/0',
      '/sandbox/sign-in',
      '/sandbox/payment',
      '/sandbox/payment/checkout',
    ]
    for (const path of paths) {
      for (const headers of [{}, { authorization: `Bearer ${token}` }, { cookie: `vitrine-admin=${'a'.repeat(43)}` }]) {
        const answer = await store.call('GET', path, { headers: headers as Record<string, string> })
        expect([path, answer.status, answer.body.code]).toEqual([path, 401, 'admin-required'])
      }
      const page = await store.call('GET', path, { headers: asPage })
      expect([path, page.status]).toEqual([path, 401])
      expect(page.text).toContain('For the owner only')
      expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    }
    const issued = await store.call('POST', '/sandbox/sign-in/consent', { body: consent() })
    expect(issued).toMatchObject({ status: 401, body: { code: 'admin-required' } })
    const paid = await store.call('POST', '/sandbox/payment/api/actions', { body: {} })
    expect(paid).toMatchObject({ status: 401, body: { code: 'admin-required' } })
  })

  it('lets server and worker call the payment sandbox with its keys', async () => {
    const { keyId, keySecret } = store.gateway.keys
    const headers = { authorization: `Basic ${btoa(`${keyId}:${keySecret}`)}` }
    const unknown = await store.call('GET', '/sandbox/payment/v1/orders/order_00000000000000', { headers })
    expect(unknown).toMatchObject({ status: 400, body: { error: { description: 'The id provided does not exist' } } })
  })

  it('is complete for an owner with an admin session', async () => {
    const headers = { cookie, ...asPage }
    expect((await store.call('GET', '/sandbox', { headers })).text).toContain('<h1>Outbox</h1>')
    expect((await store.call('GET', '/sandbox/outbox.json', { headers })).body).toHaveProperty('messages')
    const content = Buffer.from('%PDF')
    const attachments = [{ name: 'invoice-I-1.pdf', contentType: 'application/pdf', content }]
    const mail = { channel: 'mail', to: 'asha@example.test', subject: 's', text: 't', html: '', attachments } as const
    const { id } = await store.deps.outbox.add(mail)
    expect((await store.call('GET', '/sandbox', { headers })).text).toContain(`href="/sandbox/outbox/${id}/0"`)
    const file = await store.app.inject({ url: `/sandbox/outbox/${id}/0`, headers })
    expect(file.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('invoice-I-1.pdf'),
    })
    expect(file.rawPayload).toEqual(content)
    expect((await store.call('GET', `/sandbox/outbox/${id}/1`, { headers })).status).toBe(404)
    expect((await store.call('GET', '/sandbox/sign-in', { headers })).status).toBe(200)
    const issued = await store.call('POST', '/sandbox/sign-in/consent', { body: consent(), headers })
    expect(issued.status).toBe(200)
    expect((await store.call('GET', '/sandbox/payment', { headers })).status).toBe(200)
  })

  it('serves everybody the files without data, so that the sign-in page works', async () => {
    expect((await store.call('GET', '/sandbox/sign-in/client.js')).status).toBe(200)
    expect((await store.call('GET', '/sandbox/sign-in/certs')).body).toHaveProperty('keys')
  })

  it('ends with the admin session', async () => {
    const left = await store.call('POST', '/api/admin/logout', { headers: { cookie } })
    expect([left.headers['set-cookie']].flat().map(String)).toEqual([
      expect.stringContaining('Path=/api/admin'),
      expect.stringContaining('vitrine-admin=; Max-Age=0; Path=/sandbox'),
    ])
    expect((await store.call('GET', '/sandbox', { headers: { cookie } })).status).toBe(401)
  })

  it('is the owners’ alone: no other role reads the codes of everybody', async () => {
    const manager = await setUpStaff(store, await insertStaff(store, 'manager'))
    const answer = await store.call('GET', '/sandbox/outbox.json', { headers: { cookie: manager.cookie } })
    expect(answer).toMatchObject({ status: 403, body: { code: 'permission-required' } })
  })
})
