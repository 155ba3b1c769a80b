// Gym reel, 9:16: hard cuts on the beat between colour fields, one word each, then the photo and the offer.
import { picture } from '../build/ingredient.ts'
import { glide, move, rise, settle, snap, steps } from '../build/motion.ts'
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
import { block, d, fill, group } from '../build/shape.ts'

const at = (seconds: number) => Math.round(seconds * 30)
const beat = 0.5
const show = beat * 4

const scene: Scene = {
  id: 'iron-hour',
  name: 'Iron Hour',
  width: 1080,
  height: 1920,
  fps: 30,
  seconds: 8,
  background: '#0b0b0c',
  fonts: ['bebas', 'oswald', 'oswaldBold'],
  heroSeconds: 4.6,
  music: { name: 'iron-drive', seconds: 10 },
  fields: [
    textField('one', 'First word', 'Wake', { maxLength: 10, minFontSize: 120, required: true }),
    textField('two', 'Second word', 'Lift', { maxLength: 10, minFontSize: 120, required: true }),
    textField('three', 'Third word', 'Repeat', { maxLength: 10, minFontSize: 120, required: true }),
    textField('headline', 'Headline', 'First month free', {
      maxLength: 28,
      maxLines: 3,
      minFontSize: 90,
      required: true,
    }),
    textField('detail', 'Detail', 'Join before 31 January', { maxLength: 36, minFontSize: 30 }),
    textField('gym', 'Gym', 'Forge Fitness', { maxLength: 24, minFontSize: 36, required: true }),
    textField('where', 'Where', 'Indiranagar, Bengaluru · 5 am to 11 pm', { maxLength: 50, minFontSize: 26 }),
    photoField('photo', 'Photo or clip', picture('iron-gym', 1080, 1620), {
      minWidth: 720,
      hint: 'Upright, dark works best',
    }),
    colorField('color', 'Main colour', ['#ff3b1f', '#d7ff2e', '#19c2ff', '#ffb000', '#ff2e88']),
    toggleField('grain', 'Film grain', true),
  ],
  layers: [
    { type: 'texture', visible: { $field: 'grain' }, kind: 'film', seed: 14, amount: 0.12 },
    ...cuts(),
    ...finale(),
    {
      type: 'media',
      id: 'photo',
      source: { $field: 'photo' },
      box: [0, 0, 1080, 1920],
      inner: {
        s: move(
          snap,
          [0, [112, 112]],
          [at(beat), [100, 100]],
          [at(beat) + 1, [130, 130]],
          [at(beat * 2), [112, 112]],
          [at(show), [135, 135]],
          [at(show + 0.7), [108, 108]],
          [at(8), [102, 102]],
        ),
        r: steps([0, -2], [at(beat), 3], [at(beat * 2), -3], [at(show), 0]),
      },
      audio: { volume: 0 },
    },
  ],
}

/** The document of this template. */
export const ironHour = () => buildDocument(scene)

/** One word per beat: a colour field, a white field, the photo behind, then a flash. */
function cuts(): LayerDraft[] {
  const word = (id: string, index: number, ink: LayerDraft & { type: 'text' }): LayerDraft => ({
    ...ink,
    text: { $field: id },
    in: at(beat * index),
    out: at(beat * (index + 1)),
    ks: {
      s: move(snap, [at(beat * index) - 4, [132, 132]], [at(beat * (index + 1)), [98, 98]]),
      r: index % 2 ? 3 : -3,
    },
  })
  const type = (fillColor: string | { $field: string }): LayerDraft & { type: 'text' } => ({
    type: 'text',
    text: '',
    box: [30, 660, 1020, 600],
    font: 'Bebas Neue',
    size: 560,
    lineHeight: 0.9,
    align: 'center',
    valign: 'middle',
    uppercase: true,
    fill: fillColor,
  })
  return [
    {
      type: 'solid',
      color: '#ffffff',
      in: at(show),
      out: at(show) + 8,
      ks: { o: move(glide, [at(show), 86], [at(show) + 8, 0]) },
    },
    word('one', 0, type('#0b0b0c')),
    word('two', 1, type({ $field: 'color' })),
    word('three', 2, type('#0b0b0c')),
    { type: 'shape', in: 0, out: at(beat), shapes: [group([d(stripes(0)), fill('#0b0b0c', 100)])] },
    { type: 'solid', color: { $field: 'color' }, in: 0, out: at(beat) },
    { type: 'solid', color: '#0b0b0c', in: at(beat), out: at(beat * 2), ks: { o: 62 } },
    { type: 'shape', in: at(beat * 2), out: at(beat * 3), shapes: [group([d(stripes(60)), fill('#0b0b0c', 100)])] },
    { type: 'solid', color: '#ffffff', in: at(beat * 2), out: at(beat * 3) },
    { type: 'solid', color: { $field: 'color' }, in: at(beat * 3), out: at(beat * 3) + 4, ks: { o: 88 } },
    { type: 'solid', color: '#0b0b0c', in: at(beat * 3) + 8, out: at(beat * 3) + 11 },
  ]
}

