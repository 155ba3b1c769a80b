// Baby announcement, 4:5, in Gujarati: the little one looks out of a striped balloon above soft clouds.

import { picture } from '../build/ingredient.ts'
import { sparkle } from '../build/ornament.ts'
import {
  buildStill,
  colorField,
  fieldText,
  type LayerDraft,
  photoField,
  type Still,
  textField,
  toggleField,
  tone,
} from '../build/scene.ts'
import { block, d, disc, fill, group, line } from '../build/shape.ts'

const ink = '#4a3358'

const still: Still = {
  id: 'first-flight',
  name: 'First Flight',
  width: 1080,
  height: 1350,
  background: '#cfe7f2',
  fonts: ['gujarati', 'gujaratiBlack', 'poppins'],
  fields: [
    textField('news', 'The news', 'અમારે ત્યાં પધારી છે નાની પરી', { maxLength: 40, minFontSize: 26 }),
    textField('name', 'Name', 'આર્યા', { maxLength: 16, minFontSize: 60, required: true }),
    textField('born', 'Born on', '12 જાન્યુઆરી 2027, સવારે 6:40', { maxLength: 40, minFontSize: 22 }),
    textField('family', 'Family', 'કૃપા અને ધવલ શાહ', { maxLength: 40, minFontSize: 22 }),
    photoField('photo', 'Photo of the baby', picture('sleeping-baby', 1200, 1200), {
      minWidth: 700,
      hint: 'The face in the middle',
      film: false,
    }),
    colorField('color', 'Balloon', ['#e9698b', '#4f8fd0', '#e79b3c', '#5fa97c', '#8b6fc4']),
    toggleField('stars', 'Stars', true),
  ],
  layers: [
    stars(),
    fieldText({ $field: 'news' }, [100, 902, 880, 70], 'Noto Sans Gujarati', 44, ink, { weight: 600 }),
    fieldText({ $field: 'name' }, [120, 976, 840, 190], 'Noto Sans Gujarati', 150, tone('color', -0.12), {
      weight: 800,
      lineHeight: 1.2,
    }),
    fieldText({ $field: 'born' }, [140, 1166, 800, 60], 'Noto Sans Gujarati', 38, ink, { weight: 600 }),
    fieldText({ $field: 'family' }, [140, 1228, 800, 60], 'Noto Sans Gujarati', 36, '#7a6488', { weight: 600 }),
    ...clouds(),
    { type: 'group', ks: { a: [540, 60], p: [540, 62], s: [88, 88] }, layers: balloon() },
    small(166, 250, 46, '#f6c453'),
    small(930, 190, 58, '#7fc4b0'),
    small(946, 560, 36, '#f29a76'),
    {
      type: 'solid',
      color: {
        gradient: 'linear',
        units: 'box',
        from: [0, 0],
        to: [0, 1],
        stops: [
          [0, '#9fd3ec'],
          [0.5, '#d9eef2'],
          [0.8, '#fdf1e6'],
          [1, '#fde6dc'],
        ],
      },
    },
  ],
}

/** The document of this template. */
export const firstFlight = () => buildStill(still)

