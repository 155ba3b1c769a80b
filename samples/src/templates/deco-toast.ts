// New Year card, 4:5, art deco: gilded fans, a rising sun of lines, two coupes and the year in tall capitals.

import type { GradientStop } from '@vitrine/composition/property'
import {
  buildStill,
  colorField,
  fieldText,
  type LayerDraft,
  type Still,
  textField,
  toggleField,
  tone,
} from '../build/scene.ts'
import { blend, block, d, disc, fill, group, line, tidy } from '../build/shape.ts'

const gilt: readonly GradientStop[] = [
  [0, '#8a6226'],
  [0.3, '#f6dfa0'],
  [0.55, '#c8963f'],
  [0.8, '#fff0c0'],
  [1, '#9a6d2a'],
]
const gold = '#d9ae5f'

const still: Still = {
  id: 'deco-toast',
  name: 'Deco Toast',
  width: 1080,
  height: 1350,
  background: '#0d1512',
  fonts: ['cinzel', 'cinzelBold', 'cormorant', 'cormorantItalic'],
  fields: [
    textField('wish', 'Wish', 'Happy New Year', { maxLength: 24, minFontSize: 30, required: true }),
    textField('year', 'Year', '2027', { maxLength: 4, minFontSize: 140, required: true }),
    textField('line', 'One line', 'To all the doors that are about to open', {
      maxLength: 64,
      maxLines: 2,
      minFontSize: 28,
    }),
    textField('from', 'From', 'Marchetti & Daughters', { maxLength: 32, minFontSize: 20 }),
    colorField('color', 'Ground', ['#0f1a16', '#101a30', '#2a0f1c', '#141414', '#1f1430']),
    toggleField('bubbles', 'Bubbles', true),
  ],
  layers: [
    fieldText({ $field: 'wish' }, [170, 716, 740, 70], 'Cinzel', 56, gold, {
      weight: 500,
      tracking: 180,
      uppercase: true,
    }),
    fieldText(
      { $field: 'year' },
      [110, 776, 860, 280],
      'Cinzel',
      268,
      {
        gradient: 'linear',
        units: 'box',
        from: [0, 0],
        to: [1, 0.5],
        stops: gilt,
      },
      { weight: 700, lineHeight: 1 },
    ),
    fieldText({ $field: 'line' }, [230, 1066, 620, 96], 'Cormorant Garamond', 42, '#f3e3bd', {
      style: 'italic',
      weight: 500,
      lineHeight: 1.12,
      wrap: 'balance',
    }),
    fieldText({ $field: 'from' }, [240, 1176, 600, 44], 'Cinzel', 26, gold, {
      weight: 500,
      tracking: 140,
      uppercase: true,
    }),
    bubbles(),
    coupe(-1),
    coupe(1),
    sun(),
    ...fans(),
    frame(),
    { type: 'light', kind: 'glow', colors: [tone('color', 0.5)], amount: 0.6, center: [540, 560], radius: 720 },
    { type: 'texture', kind: 'film', seed: 7, amount: 0.1 },
    { type: 'solid', color: { $field: 'color' } },
  ],
}

/** The document of this template. */
export const decoToast = () => buildStill(still)

/** One of two glasses that lean together. */
function coupe(side: -1 | 1): LayerDraft {
  return {
    type: 'shape',
    ks: { p: [540 + side * 158, 612], r: side * -13, s: [side * 100, 100] },
    shapes: [
      group([d('M-92 -232 Q -60 -160 0 -154 Q 60 -160 92 -232'), line('#fff3cc', 4, { opacity: 70 })]),
      group([
        d('M-104 -246 C -98 -160 -46 -128 0 -126 C 46 -128 98 -160 104 -246 Z'),
        blend(
          [0, -246],
          [0, -126],
          [
            [0, '#fbe7a8'],
            [0.5, '#e7b95a'],
            [1, '#b5832f'],
          ],
        ),
      ]),
      group([
        d(
          'M-122 -290 C -116 -150 -56 -112 -8 -108 L-8 30 C -14 44 -70 46 -72 58 L72 58 C 70 46 14 44 8 30 L8 -108 C 56 -112 116 -150 122 -290',
        ),
        line('#ffe9ad', 6),
      ]),
      group([d('M-122 -290 C -116 -150 -56 -112 0 -108 C 56 -112 116 -150 122 -290 Z'), fill('#ffffff', 8)]),
    ],
  }
}