/** Slanted bars along the top and bottom edge. */
function stripes(shift: number): string {
  const bar = (x: number, y: number) => `M${x} ${y} l60 0 l-70 120 l-60 0 Z`
  return Array.from(
    { length: 12 },
    (_, n) => `${bar(n * 120 - 60 + shift, 0)} ${bar(n * 120 - 60 + shift, 1800)}`,
  ).join(' ')
}

function finale(): LayerDraft[] {
  const start = at(show)
  return [
    ...sign(start),
    ...offer(start),
    {
      type: 'solid',
      in: start,
      color: {
        gradient: 'linear',
        units: 'box',
        from: [0, 0],
        to: [0, 1],
        stops: [
          [0, '#0b0b0c00'],
          [0.6, '#0b0b0cc4'],
          [1, '#0b0b0c'],
        ],
      },
      box: [0, 760, 1080, 1160],
    },
    {
      type: 'light',
      in: start,
      kind: 'glow',
      colors: [tone('color')],
      amount: move(settle, [start, 0.9], [start + 40, 0.4]),
      center: [900, 420],
      radius: 760,
    },
  ]
}

/** Whose gym it is: the name with a bar of colour under it. */
function sign(start: number): LayerDraft[] {
  return [
    {
      type: 'text',
      in: start,
      text: { $field: 'gym' },
      box: [80, 120, 700, 90],
      font: 'Bebas Neue',
      size: 84,
      tracking: 40,
      align: 'left',
      valign: 'middle',
      fill: '#ffffff',
      ks: { p: move(snap, [start, [-500, 0]], [start + 14, [0, 0]]) },
    },
    {
      type: 'shape',
      in: start,
      shapes: [group([block(0, 0, 150, 16), fill({ $field: 'color' })])],
      ks: { p: move(snap, [start, [-200, 232]], [start + 18, [155, 232]]) },
    },
  ]
}

/** What is on offer, until when, and where. */
function offer(start: number): LayerDraft[] {
  return [
    {
      type: 'text',
      in: start,
      text: { $field: 'headline' },
      box: [72, 786, 936, 826],
      font: 'Bebas Neue',
      size: 310,
      lineHeight: 0.86,
      align: 'left',
      valign: 'bottom',
      maxLines: 3,
      uppercase: true,
      fill: '#ffffff',
      animate: [
        {
          by: 'word',
          spread: 1.1,
          ease: 'out',
          from: { p: [-900, 0], o: 0 },
          progress: move([0.3, 0.3, 0.4, 1], [start + 4, 0], [start + 26, 100]),
        },
      ],
    },
    {
      type: 'group',
      in: start,
      ks: { p: move(snap, [start + 20, [-1100, 0]], [start + 36, [0, 0]]) },
      layers: [
        {
          type: 'text',
          text: { $field: 'detail' },
          box: [104, 1634, 700, 88],
          font: 'Oswald',
          weight: 700,
          size: 56,
          uppercase: true,
          align: 'left',
          valign: 'middle',
          fill: '#0b0b0c',
        },
        { type: 'shape', shapes: [group([d('M0 1628 L830 1628 L796 1728 L0 1728 Z'), fill({ $field: 'color' })])] },
      ],
    },
    {
      type: 'text',
      in: start,
      text: { $field: 'where' },
      box: [76, 1756, 928, 60],
      font: 'Oswald',
      weight: 500,
      size: 40,
      align: 'left',
      valign: 'middle',
      fill: '#f2f2f2',
      ks: rise(start + 30, 40),
    },
  ]
}
