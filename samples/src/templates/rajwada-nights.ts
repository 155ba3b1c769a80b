// Wedding invitation, 9:16: carved doors open on a lamplit arch with the couple's names.
import { cascade, fade, glide, move, pop, rectanglePath, rise, settle, spring, sway, turn } from '../build/motion.ts'
import {
  cuspedArch,
  divider,
  diyaBowl,
  flame,
  hangingString,
  leafRow,
  lotus,
  mandala,
  wallWithOpening,
} from '../build/ornament.ts'
import { buildDocument, colorField, type LayerDraft, type Scene, textField, toggleField, tone } from '../build/scene.ts'
import { blend, block, d, disc, fill, fillWithHoles, group, line, star } from '../build/shape.ts'

const gold = '#e8bd6c'
const paleGold = '#fbe6b0'
const deepGold = '#a86f24'
const flowers = ['#ffd24a', '#ff9d1e', '#e96a0c', '#2f6b3c'] as const

const ink = '#5c0f2a'
const foot = 1590
const arch = cuspedArch(800, 640, 560, 5)
const at = (seconds: number) => Math.round(seconds * 30)

const scene: Scene = {
  id: 'rajwada-nights',
  name: 'Rajwada Nights',
  width: 1080,
  height: 1920,
  fps: 30,
  seconds: 10,
  background: '#2a0716',
  fonts: ['rozha', 'cormorant', 'cormorantItalic', 'greatVibes'],
  heroSeconds: 6,
  music: { name: 'sitar-dawn', seconds: 12 },
  fields: [
    textField('bride', 'Bride', 'Aarohi', { maxLength: 24, minFontSize: 54, required: true }),
    textField('groom', 'Groom', 'Vikram', { maxLength: 24, minFontSize: 54, required: true }),
    textField('blessing', 'First line', '॥ श्री गणेशाय नमः ॥', { maxLength: 40, minFontSize: 24 }),
    textField('invitation', 'Invitation', 'Together with their families invite you to their wedding', {
      maxLength: 80,
      maxLines: 2,
      minFontSize: 26,
    }),
    textField('date', 'Date and time', 'Saturday, 12 December 2026', { maxLength: 40, minFontSize: 28 }),
    textField('venue', 'Venue', 'Umaid Bhawan, Jodhpur', { maxLength: 60, maxLines: 2, minFontSize: 28 }),
    colorField('color', 'Wall colour', ['#6d1030', '#7c2a12', '#143f4f', '#3c1d5a', '#1f4a33']),
    toggleField('petals', 'Falling petals', true),
  ],
  layers: [
    petals(),
    ...lamps(),
    ...garlands(),
    archTrim(),
    wall(),
    door('left'),
    door('right'),
    ...names(),
    ...details(),
    {
      type: 'shape',
      shapes: lotus(170, '#ffe3d0', '#f2829b', '#b3264f'),
      ks: { p: [540, 1570], s: move(spring, [at(2.2), [0, 0]], [at(3), [100, 100]]), o: fade(at(2.2), 6) },
    },
    {
      type: 'shape',
      shapes: mandala(330, ['#d9a24e', '#e7bf84', '#d9a24e']),
      ks: { p: [540, 800], r: turn(1800), o: 26 },
    },
    { type: 'light', kind: 'glow', colors: ['#fff6df'], amount: 0.75, center: [540, 820], radius: 620 },
    {
      type: 'shape',
      shapes: [
        group([
          d(arch),
          blend(
            [0, -1200],
            [0, 0],
            [
              [0, '#ffe2b0'],
              [0.45, '#fff3dc'],
              [1, '#fbd3a2'],
            ],
          ),
        ]),
      ],
      ks: { p: [540, foot] },
    },
  ],
}

/** The document of this template. */
export const rajwadaNights = () => buildDocument(scene)

function petals(): LayerDraft {
  return {
    type: 'particles',
    visible: { $field: 'petals' },
    seed: 41,
    count: 46,
    box: [-80, -120, 1240, 60],
    sprite: 'petal',
    colors: ['#ff9d1e', '#ffd24a', '#e8456b', '#ffb25c'],
    size: [16, 34],
    life: [7, 11],
    speed: [170, 260],
    direction: 96,
    spread: 18,
    sway: { amount: 60, seconds: 3.4 },
    spin: [-120, 120],
    flutter: true,
    opacity: [0.7, 1],
  }
}

