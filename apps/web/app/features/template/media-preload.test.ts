// Preloading a video: how often and how patiently it asks.
import { expect, it, vi } from 'vitest'
import { preloadMedia } from './preview-player.tsx'

const signal = new AbortController().signal

it('requests three times, waiting 1 s and then 2 s, and then gives up', async () => {
  const waits: number[] = []
  const ask = vi.fn(async () => false)
  expect(await preloadMedia('/video.mp4', { signal, ask, wait: async (ms) => void waits.push(ms) })).toBe(false)
  expect(ask).toHaveBeenCalledTimes(3)
  expect(waits).toEqual([1000, 2000])
})

it('stops asking when the file is there, also after no answer came', async () => {
  const ask = vi
    .fn<(url: string) => Promise<boolean>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockResolvedValue(true)
  expect(await preloadMedia('/video.mp4', { signal, ask, wait: async () => undefined })).toBe(true)
  expect(ask).toHaveBeenCalledTimes(2)
})

it('treats local files as available, without a request', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  expect(await preloadMedia('blob:https://store.example/1', { signal })).toBe(true)
  expect(fetched).not.toHaveBeenCalled()
  fetched.mockRestore()
})

it('stops when it is aborted', async () => {
  const gone = AbortSignal.abort()
  const ask = vi.fn(async () => true)
  expect(await preloadMedia('/video.mp4', { signal: gone, ask })).toBe(false)
  expect(ask).not.toHaveBeenCalled()
})
