// Birthday, 1:1: a photo in a scalloped frame, balloons, bunting and a burst of confetti.
import { picture } from '../build/ingredient.ts'
import { cascade, move, pop, rise, settle, spring, sway, turn } from '../build/motion.ts'
import { bunting } from '../build/ornament.ts'
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
import { blend, d, disc, fill, group, line, star } from '../build/shape.ts'

const at = (seconds: number) => Math.round(seconds * 30)
const party = ['#ff4f81', '#ffd23f', '#3ec6c0', '#7c5cff', '#ff8a3d'] as const

const scene: Scene = {
  id: 'confetti-birthday',
  name: 'Confetti Birthday',
  width: 1080,
  height: 1080,
  fps: 30,
  seconds: 8,
  background: '#ffe9c7',
  fonts: ['frauncesBlack', 'poppins', 'poppinsBold'],
  heroSeconds: 4.4,
  music: { name: 'offer-bounce', seconds: (64 * 60) / 124 / 4, volume: 70 },
  fields: [
    textField('name', 'Name', 'Anaya', { maxLength: 20, minFontSize: 70, required: true }),
    textField('greeting', 'Greeting', 'Happy Birthday', { maxLength: 28, minFontSize: 40 }),
    textField('age', 'Age', '7', { maxLength: 3, minFontSize: 40 }),
    textField('line', 'Party line', 'Sunday 4 pm · Terrace 12, Pune', { maxLength: 48, minFontSize: 22 }),
    photoField('photo', 'Photo', picture('birthday-girl', 1200, 1200), {
      minWidth: 700,
      hint: 'A face in the middle works best',
    }),
    colorField('color', 'Party colour', ['#7c5cff', '#ff4f81', '#0ea5a0', '#ff7a1a', '#2563eb']),
    toggleField('showAge', 'Show the age', true),
  ],
  layers: [
    {
      type: 'particles',
      seed: 5,
      count: 150,
      box: [340, 420, 400, 120],
      sprite: ['confetti', 'ribbon', 'circle'],
      colors: party,
      size: [12, 26],
      life: [3.6, 6],
      mode: 'burst',
      over: 0.35,
      in: at(0.9),
      speed: [620, 1500],
      direction: -90,
      spread: 150,
      gravity: 620,
      drag: 1.1,
      spin: [-420, 420],
      flutter: true,
      fade: { out: 0.25 },
    },
    {
      type: 'particles',
      seed: 19,
      count: 46,
      box: [0, -60, 1080, 40],
      sprite: ['confetti', 'circle'],
      colors: party,
      size: [10, 20],
      life: [6, 8],
      speed: [130, 210],
      direction: 90,
      spread: 30,
      spin: [-260, 260],
      flutter: true,
      sway: { amount: 40, seconds: 2.6 },
    },
    {
      type: 'shape',
      shapes: bunting(1180, 120, 11, 86, party, '#ffffff'),
      ks: { p: move(settle, [0, [540, -60]], [at(0.9), [540, 14]]), r: sway(70, -0.7, 0.7) },
    },
    ...fieldText(),
    ageSeal(),
    {
      type: 'group',
      ks: { a: [540, 406], p: [540, 406], s: move(spring, [0, [84, 84]], [at(0.9), [100, 100]]) },
      layers: [
        {
          type: 'media',
          id: 'photo',
          source: { $field: 'photo' },
          box: [300, 166, 480, 480],
          clip: 'ellipse',
          inner: { s: move([0.3, 0, 0.3, 1], [0, [114, 114]], [at(8), [102, 102]]) },
          audio: { volume: 0 },
        },
        { type: 'shape', shapes: [group([disc(0, 0, 514), fill('#ffffff')])], ks: { p: [540, 406] } },
        {
          type: 'shape',
          shapes: [group([star(22, 304, 278, 60, 60), fill({ $field: 'color' })])],
          ks: { p: [540, 406], r: turn(900) },
        },
      ],
    },
    ...balloons(),
    { type: 'shape', shapes: [group([d(fan()), fill('#ffffff', 42)])], ks: { p: [540, 406], r: turn(1500) } },
    {
      type: 'solid',
      color: {
        gradient: 'radial',
        units: 'box',
        from: [0.5, 0.42],
        to: [0.5, 1.15],
        stops: [
          [0, '#fff2d8'],
          [0.6, '#ffd9a0'],
          [1, '#ffb98a'],
        ],
      },
    },
  ],
}

