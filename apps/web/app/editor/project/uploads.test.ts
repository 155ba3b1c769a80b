import type { Asset } from '@vitrine/contract/media'
import { isUnderWay } from '@vitrine/contract/operation-status'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiResponseError } from '../../api/api.ts'
import { uploadCancelled } from '../../api/send-file.ts'
import { createAssetLibrary, isLocal } from './asset-library.ts'
import { findFileKind } from './assign-files.ts'
import type { DraftStore, StoredFile } from './draft-store.ts'
import { createUploads, findFileProblem } from './uploads.ts'

const photo = () => new File(['picture'], 'photo.jpg', { type: 'image/jpeg' })
const ready = (assetId: string) =>
  ({ assetId, kind: 'image', status: 'succeeded', width: 2000, height: 3000, url: '/x' }) as Asset

function start({ isHeld = false, keeps = true } = {}) {
  const kept = new Map<string, StoredFile>()
  const drafts: DraftStore = {
    open: () => undefined,
    findDraft: async () => undefined,
    keepDraft: async () => true,
    findHistory: async () => undefined,
    keepHistory: async () => true,
    listFiles: async () => [...kept.values()],
    keepFile: async (file) => keeps && kept.set(file.localId, file) !== undefined,
    forgetFile: async (localId) => kept.delete(localId),
  }
  const world = {
    kept,
    sent: 0,
    failure: undefined as ApiResponseError | undefined,
    assetFailure: undefined as ApiResponseError | undefined,
    aborted: undefined as unknown,
    arrived: [] as [string, string | undefined][],
    ready: [] as string[],
    unkept: [] as string[],
    /** What the server says about the asset, one answer after the other; the last one stays. */
    answers: [ready('u_9')] as Asset[],
    /** Lets the sending end. */
    finish: (() => {}) as () => void,
  }
  const library = createAssetLibrary({}, {}, [])
  const next = () => (world.answers.length > 1 ? (world.answers.shift() as Asset) : (world.answers[0] as Asset))
  const uploads = createUploads({
    projectId: 'project',
    library,
    drafts,
    isHeld,
    onNotStored: (fileName) => world.unkept.push(fileName),
    send: (_, onPercent, signal) =>
      new Promise((resolve, reject) => {
        world.sent += 1
        signal.addEventListener('abort', () => {
          world.aborted = signal.reason
        })
        world.finish = () => {
          onPercent(100)
          if (world.failure) reject(world.failure)
          else resolve('upload-1')
        }
      }),
    createAsset: async () => {
      if (world.assetFailure) throw world.assetFailure
      return next()
    },
    async watchAsset(asset, onAsset) {
      let present = asset
      while (isUnderWay(present.status)) {
        onAsset(present)
        await new Promise((resolve) => setTimeout(resolve, 1000))
        present = await next()
      }
      return present
    },
    onArrived: (localId, assetId) => world.arrived.push([localId, assetId]),
    onReady: (assetId) => world.ready.push(assetId),
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { uploads, library, world, settle }
}

describe('an upload', () => {
  afterEach(() => void vi.useRealTimers())
  it('is in the library at once, and gets its final id when complete', async () => {
    const { uploads, library, world, settle } = start()
    const localId = uploads.add(photo(), 'image')
    expect(isLocal(localId)).toBe(true)
    expect(library.find(localId)).toMatchObject({ kind: 'image', fileName: 'photo.jpg' })
    expect(uploads.list()).toMatchObject([{ percent: 0 }])
    world.finish()
    await settle()
    expect(world.arrived).toEqual([[localId, 'u_9']])
    expect(library.find('u_9')).toMatchObject({ width: 2000, height: 3000 })
    expect(uploads.list()).toEqual([])
    expect(world.kept.size).toBe(0)
  })

  it('is stored on the device until complete, and not sent again when only the asset is missing', async () => {
    const first = start()
    first.world.assetFailure = new ApiResponseError(0, 'network', 'Network error')
    first.uploads.add(photo(), 'image')
    first.world.finish()
    await first.settle()
    const [left] = [...first.world.kept.values()]
    expect(left).toMatchObject({ uploadId: 'upload-1' })

    const second = start()
    second.uploads.resume(left as StoredFile)
    await second.settle()
    expect(second.world.sent).toBe(0)
    expect(second.world.arrived).toEqual([[left?.localId, 'u_9']])
  })

  it('is sent again when the server has lost the received bytes', async () => {
    const { uploads, world, settle } = start()
    world.assetFailure = new ApiResponseError(404, 'upload-not-found', 'gone')
    uploads.resume({ localId: 'u_local-1', projectId: 'project', file: photo(), uploadId: 'upload-0' })
    await settle()
    expect(world.sent).toBe(1)
  })

  it('can be tried again after a lost network, not after the file itself was refused', async () => {
    const { uploads, world, settle } = start()
    world.failure = new ApiResponseError(0, 'network', 'Network error')
    const localId = uploads.add(photo(), 'image')
    world.finish()
    await settle()
    expect(uploads.list()).toMatchObject([{ error: 'Network error', canRetry: true }])
    world.failure = new ApiResponseError(415, 'upload-type-not-allowed', 'This kind of file is not supported')
    uploads.retry(localId)
    world.finish()
    await settle()
    expect(uploads.list()).toMatchObject([{ error: 'This kind of file is not supported', canRetry: false }])
  })

  it('is tried again by itself after a lost network, and not after the end of the session', async () => {
    vi.useFakeTimers()
    const { uploads, world } = start()
    world.failure = new ApiResponseError(0, 'network', 'Network error')
    uploads.add(photo(), 'image')
    for (const waitMs of [1000, 2000, 4000]) {
      world.finish()
      await vi.advanceTimersByTimeAsync(waitMs - 1)
      expect(uploads.list()).toMatchObject([{ error: 'Network error' }])
      await vi.advanceTimersByTimeAsync(1)
      expect(uploads.list()[0]).not.toHaveProperty('error')
    }
    world.failure = new ApiResponseError(401, 'session-expired', 'Please sign in')
    world.finish()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([world.sent, uploads.list()]).toMatchObject([4, [{ canRetry: true }]])
    world.failure = undefined
    uploads.retryPassing()
    world.finish()
    await vi.advanceTimersByTimeAsync(0)
    expect(world.arrived).toHaveLength(1)
  })

  it('is not sent any more once it was given up while it waited', async () => {
    vi.useFakeTimers()
    const { uploads, world } = start()
    world.failure = new ApiResponseError(0, 'network', 'Network error')
    const localId = uploads.add(photo(), 'image')
    world.finish()
    await vi.advanceTimersByTimeAsync(0)
    uploads.cancel(localId)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(world.sent).toBe(1)
  })

  it('is waited for until the server has it, and not while it has to wait itself', async () => {
    const { uploads, world, settle } = start()
    await uploads.whenSent()
    uploads.add(photo(), 'image')
    let isSent = false
    const sent = uploads.whenSent().then(() => {
      isSent = true
    })
    await settle()
    expect(isSent).toBe(false)
    world.finish()
    await sent

    world.failure = new ApiResponseError(0, 'network', 'Network error')
    uploads.add(photo(), 'image')
    const failing = uploads.whenSent()
    world.finish()
    await expect(failing).rejects.toThrow('Network error')
    await expect(uploads.whenSent()).rejects.toThrow('Network error')
    uploads.stop()
  })

  it('that was given up when its last byte had arrived is not kept again', async () => {
    const { uploads, world, settle } = start()
    const localId = uploads.add(photo(), 'image')
    await settle()
    world.finish()
    uploads.cancel(localId)
    await settle()
    expect(world.kept.size).toBe(0)
    expect(world.arrived).toEqual([[localId, undefined]])
  })

  it('is deleted on the server when canceled, and kept there when the editor is only closed', async () => {
    const given = start()
    const localId = given.uploads.add(photo(), 'image')
    given.uploads.cancel(localId)
    expect(given.world.aborted).toBe(uploadCancelled)
    expect(given.world.arrived).toEqual([[localId, undefined]])
    expect(given.world.kept.size).toBe(0)
    const closed = start()
    closed.uploads.add(photo(), 'image')
    closed.uploads.stop()
    expect(closed.world.aborted).not.toBe(uploadCancelled)
    expect(closed.world.kept.size).toBe(1)
  })
})

describe('a file that the server prepares', () => {
  afterEach(() => void vi.useRealTimers())
  const preparing = (percent: number) =>
    ({ ...ready('u_9'), kind: 'video', status: 'running', stage: 'converting', percent, url: null }) as Asset

  it('has its final id from the beginning, reports progress, and is ready at the end', async () => {
    vi.useFakeTimers()
    const { uploads, library, world } = start()
    world.answers = [preparing(0), preparing(40), ready('u_9')]
    const localId = uploads.add(new File(['video'], 'video.mov', { type: 'video/quicktime' }), 'video')
    world.finish()
    await vi.advanceTimersByTimeAsync(0)
    expect(world.arrived).toEqual([[localId, 'u_9']])
    expect(library.find('u_9')?.url).toBeUndefined()
    await vi.advanceTimersByTimeAsync(1000)
    expect(uploads.list()).toMatchObject([{ assetId: 'u_9', stage: 'converting', percent: 40 }])
    await vi.advanceTimersByTimeAsync(1000)
    expect(uploads.list()).toEqual([])
    expect(world.ready).toEqual(['u_9'])
    expect(library.find('u_9')?.url).toBe('/x')
  })

  it('is followed again after a reload, without being sent', async () => {
    vi.useFakeTimers()
    const { uploads, world } = start()
    uploads.follow(preparing(10))
    uploads.follow(preparing(10))
    expect(uploads.list()).toMatchObject([{ assetId: 'u_9', percent: 10 }])
    await vi.advanceTimersByTimeAsync(1000)
    expect([world.sent, world.ready]).toEqual([0, ['u_9']])
  })

  it('says in the server’s words why it cannot be used', async () => {
    vi.useFakeTimers()
    const { uploads, world } = start()
    world.answers = [{ ...preparing(0), status: 'failed', errorMessage: 'This recording has no pictures.' } as Asset]
    uploads.add(photo(), 'image')
    world.finish()
    await vi.advanceTimersByTimeAsync(0)
    expect(uploads.list()).toMatchObject([{ error: 'This recording has no pictures.', canRetry: false }])
  })

  it('continues by itself when the network is back', async () => {
    const { uploads, world, settle } = start()
    world.failure = new ApiResponseError(0, 'network', 'Network error')
    uploads.add(photo(), 'image')
    world.finish()
    await settle()
    world.failure = undefined
    uploads.retryPassing()
    world.finish()
    await settle()
    expect(world.ready).toEqual(['u_9'])
  })
})

describe('a chosen file', () => {
  it('is known by its type, or by its name where browsers give none', () => {
    expect(findFileKind({ type: 'video/mp4', name: 'a' })).toBe('video')
    expect(findFileKind({ type: '', name: 'IMG_0001.HEIC' })).toBe('image')
    expect(findFileKind({ type: '', name: 'notes' })).toBeUndefined()
  })
  it('is rejected with a reason before its first byte is sent', () => {
    expect(findFileProblem(photo(), ['image'])).toBeUndefined()
    expect(findFileProblem(photo(), ['video'])).toBe('Please choose a video.')
    expect(findFileProblem(new File([], 'empty.jpg', { type: 'image/jpeg' }), ['image'])).toBe('This file is empty.')
    const large = Object.defineProperty(photo(), 'size', { value: 101 * 1024 * 1024 })
    expect(findFileProblem(large, ['image'])).toBe('This file is too large. The limit is 100 MB.')
  })
})

describe('a file of a visitor', () => {
  it('is shown and kept, and not a byte of it is sent until there is an account', async () => {
    const { uploads, library, world, settle } = start({ isHeld: true })
    const localId = uploads.add(photo(), 'image')
    uploads.resume({ localId: 'u_local-earlier', projectId: 'project', file: photo() })
    await settle()
    expect(library.find(localId)?.file?.name).toBe('photo.jpg')
    expect([...world.kept.keys()]).toEqual([localId])
    expect([world.sent, uploads.list()]).toEqual([0, []])
    uploads.release()
    expect(world.sent).toBe(2)
    world.finish()
    await settle()
    expect(world.arrived).toHaveLength(1)
  })

  it('that the device does not keep is reported', async () => {
    const { uploads, world, settle } = start({ isHeld: true, keeps: false })
    uploads.add(photo(), 'image')
    await settle()
    expect(world.unkept).toEqual(['photo.jpg'])
  })
})