function lamps(): LayerDraft[] {
  const spots = [
    [130, 1700, 92],
    [950, 1700, 92],
    [330, 1770, 70],
    [750, 1770, 70],
    [540, 1792, 60],
  ] as const
  return spots.flatMap(([x, y, scale], index): LayerDraft[] => [
    {
      type: 'light',
      kind: 'glow',
      colors: ['#ffb347'],
      amount: sway(17 + index * 3, 0.5, 0.72),
      center: [x, y - 50],
      radius: 230 * (scale / 92),
    },
    {
      type: 'shape',
      shapes: flame('#fffbe6', '#ffd45c', '#ff8a1e'),
      ks: {
        p: [x, y - 2],
        s: sway(8 + index * 2, [scale * 0.94, scale * 0.92], [scale * 1.04, scale * 1.12]),
        r: sway(23 + index * 5, -4, 4),
      },
    },
    { type: 'shape', shapes: diyaBowl('#f6b05e', '#c96a2b', '#7c3413'), ks: { p: [x, y], s: [scale, scale] } },
  ])
}

function garlands(): LayerDraft[] {
  const strings = [
    [70, 560, 13],
    [196, 370, 9],
    [324, 240, 6],
    [756, 240, 6],
    [884, 370, 9],
    [1010, 560, 13],
  ] as const
  const hanging = strings.map(([x, length, beads], index): LayerDraft => {
    const start = at(0.15 + Math.abs(2.5 - index) * 0.12)
    return {
      type: 'shape',
      shapes: hangingString(length, beads, 23, flowers),
      ks: {
        p: move(settle, [0, [x, -length * 0.55]], [start, [x, -length * 0.55]], [start + 40, [x, 40]]),
        r: sway(62 + index * 7, -1.6, 1.6),
      },
    }
  })
  return [
    { type: 'shape', shapes: leafRow(1120, 16, 96, ['#2f6b3c', '#4c8f4a']), ks: { p: [540, 40] } },
    {
      type: 'shape',
      shapes: Array.from({ length: 24 }, (_, n) =>
        group([star(13, 32, 25, 90, 60), fill(n % 2 ? '#ff9d1e' : '#ffd24a')], { p: [n * 48 - 12, 34], r: n * 29 }),
      ),
    },
    ...hanging,
  ]
}

function archTrim(): LayerDraft {
  return {
    type: 'shape',
    ks: { p: [540, foot] },
    shapes: [
      group([d(arch), line('#3a0a1c', 6)]),
      group([d(arch), line(gold, 16)]),
      group([d(arch), line('#5a1226', 30)]),
      group([d(arch), line(paleGold, 36)]),
      group([d(arch), line(deepGold, 58)]),
      group([
        block(0, 34, 960, 40, 6),
        blend(
          [-480, 0],
          [480, 0],
          [
            [0, deepGold],
            [0.3, gold],
            [0.5, paleGold],
            [0.7, gold],
            [1, deepGold],
          ],
        ),
      ]),
      group([block(0, 76, 1040, 48, 6), fill(deepGold)]),
    ],
  }
}

function wall(): LayerDraft {
  const motifs: string[] = []
  for (let row = 0; row < 19; row += 1) {
    for (let column = 0; column < 10; column += 1) {
      const x = column * 120 + (row % 2) * 60
      const y = row * 108 + 20
      const insideArch = Math.abs(x - 540) < 455 && y > 300 && y < 1700
      const nearTip = y > 300 && y < 640 && Math.abs(x - 540) > (y - 270) * 1.28 + 60
      if (!insideArch || nearTip) motifs.push(booti(x, y))
    }
  }
  return {
    type: 'shape',
    shapes: [
      group([d(motifs.join(' ')), fill(gold, 34)]),
      group([
        d('M0 1684 L1080 1684 L1080 1920 L0 1920 Z'),
        blend(
          [0, 1684],
          [0, 1920],
          [
            [0, tone('color', -0.35)],
            [1, tone('color', -0.75)],
          ],
        ),
      ]),
      group([d(wallWithOpening(-540, -foot, 540, 400, arch)), fillWithHoles({ $field: 'color' })], { p: [540, foot] }),
    ],
  }
}

