// Cropping by hand never leaves the picture, whatever the hand does.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { panCrop, restingCrop, type Size, zoomCrop } from '../../cropper/crop.ts'
import { findHighestZoom, frameSide, isSoft, limitSquare, squareFraming, toPictureCrop } from './square-crop.ts'

/** Moves the picture under the frame by fractions of the frame's side: positive `right` and `down` follow the pointer. */
const move = (of: Size, crop: typeof restingCrop, right: number, down: number) =>
  limitSquare(of, panCrop(squareFraming(of), crop, { x: right * frameSide, y: down * frameSide }))

const picture = { width: 4000, height: 3000 }

describe('a square cropped by hand', () => {
  it('begins as the largest one in the middle', () => {
    expect(toPictureCrop(picture, restingCrop)).toEqual({ left: 500, top: 0, size: 3000 })
  })

  it('follows the pointer, and stops at the edge', () => {
    const moved = move(picture, restingCrop, 0.1, 0)
    expect(toPictureCrop(picture, moved)).toEqual({ left: 200, top: 0, size: 3000 })
    expect(toPictureCrop(picture, move(picture, moved, 5, 5)).left).toBe(0)
  })

  it('grows smaller around its centre with the zoom, and says when it will look soft', () => {
    const near = limitSquare(picture, zoomCrop(squareFraming(picture), restingCrop, 2))
    expect(toPictureCrop(picture, near)).toEqual({ left: 1250, top: 750, size: 1500 })
    expect(isSoft(toPictureCrop(picture, near))).toBe(false)
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
        let crop = restingCrop
        for (const { right, zoom } of steps) {
          crop = move({ width, height }, limitSquare({ width, height }, { ...crop, zoom }), right, -right)
        }
        const { left, top, size } = toPictureCrop({ width, height }, crop)
        expect([left, top, size].every(Number.isInteger)).toBe(true)
        expect(size).toBeGreaterThanOrEqual(Math.min(width, height, 64))
        expect(left >= 0 && top >= 0 && left + size <= width && top + size <= height).toBe(true)
      }),
    )
  })
})
