// Effects and styles as Bodymovin writes them, verified by the colours that the imported document draws.
import { createCanvas } from '@napi-rs/canvas'
import { importDocument } from '@vitrine/after-effects/import'
import type { Context } from '@vitrine/document/host'
import { resolveDocument } from '@vitrine/project/resolve'
import { beforeAll, describe, expect, test } from 'vitest'
import { animation, createEffect, layer, solid, still, transform } from '../../after-effects/testing/animation.ts'
import { FONTS } from '../golden/stock.ts'
import { createNodeHost } from '../node-host.ts'
import { createPainter } from '../src/painter/painter.ts'
import { loadShaper, type Shaper } from '../src/text/shaper.ts'

let shaper: Shaper
beforeAll(async () => {
  shaper = await loadShaper()
})

function read(layers: readonly Record<string, unknown>[]) {
  return importDocument(animation(layers), new Map(), { id: 'test', name: 'Test', bundledFonts: [] })
}

const errors = (layers: readonly Record<string, unknown>[]) =>
  read(layers)
    .report.filter(({ severity }) => severity === 'error')
    .map(({ message }) => message)

/** The colours of pixels of a frame; the import adds a white background. */
function pixels(
  layers: readonly Record<string, unknown>[],
  places: readonly [number, number][],
  frame = 0,
): number[][] {
  const { document } = read(layers)
  if (!document) throw new Error('not imported')
  const painter = createPainter({
    document: resolveDocument(document, {}),
    host: createNodeHost(),
    shaper,
    fonts: FONTS,
    pictures: { image: () => undefined },
  })
  const canvas = createCanvas(painter.width, painter.height)
  const ctx = canvas.getContext('2d')
  painter.drawFrame(ctx as unknown as Context, frame)
  return places.map(([x, y]) => [...ctx.getImageData(x, y, 1, 1).data.slice(0, 3)])
}

describe('Spread of a Drop Shadow', () => {
  const style = (ch: unknown, s: unknown = still(20)) => ({
    ...{ ty: 1, nm: 'Drop Shadow', c: still([0, 0, 0, 1]), o: still(100), a: still(180), s, d: still(0), ch },
    ...{ bm: still(5), no: still(0), lc: still(1) },
  })
  // The square ends at 60.
  const shaded = (ch: unknown, s?: unknown) => [
    solid('square', '#f00000', { sw: 20, sh: 20, ks: transform({ p: still([40, 40, 0]) }), sy: [style(ch, s)] }),
  ]
  const dark = (layers: Record<string, unknown>[], x: number, frame?: number) =>
    255 - (pixels(layers, [[x, 50]], frame)[0]?.[0] ?? 0)

  test('of 100 % is a hard edge as far away as the shadow is large', () => {
    expect([78, 82].map((x) => dark(shaded(still(100)), x))).toEqual([255, 0])
  })

  test('in part grows the shadow by that part, and the rest is blurred', () => {
    const [without, half] = [still(0), still(50)].map((ch) => dark(shaded(ch), 70))
    expect(without).toBeLessThan(30)
    // Its edge is at 70 now.
    expect(half).toBeGreaterThan(100)
    expect(half).toBeLessThan(155)
    expect(dark(shaded(still(50)), 82)).toBeLessThan(5)
  })

  test('moves, alone or while the size does', () => {
    const moving = (from: number, to: number) => ({
      a: 1,
      k: [
        { t: 0, s: [from], i: { x: [0.8], y: [0.8] }, o: { x: [0.2], y: [0.2] } },
        { t: 30, s: [to] },
      ],
    })
    expect([0, 30].map((frame) => dark(shaded(moving(0, 100)), 78, frame))).toEqual([expect.closeTo(0, -0.5), 255])
    expect([0, 30].map((frame) => dark(shaded(still(100), moving(10, 20)), 75, frame))).toEqual([0, 255])
    expect(errors(shaded(moving(0, 50)))).toEqual([])
    expect(errors(shaded(moving(0, 50), moving(10, 20)))).toEqual([
      'The layer style "Drop Shadow" is drawn without "Choke or Spread"; set it to 0',
    ])
  })
})

