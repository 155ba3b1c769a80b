// Wedding film opener, 16:9: a photo in a carved arch under marigolds, names in Devanagari on ivory.
import { picture } from '../build/ingredient.ts'
import { cascade, fade, glide, move, rise, settle, sway, turn } from '../build/motion.ts'
import { cuspedArch, divider, garland, hangingString, lotus, mandala } from '../build/ornament.ts'
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
import { block, d, fill, group, line } from '../build/shape.ts'

const flowers = ['#ffd84d', '#ffae1f', '#f0780a', '#3f7d45'] as const
const arch = cuspedArch(640, 430, 400, 4)
const at = (seconds: number) => Math.round(seconds * 30)

const scene: Scene = {
  id: 'marigold-mandap',
  name: 'Marigold Mandap',
  width: 1920,
  height: 1080,
  fps: 30,
  seconds: 10,
  background: '#fdf1d6',
  fonts: ['rozha', 'cormorant', 'cormorantItalic'],
  heroSeconds: 6,
  music: { name: 'dhol-courtyard', seconds: 9.6, volume: 70 },
  fields: [
    textField('first', 'First name', 'आरोही', { maxLength: 22, minFontSize: 70, required: true }),
    textField('second', 'Second name', 'विक्रम', { maxLength: 22, minFontSize: 70, required: true }),
    textField('occasion', 'Occasion', 'शुभ विवाह', { maxLength: 30, minFontSize: 34 }),
    textField('date', 'Date', 'शनिवार, 12 दिसंबर 2026', { maxLength: 40, minFontSize: 30 }),
    textField('venue', 'Venue', 'Raj Vilas Gardens, Udaipur', { maxLength: 60, maxLines: 2, minFontSize: 28 }),
    photoField('photo', 'Photo of the couple', picture('lake-palace-couple', 1200, 1500), {
      minWidth: 900,
      hint: 'Upright photos fill the arch best',
    }),
    colorField('color', 'Main colour', ['#c2185b', '#8e1f3f', '#0f766e', '#6a2c91', '#b4530a']),
    toggleField('petals', 'Falling petals', true),
  ],
  layers: [
    {
      type: 'particles',
      visible: { $field: 'petals' },
      seed: 7,
      count: 40,
      box: [-60, -90, 2040, 40],
      sprite: 'petal',
      colors: ['#ffae1f', '#ffd84d', '#f0780a', '#e8537f'],
      size: [14, 28],
      life: [6, 9],
      speed: [130, 200],
      direction: 98,
      spread: 16,
      sway: { amount: 50, seconds: 3 },
      spin: [-140, 140],
      flutter: true,
    },
    ...flowersAbove(),
    archTrim(),
    photo(),
    ...fieldText(),
    {
      type: 'shape',
      shapes: mandala(620, [tone('color', 0.2, 0.5), '#f0a53a', tone('color', 0.2, 0.4)], 20),
      ks: { p: [1290, 560], r: turn(2400), s: move(glide, [0, [88, 88]], [at(2.5), [100, 100]]), o: 18 },
    },
    {
      type: 'shape',
      shapes: [
        group([block(1900, 540, 40, 1080), fill({ $field: 'color' })]),
        group([block(1868, 540, 6, 1080), fill('#f0a53a')]),
      ],
    },
    { type: 'light', kind: 'glow', colors: ['#ffd98a'], amount: 0.6, center: [1290, 500], radius: 900 },
    { type: 'texture', kind: 'paper', seed: 3, amount: 0.1 },
  ],
}

/** The document of this template. */
export const marigoldMandap = () => buildDocument(scene)

