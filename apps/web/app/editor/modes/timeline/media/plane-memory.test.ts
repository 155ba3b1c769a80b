import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  copyPlanes,
  drawPlanes,
  openPlaneMemory,
  type PlaneMemory,
  type Planes,
  reservePlanes,
} from './plane-memory.ts'

let memory: PlaneMemory
beforeAll(async () => {
  const bytes = await readFile(new URL('./pixel-kernel.wasm', import.meta.url))
  memory = await openPlaneMemory(
    Promise.resolve(new Response(bytes, { headers: { 'content-type': 'application/wasm' } })),
  )
})

const plane = (address: number, stride: number, rows: number, columns: number) =>
  Array.from({ length: rows }, (_, y) => [...memory.view(address + y * stride, columns)])

const colorsOf = ({ luma, blue, red, stride, width, height }: Planes) => ({
  luma: plane(luma, stride, height, width),
  blue: plane(blue, stride / 2, height / 2, width / 2),
  red: plane(red, stride / 2, height / 2, width / 2),
})

function converted(width: number, height: number, colorAt: (x: number, y: number) => readonly number[]) {
  const to = reservePlanes(memory, 'converted', width, height)
  const pixels = memory.reserve('rgba', width * height * 4 + 64)
  const scratch = memory.reserve('test scratch', 2 * to.stride)
  const rgba = memory.view(pixels, width * height * 4)
  for (let n = 0; n < width * height; n++) rgba.set([...colorAt(n % width, Math.floor(n / width)), 255], n * 4)
  memory.kernel.toYuv(pixels, width * 4, to.luma, to.blue, to.red, to.stride, 16, height, scratch)
  return colorsOf(to)
}

describe('colours of a video', () => {
  it('are those of BT.709 in limited range', () => {
    // Known values of the colour bars at 100 %.
    const bars = [
      [
        [255, 255, 255],
        [235, 128, 128],
      ],
      [
        [0, 0, 0],
        [16, 128, 128],
      ],
      [
        [255, 0, 0],
        [63, 102, 240],
      ],
      [
        [0, 255, 0],
        [173, 42, 26],
      ],
      [
        [0, 0, 255],
        [32, 240, 118],
      ],
      [
        [128, 128, 128],
        [126, 128, 128],
      ],
    ] as const
    for (const [color, [y, u, v]] of bars) {
      const { luma, blue, red } = converted(4, 4, () => color)
      expect([...new Set([luma, blue, red].flatMap((rows) => [new Set(rows.flat())]))], `${color}`).toEqual([
        new Set([y]),
        new Set([u]),
        new Set([v]),
      ])
    }
  })

  it('place chroma beside the even columns', () => {
    // A red pixel in column 1 alone is seen half by each of its neighbours; one in column 0 belongs to the first.
    const odd = converted(4, 4, (x) => (x === 1 ? [255, 0, 0] : [0, 0, 0]))
    const even = converted(4, 4, (x) => (x === 0 ? [255, 0, 0] : [0, 0, 0]))
    expect(odd.red[0]?.[0]).toBe(128 + 112 / 4)
    expect(even.red[0]?.[0]).toBe(128 + (112 * 3) / 4)
  })
})

describe('a decoded picture', () => {
  /** A picture whose luma counts up and whose colours are even, as a decoder gives it. */
  const frameOf = (format: 'I420' | 'NV12', width: number, height: number) =>
    ({
      format,
      async copyTo(into: Uint8ClampedArray, { layout }: { layout: PlaneLayout[] }) {
        layout.forEach(({ offset, stride }, n) => {
          const isMixed = format === 'NV12' && n === 1
          for (let y = 0; y < (n === 0 ? height : height / 2); y++) {
            for (let x = 0; x < (n === 0 || isMixed ? width : width / 2); x++) {
              const color = (isMixed ? x % 2 : n - 1) === 0 ? 100 : 150
              into[offset + y * stride + x] = n === 0 ? 20 + 2 * x + y : color
            }
          }
        })
        return layout
      },
    }) as unknown as VideoFrame

  it.each(['I420', 'NV12'] as const)('keeps its planes: %s', async (format) => {
    const to = reservePlanes(memory, 'copied', 40, 24)
    await copyPlanes(memory, frameOf(format, 40, 24), to)
    const { luma, blue, red } = colorsOf(to)
    expect(luma).toEqual(Array.from({ length: 24 }, (_, y) => Array.from({ length: 40 }, (_, x) => 20 + 2 * x + y)))
    expect([new Set(blue.flat()), new Set(red.flat())]).toEqual([new Set([100]), new Set([150])])
  })

  it.each([
    [0.5, 0, 20, 12],
    [1.5, 0, 60, 36],
    [1, -4, 32, 16],
  ])('is drawn at a scale of %f, moved by %f', async (scale, moved, width, height) => {
    const picture = reservePlanes(memory, 'picture', 40, 24)
    await copyPlanes(memory, frameOf('I420', 40, 24), picture)
    const to = reservePlanes(memory, 'drawn', width, height)
    drawPlanes(memory, picture, { scaleX: scale, scaleY: scale, x: moved, y: moved }, to)
    const { luma, blue, red } = colorsOf(to)
    const across = (n: number) => (n + 0.5 - moved) / scale - 0.5
    // Beyond the middle of the outermost pixels there is nothing to count on with.
    for (const y of [2, 5, height - 3])
      for (const x of [2, 7, width - 3])
        expect(Math.abs((luma[y]?.[x] ?? 0) - (20 + 2 * across(x) + across(y))), `${x},${y}`).toBeLessThanOrEqual(1)
    expect([new Set(blue.flat()), new Set(red.flat())]).toEqual([new Set([100]), new Set([150])])
  })
})
