// Save the date, 4:5: a taped photo print, a stamp with the day, and a line of script across the edge.

import { sprig } from '../build/botany.ts'
import { createChance } from '../build/chance.ts'
import { picture } from '../build/ingredient.ts'
import {
  buildStill,
  colorField,
  fieldText,
  photoField,
  type Still,
  textField,
  toggleField,
  tone,
} from '../build/scene.ts'
import { block, d, disc, fill, group, line, tidy } from '../build/shape.ts'

const cream = '#fff6ea'

const still: Still = {
  id: 'terracotta-day',
  name: 'Terracotta Day',
  width: 1080,
  height: 1350,
  background: '#b9583a',
  fonts: ['greatVibes', 'manrope', 'manropeBold', 'dmSerif'],
  fields: [
    textField('title', 'Script line', 'Save the date', { maxLength: 22, minFontSize: 90, required: true }),
    textField('names', 'Names', 'Zoya & Imran', { maxLength: 30, minFontSize: 30, required: true }),
    textField('day', 'Day', '18', { maxLength: 2, minFontSize: 60, required: true }),
    textField('month', 'Month and year', 'Nov 2027', { maxLength: 12, minFontSize: 20 }),
    textField('place', 'Place', 'Udaipur · Invitation follows', { maxLength: 48, minFontSize: 20 }),
    photoField('photo', 'Your photo', picture('lake-palace-couple', 1200, 1500), {
      minWidth: 1000,
      hint: 'The two of you, upright, with sky above',
      film: false,
    }),
    colorField('color', 'Ground', ['#b9583a', '#5d6b4a', '#2f4858', '#8a4a5c', '#c08a3e']),
    toggleField('stamp', 'Stamp with the day', true),
  ],
  layers: [
    fieldText({ $field: 'title' }, [60, 946, 960, 200], 'Great Vibes', 190, cream, {
      shadow: { color: '#3a140a99', blur: 18, y: 4 },
      ks: { r: -4 },
    }),
    fieldText({ $field: 'names' }, [140, 1148, 800, 70], 'DM Serif Display', 58, cream),
    fieldText({ $field: 'place' }, [140, 1222, 800, 44], 'Manrope', 28, tone('color', 0.78), {
      weight: 500,
      tracking: 30,
    }),
    {
      type: 'group',
      visible: { $field: 'stamp' },
      ks: { p: [838, 214], r: 8 },
      layers: [
        { type: 'shape', shapes: [...postmark()], ks: { p: [-196, 20], o: 55 } },
        fieldText({ $field: 'day' }, [-90, -92, 180, 120], 'DM Serif Display', 116, tone('color', -0.12), {
          lineHeight: 1,
        }),
        fieldText({ $field: 'month' }, [-84, 22, 168, 44], 'Manrope', 28, '#4b3a31', {
          weight: 700,
          tracking: 60,
          uppercase: true,
        }),
        {
          type: 'shape',
          shapes: [
            group([d('M0 98 C -24 78 -18 62 0 74 C 18 62 24 78 0 98 Z'), fill({ $field: 'color' })]),
            group([block(0, 0, 196, 232, 2), line(tone('color', 0.3), 3)]),
            group([d(perforated(116, 134, 9)), fill('#fdf8ef')]),
          ],
          effects: [{ type: 'shadow', color: '#2b0f0866', blur: 22, y: 8 }],
        },
      ],
    },
    {
      type: 'shape',
      shapes: [group([d(tape(230, 62)), fill('#f2dcae', 86)])],
      ks: { p: [286, 148], r: -38 },
    },
    {
      type: 'shape',
      shapes: [group([d(tape(200, 58)), fill('#f2dcae', 86)])],
      ks: { p: [858, 928], r: -34 },
    },
    {
      type: 'group',
      ks: { p: [540, 560], r: -3.5 },
      layers: [
        { type: 'media', id: 'photo', source: { $field: 'photo' }, box: [-336, -420, 672, 800] },
        {
          type: 'shape',
          shapes: [group([block(0, 0, 736, 904, 3), fill('#fffaf1')])],
          effects: [{ type: 'shadow', color: '#2b0f0899', blur: 60, x: 6, y: 26 }],
        },
      ],
    },
    {
      type: 'shape',
      ks: { p: [540, 560], r: 5 },
      shapes: [group([block(0, 0, 736, 904, 3), fill('#f1e2cb')])],
      effects: [{ type: 'shadow', color: '#2b0f0877', blur: 40, y: 18 }],
    },
    {
      type: 'shape',
      shapes: [group(grass(), { p: [236, 980], r: -44 }), group(grass(), { p: [850, 420], r: 122 })],
    },
    { type: 'light', kind: 'glow', colors: [tone('color', 0.45)], amount: 0.5, center: [540, 520], radius: 800 },
    { type: 'texture', kind: 'linen', seed: 8, amount: 0.22 },
    { type: 'solid', color: { $field: 'color' } },
  ],
}

