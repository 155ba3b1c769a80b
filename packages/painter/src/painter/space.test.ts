// Layers in space are drawn where the camera sees them, and nearer layers cover further ones.
import { createCanvas } from '@napi-rs/canvas'
import { validateDocument } from '@vitrine/after-effects/validate'
import type { Context } from '@vitrine/document/host'
import { resolveDocument } from '@vitrine/project/resolve'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleDocument } from '../../../document/testing/sample.ts'
import { FONTS } from '../../golden/stock.ts'
import { createNodeHost } from '../../node-host.ts'
import { loadShaper, type Shaper } from '../text/shaper.ts'
import { createPainter } from './painter.ts'

let shaper: Shaper
beforeAll(async () => {
  shaper = await loadShaper()
})

const span = { in: 0, out: 60 }
const canvas = { width: 360, height: 200, fps: 30, duration: 60, background: '#000000' }

function painterOf(layers: readonly object[]) {
  const group = { ...span, id: 'scene', type: 'group', layers }
  const result = validateDocument({ ...sampleDocument, canvas, layers: [group], fields: [], variants: {} })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  const document = resolveDocument(result.document, {})
  return createPainter({ document, host: createNodeHost(), shaper, fonts: FONTS, pictures: { image: () => undefined } })
}

/** The colours of pixels of a frame. */
function colorsOf(layers: readonly object[], points: readonly (readonly [number, number])[], frame = 0): string[] {
  const painter = painterOf(layers)
  const target = createCanvas(painter.width, painter.height)
  const ctx = target.getContext('2d')
  painter.drawFrame(ctx as unknown as Context, frame)
  return points.map(([x, y]) => {
    const [r = 0, g = 0, b = 0] = ctx.getImageData(x, y, 1, 1).data
    return `#${[r, g, b].map((one) => one.toString(16).padStart(2, '0')).join('')}`
  })
}

/** 100 pixels wide and high, in the middle. */
const card = (id: string, color: string, space: object, more: object = {}) => ({
  ...span,
  ...{ id, type: 'solid', color, box: [130, 50, 100, 100], space, ...more },
})
const camera = (space: object, more: object = {}, ks: object = {}) => ({
  ...span,
  ...{ id: 'camera', type: 'group', layers: [], space, ks: { p: [180, 100], ...ks }, camera: { zoom: 500, ...more } },
})
const [red, green, blue, black] = ['#ff0000', '#00ff00', '#0000ff', '#000000']

describe('a layer in space', () => {
  test('is seen smaller the farther it is', () => {
    // Without a camera the eye is 360 · 50 / 36 = 500 pixels away.
    const points = [157, 153, 180].map((x) => [x, 100] as const)
    expect(colorsOf([card('far', red, { z: 500 })], points)).toEqual([red, black, red])
  })

  test('that is turned about y comes nearer on its right side', () => {
    // Rotated by 30 degrees, the right edge is 25 pixels nearer and the left one 25 further away.
    const half = (depth: number) => Math.round((50 * 500) / (500 + depth))
    const [right, left] = [180 + (43.3 * 500) / 475, 180 - (43.3 * 500) / 525]
    const points = [
      [Math.floor(right) - 2, 100 - half(-25) + 3],
      [Math.ceil(right) + 1, 100],
      [Math.ceil(left) + 1, 100 - half(25) + 3],
      [Math.ceil(left) + 1, 100 - half(25) - 2],
    ] as const
    expect(colorsOf([card('turned', red, { ry: 30 })], points)).toEqual([red, black, red, black])
  })

  test('that is turned about x goes away at its foot', () => {
    const [top, foot] = [100 - (43.3 * 500) / 475, 100 + (43.3 * 500) / 525]
    const points = [
      [180, Math.ceil(top) + 1],
      [180, Math.floor(top) - 2],
      [180, Math.floor(foot) - 2],
      [180, Math.ceil(foot) + 1],
    ] as const
    expect(colorsOf([card('turned', red, { rx: 30 })], points)).toEqual([red, black, red, black])
  })

  test('covers what is farther, wherever it stands in the list', () => {
    const layers = [card('far', red, { z: 100 }), card('near', green, { z: -100 })]
    expect(colorsOf(layers, [[180, 100]])).toEqual([green])
    expect(colorsOf(layers.toReversed(), [[180, 100]])).toEqual([green])
  })

  test('does not cover what stands above a layer in the plane', () => {
    const between = { ...span, id: 'between', type: 'solid', color: blue, box: [0, 0, 10, 10] }
    const layers = [card('far', red, { z: 100 }), between, card('near', green, { z: -100 })]
    expect(colorsOf(layers, [[180, 100]])).toEqual([red])
  })

  test('is sorted by planes where its middle misleads', () => {
    // The middle of the wall is farther than the card's, but the card lies behind the wall.
    const wall = card('wall', red, { ry: 89 }, { box: [-800, 0, 1000, 200], ks: { p: [0, 0] } })
    const behind = card('behind', green, { z: 0 }, { box: [-300, 50, 100, 100] })
    const painter = painterOf([wall, behind])
    expect(painter.isSameFrame(0, 1)).toBe(true)
    expect(colorsOf([behind, wall], [[180, 100]])).toEqual(colorsOf([wall, behind], [[180, 100]]))
  })

  test('behind the eye is not seen', () => {
    expect(colorsOf([card('behind', red, { z: -600 })], [[180, 100]])).toEqual([black])
  })

  test('of any size and nearness is drawn in bounded pictures', () => {
    const huge = card('huge', red, { ry: -60, z: -400 }, { box: [-1e5, -1e5, 2e5, 2e5], ks: { s: [1000, 1000] } })
    const blurred = {
      ...huge,
      effects: [{ type: 'blur', radius: 20 }],
      motionBlur: { angle: 360, phase: 0, samples: 8 },
    }
    expect(colorsOf([huge], [[180, 100]])).toEqual([red])
    expect(colorsOf([blurred], [[180, 100]])).toEqual([red])
  })

  test('follows its parent in space', () => {
    const rig = { ...span, id: 'rig', type: 'group', layers: [], ks: { p: [180, 100] }, space: { ry: 90 } }
    // 100 pixels away from the rig's plane, which looks to the side.
    const led = card('led', red, { ry: -90, z: 60 }, { parent: 'rig', box: [-20, -20, 40, 40] })
    expect(colorsOf([rig, led], [[240, 100]])).toEqual([red])
    expect(colorsOf([rig, led], [[180, 100]])).toEqual([black])
  })
})

