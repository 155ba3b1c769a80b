// Small documents that together use everything the painter draws, for the golden comparison.
import { readFileSync } from 'node:fs'
import type { Layer } from '@vitrine/document/layer'
import { findFallbackFont } from '../node-fallback-font.ts'
import { listMarkFaces } from '../src/text/fallback-face.ts'
import type { GoldenCase } from './compare.ts'
import { compositingCases } from './compositing.ts'
import { createBlendLayers, kindCases } from './kind-cases.ts'
import { shapeCases } from './shape-cases.ts'
import { spaceCases } from './space-cases.ts'
import { circle, glide, golden, ground, span } from './stock.ts'
import { textCases } from './text-cases.ts'
import { timelineCases } from './timeline-cases.ts'

const shapes: Layer = {
  ...span,
  id: 'shapes',
  type: 'shape',
  ks: { p: [320, 180], r: glide(0, 59, [0], [90]), sk: 8, sa: 30 },
  shapes: [
    {
      ty: 'gr',
      it: [
        { ty: 'sh', d: 'M0 -150C40 -110 40 -80 0 -50C-40 -80 -40 -110 0 -150Z' },
        { ty: 'st', c: '#8c1c3f', w: 3, lj: 2 },
        {
          ty: 'gf',
          t: 1,
          s: [0, -150],
          e: [0, -50],
          stops: [
            [0, '#f5a400'],
            [1, '#f5a40033'],
          ],
        },
      ],
    },
    { ty: 'rp', c: 10, tr: { r: 36, so: 100, eo: 30 } },
  ],
}

const lines: Layer = {
  ...span,
  id: 'lines',
  type: 'shape',
  ks: { p: [320, 180] },
  shapes: [
    {
      ty: 'gr',
      it: [
        { ty: 'sh', d: 'M-280 120Q-140 -160 0 120T280 120' },
        { ty: 'tm', s: 0, e: glide(0, 50, [0], [100]) as never },
        {
          ty: 'gs',
          t: 1,
          s: [-280, 0],
          e: [280, 0],
          w: 9,
          lc: 2,
          lj: 2,
          stops: [
            [0, '#5b2a4e'],
            [1, '#f5a400'],
          ],
        },
      ],
    },
    {
      ty: 'gr',
      it: [
        { ty: 'rc', s: [560, 300], r: 40 },
        {
          ty: 'st',
          c: '#16130f',
          w: 4,
          d: [
            { n: 'd', v: 22 },
            { n: 'g', v: 12 },
            { n: 'o', v: glide(0, 59, [0], [68]) as never },
          ],
        },
      ],
    },
    {
      ty: 'gr',
      it: [
        { ty: 'sr', sy: 1, pt: 6, or: 70, ir: 34, os: 20, is: 0 },
        { ty: 'el', s: [180, 180] },
        { ty: 'fl', c: '#2e7d6b', o: 80, r: 2 },
      ],
    },
  ],
}

const scripts = ['Asha & Rohan weds', 'प्रिया और राहुल की शादी', 'தமிழ் திருமண அழைப்பிதழ்', 'دعوة زفاف 2027']

const textLayers: readonly Layer[] = scripts.map((text, n) => ({
  ...span,
  id: `words-${n}`,
  type: 'text',
  text,
  font: n % 2 === 0 ? 'Playfair Display' : 'Poppins',
  size: 46,
  box: [40, 20 + n * 82, 560, 76],
  align: 'center',
  fill:
    n === 1
      ? {
          gradient: 'linear',
          from: [0, 0],
          to: [1, 0],
          units: 'box',
          stops: [
            [0, '#8c1c3f'],
            [1, '#f5a400'],
          ],
        }
      : '#5b2a4e',
  ...(n === 2 ? { stroke: { color: '#ffffff', width: 6 } } : {}),
  ...(n === 3 ? { shadow: { color: '#00000099', blur: 10, x: 3, y: 5 } } : {}),
  ks: { r: glide(0, 59, [-2], [2]), s: glide(0, 59, [92, 92], [104, 104]) },
}))

const revealed: readonly Layer[] = [
  {
    ...span,
    id: 'title',
    type: 'text',
    text: 'A very long title that has to shrink to fit',
    font: 'Playfair Display',
    weight: 700,
    size: 90,
    fit: { mode: 'shrink', min: 20 },
    maxLines: 2,
    wrap: 'balance',
    box: [60, 60, 520, 120],
    align: 'center',
    fill: '#16130f',
    animate: [
      {
        by: 'char',
        progress: glide(0, 40, [0], [100]),
        from: { p: [0, 40], o: 0, r: 20, s: [40, 40] },
        ease: 'back',
        order: 'random',
        seed: 4,
      },
    ],
  },
  {
    ...span,
    id: 'line',
    type: 'text',
    text: 'by word, by line\nand the second line',
    font: 'Poppins',
    size: 34,
    box: [60, 210, 520, 110],
    align: 'right',
    uppercase: true,
    tracking: 80,
    fill: '#5b2a4e',
    animate: [{ by: 'word', progress: glide(5, 45, [0], [100]), from: { p: [-60, 0], o: 0 }, spread: 2 }],
  },
]

