import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { jpegHead, pngHead, webpHead } from '../../../testing/photo-head.ts'
import { readPhotoSize } from './photo-size.ts'

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
