// A pointer on a layer moves it exactly where the pointer goes, whatever it is, however it is turned and whatever it stands in.

import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { compileTransform } from '@vitrine/document/transform'
import { applyEdits, checkEdits, type LayerEdit } from '@vitrine/project/edit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentWith } from '../../../../../testing/document.ts'
import type { Point } from '../../../cropper/crop.ts'
import { findBox } from '../../../preview/field-place.ts'
import { type Bounds, IDENTITY, type Matrix, type Motion, mapPoint, multiply, toMatrix } from './geometry.ts'
import {
  changeByFlip,
  changeByFrame,
  changeByGroup,
  changeByMotion,
  changeByStretch,
  type LayerPlacement,
} from './layer-change.ts'

const time = { in: 0, out: 60 }
const text: Layer = {
  ...time,
  id: 'text',
  type: 'text',
  text: 'Hello',
  font: 'Inter',
  size: 20,
  box: [40, 30, 200, 60],
}
const photo: Layer = {
  ...time,
  id: 'photo',
  type: 'media',
  source: { asset: 'u_1' },
  box: [10, 20, 100, 80],
  ks: { r: 30, a: [0, 0] },
}
const star: Layer = {
  ...time,
  id: 'star',
  type: 'shape',
  shapes: [
    { ty: 'rc', s: [40, 40] },
    { ty: 'fl', c: '#ff0000' },
  ],
  ks: { p: [90, 70], s: [150, 150], r: -20 },
}
const flying: Layer = {
  ...star,
  id: 'flying',
  ks: {
    p: {
      a: 1,
      k: [
        { t: 0, s: [0, 0] },
        { t: 60, s: [120, 60] },
      ],
    },
    s: { a: 0, k: [120, 80] },
  },
}
const split: Layer = { ...star, id: 'split', ks: { p: { s: true, x: 50, y: { a: 0, k: 20 } }, r: 10 } }
const layers = [text, photo, star, flying, split]

const start = documentWith(layers, { canvas: { width: 400, height: 300, fps: 30, duration: 60 } })

const localBox: Bounds = [-20, -20, 20, 20]

function placement(layer: Layer, around: Matrix = IDENTITY, frame = 12): LayerPlacement {
  const box = findBox(layer)
  const rest = box && { anchor: [box[2] / 2, box[3] / 2] as const, corner: [box[0], box[1]] as const }
  const own = compileTransform(layer.ks, rest).matrix(frame)
  const place = {
    matrix: multiply(around, own),
    around,
    box: box ? ([0, 0, box[2], box[3]] as const) : localBox,
    reach: undefined,
    opacity: 1,
    frame,
  }
  return { layer, resolved: layer, place, isOwn: false, isStyleLocked: false }
}

function after(layer: Layer, edits: readonly LayerEdit[], document: TemplateDocument = start): Layer {
  expect(checkEdits(document, edits)).toEqual([])
  const changed = applyEdits(document, edits).layers.find(({ id }) => id === layer.id)
  if (!changed) throw new Error('the layer is gone')
  return changed
}

/** Where the corners of a layer are on the canvas. */
function corners({ place }: LayerPlacement): Point[] {
  const [left, top, right, bottom] = place.box ?? localBox
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ].map(([x = 0, y = 0]) => mapPoint(place.matrix, { x, y }))
}

function expectNear(found: readonly Point[], wanted: readonly Point[], distance = 0.4) {
  for (const [n, point] of found.entries()) {
    const other = wanted[n] ?? { x: Number.NaN, y: Number.NaN }
    expect(Math.hypot(point.x - other.x, point.y - other.y)).toBeLessThan(distance)
  }
}

const motions: fc.Arbitrary<Motion> = fc.record({
  center: fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 300 }) }),
  move: fc.record({ x: fc.integer({ min: -200, max: 200 }), y: fc.integer({ min: -200, max: 200 }) }),
  turn: fc.integer({ min: -180, max: 180 }),
  scale: fc.constantFrom(0.5, 1, 1, 1.25, 2),
})

/** An even map, perhaps mirrored, such as that of groups around a layer. */
const surroundings = fc
  .record({ motion: motions, mirrored: fc.boolean() })
  .map(({ motion, mirrored }): Matrix => multiply(toMatrix(motion), mirrored ? [-1, 0, 0, 1, 0, 0] : IDENTITY))

describe('a uniform transformation', () => {
  test('moves the corners of any layer as dragged', () => {
    fc.assert(
      fc.property(fc.constantFrom(...layers), motions, surroundings, (layer, motion, around) => {
        const before = placement(layer, around)
        const edits = changeByMotion(before, motion)
        if (!edits) throw new Error('there is no field here')
        const now = placement(after(layer, edits), around)
        const map = toMatrix(motion)
        // Words, photos: their frame grows instead of their scale, rounded to hundredths.
        expectNear(
          corners(now),
          corners(before).map((point) => mapPoint(map, point)),
          1.2,
        )
      }),
      { numRuns: 300 },
    )
  })

  test('leaves out what a field of the template decides', () => {
    const bound = { ...star, ks: { p: { $field: 'place' } } } as Layer
    const alone = { ...placement(star), layer: bound }
    expect(changeByMotion(alone, { center: { x: 0, y: 0 }, move: { x: 5, y: 5 }, turn: 0, scale: 1 })).toBeUndefined()
  })

  test('is nothing when nothing moves', () => {
    for (const layer of layers) {
      expect(
        changeByMotion(placement(layer), { center: { x: 9, y: 9 }, move: { x: 0, y: 0 }, turn: 0, scale: 1 }),
      ).toEqual([])
    }
  })

  test('scales the font size of texts, not the layer', () => {
    const edits = changeByMotion(placement(text), {
      center: { x: 0, y: 0 },
      move: { x: 0, y: 0 },
      turn: 0,
      scale: 2,
    })
    expect(after(text, edits ?? [])).toMatchObject({ size: 40, box: [80, 60, 400, 120] })
  })
})

