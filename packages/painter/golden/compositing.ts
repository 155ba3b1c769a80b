// Golden documents of operations on finished layers: mattes, masks, effects, groups with their own time, alpha videos.

import type { Effect } from '@vitrine/document/effect'
import type { Layer } from '@vitrine/document/layer'
import type { Mask, MatteMode } from '@vitrine/document/layer-base'
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

const maskLists: readonly (readonly Mask[])[] = [
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
const masks: readonly Layer[] = maskLists.map((mask, n) => ({
  ...photo(`mask-${n}`, [10 + (n % 3) * 210, 5 + Math.floor(n / 3) * 178, 200, 170]),
  mask,
}))

const effectLists: readonly (readonly Effect[])[] = [
  [{ type: 'tint', black: '#2b1b3d', white: '#ffd36e', amount: glide(0, 59, [0], [100]) as never }],
  [{ type: 'hue-saturation', hue: glide(0, 59, [0], [180]) as never, saturation: 30, lightness: 10 }],
  [{ type: 'brightness-contrast', brightness: 20, contrast: glide(0, 59, [-40], [40]) as never }],
  [{ type: 'invert', amount: 80 }],
  [
    { type: 'fill', color: '#8c1c3f', opacity: glide(0, 59, [0], [100]) as never },
    { type: 'blur', radius: 4, repeat: true },
    { type: 'shadow', color: '#000000', blur: 12, direction: 135, distance: 14, opacity: 50 },
  ],
  [
    { type: 'shadow', color: '#5b2a4e', blur: 0, direction: glide(0, 59, [0], [360]) as never, distance: 12 },
    { type: 'opacity', opacity: 60 },
    { type: 'hue-saturation', colorize: true, hue: 40, saturation: 60 },
  ],
  [{ type: 'tritone', highlights: '#fff1b8', midtones: '#8c1c3f', shadows: '#241332' }],
  [{ type: 'blur', radius: glide(0, 59, [0], [14]) as never, dimensions: 'horizontal', repeat: true }],
]
const spatialEffectLists: readonly (readonly Effect[])[] = [
  [
    {
      type: 'ramp',
      from: glide(0, 59, [0, 0], [130, 0]) as never,
      to: [60, 130],
      start: '#2b1b3d',
      end: '#ffd36e',
      blend: 20,
    },
  ],
  [{ type: 'ramp', from: [68, 65], to: [136, 65], start: '#ffffff', end: '#8c1c3f', shape: 'radial' }],
  [
    {
      type: 'four-color',
      points: [[10, 10], [120, 10], [10, 120], glide(0, 59, [120, 120], [60, 60]) as never],
      colors: ['#ffd36e', '#8c1c3f', '#2b1b3d', '#3ea1c8'],
      blend: 100,
      opacity: 90,
      bm: 'soft-light',
    },
  ],
  [{ type: 'glow', threshold: glide(0, 59, [80], [20]) as never, radius: 8, intensity: 1.4 }],
  [
    { type: 'levels', inBlack: 0.1, inWhite: 0.8, gamma: glide(0, 59, [0.6], [1.8]) as never },
    { type: 'levels', channel: 'red', outBlack: 0.3 },
    { type: 'levels', channel: 'green', outWhite: 0.8 },
    { type: 'levels', channel: 'blue', gamma: 0.7 },
    { type: 'levels', channel: 'alpha', outWhite: 0.9 },
  ],
  [{ type: 'linear-wipe', completion: glide(0, 59, [0], [100]) as never, angle: 60, feather: 30 }],
  [{ type: 'radial-wipe', completion: glide(0, 59, [10], [90]) as never, center: [68, 65], angle: 30, feather: 6 }],
  [{ type: 'radial-wipe', completion: 30, center: [40, 40], turn: 'counterclockwise' }],
  [{ type: 'radial-wipe', completion: 30, center: [68, 65], turn: 'both' }],
  [{ type: 'transform', ks: { a: [68, 65], p: [60, 60], s: [70, 110], r: glide(0, 59, [0], [40]) as never, o: 80 } }],
  [
    { type: 'outline', color: '#ffd36e', width: glide(0, 59, [1], [9]) as never, opacity: 90 },
    { type: 'blur', radius: 6, angle: glide(0, 59, [0], [120]) as never },
  ],
  [
    { type: 'shadow', inside: true, color: '#000000', blur: 14, direction: 135, distance: 8, opacity: 70 },
    { type: 'shadow', inside: true, color: '#ffd36e', blur: 20, opacity: 60, bm: 'screen' },
    { type: 'fill', color: '#8c1c3f', opacity: 60, bm: 'overlay' },
  ],
]
const spatial: readonly Layer[] = spatialEffectLists.map((list, n) => ({
  ...photo(`spatial-${n}`, [12 + (n % 4) * 156, 8 + Math.floor(n / 4) * 118, 136, 110]),
  effects: list,
}))

/** Lengths that grow and turn with a layer and with its group. */
const lengths: readonly Layer[] = [
  {
    ...photo('own-lengths', [-80, -60, 160, 120]),
    ks: { p: [150, 180], s: glide(0, 59, [40, 60], [140, 100]), r: glide(0, 59, [0], [120]) },
    effects: [
      { type: 'blur', radius: 3, dimensions: 'vertical', pixels: 'layer' },
      { type: 'shadow', color: '#000000', blur: 12, direction: 135, distance: 24, opacity: 80, pixels: 'layer' },
    ],
  },
  {
    ...span,
    id: 'around',
    type: 'group',
    ks: { p: [460, 180], s: glide(0, 59, [150, 150], [60, 60]) },
    layers: [
      {
        ...photo('list-lengths', [-50, -40, 100, 80]),
        ks: { r: 30 },
        effects: [
          { type: 'outline', color: '#ffd36e', width: 6, pixels: 'list' },
          { type: 'shadow', color: '#2b1b3d', blur: 10, spread: 5, direction: 135, distance: 20, pixels: 'list' },
        ],
      },
    ],
  },
]

const distortionLists: readonly (readonly Effect[])[] = [
  [{ type: 'bulge', center: [150, 80], radiusX: 120, radiusY: 70, height: glide(0, 59, [0.5], [4]) as never }],
  [{ type: 'bulge', center: glide(0, 59, [60, 60], [240, 120]) as never, radiusX: 70, radiusY: 70, height: -3 }],
  [
    { type: 'linear-wipe', completion: 40, angle: 60 },
    { type: 'choke', amount: glide(0, 59, [-8], [16]) as never },
  ],
  [{ type: 'bulge', center: [20, 80], radiusX: 90, radiusY: 90 }],
]
const distortions: readonly Layer[] = distortionLists.map((list, n) => ({
  ...photo(`distortion-${n}`, [10 + (n % 2) * 315, 8 + Math.floor(n / 2) * 176, 300, 160]),
  effects: list,
}))

const blindsEffectLists: readonly (readonly Effect[])[] = [
  [{ type: 'venetian-blinds', completion: glide(0, 59, [0], [100]) as never, width: 40 }],
  [{ type: 'venetian-blinds', completion: 35, direction: glide(0, 59, [0], [120]) as never, width: 24, feather: 2 }],
  [{ type: 'venetian-blinds', completion: 50, direction: 90, width: glide(0, 59, [4], [60]) as never }],
  [{ type: 'venetian-blinds', completion: 60, direction: 45, width: 30, feather: glide(0, 59, [0], [20]) as never }],
]
const blinds: readonly Layer[] = blindsEffectLists.map((list, n) => ({
  ...photo(`blinds-${n}`, [10 + (n % 2) * 315, 8 + Math.floor(n / 2) * 176, 300, 160]),
  ks: { r: n * 4 },
  effects: list,
}))

/** Everything below is warmer inside a moving circle and turned around outside a group; a group adjusts itself alone. */
const adjusted: readonly Layer[] = [
  {
    ...span,
    id: 'warmer',
    type: 'adjustment',
    box: [0, 0, 640, 360],
    ks: { o: glide(0, 59, [30], [100]) as never },
    mask: [{ mode: 'a', pt: circle(220, 180, 140), f: [20, 20] }],
    effects: [{ type: 'tint', black: '#8c1c3f', white: '#ffd36e', amount: 80 }],
  },
  {
    ...span,
    id: 'softer',
    type: 'adjustment',
    bm: 'screen',
    box: [400, 40, 200, 280],
    mask: [{ mode: 'i', pt: circle(100, 140, 90) }],
    effects: [{ type: 'blur', radius: glide(0, 59, [0], [12]) as never }],
  },
  {
    ...span,
    id: 'within',
    type: 'group',
    ks: { r: glide(0, 59, [0], [10]) as never },
    layers: [
      { ...span, id: 'inverted', type: 'adjustment', effects: [{ type: 'invert', channel: 'green' }] },
      {
        ...span,
        id: 'disc',
        type: 'shape',
        ks: { p: [420, 180] },
        shapes: [
          { ty: 'el', s: [160, 160] },
          { ty: 'fl', c: '#3ea1c8' },
        ],
      },
    ],
  },
  photo('below', [60, 30, 500, 300]),
]

/** Groups that fade as one, and paints and groups that blend with the content of the layer below. */
const shapeGroups: readonly Layer[] = [
  {
    ...span,
    id: 'faded-groups',
    type: 'shape',
    shapes: [
      {
        ty: 'gr',
        bm: 'multiply',
        it: [
          { ty: 'el', p: [260, 180], s: [220, 220] },
          { ty: 'fl', c: '#ffd36e' },
          { ty: 'st', c: '#8c1c3f', w: 30 },
          { ty: 'tr', o: glide(0, 59, [20], [90]) as never },
        ],
      },
      {
        ty: 'gr',
        it: [
          { ty: 'rc', p: [380, 180], s: [240, 160] },
          { ty: 'st', c: '#2b1b3d', w: 24, o: 80, bm: 2 },
          { ty: 'fl', c: '#3ea1c8' },
          { ty: 'tr', o: 60, r: glide(0, 59, [0], [12]) as never },
        ],
      },
    ],
  },
  photo('under-groups', [60, 30, 500, 300]),
]

const effects: readonly Layer[] = effectLists.map((list, n) => ({
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
    golden('spatial-effects', [...spatial, ground]),
    golden('effect-lengths', [...lengths, ground]),
    golden('distortions', [...distortions, ground]),
    golden('blinds', [...blinds, ground]),
    golden('adjustments', adjusted),
    golden('shape-groups', shapeGroups),
    golden('times', [...times, ground]),
    golden('plates', plates),
  ]
}
