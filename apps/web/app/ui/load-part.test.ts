import { expect, it, vi } from 'vitest'
import { networkErrorMessage } from '../api/api.ts'
import { loadPart } from './load-part.ts'

const failure = new TypeError('Failed to fetch dynamically imported module: https://shop/assets/export-video-1a2b.js')

it('gives what was fetched, also at the second attempt', async () => {
  const load = vi.fn().mockRejectedValueOnce(failure).mockResolvedValue('part')
  expect(await loadPart(load)).toBe('part')
})

it('reports a lost network, and never names a file', async () => {
  const lost = loadPart(() => Promise.reject(failure))
  await expect(lost).rejects.toMatchObject({
    status: 0,
    code: 'network',
    message: networkErrorMessage(),
    cause: failure,
  })
})
