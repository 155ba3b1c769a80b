// Diwali greeting, 16:9: a rangoli of light turns behind gold Devanagari letters and a row of oil lamps.
import { cascade, fade, glide, move, rise, settle, spring, sway, turn } from '../build/motion.ts'
import { diyaBowl, flame, mandala, rangoli } from '../build/ornament.ts'
import { buildDocument, colorField, type LayerDraft, type Scene, textField, toggleField, tone } from '../build/scene.ts'

const at = (seconds: number) => Math.round(seconds * 30)
const gold = {
  gradient: 'linear',
  units: 'box',
  from: [0, 0],
  to: [0, 1],
  stops: [
    [0.1, '#fff1c4'],
    [0.5, '#ffc857'],
    [0.9, '#e08a1e'],
  ],
} as const

const scene: Scene = {
  id: 'deepavali-lamps',
  name: 'Deepavali Lamps',
  width: 1920,
  height: 1080,
  fps: 30,
  seconds: 9,
  background: '#1a0b2e',
  fonts: ['yatra', 'cormorantItalic', 'manrope'],
  heroSeconds: 5.4,
  music: { name: 'lamp-bells', seconds: 12 },
  fields: [
    textField('greeting', 'Greeting', 'शुभ दीपावली', { maxLength: 24, minFontSize: 66, required: true }),
    textField('wish', 'Wish', 'May every lamp you light bring you joy', {
      maxLength: 70,
      maxLines: 2,
      minFontSize: 34,
    }),
    textField('from', 'From', 'The Mehta Family', { maxLength: 36, minFontSize: 28, required: true }),
    colorField('color', 'Night colour', ['#3a1065', '#10265f', '#5f0f3c', '#06414a']),
    toggleField('sparks', 'Floating sparks', true),
  ],
  layers: [
    {
      type: 'particles',
      visible: { $field: 'sparks' },
      seed: 12,
      count: 90,
      box: [0, 1040, 1920, 60],
      sprite: ['soft', 'spark'],
      colors: ['#ffd98a', '#ffb347', '#fff3cf'],
      size: [5, 16],
      life: [4, 7],
      speed: [70, 190],
      direction: -90,
      spread: 40,
      sway: { amount: 46, seconds: 3.2 },
      twinkle: 0.6,
      fade: { in: 0.15, out: 0.4 },
    },
    ...lampRow(),
    {
      type: 'text',
      text: { $field: 'greeting' },
      box: [130, 262, 990, 290],
      font: 'Yatra One',
      size: 208,
      lineHeight: 1.2,
      align: 'left',
      valign: 'middle',
      fill: gold,
      shadow: { color: '#1a0420cc', blur: 30, y: 8 },
      animate: cascade(at(0.3), 30, { from: { p: [0, 70], o: 0 } }),
    },
    {
      type: 'text',
      text: { $field: 'wish' },
      box: [136, 552, 900, 140],
      font: 'Cormorant Garamond',
      style: 'italic',
      weight: 500,
      size: 60,
      lineHeight: 1.15,
      align: 'left',
      valign: 'top',
      wrap: 'balance',
      fill: '#ffe9c9',
      animate: cascade(at(1.5), 36, { by: 'word', spread: 4, from: { p: [0, 30], o: 0 } }),
    },
    {
      type: 'text',
      text: { $field: 'from' },
      box: [140, 196, 900, 52],
      font: 'Manrope',
      weight: 500,
      size: 34,
      tracking: 120,
      uppercase: true,
      align: 'left',
      valign: 'middle',
      fill: '#ffc857',
      ks: rise(at(1.1), 30),
    },
    {
      type: 'group',
      ks: { p: [1560, 470], s: move(settle, [0, [62, 62]], [at(2.2), [100, 100]]) },
      layers: [
        {
          type: 'shape',
          shapes: rangoli(400, ['#fff1c4', '#ff5d8f', '#ff9d1e', '#7c3aed', '#ffd24a', '#e11d74']),
          ks: { r: turn(1100) },
        },
        {
          type: 'shape',
          shapes: mandala(560, ['#ffd98a', '#ffb347', '#ffd98a'], 24),
          ks: { r: turn(1500, -360), o: 62 },
        },
        {
          type: 'light',
          kind: 'glow',
          colors: ['#ff9d3c'],
          amount: sway(50, 0.62, 0.85),
          center: [800, 800],
          radius: 720,
          box: [-800, -800, 1600, 1600],
        },
      ],
    },
    {
      type: 'light',
      kind: 'bokeh',
      seed: 8,
      colors: ['#ffb347', '#ff6f91', '#a78bfa'],
      amount: 0.34,
      count: 26,
      seconds: 16,
    },
    { type: 'light', kind: 'glow', colors: ['#ff8a1e'], amount: 0.5, center: [960, 1160], radius: 980 },
    {
      type: 'solid',
      color: {
        gradient: 'linear',
        units: 'box',
        from: [0, 0],
        to: [0.5, 1],
        stops: [
          [0, tone('color', -0.62)],
          [0.55, { $field: 'color' }],
          [1, tone('color', -0.5)],
        ],
      },
    },
  ],
}

/** The document of this template. */
export const deepavaliLamps = () => buildDocument(scene)

function lampRow(): LayerDraft[] {
  const layers: LayerDraft[] = []
  for (let index = 0; index < 9; index += 1) {
    const x = 96 + index * 216
    const near = index % 2 === 0
    const y = near ? 934 : 896
    const size = near ? 100 : 74
    const start = at(0.1 + index * 0.1)
    layers.push(
      {
        type: 'shape',
        shapes: flame('#fffbe6', '#ffd45c', '#ff8a1e'),
        ks: {
          p: [x, y - 4],
          s: sway(7 + (index % 4), [size * 0.92, size * 0.92], [size * 1.06, size * 1.14], start),
          r: sway(19 + index * 2, -5, 5),
          o: fade(start, 10),
        },
      },
      {
        type: 'light',
        kind: 'glow',
        colors: ['#ffb347'],
        amount: move(spring, [start, 0], [start + 20, 0.75]),
        center: [x, y - 60],
        radius: near ? 260 : 190,
      },
      {
        type: 'shape',
        shapes: diyaBowl('#ffc06a', '#d97832', '#8a3a18'),
        ks: { p: move(glide, [0, [x, y + 30]], [start + 26, [x, y]]), s: [size, size] },
      },
    )
  }
  return layers
}
