import { afterEach, describe, expect, it, vi } from 'vitest'
import { pngHead } from '../preview/photo-head-fixture.ts'
import { measurePhoto, photoCost } from './photo-fit.ts'

const tall = { width: 900, height: 1600 }
const wide = { width: 1600, height: 900 }

describe('photoCost', () => {
  it('is nothing for a frame of the same shape, and what is cut off for another one', () => {
    expect(photoCost({ ...tall, faces: [] }, { width: 90, height: 160 })).toBeCloseTo(0)
    expect(photoCost({ ...tall, faces: [] }, wide)).toBeCloseTo(1 - (9 / 16) ** 2)
  })

  it('counts people who would be cut off', () => {
    const left = { x: 0.02, y: 0.4, width: 0.1, height: 0.2 }
    const right = { ...left, x: 0.88 }
    const alone = photoCost({ ...wide, faces: [left] }, tall)
    expect(alone).toBeCloseTo(photoCost({ ...wide, faces: [] }, tall))
    expect(photoCost({ ...wide, faces: [left, right] }, tall)).toBeCloseTo(alone + 1)
  })
})

describe('measurePhoto', () => {
  afterEach(() => vi.unstubAllGlobals())
  const face = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 }
  const photo = (width: number, height: number) => new Blob([pngHead(width, height)])

  it('says size and faces of a photo', async () => {
    vi.stubGlobal('createImageBitmap', async () => ({ width: 1200, height: 900, close: () => undefined }))
    expect(await measurePhoto(photo(1200, 900), async () => [face])).toEqual({
      width: 1200,
      height: 900,
      faces: [face],
    })
  })

  it('does not wait until a large photo is decoded', async () => {
    vi.stubGlobal('createImageBitmap', () => new Promise(() => undefined))
    expect(await measurePhoto(photo(8000, 6000), async () => [face])).toEqual({ width: 8000, height: 6000, faces: [] })
  })
})