describe('CC Cross Blur', () => {
  const crossed = (values: readonly unknown[], more: Record<string, unknown> = {}) =>
    solid('square', '#ff0000', {
      ...{ ind: 1, sw: 40, sh: 40, ks: transform({ p: still([80, 30, 0]) }) },
      ...{ ef: [createEffect('CS CrossBlur', 'CC Cross Blur', values)], ...more },
    })

  test('is the mean of the layer blurred from side to side and up and down', () => {
    const places: [number, number][] = [
      [100, 50],
      [78, 50],
      [81, 50],
      [100, 28],
      [100, 31],
    ]
    const [middle, outside = 0, inside = 0, above, below] = pixels([crossed([10, 0, 1, 0])], places).map(
      ([, green]) => green,
    )
    // The copy without a blur is sharp on all sides, the other one above and below.
    expect([middle, above, below]).toEqual([0, 255, 0])
    expect(outside).toBeGreaterThan(190)
    expect(outside).toBeLessThan(235)
    expect(inside + outside).toBeCloseTo(255, -0.7)
  })

  test('keeps the opacity of the layer, and whoever follows it', () => {
    const faded = crossed([0, 0, 1, 0], { ks: transform({ p: still([80, 30, 0]), o: still(40) }) })
    expect(pixels([faded], [[100, 50]])[0]).toEqual([255, expect.closeTo(153, -0.5), expect.closeTo(153, -0.5)])
    const follower = layer(3, 'follower', { ind: 2, parent: 1 })
    const [first, second] = read([faded, follower]).document?.layers ?? []
    expect(second?.parent).toBe(first?.id)
  })

  test('in another mode, or before another effect, is an error', () => {
    const message = 'The effect "CC Cross Blur" is not drawn; use Fast Box Blur'
    const [cross] = crossed([10, 0, 1, 0]).ef as [object]
    expect(errors([crossed([10, 0, 2, 0])])).toEqual([message])
    expect(errors([crossed([], { ef: [cross, createEffect('ADBE Invert', 'Invert', [1, 0])] })])).toEqual([message])
  })
})

describe('Echo', () => {
  // The square inside the shape moves 90 pixels to the right in 30 frames: 3 in each.
  const moving = {
    a: 1,
    k: [
      { t: 0, s: [0, 0], i: { x: 1, y: 1 }, o: { x: 0, y: 0 } },
      { t: 30, s: [90, 0] },
    ],
  }
  const shapes = [
    {
      ty: 'gr',
      it: [
        { ty: 'rc', p: moving, s: still([10, 10]), r: still(0) },
        { ty: 'fl', c: still([0, 0, 0, 1]), o: still(100) },
        { ty: 'tr', ...transform() },
      ],
    },
  ]
  const echoed = (values: readonly unknown[], more: Record<string, unknown> = {}) =>
    layer(4, 'square', {
      ...{ ind: 1, ks: transform({ p: still([50, 50, 0]) }), shapes },
      ...{ ef: [createEffect('ADBE Echo', 'Echo', values)], ...more },
    })
  // The square is around 110 at frame 20.
  const greys = (one: Record<string, unknown>) =>
    pixels(
      [one],
      [110, 100, 80, 50, 125].map((x) => [x, 50]),
      20,
    ).map(([red]) => red)

  test('shows what was inside the layer at earlier times, as strong as Decay says', () => {
    // Ten frames before, the square was around 80, twenty before around 50.
    const expected = [0, 255, expect.closeTo(127.5, -0.5), expect.closeTo(191, -0.5), 255]
    for (const mode of [1, 4]) expect(greys(echoed([-1 / 3, 2, 1, 0.5, mode]))).toEqual(expected)
    expect(greys(echoed([-1 / 3, 2, 1, 1, 2]))).toEqual([0, 255, 0, 0, 255])
  })

  test('shows the movement of a shape, but not of what is drawn before it is moved', () => {
    const still = {
      ...shapes[0],
      it: shapes[0]?.it.map((item) => (item.ty === 'rc' ? { ...item, p: { k: [0, 0] } } : item)),
    }
    const ef = [createEffect('ADBE Echo', 'Echo', [-1 / 3, 2, 1, 1, 2])]
    const p = { a: 1, k: moving.k.map(({ s: [x = 0], ...key }) => ({ ...key, s: [50 + x, 50, 0] })) }
    expect(greys(echoed([], { ks: transform({ p }), shapes: [still], ef }))).toEqual([0, 255, 0, 0, 255])
    const ks = transform({ p, a: { k: [5, 5, 0] } })
    expect(greys(solid('square', '#000000', { sw: 10, sh: 10, ks, ef }))).toEqual([0, 255, 255, 255, 255])
  })

  test('with an effect before it or a mode that is not drawn is an error', () => {
    const message =
      'The effect "Echo" is not drawn; leave it away, or render the layer to a video with transparency and name it in "plates"'
    const invert = createEffect('ADBE Invert', 'Invert', [1, 0])
    const [one] = echoed([-0.1, 2, 1, 1, 2]).ef as [object]
    for (const mode of [3, 5, 6, 7]) expect(errors([echoed([-0.1, 2, 1, 1, mode])])).toEqual([message])
    expect(errors([echoed([-0.1, 2, 1, 0.5, 2])])).toEqual([message])
    expect(errors([echoed([], { ef: [invert, one] })])).toEqual([message])
    expect(errors([echoed([], { ef: [one, invert] })])).toEqual([])
  })
})
