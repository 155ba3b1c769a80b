import { brotliDecompressSync } from 'node:zlib'
import Fastify from 'fastify'
import { describe, expect, it, vi } from 'vitest'
import { ExpiringCache, ResponseCache } from './response-cache.ts'

const size = (text: string) => text.length

describe('the cache of values', () => {
  it('computes a value once for all callers during and after the computation', async () => {
    const values = new ExpiringCache(60_000, size)
    let count = 0
    const make = async () => `value ${++count}`
    const answers = await Promise.all([values.get('a', make), values.get('a', make), values.get('b', make)])
    expect(answers).toEqual(['value 1', 'value 1', 'value 2'])
    expect(await values.get('a', make)).toBe('value 1')
  })

  it('does not cache a failure, and rejects all waiting callers', async () => {
    const values = new ExpiringCache(60_000, size)
    const fail = () => Promise.reject(new Error('the database is away'))
    const waiting = await Promise.allSettled([values.get('a', fail), values.get('a', fail)])
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await values.get('a', async () => 'back')).toBe('back')
  })

  it('caches nothing with a lifetime of 0 or a size of 0', async () => {
    let count = 0
    const make = async () => String(++count)
    const none = new ExpiringCache(0, size)
    expect([await none.get('a', make), await none.get('a', make)]).toEqual(['1', '2'])
    const weightless = new ExpiringCache(60_000, () => 0)
    expect([await weightless.get('a', make), await weightless.get('a', make)]).toEqual(['3', '4'])
  })

  it('can be cleared, also of values that are being computed', async () => {
    const values = new ExpiringCache(60_000, size)
    const before = Promise.withResolvers<string>()
    const slow = values.get('a', () => before.promise)
    await values.get('b', async () => 'old')
    values.clear()
    expect(await values.get('b', async () => 'new')).toBe('new')
    expect(await values.get('a', async () => 'new')).toBe('new')
    before.resolve('old')
    expect(await slow).toBe('old')
    expect(await values.get('a', async () => 'newer')).toBe('new')
  })

  it('drops values whose time is over', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const values = new ExpiringCache(60_000, () => 1000)
      for (const key of ['a', 'b', 'c']) await values.get(key, async () => key)
      vi.advanceTimersByTime(60_001)
      await values.get('d', async () => 'd')
      expect(values.sizeBytes).toBeLessThan(2000)
    } finally {
      vi.useRealTimers()
    }
  })

  it('evicts the oldest value when it is full', async () => {
    const values = new ExpiringCache(60_000, () => 40 * 1024 * 1024)
    let count = 0
    const make = async () => String(++count)
    await values.get('a', make)
    await values.get('b', make)
    expect(await values.get('b', make)).toBe('2')
    expect(await values.get('a', make)).toBe('3')
  })
})

describe('the cache of answers', () => {
  const items = Array.from({ length: 100 }, (_, number) => ({ number, name: 'Rajwada Nights' }))
  function openApp() {
    const responseCache = new ResponseCache({
      countries: { findCountry: () => 'IN' },
      publicUrl: undefined,
      trustedProxies: [],
      responseCacheMs: 60_000,
    })
    const app = Fastify()
    let count = 0
    app.get('/api/items', { config: { cachedFor: 'everybody' } }, (request, reply) =>
      responseCache.sendJson(request, reply, async () => {
        count++
        return items
      }),
    )
    return { app, responseCache, count: () => count }
  }

  it('sends the accepted encoding, with one query of the source', async () => {
    const { app, count } = openApp()
    const get = (accept: string) => app.inject({ url: '/api/items', headers: { 'accept-encoding': accept } })
    const plain = await get('identity')
    expect(plain.json()).toEqual(items)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect((await get('gzip, br')).headers['content-encoding']).toBe('br')
    expect((await get('gzip;q=0.5, br;q=0')).headers['content-encoding']).toBe('gzip')
    const packed = await get('br')
    expect(JSON.parse(String(brotliDecompressSync(packed.rawPayload)))).toEqual(items)
    expect(packed.headers['content-length']).toBe(String(packed.rawPayload.length))
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
    expect(count()).toBe(1)
  })

  it('answers 304 to a caller that has it, without what only a body needs', async () => {
    const { app, responseCache } = openApp()
    const { headers } = await app.inject('/api/items')
    const ask = () => app.inject({ url: '/api/items', headers: { 'if-none-match': `"x", ${headers.etag}` } })
    for (const isCached of [true, false]) {
      if (!isCached) responseCache.clear()
      const again = await ask()
      expect([again.statusCode, again.payload]).toEqual([304, ''])
      expect(again.headers).toMatchObject({ etag: headers.etag, vary: 'accept-encoding' })
      expect(again.headers).not.toHaveProperty('content-type')
      expect(again.headers).not.toHaveProperty('content-encoding')
    }
    const other = await app.inject({ url: '/api/items', headers: { 'if-none-match': '"x"' } })
    expect(other.statusCode).toBe(200)
  })

  it('keeps a hash of a long address', async () => {
    const { app, count } = openApp()
    const long = `/api/items?${'x'.repeat(5000)}`
    await app.inject(long)
    await app.inject(long)
    await app.inject(`${long}y`)
    expect(count()).toBe(2)
  })
})
