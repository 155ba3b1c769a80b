// New Year, 16:9: three, two, one in enormous outlined figures, then the year under fireworks.
import { cascade, glide, move, rise, settle, snap, steps } from '../build/motion.ts'
import { buildDocument, colorField, type LayerDraft, type Scene, textField, toggleField } from '../build/scene.ts'
import { around, d, disc, drawOn, group, line } from '../build/shape.ts'

const at = (seconds: number) => Math.round(seconds * 30)
const beat = 0.8
const reveal = beat * 3
const shine = {
  gradient: 'linear',
  units: 'box',
  from: [0, 0],
  to: [1, 1],
  stops: [
    [0, '#fff6d8'],
    [0.35, '#ffd36e'],
    [0.6, '#ff9f6b'],
    [1, '#ff5fa2'],
  ],
} as const

const scene: Scene = {
  id: 'midnight-countdown',
  name: 'Midnight Countdown',
  width: 1920,
  height: 1080,
  fps: 30,
  seconds: 9,
  background: '#07060f',
  fonts: ['bebas', 'spaceGrotesk', 'greatVibes'],
  heroSeconds: 5.35,
  music: { name: 'night-pulse', seconds: 10 },
  fields: [
    textField('year', 'Year', '2027', { maxLength: 6, minFontSize: 200, required: true }),
    textField('greeting', 'Greeting', 'Happy New Year', { maxLength: 32, minFontSize: 60 }),
    textField('from', 'From', 'With love from Team Juniper', { maxLength: 44, minFontSize: 28 }),
    colorField('color', 'Glow', ['#6d28d9', '#be185d', '#0e7490', '#b45309', '#15803d']),
    toggleField('fireworks', 'Fireworks', true),
  ],
  layers: [
    ...countdown(),
    {
      type: 'group',
      in: at(reveal),
      layers: [
        { type: 'solid', color: '#ffffff', ks: { o: move(glide, [at(reveal), 85], [at(reveal) + 14, 0]) } },
        {
          type: 'text',
          text: { $field: 'greeting' },
          box: [360, 120, 1200, 190],
          font: 'Great Vibes',
          size: 160,
          align: 'center',
          valign: 'middle',
          fill: '#fff4dc',
          animate: cascade(at(reveal + 0.5), 30, { from: { p: [0, 30], o: 0 } }),
        },
        {
          type: 'text',
          text: { $field: 'year' },
          box: [160, 250, 1600, 660],
          font: 'Bebas Neue',
          size: 800,
          lineHeight: 1,
          tracking: 10,
          align: 'center',
          valign: 'middle',
          fill: shine,
          shadow: { color: '#000000aa', blur: 50, y: 12 },
          animate: [
            {
              by: 'char',
              spread: 2.4,
              ease: 'back',
              from: { p: [0, 220], s: [70, 130], o: 0 },
              progress: move([0.3, 0.2, 0.5, 1], [at(reveal), 0], [at(reveal + 0.8), 100]),
            },
          ],
        },
        {
          type: 'text',
          text: { $field: 'from' },
          box: [460, 906, 1000, 60],
          font: 'Space Grotesk',
          weight: 500,
          size: 40,
          tracking: 60,
          align: 'center',
          valign: 'middle',
          fill: '#ffffff',
          ks: rise(at(reveal + 1.3), 40),
        },
      ],
    },
    ...fireworks(),
    {
      type: 'light',
      kind: 'rays',
      colors: ['#ffffff'],
      amount: move(glide, [at(reveal), 0], [at(reveal + 1.5), 0.1]),
      center: [960, 640],
      radius: 1300,
      count: 18,
      seconds: 60,
    },
    {
      type: 'light',
      kind: 'glow',
      colors: [{ $field: 'color' }],
      amount: move(settle, [0, 0.6], [at(reveal), 0.6], [at(reveal + 0.6), 0.95]),
      center: [960, 600],
      radius: move(settle, [0, 620], [at(reveal), 620], [at(reveal + 1.2), 1150]),
    },
    {
      type: 'solid',
      color: {
        gradient: 'linear',
        units: 'box',
        from: [0, 0],
        to: [0, 1],
        stops: [
          [0, '#05040c'],
          [1, '#141026'],
        ],
      },
    },
  ],
}

/** The document of this template. */
export const midnightCountdown = () => buildDocument(scene)