const photoLayers: readonly Layer[] = [
  {
    ...span,
    id: 'arch',
    type: 'media',
    source: { asset: 'sha256:photo', crop: { x: 0.1, y: -0.05, zoom: 1.3, rotate: 12 } },
    box: [40, 40, 200, 280],
    clip: 'arch',
    border: { width: 6, color: '#ffffff' },
    ks: { r: glide(0, 59, [-4], [4]) },
  },
  {
    ...span,
    id: 'round',
    type: 'media',
    source: 'sha256:photo',
    box: [270, 60, 330, 220],
    radius: 24,
    inner: { s: glide(0, 59, [100, 100], [118, 118]), p: glide(0, 59, [0, 0], [14, -6]) },
  },
  { ...span, id: 'missing', type: 'media', source: 'u_missing', box: [300, 290, 90, 60] },
  { ...span, id: 'small', type: 'image', asset: 'sha256:photo', box: [420, 290, 90, 60], fit: 'cover', radius: 10 },
]

/** Fine patterns, drawn reduced: static, growing, rotating, and with a transparent rim. */
const fine: readonly Layer[] = [
  { ...span, id: 'rings', type: 'image', asset: 'sha256:rings', box: [10, 20, 330, 330] },
  {
    ...span,
    id: 'growing',
    type: 'media',
    source: 'sha256:rings',
    box: [360, 20, 130, 320],
    inner: { s: glide(0, 59, [100, 100], [190, 190]) },
  },
  {
    ...span,
    id: 'turning',
    type: 'image',
    asset: 'sha256:rings',
    box: [510, 120, 110, 110],
    ks: { r: glide(0, 59, [0], [80]) },
  },
]

/** Videos from enlarged to a sixth of their size, upright and rotating, and an alpha video. */
const reels: readonly Layer[] = [
  [10, 10, 300, 340],
  [320, 10, 150, 150],
  [320, 170, 220, 180],
].map((box, n) => ({
  ...span,
  id: `reel-${n}`,
  type: 'media',
  source: 'sha256:reel',
  box: box as [number, number, number, number],
  inner: { s: glide(0, 59, [100, 100], n === 0 ? [180, 180] : [65, 65]), r: glide(0, 59, [0], [n === 2 ? 50 : 0]) },
}))
const smallAlphaVideo: Layer = {
  ...span,
  id: 'small-plate',
  type: 'plate',
  asset: 'sha256:plate',
  box: [480, 10, 150, 84],
}

const blends = createBlendLayers([
  'multiply',
  'screen',
  'overlay',
  'soft-light',
  'difference',
  'add',
  'color-dodge',
  'luminosity',
])

const masked: readonly Layer[] = [
  {
    ...span,
    id: 'window',
    type: 'group',
    ks: { o: 90 },
    layers: [
      { ...span, id: 'window-photo', type: 'media', source: 'sha256:photo', box: [0, 0, 320, 360] },
      {
        ...span,
        id: 'window-word',
        type: 'text',
        text: 'Masked',
        font: 'Playfair Display',
        size: 60,
        box: [0, 140, 320, 80],
        align: 'center',
        fill: '#ffffff',
      },
    ],
    mask: [
      {
        mode: 'a',
        pt: {
          a: 1,
          k: [
            { t: 0, s: [circle(160, 180, 60)] },
            { t: 59, s: [circle(160, 180, 150)] },
          ],
        },
      },
      { mode: 's', pt: circle(160, 180, 40), o: 60 },
    ],
  },
  {
    ...span,
    id: 'stencil',
    type: 'text',
    text: 'MATTE',
    font: 'Playfair Display',
    size: 100,
    box: [320, 40, 320, 130],
    align: 'center',
  },
  {
    ...span,
    id: 'filled',
    type: 'media',
    source: 'sha256:photo',
    box: [320, 20, 320, 160],
    matte: { layer: 'stencil', mode: 'alpha' },
  },
  {
    ...span,
    id: 'soft',
    type: 'shape',
    ks: { p: [480, 270] },
    effects: [{ type: 'blur', radius: glide(0, 59, [0], [18]) }],
    shapes: [
      { ty: 'rc', s: [180, 90], r: 12 },
      { ty: 'fl', c: '#8c1c3f' },
    ],
  },
  {
    ...span,
    id: 'raised',
    type: 'solid',
    color: '#ffffff',
    box: [540, 200, 80, 60],
    effects: [{ type: 'shadow', color: '#00000080', blur: 20, x: 6, y: 10 }],
  },
]

