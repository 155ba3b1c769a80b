// Restaurant special, 9:16: the dish fills the frame, steam rises, the words sit in a warm shadow below.
import { picture } from '../build/ingredient.ts'
import { cascade, glide, move, pop, rise, settle, sway, turn } from '../build/motion.ts'
import {
  buildDocument,
  colorField,
  type LayerDraft,
  photoField,
  type Scene,
  textField,
  toggleField,
} from '../build/scene.ts'
import { d, drawOn, fill, group, line, star } from '../build/shape.ts'

const at = (seconds: number) => Math.round(seconds * 30)

const scene: Scene = {
  id: 'chefs-special',
  name: 'Chef’s Special',
  width: 1080,
  height: 1920,
  fps: 30,
  seconds: 8,
  background: '#120c09',
  fonts: ['dmSerif', 'dmSerifItalic', 'manrope', 'manropeBold'],
  heroSeconds: 4,
  music: { name: 'sitar-dawn', seconds: 12, volume: 65 },
  fields: [
    textField('restaurant', 'Restaurant', 'Dum & Tandoor', { maxLength: 28, minFontSize: 30, required: true }),
    textField('label', 'Label', 'Tonight only', { maxLength: 22, minFontSize: 30 }),
    textField('dish', 'Dish', 'Smoked paneer in a copper pot', {
      maxLength: 44,
      maxLines: 3,
      minFontSize: 64,
      required: true,
    }),
    textField('story', 'One sentence', 'Slow-cooked over charcoal, finished with cream and fenugreek', {
      maxLength: 90,
      maxLines: 3,
      minFontSize: 30,
    }),
    textField('price', 'Price', '₹420', { maxLength: 8, minFontSize: 40 }),
    textField('book', 'How to book', 'Tables from 7 pm · 98765 43210', { maxLength: 44, minFontSize: 26 }),
    photoField('photo', 'Photo of the dish', picture('copper-curry', 1200, 1500), {
      minWidth: 1080,
      hint: 'From above or close up',
    }),
    colorField('color', 'Accent colour', ['#f2a33a', '#e4572e', '#8fb339', '#e9c46a', '#d96c9a']),
    toggleField('steam', 'Rising steam', true),
  ],
  layers: [
    priceSeal(),
    ...fieldText(),
    ...steam(),
    {
      type: 'solid',
      color: {
        gradient: 'linear',
        units: 'box',
        from: [0, 0],
        to: [0, 1],
        stops: [
          [0, '#120c0900'],
          [0.25, '#120c0990'],
          [0.44, '#120c09f4'],
          [0.5, '#120c09'],
          [1, '#120c09'],
        ],
      },
      box: [0, 840, 1080, 1080],
    },
    {
      type: 'solid',
      color: {
        gradient: 'linear',
        units: 'box',
        from: [0, 0],
        to: [0, 1],
        stops: [
          [0, '#120c09e6'],
          [1, '#120c0900'],
        ],
      },
      box: [0, 0, 1080, 330],
    },
    {
      type: 'light',
      kind: 'glow',
      colors: [{ $field: 'color' }],
      amount: sway(70, 0.16, 0.3),
      center: sway(120, [80, 380], [220, 560]),
      radius: 760,
    },
    {
      type: 'media',
      id: 'photo',
      source: { $field: 'photo' },
      box: [0, 0, 1080, 1420],
      inner: { s: move(glide, [0, [120, 120]], [at(8), [102, 102]]), r: move(glide, [0, -4], [at(8), 1.5]) },
      audio: { volume: 0 },
    },
  ],
}

/** The document of this template. */
export const chefsSpecial = () => buildDocument(scene)

function steam(): LayerDraft[] {
  const plume = (seed: number, x: number): LayerDraft => ({
    type: 'particles',
    visible: { $field: 'steam' },
    seed,
    count: 10,
    box: [x, 700, 260, 160],
    sprite: 'soft',
    colors: ['#fff4e6'],
    size: [240, 460],
    life: [2.6, 4],
    speed: [90, 170],
    direction: -90,
    spread: 24,
    sway: { amount: 60, seconds: 3.6 },
    grow: [0.5, 1.7],
    fade: { in: 0.35, out: 0.6 },
    opacity: [0.1, 0.24],
  })
  return [plume(3, 300), plume(9, 520)]
}

function priceSeal(): LayerDraft {
  return {
    type: 'group',
    ks: { p: [868, 1010], ...pop(at(1.3), 26), r: sway(50, -7, 3) },
    layers: [
      {
        type: 'text',
        text: { $field: 'price' },
        box: [-112, -60, 224, 120],
        font: 'DM Serif Display',
        size: 84,
        lineHeight: 1,
        align: 'center',
        valign: 'middle',
        fill: '#1c120b',
      },
      {
        type: 'shape',
        shapes: [
          group([star(28, 138, 138, 0, 0), line('#1c120b', 2.5, { dash: [2, 10] })]),
          group([star(24, 168, 154, 30, 30), fill({ $field: 'color' })]),
        ],
        ks: { r: turn(900) },
      },
    ],
  }
}

function fieldText(): LayerDraft[] {
  return [
    {
      type: 'text',
      text: { $field: 'restaurant' },
      box: [90, 96, 900, 70],
      font: 'DM Serif Display',
      size: 58,
      align: 'center',
      valign: 'middle',
      fill: '#fff6e9',
      ks: rise(-8, -40),
    },
    {
      type: 'shape',
      shapes: [
        group([d('M-70 0 L70 0'), line({ $field: 'color' }, 5), drawOn(move(settle, [at(0.5), 0], [at(1.3), 100]))]),
      ],
      ks: { p: [540, 188] },
    },
    {
      type: 'text',
      text: { $field: 'label' },
      box: [90, 1168, 640, 56],
      font: 'Manrope',
      weight: 700,
      size: 36,
      tracking: 180,
      uppercase: true,
      align: 'left',
      valign: 'middle',
      fill: { $field: 'color' },
      ks: rise(at(0.3), 40),
    },
    {
      type: 'text',
      text: { $field: 'dish' },
      box: [86, 1230, 920, 330],
      font: 'DM Serif Display',
      size: 132,
      lineHeight: 1.02,
      align: 'left',
      valign: 'top',
      maxLines: 3,
      fill: '#fff6e9',
      animate: cascade(at(0.5), 34, { by: 'word', spread: 2.5, from: { p: [0, 70], o: 0 } }),
    },
    {
      type: 'text',
      text: { $field: 'story' },
      box: [90, 1566, 860, 140],
      font: 'Manrope',
      weight: 500,
      size: 40,
      lineHeight: 1.35,
      align: 'left',
      valign: 'top',
      maxLines: 3,
      fill: '#e6d5c3',
      ks: rise(at(1.8), 40),
    },
    {
      type: 'text',
      text: { $field: 'book' },
      box: [90, 1742, 900, 60],
      font: 'Manrope',
      weight: 700,
      size: 42,
      align: 'left',
      valign: 'middle',
      fill: { $field: 'color' },
      ks: rise(at(2.2), 40),
    },
  ]
}
