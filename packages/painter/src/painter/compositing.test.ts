// Operations on finished layers give the correct colours, not only the same ones on both hosts.
import { createCanvas } from '@napi-rs/canvas'
import { validateDocument } from '@vitrine/after-effects/validate'
import type { Context, Picture } from '@vitrine/document/host'
import { resolveDocument } from '@vitrine/project/resolve'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleDocument } from '../../../document/testing/sample.ts'
import { FONTS } from '../../golden/stock.ts'
import { createNodeHost } from '../../node-host.ts'
import { listVoices } from '../sound/voice.ts'
import { loadShaper, type Shaper } from '../text/shaper.ts'
import { createPainter } from './painter.ts'

let shaper: Shaper
beforeAll(async () => {
  shaper = await loadShaper()
})

const span = { in: 0, out: 60 }

/** An alpha video of 4 x 2: half green, half opaque, premultiplied. */
function halfGreen(): Picture {
  const canvas = createCanvas(4, 4)
  const ctx = canvas.getContext('2d')
  ctx.fillStyle = '#008000'
  ctx.fillRect(0, 0, 4, 2)
  ctx.fillStyle = '#808080'
  ctx.fillRect(0, 2, 4, 2)
  return { source: canvas, width: 4, height: 4 }
}

function documentOf(layers: readonly object[]) {
  const assets = { ...sampleDocument.assets, 'sha256:plate': { kind: 'plate', w: 4, h: 2, seconds: 1 } }
  const result = validateDocument({ ...sampleDocument, assets, layers, variants: {} })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return resolveDocument(result.document, {})
}

/** The colours of one pixel of a frame of layers over black. */
function pixel(layers: readonly object[], [x, y]: readonly [number, number], frame = 0): number[] {
  const painter = createPainter({
    document: documentOf([...layers, { ...span, id: 'black', type: 'solid', color: '#000000' }]),
    host: createNodeHost(),
    shaper,
    fonts: FONTS,
    pictures: { image: (id) => (id === 'sha256:plate' ? halfGreen() : undefined) },
  })
  const canvas = createCanvas(painter.width, painter.height)
  const ctx = canvas.getContext('2d')
  painter.drawFrame(ctx as unknown as Context, frame)
  return [...ctx.getImageData(x, y, 1, 1).data.slice(0, 3)]
}

const solid = (id: string, color: string, extra: object = {}) => ({ ...span, id, type: 'solid', color, ...extra })
const near = (colors: readonly number[]) => colors.map((color) => expect.closeTo(color, -0.5))

describe('lengths of effects', () => {
  // The middle of the solid lies at 40, 40; half as large it reaches 5 pixels from there.
  const square = { box: [-10, -10, 20, 20], ks: { p: [40, 40], s: [50, 50], r: 90 } }
  const shadow = { type: 'shadow', color: '#ff0000', blur: 0, x: 30, y: 0, only: true }
  const red = (layers: readonly object[], place: readonly [number, number]) => pixel(layers, place)[0]

  test('are those of the canvas unless the effect says otherwise', () => {
    expect(red([solid('one', '#ffffff', { ...square, effects: [shadow] })], [70, 40])).toBe(255)
  })

  test('shrink and turn with the layer where they are in its pixels', () => {
    const one = solid('one', '#ffffff', { ...square, effects: [{ ...shadow, pixels: 'layer' }] })
    expect([red([one], [40, 55]), red([one], [70, 40])]).toEqual([255, 0])
  })

  test('shrink with the group around where they are in the pixels of the list', () => {
    const one = solid('one', '#ffffff', { ...square, effects: [{ ...shadow, pixels: 'list' }] })
    const group = { ...span, id: 'group', type: 'group', ks: { s: [50, 50] }, layers: [one] }
    // The middle of the square is at 20, 20 now, and 30 pixels to the right are 15.
    expect([red([group], [35, 20]), red([group], [50, 20])]).toEqual([255, 0])
  })

  test('of a layer that is seen larger reach as far', () => {
    const large = { box: [-3, -3, 6, 6], ks: { p: [20, 20], s: [300, 300] } }
    const one = solid('one', '#ffffff', { ...large, effects: [{ ...shadow, x: 18, pixels: 'layer' }] })
    expect([red([one], [74, 20]), red([one], [81, 20])]).toEqual([255, 255])
  })
})

