// Cropping by hand never leaves the picture, whatever the hand does.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cropOf, findHighestZoom, isSoft, movePicture, startView, zoomTo } from './crop.ts'

const picture = { width: 4000, height: 3000 }

describe('a square cropped by hand', () => {
  it('begins as the largest one in the middle', () => {
    expect(cropOf(picture, startView(picture))).toEqual({ left: 500, top: 0, size: 3000 })
  })

  it('follows the hand, and stops at the edge', () => {
    const moved = movePicture(picture, startView(picture), 0.1, 0)
    expect(cropOf(picture, moved)).toEqual({ left: 200, top: 0, size: 3000 })
    expect(cropOf(picture, movePicture(picture, moved, 5, 5)).left).toBe(0)
  })

  it('grows smaller around its centre with the zoom, and says when it will look soft', () => {
    const near = zoomTo(picture, startView(picture), 2)
    expect(cropOf(picture, near)).toEqual({ left: 1250, top: 750, size: 1500 })
    expect(isSoft(cropOf(picture, near))).toBe(false)
    expect(isSoft({ left: 0, top: 0, size: 255 })).toBe(true)
    expect(findHighestZoom({ width: 40, height: 3000 })).toBe(1)
  })

  it('always lies inside the picture, in whole pixels', () => {
    const side = fc.integer({ min: 16, max: 9000 })
    const step = fc.record({
      right: fc.double({ min: -3, max: 3, noNaN: true }),
      zoom: fc.double({ min: 0, max: 20, noNaN: true }),
    })
    fc.assert(
      fc.property(side, side, fc.array(step, { maxLength: 8 }), (width, height, steps) => {
        let view = startView({ width, height })
        for (const { right, zoom } of steps) {
          view = movePicture({ width, height }, zoomTo({ width, height }, view, zoom), right, -right)
        }
        const { left, top, size } = cropOf({ width, height }, view)
        expect([left, top, size].every(Number.isInteger)).toBe(true)
        expect(size).toBeGreaterThanOrEqual(Math.min(width, height, 64))
        expect(left >= 0 && top >= 0 && left + size <= width && top + size <= height).toBe(true)
      }),
    )
  })
})