function flowersAbove(): LayerDraft[] {
  const swag = (from: number, to: number, beads: number, sag: number, index: number): LayerDraft => ({
    type: 'shape',
    shapes: garland([from, 0], [to, 0], sag, beads, 25, flowers),
    ks: { p: move(settle, [at(0.1 * index), [0, -60]], [at(0.1 * index) + 36, [0, 14]]) },
  })
  const strings = [
    [52, 470, 10],
    [838, 300, 6],
    [1832, 330, 7],
  ] as const
  return [
    ...strings.map(
      ([x, length, beads], index): LayerDraft => ({
        type: 'shape',
        shapes: hangingString(length, beads, 24, flowers),
        ks: {
          p: move(settle, [at(0.2 + index * 0.12), [x, -length * 0.5]], [at(0.2 + index * 0.12) + 44, [x, 20]]),
          r: sway(58 + index * 9, -1.8, 1.8),
        },
      }),
    ),
    swag(40, 860, 19, 110, 0),
    swag(840, 1350, 12, 74, 1),
    swag(1330, 1880, 13, 80, 2),
  ]
}

function photo(): LayerDraft {
  return {
    type: 'media',
    id: 'photo',
    source: { $field: 'photo' },
    box: [120, 170, 640, 830],
    fit: 'cover',
    clip: { d: cuspedArch(640, 430, 400, 4, 320, 830) },
    inner: { s: move(glide, [0, [116, 116]], [at(10), [103, 103]]) },
    crop: { x: 0, y: 0, zoom: 1.04, rotate: 0 },
    audio: { volume: 0 },
  }
}

function archTrim(): LayerDraft {
  return {
    type: 'shape',
    ks: { p: [440, 1000] },
    shapes: [
      group([d(arch), line('#fff3d0', 5)]),
      group([d(arch), line({ $field: 'color' }, 18)]),
      group([d(arch), line('#f0a53a', 26)]),
      group([block(0, 12, 760, 30, 6), fill('#f0a53a')]),
      group([block(0, 52, 820, 56, 6), fill({ $field: 'color' })]),
    ],
  }
}

function fieldText(): LayerDraft[] {
  const ink = { $field: 'color' }
  return [
    {
      type: 'text',
      text: { $field: 'occasion' },
      box: [900, 208, 780, 80],
      font: 'Rozha One',
      size: 58,
      align: 'center',
      valign: 'middle',
      fill: '#d9790a',
      ks: rise(at(0.9), 36),
    },
    {
      type: 'shape',
      shapes: divider(460, '#f0a53a', 3),
      ks: { p: [1290, 314], s: move(settle, [at(1), [0, 100]], [at(2), [100, 100]]) },
    },
    {
      type: 'text',
      text: { $field: 'first' },
      box: [860, 326, 860, 240],
      font: 'Rozha One',
      size: 210,
      lineHeight: 1.15,
      align: 'center',
      valign: 'middle',
      fill: ink,
      animate: cascade(at(1.1), 24, { by: 'char', from: { p: [0, 80], o: 0 } }),
    },
    {
      type: 'shape',
      shapes: lotus(120, '#ffd9c9', '#f2829b', tone('color')),
      ks: { p: [1290, 616], s: move(settle, [at(1.9), [0, 0]], [at(2.7), [100, 100]]), o: fade(at(1.9), 6) },
    },
    {
      type: 'text',
      text: { $field: 'second' },
      box: [860, 618, 860, 240],
      font: 'Rozha One',
      size: 210,
      lineHeight: 1.15,
      align: 'center',
      valign: 'middle',
      fill: ink,
      animate: cascade(at(1.5), 24, { by: 'char', from: { p: [0, 80], o: 0 } }),
    },
    {
      type: 'text',
      text: { $field: 'date' },
      box: [900, 862, 780, 64],
      font: 'Rozha One',
      size: 46,
      align: 'center',
      valign: 'middle',
      fill: '#3d2a1e',
      ks: rise(at(2.3), 36),
    },
    {
      type: 'text',
      text: { $field: 'venue' },
      box: [900, 928, 780, 64],
      font: 'Cormorant Garamond',
      weight: 500,
      size: 48,
      align: 'center',
      valign: 'middle',
      fill: '#3d2a1e',
      ks: rise(at(2.55), 36),
    },
  ]
}