describe('a matte', () => {
  test('cuts what the effects of the layer have made, and is not blurred with it', () => {
    const matte = solid('matte', '#ffffff', { box: [0, 0, 100, 100] })
    const blurred = solid('filled', '#ffffff', {
      matte: { layer: 'matte', mode: 'alpha' },
      effects: [{ type: 'blur', radius: 20 }],
    })
    // On both sides of the edge of the matte, far inside the layer.
    expect([99, 101].map((x) => pixel([matte, blurred], [x, 50])[0])).toEqual([255, 0])
  })

  test.each([
    ['alpha', '#ffffff80', 128],
    ['alpha-inverted', '#ffffff80', 127],
    ['luma', '#808080', 128],
    ['luma-inverted', '#404040', 191],
    ['luma', '#00ff00', 182],
  ])('of mode %s in %s lets %i through', (mode, color, expected) => {
    const layers = [solid('matte', color), solid('filled', '#ffffff', { matte: { layer: 'matte', mode } })]
    expect(pixel(layers, [50, 50])).toEqual(near([expected, expected, expected]))
  })
})

describe('a self-intersecting mask', () => {
  // Five points around (60, 60): the middle is wound around twice.
  const v = [0, 2, 4, 1, 3].map((n) => [60 + 50 * Math.sin(n * 1.2566), 60 - 50 * Math.cos(n * 1.2566)])
  const none = v.map(() => [0, 0])
  const star = { mode: 'a', pt: { c: true, v, i: none, o: none } }
  const middle = (mask: object, extra: object) =>
    pixel([solid('one', '#ffffff', { mask: [mask], ...extra })], [60, 60])[0]

  test.each([
    ['drawn at once', {}],
    ['drawn apart', { effects: [{ type: 'opacity', opacity: 100 }] }],
    ['half clear', { ks: { o: 50 } }],
  ])('holds its middle, and leaves it out when it is inverted or subtracts: %s', (_name, extra) => {
    const full = 'ks' in extra ? 128 : 255
    expect([star, { ...star, inv: true }, { ...star, mode: 's' }].map((mask) => middle(mask, extra))).toEqual(
      near([full, 0, 0]),
    )
  })
})

describe('an effect', () => {
  test.each([
    ['tint', { type: 'tint', black: '#ff0000', white: '#0000ff' }, '#808080', [127, 0, 128]],
    [
      'tritone',
      { type: 'tritone', shadows: '#000000', midtones: '#00ff00', highlights: '#ff0000' },
      '#404040',
      [0, 128, 0],
    ],
    ['inversion', { type: 'invert' }, '#2040ff', [223, 191, 0]],
    ['hue turned by a third', { type: 'hue-saturation', hue: 120 }, '#ff0000', [0, 255, 0]],
    ['no saturation', { type: 'hue-saturation', saturation: -100 }, '#ff0000', [128, 128, 128]],
    ['brightness', { type: 'brightness-contrast', brightness: 20 }, '#404040', [84, 84, 84]],
    ['warmth', { type: 'warmth', amount: 100 }, '#808080', [166, 136, 90]],
    ['coolness', { type: 'warmth', amount: -100 }, '#808080', [90, 120, 166]],
    ['warmth of black and white', { type: 'warmth', amount: 100 }, '#ffffff', [255, 255, 255]],
    ['flat contrast', { type: 'brightness-contrast', contrast: -100 }, '#f00000', [128, 128, 128]],
    ['fill', { type: 'fill', color: '#00ff00', opacity: 50 }, '#ff0000', [128, 128, 0]],
    ['opacity', { type: 'opacity', opacity: 50 }, '#ffffff', [128, 128, 128]],
  ])('%s', (_name, effect, color, expected) => {
    expect(pixel([solid('one', color, { effects: [effect] })], [50, 50])).toEqual(near(expected))
  })

  test('works on what the ones before it made', () => {
    const [fill, invert] = [{ type: 'fill', color: '#ff0000' }, { type: 'invert' }]
    expect(pixel([solid('one', '#ffffff', { effects: [fill, invert] })], [50, 50])).toEqual([0, 255, 255])
    expect(pixel([solid('one', '#ffffff', { effects: [invert, fill] })], [50, 50])).toEqual([255, 0, 0])
  })

  test('blur along one side leaves the other sharp', () => {
    const effect = { type: 'blur', radius: 6, dimensions: 'horizontal' }
    const layers = [solid('one', '#ffffff', { box: [40, 40, 80, 60], effects: [effect] })]
    expect(pixel(layers, [60, 38])).toEqual([0, 0, 0])
    expect(pixel(layers, [60, 41])[0]).toBeGreaterThan(250)
    const [edge = 0] = pixel(layers, [40, 70])
    expect(edge).toBeGreaterThan(115)
    expect(edge).toBeLessThan(150)
  })

  test('shadow lies in its direction, without the layer when it stands alone', () => {
    const shadow = { type: 'shadow', color: '#ff0000', blur: 0, direction: 90, distance: 40, only: true }
    const layers = [solid('one', '#ffffff', { box: [20, 20, 30, 30], effects: [shadow] })]
    expect(pixel(layers, [30, 30])).toEqual([0, 0, 0])
    expect(pixel(layers, [70, 30])).toEqual([255, 0, 0])
  })
})