/** The document of this template. */
export const confettiBirthday = () => buildDocument(scene)

function fan(): string {
  return Array.from({ length: 14 }, (_, n) => {
    const a = (n / 14) * Math.PI * 2
    const b = a + Math.PI / 14
    return `M0 0 L${Math.round(Math.cos(a) * 1100)} ${Math.round(Math.sin(a) * 1100)} L${Math.round(Math.cos(b) * 1100)} ${Math.round(Math.sin(b) * 1100)} Z`
  }).join(' ')
}

function balloons(): LayerDraft[] {
  const list = [
    [120, 520, 1, '#ff4f81', 0],
    [222, 690, 0.78, '#ffd23f', 0.25],
    [960, 480, 1, '#3ec6c0', 0.1],
    [868, 682, 0.8, '#ff8a3d', 0.35],
    [1010, 740, 0.66, '#7c5cff', 0.5],
    [70, 770, 0.62, '#7c5cff', 0.55],
  ] as const
  return list.map(
    ([x, y, size, color, delay], index): LayerDraft => ({
      type: 'group',
      ks: {
        p: move(settle, [at(delay), [x, y + 420]], [at(2.4 + delay), [x, y]]),
        r: sway(50 + index * 8, -4, 4),
        s: [size * 100, size * 100],
      },
      layers: [
        {
          type: 'shape',
          shapes: [
            group([d('M-44 -52 C -40 -84 -16 -100 6 -102 C -18 -86 -28 -70 -30 -48 Z'), fill('#ffffff', 60)]),
            group([d('M0 112 L14 132 L-14 132 Z'), fill(color)]),
            group([
              d(
                'M0 116 C -62 92 -96 34 -96 -16 C -96 -76 -54 -120 0 -120 C 54 -120 96 -76 96 -16 C 96 34 62 92 0 116 Z',
              ),
              blend(
                [-60, -100],
                [70, 110],
                [
                  [0, color],
                  [1, color],
                ],
              ),
            ]),
            group([d('M0 130 C 20 210 -22 280 4 380'), line('#8a5a3a', 3, { opacity: 50 })]),
          ],
        },
      ],
    }),
  )
}

function ageSeal(): LayerDraft {
  return {
    type: 'group',
    visible: { $field: 'showAge' },
    ks: { p: [772, 250], ...pop(at(1.5), 26), r: sway(44, -6, 6) },
    layers: [
      {
        type: 'text',
        text: { $field: 'age' },
        box: [-70, -66, 140, 132],
        font: 'Fraunces',
        weight: 900,
        size: 96,
        lineHeight: 1,
        align: 'center',
        valign: 'middle',
        fill: '#3b1f5f',
      },
      {
        type: 'shape',
        shapes: [
          group([star(16, 104, 90, 30, 30), fill('#ffd23f')]),
          group([star(16, 116, 100, 30, 30), fill('#ffffff')]),
        ],
      },
    ],
  }
}

function fieldText(): LayerDraft[] {
  return [
    {
      type: 'text',
      text: { $field: 'greeting' },
      box: [120, 722, 840, 84],
      font: 'Poppins',
      weight: 700,
      size: 60,
      tracking: 20,
      align: 'center',
      valign: 'middle',
      fill: '#3b1f5f',
      animate: cascade(at(1), 24, { from: { p: [0, -50], o: 0 } }),
    },
    {
      type: 'text',
      text: { $field: 'name' },
      box: [80, 782, 920, 176],
      font: 'Fraunces',
      weight: 900,
      size: 176,
      lineHeight: 1,
      align: 'center',
      valign: 'middle',
      fill: tone('color', -0.08),
      animate: cascade(at(1.25), 22, { ease: 'back', from: { p: [0, 70], s: [40, 40], o: 0 } }),
    },
    {
      type: 'text',
      text: { $field: 'line' },
      box: [140, 976, 800, 56],
      font: 'Poppins',
      weight: 500,
      size: 34,
      align: 'center',
      valign: 'middle',
      fill: '#3b1f5f',
      ks: rise(at(2), 40),
    },
  ]
}
