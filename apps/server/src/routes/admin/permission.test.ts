// Every route of the admin area, called by every role: the server behaves as the permission table says.
import { mayAny, type Permission, staffRoles, type UserRole } from '@vitrine/contract/permission'
import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertStaff, type StaffForTest, setUpStaff, signInAsAdmin } from '../../../testing/admin.ts'
import { useApp } from '../../../testing/app.ts'

interface Route {
  readonly method: string
  readonly path: string
  readonly needed: readonly Permission[]
}

const store = useApp()
let routes: Route[]

beforeAll(async () => {
  const { body } = await store.call('GET', '/api/openapi.json')
  const paths = body.paths as Record<string, Record<string, { 'x-permission'?: Permission[] }>>
  routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { 'x-permission': needed }]) =>
      needed ? [{ method: method.toUpperCase(), path, needed }] : [],
    ),
  )
})

/** Unknown ids and an empty body change nothing, but a refusal comes before anything is looked up. */
async function ask(staff: StaffForTest, { method, path }: Route) {
  const url = path.replace('/api/admin', '').replaceAll(/\{[^}]+\}/g, 'x')
  const { status, body } = await staff.call(method, url, method === 'GET' ? undefined : {})
  return status === 403 && body.code === 'permission-required' ? 'refused' : status
}

describe('the routes of the admin area', () => {
  it('all have a permission, but those for getting in', async () => {
    const { body } = await store.call('GET', '/api/openapi.json')
    const without = Object.entries(body.paths as Record<string, Record<string, object>>).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        path.startsWith('/api/admin/') && !('x-permission' in operation) ? [`${method} ${path}`] : [],
      ),
    )
    expect(without.toSorted()).toEqual([
      'get /api/admin/entry',
      'post /api/admin/factors/passkeys',
      'post /api/admin/factors/passkeys/options',
      'post /api/admin/factors/totp',
      'post /api/admin/factors/totp/setup',
      'post /api/admin/login',
      'post /api/admin/login/code',
      'post /api/admin/login/passkey',
      'post /api/admin/login/passkey/options',
      'post /api/admin/logout',
    ])
    expect(routes.length).toBeGreaterThan(50)
  })

  for (const role of staffRoles.filter((each) => each !== 'owner')) {
    it(`answer a ${role} as the table says`, async () => {
      const staff = await setUpStaff(store, await insertStaff(store, role))
      for (const route of routes) {
        const mayAsk = mayAny(role, route.needed)
        // A stream of events that is allowed does not end.
        if (mayAsk && route.path.endsWith('/events')) continue
        const answer = await ask(staff, route)
        const label = `${route.method} ${route.path} by a ${role}: ${answer}`
        expect(answer === 'refused', label).toBe(!mayAsk)
        if (mayAsk) expect([200, 201, 204, 400, 404, 409], label).toContain(answer)
      }
    })
  }

  it('answer an owner whatever they ask', async () => {
    const { call } = await signInAsAdmin(store)
    for (const { method, path } of routes.filter(({ path }) => !path.endsWith('/events'))) {
      const { status } = await call(
        method,
        path.replace('/api/admin', '').replaceAll(/\{[^}]+\}/g, 'x'),
        method === 'GET' ? undefined : {},
      )
      expect([200, 201, 204, 400, 403, 404, 409], `${method} ${path}: ${status}`).toContain(status)
    }
  })

  it('know a role that was changed or taken away at the next request', async () => {
    const staff = await setUpStaff(store, await insertStaff(store, 'manager'))
    const become = (role: UserRole) =>
      store.db.execute(sql`update users set role = ${role} where id = ${staff.member.userId}`)
    expect((await staff.call('GET', '/status')).status).toBe(200)
    await become('designer')
    expect(await staff.call('GET', '/status')).toMatchObject({
      status: 403,
      body: { code: 'permission-required', permissions: ['status'], error: expect.stringContaining('Your role') },
    })
    expect((await staff.call('GET', '/publishing')).status).toBe(200)
    expect((await staff.call('GET', '/session')).body).toMatchObject({ role: 'designer' })
    await become('buyer')
    expect((await staff.call('GET', '/publishing')).status).toBe(401)
    expect((await staff.call('GET', '/session')).status).toBe(401)
  })

  it('let a manager change settings, but not what is accepted before the opening', async () => {
    const manager = await setUpStaff(store, await insertStaff(store, 'manager'))
    const { body } = await manager.call('GET', '/settings')
    const { launch, pricing } = body as Record<string, { value: object; revision: number }>
    expect((await manager.call('PUT', '/settings/launch', launch)).body).toMatchObject({ code: 'permission-required' })
    expect((await manager.call('PUT', '/settings/pricing', pricing)).status).toBe(200)
  })
})

describe('outside the admin area', () => {
  it('a designer makes drafts of templates, once a second factor is set up, and others never', async () => {
    const draft = (token: string) =>
      store.call('POST', '/api/projects/00000000-0000-7000-8000-000000000000/template-draft', {
        token,
        body: { name: 'Draft' },
      })
    const designer = await insertStaff(store, 'designer')
    expect((await draft(designer.token)).body).toMatchObject({ code: 'second-factor-required' })
    await setUpStaff(store, designer)
    expect((await draft(designer.token)).body).toMatchObject({ code: 'project-not-found' })
    const support = await insertStaff(store, 'support')
    expect((await draft(support.token)).body).toMatchObject({ code: 'forbidden' })
  })

  it('the account of somebody on the staff is neither blocked nor deleted', async () => {
    const { call } = await signInAsAdmin(store)
    const designer = await insertStaff(store, 'designer')
    const blocked = await call('POST', `/users/${designer.userId}/block`, { reason: 'a test of it' })
    expect(blocked).toMatchObject({ status: 403, body: { error: expect.stringContaining('on the staff') } })
    const { token, password } = designer
    const deleted = await store.call('DELETE', '/api/profile', { token, body: { password } })
    expect(deleted).toMatchObject({ status: 403, body: { error: expect.stringContaining('on the staff') } })
  })
})
