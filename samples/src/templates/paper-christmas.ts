// Christmas greeting, 1:1: a forest cut from paper in layers, a lit cottage, falling snow.
import { cascade, move, pop, rise, settle, sway } from '../build/motion.ts'
import { sparkle } from '../build/ornament.ts'
import { buildDocument, colorField, type LayerDraft, type Scene, textField, toggleField, tone } from '../build/scene.ts'
import { block, d, disc, fill, group, halo } from '../build/shape.ts'

const at = (seconds: number) => Math.round(seconds * 30)

const scene: Scene = {
  id: 'paper-christmas',
  name: 'Paper Christmas',
  width: 1080,
  height: 1080,
  fps: 30,
  seconds: 8,
  background: '#0f2f3a',
  fonts: ['greatVibes', 'cinzel', 'cormorantItalic'],
  heroSeconds: 5,
  music: { name: 'lamp-bells', seconds: 12 },
  fields: [
    textField('greeting', 'Greeting', 'Merry Christmas', { maxLength: 24, minFontSize: 70, required: true }),
    textField('wish', 'Wish', 'Peace, warmth and plum cake to you', { maxLength: 60, maxLines: 2, minFontSize: 30 }),
    textField('from', 'From', 'The Fernandes Family', { maxLength: 32, minFontSize: 26, required: true }),
    colorField('color', 'Night colour', ['#1c5a63', '#274472', '#7a2233', '#2f5233', '#4b2e63']),
    toggleField('snow', 'Falling snow', true),
  ],
  layers: [
    {
      type: 'particles',
      visible: { $field: 'snow' },
      seed: 3,
      count: 50,
      box: [-60, -70, 1200, 50],
      sprite: ['soft', 'flake'],
      colors: ['#ffffff'],
      size: [12, 30],
      life: [5, 8],
      speed: [150, 240],
      direction: 92,
      spread: 24,
      sway: { amount: 36, seconds: 3 },
      spin: [-60, 60],
      opacity: [0.6, 1],
    },
    {
      type: 'text',
      text: { $field: 'greeting' },
      box: [60, 128, 960, 200],
      font: 'Great Vibes',
      size: 156,
      lineHeight: 1.1,
      align: 'center',
      valign: 'middle',
      fill: '#fff8e6',
      shadow: { color: '#06181e88', blur: 22, y: 6 },
      animate: cascade(at(0.1), 34, { from: { p: [0, 36], o: 0 } }),
    },
    {
      type: 'text',
      text: { $field: 'wish' },
      box: [140, 318, 800, 120],
      font: 'Cormorant Garamond',
      style: 'italic',
      weight: 500,
      size: 56,
      lineHeight: 1.12,
      align: 'center',
      valign: 'top',
      wrap: 'balance',
      fill: '#ffe9bd',
      ks: rise(at(1.1), 36),
    },
    {
      type: 'shape',
      shapes: [group([sparkle(34), fill('#ffe9a8')])],
      ks: { p: [540, 108], ...pop(at(0.3), 24), r: sway(60, -10, 10) },
    },
    forest(1030, 1, '#f7fbfb', '#ffffff', [34, 138, 958, 1052], [270, 200, 210, 280], 0.55),
    {
      type: 'text',
      text: { $field: 'from' },
      box: [140, 952, 800, 64],
      font: 'Cinzel',
      weight: 500,
      size: 44,
      tracking: 40,
      align: 'center',
      valign: 'middle',
      fill: '#1a4650',
      ks: rise(at(2.1), 36),
    },
    hill('M-20 930 C 200 860 420 880 560 920 C 740 970 920 900 1100 900 L1100 1100 L-20 1100 Z', '#ffffff', 0.5),
    cottage(),
    forest(
      930,
      0.9,
      tone('color', 0.12),
      tone('color', 0.3),
      [40, 190, 330, 820, 950, 1060],
      [330, 270, 220, 250, 340, 280],
      0.4,
    ),
    hill('M-20 880 C 240 800 460 860 640 830 C 820 800 960 840 1100 810 L1100 1100 L-20 1100 Z', '#dcecef', 0.38),
    forest(
      850,
      0.8,
      tone('color', 0.28),
      tone('color', 0.42),
      [110, 270, 420, 640, 760, 890, 1010],
      [250, 300, 210, 230, 300, 240, 300],
      0.26,
    ),
    hill(
      'M-20 800 C 180 740 420 790 620 750 C 820 720 980 760 1100 740 L1100 1100 L-20 1100 Z',
      tone('color', 0.55),
      0.25,
    ),
    {
      type: 'shape',
      shapes: [
        group([
          disc(0, 0, 250),
          halo([0, 0], 125, [
            [0, '#fffdf2'],
            [0.8, '#fff0c4'],
            [1, '#ffe6a8'],
          ]),
        ]),
      ],
      ks: { p: move(settle, [0, [800, 640]], [at(2), [800, 560]]) },
    },
    {
      type: 'light',
      kind: 'glow',
      colors: ['#ffeebc'],
      amount: sway(80, 0.5, 0.72),
      center: [800, 560],
      radius: 470,
    },
    {
      type: 'particles',
      seed: 12,
      count: 70,
      box: [0, 0, 1080, 700],
      sprite: 'soft',
      colors: ['#ffffff', '#ffeebc'],
      size: [2, 6],
      life: [5, 9],
      speed: [0, 3],
      twinkle: 0.8,
      fade: { in: 0.2, out: 0.2 },
    },
    {
      type: 'solid',
      color: {
        gradient: 'linear',
        units: 'box',
        from: [0, 0],
        to: [0, 1],
        stops: [
          [0, tone('color', -0.55)],
          [0.6, { $field: 'color' }],
          [1, tone('color', 0.4)],
        ],
      },
    },
  ],
}

