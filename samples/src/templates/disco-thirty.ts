// Birthday poster, 4:5: seventies stripes run round the corner and carry a number as large as the sheet.

import { sparkle } from '../build/ornament.ts'
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
import { d, fill, group, line } from '../build/shape.ts'

const cream = '#fbeed3'
const brown = '#3c1d18'
const stripes = ['#f2b544', '#ea7a2f', '#d6452f', '#8f2d3a'] as const

const still: Still = {
  id: 'disco-thirty',
  name: 'Disco Thirty',
  width: 1080,
  height: 1350,
  background: cream,
  fonts: ['frauncesBlack', 'poppins', 'poppinsBold'],
  fields: [
    textField('name', 'Who', 'Rohan turns', { maxLength: 20, minFontSize: 52, required: true }),
    textField('age', 'Age', '30', { maxLength: 3, minFontSize: 200, required: true }),
    textField('line', 'One line', 'Flared trousers welcome, gifts optional', {
      maxLength: 54,
      maxLines: 2,
      minFontSize: 26,
    }),
    textField('when', 'When', 'Friday 9 April, 8 pm', { maxLength: 28, minFontSize: 24 }),
    textField('where', 'Where', 'The Terrace, Bandra', { maxLength: 30, minFontSize: 24 }),
    colorField('color', 'Colour of the number', ['#1f6f6b', '#2b3f7a', '#5a2a6b', '#3c1d18']),
    toggleField('sparkles', 'Sparkles', true),
  ],
  layers: [
    ...sparkles(),
    fieldText({ $field: 'name' }, [84, 96, 800, 130], 'Fraunces', 104, brown, {
      weight: 900,
      align: 'left',
      tracking: -20,
    }),
    fieldText({ $field: 'line' }, [88, 226, 560, 96], 'Poppins', 34, brown, {
      weight: 500,
      align: 'left',
      valign: 'top',
      lineHeight: 1.25,
      wrap: 'balance',
    }),
    fieldText(
      { $field: 'age' },
      [60, 330, 960, 640],
      'Fraunces',
      700,
      { $field: 'color' },
      {
        weight: 900,
        lineHeight: 1,
        tracking: -50,
        stroke: { color: cream, width: 26, join: 'round' },
        shadow: { color: '#3c1d1833', blur: 0, x: 14, y: 14 },
      },
    ),
    fieldText({ $field: 'when' }, [84, 1160, 560, 60], 'Poppins', 42, cream, { weight: 700, align: 'left' }),
    fieldText({ $field: 'where' }, [84, 1218, 560, 56], 'Poppins', 36, cream, { weight: 500, align: 'left' }),
    ribbon(),
    { type: 'texture', kind: 'film', seed: 3, amount: 0.12 },
    {
      type: 'shape',
      shapes: [group([d('M0 0 H1080 V1350 H0 Z'), fill(cream)])],
    },
  ],
}

/** The document of this template. */
export const discoThirty = () => buildStill(still)

/** Four stripes side by side: in from the right, round the sun and out at the foot. */
function ribbon(): LayerDraft {
  const wide = 76
  const turnX = 700
  const top = 470
  const paths = stripes.map((color, index) => {
    const radius = 520 - index * wide
    const y = top + index * wide
    const x = turnX - radius
    return group([
      d(`M1180 ${y} L${turnX} ${y} A${radius} ${radius} 0 0 0 ${x} ${top + 520} L${x} 1440`),
      line(color, wide + 1),
    ])
  })
  return {
    type: 'shape',
    shapes: [
      group([d('M-20 1110 L1100 1110 L1100 1370 L-20 1370 Z'), fill({ $field: 'color' })]),
      ...paths,
      group([d('M468 1120 A 246 246 0 0 1 960 1120 Z'), fill('#f2b544')], { p: [0, 0] }),
    ],
  }
}

function sparkles(): LayerDraft[] {
  const spots = [
    [930, 190, 64],
    [1010, 300, 30],
    [824, 300, 24],
    [980, 1010, 34],
    [112, 1040, 40],
  ] as const
  return [
    {
      type: 'shape',
      visible: { $field: 'sparkles' },
      shapes: spots.map(([x, y, size], index) =>
        group([sparkle(size), fill(index % 2 ? '#ea7a2f' : tone('color'))], { p: [x, y] }),
      ),
    },
  ]
}
