import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, test, vi } from 'vitest'
import { jpegHead, pngHead, webpHead } from '../../../testing/photo-head.ts'
import { decodePhoto, isAnimated, measurePhoto, readPhotoSize } from './photo-file.ts'

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

const sizeOf = (bytes: Uint8Array<ArrayBuffer>) => readPhotoSize(new Blob([bytes]))

test('a JPEG says its size upright, however the phone was held and however much comes before it', async () => {
  for (const isLittle of [false, true])
    for (const filling of [0, 60_000, 900_000])
      for (const orientation of [undefined, 1, 3, 6, 8]) {
        const turned = orientation === 6 || orientation === 8
        const head = { ...(orientation && { orientation }), isLittle, filling }
        const expected = turned ? { width: 6048, height: 8064 } : { width: 8064, height: 6048 }
        expect(await sizeOf(jpegHead(8064, 6048, head)), JSON.stringify(head)).toEqual(expected)
      }
})

test('a photo of a camera is measured', async () => {
  const file = join(import.meta.dirname, '../../../../../samples/templates/our-twelve-months/living-room.jpg')
  const { width = 0, height = 0 } = (await sizeOf(new Uint8Array(await readFile(file)))) ?? {}
  expect(Math.min(width, height)).toBeGreaterThan(300)
})

test('PNG and WebP say their size, unless only a decoder knows how they are turned', async () => {
  expect(await sizeOf(pngHead(9000, 5000))).toEqual({ width: 9000, height: 5000 })
  expect(await sizeOf(webpHead(9000, 5000))).toEqual({ width: 9000, height: 5000 })
  expect(await sizeOf(pngHead(9000, 5000, { hasExif: true }))).toBeUndefined()
  expect(await sizeOf(webpHead(9000, 5000, { hasExif: true }))).toBeUndefined()
})

test('what is cut short, empty or no picture has no size', async () => {
  const whole = jpegHead(8064, 6048, { orientation: 6 })
  for (let length = 0; length < whole.length - 30; length += 3)
    expect(await sizeOf(whole.slice(0, length)), `${length}`).toBeUndefined()
  expect(await sizeOf(new TextEncoder().encode('Dear customer, this is no photo.'))).toBeUndefined()
  expect(await sizeOf(jpegHead(0, 6048))).toBeUndefined()
})

const image = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4c, 1, 0]
const loop = [0x21, 0xff, 11, ...[...'NETSCAPE2.0'].map((letter) => letter.charCodeAt(0)), 3, 1, 0, 0, 0]
const gif = (...blocks: number[][]) =>
  new Blob([
    Uint8Array.from(
      [...'GIF89a']
        .map((letter) => letter.charCodeAt(0))
        .concat([1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 9, 9, 9], ...blocks, [0x3b]),
    ),
  ])
const webp = (flags: number) => new Blob(['RIFF\0\0\0\0WEBPVP8X', Uint8Array.from([10, 0, 0, 0, flags, 0, 0, 0])])

it('tells a moving picture from a still', async () => {
  expect(await isAnimated(gif(loop, image, image))).toBe(true)
  expect(await isAnimated(gif(loop, image))).toBe(false)
  expect(await isAnimated(webp(0x02))).toBe(true)
  expect(await isAnimated(webp(0x10))).toBe(false)
  expect(await isAnimated(new Blob([Uint8Array.of(0x89), 'PNG\r\n\x1a\n', 'IHDR', 'acTL', 'IDAT']))).toBe(true)
  expect(await isAnimated(new Blob(['no picture']))).toBe(false)
})
