import { describe, expect, it } from 'vitest'
import { photoCost } from './photo-fit.ts'

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