function countdown(): LayerDraft[] {
  const figures = ['3', '2', '1']
  const numbers = figures.map((figure, index): LayerDraft => {
    const start = index === 0 ? -6 : at(beat * index)
    const end = at(beat * (index + 1))
    return {
      type: 'group',
      in: at(beat * index),
      out: end,
      ks: {
        a: [960, 540],
        p: [960, 540],
        s: move(snap, [start, [150, 150]], [end, [92, 92]]),
        o: move(glide, [start, 0], [start + 5, 100]),
      },
      layers: [
        {
          type: 'text',
          text: figure,
          box: [360, -120, 1200, 1320],
          font: 'Bebas Neue',
          size: 1240,
          lineHeight: 1,
          align: 'center',
          valign: 'middle',
          fill: index === 2 ? shine : '#00000000',
          stroke: { color: '#ffffff', width: 7 },
        },
      ],
    }
  })
  const ring: LayerDraft = {
    type: 'shape',
    out: at(reveal),
    ks: { p: [960, 540] },
    shapes: [
      ...figures.map((_, index) =>
        group([
          disc(0, 0, 980),
          line({ $field: 'color' }, 10, {
            opacity: steps(
              ...(index === 0 ? [] : [[0, 0] as const]),
              [at(beat * index), 100],
              [at(beat * (index + 1)), 0],
            ),
          }),
          drawOn(move([0.2, 0, 0.4, 1], [at(beat * index), 4], [at(beat * (index + 1)), 100])),
        ]),
      ),
      group([disc(0, 0, 980), line('#ffffff', 2, { opacity: 24 })]),
      group([d('M-960 0 L960 0 M0 -540 L0 540'), line('#ffffff', 2, { opacity: 16 })]),
    ],
  }
  return [...numbers, ring]
}

function fireworks(): LayerDraft[] {
  const bursts = [
    [330, 300, 0.05, ['#ffd36e', '#fff6d8']],
    [1600, 260, 0.35, ['#ff5fa2', '#ffd0e4']],
    [1420, 760, 0.9, ['#7ee7ff', '#ffffff']],
    [440, 780, 1.3, ['#b794ff', '#ffd36e']],
    [1500, 480, 1.9, ['#ffd36e', '#ff9f6b']],
    [220, 520, 2.6, ['#ff5fa2', '#fff6d8']],
    [1700, 560, 3.2, ['#7ee7ff', '#b794ff']],
    [330, 300, 4, ['#fff6d8', '#ffd36e']],
    [1560, 260, 4.7, ['#ff9f6b', '#ff5fa2']],
    [360, 640, 5.3, ['#7ee7ff', '#fff6d8']],
  ] as const
  return bursts.flatMap(([x, y, delay, colors], index): LayerDraft[] => [
    rocket(x, y, at(reveal + delay), colors, index),
    {
      type: 'particles',
      visible: { $field: 'fireworks' },
      seed: 60 + index,
      count: 90,
      box: [x - 2, y - 2, 4, 4],
      sprite: ['spark', 'soft'],
      colors,
      size: [8, 20],
      life: [1.6, 2.8],
      mode: 'burst',
      over: 0.04,
      in: at(reveal + delay),
      speed: [160, 640],
      spread: 360,
      gravity: 150,
      drag: 1.9,
      twinkle: 0.5,
      fade: { out: 0.6 },
    },
  ])
}

/** The first flash of a firework: rays that shoot out of the middle and run after their own tips. */
function rocket(
  x: number,
  y: number,
  start: number,
  [light, deep]: readonly [string, string],
  index: number,
): LayerDraft {
  const size = 150 + (index % 3) * 50
  const ray = (from: number, to: number, color: string, width: number, count: number, turned: number) =>
    around(
      count,
      [
        d(`M0 ${-from} L0 ${-to}`),
        {
          ty: 'tm',
          s: move([0.4, 0, 0.6, 1], [start + 6, 0], [start + 44, 96]),
          e: move(settle, [start, 0], [start + 26, 100]),
        },
        line(color, width),
      ],
      turned,
    )
  return {
    type: 'shape',
    visible: { $field: 'fireworks' },
    in: start,
    out: start + 52,
    shapes: [
      ray(18, size, light, 5, 16, index * 7),
      ray(26, size * 1.5, deep, 4, 22, index * 11),
      ray(10, size * 0.62, '#ffffff', 4, 12, 5),
    ],
    ks: { p: [x, y], o: move(glide, [start + 20, 100], [start + 50, 0]) },
  }
}
