// What is answered before the framework: over a socket, because injected requests begin behind it.
import { type IncomingHttpHeaders, request as send } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'
import { createMetrics } from '@vitrine/providers/metrics'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createRequestRecorder } from '../http/request-log.ts'
import { ResponseCache } from './response-cache.ts'
import { serveFromCache } from './response-cache-server.ts'

const items = Array.from({ length: 100 }, (_, number) => ({ number, name: 'Rajwada Nights' }))
const responseCache = new ResponseCache({
  countries: { findCountry: (ip) => (ip.startsWith('49.') ? 'IN' : 'US') },
  publicUrl: undefined,
  trustedProxies: ['127.0.0.1'],
  responseCacheMs: 60_000,
})
const metrics = createMetrics('server')
const logged: Record<string, unknown>[] = []
const log = { info: (line: Record<string, unknown>) => void logged.push(line) }
const app = Fastify({
  trustProxy: ['127.0.0.1'],
  serverFactory: serveFromCache(
    { responseCache, record: createRequestRecorder(metrics, () => log as never) },
    () => [],
  ),
})
/** Requests that came as far as the framework. */
let handled = 0
app.addHook('onRequest', async () => void handled++)
app.all('/api/items', { config: { cachedFor: 'everybody' } }, (request, reply) =>
  request.method === 'POST' ? { posted: true } : responseCache.sendJson(request, reply, async () => items),
)
app.get('/api/region', { config: { cachedFor: 'region' } }, (request, reply) =>
  responseCache.sendJson(request, reply, async () => ({ ip: request.ip })),
)
app.get('/*', { config: { cachedFor: 'page' } }, (request, reply) =>
  responseCache.sendJson(request, reply, async () => ({
    ip: request.ip,
    host: request.host,
    protocol: request.protocol,
  })),
)

beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }))
afterAll(() => app.close())
beforeEach(() => {
  handled = 0
  responseCache.clear()
})

interface Received {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

function ask(path: string, headers: Record<string, string> = {}, method = 'GET', body = ''): Promise<Received> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((done, fail) => {
    const request = send({ host: '127.0.0.1', port, path, method, headers }, async (response) => {
      done({ status: response.statusCode, headers: response.headers, body: await buffer(response) })
    })
    request.on('error', fail).end(body)
  })
}

const lasting = ({ date, 'x-request-id': id, ...rest }: IncomingHttpHeaders) => rest
const json = ({ body }: Received) => JSON.parse(String(body)) as Record<string, unknown>

/** The status of a request as it is written. */
function writeRequest(lines: readonly string[]): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`))
    socket.setEncoding('utf8').once('data', (said) => {
      socket.destroy()
      resolve(String(said).split(' ')[1] ?? '')
    })
    socket.once('error', reject)
  })
}

it.each([
  [['host: store.example', 'host: other.example'], '400'],
  [['host: store.example', 'x-forwarded-proto: javascript'], '400'],
  [['host: store.example', 'x-forwarded-host: a b'], '400'],
  [['host: a b'], '400'],
  [['host: store.example:99999'], '400'],
  [['host: [::1'], '400'],
  [['host: store.example:8080', 'x-forwarded-proto: http, https', 'x-forwarded-host: lamps.example'], '200'],
  [['host: [::1]:3000', 'x-forwarded-proto: ,'], '200'],
])('of %j answers %s', async (headers, status) => {
  expect(await writeRequest(['GET /page HTTP/1.1', ...headers])).toBe(status)
})

describe('an answer that is kept', () => {
  it('has the bytes and headers of the first one, and a request id of its own', async () => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const first = await ask('/api/items', { 'accept-encoding': encoding })
      handled = 0
      const second = await ask('/api/items', { 'accept-encoding': encoding })
      expect(handled, encoding).toBe(0)
      expect(second.status).toBe(200)
      expect(second.body).toEqual(first.body)
      expect(lasting(second.headers)).toEqual(lasting(first.headers))
      expect(second.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id'])
      expect(second.headers).toMatchObject({ vary: 'accept-encoding', 'x-content-type-options': 'nosniff' })
    }
    const { body } = await ask('/api/items', { 'accept-encoding': 'br' })
    expect(JSON.parse(String(brotliDecompressSync(body)))).toEqual(items)
  })

  it('is 304 for those who have it, and for HEAD the head of a GET', async () => {
    const { headers } = await ask('/api/items')
    handled = 0
    const again = await ask('/api/items', { 'if-none-match': String(headers.etag) })
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag])
    expect(again.headers).not.toHaveProperty('content-type')
    const head = await ask('/api/items', {}, 'HEAD')
    expect([head.status, head.body.length]).toEqual([200, 0])
    expect(head.headers['content-length']).toBe(headers['content-length'])
    expect(handled).toBe(0)
  })

  it('is counted and logged as every request, by its route and without its query', async () => {
    await ask('/api/items?token=secret')
    logged.length = 0
    const { headers } = await ask('/api/items?token=secret')
    expect(logged).toEqual([
      {
        requestId: headers['x-request-id'],
        method: 'GET',
        path: '/api/items',
        status: 200,
        durationMs: expect.any(Number),
      },
    ])
    const figures = await metrics.read()
    expect(figures).toMatch(/_count\{[^}]*method="GET",route="\/api\/items",status="200"[^}]*\} \d/)
  })

  it('is for the region, scheme and host that a trusted proxy names', async () => {
    const named = (country: string, host = 'store.example', protocol = 'https') => ({
      'x-forwarded-for': country === 'IN' ? '49.36.0.1' : '8.8.8.8',
      'x-forwarded-host': host,
      'x-forwarded-proto': protocol,
    })
    const visitors = [named('IN'), named('US'), named('US', 'evil.example'), named('US', 'store.example', 'http')]
    for (const path of ['/api/region', '/page']) {
      const firsts: Received[] = []
      for (const visitor of visitors) firsts.push(await ask(path, visitor))
      handled = 0
      for (const [index, visitor] of visitors.entries()) {
        const again = await ask(path, visitor)
        expect(json(again)).toEqual(json(firsts[index] as Received))
        const isHttps = visitor['x-forwarded-proto'] === 'https'
        expect(again.headers['strict-transport-security'] !== undefined).toBe(isHttps)
      }
      expect(handled).toBe(0)
    }
    expect(json(await ask('/page', named('IN')))).toEqual({ ip: '49.36.0.1', host: 'store.example', protocol: 'https' })
  })

  it('is nobody’s who sends a body or another method', async () => {
    await ask('/api/items')
    handled = 0
    await ask('/api/items', { 'content-length': '2' }, 'GET', '{}')
    await ask('/api/items', { 'transfer-encoding': 'chunked' }, 'GET', '{}')
    expect(json(await ask('/api/items', {}, 'POST'))).toEqual({ posted: true })
    expect(handled).toBe(3)
  })

  it('is not found under another spelling of its address', async () => {
    await ask('/page')
    handled = 0
    for (const other of ['/page?', '/page/', '//page', '/%70age', '/page?a', '/Page']) await ask(other)
    expect(handled).toBe(6)
  })
})
