import { createCanvas } from '@napi-rs/canvas'
import type { Context } from '@vitrine/document/host'
import { beforeAll, describe, expect, test } from 'vitest'
import { FACES, FONTS } from '../../golden/stock.ts'
import { readFallbackFont } from '../../node-fallback-font.ts'
import { createNodeHost } from '../../node-host.ts'
import { listMarkFaces } from '../text/fallback-face.ts'
import { loadShaper, type Shaper } from '../text/shaper.ts'
import { createWatermark } from './watermark.ts'

const host = createNodeHost()
let shaper: Shaper
beforeAll(async () => {
  shaper = await loadShaper()
})

describe('the watermark', () => {
  test.each([
    ['white', 255, 'VITRINE'],
    ['grey', 128, 'VITRINE'],
    ['black', 0, 'VITRINE'],
    ['grey', 128, ''],
    ['grey', 128, 'in letters that the font lacks: 相片'],
  ])('is quiet on %s (%i, %j) and cannot be cropped off', (_name, ground, text) => {
    const [width, height] = [320, 180]
    const canvas = createCanvas(width, height)
    const ctx = canvas.getContext('2d')
    ctx.fillStyle = `rgb(${ground},${ground},${ground})`
    ctx.fillRect(0, 0, width, height)
    createWatermark(text, { host, shaper, faces: FACES.slice(0, 1), fonts: FONTS }).draw(
      ctx as unknown as Context,
      width,
      height,
    )
    const { data } = ctx.getImageData(0, 0, width, height)
    const strength = (x: number, y: number) => Math.abs((data[(y * width + x) * 4] ?? 0) - ground)
    const strongestIn = (left: number, top: number) => {
      let most = 0
      for (let y = top; y < top + height / 3; y++)
        for (let x = left; x < left + width / 3; x++) most = Math.max(most, strength(Math.floor(x), Math.floor(y)))
      return most
    }
    for (let top = 0; top <= 120; top += 12)
      for (let left = 0; left <= 213; left += 12) expect(strongestIn(left, top)).toBeGreaterThan(8)
    let strongest = 0
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) strongest = Math.max(strongest, strength(x, y))
    expect(strongest).toBeLessThan(60)
  })

  /** The pixels of a mark over a grey frame, drawn with the document's fonts and additional ones. */
  async function mark(text: string, [width, height]: readonly [number, number], files = FONTS) {
    const canvas = createCanvas(width, height)
    const ctx = canvas.getContext('2d')
    ctx.fillStyle = '#808080'
    ctx.fillRect(0, 0, width, height)
    const faces = FACES.slice(0, 1)
    createWatermark(text, { host, shaper, faces, fonts: files }).draw(ctx as unknown as Context, width, height)
    return ctx.getImageData(0, 0, width, height).data
  }
  const shareMarked = (data: Uint8ClampedArray) =>
    data.filter((value, at) => at % 4 === 0 && Math.abs(value - 128) > 8).length / (data.length / 4)

  test('is written alike over every design, in a face of the engine', async () => {
    const [latin] = listMarkFaces('PREVIEW')
    if (!latin) throw new Error('no face')
    const plain = new Map([[latin.src, await readFallbackFont(latin)]])
    const [alone, over] = [
      await mark('PREVIEW', [320, 180], plain),
      await mark('PREVIEW', [320, 180], new Map([...FONTS, ...plain])),
    ]
    expect(Buffer.compare(Buffer.from(over), Buffer.from(alone))).toBe(0)
    expect(Buffer.compare(Buffer.from(over), Buffer.from(await mark('PREVIEW', [320, 180])))).not.toBe(0)
  })

  test.each([
    [320, 180],
    [180, 320],
    [240, 240],
  ] as const)('leaves most of a frame of %i × %i as it is', async (...size) => {
    const share = shareMarked(await mark('PREVIEW', size))
    expect(share).toBeGreaterThan(0.05)
    expect(share).toBeLessThan(0.25)
  })
})
