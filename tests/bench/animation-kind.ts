// Animations as Bodymovin writes them, of the kinds that ask most of a painter: paths that change, canvases inside canvases, mattes
// and blurs. All move at every frame, so that nothing can be kept.

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

const still = (k: unknown) => ({ a: 0, k })

interface Placed {
  readonly ind: number
  readonly p?: object
  readonly a?: object
  readonly r?: object
  readonly o?: object
}

function layer({ ind, p = still([0, 0, 0]), a = still([0, 0, 0]), r = still(0), o = still(100) }: Placed): object {
  return { ind, ip: 0, op: FRAMES, st: 0, sr: 1, bm: 0, ddd: 0, ao: 0, ks: { o, r, p, a, s: still([100, 100, 100]) } }
}

function group(shape: object, color: readonly number[]): object {
  const place = { ty: 'tr', p: still([0, 0]), a: still([0, 0]), s: still([100, 100]), r: still(0), o: still(100) }
  return { ty: 'gr', it: [shape, { ty: 'fl', c: still([...color, 1]), o: still(100), r: 1 }, place] }
}

const ellipse = (size: number, p: object = still([0, 0])) => ({ ty: 'el', d: 1, p, s: still([size, size]) })

const COLORS = [
  [0.88, 0.25, 0.19],
  [0.19, 0.63, 0.38],
  [0.19, 0.31, 0.75],
  [0.88, 0.75, 0.25],
] as const
const colorOf = (n: number) => COLORS[n % COLORS.length] ?? COLORS[0]

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

/** A comp of four circles that move, as large as its name says. */
function circlesComp(id: string, size: number): object {
  const layers = times(4, (n) => ({
    ...layer({
      ind: n + 1,
      p: move([size * (0.3 + n / 10), size / 2, 0], [size / 2, size * (0.35 + n / 10), 0]),
    }),
    ty: 4,
    shapes: [group(ellipse(size * 0.55), colorOf(n))],
  }))
  return { id, layers }
}

function precomp({ size, ...placed }: Placed & { size: number }): object {
  return { ...layer({ a: still([size / 2, size / 2, 0]), ...placed }), ty: 0, refId: 'circles', w: size, h: size }
}

function animation(layers: readonly object[], assets: readonly object[] = []): object {
  return {
    v: '5.12.2',
    fr: 30,
    ip: 0,
    op: FRAMES,
    w: WIDTH,
    h: HEIGHT,
    nm: 'kind',
    ddd: 0,
    assets,
    layers,
    markers: [],
  }
}

function mattes(count: number, mode: 1 | 3, color: readonly number[]): object {
  const layers = times(count, (n) => {
    const [x, y] = cell(n, 4, 2)
    return [
      {
        ...layer({ ind: n * 2 + 1, p: move([x - 60, y, 0], [x + 60, y, 0]) }),
        ty: 4,
        td: 1,
        shapes: [group(ellipse(400), color)],
      },
      { ...precomp({ ind: n * 2 + 2, size: 480, p: still([x, y, 0]) }), tt: mode },
    ]
  })
  return animation(layers.flat(), [circlesComp('circles', 480)])
}

function blurred(n: number): object {
  const [x, y] = cell(n, 4, 2)
  const slider = (ty: number, ix: number, v: object) => ({ ty, ix, nm: '', mn: '', v })
  const blur = {
    ty: 29,
    nm: 'Gaussian Blur',
    mn: 'ADBE Gaussian Blur 2',
    np: 5,
    en: 1,
    ef: [slider(0, 1, move([4], [40])), slider(7, 2, still(1)), slider(7, 3, still(0))],
  }
  const shadow = {
    ty: 25,
    nm: 'Drop Shadow',
    mn: 'ADBE Drop Shadow',
    np: 8,
    en: 1,
    ef: [
      slider(2, 1, still([0, 0, 0, 1])),
      slider(0, 2, still(128)),
      slider(0, 3, still(135)),
      slider(0, 4, move([10], [40])),
      slider(0, 5, still(30)),
      slider(7, 6, still(0)),
    ],
  }
  return {
    ...layer({ ind: n + 1, p: still([x, y, 0]) }),
    ty: 4,
    ef: [n % 2 === 0 ? blur : shadow],
    shapes: [group(morph(n, 160), colorOf(n))],
  }
}

function masked(n: number): object {
  const [x, y] = cell(n, 6, 4)
  const [a, b] = [40, 200]
  const round = {
    c: true,
    v: [
      [120, a],
      [b, 120],
      [120, b],
      [a, 120],
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
  return {
    ...precomp({ ind: n + 1, size: 240, p: still([x, y, 0]), r: move([n * 7], [n * 7 + 180]) }),
    hasMask: true,
    masksProperties: [{ inv: false, mode: 'a', pt: still(round), o: still(100), x: still(0), nm: 'Mask 1' }],
  }
}

/** What `npm run bench -- import-cost` measures. */
export const kinds: readonly Kind[] = [
  {
    name: '32 morphs',
    animation: animation(
      times(32, (n) => {
        const [x, y] = cell(n, 8, 4)
        return { ...layer({ ind: n + 1, p: still([x, y, 0]) }), ty: 4, shapes: [group(morph(n, 150), colorOf(n))] }
      }),
    ),
  },
  {
    name: '4 faded precomps',
    animation: animation(
      times(4, (n) =>
        precomp({
          ind: n + 1,
          size: 1080,
          p: move([500 + n * 200, 540, 0], [800 + n * 150, 540, 0]),
          o: move([80], [40]),
        }),
      ),
      [circlesComp('circles', 1080)],
    ),
  },
  { name: '8 blurs and shadows', animation: animation(times(8, blurred)) },
  {
    name: '24 turning precomps with masks',
    animation: animation(times(24, masked), [circlesComp('circles', 240)]),
  },
  {
    name: '12 morphs with mattes',
    animation: animation(
      times(12, (n) => {
        const [x, y] = cell(n, 4, 3)
        return [
          {
            ...layer({ ind: n * 2 + 1, p: move([x - 50, y, 0], [x + 50, y, 0]) }),
            ty: 4,
            td: 1,
            shapes: [group(ellipse(240), [1, 1, 1])],
          },
          {
            ...layer({ ind: n * 2 + 2, p: still([x, y, 0]) }),
            ty: 4,
            tt: 1,
            shapes: [group(morph(n, 170), colorOf(n))],
          },
        ]
      }).flat(),
    ),
  },
  { name: '8 precomps with alpha mattes', animation: mattes(8, 1, [1, 1, 1]) },
  { name: '8 precomps with luma mattes of a colour', animation: mattes(8, 3, [0.75, 0.5, 0.25]) },
]
