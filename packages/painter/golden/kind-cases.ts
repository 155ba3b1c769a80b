// Golden documents of every kind that the other ones leave out: blend modes, outlines of frames, sprites, grain, orders and
// eases of words, values that repeat, animations with slots.

import type { BlendMode } from '@vitrine/document/color'
import type { ClipShape, Layer, Sprite, TextLayer } from '@vitrine/document/layer'
import type { TextAnimator } from '@vitrine/document/text-animation'
import type { GoldenCase } from './compare.ts'
import { glide, golden, ground, span } from './stock.ts'

const photo: Layer = { ...span, id: 'photo', type: 'media', source: 'sha256:photo', box: [0, 0, 640, 360] }

/** Growing discs and rotating bars, each with a different blend mode. */
export function createBlendLayers(modes: readonly BlendMode[]): Layer[] {
  return modes.map((bm, n) => ({
    ...span,
    id: `blend-${bm}`,
    type: 'shape',
    bm,
    ks: {
      p: [90 + (n % 4) * 150, 100 + Math.floor(n / 4) * 160],
      o: glide(0, 59, [40], [100]),
      r: glide(0, 59, [0], [45]),
    },
    shapes: [
      { ty: 'el', s: [110, 140] },
      { ty: 'rc', s: [140, 40], r: 8 },
      { ty: 'fl', c: n % 2 === 0 ? '#2a7de1' : '#f5a400' },
    ],
  }))
}

const OUTLINES: readonly ClipShape[] = [
  'rect',
  'ellipse',
  'arch',
  'hexagon',
  'diamond',
  'heart',
  'leaf',
  { d: 'M0 40L60 0L120 40L90 140H30Z' },
]
const FLIPS = ['horizontal', 'vertical', 'both'] as const
const outlined: readonly Layer[] = OUTLINES.map((clip, n) => {
  const flip = FLIPS[n]
  const crop = { x: 0.1, y: 0, zoom: 1.2, rotate: 8, ...(flip && { flip }) }
  return {
    ...span,
    id: `outline-${n}`,
    type: 'media',
    source: { asset: 'sha256:photo', crop },
    box: [20 + (n % 4) * 155, 15 + Math.floor(n / 4) * 172, 125, 155],
    fit: n % 2 === 0 ? 'cover' : 'contain',
    clip,
    background: '#5b2a4e',
    border: { width: 5, color: '#ffd36e' },
  } satisfies Layer
})

/** Photos without their background, full size, small, rotated and cropped by a face, with effects: the photo is its own mask. */
const cut: readonly Layer[] = ([undefined, { x: 0.2, y: 0, zoom: 1.4, rotate: 20 }, undefined, undefined] as const).map(
  (crop, n) => ({
    ...span,
    id: `cutout-${n}`,
    type: 'media',
    source: {
      asset: 'sha256:photo',
      cutout: 'sha256:photo',
      ...(crop && { crop }),
      ...(n === 2 && { faces: [{ x: 0.8, y: 0.3, width: 0.1, height: 0.2 }] }),
    },
    box: [15 + n * 156, 20, 140, n === 2 ? 320 : 150],
    fit: n === 3 ? 'contain' : 'cover',
    ...(n === 3 && { clip: 'ellipse' as const, ks: { o: glide(0, 59, [40], [100]), r: glide(0, 59, [0], [45]) } }),
  }),
)

const SPRITES: readonly Sprite[] = [
  'circle',
  'soft',
  'ring',
  'petal',
  'leaf',
  'star',
  'spark',
  'confetti',
  'ribbon',
  'heart',
  'flake',
  'flame',
]
const sown: readonly Layer[] = SPRITES.map((sprite, n) => ({
  ...span,
  id: `sprite-${sprite}`,
  type: 'particles',
  seed: 11 + n,
  count: 14,
  mode: 'stream',
  box: [20 + (n % 4) * 155, 20 + Math.floor(n / 4) * 115, 120, 60],
  sprite,
  colors: ['#8c1c3f', '#f5a400', '#2e7d6b'],
  size: [10, 26],
  life: [1, 2],
  speed: [5, 20],
  direction: 90,
  drift: 4,
  drag: 0.5,
  spin: [-60, 60],
  sway: { amount: 6, seconds: 2 },
  grow: [0.4, 1.2],
  opacity: [0.6, 1],
  fade: { in: 0.2, out: 0.3 },
  flutter: n % 3 === 0,
  twinkle: n % 4 === 1 ? 0.4 : 0,
}))