/** The envelope, a round window with the photo, ropes and the basket. */
function balloon(): LayerDraft[] {
  const envelope =
    'M0 -330 C 190 -330 318 -196 318 -20 C 318 130 190 240 76 330 L-76 330 C -190 240 -318 130 -318 -20 C -318 -196 -190 -330 0 -330 Z'
  const gore = (x: number) => `M0 -330 C ${x * 0.9} -320 ${x} -170 ${x} -20 C ${x} 130 ${x * 0.55} 240 ${x * 0.24} 330`
  return [
    {
      type: 'media',
      id: 'photo',
      source: { $field: 'photo' },
      box: [370, 216, 340, 340],
      clip: 'ellipse',
      border: { width: 12, color: '#fff8ef' },
    },
    {
      type: 'shape',
      ks: { p: [540, 406] },
      shapes: [
        group([disc(0, -20, 392), fill(tone('color', -0.2))]),
        group([
          d(`${gore(108)} L-25.92 330 ${'C -59.4 240 -108 130 -108 -20 C -108 -170 -97.2 -320 0 -330'} Z`),
          fill('#fff3e2'),
        ]),
        group([
          d(`${gore(224)} L-53.8 330 C -123.2 240 -224 130 -224 -20 C -224 -170 -201.6 -320 0 -330 Z`),
          fill(tone('color', 0.28)),
        ]),
        group([d(envelope), fill({ $field: 'color' })]),
        group([d('M-76 330 L76 330 L58 362 L-58 362 Z'), fill(tone('color', -0.25))]),
        group([d('M-56 362 L-44 432 M56 362 L44 432 M-18 362 L-16 432 M18 362 L16 432'), line('#8a5a3a', 4)]),
        group([block(0, 440, 124, 22, 11), fill('#8a5a3a')]),
        group([d('M-52 478 L52 478 M-50 500 L50 500'), line('#8a5a3a', 4, { opacity: 60 })]),
        group([d('M-58 446 L58 446 L46 518 Q 0 530 -46 518 Z'), fill('#c98d55')]),
      ],
      effects: [{ type: 'shadow', color: '#3a4a7a44', blur: 50, y: 26 }],
    },
  ]
}

/** A balloon far away. */
function small(x: number, y: number, size: number, color: string): LayerDraft {
  const k = size / 100
  return {
    type: 'shape',
    ks: { p: [x, y], s: [k * 100, k * 100], o: 90 },
    shapes: [
      group([
        d(
          'M0 -110 C 20 -110 34 -60 34 -6 C 34 44 20 80 10 108 L-10 108 C -20 80 -34 44 -34 -6 C -34 -60 -20 -110 0 -110 Z',
        ),
        fill('#ffffff', 45),
      ]),
      group([
        d(
          'M0 -110 C 66 -110 106 -66 106 -6 C 106 44 64 80 26 108 L-26 108 C -64 80 -106 44 -106 -6 C -106 -66 -66 -110 0 -110 Z',
        ),
        fill(color),
      ]),
      group([d('M-22 110 L-16 138 M22 110 L16 138'), line('#8a5a3a', 4)]),
      group([block(0, 152, 44, 32, 8), fill('#b57a48')]),
    ],
  }
}

function clouds(): LayerDraft[] {
  const puff = (x: number, y: number, scale: number, opacity: number): LayerDraft => ({
    type: 'shape',
    ks: { p: [x, y], s: [scale, scale], o: opacity },
    shapes: [
      group([disc(-150, 10, 210, 150), fill('#ffffff')]),
      group([disc(-30, -50, 250, 230), fill('#ffffff')]),
      group([disc(120, -6, 220, 180), fill('#ffffff')]),
      group([block(0, 50, 470, 90, 45), fill('#ffffff')]),
    ],
  })
  return [
    puff(110, 800, 92, 96),
    puff(960, 770, 104, 96),
    puff(300, 880, 84, 70),
    puff(800, 890, 90, 70),
    puff(880, 360, 46, 80),
    puff(190, 470, 52, 80),
    {
      type: 'solid',
      box: [0, 740, 1080, 610],
      color: {
        gradient: 'linear',
        units: 'box',
        from: [0, 0],
        to: [0, 1],
        stops: [
          [0, '#ffffff00'],
          [0.16, '#fffdfaee'],
          [1, '#fff6ef'],
        ],
      },
    },
  ]
}

function stars(): LayerDraft {
  const spots = [
    [96, 110, 20],
    [300, 90, 12],
    [800, 90, 14],
    [1000, 400, 14],
    [80, 620, 14],
    [860, 640, 10],
    [246, 640, 10],
  ] as const
  return {
    type: 'shape',
    visible: { $field: 'stars' },
    shapes: spots.map(([x, y, size]) => group([sparkle(size * 1.4), fill('#fff6d8')], { p: [x, y] })),
  }
}
