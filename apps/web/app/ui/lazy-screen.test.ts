// Parts of pages that cannot be fetched: which one, and why.
import { afterEach, expect, it, vi } from 'vitest'
import { chunkTimeoutMs, loadChunk } from './lazy-screen.ts'

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
