import { connect } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { americanIp, indianIp, useApp } from '../testing/app.ts'
import { insertMember } from '../testing/member.ts'

const store = useApp()

describe('errors', () => {
  it('have one shape, whatever is wrong with a request', async () => {
    const json = { 'content-type': 'application/json' }
    const malformed = await store.call('POST', '/api/login', { body: '{"email": ', headers: json })
    expect(malformed.status).toBe(400)
    expect(malformed.body).toEqual({ error: 'The request is not valid JSON', code: 'invalid-json' })

    const empty = await store.call('POST', '/api/login', { body: '', headers: json })
    expect(empty).toMatchObject({ status: 400, body: { code: 'invalid-json' } })

    const form = await store.call('POST', '/api/login', {
      body: 'email=a',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(form).toMatchObject({ status: 400, body: { code: 'invalid-json' } })

    const invalid = await store.call('POST', '/api/login', { body: { email: 'nobody', password: '' } })
    expect(invalid.status).toBe(400)
    expect(invalid.body).toMatchObject({
      code: 'invalid-input',
      issues: [
        { path: 'email', message: 'Please enter a valid email address' },
        { path: 'password', message: 'Please enter your password' },
      ],
    })

    const poisoned = await store.call('POST', '/api/login', { body: '{"__proto__": {"admin": true}}', headers: json })
    expect(poisoned).toMatchObject({ status: 400, body: { code: 'invalid-json' } })

    const large = await store.call('POST', '/api/login', { body: { email: 'x'.repeat(1_100_000) } })
    expect(large).toMatchObject({ status: 413, body: { code: 'payload-too-large' } })

    const badQuery = await store.call('GET', '/api/catalogue/video?limit=many')
    expect(badQuery).toMatchObject({ status: 400, body: { code: 'invalid-input', issues: [{ path: 'limit' }] } })
    const badPath = await store.call('GET', '/api/template/%E0%A4%A')
    expect(badPath).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
  })

  it('refuse a character that no database can store, wherever it comes in', async () => {
    const { token } = await insertMember(store)
    const issues = [{ message: 'A text holds unreadable characters' }]
    const unreadable = { status: 400, body: { code: 'invalid-input', issues } }
    for (const [method, path, body] of [
      ['GET', '/api/template/%00'],
      ['GET', '/api/catalogue/video?search=a%00b'],
      ['GET', '/api/assets/%00'],
      ['GET', '/api/projects?templateId=%00'],
      ['DELETE', '/api/unlike-template/%00'],
      ['POST', '/api/projects', { templateId: 'a\0b' }],
      ['POST', '/api/download-template', { templateId: 'a\0b' }],
      ['PUT', '/api/profile', { actualName: 'A\0sha' }],
    ] as const) {
      expect(await store.call(method, path, { token, body }), `${method} ${path}`).toMatchObject(unreadable)
    }
  })

  it('have that shape also when the request cannot be parsed', async () => {
    const { port } = new URL(await store.app.listen({ host: '127.0.0.1', port: 0 }))
    const ask = async (text: string) => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.end(text)
      const [head = '', body = ''] = (await readText(socket)).split('\r\n\r\n')
      return { status: Number(head.split(' ')[1]), body: JSON.parse(body) as unknown }
    }
    expect(await ask('no http at all\r\n\r\n')).toMatchObject({ status: 400, body: { code: 'invalid-input' } })
    expect(await ask(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(40_000)}\r\n\r\n`)).toMatchObject({
      status: 431,
      body: { code: 'payload-too-large' },
    })
  })

  it('say 404 in JSON for unknown paths of the API, in any method', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing-here'],
      ['POST', '/api/nothing-here'],
      ['GET', '/api'],
      ['DELETE', '/api/login'],
    ] as const) {
      const answer = await store.call(method, path)
      expect(answer, `${method} ${path}`).toMatchObject({
        status: 404,
        body: { error: 'Not found', code: 'not-found' },
      })
    }
  })

  it('reveal nothing about a bug but its request id', async () => {
    const findCountry = store.deps.countries.findCountry
    Object.assign(store.deps.countries, {
      findCountry: () => {
        throw new Error('secret detail')
      },
    })
    try {
      const answer = await store.call('GET', '/api/geo')
      expect(answer.status).toBe(500)
      expect(answer.text).not.toContain('secret detail')
      expect(answer.body).toEqual({
        error: 'Something went wrong on our side. Nothing was lost; please try again.',
        code: 'internal',
        requestId: answer.headers['x-request-id'],
      })
    } finally {
      Object.assign(store.deps.countries, { findCountry })
    }
  })

  it('require a session only where one is needed, and distinguish a missing session from an ended one', async () => {
    const missing = await store.call('GET', '/api/profile')
    expect(missing).toMatchObject({ status: 401, body: { code: 'sign-in-required' } })
    expect(missing.headers['www-authenticate']).toBe('Bearer')
    const ended = await store.call('GET', '/api/profile', { token: 'made-up' })
    expect(ended).toMatchObject({ status: 401, body: { code: 'session-expired' } })
    const odd = await store.call('GET', '/api/profile', { headers: { authorization: 'Basic YTpi' } })
    expect(odd).toMatchObject({ status: 401, body: { code: 'sign-in-required' } })
    expect((await store.call('GET', '/api/geo', { token: 'made-up' })).status).toBe(200)
  })
})

describe('headers', () => {
  it('protect every answer, errors included', async () => {
    for (const path of ['/api/geo', '/api/nothing-here', '/nothing-here', '/media/nothing', '/sandbox/outbox.json']) {
      const { headers } = await store.call('GET', path)
      expect(headers, path).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
      })
      expect(headers['content-security-policy'], path).toContain("default-src 'none'")
      expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
      expect(headers['permissions-policy'], path).toContain('camera=()')
      expect(headers['strict-transport-security'], path).toBeUndefined()
      expect(headers['x-powered-by'], path).toBeUndefined()
    }
  })

  it('carry a request id of our own making', async () => {
    const first = await store.call('GET', '/api/geo', { headers: { 'x-request-id': 'mine' } })
    const second = await store.call('GET', '/api/geo')
    expect(first.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
  })

  it('compress what is worth it, as the caller prefers', async () => {
    const readEncoding = async (accepted: string) =>
      (await store.call('GET', '/api/openapi.json', { headers: { 'accept-encoding': accepted } })).headers[
        'content-encoding'
      ]
    expect(await readEncoding('gzip, deflate, br')).toBe('br')
    expect(await readEncoding('gzip')).toBe('gzip')
    expect(await readEncoding('identity')).toBeUndefined()
    const small = await store.call('GET', '/api/geo', { headers: { 'accept-encoding': 'br' } })
    expect(small.headers['content-encoding']).toBeUndefined()
  })
})

describe('region', () => {
  it('follows the address of the connection and nothing the client says', async () => {
    const inr = {
      country_code2: 'IN',
      currencyCode: 'INR',
      currencySymbol: '₹',
      isIndianUser: true,
      minorUnitsPer1000Credits: 79_800,
    }
    const usd = {
      country_code2: 'US',
      currencyCode: 'USD',
      currencySymbol: '$',
      isIndianUser: false,
      minorUnitsPer1000Credits: 950,
    }
    expect((await store.call('GET', '/api/geo', { ip: indianIp })).body).toMatchObject(inr)
    expect((await store.call('GET', '/api/geo', { ip: americanIp })).body).toMatchObject(usd)
    expect((await store.call('GET', '/api/geo')).body).toMatchObject(usd)
    const forwarded = { ip: americanIp, headers: { 'x-forwarded-for': indianIp } }
    expect((await store.call('GET', '/api/geo', forwarded)).body).toMatchObject(usd)
  })
})

describe('health', () => {
  it('reports every part, and degrades when one fails', async () => {
    const well = await store.call('GET', '/api/health')
    expect(well).toMatchObject({
      status: 200,
      body: { status: 'ok', version: '1.2.3', database: 'ok', queue: 'ok', storage: 'ok' },
    })
    const check = store.deps.storage.check
    Object.assign(store.deps.storage, { check: () => Promise.reject(new Error('disk full')) })
    try {
      const ill = await store.call('GET', '/api/health')
      expect(ill).toMatchObject({ status: 503, body: { status: 'degraded', database: 'ok', storage: 'failing' } })
      expect(ill.text).not.toContain('disk full')
    } finally {
      Object.assign(store.deps.storage, { check })
    }
  })

  it('degrades when the catalogue cannot be read, though the database answers', async () => {
    await store.db.execute(sql`alter table template_versions rename to template_versions_away`)
    try {
      const ill = await store.call('GET', '/api/health')
      expect(ill).toMatchObject({ status: 503, body: { database: 'failing', queue: 'ok' } })
    } finally {
      await store.db.execute(sql`alter table template_versions_away rename to template_versions`)
    }
  })
})

describe('OpenAPI', () => {
  type Operation = {
    summary?: string
    parameters?: { name: string; in: string }[]
    responses: Record<string, unknown>
    security?: object[]
  }
  type Document = {
    openapi: string
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, unknown>; securitySchemes: Record<string, unknown> }
  }

  it('describes every route, with references that resolve and parameters that exist', async () => {
    const answer = await store.call('GET', '/api/openapi.json')
    expect(answer.status).toBe(200)
    const document = answer.body as unknown as Document
    expect(document.openapi).toBe('3.1.0')
    for (const path of [
      '/api/templates',
      '/api/template/{templateId}',
      '/api/login',
      '/api/register',
      '/api/profile',
      '/api/download-template',
      '/api/assets',
      '/api/projects/{projectId}',
      '/api/operations/events',
      '/api/user-generated-videos',
      '/api/geo',
      '/api/health',
    ]) {
      expect(Object.keys(document.paths), path).toContain(path)
    }
    for (const [path, operations] of Object.entries(document.paths)) {
      expect(path).not.toContain('*')
      for (const [method, operation] of Object.entries(operations)) {
        const name = `${method} ${path}`
        expect(operation.summary, name).toBeTruthy()
        expect(
          Object.keys(operation.responses).some((status) => status.startsWith('2')),
          name,
        ).toBe(true)
        const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()
        const declared = (operation.parameters ?? []).filter((p) => p.in === 'path').map((p) => p.name)
        expect(declared.sort(), name).toEqual(placeholders)
      }
    }
    const references = [...answer.text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map((match) => match[1])
    expect(new Set(references).size).toBeGreaterThan(8)
    for (const name of references) expect(Object.keys(document.components.schemas)).toContain(name)
    expect(document.paths['/api/profile']?.get?.security).toEqual([{ bearer: [] }])
    expect(document.paths['/api/login']?.post?.security).toBeUndefined()
  })

  it('can be browsed under a policy that reaches no other host', async () => {
    const page = await store.call('GET', '/api/docs')
    expect(page.status).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    const policy = page.headers['content-security-policy'] ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/https:|unsafe-eval|script-src[^;]*unsafe-inline/)
    for (const file of ['swagger-ui-bundle.js', 'swagger-ui.css', 'swagger-initializer.js']) {
      expect((await store.call('GET', `/api/docs/static/${file}`)).status, file).toBe(200)
    }
  })
})

describe('behind a trusted proxy', () => {
  const proxied = useApp(() => ({ trustedProxies: ['10.0.0.0/8'] }))
  const forwarded = { 'x-forwarded-for': indianIp, 'x-forwarded-proto': 'https' }

  it('takes address and protocol of the caller from the proxy, and from nobody else', async () => {
    const trusted = await proxied.call('GET', '/api/geo', { ip: '10.1.2.3', headers: forwarded })
    expect(trusted.body).toMatchObject({ country_code2: 'IN' })
    expect(trusted.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
    const forged = await proxied.call('GET', '/api/geo', { ip: americanIp, headers: forwarded })
    expect(forged.body).toMatchObject({ country_code2: 'US' })
    expect(forged.headers['strict-transport-security']).toBeUndefined()
    // A visitor who prepends an address of their choice only adds to the left of what the proxy saw.
    const headers = { 'x-forwarded-for': `${indianIp}, ${americanIp}` }
    const prepended = await proxied.call('GET', '/api/geo', { ip: '10.1.2.3', headers })
    expect(prepended.body).toMatchObject({ country_code2: 'US' })
  })
})
