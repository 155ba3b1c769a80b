import { afterEach, expect, it, vi } from 'vitest'
import { networkErrorMessage } from './api.ts'
import { chunkTimeoutMs, loadChunk, loadPart, preloadParts } from './load-part.ts'

const failure = new TypeError('Failed to fetch dynamically imported module: https://store/assets/export-video-1a2b.js')

it('gives what was fetched, also at the second attempt', async () => {
  const load = vi
    .fn()
    .mockRejectedValueOnce(new TypeError('Importing a module script failed.'))
    .mockResolvedValue('part')
  expect(await loadPart(load)).toBe('part')
})

afterEach(() => vi.unstubAllGlobals())

it('asks for a reload where the file is gone, because the store was updated', async () => {
  vi.stubGlobal('fetch', async () => new Response(undefined, { status: 404 }))
  const lost = loadPart(() => Promise.reject(failure))
  await expect(lost).rejects.toMatchObject({
    status: 0,
    message: 'The store has been updated. Please reload the page and try again.',
  })
})

it('reports a lost network, and never names a file', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
  const lost = loadPart(() => Promise.reject(failure))
  await expect(lost).rejects.toMatchObject({
    status: 0,
    code: 'network',
    message: networkErrorMessage(),
    cause: failure,
  })
})

it('fetches what will be needed once the browser is idle, and nothing for a page that was left before', () => {
  vi.useFakeTimers()
  try {
    const waiting = new Map<number, () => void>()
    vi.stubGlobal('requestIdleCallback', (callback: () => void) => waiting.set(waiting.size, callback).size - 1)
    vi.stubGlobal('cancelIdleCallback', (request: number) => waiting.delete(request))
    const load = vi.fn().mockRejectedValue(failure)
    preloadParts([load])()
    expect([waiting.size, load.mock.calls.length]).toEqual([0, 0])
    preloadParts([load])
    for (const callback of waiting.values()) callback()
    expect(load).toHaveBeenCalledOnce()

    // Safari has no such callback.
    vi.unstubAllGlobals()
    preloadParts([load])()
    preloadParts([load])
    vi.runAllTimers()
    expect(load).toHaveBeenCalledTimes(2)
  } finally {
    vi.useRealTimers()
  }
})

// Parts of pages that cannot be fetched: which one, and why.

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('are given up after two minutes', async () => {
  vi.useFakeTimers()
  expect(chunkTimeoutMs).toBe(120_000)
  const loading = loadChunk('cookie-settings', () => new Promise(() => undefined))
  const outcome = expect(loading).rejects.toMatchObject({
    name: 'ChunkLoadError',
    chunk: 'cookie-settings',
    reason: 'timeout',
    message: 'Loading chunk cookie-settings failed (timeout)',
  })
  await vi.advanceTimersByTimeAsync(120_000)
  await outcome
})

it('are distinguished: missing on the server, or broken', async () => {
  const failing = () =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module: https://store.test/assets/a.js'))
  vi.stubGlobal('fetch', async () => new Response(null, { status: 404 }))
  await expect(loadChunk('faq', failing)).rejects.toMatchObject({ reason: 'missing' })
  vi.stubGlobal('fetch', async () => new Response(null, { status: 200 }))
  await expect(loadChunk('faq', failing)).rejects.toMatchObject({ reason: 'error' })
  await expect(loadChunk('faq', () => Promise.reject(new SyntaxError('broken')))).rejects.toMatchObject({
    reason: 'error',
  })
})

it('are returned when loaded', async () => {
  await expect(loadChunk('faq', async () => 7)).resolves.toBe(7)
})
