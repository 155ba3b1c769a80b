import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createVisitorReader } from './visitor.ts'

const headersToTry: Record<string, string | string[]>[] = [
  {},
  { host: 'Store.Example:8080' },
  { 'x-forwarded-for': '49.36.0.1' },
  { 'x-forwarded-for': '1.2.3.4, 49.36.0.1' },
  { 'x-forwarded-for': '1.2.3.4, 10.0.0.2' },
  { 'x-forwarded-for': 'unknown, 10.0.0.2' },
  { 'x-forwarded-for': '' },
  { 'x-forwarded-for': '2405:200::1' },
  { 'x-forwarded-host': 'a.example', 'x-forwarded-proto': 'https' },
  { 'x-forwarded-host': 'a.example, b.example', 'x-forwarded-proto': 'http, https' },
  { 'x-forwarded-host': '', 'x-forwarded-proto': ',' },
  { 'x-forwarded-proto': 'ftp', forwarded: 'for=1.2.3.4;host=evil.example' },
]

it('is whom Fastify takes them for, behind proxies and without', async () => {
  for (const proxies of [[], ['10.0.0.1'], ['10.0.0.0/8'], ['loopback', '10.0.0.1']]) {
    const read = createVisitorReader(proxies)
    const app = Fastify({ trustProxy: proxies.length > 0 ? proxies : false })
    app.get('/', async ({ ip, protocol, host, raw }) => ({ theirs: { ip, protocol, host }, ours: read(raw) }))
    for (const remoteAddress of ['10.0.0.1', '127.0.0.1', '8.8.8.8', '::ffff:10.0.0.1']) {
      for (const headers of headersToTry) {
        const { theirs, ours } = (await app.inject({ url: '/', remoteAddress, headers })).json()
        expect(ours, JSON.stringify({ proxies, remoteAddress, headers })).toEqual(theirs)
      }
    }
  }
})
