import type { Crop } from '@vitrine/document/field'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  computeTilt,
  type Framing,
  flipCrop,
  limitCrop,
  maxZoom,
  normalizeDegrees,
  type Point,
  panCrop,
  pinchCrop,
  placeInFrame,
  restingCrop,
  rotateCrop,
  sharpness,
  zoomCrop,
} from './crop.ts'

const framing: Framing = { source: { width: 1600, height: 1000 }, frame: { width: 900, height: 1600 }, fit: 'cover' }
const contained: Framing = { ...framing, fit: 'contain' }

/** The spot of the picture (its own pixels) that lies at a point of the frame. */
function spotAt(at: Framing, crop: Crop, point: Point): Point {
  const [a, b, c, d, e, f] = placeInFrame(at, crop).matrix
  const [x, y, det] = [point.x - e, point.y - f, a * d - b * c]
  return { x: (d * x - c * y) / det, y: (a * y - b * x) / det }
}

const isClose = (one: Crop, other: Crop) => {
  for (const key of ['x', 'y', 'zoom', 'rotate'] as const) expect(one[key]).toBeCloseTo(other[key], 4)
}

const size = fc.record({ width: fc.integer({ min: 40, max: 4000 }), height: fc.integer({ min: 40, max: 4000 }) })
const anyFraming = fc.record({ source: size, frame: size, fit: fc.constantFrom('cover' as const, 'contain' as const) })
const anyCrop = fc.record({
  x: fc.double({ min: -3, max: 3, noNaN: true }),
  y: fc.double({ min: -3, max: 3, noNaN: true }),
  zoom: fc.double({ min: 0.05, max: 20, noNaN: true }),
  rotate: fc.double({ min: -720, max: 720, noNaN: true }),
})

describe('a picture in its frame', () => {
  it('leaves no corner of the frame empty, whatever the crop', () => {
    fc.assert(
      fc.property(anyFraming, anyCrop, (any, crop) => {
        const covering: Framing = { ...any, fit: 'cover' }
        const limited = limitCrop(covering, crop)
        const { width, height } = covering.source
        const slack = 1e-4 * Math.max(width, height)
        for (const x of [0, covering.frame.width]) {
          for (const y of [0, covering.frame.height]) {
            const spot = spotAt(covering, limited, { x, y })
            expect(spot.x).toBeGreaterThan(-slack)
            expect(spot.y).toBeGreaterThan(-slack)
            expect(spot.x).toBeLessThan(width + slack)
            expect(spot.y).toBeLessThan(height + slack)
          }
        }
      }),
    )
  })

  it('leaves a crop that is allowed as it is', () => {
    fc.assert(
      fc.property(anyFraming, anyCrop, (any, crop) => {
        const once = limitCrop(any, crop)
        isClose(limitCrop(any, once), once)
      }),
    )
  })

  it('stops panning at the edge of the picture', () => {
    // The covering photo is 2560 x 1600 in a frame of 900 x 1600: 830 to spare on each side, nothing above.
    const moved = panCrop(framing, restingCrop, { x: 10_000, y: 50 })
    isClose(moved, { ...restingCrop, x: 830 / 900 })
  })

  it('keeps a contained picture in sight, and allows it to be small', () => {
    const moved = panCrop(contained, zoomCrop(contained, restingCrop, 0.5), { x: 10_000, y: -10_000 })
    isClose(moved, { x: 0.5, y: -0.5, zoom: 0.5, rotate: 0 })
  })
})

describe('zooming', () => {
  it('keeps the point under the pointer fixed', () => {
    const anchor = { x: 300, y: 500 }
    const before = zoomCrop(framing, restingCrop, 2)
    const after = zoomCrop(framing, before, 1.5, anchor)
    expect(spotAt(framing, after, anchor).x).toBeCloseTo(spotAt(framing, before, anchor).x, 1)
    expect(spotAt(framing, after, anchor).y).toBeCloseTo(spotAt(framing, before, anchor).y, 1)
  })

  it('never zooms out of the frame nor beyond the greatest zoom', () => {
    expect(zoomCrop(framing, restingCrop, 0.1).zoom).toBe(1)
    expect(zoomCrop(framing, restingCrop, 1000).zoom).toBe(maxZoom)
  })
})

