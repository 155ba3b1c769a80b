import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { RecentJson, RecentValues } from './recent-answer.ts'

const size = (text: string) => text.length

describe('values kept for a moment', () => {
  it('makes a value once for everybody who asks while it is made, and after', async () => {
    const values = new RecentValues(60_000, size)
    let made = 0
    const make = async () => `value ${++made}`
    const answers = await Promise.all([values.get('a', make), values.get('a', make), values.get('b', make)])
    expect(answers).toEqual(['value 1', 'value 1', 'value 2'])
    expect(await values.get('a', make)).toBe('value 1')
  })

  it('does not keep a failure, and tells everybody who waited', async () => {
    const values = new RecentValues(60_000, size)
    const fail = () => Promise.reject(new Error('the database is away'))
    const waiting = await Promise.allSettled([values.get('a', fail), values.get('a', fail)])
    expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(await values.get('a', async () => 'back')).toBe('back')
  })

  it('keeps nothing when told to keep for no time, and nothing of no size', async () => {
    let made = 0
    const make = async () => String(++made)
    const none = new RecentValues(0, size)
    expect([await none.get('a', make), await none.get('a', make)]).toEqual(['1', '2'])
    const weightless = new RecentValues(60_000, () => 0)
    expect([await weightless.get('a', make), await weightless.get('a', make)]).toEqual(['3', '4'])
  })

  it('forgets everything when told to, also what was being made just then', async () => {
    const values = new RecentValues(60_000, size)
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

  it('forgets the oldest when it holds too much', async () => {
    const values = new RecentValues(60_000, () => 20 * 1024 * 1024)
    let made = 0
    const make = async () => String(++made)
    await values.get('a', make)
    await values.get('b', make)
    expect(await values.get('b', make)).toBe('2')
    expect(await values.get('a', make)).toBe('3')
  })
})

describe('JSON kept for a moment', () => {
  const items = Array.from({ length: 100 }, (_, number) => ({ number, name: 'Rajwada Nights' }))
  async function openApp() {
    const app = Fastify()
    const recent = new RecentJson(60_000)
    let asked = 0
    app.get('/items', (request, reply) =>
      recent.send(request, reply, async () => {
        asked++
        return items
      }),
    )
    return { app, asked: () => asked }
  }

  it('sends the encoding the caller takes, from one question to the source', async () => {
    const { app, asked } = await openApp()
    const get = (accept: string) => app.inject({ url: '/items', headers: { 'accept-encoding': accept } })
    const plain = await get('identity')
    expect(plain.json()).toEqual(items)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect((await get('gzip, br')).headers['content-encoding']).toBe('br')
    expect((await get('gzip;q=0.5, br;q=0')).headers['content-encoding']).toBe('gzip')
    expect((await get('br')).rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
    expect(asked()).toBe(1)
  })

  it('says not modified to who has it', async () => {
    const { app } = await openApp()
    const { headers } = await app.inject('/items')
    const again = await app.inject({ url: '/items', headers: { 'if-none-match': String(headers.etag) } })
    expect([again.statusCode, again.payload]).toEqual([304, ''])
  })
})