describe('dragging an edge', () => {
  test('keeps the opposite edge fixed, for frames and for shapes', () => {
    const sides = fc.record({ left: fc.integer({ min: -30, max: 10 }), bottom: fc.integer({ min: -10, max: 60 }) })
    fc.assert(
      fc.property(fc.constantFrom(text, photo, star, split), sides, surroundings, (layer, { left, bottom }, around) => {
        const before = placement(layer, around)
        const box = before.place.box ?? localBox
        const to: Bounds = [box[0] + left, box[1], box[2], box[3] + bottom]
        const now = placement(after(layer, changeByFrame(before, box, to) ?? []), around)
        const wanted = corners({ ...before, place: { ...before.place, box: to } })
        expectNear(corners(now), wanted, 1.2)
      }),
      { numRuns: 200 },
    )
  })
})

describe('stretching several layers together', () => {
  const factors = fc.record({
    center: fc.record({ x: fc.integer({ min: 0, max: 400 }), y: fc.integer({ min: 0, max: 300 }) }),
    x: fc.constantFrom(0.5, 0.8, 1, 1.5, 2),
    y: fc.constantFrom(0.5, 0.8, 1, 1.5, 2),
  })
  const middleOfCorners = (points: readonly Point[]) => {
    const [a, , c] = points
    return { x: ((a?.x ?? 0) + (c?.x ?? 0)) / 2, y: ((a?.y ?? 0) + (c?.y ?? 0)) / 2 }
  }

  test('takes the middle of each, however it is turned, where the rectangle around all takes it', () => {
    fc.assert(
      fc.property(fc.constantFrom(text, photo, star, split), factors, surroundings, (layer, stretch, around) => {
        const before = placement(layer, around)
        const now = placement(after(layer, changeByStretch(before, stretch) ?? []), around)
        const { x, y } = middleOfCorners(corners(before))
        const { center } = stretch
        const wanted = { x: center.x + (x - center.x) * stretch.x, y: center.y + (y - center.y) * stretch.y }
        expectNear([middleOfCorners(corners(now))], [wanted], 1.2)
      }),
      { numRuns: 300 },
    )
  })

  test('gives an upright photo the exact rectangle, and texts a font size that fits it', () => {
    const upright: Layer = { ...photo, ks: {} }
    const stretch = { center: { x: 0, y: 0 }, x: 2, y: 0.5 }
    const [from, to] = [corners(placement(upright)), (point: Point) => ({ x: point.x * 2, y: point.y / 2 })]
    const document = { ...start, layers: [text, upright] }
    const grown = after(upright, changeByStretch(placement(upright), stretch) ?? [], document)
    expectNear(corners(placement(grown)), from.map(to), 0.05)
    expect(after(text, changeByStretch(placement(text), stretch) ?? [])).toMatchObject({
      size: 10,
      box: [230, 15, 100, 30],
    })
  })
})

test('mirroring once mirrors about the point, twice changes nothing', () => {
  for (const layer of [photo, star, text, split]) {
    const before = placement(layer)
    const about = { x: 120, y: 90 }
    const flipped = placement(after(layer, changeByFlip(before, 'horizontal', about) ?? []))
    const changed = { ...start, layers: start.layers.map((item) => (item.id === layer.id ? flipped.layer : item)) }
    const back = placement(after(layer, changeByFlip(flipped, 'horizontal', about) ?? [], changed))
    expectNear(corners(back), corners(before), 0.1)
    expect(
      flipped.place.matrix[0] * flipped.place.matrix[3] - flipped.place.matrix[1] * flipped.place.matrix[2],
    ).toBeLessThan(0)
  }
})

test('ungrouping a group that was moved, rotated, scaled or mirrored moves nothing', () => {
  fc.assert(
    fc.property(fc.constantFrom(text, star, photo, split), surroundings, (layer, own) => {
      const scale = Math.sqrt(Math.abs(own[0] * own[3] - own[1] * own[2])) * 100
      const mirrored = own[0] * own[3] - own[1] * own[2] < 0
      const r = (Math.atan2(mirrored ? -own[1] : own[1], mirrored ? -own[0] : own[0]) * 180) / Math.PI
      const group: Layer = {
        ...time,
        id: 'own-g',
        type: 'group',
        layers: [layer],
        ks: { p: [own[4], own[5]], r, s: [mirrored ? -scale : scale, scale] },
      }
      const groupPlacement = placement(group)
      const child = placement(layer, groupPlacement.place.matrix)
      const now = placement(after(layer, changeByGroup(groupPlacement, [child])))
      expectNear(corners(now), corners(child), 1.5)
    }),
    { numRuns: 200 },
  )
})
