import { expect, it } from 'vitest'
import { isAnimated } from './animation.ts'

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
