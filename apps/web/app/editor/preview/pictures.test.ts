import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { createAssetLibrary } from '../project/asset-library.ts'
import { catchUpRate, createPictures } from './pictures.ts'

const photo = 'sha256:photo'
let fetched: string[]
let isUp: (address: string) => boolean

class Bitmap {
  readonly width: number
  readonly height: number
  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }
  close() {}
}

beforeEach(() => {
  fetched = []
  isUp = () => true
  vi.stubGlobal('ImageBitmap', Bitmap)
  vi.stubGlobal('fetch', async (address: string) => {
    fetched.push(address)
    return { ok: isUp(address), status: 404, blob: async () => address }
  })
  vi.stubGlobal('createImageBitmap', async (address: string) =>
    address.includes('w=720') ? new Bitmap(720, 900) : new Bitmap(1080, 1350),
  )
})
afterEach(() => vi.unstubAllGlobals())

function open() {
  const address = { url: '/media/photo.jpg', mime: 'image/jpeg', kind: 'image' as const, width: 1080, height: 1350 }
  const library = createAssetLibrary({ [photo]: address }, {}, [])
  const failed: string[] = []
  const pictures = createPictures({
    library,
    onArrived: () => undefined,
    onFailed: (assetId) => failed.push(assetId),
    mayBeSmall: () => true,
  })
  return { pictures, failed }
}

test('a photo of the template is drawn from a smaller copy until its whole file is asked for', async () => {
  const { pictures } = open()
  expect(pictures.image(photo)).toBeUndefined()
  expect(pictures.isArriving()).toBe(true)
  await vi.waitFor(() => expect(pictures.image(photo)?.width).toBe(720))
  expect(pictures.isArriving()).toBe(false)
  await pictures.loadWhole(photo)
  expect(pictures.image(photo)?.width).toBe(1080)
  expect(fetched).toEqual(['/media/photo.jpg?w=720', '/media/photo.jpg'])
})

test('the whole file stands in for a copy that cannot be had, and the copy for a file', async () => {
  isUp = (address) => !address.includes('w=720')
  const one = open()
  one.pictures.prepare([photo])
  await vi.waitFor(() => expect(one.pictures.findPhoto(photo)?.width).toBe(1080))
  isUp = (address) => address.includes('w=720')
  const other = open()
  other.pictures.prepare([photo])
  await vi.waitFor(() => expect(other.pictures.findPhoto(photo)?.width).toBe(720))
  await other.pictures.loadWhole(photo)
  expect(other.pictures.findPhoto(photo)?.width).toBe(720)
  expect([...one.failed, ...other.failed]).toEqual([])
})

test('what will be drawn in a moment is waited for', async () => {
  const { pictures } = open()
  pictures.expect([photo])
  expect(pictures.isArriving()).toBe(true)
  await vi.waitFor(() => expect(pictures.isArriving()).toBe(false))
  expect(pictures.findPhoto(photo)?.width).toBe(720)
})

test('what only stands beside the stage does not keep the stage waiting', () => {
  const { pictures } = open()
  pictures.findPhoto(photo)
  expect(pictures.isArriving()).toBe(false)
})

test('a photo that gets another name while it is being read is found under it', async () => {
  const { pictures } = open()
  pictures.image(photo)
  pictures.rename(photo, 'u_1')
  expect(pictures.isArriving()).toBe(true)
  await vi.waitFor(() => expect(pictures.image('u_1')?.width).toBe(720))
  expect(pictures.isArriving()).toBe(false)
})

describe('a playing video', () => {
  it('runs at its own speed while it is in step', () => {
    expect(catchUpRate(0.009)).toBe(1)
    expect(catchUpRate(-0.009)).toBe(1)
  })

  it('catches up with the preview from any start, and stays in step', () => {
    for (const start of [-0.25, -0.05, 0.05, 0.25]) {
      let late = start
      // Half a second, seen sixty times a second.
      for (let n = 0; n < 30; n++) late += (1 - catchUpRate(late)) / 60
      expect(Math.abs(late)).toBeLessThan(0.04)
    }
  })
})