/** A small four-petalled flower with a bud below, as block-printed on walls. */
function booti(x: number, y: number): string {
  return [
    `M${x} ${y} q-9 -9 0 -20 q9 11 0 20 q9 -9 20 0 q-11 9 -20 0 q9 9 0 20 q-9 -11 0 -20 q-9 9 -20 0 q11 -9 20 0 Z`,
    `M${x} ${y + 28} l5 7 l-5 7 l-5 -7 Z`,
  ].join(' ')
}

function door(side: 'left' | 'right'): LayerDraft {
  const sign = side === 'left' ? -1 : 1
  const half = rectanglePath(side === 'left' ? -460 : 0, -1300, 460, 1320)
  const panel = (y: number, height: number) => [
    group([block(sign * 205, y, 300, height, 14), line(gold, 5)]),
    group([block(sign * 205, y, 262, height - 38, 10), line(deepGold, 3)]),
    group([star(8, 70, 34, 60, 20, sign * 205, y), line(gold, 4)]),
    group([disc(sign * 205, y, 44), fill(gold)]),
  ]
  return {
    type: 'shape',
    out: at(2.6),
    mask: [{ mode: 'a', pt: half }],
    shapes: [
      group([disc(sign * 34, -560, 52), line(paleGold, 12)]),
      group([disc(sign * 34, -590, 24), fill(paleGold)]),
      ...mandala(250, [gold, deepGold, paleGold]).map((item) => group([item], { p: [0, -860] })),
      ...panel(-420, 250),
      ...panel(-145, 240),
      group([d(`M${sign * 3} -1300 L${sign * 3} 20`), line('#2b0a10', 6)]),
      group([
        d(arch),
        blend(
          [0, -1200],
          [0, 0],
          [
            [0, '#0f5a5a'],
            [0.5, '#0b4248'],
            [1, '#082c33'],
          ],
        ),
      ]),
    ],
    ks: {
      a: [sign * 400, 0],
      p: [540 + sign * 400, foot],
      s: move([0.6, 0, 0.2, 1], [at(0.55), [100, 100]], [at(2.1), [3, 100]]),
      o: move(glide, [at(1.9), 100], [at(2.4), 0]),
    },
  }
}

function names(): LayerDraft[] {
  return [
    {
      type: 'text',
      text: { $field: 'blessing' },
      box: [250, 690, 580, 56],
      font: 'Rozha One',
      size: 42,
      align: 'center',
      valign: 'middle',
      fill: '#a5561a',
      ks: rise(at(1.7), 30),
    },
    {
      type: 'text',
      text: { $field: 'bride' },
      box: [190, 762, 700, 176],
      font: 'Rozha One',
      size: 158,
      align: 'center',
      valign: 'middle',
      fill: ink,
      animate: cascade(at(1.9), 26),
    },
    {
      type: 'text',
      text: 'weds',
      box: [340, 926, 400, 110],
      font: 'Great Vibes',
      size: 88,
      align: 'center',
      valign: 'middle',
      fill: '#c27a1d',
      ks: { ...pop(at(2.7)) },
    },
    {
      type: 'text',
      text: { $field: 'groom' },
      box: [190, 1022, 700, 176],
      font: 'Rozha One',
      size: 158,
      align: 'center',
      valign: 'middle',
      fill: ink,
      animate: cascade(at(2.3), 26),
    },
  ]
}

function details(): LayerDraft[] {
  return [
    {
      type: 'shape',
      shapes: divider(420, '#c27a1d', 3),
      ks: { p: [540, 1228], s: move(settle, [at(2.9), [0, 100]], [at(3.8), [100, 100]]) },
    },
    {
      type: 'text',
      text: { $field: 'invitation' },
      box: [215, 1248, 650, 92],
      font: 'Cormorant Garamond',
      style: 'italic',
      weight: 500,
      size: 42,
      align: 'center',
      valign: 'middle',
      lineHeight: 1.12,
      wrap: 'balance',
      fill: '#6d3a2a',
      ks: rise(at(3), 30),
    },
    {
      type: 'text',
      text: { $field: 'date' },
      box: [205, 1348, 670, 60],
      font: 'Rozha One',
      size: 48,
      align: 'center',
      valign: 'middle',
      fill: ink,
      ks: rise(at(3.25), 30),
    },
    {
      type: 'text',
      text: { $field: 'venue' },
      box: [215, 1406, 650, 66],
      font: 'Cormorant Garamond',
      weight: 500,
      size: 50,
      align: 'center',
      valign: 'middle',
      fill: ink,
      ks: rise(at(3.45), 30),
    },
  ]
}
