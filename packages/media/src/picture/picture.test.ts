// The entry point for pictures as a whole: a child for each, and files crafted to be expensive.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiError } from '@vitrine/contract/api-error'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildHeif, buildHeifOfEmptyExtents, codeTile } from '../../testing/heif.ts'
import { buildProgressiveJpeg, emptyPng } from '../../testing/picture.ts'
import {
  makeLibraryPicture,
  makeSmallerCopy,
  makeSquarePicture,
  PICTURE_LIMITS,
  type PictureOptions,
} from './picture.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-picture-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const write = async (name: string, bytes: Uint8Array) => {
  const path = join(folder, name)
  await writeFile(path, bytes)
  return path
}
const make = async (name: string, bytes: Uint8Array, contentType: string, options: Partial<PictureOptions> = {}) =>
  makeLibraryPicture(
    { path: await write(name, bytes), contentType },
    { folder: await mkdtemp(join(folder, 'made-')), ...options },
  )
const catchErrorCode = (work: Promise<unknown>) =>
  work.then(
    () => 'made',
    (error: ApiError) => ({ code: error.code, reason: error.details?.reason }),
  )

describe('a picture from outside', () => {
  it('becomes a master and an editing copy, a square, or a smaller copy', { tags: ['full'] }, async () => {
    const bytes = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#b4143c' } })
      .png()
      .toBuffer()
    const made = await make('photo.png', bytes, 'image/png')
    expect(made).toMatchObject({ width: 900, height: 600, master: { contentType: 'image/jpeg' } })
    const readSize = async (path: string) => {
      const { width, height, format } = await sharp(await readFile(path)).metadata()
      return [format, width, height]
    }
    expect(await readSize(made.master.path)).toEqual(['jpeg', 900, 600])
    expect(await readSize(made.proxy.path)).toEqual(['webp', 900, 600])
    const file = { path: join(folder, 'photo.png'), contentType: 'image/png' }
    const options = { folder: await mkdtemp(join(folder, 'made-')) }
    expect(await readSize(await makeSmallerCopy(file, 240, options))).toEqual(['webp', 240, 160])
    expect(await readSize(await makeSquarePicture(file, { left: 300, top: 0, size: 600 }, options))).toEqual([
      'webp',
      512,
      512,
    ])
    const outside = makeSquarePicture(file, { left: 301, top: 0, size: 600 }, options)
    expect(await catchErrorCode(outside)).toMatchObject({ code: 'invalid-input' })
  })

  it('made to be expensive is rejected: scans, pieces, rotations, pixels', { tags: ['full'] }, async () => {
    const tile = await codeTile(64, 48, () => [90, 90, 90])
    const turned = { width: 64, height: 48, tileWidth: 64, tileHeight: 48, tiles: [tile], isGrid: true, rotation: 1 }
    const scans = await buildProgressiveJpeg(640, 480, 5000)
    const damaged = (reason: string) => ({ code: 'media-damaged', reason })
    expect(await catchErrorCode(make('scans.jpg', scans, 'image/jpeg'))).toEqual(damaged('it has 5000 scans'))
    const pieces = make('pieces.heic', buildHeifOfEmptyExtents(65_535), 'image/heic')
    expect(await catchErrorCode(pieces)).toEqual(damaged('it places 65535 items'))
    const turns = make('turns.heic', buildHeif({ ...turned, rotations: 250 }), 'image/heic')
    expect(await catchErrorCode(turns)).toEqual(damaged('an item has too many properties'))
    const pixels = make('bomb.png', emptyPng(20_000, 20_000), 'image/png')
    expect(await catchErrorCode(pixels)).toMatchObject({ code: 'image-too-many-pixels' })
  })

  it('that takes more memory or time than allowed ends its process, and is refused', { tags: ['full'] }, async () => {
    const photo = await sharp({ create: { width: 6000, height: 5000, channels: 3, background: '#808080' } })
      .jpeg({ progressive: true })
      .toBuffer()
    const unreadable = { code: 'media-damaged', reason: 'could not be read' }
    const pids: number[] = []
    const onStart = (pid: number) => pids.push(pid)
    const small = { ...PICTURE_LIMITS, memoryBytes: 150 * 2 ** 20 }
    expect(await catchErrorCode(make('large.jpg', photo, 'image/jpeg', { limits: small, onStart }))).toEqual(unreadable)
    const short = { ...PICTURE_LIMITS, durationMs: 20 }
    expect(await catchErrorCode(make('long.jpg', photo, 'image/jpeg', { limits: short, onStart }))).toEqual(unreadable)
    expect(pids).toHaveLength(2)
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  it('whose slot is withdrawn ends at once with that reason, and is not rejected', async () => {
    const photo = await sharp({ create: { width: 600, height: 500, channels: 3, background: '#808080' } })
      .jpeg()
      .toBuffer()
    const turn = new AbortController()
    const work = make('turn.jpg', photo, 'image/jpeg', {
      signal: turn.signal,
      onStart: () => turn.abort(new Error('another account waits')),
    })
    await expect(work).rejects.toThrow('another account waits')
  })
})
