import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeSmallVideo } from '../testing/video.ts'
import { countMissingBytes } from './container.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-missing-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function missing(bytes: Buffer): Promise<number> {
  await writeFile(join(folder, 'file'), bytes)
  return countMissingBytes(join(folder, 'file'))
}

test.each(['mp4', 'mov', 'mkv', 'avi'])(
  'a video in %s that lacks its end says how much, wherever it was cut',
  async (ending) => {
    const path = join(folder, `video.${ending}`)
    await writeSmallVideo(path, 4)
    const whole = await readFile(path)
    expect(await missing(whole)).toBe(0)
    for (const share of [0.5, 0.9, 0.98]) {
      const cut = whole.subarray(0, Math.round(whole.length * share))
      // When the index comes last in an MP4, it is missing as a whole, and nothing states its length.
      const found = await missing(cut)
      if (found === 0) expect(cut.includes('moov'), `${share}`).toBe(false)
      else expect(found).toBeLessThanOrEqual(whole.length - cut.length)
    }
  },
)

test('a truncated audio file is reported, and one without a stated length is not', async () => {
  const head = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x80\xbb\0\0\0\x77\x01\0\x02\0\x10\0data',
    'latin1',
  )
  const wave = (claimed: number, bytes: number) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(claimed)
    return Buffer.concat([head, length, Buffer.alloc(bytes)])
  }
  expect(await missing(wave(96_000, 96_000))).toBe(0)
  expect(await missing(wave(96_000, 50_000))).toBe(46_000)
  expect(await missing(wave(0xffff_ffff, 50_000))).toBe(0)
})

test('data of a camera after the last box is not missing content', async () => {
  const path = join(folder, 'camera.mp4')
  await writeSmallVideo(path, 1)
  expect(await missing(Buffer.concat([await readFile(path), Buffer.from('\x7f\xff\xff\xffnotes of a camera')]))).toBe(0)
})
