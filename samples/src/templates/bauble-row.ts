// Christmas card, A5: mid-century baubles of flat paper on long threads, one line of type below.

import type { ShapeItem } from '@vitrine/composition/shape-item'
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
import { around, block, d, disc, fill, group, line, star, type Tone } from '../build/shape.ts'

const cream = '#fbeedd'
const mustard = '#eab04a'
const teal = '#2f8f8b'
const pine = '#1f4d45'
const pink = '#f29a92'

const still: Still = {
  id: 'bauble-row',
  name: 'Bauble Row',
  width: 1748,
  height: 2480,
  background: '#b3202c',
  fonts: ['dmSerif', 'dmSerifItalic', 'poppins'],
  fields: [
    textField('wish', 'Wish', 'Joy to your house', { maxLength: 30, maxLines: 2, minFontSize: 110, required: true }),
    textField('line', 'One line', 'and peace, and pudding, and a very long nap', {
      maxLength: 64,
      maxLines: 2,
      minFontSize: 44,
    }),
    textField('from', 'From', 'Asha, Peter & Tom', { maxLength: 36, minFontSize: 36 }),
    colorField('color', 'Paper', ['#b3202c', '#1f4d45', '#20304f', '#7a2f4a', '#c4632c']),
    toggleField('stars', 'Stars', true),
  ],
  layers: [
    ...baubles(),
    stars(),
    fieldText({ $field: 'wish' }, [174, 1650, 1400, 380], 'DM Serif Display', 220, cream, {
      style: 'italic',
      lineHeight: 0.98,
      wrap: 'balance',
    }),
    fieldText({ $field: 'line' }, [324, 2078, 1100, 130], 'DM Serif Display', 62, tone('color', 0.72), {
      lineHeight: 1.12,
      wrap: 'balance',
    }),
    fieldText({ $field: 'from' }, [424, 2234, 900, 70], 'Poppins', 46, mustard, { weight: 500, tracking: 60 }),
    { type: 'shape', shapes: [group([block(874, 1240, 1628, 2360, 8), line(tone('color', 0.3), 4)])] },
    { type: 'texture', kind: 'film', seed: 12, amount: 0.16 },
    { type: 'solid', color: { $field: 'color' } },
  ],
}

/** The document of this template. */
export const baubleRow = () => buildStill(still)

/** Thread, cap and bauble; each bauble is drawn around its own middle. */
function baubles(): LayerDraft[] {
  const hung: readonly (readonly [number, number, number, readonly ShapeItem[]])[] = [
    [250, 620, 190, drop(cream, '#b3202c', mustard)],
    [520, 1180, 176, ball(teal, cream, mustard)],
    [700, 470, 150, lantern(mustard, pine, cream)],
    [912, 900, 226, starburst(cream, mustard, teal)],
    [1140, 1400, 130, ball(pink, '#b3202c', cream)],
    [1250, 600, 190, drop(pine, mustard, cream)],
    [1500, 1060, 170, lantern(cream, teal, '#b3202c')],
    [330, 1430, 96, ball(mustard, cream, pine)],
  ]
  return hung.map(
    ([x, y, top, shapes]): LayerDraft => ({
      type: 'shape',
      ks: { p: [x, y] },
      shapes: [
        ...shapes,
        group([block(0, -top - 18, 46, 40, 8), fill(mustard)]),
        group([disc(0, -top - 52, 38), line(mustard, 7)]),
        group([d(`M0 ${-top - 70} L0 ${-y}`), line(cream, 4, { opacity: 80 })]),
      ],
      effects: [{ type: 'shadow', color: '#2a000888', blur: 36, x: 10, y: 22 }],
    }),
  )
}

