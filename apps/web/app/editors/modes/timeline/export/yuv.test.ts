import { describe, expect, it } from 'vitest'
import { planarSize, writePlanar } from './yuv.ts'

function planar(width: number, height: number, colorAt: (x: number, y: number) => readonly [number, number, number]) {
  const rgba = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rgba.set([...colorAt(x, y), 255], (y * width + x) * 4)
  }
  const out = new Uint8Array(planarSize(width, height))
  writePlanar(rgba, width, height, out)
  return { luma: out.subarray(0, width * height), blue: out[width * height], red: out[width * height * 1.25] }
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
      const { luma, blue, red } = planar(4, 4, () => color)
      expect([luma[0], blue, red], `${color}`).toEqual([y, u, v])
      expect(new Set(luma).size).toBe(1)
    }
  })

  it('place chroma beside the even columns', () => {
    // A red pixel in column 1 alone is seen half by each of its neighbours; one in column 0 belongs to the first.
    const odd = planar(4, 4, (x) => (x === 1 ? [255, 0, 0] : [0, 0, 0]))
    const even = planar(4, 4, (x) => (x === 0 ? [255, 0, 0] : [0, 0, 0]))
    expect(odd.red).toBe(128 + 112 / 4)
    expect(even.red).toBe(128 + (112 * 3) / 4)
  })
})