describe('an alpha video', () => {
  const alphaVideo = { ...span, id: 'plate', type: 'plate', asset: 'sha256:plate' }
  test('is blended over the layers below, whichever way it is drawn', () => {
    const below = solid('below', '#ff0000')
    expect(pixel([alphaVideo, below], [50, 50])).toEqual(near([127, 128, 0]))
    expect(pixel([{ ...alphaVideo, ks: { o: 50 } }, below], [50, 50])).toEqual(near([191, 64, 0]))
    const apart = {
      ...span,
      id: 'group',
      type: 'group',
      layers: [alphaVideo],
      effects: [{ type: 'opacity', opacity: 100 }],
    }
    expect(pixel([apart, below], [50, 50])).toEqual(near([127, 128, 0]))
  })
})

describe("a group's own time", () => {
  const child = (extra = {}) => ({ id: 'child', type: 'solid', in: 10, out: 20, color: '#ffffff', ...extra })
  const shown = (group: object, frame: number) =>
    pixel([{ ...span, id: 'group', type: 'group', ...group }], [50, 50], frame)[0]

  test('is stretched', () => {
    const group = { sr: 2, st: 4, layers: [child()] }
    expect([23, 24, 43, 44].map((frame) => shown(group, frame))).toEqual([0, 255, 255, 0])
  })

  test('is remapped and empty behind its last frame, as a precomp in After Effects', () => {
    const tm = {
      a: 1,
      k: [
        { t: 0, s: [0] },
        { t: 30, s: [2] },
      ],
    }
    expect([5, 6, 10, 11, 59].map((frame) => shown({ tm, layers: [child()] }, frame))).toEqual([0, 255, 255, 0, 0])
    const held = { a: 1, k: [tm.k[0], { t: 10, s: [0.6] }] }
    expect(shown({ tm: held, layers: [child()] }, 59)).toBe(255)
  })

  test('silences it when it does not run at its normal speed', () => {
    const music = { ...span, id: 'music', type: 'audio', source: 'sha256:photo' }
    const voices = (extra: object) =>
      listVoices(documentOf([{ ...span, id: 'group', type: 'group', layers: [music], ...extra }])).length
    expect([voices({}), voices({ sr: 2 }), voices({ tm: 1 })]).toEqual([1, 0, 0])
  })
})

