import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bustCache, chooseLink, findCached, getCached, putCached } from './detail-data.ts'

describe('the address of a video', () => {
  it.each(['http://videos.example/a.mp4', 'https://videos.example/a.mp4', 'blob:https://store.example/1'])(
    'is the template’s own when it is a whole one: %s',
    (link) => {
      expect(chooseLink(link, '/signed.mp4')).toBe(link)
    },
  )

  it('is the signed one otherwise, and what the template says where that could not be had', () => {
    expect(chooseLink('media/a.mp4', '/signed.mp4')).toBe('/signed.mp4')
    expect(chooseLink('/media/a.mp4', null)).toBe('/media/a.mp4')
    expect(chooseLink('', null)).toBeNull()
  })

  it('is another one for every retry, unless the video lies in the browser', () => {
    expect(bustCache('/a.mp4', 0)).toBe('/a.mp4')
    expect(bustCache('/a.mp4', 2)).toBe('/a.mp4?retry=2')
    expect(bustCache('/a.mp4?key=1', 1)).toBe('/a.mp4?key=1&retry=1')
    expect(bustCache('blob:https://store.example/1', 3)).toBe('blob:https://store.example/1')
  })
})

// The hour-long memory of template pages.

let entries: Map<string, string>
let isFull = false

beforeEach(() => {
  entries = new Map()
  isFull = false
  vi.useFakeTimers({ now: 1_000_000 })
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull && entries.size > 0) throw new Error('QuotaExceededError')
      entries.set(key, value)
    },
    removeItem: (key: string) => entries.delete(key),
  }
  // Object.keys(localStorage) names what is stored.
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      ownKeys: () => [...entries.keys()],
      getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true }),
    }),
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('keeps a template for an hour, then removes it and asks again', async () => {
  const ask = vi.fn(async () => ({ name: 'Lamps' }))
  expect(await getCached('video', 'lamps-template', ask)).toEqual({ name: 'Lamps' })
  vi.advanceTimersByTime(3_599_999)
  expect(await getCached('video', 'lamps', ask)).toEqual({ name: 'Lamps' })
  expect(ask).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(findCached('video', 'lamps')).toBeUndefined()
  expect(entries.size).toBe(0)
  await getCached('video', 'lamps', ask)
  expect(ask).toHaveBeenCalledTimes(2)
})

it('shares one request among simultaneous callers, and does not cache a failure', async () => {
  const ask = vi.fn(() => Promise.reject(new Error('down')))
  const both = await Promise.allSettled([getCached('image', 'card', ask), getCached('image', 'card', ask)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(ask).toHaveBeenCalledTimes(1)
  await expect(getCached('image', 'card', async () => 1)).resolves.toBe(1)
})

it('evicts other templates from a full storage, and survives unreadable entries', () => {
  putCached('video', 'one', 1)
  isFull = true
  putCached('video', 'two', 2)
  expect([findCached('video', 'one'), findCached('video', 'two')]).toEqual([undefined, 2])
  entries.set('vitrine-template:video:two', '{')
  expect(findCached('video', 'two')).toBeUndefined()
})
