// Product launch, 16:9, 24 fps: the product turns up out of the dark, light moves over it, three facts, one date.
import { picture } from '../build/ingredient.ts'
import { cascade, fade, glide, move, rise, settle, sway } from '../build/motion.ts'
import {
  buildDocument,
  colorField,
  type LayerDraft,
  photoField,
  type Scene,
  textField,
  toggleField,
} from '../build/scene.ts'
import { d, fill, group } from '../build/shape.ts'

const at = (seconds: number) => Math.round(seconds * 24)

const scene: Scene = {
  id: 'aurora-launch',
  name: 'Aurora Launch',
  width: 1920,
  height: 1080,
  fps: 24,
  seconds: 9,
  background: '#07060f',
  fonts: ['spaceGrotesk', 'spaceGroteskBold'],
  heroSeconds: 5.4,
  music: { name: 'night-pulse', seconds: 10 },
  fields: [
    textField('brand', 'Brand', 'Nimbus', { maxLength: 20, minFontSize: 28, required: true }),
    textField('product', 'Product', 'Aurora Watch', { maxLength: 24, maxLines: 2, minFontSize: 80, required: true }),
    textField('line', 'One line', 'Sleep, training and the northern lights on your wrist', {
      maxLength: 80,
      maxLines: 2,
      minFontSize: 30,
    }),
    textField('factOne', 'First fact', '9 days of battery', { maxLength: 26, minFontSize: 24 }),
    textField('factTwo', 'Second fact', 'Sapphire glass', { maxLength: 26, minFontSize: 24 }),
    textField('factThree', 'Third fact', '31 grams', { maxLength: 26, minFontSize: 24 }),
    textField('when', 'When and price', '15 March · from ₹18,990', { maxLength: 36, minFontSize: 28 }),
    photoField('photo', 'Product photo', picture('aurora-watch', 1400, 1400), {
      minWidth: 900,
      hint: 'On a dark background',
    }),
    colorField('color', 'Light', ['#8b5cf6', '#ff5da2', '#22d3ee', '#f59e0b', '#34d399']),
    toggleField('facts', 'Show the three facts', true),
  ],
  layers: [
    ...fieldText(),
    { type: 'light', kind: 'sweep', colors: ['#ffffff'], amount: 0.16, seconds: 4.5, box: [900, 0, 1020, 1080] },
    {
      type: 'solid',
      color: {
        gradient: 'linear',
        units: 'box',
        from: [0, 0],
        to: [1, 0],
        stops: [
          [0, '#07060f00'],
          [0.42, '#07060f'],
          [0.56, '#07060f'],
          [0.72, '#07060fb0'],
          [1, '#07060f00'],
        ],
      },
      box: [240, 0, 1160, 1080],
    },
    {
      type: 'media',
      id: 'photo',
      source: { $field: 'photo' },
      box: [840, -20, 1120, 1120],
      inner: {
        s: move(glide, [0, [132, 132]], [at(3), [104, 104]], [at(9), [112, 112]]),
        r: move(glide, [0, 7], [at(3), 0], [at(9), -2]),
      },
      ks: { o: move(glide, [0, 35], [at(1.1), 100]) },
      audio: { volume: 0 },
    },
    {
      type: 'light',
      kind: 'glow',
      colors: [{ $field: 'color' }],
      amount: sway(60, 0.5, 0.8),
      center: [1360, 540],
      radius: 900,
    },
    { type: 'light', kind: 'glow', colors: ['#1f6bff'], amount: 0.5, center: [120, 1120], radius: 700 },
    { type: 'texture', kind: 'film', seed: 6, amount: 0.12 },
  ],
}

/** The document of this template. */
export const auroraLaunch = () => buildDocument(scene)

function facts(): LayerDraft[] {
  return ['factOne', 'factTwo', 'factThree'].map((id, index): LayerDraft => {
    const start = at(2.1 + index * 0.22)
    return {
      type: 'group',
      visible: { $field: 'facts' },
      ks: { p: move(settle, [start, [-60, 0]], [start + 22, [0, 0]]), o: fade(start, 12) },
      layers: [
        {
          type: 'text',
          text: { $field: id },
          box: [166, 676 + index * 64, 640, 52],
          font: 'Space Grotesk',
          weight: 500,
          size: 38,
          align: 'left',
          valign: 'middle',
          fill: '#ffffff',
        },
        {
          type: 'shape',
          shapes: [group([d('M0 -9 L9 0 L0 9 L-9 0 Z'), fill({ $field: 'color' })])],
          ks: { p: [134, 702 + index * 64] },
        },
      ],
    }
  })
}

function fieldText(): LayerDraft[] {
  return [
    {
      type: 'text',
      text: { $field: 'brand' },
      box: [120, 118, 700, 54],
      font: 'Space Grotesk',
      weight: 700,
      size: 38,
      tracking: 320,
      uppercase: true,
      align: 'left',
      valign: 'middle',
      fill: '#ffffff',
      ks: { o: move(glide, [0, 60], [12, 100]) },
    },
    {
      type: 'text',
      text: { $field: 'product' },
      box: [114, 216, 800, 310],
      font: 'Space Grotesk',
      weight: 700,
      size: 152,
      lineHeight: 0.98,
      tracking: -30,
      align: 'left',
      valign: 'middle',
      maxLines: 2,
      fill: {
        gradient: 'linear',
        units: 'box',
        from: [0, 0],
        to: [1, 0.6],
        stops: [
          [0, '#ffffff'],
          [0.55, '#f1ecff'],
          [1, { $field: 'color' }],
        ],
      },
      animate: cascade(at(0.7), 26, { spread: 7, from: { p: [0, 90], o: 0 } }),
    },
    {
      type: 'text',
      text: { $field: 'line' },
      box: [120, 540, 700, 110],
      font: 'Space Grotesk',
      weight: 500,
      size: 40,
      lineHeight: 1.25,
      align: 'left',
      valign: 'top',
      wrap: 'balance',
      fill: '#c9c5de',
      ks: rise(at(1.6), 40),
    },
    ...facts(),
    {
      type: 'text',
      text: { $field: 'when' },
      box: [120, 904, 760, 64],
      font: 'Space Grotesk',
      weight: 700,
      size: 48,
      align: 'left',
      valign: 'middle',
      fill: { $field: 'color' },
      ks: rise(at(3), 40),
    },
  ]
}
