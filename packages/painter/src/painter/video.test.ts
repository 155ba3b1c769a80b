import { createCanvas } from '@napi-rs/canvas'
import type { Picture } from '@vitrine/document/host'
import { createStage } from '@vitrine/document/stage'
import { describe, expect, test } from 'vitest'
import { createNodeHost } from '../../node-host.ts'
import { createPicture, middleRow, stripes, swing } from '../../testing/stripes.ts'
import { loadShaper } from '../text/shaper.ts'
import { createPainter } from './painter.ts'
import { computeVideoReduction, drawVideo } from './video.ts'

const host = createNodeHost()

function drawn({ source, width, height }: Picture, scale: number) {
  const canvas = createCanvas(Math.round(width * scale), Math.round(height * scale))
  const stage = createStage(host, canvas.width, canvas.height, 1)
  const part = { width, height, draw: drawing(source) }
  drawVideo({ ctx: canvas.getContext('2d') as never, stage }, part, [scale, 0, 0, scale, 0, 0])
  return canvas
}

const drawing =
  (source: object): Parameters<typeof drawVideo>[1]['draw'] =>
  (ctx, ...where) =>
    ctx.drawImage(source, ...where)

describe("a video's picture drawn smaller", () => {
  test.each([0.65, 0.58, 0.51, 0.3, 0.27, 0.13])('at %f waves less than smoothing alone would let it', (scale) => {
    // A period of 1.3 pixels of the result, which it cannot show.
    const pattern = stripes(1.3 / scale)
    const alone = createCanvas(Math.round(pattern.width * scale), Math.round(pattern.height * scale))
    alone.getContext('2d').drawImage(pattern.source as never, 0, 0, pattern.width * scale, pattern.height * scale)
    expect(swing(middleRow(drawn(pattern, scale)))).toBeLessThan(0.65 * swing(middleRow(alone)))
  })

  test.each([0.9, 0.65, 0.5, 0.3, 0.2])('at %f keeps a pattern that it can show', (scale) => {
    expect(swing(middleRow(drawn(stripes(5 / scale), scale)))).toBeGreaterThan(140)
  })

  test.each([0.7, 0.52, 0.3])('at %f keeps even colours and covers its place up to the edges', (scale) => {
    const even = createPicture(300, 200, () => [200, 100, 50, 255])
    const canvas = drawn(even, scale)
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const off = data.map((value, n) => Math.abs(value - ([200, 100, 50, 255][n % 4] as number)))
    // A canvas may round a mean of equal pixels down; the background must not show through.
    expect(off.reduce((worst, value) => Math.max(worst, value))).toBeLessThanOrEqual(1)
    expect(data.every((value, n) => n % 4 !== 3 || value === 255)).toBe(true)
  })

  test('keeps its position', () => {
    const edge = createPicture(300, 200, (x) => (x < 150 ? [0, 0, 0, 255] : [255, 255, 255, 255]))
    for (const scale of [1, 0.7, 0.6, 0.52, 0.5, 0.4, 0.3]) {
      const row = middleRow(drawn(edge, scale))
      const dark = row.reduce((sum, light) => sum + (255 - light) / 255, 10)
      expect(Math.abs(dark - 150 * scale), `${scale}`).toBeLessThan(0.15)
    }
  })
})

test('shrinking grows gradually', () => {
  expect(computeVideoReduction(2)).toEqual({ halvings: 0, shift: 0 })
  expect(computeVideoReduction(0.75)).toEqual({ halvings: 0, shift: 0 })
  expect(computeVideoReduction(0.65)).toEqual({ halvings: 0, shift: 0.1875 })
  expect(computeVideoReduction(0.501)).toEqual({ halvings: 0, shift: 0.5 })
  expect(computeVideoReduction(0.5)).toEqual({ halvings: 1, shift: 0 })
  expect(computeVideoReduction(0.5 - 1e-12)).toEqual({ halvings: 1, shift: 0 })
  expect(computeVideoReduction(0.3)).toEqual({ halvings: 1, shift: 0.3125 })
  expect(computeVideoReduction(0)).toEqual({ halvings: 6, shift: 0.5 })
})

test('a picture that was made smaller beforehand stands where the whole one would', async () => {
  const whole = createPicture(64, 32, (x) => (x < 32 ? [200, 0, 0, 255] : [0, 0, 200, 255]))
  const small = createPicture(16, 8, (x) => (x < 8 ? [200, 0, 0, 255] : [0, 0, 200, 255]))
  const scales: number[] = []
  const sampled = (scale: number) => {
    scales.push(scale)
    return { source: small.source, scale: 0.25 }
  }
  const layer = { id: 'clip', type: 'media', in: 0, out: 1, source: { asset: 'sha256:clip' }, box: [4, 2, 16, 8] }
  const document = {
    canvas: { width: 24, height: 12, fps: 30, duration: 1, background: '#000' },
    ...{ layers: [layer], fonts: [], assets: {}, fields: [] },
  } as never
  const drawn = async (video: Picture) => {
    const canvas = createCanvas(24, 12)
    const pictures = { image: () => undefined, video: () => video }
    const painter = createPainter({ document, host, shaper: await loadShaper(), fonts: new Map(), pictures })
    painter.drawFrame(canvas.getContext('2d') as never, 0)
    return [...canvas.getContext('2d').getImageData(0, 0, 24, 12).data]
  }
  const [one, other] = [await drawn({ ...whole, sampled }), await drawn(whole)]
  expect(scales).toEqual([0.25])
  expect(one.filter((value, n) => Math.abs(value - (other[n] ?? 0)) > 1)).toEqual([])
})
