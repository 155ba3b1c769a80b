// Animations in Bodymovin's form, of the kinds that are most expensive to draw: changing paths, nested canvases, mattes and
// blurs. All of them change in every frame, so that nothing can be cached.
import {
  createEffect,
  animation as fixture,
  layer as layerOf,
  still,
  transform,
} from '../../packages/after-effects/testing/animation.ts'

interface Kind {
  readonly name: string
  readonly animation: object
}

const [WIDTH, HEIGHT, FRAMES] = [1920, 1080, 60]

/** A value that moves evenly from one end to the other. */
function move(from: readonly number[], to: readonly number[]): object {
  const ease = { i: { x: [0.83], y: [0.83] }, o: { x: [0.17], y: [0.17] } }
  return {
    a: 1,
    k: [
      { t: 0, s: from, ...ease },
      { t: FRAMES, s: to },
    ],
  }
}

/** A layer that lasts as long as the animation, with the changes of its transform. */
const layer = (ty: number, ind: number, placed: Record<string, unknown> = {}, more: object = {}) =>
  layerOf(ty, `${ind}`, { ind, ks: transform(placed), ...more })

const group = (shape: object, color: readonly number[]) => ({
  ty: 'gr',
  it: [shape, { ty: 'fl', c: still([...color, 1]), o: still(100), r: 1 }, { ty: 'tr', ...transform() }],
})

const ellipse = (size: number) => ({ ty: 'el', d: 1, p: still([0, 0]), s: still([size, size]) })

const COLORS = [
  [0.88, 0.25, 0.19],
  [0.19, 0.63, 0.38],
  [0.19, 0.31, 0.75],
  [0.88, 0.75, 0.25],
] as const
const pickColor = (n: number) => COLORS[n % COLORS.length] ?? COLORS[0]

/** A star with so many corners, bulging by `bend`. */
function star(corners: number, radius: number, bend: number): object {
  const at = (n: number, r: number) => {
    const angle = (n * Math.PI) / corners
    return [r * Math.cos(angle), r * Math.sin(angle)]
  }
  const v = Array.from({ length: corners * 2 }, (_, n) => at(n, n % 2 === 0 ? radius : radius / 2))
  const tangents = v.map(([x = 0, y = 0]) => [-y * bend, x * bend])
  return { c: true, v, i: tangents.map(([x = 0, y = 0]) => [-x, -y]), o: tangents }
}

function morph(n: number, radius: number): object {
  const [from, to] = [star(6, radius, 0.1), star(6, radius * 0.8, 0.3 + (n % 3) / 10)]
  const ease = { i: { x: 0.83, y: 0.83 }, o: { x: 0.17, y: 0.17 } }
  return {
    ty: 'sh',
    ks: {
      a: 1,
      k: [
        { t: 0, s: [from], ...ease },
        { t: FRAMES, s: [to] },
      ],
    },
  }
}

/** The middle of the n-th of so many cells. */
function cell(n: number, columns: number, rows: number): [number, number] {
  return [((n % columns) + 0.5) * (WIDTH / columns), (Math.floor(n / columns) + 0.5) * (HEIGHT / rows)]
}

const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

/** A comp of four circles that move. */
const circles = (size: number) => ({
  id: 'circles',
  layers: times(4, (n) =>
    layer(
      4,
      n + 1,
      { p: move([size * (0.3 + n / 10), size / 2, 0], [size / 2, size * (0.35 + n / 10), 0]) },
      { shapes: [group(ellipse(size * 0.55), pickColor(n))] },
    ),
  ),
})

const precomp = (size: number, ind: number, placed: object, more: object = {}) =>
  layer(0, ind, { a: still([size / 2, size / 2, 0]), ...placed }, { refId: 'circles', w: size, h: size, ...more })

const animation = (layers: readonly Record<string, unknown>[], assets: readonly object[] = []) =>
  fixture(layers, { w: WIDTH, h: HEIGHT, assets })