describe('a camera', () => {
  test('that comes nearer sees everything larger', () => {
    const points = [[90, 100] as const, [75, 100] as const]
    expect(colorsOf([camera({ z: -250 }), card('card', red, {})], points)).toEqual([red, black])
  })

  test('looks at its point of interest', () => {
    const aside = card('aside', red, {}, { box: [630, 50, 100, 100] })
    const looking = camera({ z: -500 }, { target: { x: 680, y: 100, z: 0 } })
    expect(colorsOf([looking, aside], [[180, 100]])).toEqual([red])
  })

  test('above others takes their place while it is on', () => {
    const near = { ...camera({ z: -250 }), id: 'cut', in: 30 }
    const layers = [near, camera({ z: -500 }), card('card', red, {})]
    expect(colorsOf(layers, [[90, 100]], 0)).toEqual([black])
    expect(colorsOf(layers, [[90, 100]], 30)).toEqual([red])
  })
})

describe('motion blur', () => {
  const passing = (motionBlur: object | undefined, more: object = {}) => ({
    ...span,
    ...{ id: 'passing', type: 'solid', color: '#ffffff', box: [0, 0, 40, 40], ...(motionBlur && { motionBlur }) },
    ks: {
      p: {
        a: 1,
        k: [
          { t: 0, s: [0, 0] },
          { t: 60, s: [1200, 0] },
        ],
      },
    },
    ...more,
  })

  test('is the mean of the places while the shutter is open', () => {
    // 20 pixels a frame: half a frame around frame 5 lies between 95 and 105 for the left edge.
    const blur = { angle: 180, phase: -90, samples: 16 }
    const colors = colorsOf(
      [passing(blur)],
      [
        [93, 20],
        [97, 20],
        [102, 20],
        [107, 20],
      ],
      5,
    )
    expect(colors[0]).toBe(black)
    expect(colors[3]).toBe('#ffffff')
    expect(Number.parseInt((colors[1] as string).slice(1, 3), 16)).toBeCloseTo(0.25 * 255, -1.3)
    expect(Number.parseInt((colors[2] as string).slice(1, 3), 16)).toBeCloseTo(0.75 * 255, -1.3)
  })

  test('changes nothing of what stands still', () => {
    const blur = { angle: 360, phase: 0, samples: 16 }
    const still = { ...passing(blur), ks: { p: [30, 10] } }
    expect(
      colorsOf(
        [still],
        [
          [29, 20],
          [30, 20],
          [69, 20],
          [70, 20],
        ],
      ),
    ).toEqual([black, '#ffffff', '#ffffff', black])
  })

  test('makes frames differ that have the same place at their time alone', () => {
    const k = [
      { t: 0, s: [0, 0], h: 1 },
      { t: 10, s: [50, 0] },
      { t: 10.4, s: [90, 0] },
    ]
    const jumping = passing({ angle: 360, phase: 0, samples: 8 }, { ks: { p: { a: 1, k } } })
    const painter = painterOf([jumping])
    expect([painter.isSameFrame(3, 4), painter.isSameFrame(7, 8)]).toEqual([true, true])
    expect(painter.isSameFrame(11, 10)).toBe(false)
  })
})

test('a group that holds its pictures shows each for so many frames', () => {
  const k = [
    { t: 0, s: [0, 0] },
    { t: 60, s: [300, 0] },
  ]
  const moving = { ...span, id: 'moving', type: 'solid', color: red, box: [0, 0, 10, 10], ks: { p: { a: 1, k } } }
  const painter = painterOf([{ ...span, id: 'held', type: 'group', step: 2.5, layers: [moving] }])
  const held = Array.from({ length: 6 }, (_, n) => painter.isSameFrame(n, n + 1))
  // Pictures of the times 0, 2.5 and 5.
  expect(held).toEqual([true, true, false, true, false, true])
})
