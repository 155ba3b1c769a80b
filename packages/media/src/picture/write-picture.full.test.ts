import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiError } from '@vitrine/contract/api-error'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildProgressiveJpeg, emptyPng } from '../../testing/picture.ts'
import { detectFile } from '../file-type.ts'
import { openPicture, type PictureType, readJpegScans } from './decoder.ts'
import { writeLibraryPicture } from './write-picture.ts'

let folder: string
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-image-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs in this process: only the child's work is tested here, and a process for each picture would take long. */
async function normaliseImage(path: string) {
  const out = await mkdtemp(join(folder, 'made-'))
  const found = await detectFile(path)
  const contentType = (found.kind === 'image' ? found.contentType : 'image/jpeg') as PictureType
  const { width, height, master, proxy } = await writeLibraryPicture(await openPicture(path, contentType), out)
  const read = async <T>(file: { path: string; contentType: T }) => ({
    data: await readFile(file.path),
    contentType: file.contentType,
  })
  return { width, height, master: await read(master), proxy: await read(proxy) }
}

const catchErrorCode = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error as ApiError).code,
  )

/** Left half red, right half blue. */
async function halves(width: number, height: number) {
  const half = { width: width / 2, height, channels: 3 as const }
  return sharp({ create: { width, height, channels: 3, background: '#0000ff' } }).composite([
    { input: { create: { ...half, background: '#ff0000' } }, left: 0, top: 0 },
  ])
}

async function pixel(data: Buffer, left: number, top: number): Promise<number[]> {
  return [...(await sharp(data).removeAlpha().extract({ left, top, width: 1, height: 1 }).raw().toBuffer())]
}

/** Parts of a JPEG: its beginning and segments. */
const START = [0xff, 0xd8]
const END = [0xff, 0xd9]
const segment = (marker: number, ...content: readonly number[]) => [0xff, marker, 0, content.length + 2, ...content]
const frame = (marker: number, width = 8, height = 8) => {
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  return segment(marker, 8, ...size, 3, 1, 17, 0, 2, 17, 0, 3, 17, 0)
}
const scan = (components: number) => {
  const named = Array.from({ length: components }, (_, n) => [n + 1, 0]).flat()
  return segment(0xda, components, ...named, 0, 63, 0)
}