test('a feathered mask is half open at its edge, an expanded one beyond it', () => {
  const square = {
    c: true,
    v: [
      [0, 0],
      [100, 0],
      [100, 200],
      [0, 200],
    ],
    i: [
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    o: [
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ],
  }
  const masked = (mask: object) => solid('one', '#ffffff', { mask: [{ mode: 'a', pt: square, ...mask }] })
  const [feathered = 0] = pixel([masked({ f: 30 })], [100, 90])
  expect(feathered).toBeGreaterThan(110)
  expect(feathered).toBeLessThan(140)
  expect(pixel([masked({ x: 10 })], [105, 90])[0]).toBe(255)
  expect(pixel([masked({ x: -10 })], [95, 90])[0]).toBe(0)
})

test('an auto-oriented layer points along its path', () => {
  const bar = {
    ...span,
    id: 'bar',
    type: 'shape',
    autoOrient: true,
    ks: {
      p: {
        a: 1,
        k: [
          { t: 0, s: [100, 0] },
          { t: 59, s: [100, 118] },
        ],
      },
    },
    shapes: [
      { ty: 'rc', s: [60, 4] },
      { ty: 'fl', c: '#ffffff' },
    ],
  }
  expect(pixel([bar], [100, 60 + 20], 30)[0]).toBe(255)
  expect(pixel([bar], [120, 60], 30)[0]).toBe(0)
})

describe('an adjustment layer', () => {
  const half = { type: 'adjustment', ...span, id: 'adjust', effects: [{ type: 'invert' }] }

  test('changes what lies below it, by its opacity', () => {
    expect(pixel([half, solid('red', '#ff2000')], [50, 50])).toEqual(near([0, 223, 255]))
    expect(pixel([{ ...half, ks: { o: 50 } }, solid('red', '#ff2000')], [50, 50])).toEqual(near([128, 128, 128]))
  })

  test('changes nothing outside of its group, and nothing above it', () => {
    const group = {
      ...span,
      id: 'group',
      type: 'group',
      layers: [half, solid('corner', '#ff0000', { box: [0, 0, 40, 40] })],
    }
    expect(pixel([group, solid('blue', '#0000ff')], [20, 20])).toEqual(near([0, 255, 255]))
    expect(pixel([group, solid('blue', '#0000ff')], [80, 80])).toEqual(near([0, 0, 255]))
    expect(pixel([solid('green', '#00ff00'), half], [50, 50])).toEqual(near([0, 255, 0]))
  })
})

test('a first mask that intersects keeps what it covers', () => {
  const square = {
    c: true,
    v: [
      [10, 10],
      [90, 10],
      [90, 90],
      [10, 90],
    ],
    i: Array(4).fill([0, 0]),
    o: Array(4).fill([0, 0]),
  }
  const masked = (mode: string) => [
    solid('masked', '#ff0000', { ks: { p: [100, 0] }, mask: [{ mode, pt: square, o: 100 }] }),
  ]
  for (const mode of ['i', 'd']) {
    expect(pixel(masked(mode), [150, 50])).toEqual(near([255, 0, 0]))
    expect(pixel(masked(mode), [50, 50])).toEqual(near([0, 0, 0]))
  }
})

describe('a shape group', () => {
  const group = (more: object, tr: object) => ({
    ...span,
    id: 'shape',
    type: 'shape',
    shapes: [
      {
        ty: 'gr',
        ...more,
        it: [
          { ty: 'rc', p: [50, 50], s: [80, 80] },
          { ty: 'fl', c: '#ffffff' },
          { ty: 'st', c: '#ff0000', w: 20 },
          { ty: 'tr', ...tr },
        ],
      },
      { ty: 'rc', p: [50, 50], s: [400, 400] },
      { ty: 'fl', c: '#0000ff' },
    ],
  })

  test('fades as one picture', () => {
    // Inside the stroke, where the fill covers it: no red is visible.
    expect(pixel([group({}, { o: 50 })], [14, 50])).toEqual(near([128, 128, 255]))
    expect(pixel([group({}, { o: 50 })], [5, 50])).toEqual(near([128, 0, 128]))
  })

  test('blends with what its layer has drawn, not with what lies below the layer', () => {
    expect(pixel([group({ bm: 'multiply' }, {})], [50, 50])).toEqual(near([0, 0, 255]))
    const alone = group({ bm: 'multiply' }, {})
    const shapes = alone.shapes.slice(0, 1)
    expect(pixel([{ ...alone, shapes }, solid('green', '#00ff00')], [50, 50])).toEqual(near([255, 255, 255]))
  })
})
