// Naming ceremony, 1:1, in Tamil: a cradle moon, paper clouds and a mango-leaf thoranam.
import { picture } from '../build/ingredient.ts'
import { cascade, move, rise, settle, spring, sway, turn } from '../build/motion.ts'
import { divider, leafRow, mandala, sparkle } from '../build/ornament.ts'
import {
  buildDocument,
  colorField,
  type LayerDraft,
  photoField,
  type Scene,
  textField,
  toggleField,
  tone,
} from '../build/scene.ts'
import { disc, fill, group, star } from '../build/shape.ts'

const at = (seconds: number) => Math.round(seconds * 30)

const scene: Scene = {
  id: 'nila-naming',
  name: 'Nila Naming Day',
  width: 1080,
  height: 1080,
  fps: 30,
  seconds: 8,
  background: '#dff1ec',
  fonts: ['tamilBlack', 'tamil', 'fraunces', 'poppins'],
  heroSeconds: 4.8,
  music: { name: 'lamp-bells', seconds: 12, volume: 70 },
  fields: [
    textField('occasion', 'Occasion', 'பெயர் சூட்டு விழா', { maxLength: 32, minFontSize: 34, required: true }),
    textField('name', 'Name', 'நிலா', { maxLength: 18, minFontSize: 70, required: true }),
    textField('family', 'Family line', 'கவிதா – அருண் குடும்பத்தினர்', { maxLength: 44, minFontSize: 24 }),
    textField('date', 'Date and time', 'Sunday, 7 March · 10 am', { maxLength: 36, minFontSize: 26 }),
    textField('venue', 'Venue', 'Mylapore, Chennai', { maxLength: 40, minFontSize: 26 }),
    photoField('photo', 'Photo of the baby', picture('sleeping-baby', 1200, 1200), { minWidth: 600 }),
    colorField('color', 'Main colour', ['#0f766e', '#c2416b', '#5b4bb5', '#b4530a', '#2563a8']),
    toggleField('stars', 'Little stars', true),
  ],
  layers: [
    {
      type: 'shape',
      shapes: Array.from({ length: 19 }, (_, n) =>
        group([star(12, 28, 21, 90, 60), fill(n % 2 ? '#ffb31a' : '#ffd75e')], { p: [n * 60, 0], r: n * 31 }),
      ),
      ks: { p: move(settle, [0, [0, -10]], [at(0.9), [0, 22]]) },
    },
    {
      type: 'shape',
      shapes: leafRow(1120, 15, 92, ['#3f8f4f', '#69b05c']),
      ks: { p: move(settle, [0, [540, -20]], [at(0.9), [540, 26]]) },
    },
    ...fieldText(),
    ...portrait(),
    ...stars(),
    cloud(150, 520, 150, 0),
    cloud(930, 560, 170, 1),
    {
      type: 'shape',
      shapes: mandala(460, ['#f2b84b', '#ffd88a', '#f2b84b'], 20),
      ks: { p: [540, 344], r: turn(1800), o: 34 },
    },
    { type: 'light', kind: 'glow', colors: ['#fff6d8'], amount: 0.9, center: [540, 400], radius: 620 },
    {
      type: 'solid',
      color: {
        gradient: 'linear',
        units: 'box',
        from: [0, 0],
        to: [0, 1],
        stops: [
          [0, tone('color', 0.72)],
          [0.55, '#fdf6e3'],
          [1, '#fff8ea'],
        ],
      },
    },
  ],
}

/** The document of this template. */
export const nilaNaming = () => buildDocument(scene)

function portrait(): LayerDraft[] {
  return [
    {
      type: 'group',
      ks: { a: [540, 344], p: [540, 344], s: move(spring, [0, [86, 86]], [at(1), [100, 100]]) },
      layers: [
        {
          type: 'media',
          id: 'photo',
          source: { $field: 'photo' },
          box: [320, 124, 440, 440],
          clip: 'ellipse',
          inner: { s: move(settle, [0, [118, 118]], [at(3), [104, 104]]) },
          audio: { volume: 0 },
        },
        {
          type: 'shape',
          shapes: [group([disc(0, 0, 466), fill('#ffffff')]), group([star(20, 268, 248, 80, 60), fill('#f2b84b')])],
          ks: { p: [540, 344], r: sway(110, -6, 6) },
        },
      ],
    },
  ]
}

function stars(): LayerDraft[] {
  const spots = [
    [236, 268, 26],
    [300, 420, 15],
    [846, 244, 24],
    [790, 448, 16],
    [168, 402, 13],
    [924, 388, 14],
  ] as const
  return spots.map(
    ([x, y, size], index): LayerDraft => ({
      type: 'shape',
      visible: { $field: 'stars' },
      shapes: [group([sparkle(size), fill('#f2a53a')])],
      ks: { p: [x, y], s: sway(20 + index * 6, [60, 60], [115, 115]), r: sway(34 + index * 5, -12, 12) },
    }),
  )
}

function cloud(x: number, y: number, size: number, index: number): LayerDraft {
  return {
    type: 'shape',
    shapes: [
      group([
        disc(-size * 0.5, 10, size * 0.9, size * 0.55),
        disc(size * 0.1, -size * 0.16, size, size * 0.8),
        disc(size * 0.65, 12, size * 0.8, size * 0.5),
        fill('#ffffff', 92),
      ]),
    ],
    ks: { p: sway(120 + index * 30, [x - 22, y], [x + 22, y - 8]) },
  }
}

function fieldText(): LayerDraft[] {
  const ink = tone('color', -0.35)
  return [
    {
      type: 'text',
      text: { $field: 'occasion' },
      box: [140, 612, 800, 84],
      font: 'Noto Sans Tamil',
      weight: 600,
      size: 54,
      align: 'center',
      valign: 'middle',
      fill: '#c2660c',
      ks: rise(at(0.2), 40),
    },
    {
      type: 'text',
      text: { $field: 'name' },
      box: [120, 680, 840, 190],
      font: 'Noto Sans Tamil',
      weight: 800,
      size: 156,
      lineHeight: 1.2,
      align: 'center',
      valign: 'middle',
      fill: { $field: 'color' },
      animate: cascade(at(0.5), 22, { ease: 'back', spread: 2, from: { p: [0, 60], s: [60, 60], o: 0 } }),
    },
    {
      type: 'shape',
      shapes: divider(360, '#f2a53a', 3),
      ks: { p: [540, 882], s: move(settle, [at(1.5), [0, 100]], [at(2.4), [100, 100]]) },
    },
    {
      type: 'text',
      text: { $field: 'family' },
      box: [140, 898, 800, 50],
      font: 'Noto Sans Tamil',
      weight: 600,
      size: 34,
      align: 'center',
      valign: 'middle',
      fill: ink,
      ks: rise(at(1.7), 34),
    },
    {
      type: 'text',
      text: { $field: 'date' },
      box: [140, 948, 800, 46],
      font: 'Poppins',
      weight: 500,
      size: 34,
      align: 'center',
      valign: 'middle',
      fill: ink,
      ks: rise(at(1.9), 34),
    },
    {
      type: 'text',
      text: { $field: 'venue' },
      box: [140, 992, 800, 44],
      font: 'Poppins',
      weight: 500,
      size: 32,
      align: 'center',
      valign: 'middle',
      fill: ink,
      ks: rise(at(2.05), 34),
    },
  ]
}
