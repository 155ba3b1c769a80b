import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiError } from '@vitrine/contract/api-error'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildHeif, buildHeifOfEmptyExtents, codeTile, type HeifForTest, type Painter } from '../../../testing/heif.ts'
import { detectFile } from '../../file-type.ts'
import { openPicture } from '../decoder.ts'
import { type LibraryPicture, writeLibraryPicture } from '../write-picture.ts'
import { convertHeif } from './convert-heif.ts'
import { type HeifTile, readHeif } from './heif-file.ts'

let folder: string
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-heif-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const RED = [220, 40, 40] as const
const GREEN = [40, 200, 60] as const
const BLUE = [40, 60, 220] as const
const WHITE = [240, 240, 240] as const
/** Red, green, blue and white corners, clockwise from the top left. */
const corners =
  (width: number, height: number): Painter =>
  (x, y) =>
    y < height / 2 ? (x < width / 2 ? RED : GREEN) : x < width / 2 ? WHITE : BLUE

async function read(name: string, spec: HeifForTest): Promise<LibraryPicture> {
  await writeFile(at(name), buildHeif(spec))
  expect(await detectFile(at(name)), name).toEqual({ kind: 'image', contentType: 'image/heic' })
  const out = await mkdtemp(join(folder, 'made-'))
  return writeLibraryPicture(await openPicture(await convertHeif(at(name), out), 'image/png'), out)
}

async function readCorners({ master }: LibraryPicture): Promise<number[][]> {
  const { data, info } = await sharp(master.path).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const pixel = (x: number, y: number) => {
    const from = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3
    return [...data.subarray(from, from + 3)]
  }
  return [pixel(0.2, 0.2), pixel(0.8, 0.2), pixel(0.8, 0.8), pixel(0.2, 0.8)]
}

function expectNear(found: readonly number[][], expected: readonly (readonly number[])[], what: string) {
  for (const [n, color] of expected.entries()) {
    for (const [channel, value] of color.entries()) {
      expect(Math.abs((found[n]?.[channel] ?? 0) - value), `${what} ${n} ${found[n]}`).toBeLessThan(8)
    }
  }
}

/** The possible outcomes for any file. */
const KNOWN = ['converted', 'media-damaged', 'image-too-many-pixels']

const single = (tile: HeifTile): HeifForTest => ({
  width: 64,
  height: 48,
  tileWidth: 64,
  tileHeight: 48,
  tiles: [tile],
})