const word = (id: string, box: TextLayer['box'], extra: Partial<TextLayer>): TextLayer => ({
  ...span,
  id,
  type: 'text',
  text: 'Letters come\nin their turn',
  font: 'Playfair Display',
  size: 26,
  box,
  fill: '#16130f',
  ...extra,
})
const moving = (from: number, to: number) => glide(0, 59, [from], [to]) as never
const ORDERS = ['forward', 'backward', 'centre', 'random'] as const
const EASES = ['out', 'in-out', 'back', 'linear'] as const
const BY = ['char', 'word', 'line', 'char'] as const
const PLACES = [
  { valign: 'top', align: 'left', uppercase: true },
  { valign: 'middle', align: 'end', style: 'italic' },
  { valign: 'bottom', align: 'start', wrap: 'balance' },
  { valign: 'top', align: 'right', wrap: 'greedy', tracking: 60 },
] as const
const revealed: readonly Layer[] = ORDERS.map((order, n) => {
  const animator: TextAnimator = {
    by: BY[n] ?? 'char',
    order,
    ease: EASES[n] ?? 'out',
    seed: 4,
    spread: 4,
    progress: moving(0, 100),
    from: { p: [0, 24], s: [60, 60], r: 12, o: 0, tracking: 90 },
  }
  return word(`order-${order}`, [10 + (n % 2) * 315, 8 + Math.floor(n / 2) * 90, 305, 80], {
    ...PLACES[n],
    animate: [animator],
  })
})
const indexed = word('indexed', [10, 190, 305, 70], {
  animate: [
    {
      by: 'char',
      range: { units: 'index', start: 2, end: 9, offset: moving(0, 12), shape: 'square', smoothness: 40, amount: 80 },
      to: { p: [0, -14], fill: '#b4143c' },
    },
  ],
})
const edged: readonly Layer[] = (['miter', 'bevel'] as const).map((join, n) =>
  word(join, [170 + n * 75, 190, 70, 70], { text: 'W', size: 60, stroke: { color: '#8c1c3f', width: 6, join } }),
)
const repeating: readonly Layer[] = (['cycle', 'pingpong'] as const).map((loop, n) => ({
  ...span,
  id: loop,
  type: 'solid',
  color: {
    gradient: 'radial',
    from: [40, 20],
    to: [40, 60],
    stops: [
      [0, '#fff'],
      [0.5, '#f5a400'],
      [1, '#8c1c3f'],
    ],
  },
  box: [330 + n * 150, 200, 80, 40],
  ks: {
    r: {
      a: 1,
      k: [
        { t: 0, s: [0] },
        { t: 14, s: [50] },
      ],
      loop,
    },
  },
}))
const animation = {
  v: '5.9.0',
  fr: 30,
  ip: 0,
  op: 30,
  w: 200,
  h: 100,
  slots: { dot: { p: { a: 0, k: [0.1, 0.5, 0.4, 1] } } },
  layers: [
    {
      ty: 4,
      ind: 1,
      ip: 0,
      op: 30,
      st: 0,
      ks: {
        p: {
          a: 1,
          k: [
            { t: 0, s: [30, 50] },
            { t: 30, s: [170, 50] },
          ],
        },
      },
      shapes: [
        { ty: 'el', s: { a: 0, k: [50, 50] }, p: { a: 0, k: [0, 0] } },
        { ty: 'fl', c: { sid: 'dot', a: 0, k: [0.1, 0.5, 0.4, 1] }, o: { a: 0, k: 100 } },
      ],
    },
  ],
}
// They are layers of documents only before reading.
const lottie = [
  { ...span, id: 'played', type: 'lottie', animation, box: [20, 270, 280, 80], loop: true },
  { ...span, id: 'late', type: 'lottie', animation, slots: { dot: '#2a7de1' }, box: [330, 270, 280, 80], st: 20 },
] as unknown as readonly Layer[]

const filtered: readonly Layer[] = [
  [{ type: 'warmth', amount: moving(-80, 80) }],
  [{ type: 'blur', radius: moving(0, 12), dimensions: 'vertical' }],
  [{ type: 'shadow', color: '#5b2a4e', blur: 8, x: 10, y: 6, only: true }],
  [{ type: 'key', color: '#d9557b', tolerance: moving(0, 60), softness: 40, spill: 100 }],
].map((effects, n) => ({
  ...span,
  id: `filtered-${n}`,
  type: 'media',
  source: 'sha256:photo',
  box: [15 + n * 156, 20, 140, 150],
  effects: effects as Layer['effects'],
})) as Layer[]
const grained: readonly Layer[] = (['dots', 'lines', 'halftone', 'film'] as const).map((kind, n) => ({
  ...span,
  id: `grain-${kind}`,
  type: 'texture',
  kind,
  seed: 3,
  amount: 0.6,
  scale: 6,
  color: '#5b2a4e',
  ...(kind === 'film' && { every: 5 }),
  box: [15 + n * 156, 190, 140, 150],
}))

export function kindCases(): GoldenCase[] {
  return [
    golden('blends-of-light', [
      ...createBlendLayers([
        'darken',
        'lighten',
        'color-burn',
        'hard-light',
        'exclusion',
        'hue',
        'saturation',
        'color',
      ]),
      photo,
    ]),
    golden('cutouts', [...cut, ground]),
    golden('outlines', [...outlined, ground]),
    golden('sprites', [...sown, ground]),
    golden('orders', [...revealed, indexed, ...edged, ...repeating, ...lottie, ground]),
    golden('effects-and-grain', [...filtered, ...grained, ground]),
  ]
}
