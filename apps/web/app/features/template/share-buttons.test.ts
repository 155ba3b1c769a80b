import { afterEach, describe, expect, it, vi } from 'vitest'
import { fetchShared, handOver, nameIn, whatsAppName } from './share-buttons.tsx'

const video = new File(['x'], 'video.mp4', { type: 'video/mp4' })

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A browser that shares files, and what its dialog answers. */
function stubShare(answer: () => Promise<void>) {
  const share = vi.fn(answer)
  vi.stubGlobal('navigator', { share, canShare: ({ files }: ShareData) => files?.length === 1 })
  return share
}

describe('handOver', () => {
  it('gives the file to the app that the customer picks', async () => {
    const share = stubShare(async () => undefined)
    expect(await handOver(video)).toBe('shared')
    expect(share).toHaveBeenCalledWith({ files: [video] })
  })

  it('asks for another press when the first one is too long ago', async () => {
    stubShare(() => Promise.reject(new DOMException('', 'NotAllowedError')))
    expect(await handOver(video)).toBe('needs-press')
  })

  it('is no error when the customer picks nothing', async () => {
    stubShare(() => Promise.reject(new DOMException('', 'AbortError')))
    expect(await handOver(video)).toBe('cancelled')
  })
})

describe('fetchShared', () => {
  it('asks for a fresh link and takes the name that it gives', async () => {
    const headers = {
      'content-type': 'video/mp4',
      'content-disposition': `attachment; filename*=UTF-8''My%20video.mp4`,
    }
    vi.stubGlobal('fetch', async (url: string) => {
      expect(url).toBe('/fresh')
      return new Response('film', { headers: { ...headers, 'content-length': '4' } })
    })
    const percents: number[] = []
    const never = new AbortController().signal
    const file = await fetchShared({ kind: 'video', findUrl: async () => '/fresh' }, (one) => percents.push(one), never)
    expect([file.name, file.type, await file.text()]).toEqual(['My video.mp4', 'video/mp4', 'film'])
    expect(percents).toEqual([100])
  })

  it('rejects when the link has expired or the file is gone', async () => {
    vi.stubGlobal('fetch', async () => new Response('', { status: 403 }))
    const never = new AbortController().signal
    await expect(fetchShared({ kind: 'video', findUrl: async () => '/old' }, () => {}, never)).rejects.toThrow('403')
    await expect(fetchShared({ kind: 'video', findUrl: async () => undefined }, () => {}, never)).rejects.toThrow()
  })
})

describe('names', () => {
  it('are read from both forms of the header', () => {
    expect(nameIn('attachment; filename="a.mp4"')).toBe('a.mp4')
    expect(nameIn(`attachment; filename="a.mp4"; filename*=UTF-8''%E2%82%B9.mp4`)).toBe('\u20b9.mp4')
    expect(nameIn(null)).toBeUndefined()
  })

  it('tell the two files apart', () => {
    expect(whatsAppName('birthday.mp4')).toBe('birthday-whatsapp.mp4')
  })
})