/** The document of this template. */
export const terracottaDay = () => buildStill(still)

/** Dried grass: two thin sprigs in light tones of the ground. */
function grass() {
  const blade = (length: number, bend: number, r: number) =>
    group(
      sprig({
        length,
        bend,
        pairs: 9,
        leaf: 74,
        belly: 0.12,
        stem: tone('color', 0.5),
        leaves: [tone('color', 0.42), tone('color', 0.58)],
      }),
      { r },
    )
  return [blade(420, 60, -26), blade(470, -40, 2), blade(380, 50, 30)]
}

/** A stamp's outline with half round holes along all edges; half width, half height and radius of a hole. */
function perforated(halfWidth: number, halfHeight: number, hole: number): string {
  const step = hole * 2.6
  const parts = [`M${-halfWidth} ${-halfHeight}`]
  const edge = (length: number, dx: number, dy: number) => {
    const count = Math.floor(length / step)
    const gap = (length - count * hole * 2) / (count + 1)
    for (let index = 0; index < count; index += 1) {
      parts.push(
        `l${tidy(dx * gap)} ${tidy(dy * gap)} a${hole} ${hole} 0 0 0 ${tidy(dx * hole * 2)} ${tidy(dy * hole * 2)}`,
      )
    }
    parts.push(`l${tidy(dx * gap)} ${tidy(dy * gap)}`)
  }
  edge(halfWidth * 2, 1, 0)
  edge(halfHeight * 2, 0, 1)
  edge(halfWidth * 2, -1, 0)
  edge(halfHeight * 2, 0, -1)
  return `${parts.join(' ')} Z`
}

function postmark() {
  const waves = Array.from({ length: 4 }, (_, index) => {
    const y = -36 + index * 24
    return `M-66 ${y} q -16 -14 -32 0 t -32 0 t -32 0 t -32 0`
  })
  return [
    group([disc(0, 0, 130), line('#3a2018', 4)]),
    group([disc(0, 0, 96), line('#3a2018', 2.5)]),
    group([d('M-30 -8 L30 -8 M-38 8 L38 8'), line('#3a2018', 3)]),
    group([d(waves.join(' ')), line('#3a2018', 4)]),
  ]
}

/** A strip of paper tape with torn ends. */
function tape(width: number, height: number): string {
  const chance = createChance(5)
  const [half, high] = [width / 2, height / 2]
  const teeth = 6
  const torn = (side: number) =>
    Array.from({ length: teeth - 1 }, (_, index) => {
      const y = side * (-high + ((index + 1) * height) / teeth)
      return `L${tidy(side * (half + (chance() - 0.5) * 12))} ${tidy(y)}`
    }).join(' ')
  return `M${-half} ${-high} L${half} ${-high} ${torn(1)} L${half} ${high} L${-half} ${high} ${torn(-1)} Z`
}
