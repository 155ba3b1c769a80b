import type { Crop, Face } from '@vitrine/document/field'
import type { ClipShape } from '@vitrine/document/layer'
import { mapBounds } from '@vitrine/document/matrix'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cropForFaces } from './face-crop.ts'
import { placePicture } from './picture.ts'

interface Size {
  width: number
  height: number
}

/** Every shape of frame that templates and the editors have. */
const FRAMES: readonly Size[] = [
  { width: 1080, height: 1920 },
  { width: 1080, height: 1350 },
  { width: 500, height: 500 },
  { width: 1200, height: 900 },
  { width: 1920, height: 1080 },
  { width: 2100, height: 900 },
]
const CLIPS: readonly ClipShape[] = ['rect', 'ellipse', 'arch', 'hexagon', 'diamond', 'heart', 'leaf']

/** The boxes of faces in the frame's pixels, as the painter places the picture. */
function facesInFrame(picture: Size, frame: Size, faces: readonly Face[], crop: Crop) {
  const { matrix } = placePicture(picture, frame, 'cover', crop)
  return faces.map(({ x, y, width, height }) =>
    mapBounds(matrix, [
      x * picture.width,
      y * picture.height,
      (x + width) * picture.width,
      (y + height) * picture.height,
    ]),
  )
}

type Box = ReturnType<typeof facesInFrame>[number]

const isInside = ([left, top, right, bottom]: Box, { width, height }: Size) =>
  left >= -0.01 && top >= -0.01 && right <= width + 0.01 && bottom <= height + 0.01
const isOutside = ([left, top, right, bottom]: Box, { width, height }: Size) =>
  right <= 0.01 || bottom <= 0.01 || left >= width - 0.01 || top >= height - 0.01

const picture = fc.constantFrom(
  { width: 4000, height: 3000 },
  { width: 3000, height: 4000 },
  { width: 1600, height: 900 },
)
const frame = fc.constantFrom(...FRAMES)

/** Faces in a row as in a group photo, with small gaps. */
const row = (count: number) =>
  fc
    .record({
      picture,
      frame,
      y: fc.double({ min: 0.1, max: 0.7, noNaN: true }),
      air: fc.double({ min: 0.15, max: 0.6, noNaN: true }),
    })
    .map(({ picture, frame, y, air }) => {
      const step = 0.94 / count
      const width = Math.min(step * (1 - air), 0.2)
      const height = Math.min(0.25, (width * picture.width) / picture.height)
      const faces = Array.from({ length: count }, (_, n) => ({
        x: 0.03 + n * step + (step - width) / 2,
        y,
        width,
        height,
      }))
      return { picture, frame, faces }
    })

describe('cropForFaces', () => {
  it.each([1, 2, 10])('cuts none of %i faces in a row in any shape of frame', (count) => {
    fc.assert(
      fc.property(row(count), ({ picture, frame, faces }) => {
        const crop = cropForFaces(picture, frame, faces) as Crop
        const boxes = facesInFrame(picture, frame, faces, crop)
        expect(boxes.filter((box) => !isInside(box, frame) && !isOutside(box, frame))).toEqual([])
        expect(boxes.some((box) => isInside(box, frame))).toBe(true)
      }),
    )
  })

  it('keeps all faces inside wherever a part of the picture in the shape of the frame holds them', () => {
    const face = fc.record({
      x: fc.double({ min: 0, max: 0.8, noNaN: true }),
      y: fc.double({ min: 0, max: 0.8, noNaN: true }),
      width: fc.double({ min: 0.02, max: 0.2, noNaN: true }),
      height: fc.double({ min: 0.02, max: 0.2, noNaN: true }),
    })
    fc.assert(
      fc.property(picture, frame, fc.array(face, { minLength: 1, maxLength: 10 }), (picture, frame, faces) => {
        const scale = Math.max(frame.width / picture.width, frame.height / picture.height)
        const span = (start: (face: Face) => number, end: (face: Face) => number) =>
          Math.max(...faces.map(end)) - Math.min(...faces.map(start))
        const wide =
          span(
            ({ x }) => x,
            ({ x, width }) => x + width,
          ) *
          picture.width *
          scale
        const high =
          span(
            ({ y }) => y,
            ({ y, height }) => y + height,
          ) *
          picture.height *
          scale
        fc.pre(wide <= frame.width && high <= frame.height)
        const crop = cropForFaces(picture, frame, faces) as Crop
        expect(facesInFrame(picture, frame, faces, crop).every((box) => isInside(box, frame))).toBe(true)
      }),
    )
  })

  it.each(CLIPS)('keeps one small face away from the corners that a %s cuts off', (clip) => {
    fc.assert(
      fc.property(picture, frame, fc.constantFrom(0.25, 0.4, 0.6), (picture, frame, x) => {
        const face = { x, y: 0.4, width: 0.06, height: 0.08 }
        const crop = cropForFaces(picture, frame, [face], clip) as Crop
        const [box] = facesInFrame(picture, frame, [face], crop) as [Box]
        const middle = [(box[0] + box[2]) / 2 / frame.width, (box[1] + box[3]) / 2 / frame.height]
        expect(middle[0]).toBeGreaterThan(0.2)
        expect(middle[0]).toBeLessThan(0.8)
      }),
    )
  })

  it('leaves room for the hair where there is any', () => {
    const [size, shape] = [
      { width: 3000, height: 4000 },
      { width: 1000, height: 1000 },
    ]
    const face = { x: 0.35, y: 0.15, width: 0.3, height: 0.2 }
    const [box] = facesInFrame(size, shape, [face], cropForFaces(size, shape, [face]) as Crop) as [Box]
    expect(box[1]).toBeGreaterThanOrEqual(0.5 * (box[3] - box[1]))
  })

  it('shows the biggest face of two that do not fit together', () => {
    const [size, shape] = [
      { width: 4000, height: 1000 },
      { width: 500, height: 1000 },
    ]
    const faces = [
      { x: 0.02, y: 0.3, width: 0.05, height: 0.2 },
      { x: 0.85, y: 0.2, width: 0.1, height: 0.4 },
    ]
    const [small, big] = facesInFrame(size, shape, faces, cropForFaces(size, shape, faces) as Crop) as [Box, Box]
    expect(isInside(big, shape)).toBe(true)
    expect(isOutside(small, shape)).toBe(true)
  })

  it('centres a face that is larger than the frame', () => {
    const [size, shape] = [
      { width: 1000, height: 1000 },
      { width: 200, height: 1000 },
    ]
    const face = { x: 0.5, y: 0.1, width: 0.4, height: 0.6 }
    const [box] = facesInFrame(size, shape, [face], cropForFaces(size, shape, [face]) as Crop) as [Box]
    expect((box[0] + box[2]) / 2).toBeCloseTo(100)
  })

  it('decides nothing without faces', () => {
    expect(cropForFaces({ width: 10, height: 10 }, { width: 5, height: 5 }, [])).toBeUndefined()
  })
})