/** Lines that fan out behind the glasses, long and short in turn. */
function sun(): LayerDraft {
  const count = 41
  const rays = Array.from({ length: count }, (_, index) => {
    const angle = Math.PI + (index / (count - 1)) * Math.PI
    const from = 250
    const to = index % 4 === 0 ? 436 : index % 2 === 0 ? 396 : 348
    const at = (reach: number) => `${tidy(Math.cos(angle) * reach)} ${tidy(Math.sin(angle) * reach)}`
    return {
      data: `M${at(from)} L${at(to)}`,
      tip: [Math.cos(angle) * (to + 14), Math.sin(angle) * (to + 14)] as const,
      isLong: index % 4 === 0,
    }
  })
  return {
    type: 'shape',
    ks: { p: [540, 664] },
    shapes: [
      ...rays
        .filter(({ isLong }) => isLong)
        .map(({ tip: [x, y] }) => group([disc(tidy(x), tidy(y), 13), fill('#ffe9ad')])),
      group([d(rays.map(({ data }) => data).join(' ')), line(gold, 3.5)]),
      group([d('M-236 0 A 236 236 0 0 1 236 0'), line(gold, 5)]),
      group([d('M-220 0 A 220 220 0 0 1 220 0'), line(gold, 2)]),
      group([d('M-455 0 L-250 0 M250 0 L455 0'), line(gold, 3)]),
    ],
  }
}

/** Scallops in the four corners. */
function fans(): LayerDraft[] {
  const corners = [
    [58, 58, 0],
    [1022, 58, 90],
    [1022, 1292, 180],
    [58, 1292, 270],
  ] as const
  return corners.map(
    ([x, y, r]): LayerDraft => ({
      type: 'shape',
      ks: { p: [x, y], r },
      shapes: [
        ...[60, 96, 132, 168].map((radius, index) =>
          group([d(`M${radius} 0 A ${radius} ${radius} 0 0 1 0 ${radius}`), line(gold, index % 2 ? 2 : 5)]),
        ),
        group([
          d(
            Array.from({ length: 7 }, (_, index) => {
              const angle = ((index + 0.5) / 7) * (Math.PI / 2)
              return `M${tidy(Math.cos(angle) * 60)} ${tidy(Math.sin(angle) * 60)} L${tidy(Math.cos(angle) * 168)} ${tidy(Math.sin(angle) * 168)}`
            }).join(' '),
          ),
          line(gold, 2),
        ]),
        group([d('M0 0 L40 0 A 40 40 0 0 1 0 40 Z'), fill(gold)]),
      ],
    }),
  )
}

function frame(): LayerDraft {
  return {
    type: 'shape',
    shapes: [
      group([block(540, 675, 996, 1266), line(gold, 5)]),
      group([block(540, 675, 964, 1234), line(gold, 2)]),
      group([d('M300 1238 L480 1238 M600 1238 L780 1238'), line(gold, 3)]),
      group([
        d(
          'M540 1222 L556 1238 L540 1254 L524 1238 Z M506 1230 L514 1238 L506 1246 L498 1238 Z M574 1230 L582 1238 L574 1246 L566 1238 Z',
        ),
        fill(gold),
      ]),
    ],
  }
}

function bubbles(): LayerDraft {
  const spots = Array.from({ length: 22 }, (_, index) => {
    const angle = index * 2.4
    const reach = 20 + index * 6
    return [
      540 + Math.cos(angle) * reach * 0.9,
      300 - index * 4 + Math.sin(angle) * reach * 0.5,
      5 + ((index * 7) % 9),
    ] as const
  })
  return {
    type: 'shape',
    visible: { $field: 'bubbles' },
    shapes: spots.map(([x, y, size], index) =>
      group([disc(tidy(x), tidy(y), size * 2), index % 3 === 0 ? fill('#fff3cc', 90) : line('#ffe9ad', 2)]),
    ),
  }
}
