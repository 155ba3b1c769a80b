// Diwali card, 4:5: arch within arch of cut paper, each a shade brighter, down to one lamp.
import { cuspedArch, diyaBowl, flame, marigold, sparkle, wallWithOpening } from '../build/ornament.ts'
import {
  buildStill,
  colorField,
  fieldText,
  type LayerDraft,
  type Still,
  textField,
  toggleField,
} from '../build/scene.ts'
import { around, d, disc, fill, fillWithHoles, group, line } from '../build/shape.ts'

const foot = 1300

const still: Still = {
  id: 'lamp-within',
  name: 'Lamp Within',
  width: 1080,
  height: 1350,
  background: '#fff1c9',
  fonts: ['yatra', 'dmSerif', 'dmSerifItalic', 'manrope'],
  fields: [
    textField('wish', 'Wish', 'Happy Diwali', { maxLength: 20, maxLines: 2, minFontSize: 54, required: true }),
    textField('hindi', 'In Hindi', 'शुभ दीपावली', { maxLength: 18, minFontSize: 26 }),
    textField('line', 'One line', 'May one small flame be enough for every dark corner', {
      maxLength: 72,
      maxLines: 3,
      minFontSize: 24,
    }),
    textField('from', 'From', 'Love, the Iyers', { maxLength: 30, minFontSize: 22 }),
    colorField('color', 'Outer paper', ['#5b1440', '#12355b', '#0f4a43', '#7a1e1e', '#3a1d5c']),
    toggleField('sparks', 'Sparks', true),
  ],
  layers: [
    {
      type: 'shape',
      visible: { $field: 'sparks' },
      shapes: [
        [150, 170, 26],
        [236, 96, 14],
        [930, 170, 26],
        [846, 96, 14],
        [96, 420, 12],
        [984, 420, 12],
        [540, 66, 16],
      ].map(([x = 0, y = 0, size = 10]) => group([sparkle(size), fill('#ffd873')], { p: [x, y] })),
    },
    fieldText({ $field: 'from' }, [240, 1274, 600, 50], 'Manrope', 30, '#ffe3a8', { weight: 500, tracking: 40 }),
    ...nested(),
    fieldText({ $field: 'hindi' }, [370, 596, 340, 60], 'Yatra One', 42, '#b3401f'),
    fieldText({ $field: 'wish' }, [330, 648, 420, 220], 'DM Serif Display', 104, '#6d1030', {
      lineHeight: 0.98,
      wrap: 'balance',
    }),
    fieldText({ $field: 'line' }, [360, 868, 360, 124], 'DM Serif Display', 32, '#8a4a1e', {
      style: 'italic',
      lineHeight: 1.16,
      wrap: 'balance',
    }),
    { type: 'shape', shapes: flame('#fffbe6', '#ffd45c', '#ff8a1e'), ks: { p: [540, 1126], s: [98, 102] } },
    { type: 'light', kind: 'glow', colors: ['#ffb22e'], amount: 0.9, center: [540, 1080], radius: 330, bm: 'multiply' },
    { type: 'shape', shapes: diyaBowl('#ffb867', '#c4571c', '#7a2b10'), ks: { p: [540, 1128], s: [100, 100] } },
    { type: 'light', kind: 'glow', colors: ['#ffffff'], amount: 0.9, center: [540, 1040], radius: 420 },
  ],
}

/** The document of this template. */
export const lampWithin = () => buildStill(still)

/** Sheets of paper, the outermost first, each with an arch cut out of it and a row of beads along the cut. */
function nested(): LayerDraft[] {
  const sheets = [
    { width: 900, rise: 560, crown: 560, paper: { $field: 'color' }, trim: '#e2a63c' },
    { width: 786, rise: 520, crown: 500, paper: '#a3203f', trim: '#ffc76b' },
    { width: 680, rise: 480, crown: 440, paper: '#d64a2a', trim: '#ffd98a' },
    { width: 580, rise: 440, crown: 384, paper: '#f08a24', trim: '#fff0c2' },
    { width: 490, rise: 404, crown: 326, paper: '#ffc04a', trim: '#ffffff' },
  ] as const
  return sheets.map(({ width, rise, crown, paper, trim }, index): LayerDraft => {
    const arch = cuspedArch(width, rise, crown, 4)
    const flowers =
      index === 0
        ? [
            ...[-1, 1].flatMap((side) => [
              marigold(44, '#ff9d1e', '#ffc83a', '#e96a0c', side * 450, 12, 20),
              marigold(32, '#ffd24a', '#ff9d1e', '#e96a0c', side * 390, 30, 50),
              marigold(32, '#ffd24a', '#ff9d1e', '#e96a0c', side * 508, 26, 70),
            ]),
            group(
              [
                around(12, [d('M0 -30 Q 9 -50 0 -74 Q -9 -50 0 -30 Z'), fill('#e2a63c')]),
                around(12, [disc(0, -88, 8), fill('#ffd873')], 15),
                group([disc(0, 0, 30), fill('#ffd873')]),
              ],
              { p: [0, -1188], s: [62, 62] },
            ),
          ]
        : []
    return {
      type: 'shape',
      ks: { p: [540, foot - 44 - index * 6] },
      shapes: [
        ...flowers,
        group([d(arch), line(trim, index === 0 ? 7 : 4.5)]),
        group([d(arch), line(trim, 5, { dash: [0.1, 22], opacity: 90 })], {
          p: [0, -rise * 0.5],
          s: [104.6, 104.6],
          a: [0, -rise * 0.5],
        }),
        group([d(wallWithOpening(-640, -1400, 640, 300, arch)), fillWithHoles(paper)]),
      ],
      effects: [{ type: 'shadow', color: '#3a060677', blur: 44, y: 12 }],
    }
  })
}