describe('pictures', () => {
  it('are rotated by their EXIF orientation, and lose all metadata', async () => {
    const photo = (await halves(600, 400))
      .jpeg({ quality: 95 })
      .withExif({ IFD0: { Make: 'Camera of Asha' }, IFD3: { GPSLatitude: '51/1 30/1 3230/100' } })
      .withMetadata({ orientation: 6 })
    await writeFile(at('photo.jpg'), await photo.toBuffer())
    const image = await normaliseImage(at('photo.jpg'))
    expect(image).toMatchObject({ width: 400, height: 600 })
    expect(image.master.contentType).toBe('image/jpeg')
    // Orientation 6 turns a quarter clockwise: what was left is now above.
    expect((await pixel(image.master.data, 200, 50))[0]).toBeGreaterThan(240)
    expect((await pixel(image.master.data, 200, 550))[2]).toBeGreaterThan(240)
    for (const data of [image.master.data, image.proxy.data]) {
      const metadata = await sharp(data).metadata()
      expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
      expect(data.includes('Camera of Asha')).toBe(false)
    }
    expect((await sharp(image.master.data).metadata()).chromaSubsampling).toBe('4:4:4')
  })

  it('are upright for each of the eight EXIF orientations', async () => {
    // Red, green, blue and white corners, clockwise from the top left, as stored.
    const stored = { r: [0, 0], g: [30, 0], b: [30, 20], w: [0, 20] } as const
    const colors = { r: '#ff0000', g: '#00ff00', b: '#0000ff', w: '#ffffff' }
    const patches = Object.entries(stored).map(([name, [left, top]]) => ({
      input: { create: { width: 30, height: 20, channels: 3 as const, background: colors[name as 'r'] } },
      left,
      top,
    }))
    const page = sharp({ create: { width: 60, height: 40, channels: 3, background: '#000' } }).composite(patches)
    const pixels = await page.png().toBuffer()
    const seen = ['rgbw', 'grwb', 'bwrg', 'wbgr', 'rwbg', 'wrgb', 'bgrw', 'gbwr']
    for (const [n, request] of seen.entries()) {
      await sharp(pixels)
        .withMetadata({ orientation: n + 1 })
        .jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
        .toFile(at('exif.jpg'))
      const { master, width, height } = await normaliseImage(at('exif.jpg'))
      expect([width, height]).toEqual(n < 4 ? [60, 40] : [40, 60])
      const [x, y] = [width / 4, height / 4]
      const found = await Promise.all(
        [
          [x, y],
          [3 * x, y],
          [3 * x, 3 * y],
          [x, 3 * y],
        ].map(([left = 0, top = 0]) => pixel(master.data, left, top)),
      )
      const nearest = found.map(([r = 0, g = 0, b = 0]) =>
        r > 128 && g > 128 ? 'w' : r > 128 ? 'r' : g > 128 ? 'g' : b > 128 ? 'b' : '?',
      )
      expect(nearest.join(''), `orientation ${n + 1}`).toBe(request)
    }
  })

  it('are read with 16 bits, a palette, interlaced, progressive, moving, and as AVIF and WebP', async () => {
    const source = await (await halves(60, 40)).png().toBuffer()
    const variants = {
      'deep.png': sharp(source).toColourspace('rgb16').png(),
      'palette.png': sharp(source).png({ palette: true, colours: 4 }),
      'interlaced.png': sharp(source).png({ progressive: true }),
      'progressive.jpg': sharp(source).jpeg({ progressive: true, quality: 95 }),
      'moving.gif': sharp([source, await sharp(source).negate().png().toBuffer()], { join: { animated: true } }).gif(),
      'still.avif': sharp(source).avif({ quality: 90 }),
      'still.webp': sharp(source).webp({ quality: 95 }),
    }
    for (const [name, variant] of Object.entries(variants)) {
      await variant.toFile(at(name))
      const image = await normaliseImage(at(name))
      expect([image.width, image.height, image.master.contentType], name).toEqual([60, 40, 'image/jpeg'])
      const [left, right] = [await pixel(image.master.data, 10, 20), await pixel(image.master.data, 50, 20)]
      expect(
        [left[0], right[2]].every((value = 0) => value > 235),
        name,
      ).toBe(true)
      expect(
        [left[2], right[0]].every((value = 255) => value < 20),
        name,
      ).toBe(true)
    }
    expect((await sharp(at('deep.png')).metadata()).depth).toBe('ushort')
    expect((await sharp(at('moving.gif')).metadata()).pages).toBe(2)
  })

  it('are bounded: the master at 4096 pixels, the editing copy at 1600, never enlarged', async () => {
    await (await halves(6000, 1000)).jpeg().toFile(at('wide.jpg'))
    const wide = await normaliseImage(at('wide.jpg'))
    expect(wide).toMatchObject({ width: 4096, height: 683 })
    expect(await sharp(wide.proxy.data).metadata()).toMatchObject({ width: 1600, height: 267, format: 'webp' })
    await (await halves(20, 10)).png().toFile(at('tiny.png'))
    expect(await normaliseImage(at('tiny.png'))).toMatchObject({ width: 20, height: 10 })
  })

  it('are stored as PNG with transparency, and as JPEG without', async () => {
    const background = { r: 255, g: 0, b: 0, alpha: 0.5 }
    await sharp({ create: { width: 30, height: 20, channels: 4, background } })
      .png()
      .toFile(at('glass.png'))
    const glass = await normaliseImage(at('glass.png'))
    expect(glass.master.contentType).toBe('image/png')
    expect((await sharp(glass.master.data).raw().toBuffer())[3]).toBe(128)
    const opaque = { ...background, alpha: 1 }
    await sharp({ create: { width: 30, height: 20, channels: 4, background: opaque } })
      .png()
      .toFile(at('wall.png'))
    expect((await normaliseImage(at('wall.png'))).master.contentType).toBe('image/jpeg')
  })

  it('come out in sRGB, whatever colours they were stored in', async () => {
    const wide = sharp({ create: { width: 16, height: 16, channels: 3, background: '#00ff00' } })
    await wide.withIccProfile('p3').jpeg({ quality: 100 }).toFile(at('p3.jpg'))
    await sharp({ create: { width: 16, height: 16, channels: 3, background: '#808080' } })
      .toColourspace('cmyk')
      .jpeg()
      .toFile(at('print.jpg'))
    for (const name of ['p3.jpg', 'print.jpg']) {
      const { master } = await normaliseImage(at(name))
      expect(await sharp(master.data).metadata(), name).toMatchObject({ space: 'srgb', channels: 3 })
    }
    const [, green = 0] = await pixel((await normaliseImage(at('p3.jpg'))).master.data, 8, 8)
    expect(green).toBeGreaterThan(245)
  })

  it('of 20000 x 20000 pixels are refused without being decoded', async () => {
    await writeFile(at('bomb.png'), emptyPng(20_000, 20_000))
    expect((await readFile(at('bomb.png'))).length).toBeLessThan(3_000_000)
    const before = process.memoryUsage.rss()
    expect(await catchErrorCode(normaliseImage(at('bomb.png')))).toBe('image-too-many-pixels')
    // Decoding it whole would take 1.2 GB.
    expect(process.memoryUsage.rss() - before).toBeLessThan(200_000_000)
  })

  it('of 108 megapixels are accepted as JPEG of one scan, in bounded memory', async () => {
    const small = await (await halves(120, 90)).png().toBuffer()
    await sharp(small)
      .resize(12_000, 9000, { kernel: 'nearest' })
      .jpeg({ quality: 60 })
      .withMetadata({ orientation: 6 })
      .toFile(at('phone.jpg'))
    const before = process.memoryUsage.rss()
    const { master, width, height } = await normaliseImage(at('phone.jpg'))
    // Decoded whole and turned it would take 650 MB.
    expect(process.memoryUsage.rss() - before).toBeLessThan(300_000_000)
    expect([width, height]).toEqual([3072, 4096])
    expect((await pixel(master.data, 1500, 1000))[0]).toBeGreaterThan(240)
    expect((await pixel(master.data, 1500, 3000))[2]).toBeGreaterThan(240)
  })

  it('in JPEG are limited by how they are decoded', async () => {
    const refused = async (...parts: readonly (readonly number[])[]) => {
      await writeFile(at('large.jpg'), Uint8Array.from(parts.flat()))
      const { code, details } = (await normaliseImage(at('large.jpg')).catch((error: unknown) => error)) as ApiError
      return [code, details.limit]
    }
    const [baseline, progressive] = [0xc0, 0xc2]
    const tooMany = (limit: number) => ['image-too-many-pixels', limit]
    expect(await refused(START, frame(baseline, 20_000, 11_000), scan(3))).toEqual(tooMany(210_000_000))
    expect(await refused(START, frame(progressive, 10_000, 5100), scan(3))).toEqual(tooMany(50_000_000))
    expect(await refused(START, frame(baseline, 10_000, 5100), scan(1))).toEqual(tooMany(50_000_000))
    expect((await refused(START, frame(baseline, 10_000, 5100), scan(3)))[0]).toBe('media-damaged')
  })

  it('in JPEG are classified by their number of scans, whatever precedes the first', async () => {
    const known = async (...parts: readonly (readonly number[])[]) => {
      const bytes = Uint8Array.from(parts.flat())
      await writeFile(at('scan.jpg'), bytes)
      const scans = await readJpegScans(at('scan.jpg'))
      expect(await readJpegScans(bytes)).toEqual(scans)
      return scans
    }
    const comment = segment(0xfe, 0xff, 0xda, 1, 1)
    const single = { count: 1, isSingle: true }
    expect(await known(START, comment, frame(0xc0), segment(0xc4, 0), scan(3))).toEqual(single)
    expect(await known(START, frame(0xc1), [0xff, 0xff], scan(3))).toEqual(single)
    // Stuffed bytes and restart markers belong to the pixels, and a second picture lies behind the end of the first.
    expect(
      await known(START, frame(0xc0), scan(3), [1, 0xff, 0, 0xff, 0xd3, 2], END, START, frame(0xc0), scan(3)),
    ).toEqual(single)
    // One scan per colour needs as much memory as a progressive picture.
    expect(await known(START, comment, frame(0xc0), scan(1), [7], scan(1), [7], scan(1), END)).toEqual({
      count: 3,
      isSingle: false,
    })
    expect(await known(START, frame(0xc2), scan(3))).toEqual({ count: 1, isSingle: false })
    expect(await known(START, scan(3))).toEqual({ count: 1, isSingle: false })
    const none = { count: 0, isSingle: false }
    expect(await known(START, frame(0xc0))).toEqual(none)
    expect(await known(START, frame(0xc0), [0, 0, 0, 0, 0])).toEqual(none)
    expect(await known([0x89, 0x50, 0x4e, 0x47])).toEqual(none)
    expect(await known()).toEqual(none)
  })

  it('in progressive JPEG of thousands of scans are refused before they are decoded', async () => {
    const catchReason = async (bytes: Buffer) => {
      await writeFile(at('scans.jpg'), bytes)
      return ((await normaliseImage(at('scans.jpg')).catch((error: unknown) => error)) as ApiError).details?.reason
    }
    expect(await catchReason(await buildProgressiveJpeg(640, 480, 5000))).toBe('it has 5000 scans')
    expect(await catchReason(await buildProgressiveJpeg(640, 480, 101))).toBe('it has 101 scans')
    expect(await catchReason(await buildProgressiveJpeg(640, 480, 90))).toBeUndefined()
    expect(await catchReason(await buildProgressiveJpeg(8000, 6000, 50))).toBe('it has 50 scans')
  })

  it('that are cut short or scrambled are refused as damaged', async () => {
    const noise = Buffer.from(Uint8Array.from({ length: 300 * 300 * 3 }, (_, i) => (i * 7919) % 251))
    const source = () => sharp(noise, { raw: { width: 300, height: 300, channels: 3 } })
    for (const format of ['jpeg', 'png', 'webp'] as const) {
      const whole = await source().toFormat(format).toBuffer()
      await writeFile(at(`cut.${format}`), whole.subarray(0, whole.length / 2))
      expect(await catchErrorCode(normaliseImage(at(`cut.${format}`))), format).toBe('media-damaged')
      await writeFile(at(`head.${format}`), whole.subarray(0, 20))
      expect(await catchErrorCode(normaliseImage(at(`head.${format}`))), format).toBe('media-damaged')
    }
  })
})

describe('a picture of another format than detected', () => {
  it('is rejected, without trying other formats', async () => {
    const png = await (await halves(20, 10)).png().toBuffer()
    await writeFile(at('photo.png'), png)
    expect(await catchErrorCode(openPicture(at('photo.png'), 'image/webp'))).toBe('media-damaged')
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'
    for (const [name, content] of Object.entries({
      'drawing.svg': svg,
      'page.tif': Buffer.from('49492a0008000000', 'hex'),
      'raw.ppm': 'P3 1 1 255 0 0 0',
    })) {
      await writeFile(at(name), content)
      expect(await catchErrorCode(openPicture(at(name), 'image/png')), name).toBe('media-damaged')
      await expect(sharp(at(name)).metadata(), name).rejects.toThrow()
    }
  })
})