/** A round bauble with bands and a row of diamonds. */
function ball(body: Tone, band: Tone, dotted: Tone): ShapeItem[] {
  const diamonds = Array.from({ length: 5 }, (_, index) =>
    group([d('M0 -34 L26 0 L0 34 L-26 0 Z'), fill(body)], { p: [(index - 2) * 62, 0] }),
  )
  return [
    ...diamonds,
    group([
      d(
        'M-172 -44 A 178 178 0 0 1 172 -44 A 178 178 0 0 1 172 44 A 178 178 0 0 1 -172 44 A 178 178 0 0 1 -172 -44 Z M-172 -44 L172 -44 L172 44 L-172 44 Z',
      ),
      fill('#00000000'),
    ]),
    group([d('M-173 -42 L173 -42 A 178 178 0 0 1 173 42 L-173 42 A 178 178 0 0 1 -173 -42 Z'), fill(band)]),
    group([d('M-156 -86 L156 -86 M-156 86 L156 86'), line(dotted, 12)]),
    group([d('M-118 -128 L118 -128 M-118 128 L118 128'), line(dotted, 18, { dash: [1, 34] })]),
    group([disc(0, 0, 356), fill(body)]),
  ]
}

/** A teardrop with a striped belly, as glass blowers pull them. */
function drop(body: Tone, stripe: Tone, heart: Tone): ShapeItem[] {
  return [
    group([star(8, 74, 30, 0, 0, 0, -14), fill(heart)]),
    group([disc(0, -14, 176), fill(stripe)]),
    group([d('M-130 96 Q 0 170 130 96 M-92 164 Q 0 220 92 164'), line(stripe, 16)]),
    group([d('M-118 -112 Q 0 -170 118 -112'), line(stripe, 16)]),
    group([
      d(
        'M0 -190 C 70 -178 150 -110 150 -10 C 150 110 60 190 0 340 C -60 190 -150 110 -150 -10 C -150 -110 -70 -178 0 -190 Z',
      ),
      fill(body),
    ]),
  ]
}

/** Two cones joined at the belly, pleated. */
function lantern(body: Tone, pleat: Tone, edge: Tone): ShapeItem[] {
  const pleats = [-0.66, -0.33, 0, 0.33, 0.66].map((x) => `M${x * 40} -170 Q ${x * 330} 0 ${x * 40} 190`)
  return [
    group([disc(0, 214, 34), fill(edge)]),
    group([d(pleats.join(' ')), line(pleat, 7)]),
    group([d('M-138 -20 L138 -20 L138 26 L-138 26 Z'), fill(edge)]),
    group([
      d(
        'M-30 -172 L30 -172 C 60 -110 150 -70 150 4 C 150 80 60 120 26 196 L-26 196 C -60 120 -150 80 -150 4 C -150 -70 -60 -110 -30 -172 Z',
      ),
      fill(body),
    ]),
  ]
}

/** A star of long thin rays, the pride of every 1958 tree. */
function starburst(rays: Tone, between: Tone, heart: Tone): ShapeItem[] {
  return [
    group([disc(0, 0, 44), fill(rays)]),
    group([disc(0, 0, 92), fill(heart)]),
    around(8, [d('M0 -232 L20 -40 L-20 -40 Z'), fill(rays)]),
    around(8, [d('M0 -176 L16 -40 L-16 -40 Z'), fill(between)], 22.5),
    around(16, [d('M0 -40 L0 -120'), line(rays, 5)], 11.25),
    around(8, [disc(0, -204, 22), fill(heart)], 22.5),
  ]
}

function stars(): LayerDraft {
  const spots = [
    [180, 1130, 34],
    [860, 210, 30],
    [1010, 1330, 26],
    [1590, 520, 40],
    [1020, 330, 18],
    [150, 240, 24],
    [1400, 1620, 30],
    [700, 1520, 34],
    [1580, 1500, 20],
    [380, 300, 18],
  ] as const
  return {
    type: 'shape',
    visible: { $field: 'stars' },
    shapes: spots.map(([x, y, size], index) =>
      group([sparkle(size * 1.5), fill(index % 3 ? cream : mustard)], { p: [x, y] }),
    ),
  }
}
