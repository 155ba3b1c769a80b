import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { jpegHead, pngHead } from '../../../testing/photo-head.ts'
import { decodePhoto, measurePhoto } from './decode-photo.ts'

interface Decoding {
  source: unknown
  options: ImageBitmapOptions
  finish: () => void
}
class Bitmap {
  isClosed = false
  readonly width: number
  readonly height: number
  constructor(width: number, height: number) {
    this.width = width
    this.height = height
  }
  close() {
    this.isClosed = true
  }
}
let begun: Decoding[]
/** What a browser makes of the file at first, however the file describes itself. */
let shown: { width: number; height: number }

beforeEach(() => {
  begun = []
  vi.stubGlobal(
    'createImageBitmap',
    (source: unknown, options: ImageBitmapOptions) =>
      new Promise<Bitmap>((resolve) => {
        const { width, height } = source instanceof Bitmap ? source : shown
        const { resizeWidth, resizeHeight } = options
        const scale = resizeWidth ? resizeWidth / width : resizeHeight ? resizeHeight / height : 1
        const made = new Bitmap(Math.round(width * scale), Math.round(height * scale))
        begun.push({ source, options, finish: () => resolve(made) })
      }),
  )
})
afterEach(() => vi.unstubAllGlobals())

const photo = (width: number, height: number) => new Blob([pngHead(width, height)])
const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

test('large photos are decoded one after the other, and small ones do not wait for them', async () => {
  shown = { width: 8000, height: 6000 }
  const large = [1, 2, 3].map(() => decodePhoto(photo(8000, 6000), 2048))
  await settle()
  expect(begun).toHaveLength(1)
  shown = { width: 1000, height: 800 }
  const small = decodePhoto(photo(1000, 800), 2048)
  await settle()
  expect(begun).toHaveLength(2)
  begun[1]?.finish()
  expect((await small).full).toEqual({ width: 1000, height: 800 })
  shown = { width: 8000, height: 6000 }
  for (const n of [0, 2, 3]) {
    begun[n]?.finish()
    await settle()
  }
  for (const { bitmap, full } of await Promise.all(large)) {
    expect([bitmap.width, bitmap.height]).toEqual([2048, 1536])
    expect(full).toEqual({ width: 8000, height: 6000 })
  }
  // None was ever there as a whole.
  expect(begun.filter(({ options }) => !options.resizeWidth)).toHaveLength(1)
})

test('a photo that fails lets the next one have its turn', async () => {
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('damaged')))
  await expect(decodePhoto(photo(8000, 6000), 2048)).rejects.toThrow('damaged')
  await expect(decodePhoto(photo(8000, 6000), 2048)).rejects.toThrow('damaged')
})

test('a photo that a browser turns another way than it says is decoded whole, undistorted', async () => {
  shown = { width: 3000, height: 4000 }
  const decoding = decodePhoto(photo(4000, 3000), 2000)
  await vi.waitFor(() => expect(begun).toHaveLength(1))
  begun[0]?.finish()
  await vi.waitFor(() => expect(begun).toHaveLength(2))
  begun[1]?.finish()
  await vi.waitFor(() => expect(begun).toHaveLength(3))
  begun[2]?.finish()
  const { bitmap, full } = await decoding
  expect([bitmap.width, bitmap.height]).toEqual([1500, 2000])
  expect(full).toEqual({ width: 3000, height: 4000 })
  expect(begun[2]?.source).toMatchObject({ isClosed: true })
})

test('a large photo is measured without being decoded', async () => {
  expect(await measurePhoto(photo(8064, 6048))).toEqual({ width: 8064, height: 6048 })
  expect(begun).toHaveLength(0)
  shown = { width: 1000, height: 800 }
  const small = measurePhoto(photo(1000, 800))
  await vi.waitFor(() => expect(begun).toHaveLength(1))
  begun[0]?.finish()
  expect(await small).toEqual({ width: 1000, height: 800 })
})

test('a large JPEG is decoded at a part of its size where the browser can, and otherwise as any photo', async () => {
  const asked: ImageDecoderInit[] = []
  let isObeyed = true
  const Decoder = class {
    readonly init: ImageDecoderInit
    constructor(init: ImageDecoderInit) {
      this.init = init
      asked.push(init)
    }
    async decode() {
      const codedWidth = isObeyed ? (this.init.desiredWidth ?? 0) : shown.width
      const image = { codedWidth, codedHeight: Math.round((codedWidth * shown.height) / shown.width), close() {} }
      return { image }
    }
    close() {}
  }
  vi.stubGlobal('ImageDecoder', Decoder)
  shown = { width: 8000, height: 6000 }
  const file = new Blob([jpegHead(8000, 6000)], { type: 'image/jpeg' })
  const decode = async () => {
    const decoding = decodePhoto(file, 2048)
    const before = begun.length
    await vi.waitFor(() => expect(begun).toHaveLength(before + 1))
    begun.at(-1)?.finish()
    const { bitmap, full } = await decoding
    expect([bitmap.width, bitmap.height]).toEqual([2048, 1536])
    expect(full).toEqual({ width: 8000, height: 6000 })
    return begun.at(-1)?.source
  }
  expect(await decode()).toMatchObject({ codedWidth: 3001 })
  expect(asked).toHaveLength(1)
  isObeyed = false
  expect(await decode()).toBe(file)
  expect(asked).toHaveLength(2)
})
