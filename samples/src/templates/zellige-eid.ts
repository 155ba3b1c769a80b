// Eid card, 1:1: a wall of glazed star-and-cross tiles around one pale star that holds the greeting.
import {
  buildStill,
  choiceField,
  fieldText,
  type LayerDraft,
  type Still,
  textField,
  toggleField,
} from '../build/scene.ts'
import { d, fill, group, line, star, tidy } from '../build/shape.ts'

const size = 180
const ink = '#173b3f'

/** What a tile colour is in each glaze: ground of the crosses, stars, inner stars, hearts. */
const glazes = {
  sea: ['#0e4a55', '#1b7f86', '#e8b64c', '#f6ead2'],
  garden: ['#1c4a35', '#3b8457', '#e9c16a', '#f7efdc'],
  dusk: ['#3a2350', '#7b4a8c', '#f0a868', '#fbeadb'],
  clay: ['#6b2a1c', '#b9552f', '#f0c069', '#fdf0dc'],
} as const

const still: Still = {
  id: 'zellige-eid',
  name: 'Zellige Eid',
  width: 1080,
  height: 1080,
  background: '#0e4a55',
  fonts: ['naskh', 'cinzel', 'cinzelBold', 'cormorant', 'cormorantItalic'],
  fields: [
    textField('arabic', 'In Arabic', 'عيد مبارك', { maxLength: 20, minFontSize: 44 }),
    textField('wish', 'Greeting', 'Eid Mubarak', { maxLength: 22, minFontSize: 34, required: true }),
    textField('line', 'One line', 'Peace upon your home, and sweets upon your table', {
      maxLength: 72,
      maxLines: 3,
      minFontSize: 24,
    }),
    textField('from', 'From', 'The Rahman family', { maxLength: 28, minFontSize: 18 }),
    choiceField('glaze', 'Glaze', [
      { value: 'sea', label: 'Sea' },
      { value: 'garden', label: 'Garden' },
      { value: 'dusk', label: 'Dusk' },
      { value: 'clay', label: 'Clay' },
    ]),
    toggleField('shine', 'Shine on the tiles', true),
  ],
  layers: [
    fieldText({ $field: 'arabic' }, [270, 330, 540, 180], 'Noto Naskh Arabic', 132, glaze(1, true), {
      weight: 600,
      lineHeight: 1.1,
    }),
    fieldText({ $field: 'wish' }, [250, 500, 580, 84], 'Cinzel', 66, ink, { weight: 700, tracking: 40 }),
    {
      type: 'shape',
      ks: { p: [540, 602] },
      shapes: [
        group([star(8, 13, 6, 0, 0), fill('#c8922e')]),
        group([d('M-150 0 L-30 0 M30 0 L150 0'), line('#c8922e', 2.5)]),
      ],
    },
    fieldText({ $field: 'line' }, [330, 618, 420, 116], 'Cormorant Garamond', 36, '#4a5c58', {
      style: 'italic',
      weight: 500,
      lineHeight: 1.08,
      wrap: 'balance',
    }),
    fieldText({ $field: 'from' }, [320, 734, 440, 44], 'Cinzel', 24, '#8a6420', { weight: 500, tracking: 60 }),
    {
      type: 'shape',
      ks: { p: [540, 540] },
      shapes: [
        group([d(eightStar(408)), line('#c8922e', 3)]),
        group([d(eightStar(424)), fill('#fbf4e4')]),
        group([d(eightStar(448)), fill('#c8922e')]),
        group([d(eightStar(462)), fill('#fbf4e4')]),
      ],
      effects: [{ type: 'shadow', color: '#001c2299', blur: 60, y: 16 }],
    },
    {
      type: 'solid',
      visible: { $field: 'shine' },
      bm: 'soft-light',
      color: {
        gradient: 'linear',
        units: 'box',
        from: [0, 0],
        to: [1, 1],
        stops: [
          [0, '#ffffff'],
          [0.35, '#ffffff33'],
          [0.6, '#00000000'],
          [1, '#000000'],
        ],
      },
    },
    ...wall(),
  ],
}

/** The document of this template. */
export const zelligeEid = () => buildStill(still)

/** The colour of a part of the wall in the chosen glaze; `deep` takes the ground for use on paper. */
function glaze(part: 0 | 1 | 2 | 3, deep = false) {
  const map = Object.fromEntries(Object.entries(glazes).map(([name, parts]) => [name, parts[deep ? 0 : part]]))
  return { $field: 'glaze', map }
}

/** The outline of two squares laid across each other, tips at `radius`. */
function eightStar(radius: number): string {
  const inner = radius * Math.SQRT1_2 * (1 / Math.cos(Math.PI / 8)) * Math.cos(Math.PI / 8) * 1.0824
  const points = Array.from({ length: 16 }, (_, index) => {
    const angle = (index * Math.PI) / 8 - Math.PI / 2
    const reach = index % 2 === 0 ? radius : inner
    return `${tidy(Math.cos(angle) * reach)} ${tidy(Math.sin(angle) * reach)}`
  })
  return `M${points.join(' L')} Z`
}

function wall(): LayerDraft[] {
  const outlines: string[] = []
  const bands: string[] = []
  const hearts: string[] = []
  const buds: string[] = []
  for (let row = 0; row <= 6; row += 1) {
    for (let column = 0; column <= 6; column += 1) {
      const [x, y] = [column * size, row * size]
      outlines.push(moved(eightStar(size / 2 - 4), x, y))
      bands.push(moved(eightStar(size * 0.3), x, y))
      hearts.push(moved(eightStar(size * 0.15), x, y))
      const [cx, cy] = [x + size / 2, y + size / 2]
      buds.push(
        `M${cx} ${cy - 40} L${cx + 10} ${cy - 10} L${cx + 40} ${cy} L${cx + 10} ${cy + 10} L${cx} ${cy + 40} L${cx - 10} ${cy + 10} L${cx - 40} ${cy} L${cx - 10} ${cy - 10} Z`,
      )
    }
  }
  return [
    {
      type: 'shape',
      shapes: [
        group([d(hearts.join(' ')), fill(glaze(0))]),
        group([d(buds.join(' ')), fill(glaze(3))]),
        group([d(bands.join(' ')), fill(glaze(2))]),
        group([d(outlines.join(' ')), line(glaze(3), 4), fill(glaze(1))]),
      ],
    },
    { type: 'solid', color: glaze(0) },
  ]
}

function moved(data: string, dx: number, dy: number): string {
  return data.replace(
    /(-?[\d.]+) (-?[\d.]+)/g,
    (_, x: string, y: string) => `${tidy(Number(x) + dx)} ${tidy(Number(y) + dy)}`,
  )
}