describe('a photo of a phone in HEIF', () => {
  it('is assembled from its tiles, cropped to its size', async () => {
    const whole = corners(120, 100)
    const tiles: HeifTile[] = []
    for (const top of [0, 64]) {
      for (const left of [0, 64]) {
        tiles.push(await codeTile(64, 64, (x, y) => whole(Math.min(119, left + x), Math.min(99, top + y))))
      }
    }
    const grid = { width: 120, height: 100, columns: 2, rows: 2, tiles, tileWidth: 64, tileHeight: 64 }
    const thumbnail = { type: 'hvc1', data: tiles[3]?.data ?? Buffer.alloc(0) }
    const exif = { type: 'Exif', data: Buffer.from('\0\0\0\0MM\0*GPS 18.5204,73.8567') }
    const photo = await read('grid.heic', { ...grid, extras: [thumbnail, exif] })
    expect(photo).toMatchObject({ width: 120, height: 100 })
    expectNear(await readCorners(photo), [RED, GREEN, BLUE, WHITE], 'grid')
    expect((await readFile(photo.master.path)).includes('18.5204')).toBe(false)
    // As on iPhones, whose sensor is sideways.
    const upright = await read('grid-turned.heic', { ...grid, rotation: 3 })
    expect(upright).toMatchObject({ width: 100, height: 120 })
    expectNear(await readCorners(upright), [WHITE, RED, GREEN, BLUE], 'turned grid')
  })

  it('is rotated, mirrored and cropped as specified', async () => {
    const spec = single(await codeTile(64, 48, corners(64, 48)))
    expectNear(await readCorners(await read('0.heic', spec)), [RED, GREEN, BLUE, WHITE], 'as it is')
    const left = await read('1.heic', { ...spec, rotation: 1 })
    expect(left).toMatchObject({ width: 48, height: 64 })
    expectNear(await readCorners(left), [GREEN, BLUE, WHITE, RED], 'against the clock')
    expectNear(await readCorners(await read('2.heic', { ...spec, rotation: 2 })), [BLUE, WHITE, RED, GREEN], 'over')
    const right = await read('3.heic', { ...spec, rotation: 3 })
    expectNear(await readCorners(right), [WHITE, RED, GREEN, BLUE], 'with the clock')
    const topDown = await read('4.heic', { ...spec, mirror: 0 })
    expectNear(await readCorners(topDown), [WHITE, BLUE, GREEN, RED], 'top to bottom')
    const sideways = await read('5.heic', { ...spec, mirror: 1 })
    expectNear(await readCorners(sideways), [GREEN, RED, WHITE, BLUE], 'left to right')
    expect(await read('6.heic', { ...spec, crop: { width: 40, height: 20 } })).toMatchObject({ width: 40, height: 20 })
  })

  it('above the pixel limit is reduced tile by tile, and cropped and rotated as specified', {
    tags: ['full'],
  }, async () => {
    const [columns, rows] = [16, 13]
    const size = { width: columns * 512, height: rows * 512 }
    const colored = [RED, GREEN, BLUE, WHITE].map((color) => codeTile(512, 512, () => color))
    const [red, green, blue, white] = (await Promise.all(colored)) as [HeifTile, HeifTile, HeifTile, HeifTile]
    const tiles = Array.from({ length: columns * rows }, (_, n) => {
      const isRight = n % columns >= columns / 2
      return Math.floor(n / columns) < rows / 2 ? (isRight ? green : red) : isRight ? blue : white
    })
    const spec = { ...size, columns, rows, tiles, tileWidth: 512, tileHeight: 512 }
    const photo = await read('large.heic', { ...spec, rotation: 3, crop: { width: 8001, height: 6001 } })
    expectNear(await readCorners(photo), [WHITE, RED, GREEN, BLUE], 'large grid')
    expect([photo.width, photo.height]).toEqual([3000, 4000])
  })

  it('with ten bits or in the wide colours of a phone comes out in sRGB', async () => {
    const deep = single(await codeTile(64, 48, corners(64, 48), 10))
    expectNear(await readCorners(await read('deep.heic', deep)), [RED, GREEN, BLUE, WHITE], 'ten bits')
    // The same numbers mean a stronger green in Display P3 than in sRGB.
    const probe = sharp({ create: { width: 8, height: 8, channels: 3, background: '#808080' } }).withIccProfile('p3')
    const { icc } = await sharp(await probe.png().toBuffer()).metadata()
    const muted: Painter = () => [90, 160, 90]
    const plain = single(await codeTile(64, 48, muted))
    const [[, , , [red = 0, green = 0] = []]] = [
      await readCorners(await read('p3.heic', { ...plain, ...(icc && { icc }) })),
    ]
    expect(icc?.length).toBeGreaterThan(300)
    expect(green).toBeGreaterThan(160)
    expect(red).toBeLessThan(80)
  })

  it('with high dynamic range keeps the white and black that the phone shows', async () => {
    // White paper and a dark coat (sRGB, white at 203 nits) as BT.2100 writes them.
    const nits = (srgb: number) => 203 * ((srgb / 255 + 0.055) / 1.055) ** 2.4
    const hlg = (srgb: number) => {
      const scene = (nits(srgb) / 1000) ** (1 / 1.2)
      return scene <= 1 / 12 ? Math.sqrt(3 * scene) : 0.17883277 * Math.log(12 * scene - 0.28466892) + 0.55991073
    }
    const pq = (srgb: number) => {
      const light = (nits(srgb) / 10_000) ** 0.1593017578125
      return ((0.8359375 + 18.8515625 * light) / (1 + 18.6875 * light)) ** 78.84375
    }
    for (const [name, transfer, signal] of [
      ['hlg.heic', 18, hlg],
      ['pq.heic', 16, pq],
    ] as const) {
      const grey = (srgb: number) => [1, 1, 1].map(() => 255 * signal(srgb)) as [number, number, number]
      const tile = await codeTile(64, 48, (x) => grey(x < 32 ? 239 : 78), 10)
      const photo = await read(name, { ...single(tile), colorCodes: [9, transfer, 6] })
      const [white = [], dark = []] = await readCorners(photo)
      for (const channel of white) expect(Math.abs(channel - 239), `${name} ${white}`).toBeLessThan(5)
      for (const channel of dark) expect(Math.abs(channel - 78), `${name} ${dark}`).toBeLessThan(5)
    }
  })

  it('that is truncated, scrambled or states too large sizes is rejected with a code, without taking memory', async () => {
    const whole = buildHeif(single(await codeTile(64, 48, corners(64, 48))))
    const catchErrorCode = async (name: string, bytes: Buffer) => {
      await writeFile(at(name), bytes)
      return convertHeif(at(name), folder).catch((error: ApiError) => error.code)
    }
    expect(await catchErrorCode('cut.heic', whole.subarray(0, whole.length - 40))).toBe('media-damaged')
    const huge = Buffer.from(whole)
    huge.writeUInt32BE(60_000, huge.lastIndexOf('ispe') + 8)
    huge.writeUInt32BE(60_000, huge.lastIndexOf('ispe') + 12)
    expect(await catchErrorCode('huge.heic', huge)).toBe('image-too-many-pixels')
    expect(await catchErrorCode('text.heic', Buffer.from('Dear customer'))).toBe('media-damaged')
    const noise = Buffer.from(whole)
    noise.fill(0xa5, noise.indexOf('mdat') + 8)
    expect(await catchErrorCode('noise.heic', noise)).toBe('media-damaged')
  })

  it('made to be expensive is rejected by its header, before any pixel is decoded', async () => {
    const tile = await codeTile(64, 48, corners(64, 48))
    const spec = single(tile)
    const changed = (n: number) => buildHeif({ ...spec, isGrid: true, rotation: 1, rotations: n })
    const [rows, columns] = [64, 64]
    const many = { ...spec, columns, rows, tiles: Array.from({ length: rows * columns }, () => tile) }
    const attacks: readonly (readonly [Buffer, string])[] = [
      [buildHeifOfEmptyExtents(65_535), 'it places 65535 items'],
      [buildHeifOfEmptyExtents(1), 'its items lie in too many pieces'],
      [changed(250), 'an item has too many properties'],
      [changed(4), 'it is to be changed 4 times'],
      [buildHeif({ ...spec, icc: Buffer.alloc(4_000_001) }), 'its colour profile is too long'],
      [buildHeif({ ...spec, icc: Buffer.alloc(9_000_000) }), 'its description is too long'],
      // 4,096 tiles for a picture that one of them fills.
      [buildHeif(many), '64 x 64 tiles of 64 x 48 do not make 64 x 48'],
    ]
    for (const [bytes, reason] of attacks) expect(() => readHeif(bytes)).toThrow(reason)
    expect(readHeif(changed(3)).changes).toHaveLength(3)
  })

  it('with a tile larger than stated is rejected by the decoder', async () => {
    const large = await codeTile(512, 512, corners(512, 512))
    await writeFile(at('lie.heic'), buildHeif(single(large)))
    await expect(convertHeif(at('lie.heic'), folder)).rejects.toMatchObject({ code: 'media-damaged' })
    await writeFile(at('one.heic'), buildHeif({ ...single(large), width: 10_000, height: 5001 }))
    const details = { pixels: 50_010_000, limit: 50_000_000 }
    await expect(convertHeif(at('one.heic'), folder)).rejects.toMatchObject({ code: 'image-too-many-pixels', details })
  })

  it('damaged anywhere is read or rejected without a crash', async () => {
    const whole = buildHeif(single(await codeTile(64, 48, corners(64, 48))))
    let seed = 7
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return Math.floor((seed / 2 ** 32) * below)
    }
    const rounds = Number(process.env.VITRINE_MEDIA_FUZZ ?? 150)
    const outcomes = new Map<string, number>()
    for (let round = 0; round < rounds; round++) {
      const bytes = Buffer.from(round % 5 === 4 ? whole.subarray(0, random(whole.length)) : whole)
      // The boxes are the first 600 bytes, whose claims can mislead readers.
      for (let n = 0; n < 1 + random(4) && bytes.length > 0; n++) {
        const where = random(Math.min(bytes.length, round % 2 === 0 ? 600 : bytes.length))
        bytes[where] = random(3) === 0 ? 255 : random(256)
      }
      await writeFile(at('fuzz.heic'), bytes)
      const outcome = await convertHeif(at('fuzz.heic'), folder).then(
        () => 'converted',
        (error: ApiError) => error.code,
      )
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    expect(outcomes.get('media-damaged')).toBeGreaterThan(rounds / 10)
    expect([...outcomes.keys()].filter((outcome) => !KNOWN.includes(outcome))).toEqual([])
  })
})
