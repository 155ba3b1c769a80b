import { afterEach, expect, it, vi } from 'vitest'
import { networkErrorMessage } from '../api/api.ts'
import { loadPart } from './load-part.ts'

const failure = new TypeError('Failed to fetch dynamically imported module: https://shop/assets/export-video-1a2b.js')

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