describe('turning', () => {
  it('keeps the centre of the frame', () => {
    const middle = { x: 450, y: 800 }
    const start = panCrop(framing, zoomCrop(framing, restingCrop, 4), { x: 200, y: -300 })
    const turned = rotateCrop(framing, start, 20)
    expect(spotAt(framing, turned, middle).x).toBeCloseTo(spotAt(framing, start, middle).x, 1)
    expect(spotAt(framing, turned, middle).y).toBeCloseTo(spotAt(framing, start, middle).y, 1)
  })

  it('restores the same crop when rotated there and back', () => {
    const start = zoomCrop(framing, restingCrop, 2)
    isClose(rotateCrop(framing, rotateCrop(framing, start, 30), 0), start)
  })

  it('names angles between -180 and 180 and tilts between -45 and 45', () => {
    expect([0, 180, 181, -180, 270, 360, 450].map(normalizeDegrees)).toEqual([0, 180, -179, 180, -90, 0, 90])
    expect([0, 30, 60, 90, -100].map(computeTilt)).toEqual([0, 30, -30, 0, -10])
  })
})

describe('two fingers', () => {
  it('keep the points of the picture under them', () => {
    const from = [
      { x: 400, y: 800 },
      { x: 500, y: 800 },
    ] as const
    const to = [
      { x: 360, y: 820 },
      { x: 560, y: 820 },
    ] as const
    const pinched = pinchCrop(framing, restingCrop, from, to)
    expect(pinched.zoom).toBeCloseTo(2, 5)
    for (const finger of [0, 1] as const) {
      const [before, after] = [spotAt(framing, restingCrop, from[finger]), spotAt(framing, pinched, to[finger])]
      expect(after.x).toBeCloseTo(before.x, 1)
      expect(after.y).toBeCloseTo(before.y, 1)
    }
  })

  it('only move the picture when they start at one point', () => {
    const from = [
      { x: 400, y: 800 },
      { x: 400, y: 800 },
    ] as const
    const to = [
      { x: 420, y: 800 },
      { x: 420, y: 800 },
    ] as const
    isClose(pinchCrop(framing, restingCrop, from, to), { ...restingCrop, x: 20 / 900 })
  })
})

describe('sharpness', () => {
  const square = (source: number): Framing => ({
    source: { width: source, height: source },
    frame: { width: 1000, height: 1000 },
    fit: 'cover',
  })
  it('is source pixels per pixel of the frame, and decreases with the zoom', () => {
    expect(sharpness(square(2000), restingCrop)).toBeCloseTo(2)
    expect(sharpness(square(2000), { ...restingCrop, zoom: 4 })).toBeCloseTo(0.5)
    expect(sharpness(square(500), restingCrop)).toBeCloseTo(0.5)
  })
})

describe('mirroring', () => {
  const crop = { x: 0.1, y: 0, zoom: 2, rotate: 0 }
  it('is undone by doing it again, in both directions at once too', () => {
    const mirrored = flipCrop(crop, 'horizontal')
    expect(mirrored).toEqual({ ...crop, flip: 'horizontal' })
    const both = flipCrop(mirrored, 'vertical')
    expect(both.flip).toBe('both')
    expect(flipCrop(flipCrop(both, 'horizontal'), 'vertical')).toEqual(crop)
  })
  it('is relative to the screen when the picture is rotated', () => {
    expect(flipCrop({ ...crop, rotate: 90 }, 'horizontal').flip).toBe('vertical')
    expect(flipCrop({ ...crop, rotate: 180 }, 'horizontal').flip).toBe('horizontal')
  })
  it('is kept when moving, zooming and rotating', () => {
    const framing = { source: { width: 400, height: 300 }, frame: { width: 100, height: 100 }, fit: 'cover' } as const
    const moved = rotateCrop(framing, panCrop(framing, flipCrop(crop, 'vertical'), { x: 5, y: 5 }), 20)
    expect(moved.flip).toBe('vertical')
  })
})
