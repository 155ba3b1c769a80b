import { describe, expect, it } from 'vitest'
import { copyMask, paintStroke, wholeMask } from './mask.ts'

const at = ({ width, data }: ReturnType<typeof wholeMask>, x: number, y: number) => data[y * width + x]

describe('paintStroke', () => {
  const line = { from: { x: 20, y: 50 }, to: { x: 80, y: 50 }, radius: 10 }

  it('takes away what is under the brush and leaves the rest', () => {
    const mask = wholeMask({ width: 100, height: 100 })
    paintStroke(mask, { ...line, shows: false })
    expect([at(mask, 20, 50), at(mask, 50, 52), at(mask, 80, 50)]).toEqual([0, 0, 0])
    expect([at(mask, 50, 70), at(mask, 5, 50)]).toEqual([255, 255])
    expect(at(mask, 50, 58)).toBeGreaterThan(0)
  })

  it('brings back what was taken away', () => {
    const mask = wholeMask({ width: 100, height: 100 })
    paintStroke(mask, { ...line, shows: false })
    paintStroke(mask, { ...line, radius: 16, shows: true })
    expect(Math.min(...mask.data)).toBe(255)
  })

  it('reaches beyond the edges without harm', () => {
    const mask = wholeMask({ width: 40, height: 30 })
    paintStroke(mask, { from: { x: -20, y: -20 }, to: { x: 200, y: 200 }, radius: 500, shows: false })
    expect(Math.max(...mask.data)).toBe(0)
  })
})

describe('copyMask', () => {
  it('is not changed with the original', () => {
    const mask = wholeMask({ width: 4, height: 4 })
    const copy = copyMask(mask)
    paintStroke(mask, { from: { x: 2, y: 2 }, to: { x: 2, y: 2 }, radius: 9, shows: false })
    expect(Math.min(...copy.data)).toBe(255)
  })
})

describe('wholeMask', () => {
  it('has the shape of its photo and a bounded size', () => {
    expect(wholeMask({ width: 4000, height: 3000 })).toMatchObject({ width: 640, height: 480 })
  })
})
