// Golden documents of what is done to finished layers: mattes, masks, effects, groups with a time of their own, alpha videos.
import type { Effect } from '../src/document/effect.ts'
import type { Layer, Mask, MatteMode } from '../src/document/layer.ts'
import type { GoldenCase } from './compare.ts'
import { circle, glide, golden, ground, span } from './stock.ts'

const photo = (id: string, box: readonly [number, number, number, number]) =>
  ({ ...span, id, type: 'media', source: 'sha256:photo', box }) as const

const mattes: readonly Layer[] = (['alpha', 'alpha-inverted', 'luma', 'luma-inverted'] as const).flatMap(
  (mode: MatteMode, n): Layer[] => {
    const box = [20 + (n % 2) * 310, 20 + Math.floor(n / 2) * 170, 290, 150] as const
    return [
      {
        ...span,
        id: `stencil-${mode}`,
        type: 'text',
        text: 'MATTE',
        font: 'Playfair Display',
        size: 80,
        align: 'center',
        box,
        fill: {
          gradient: 'linear',
          from: [0, 0],
          to: [1, 0],
          units: 'box',
          stops: [
            [0, '#000'],
            [1, '#fff'],
          ],
        },
        ks: { r: glide(0, 59, [-6], [6]) },
      },
      { ...photo(`filled-${mode}`, box), matte: { layer: `stencil-${mode}`, mode } },
    ]
  },
)

const masksOf: readonly (readonly Mask[])[] = [
  [{ mode: 'a', pt: circle(100, 85, 50), f: glide(0, 59, [0, 0], [60, 60]) as never }],
  [{ mode: 'a', pt: circle(100, 85, 40), x: glide(0, 59, [-20], [30]) as never }],
  [{ mode: 's', pt: circle(100, 85, 60), f: 24, x: 6, o: 80 }],
  [
    { mode: 'a', pt: circle(70, 85, 55) },
    { mode: 'i', pt: circle(130, 85, 55), f: 16 },
  ],
  [
    { mode: 'a', pt: circle(70, 85, 55) },
    { mode: 'f', pt: circle(130, 85, 55) },
  ],
  [
    { mode: 'l', pt: circle(70, 85, 55), o: 70 },
    { mode: 'd', pt: circle(130, 85, 75), inv: true, f: 10 },
  ],
]
const masks: readonly Layer[] = masksOf.map((mask, n) => ({
  ...photo(`mask-${n}`, [10 + (n % 3) * 210, 5 + Math.floor(n / 3) * 178, 200, 170]),
  mask,
}))

const effectsOf: readonly (readonly Effect[])[] = [
  [{ type: 'tint', black: '#2b1b3d', white: '#ffd36e', amount: glide(0, 59, [0], [100]) as never }],
  [{ type: 'hue-saturation', hue: glide(0, 59, [0], [180]) as never, saturation: 30, lightness: 10 }],
  [{ type: 'brightness-contrast', brightness: 20, contrast: glide(0, 59, [-40], [40]) as never }],
  [{ type: 'invert', amount: 80 }],
  [
    { type: 'fill', color: '#8c1c3f', opacity: glide(0, 59, [0], [100]) as never },
    { type: 'blur', radius: 4 },
    { type: 'shadow', color: '#000000', blur: 12, direction: 135, distance: 14, opacity: 50 },
  ],
  [
    { type: 'shadow', color: '#5b2a4e', blur: 0, direction: glide(0, 59, [0], [360]) as never, distance: 12 },
    { type: 'opacity', opacity: 60 },
    { type: 'hue-saturation', colorize: true, hue: 40, saturation: 60 },
  ],
  [{ type: 'tritone', highlights: '#fff1b8', midtones: '#8c1c3f', shadows: '#241332' }],
  [{ type: 'blur', radius: glide(0, 59, [0], [14]) as never, dimensions: 'horizontal' }],
]
const effects: readonly Layer[] = effectsOf.map((list, n) => ({
  ...photo(`effect-${n}`, [15 + (n % 4) * 156, 20 + Math.floor(n / 4) * 170, 136, 130]),
  effects: list,
}))

const arrow: Layer = {
  ...span,
  id: 'arrow',
  type: 'shape',
  autoOrient: true,
  ks: {
    p: {
      a: 1,
      k: [
        { t: 5, s: [60, 300], to: [0, -280], ti: [-200, 0] },
        { t: 55, s: [580, 80] },
      ],
    },
  },
  shapes: [
    { ty: 'sh', d: 'M-40 -24L40 0L-40 24L-20 0Z' },
    { ty: 'fl', c: '#8c1c3f' },
  ],
}
const clock = (id: string, x: number): Layer => ({
  in: 0,
  out: 30,
  id,
  type: 'shape',
  ks: {
    p: [x, 100],
    r: {
      a: 1,
      k: [
        { t: 0, s: [0] },
        { t: 29, s: [270] },
      ],
    },
  },
  shapes: [
    { ty: 'rc', s: [16, 120], p: [0, -40], r: 8 },
    { ty: 'fl', c: '#2e7d6b' },
  ],
})
const times: readonly Layer[] = [
  arrow,
  { ...span, id: 'slow', type: 'group', sr: 2, ks: { p: [0, 40] }, layers: [clock('slow-hand', 120)] },
  {
    ...span,
    id: 'remapped',
    type: 'group',
    size: [640, 200],
    tm: {
      a: 1,
      k: [
        { t: 0, s: [0.9] },
        { t: 30, s: [0] },
        { t: 50, s: [2] },
      ],
    },
    layers: [
      { ...clock('child', 60), parent: 'handle' },
      { ...span, id: 'handle', type: 'group', ks: { p: [260, 20] }, layers: [] },
    ],
  },
]

const plates: readonly Layer[] = [
  {
    ...span,
    id: 'plain',
    type: 'plate',
    asset: 'sha256:plate',
    box: [0, 0, 320, 180],
    ks: { r: glide(0, 59, [0], [20]) },
  },
  { ...span, id: 'faded', type: 'plate', asset: 'sha256:plate', box: [330, 10, 280, 160], ks: { o: 55 } },
  { ...span, id: 'blended', type: 'plate', asset: 'sha256:plate', box: [20, 190, 280, 160], bm: 'screen' },
  {
    ...span,
    id: 'grouped',
    type: 'group',
    ks: { o: glide(0, 59, [30], [100]) },
    effects: [{ type: 'shadow', color: '#000000', blur: 10, x: 6, y: 6 }],
    layers: [{ ...span, id: 'inner', type: 'plate', asset: 'sha256:plate', fit: 'cover', box: [340, 190, 260, 150] }],
  },
  { ...photo('behind', [0, 0, 640, 360]) },
]

export function compositingCases(): GoldenCase[] {
  return [
    golden('mattes', [...mattes, ground]),
    golden('mask-modes', [...masks, ground]),
    golden('effects', [...effects, ground]),
    golden('times', [...times, ground]),
    golden('plates', plates),
  ]
}
