// Café menu, A5: a striped awning over cream paper, six dishes with prices, a cup that steams.
import { sprig } from '../build/botany.ts'
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
import { block, d, disc, fill, group, line, tidy } from '../build/shape.ts'

const ink = '#2c211b'
const paper = '#fbf3e4'
const dishes = [
  ['Filter kaapi, double shot', '₹120'],
  ['Cardamom bun, still warm', '₹140'],
  ['Eggs on sourdough, green chilli', '₹320'],
  ['Mango and burrata salad', '₹380'],
  ['Jackfruit burger, slaw', '₹360'],
  ['Jaggery cheesecake', '₹260'],
] as const

const still: Still = {
  id: 'corner-cafe',
  name: 'Corner Café',
  width: 1748,
  height: 2480,
  background: paper,
  fonts: ['fraunces', 'frauncesBlack', 'poppins', 'poppinsBold'],
  fields: [
    textField('cafe', 'Café', 'Third Cup', { maxLength: 18, minFontSize: 120, required: true }),
    textField('kind', 'Line below', 'Coffee, bread and a window seat', { maxLength: 44, minFontSize: 38 }),
    textField('heading', 'Heading', 'Today', { maxLength: 14, minFontSize: 46 }),
    ...dishes.flatMap(([dish, price], index) => [
      textField(`dish${index + 1}`, `Dish ${index + 1}`, dish, { maxLength: 38, minFontSize: 34, group: 'Menu' }),
      textField(`price${index + 1}`, `Price ${index + 1}`, price, { maxLength: 8, minFontSize: 34, group: 'Menu' }),
    ]),
    textField('hours', 'Hours', 'Every day 8 to 8, closed on Tuesdays', { maxLength: 44, minFontSize: 34 }),
    textField('place', 'Place', '14 Church Street, Bengaluru', { maxLength: 44, minFontSize: 34 }),
    colorField('color', 'Awning', ['#c8452f', '#1f5a4c', '#27406b', '#b5742a', '#5c2f4f']),
    toggleField('cup', 'Cup and leaves', true),
  ],
  layers: [
    awning(),
    fieldText(
      { $field: 'cafe' },
      [174, 470, 1400, 270],
      'Fraunces',
      250,
      { $field: 'color' },
      { weight: 900, lineHeight: 1, tracking: -20 },
    ),
    fieldText({ $field: 'kind' }, [274, 734, 1200, 80], 'Fraunces', 58, ink, { weight: 500 }),
    {
      type: 'shape',
      ks: { p: [874, 900] },
      shapes: [
        group([d('M-640 0 L-240 0 M240 0 L640 0'), line(ink, 4)]),
        group([d('M-640 14 L-240 14 M240 14 L640 14'), line(ink, 1.5)]),
      ],
    },
    fieldText({ $field: 'heading' }, [654, 850, 440, 110], 'Fraunces', 84, ink, { weight: 900 }),
    ...dishes.flatMap((_, index) => row(index)),
    fieldText({ $field: 'hours' }, [174, 2232, 880, 66], 'Poppins', 44, paper, { weight: 700, align: 'left' }),
    fieldText({ $field: 'place' }, [174, 2304, 880, 66], 'Poppins', 42, tone('color', 0.75), {
      weight: 500,
      align: 'left',
    }),
    cup(),
    {
      type: 'shape',
      shapes: [group([d('M0 2160 L1748 2160 L1748 2480 L0 2480 Z'), fill({ $field: 'color' })])],
    },
    { type: 'texture', kind: 'film', seed: 4, amount: 0.08 },
    { type: 'solid', color: paper },
  ],
}

/** The document of this template. */
export const cornerCafe = () => buildStill(still)

/** A dish on the left, its price on the right, dots between. */
function row(index: number): LayerDraft[] {
  const y = 1000 + index * 138
  return [
    fieldText({ $field: `dish${index + 1}` }, [174, y, 1080, 84], 'Fraunces', 62, ink, { weight: 500, align: 'left' }),
    fieldText(
      { $field: `price${index + 1}` },
      [1294, y, 280, 84],
      'Poppins',
      56,
      { $field: 'color' },
      { weight: 700, align: 'right' },
    ),
    {
      type: 'shape',
      shapes: [group([d(`M176 ${y + 104} L1572 ${y + 104}`), line(ink, 4, { dash: [0.1, 16], opacity: 45 })])],
    },
  ]
}

/** Stripes with round ends, each with its own shade at the fold. */
function awning(): LayerDraft {
  const count = 12
  const wide = 1748 / count
  const stripe = (index: number) => {
    const x = index * wide
    const cloth = index % 2 ? '#fffaf0' : tone('color')
    const hem = index % 2 ? '#efe2cb' : tone('color', -0.18)
    const half = tidy(wide / 2)
    return [
      group([
        d(`M${tidy(x)} 300 L${tidy(x + wide)} 300 L${tidy(x + wide)} 360 A${half} ${half} 0 0 1 ${tidy(x)} 360 Z`),
        fill(hem),
      ]),
      group([d(`M${tidy(x)} -10 L${tidy(x + wide)} -10 L${tidy(x + wide)} 306 L${tidy(x)} 306 Z`), fill(cloth)]),
    ]
  }
  return {
    type: 'shape',
    shapes: Array.from({ length: count }, (_, index) => stripe(index)).flat(),
    effects: [{ type: 'shadow', color: '#2c211b66', blur: 50, y: 24 }],
  }
}

function cup(): LayerDraft {
  const steam = 'M0 0 C 34 -50 -34 -96 0 -150 C 34 -204 -30 -240 4 -300'
  return {
    type: 'shape',
    visible: { $field: 'cup' },
    ks: { p: [1392, 2214] },
    shapes: [
      group([d(steam), line('#d8bf98', 12, { opacity: 80 })], { p: [-60, -206], s: [70, 70] }),
      group([d(steam), line('#d8bf98', 12, { opacity: 60 })], { p: [20, -220], s: [62, 62] }),
      group([disc(-20, -150, 306, 44), fill('#6b3d22')]),
      group([disc(-20, -152, 352, 62), fill('#fffdf8')]),
      group([d('M-196 -150 C -190 10 -130 80 -20 80 C 90 80 150 10 156 -150 Z'), fill('#fff5e4')]),
      group([d('M-196 -150 C -192 -34 -160 40 -100 68 C -130 10 -140 -60 -140 -150 Z'), fill('#f0dfc4')]),
      group([d('M148 -104 C 250 -120 262 10 122 18'), line('#fff5e4', 34)]),
      group([disc(-20, 92, 470, 64), fill('#fffaf0')]),
      group([disc(-20, 104, 470, 64), fill('#e2cfae')]),
      group([block(-20, 122, 300, 22, 11), fill('#00000033')]),
      group(
        sprig({
          length: 360,
          bend: 80,
          pairs: 7,
          leaf: 110,
          belly: 0.24,
          stem: '#33513d',
          leaves: ['#3d6b4c', '#4f7f5b', '#33593f'],
        }),
        { p: [-170, 60], r: -34 },
      ),
      group(
        sprig({
          length: 330,
          bend: -70,
          pairs: 7,
          leaf: 104,
          belly: 0.24,
          stem: '#33513d',
          leaves: ['#4f7f5b', '#3d6b4c', '#668f63'],
        }),
        { p: [150, 70], r: 44 },
      ),
    ],
  }
}