/** The document of this template. */
export const paperChristmas = () => buildDocument(scene)

/** A row of paper firs; each has a light half, and the row comes up with the distance's own slowness. */
function forest(
  base: number,
  scale: number,
  dark: string | ReturnType<typeof tone>,
  light: string | ReturnType<typeof tone>,
  xs: readonly number[],
  heights: readonly number[],
  depth: number,
): LayerDraft {
  const firs = xs.flatMap((x, index) => {
    const h = (heights[index] ?? 240) * scale
    const w = h * 0.42
    const tier = (y: number, width: number, side: -1 | 1) =>
      `M0 ${-h + y} C ${side * width * 0.3} ${-h + y + h * 0.18} ${side * width * 0.6} ${-h + y + h * 0.26} ${side * width} ${-h + y + h * 0.34} C ${side * width * 0.6} ${-h + y + h * 0.37} ${side * width * 0.2} ${-h + y + h * 0.38} 0 ${-h + y + h * 0.38} Z`
    const half = (side: -1 | 1) =>
      [tier(0, w * 0.5, side), tier(h * 0.22, w * 0.76, side), tier(h * 0.48, w, side)].join(' ')
    return [
      group([d(half(1)), fill(light)], { p: [x, base] }),
      group([d(half(-1)), fill(dark)], { p: [x, base] }),
      group([block(0, -h * 0.06, h * 0.06, h * 0.16), fill('#6b4a35')], { p: [x, base] }),
    ]
  })
  return {
    type: 'shape',
    shapes: firs,
    effects: [{ type: 'shadow', color: '#06181e66', blur: 26, y: 8 }],
    ks: { p: move(settle, [0, [0, 190 * depth]], [at(1.4 + depth), [0, 0]]) },
  }
}

function hill(path: string, color: string | ReturnType<typeof tone>, depth: number): LayerDraft {
  return {
    type: 'shape',
    shapes: [group([d(path), fill(color)])],
    effects: [{ type: 'shadow', color: '#06181e55', blur: 30, y: -6 }],
    ks: { p: move(settle, [0, [0, 150 * depth]], [at(1.4 + depth), [0, 0]]) },
  }
}

function cottage(): LayerDraft {
  return {
    type: 'group',
    ks: { p: move(settle, [0, [560, 1000]], [at(1.9), [560, 912]]) },
    layers: [
      {
        type: 'light',
        kind: 'glow',
        colors: ['#ffc861'],
        amount: sway(26, 0.6, 0.85),
        center: [300, 300],
        radius: 280,
        box: [-300, -390, 600, 600],
      },
      {
        type: 'shape',
        shapes: [
          group([block(-46, -66, 44, 50, 4), block(46, -66, 44, 50, 4), fill('#ffd877')]),
          group([block(0, -34, 40, 68, 18), fill('#7a2d22')]),
          group([d('M-128 -104 L0 -204 L128 -104 L104 -96 L0 -176 L-104 -96 Z'), fill('#ffffff')]),
          group([d('M-112 -104 L0 -192 L112 -104 Z'), fill('#8f3a2b')]),
          group([block(0, -52, 196, 110), fill('#c9573d')]),
          group([block(66, -178, 30, 70), fill('#8f3a2b')]),
        ],
      },
    ],
  }
}
