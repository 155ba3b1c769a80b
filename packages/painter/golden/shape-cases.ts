// Golden documents of what After Effects does to shapes: modifiers, merged paths, packed gradients, lines.
import type { Layer } from '@vitrine/document/layer'
import type { ShapeItem } from '@vitrine/document/shape-item'
import type { GoldenCase } from './compare.ts'
import { glide, golden, ground, span } from './stock.ts'

const fill: ShapeItem = { ty: 'fl', c: '#2e7d6b' }
const edge: ShapeItem = { ty: 'st', c: '#8c1c3f', w: 4 }
const square: ShapeItem = { ty: 'rc', s: [100, 80] }
const star: ShapeItem = { ty: 'sr', sy: 1, pt: 5, or: 56, ir: 26 }

function cells(name: string, lists: readonly (readonly ShapeItem[])[]): Layer[] {
  return lists.map((shapes, n) => ({
    ...span,
    id: `${name}-${n}`,
    type: 'shape',
    ks: { p: [90 + (n % 4) * 154, 65 + Math.floor(n / 4) * 118] },
    shapes,
  }))
}

const moving = (from: number, to: number) => glide(0, 59, [from], [to]) as never

const modified = cells('modified', [
  [square, { ty: 'rd', r: moving(0, 40) }, fill, edge],
  [star, { ty: 'rd', r: 12 }, fill, edge],
  [star, { ty: 'pb', a: moving(-60, 60) }, fill, edge],
  [square, { ty: 'pb', a: 40 }, fill],
  [square, { ty: 'zz', s: moving(0, 12), r: 4 }, fill, edge],
  [{ ty: 'el', s: [100, 80] }, { ty: 'zz', s: 6, r: 5, pt: 2 }, edge],
  [star, { ty: 'tw', a: moving(0, 120) }, fill],
  [square, { ty: 'op', a: moving(-16, 16), lj: 1 }, fill, edge],
  [star, { ty: 'op', a: 8, lj: 2 }, edge],
  [{ ty: 'el', s: [90, 60] }, { ty: 'op', a: 10, lj: 3 }, fill],
  [star, { ty: 'rd', r: 8 }, { ty: 'tm', s: 0, e: moving(20, 100) }, edge],
  [square, { ty: 'el', s: [60, 60], d: 3 }, { ty: 'tm', s: 10, e: moving(30, 90), m: 2 }, edge],
])

const parts: readonly ShapeItem[] = [
  { ty: 'el', s: [80, 80], p: [-20, 0] },
  {
    ty: 'gr',
    it: [
      { ty: 'rc', s: [70, 70] },
      { ty: 'tr', p: [24, 10], r: moving(0, 60) },
    ],
  },
]
const merged = cells('merged', [
  ...([2, 3, 4, 5] as const).map((mm): ShapeItem[] => [...parts, { ty: 'mm', mm }, fill]),
  ...([2, 3, 4, 5] as const).map((mm): ShapeItem[] => [...parts, { ty: 'mm', mm }, edge]),
  [
    { ty: 'sh', d: 'M0 0L0 0' },
    ...parts,
    { ty: 'mm', mm: 1 },
    {
      ty: 'gr',
      it: [
        { ty: 'rc', s: [140, 50] },
        { ty: 'rc', s: [150, 60], d: 3 },
      ],
    },
    { ty: 'mm', mm: 4 },
    fill,
    edge,
  ],
  [
    { ty: 'el', s: [60, 60] },
    { ty: 'rc', s: [20, 90] },
    { ty: 'mm', mm: 3 },
    { ty: 'rd', r: 8 },
    { ty: 'gr', it: [square] },
    edge,
  ],
  [
    { ty: 'gr', it: [...parts, { ty: 'mm', mm: 4 }, fill] },
    { ty: 'rp', c: 3, tr: { p: [18, 6], so: 100, eo: 40 } },
  ],
  [{ ty: 'gr', it: [...parts, { ty: 'mm', mm: 3 }] }, { ty: 'rc', s: [24, 24], p: [-50, 30] }, fill],
])

const packed = {
  p: 3,
  k: { a: 0 as const, k: [0, 0.55, 0.1, 0.25, 0.5, 1, 0.8, 0.3, 1, 0.2, 0.5, 0.4, 0, 1, 0.25, 0.2, 0.8, 1, 1, 0.4] },
}
const fading = {
  p: 2,
  k: {
    a: 1 as const,
    k: [
      { t: 0, s: [0, 1, 0, 0, 1, 0, 0, 1, 0, 1, 0.5, 0, 1, 1] },
      { t: 59, s: [0.3, 1, 1, 0, 1, 0, 0.5, 0.5, 0, 0.2, 0.7, 1, 1, 0.3] },
    ],
  },
}
const dashes = [
  { n: 'd', v: 14 },
  { n: 'g', v: 8 },
  { n: 'd', v: 2 },
  { n: 'g', v: 8 },
  { n: 'o', v: moving(0, 64) },
] as const

const painted = cells('painted', [
  [square, { ty: 'gf', t: 1, s: [-50, 0], e: [50, 0], g: packed }],
  [square, { ty: 'gf', t: 2, s: [0, 0], e: [50, 0], g: fading as never }],
  [
    { ty: 'el', s: [100, 100] },
    {
      ty: 'gf',
      t: 2,
      s: [0, 0],
      e: [50, 0],
      h: moving(-80, 80),
      a: 45,
      stops: [
        [0, '#fff'],
        [1, '#5b2a4e'],
      ],
    },
  ],
  [
    { ty: 'el', s: [90, 90] },
    { ty: 'gs', t: 1, s: [-45, 0], e: [45, 0], w: 12, g: packed },
  ],
  [
    star,
    {
      ty: 'gs',
      t: 2,
      s: [0, 0],
      e: [60, 0],
      w: 8,
      lj: 1,
      ml: 1.5,
      stops: [
        [0, '#f5a400'],
        [1, '#5b2a4e'],
      ],
    },
  ],
  [star, { ty: 'st', c: '#8c1c3f', w: 6, lj: 1, ml: 10 }],
  [
    { ty: 'el', s: [100, 90] },
    { ty: 'st', c: '#16130f', w: 5, lc: 2, d: dashes },
  ],
  [
    square,
    {
      ty: 'gs',
      t: 1,
      s: [-50, 0],
      e: [50, 0],
      w: 6,
      lc: 1,
      d: dashes,
      stops: [
        [0, '#f5a400'],
        [1, '#5b2a4e'],
      ],
    },
  ],
  [{ ty: 'el', s: [40, 40] }, fill, edge, { ty: 'rp', c: 4, m: 1, tr: { p: [16, 0], s: [90, 90] } }],
  [{ ty: 'el', s: [40, 40] }, fill, edge, { ty: 'rp', c: 4, m: 2, tr: { p: [16, 0], s: [90, 90] } }],
  [square, star, { ty: 'tm', s: moving(0, 50), e: 75, o: 30, m: 1 }, edge],
  [square, star, { ty: 'tm', s: moving(0, 50), e: 75, o: 30, m: 2 }, edge],
])

export function shapeCases(): GoldenCase[] {
  return [
    golden('shape-modifiers', [...modified, ground]),
    golden('merged-paths', [...merged, ground]),
    golden('shape-paints', [...painted, ground]),
  ]
}