const storm: readonly Layer[] = [
  {
    ...span,
    id: 'petals',
    type: 'particles',
    seed: 3,
    count: 60,
    box: [0, -30, 640, 10],
    sprite: ['petal', 'leaf', 'heart', 'flake', 'ribbon'],
    colors: ['#e8467c', '#f5a400'],
    size: [10, 26],
    life: [3, 6],
    speed: [60, 140],
    spin: [-90, 90],
    flutter: true,
    sway: { amount: 24, seconds: 3 },
  },
  {
    ...span,
    id: 'sparks',
    type: 'particles',
    seed: 9,
    count: 60,
    box: [280, 300, 80, 10],
    sprite: ['spark', 'soft', 'star', 'ring'],
    colors: ['#fff1b8', '#ffb347'],
    size: [8, 30],
    life: [1, 3],
    speed: [120, 320],
    direction: -90,
    spread: 80,
    gravity: 160,
    drag: 0.6,
    twinkle: 0.6,
  },
  {
    ...span,
    id: 'confetti',
    type: 'particles',
    seed: 5,
    count: 80,
    mode: 'burst',
    over: 0.3,
    box: [320, 340, 1, 1],
    sprite: 'confetti',
    colors: ['#2a7de1', '#2e7d6b', '#f5a400'],
    size: [8, 14],
    life: [1.5, 2.5],
    speed: [300, 700],
    direction: -90,
    spread: 70,
    gravity: 600,
    drag: 1.2,
    flutter: true,
  },
  { ...span, id: 'night', type: 'solid', color: '#241332' },
]

// Each translucent layer over the whole picture may round a channel differently by one, so no document stacks many.
const lit: readonly Layer[] = [
  { ...span, id: 'vignette', type: 'light', kind: 'vignette', colors: ['#000000'], amount: 0.7 },
  {
    ...span,
    id: 'leak',
    type: 'light',
    kind: 'leak',
    colors: ['#ff7a3d', '#ffd36e'],
    amount: 0.7,
    bm: 'screen',
    seconds: 3,
  },
  { ...span, id: 'bokeh', type: 'light', kind: 'bokeh', colors: ['#ffe3a3'], amount: 0.5, bm: 'add', seconds: 5 },
  { ...span, id: 'sweep', type: 'light', kind: 'sweep', colors: ['#ffffff'], amount: 0.4, seconds: 2 },
  { ...span, id: 'rays', type: 'light', kind: 'rays', colors: ['#ffd36e'], amount: 0.5, seconds: 12 },
  { ...span, id: 'glow', type: 'light', kind: 'glow', colors: ['#f5a400'], amount: 0.8, radius: 260 },
  { ...span, id: 'base', type: 'solid', color: '#4a2240' },
]

const grained: readonly Layer[] = [
  { ...span, id: 'film', type: 'texture', kind: 'film', seed: 2, amount: 0.15 },
  { ...span, id: 'linen', type: 'texture', kind: 'linen', seed: 7, amount: 0.3, box: [0, 0, 200, 360] },
  { ...span, id: 'paper', type: 'texture', kind: 'paper', seed: 7, amount: 0.5, box: [220, 0, 200, 360] },
  {
    ...span,
    id: 'halftone',
    type: 'texture',
    kind: 'halftone',
    seed: 7,
    amount: 0.4,
    color: '#f5a400',
    scale: 2,
    box: [440, 0, 200, 180],
  },
  {
    ...span,
    id: 'lines',
    type: 'texture',
    kind: 'lines',
    seed: 7,
    amount: 0.4,
    color: '#ffffff',
    box: [440, 180, 200, 180],
  },
  { ...span, id: 'base', type: 'solid', color: '#4a2240' },
]

/** A golden case with a mark over it, and the fonts that marks are written in. */
function marked(one: GoldenCase, watermark: string): GoldenCase {
  const fonts = new Map(one.fonts)
  for (const face of listMarkFaces(watermark)) fonts.set(face.src, new Uint8Array(readFileSync(findFallbackFont(face))))
  return { ...one, fonts, watermark }
}

/** Every golden document. */
export function goldenCases(): GoldenCase[] {
  return [
    golden('shapes', [shapes, ground]),
    golden('lines', [lines, ground]),
    golden('scripts', [...textLayers, ground]),
    golden('reveals', [...revealed, ground]),
    golden('photos', [...photoLayers, ground]),
    golden('fine-patterns', [...fine, ground]),
    golden('fine-films', [...reels, smallAlphaVideo, ground]),
    marked(golden('watermark', [...photoLayers, ground]), 'Vitrine Preview'),
    golden('blends', [
      ...blends,
      { ...span, id: 'photo', type: 'media', source: 'sha256:photo', box: [0, 0, 640, 360] },
    ]),
    golden('masks', [...masked, ground]),
    golden('particles', storm),
    golden('lights', lit),
    golden('textures', grained),
    ...compositingCases(),
    ...kindCases(),
    ...shapeCases(),
    ...spaceCases(),
    ...textCases(),
    ...timelineCases(),
  ]
}
