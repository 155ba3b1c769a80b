import { createCanvas } from '@napi-rs/canvas'
import type { Picture } from '@vitrine/document/host'
import { describe, expect, it } from 'vitest'
import { createNodeHost } from '../../node-host.ts'
import { cutOut } from './picture.ts'

function picture(width: number, height: number, color: (x: number, y: number) => string): Picture {
  const canvas = createCanvas(width, height)
  const ctx = canvas.getContext('2d')
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      ctx.fillStyle = color(x, y)
      ctx.fillRect(x, y, 1, 1)
    }
  }
  return { source: canvas, width, height }
}

const alphaAt = ({ source }: Picture, x: number, y: number) =>
  (source as ReturnType<typeof createCanvas>).getContext('2d').getImageData(x, y, 1, 1).data[3]

describe('cutOut', () => {
  const host = createNodeHost()
  const photo = picture(40, 300, () => '#3a7')

  it('takes away what the mask has dark, in a mask of any size', () => {
    for (const size of [2, 40]) {
      const mask = picture(size, size, (x) => (x < size / 2 ? '#000' : '#fff'))
      const cut = cutOut(host, photo, mask)
      expect([cut.width, cut.height]).toEqual([40, 300])
      for (const y of [0, 150, 299]) expect([alphaAt(cut, 0, y), alphaAt(cut, 39, y)]).toEqual([0, 255])
    }
  })

  it('has soft edges where the mask is enlarged', () => {
    const cut = cutOut(
      host,
      photo,
      picture(2, 1, (x) => (x === 0 ? '#000' : '#fff')),
    )
    expect(alphaAt(cut, 20, 100)).toBeGreaterThan(100)
    expect(alphaAt(cut, 20, 100)).toBeLessThan(160)
  })

  it('is made once for each mask', () => {
    const [one, other] = [picture(2, 2, () => '#fff'), picture(2, 2, () => '#000')]
    expect(cutOut(host, photo, one)).toBe(cutOut(host, photo, one))
    expect(cutOut(host, photo, other)).not.toBe(cutOut(host, photo, one))
  })
})
