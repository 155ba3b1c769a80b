// Checks every route of the API: who may call it, how its responses are cached, how large a request may be, and that unknown
// parameters lead nowhere. A new route that is open to all must be listed here.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { useApp } from '../../testing/app.ts'
import { insertMember, type MemberForTest } from '../../testing/member.ts'

interface Route {
  /** Method and path as the description has them, such as `get /api/template/{templateId}`. */
  readonly name: string
  readonly access: 'open' | 'optional' | 'member' | 'admin'
}

/** Public routes: the session is not read. */
const OPEN = [
  'post /api/sign-in-code',
  'post /api/sign-in-code/verify',
  'post /api/sign-in-link',
  'post /api/send-email-otp',
  'post /api/resend-email-otp',
  'post /api/verify-email-otp',
  'post /api/send-phone-otp',
  'post /api/verify-phone-otp',
  'post /api/check-user-exists',
  'post /api/register',
  'post /api/reset-password',
  'post /api/login',
  'post /api/logout',
  'get /api/google-auth/config',
  'post /api/google-auth',
  'post /api/google-auth/link',
  'get /api/profile/deletion',
  'get /api/templates',
  'get /api/image-templates',
  'get /api/direct-sell-templates',
  'get /api/template/{templateId}',
  'get /api/image-template/{templateId}',
  'get /api/direct-sell/{templateId}',
  'get /api/suggestions/{templateId}',
  'get /api/template/{templateId}/document',
  'get /api/catalogue/{kind}',
  'get /api/catalogue/{kind}/facets',
  'get /api/catalogue/{kind}/completions',
  'get /api/content',
  'get /api/content/occasions',
  'get /api/content/posts',
  'get /api/content/templates',
  'get /api/payment-config',
  'post /api/admin/logout',
  'get /api/fonts',
  'get /api/geo',
  'get /api/health',
  // Routes of the setup, which require its key: 410 in a store without one.
  'get /api/setup',
  'put /api/setup/settings/{section}',
  'put /api/setup/owner',
  'put /api/setup/samples',
  'post /api/setup/finish',
  'get /api/setup/samples',
  'post /api/setup/brand-files/{kind}',
  'post /api/staff-invitation',
  'get /sandbox/outbox.json',
]
/** Identifies signed-in users and serves everyone. */
const OPTIONAL = [
  'get /api/video-url/{templateId}/{file}',
  'post /api/check-username',
  'post /api/user/check-username',
  'get /api/credit-packs',
  'get /api/admin/entry',
  'post /api/admin/login',
  'post /api/admin/login/code',
  'post /api/admin/login/passkey/options',
  'post /api/admin/login/passkey',
  'post /api/visits',
]
/** Public responses about the store's goods may be cached as their header says. All others may not. */
const KEPT = [
  'get /api/templates',
  'get /api/image-templates',
  'get /api/direct-sell-templates',
  'get /api/content/occasions',
  'get /api/content/posts',
  'get /api/fonts',
]

const SETUP = ' /api/setup'

const store = useApp()
let routes: Route[]
let member: MemberForTest

beforeAll(async () => {
  member = await insertMember(store)
  const { body } = await store.call('GET', '/api/openapi.json')
  routes = Object.entries(
    body.paths as Record<string, Record<string, { security?: Record<string, unknown>[] }>>,
  ).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security = [] }]) => ({
      name: `${method} ${path}`,
      access: accessBy(security),
    })),
  )
})

function accessBy(security: readonly Record<string, unknown>[]): Route['access'] {
  if (security.some((requirement) => 'admin' in requirement)) return 'admin'
  if (!security.some((requirement) => 'bearer' in requirement)) return 'open'
  return security.length > 1 ? 'optional' : 'member'
}

const named = (access: Route['access']) => routes.filter((route) => route.access === access).map(({ name }) => name)

/** Calls a route with unknown ids in its path. */
function call(name: string, options: { token?: string; id?: string; body?: unknown } = {}) {
  const [method = '', path = ''] = name.split(' ')
  const { id = 'x', body = {}, ...more } = options
  return store.call(method.toUpperCase(), path.replaceAll(/\{[^}]+\}/g, id), {
    ...more,
    ...(method !== 'get' && { body }),
  })
}

describe('every route', () => {
  it('is public only where the list of public routes names it', () => {
    expect(named('open').toSorted()).toEqual(OPEN.toSorted())
    expect(named('optional').toSorted()).toEqual(OPTIONAL.toSorted())
    expect(named('admin').filter((name) => !name.includes(' /api/admin/'))).toEqual([])
    expect(named('member').filter((name) => name.includes(' /api/admin/'))).toEqual([])
    expect(named('member').length).toBeGreaterThan(40)
  })

  it('for customers requires a session before anything else', async () => {
    for (const name of named('member')) {
      const bare = await call(name)
      expect([name, bare.status, bare.body.code]).toEqual([name, 401, 'sign-in-required'])
      const unknownToken = await call(name, { token: 'A'.repeat(43) })
      expect([name, unknownToken.status, unknownToken.body.code]).toEqual([name, 401, 'session-expired'])
    }
  })

  it('is not cacheable, except the catalogue, and has the security headers', async () => {
    for (const { name } of routes) {
      const { headers } = await call(name)
      expect([name, headers['cache-control']]).toEqual([
        name,
        KEPT.includes(name) ? expect.stringMatching(/^public, /) : expect.stringMatching(/no-store/),
      ])
      expect([name, headers['x-content-type-options']]).toEqual([name, 'nosniff'])
      expect([name, headers['content-security-policy']]).toEqual([name, expect.stringContaining("default-src 'none'")])
      expect([name, headers['access-control-allow-origin']]).toEqual([name, undefined])
    }
  })

  it('finds nothing of others and never fails for invented ids', async () => {
    const guesses = [randomUUID(), `u_${randomUUID()}`, '1', '%00', '..%2f..%2fsecret', "' or 1=1 --", 'x'.repeat(299)]
    for (const name of [...named('member'), ...named('open')].filter((path) => path.includes('{'))) {
      for (const id of guesses) {
        const answer = await call(name, { token: member.token, id: encodeURI(id) })
        // Taking away what is not there is no fault, and shows nothing.
        const isTakenAway = /^delete \/api\/(cart|unlike-template)\//.test(name) && answer.status === 200
        expect([
          name,
          id,
          isTakenAway || [400, 404, ...(name.includes(SETUP) ? [410] : [])].includes(answer.status),
        ]).toEqual([name, id, true])
      }
    }
  })

  it('rejects a large request', async () => {
    const body = { filler: 'x'.repeat(1_100_000) }
    for (const { name, access } of routes) {
      // Files of the setup are not read without its key.
      if (name.startsWith('get ') || access === 'admin' || name.includes(`${SETUP}/brand-files`)) continue
      const answer = await call(name, { body, ...(access === 'member' && { token: member.token }) })
      expect([name, answer.status]).toEqual([name, 413])
    }
  })
})