/** A disc that moves to both sides of a place, as the matte of the layer below. */
const matte = (ind: number, [x, y]: readonly [number, number], reach: number, size: number, color: readonly number[]) =>
  layer(4, ind, { p: move([x - reach, y, 0], [x + reach, y, 0]) }, { td: 1, shapes: [group(ellipse(size), color)] })

function mattedPrecomps(mode: 1 | 3, color: readonly number[]): object {
  const layers = times(8, (n) => {
    const [x, y] = cell(n, 4, 2)
    return [matte(n * 2 + 1, [x, y], 60, 400, color), precomp(480, n * 2 + 2, { p: still([x, y, 0]) }, { tt: mode })]
  })
  return animation(layers.flat(), [circles(480)])
}

const star6 = (n: number, radius: number) => ({ shapes: [group(morph(n, radius), pickColor(n))] })

/** An effect one of whose parameters moves. */
function moving(effect: Record<string, unknown>, index: number, v: object): object {
  const { ef } = effect as { ef: readonly object[] }
  return { ...effect, ef: ef.map((parameter, n) => (n === index ? { ...parameter, v } : parameter)) }
}

const blur = moving(createEffect('ADBE Gaussian Blur 2', 'Gaussian Blur', [0, 1, 0], 29), 0, move([4], [40]))
const shadow = moving(
  createEffect('ADBE Drop Shadow', 'Drop Shadow', [[0, 0, 0, 1], 128, 135, 10, 30, 0], 25),
  3,
  move([10], [40]),
)

/** A circle of 80 pixels around the middle of a comp of 240. */
const round = {
  c: true,
  v: [
    [120, 40],
    [200, 120],
    [120, 200],
    [40, 120],
  ],
  i: [
    [-44, 0],
    [0, -44],
    [44, 0],
    [0, 44],
  ],
  o: [
    [44, 0],
    [0, 44],
    [-44, 0],
    [0, -44],
  ],
}
const mask = { inv: false, mode: 'a', pt: still(round), o: still(100), x: still(0), nm: 'Mask 1' }

const placedAt = ([x, y]: readonly [number, number]) => ({ p: still([x, y, 0]) })

/** What `npm run bench -- import-cost` measures. */
export const kinds: readonly Kind[] = [
  {
    name: '32 morphs',
    animation: animation(times(32, (n) => layer(4, n + 1, placedAt(cell(n, 8, 4)), star6(n, 150)))),
  },
  {
    name: '4 faded precomps',
    animation: animation(
      times(4, (n) =>
        precomp(1080, n + 1, {
          p: move([500 + n * 200, 540, 0], [800 + n * 150, 540, 0]),
          o: move([80], [40]),
        }),
      ),
      [circles(1080)],
    ),
  },
  {
    name: '8 blurs and shadows',
    animation: animation(
      times(8, (n) =>
        layer(4, n + 1, placedAt(cell(n, 4, 2)), { ef: [n % 2 === 0 ? blur : shadow], ...star6(n, 160) }),
      ),
    ),
  },
  {
    name: '24 turning precomps with masks',
    animation: animation(
      times(24, (n) =>
        precomp(
          240,
          n + 1,
          { ...placedAt(cell(n, 6, 4)), r: move([n * 7], [n * 7 + 180]) },
          { hasMask: true, masksProperties: [mask] },
        ),
      ),
      [circles(240)],
    ),
  },
  {
    name: '12 morphs with mattes',
    animation: animation(
      times(12, (n) => [
        matte(n * 2 + 1, cell(n, 4, 3), 50, 240, [1, 1, 1]),
        layer(4, n * 2 + 2, placedAt(cell(n, 4, 3)), { tt: 1, ...star6(n, 170) }),
      ]).flat(),
    ),
  },
  { name: '8 precomps with alpha mattes', animation: mattedPrecomps(1, [1, 1, 1]) },
  { name: '8 precomps with luma mattes of a colour', animation: mattedPrecomps(3, [0.75, 0.5, 0.25]) },
]
