// Travel reel, 9:16, 25 fps: three places in hard cuts of sliding strips, a stamp on each, and a ticket at the end.

import type { Mask } from '@vitrine/composition/layer'
import { picture } from '../build/ingredient.ts'
import { cascade, fade, glide, move, pop, rectanglePath, rise, settle, snap } from '../build/motion.ts'
import {
  buildDocument,
  colorField,
  fieldText,
  type LayerDraft,
  photoField,
  type Scene,
  textField,
  toggleField,
  tone,
} from '../build/scene.ts'
import { block, d, disc, drawOn, fill, group, line } from '../build/shape.ts'

const fps = 25
const at = (time: number) => Math.round(time * fps)
const cuts = [0, 2.3, 4.6, 6.9] as const
const ink = '#17211f'
const paper = '#fbf5e8'

const scene: Scene = {
  id: 'two-days-away',
  name: 'Two Days Away',
  width: 1080,
  height: 1920,
  fps,
  seconds: 10,
  background: '#17211f',
  fonts: ['bebas', 'greatVibes', 'spaceGrotesk', 'spaceGroteskBold'],
  heroSeconds: 1.7,
  music: { name: 'offer-bounce', seconds: (64 * 60) / 124 / 4 },
  fields: [
    textField('one', 'First place', 'Alleppey', { maxLength: 12, minFontSize: 110, required: true }),
    textField('oneNote', 'First note', 'slow boats, fast breakfast', { maxLength: 32, minFontSize: 48 }),
    textField('two', 'Second place', 'Munnar', { maxLength: 12, minFontSize: 110 }),
    textField('twoNote', 'Second note', 'up before the tea pickers', { maxLength: 32, minFontSize: 48 }),
    textField('three', 'Third place', 'Udaipur', { maxLength: 12, minFontSize: 110 }),
    textField('threeNote', 'Third note', 'one more sunset, then home', { maxLength: 32, minFontSize: 48 }),
    textField('from', 'From', 'BOM', { maxLength: 5, minFontSize: 60, group: 'Ticket' }),
    textField('to', 'To', 'COK', { maxLength: 5, minFontSize: 60, group: 'Ticket' }),
    textField('closing', 'Closing line', 'Where should we go next?', {
      maxLength: 36,
      maxLines: 2,
      minFontSize: 50,
      group: 'Ticket',
    }),
    textField('handle', 'Handle', '@two.days.away', { maxLength: 28, minFontSize: 26, group: 'Ticket' }),
    photoField('photoOne', 'First photo', picture('backwater-boat', 1200, 1600), { minWidth: 900 }),
    photoField('photoTwo', 'Second photo', picture('mountain-dawn', 1200, 1600), { minWidth: 900 }),
    photoField('photoThree', 'Third photo', picture('lake-palace-couple', 1200, 1500), { minWidth: 900 }),
    colorField('color', 'Stamp and ticket', ['#ff5a3c', '#c96a0a', '#1aa6a6', '#e84a8a', '#3f6bff']),
    toggleField('route', 'Dotted route', true),
  ],
  layers: [...ticket(), ...place('Three', 2), ...place('Two', 1), ...place('One', 0)],
}

/** The document of this template. */
export const twoDaysAway = () => buildDocument(scene)

/** Five upright strips that open one after another, alternately from above and below. */
function strips(start: number): Mask[] {
  const count = 5
  const width = 1080 / count
  return Array.from({ length: count }, (_, index): Mask => {
    const from = start + index * 2
    const isDown = index % 2 === 0
    const shut = rectanglePath(index * width - 2, isDown ? 0 : 1920, width + 4, 1)
    const open = rectanglePath(index * width - 2, 0, width + 4, 1920)
    return {
      mode: 'a',
      pt: {
        a: 1,
        k: [
          { t: from, s: [shut], o: { x: snap[0], y: snap[1] }, i: { x: snap[2], y: snap[3] } },
          { t: from + 16, s: [open] },
        ],
      },
    }
  })
}

function place(name: 'One' | 'Two' | 'Three', index: 0 | 1 | 2): LayerDraft[] {
  const field = name.toLowerCase()
  const start = at(cuts[index] ?? 0)
  const end = at((cuts[index + 1] ?? 10) + 1)
  const word = start + (index === 0 ? -6 : 8)
  return [
    {
      type: 'group',
      in: start,
      out: end,
      ...(index === 0 ? {} : { mask: strips(start) }),
      layers: [
        ...route(index, start),
        ...stamp(index, start),
        fieldText({ $field: field }, [60, 1270, 960, 330], 'Bebas Neue', 330, paper, {
          align: 'left',
          valign: 'bottom',
          lineHeight: 0.96,
          uppercase: true,
          shadow: { color: '#00000055', blur: 30, y: 8 },
          animate: cascade(word, 14, { spread: 4, from: { p: [0, 160], o: 0 } }),
        }),
        fieldText({ $field: `${field}Note` }, [64, 1586, 952, 130], 'Great Vibes', 92, paper, {
          align: 'left',
          shadow: { color: '#00000066', blur: 20, y: 4 },
          ks: rise(word + 12, 40),
        }),
        {
          type: 'solid',
          box: [0, 960, 1080, 960],
          color: {
            gradient: 'linear',
            units: 'box',
            from: [0, 0],
            to: [0, 1],
            stops: [
              [0, '#0a171500'],
              [0.6, '#0a1715aa'],
              [1, '#0a1715ee'],
            ],
          },
        },
        {
          type: 'media',
          id: `photo${name}`,
          source: { $field: `photo${name}` },
          box: [0, 0, 1080, 1920],
          audio: { volume: 0 },
          inner: {
            s: move(glide, [start, [118, 118]], [end, [102, 102]]),
            p: move(glide, [start, [index === 1 ? -40 : 40, 0]], [end, [0, 0]]),
          },
        },
      ],
    },
  ]
}

/** A rubber stamp with the number of the day, pressed on with a small turn. */
function stamp(index: number, start: number): LayerDraft[] {
  const press = start + 16
  return [
    {
      type: 'group',
      ks: {
        p: [860, 300],
        s: move(snap, [press, [170, 170]], [press + 8, [100, 100]]),
        r: move(snap, [press, -30], [press + 8, [-14, 10, -8][index] ?? 0]),
        o: fade(press, 4),
      },
      layers: [
        fieldText(
          'Stop',
          [-120, -86, 240, 50],
          'Space Grotesk',
          36,
          { $field: 'color' },
          { weight: 700, tracking: 200, uppercase: true },
        ),
        fieldText(String(index + 1), [-120, -60, 240, 170], 'Bebas Neue', 170, { $field: 'color' }, { lineHeight: 1 }),
        {
          type: 'shape',
          shapes: [
            group([disc(0, 0, 300), line({ $field: 'color' }, 9)]),
            group([disc(0, 0, 258), line({ $field: 'color' }, 4, { dash: [2, 14] })]),
            group([disc(0, 0, 318), fill('#fbf5e8', 88)]),
          ],
        },
      ],
    },
  ]
}

/** A dotted line that wanders down the picture with a dot where we are. */
function route(index: number, start: number): LayerDraft[] {
  const path = [
    'M120 -20 C 60 200 330 260 260 460 C 210 610 420 640 380 820',
    'M380 -20 C 420 240 120 260 170 480 C 210 640 120 700 160 860',
    'M160 -20 C 240 220 440 220 330 460 C 270 600 180 640 240 840',
  ][index] as string
  const [x, y] = (
    [
      [380, 820],
      [160, 860],
      [240, 840],
    ] as const
  )[index] ?? [0, 0]
  return [
    {
      type: 'shape',
      visible: { $field: 'route' },
      shapes: [
        group([disc(0, 0, 30), fill(paper)], { p: [x, y], s: pop(start + 24, 16).s }),
        group([disc(0, 0, 56), fill({ $field: 'color' })], { p: [x, y], s: pop(start + 22, 16).s }),
        group([d(path), line(paper, 9, { dash: [2, 26] }), drawOn(move(settle, [start + 4, 0], [start + 36, 100]))]),
      ],
    },
  ]
}

/** The boarding pass of the last seconds. */
function ticket(): LayerDraft[] {
  const start = at(cuts[3])
  const arrive = start + 8
  return [
    {
      type: 'group',
      in: start,
      mask: strips(start),
      layers: [
        fieldText({ $field: 'closing' }, [90, 300, 900, 300], 'Great Vibes', 150, paper, {
          lineHeight: 1.02,
          wrap: 'balance',
          ks: rise(arrive + 6, 50),
        }),
        {
          type: 'group',
          ks: {
            p: move(settle, [arrive, [540, 1500]], [arrive + 24, [540, 1020]]),
            r: move(settle, [arrive, 9], [arrive + 24, -4]),
          },
          layers: [
            fieldText('Boarding pass', [-400, -262, 560, 56], 'Space Grotesk', 34, paper, {
              weight: 700,
              align: 'left',
              tracking: 160,
              uppercase: true,
            }),
            fieldText({ $field: 'from' }, [-400, -156, 330, 230], 'Bebas Neue', 230, ink, {
              align: 'left',
              lineHeight: 1,
            }),
            fieldText({ $field: 'to' }, [70, -156, 330, 230], 'Bebas Neue', 230, ink, {
              align: 'right',
              lineHeight: 1,
            }),
            plane(arrive + 16),
            ...(['photoOne', 'photoTwo', 'photoThree'] as const).map(
              (id, index): LayerDraft => ({
                type: 'media',
                id: `ticket-${id}`,
                source: { $field: id },
                box: [-400 + index * 204, 112, 190, 150],
                radius: 12,
                audio: { volume: 0 },
              }),
            ),
            barcode(),
            {
              type: 'shape',
              shapes: [
                group([d('M-420 88 L420 88'), line(ink, 3, { dash: [2, 14], opacity: 60 })]),
                group([block(0, -234, 880, 132, 0), fill(ink)]),
                group([d(pass()), fill(paper)]),
              ],
              effects: [{ type: 'shadow', color: '#000000aa', blur: 70, y: 34 }],
            },
          ],
        },
        fieldText({ $field: 'handle' }, [140, 1520, 800, 70], 'Space Grotesk', 46, paper, {
          weight: 700,
          ks: rise(arrive + 18, 40),
        }),
        {
          type: 'shape',
          shapes: [
            group([
              d('M-40 360 C 260 620 760 80 1120 420 M-40 1760 C 300 1620 700 1860 1120 1680'),
              line(paper, 8, { dash: [2, 28], opacity: 60 }),
            ]),
          ],
        },
        { type: 'solid', color: tone('color', -0.12) },
      ],
    },
  ]
}

function pass(): string {
  return 'M-440 -300 L440 -300 L440 54 A34 34 0 0 0 440 122 L440 300 L-440 300 L-440 122 A34 34 0 0 0 -440 54 Z'
}

function plane(start: number): LayerDraft {
  return {
    type: 'shape',
    ks: { p: move(glide, [start, [-30, -34]], [start + 40, [26, -34]]), r: 90, s: [64, 64] },
    shapes: [
      group([
        d(
          'M0 -70 C 10 -60 12 -44 12 -30 L12 -12 L72 30 L72 46 L12 26 L10 54 L28 68 L28 80 L0 72 L-28 80 L-28 68 L-10 54 L-12 26 L-72 46 L-72 30 L-12 -12 L-12 -30 C -12 -44 -10 -60 0 -70 Z',
        ),
        fill({ $field: 'color' }),
      ]),
    ],
  }
}

function barcode(): LayerDraft {
  const bars = [6, 3, 9, 4, 3, 12, 5, 3, 8, 4, 10, 3, 6, 4, 3, 9]
  let x = 0
  const shapes = bars.map((width) => {
    const item = block(x + width / 2, 0, width, 150)
    x += width + 6
    return item
  })
  return { type: 'shape', ks: { p: [232, 187] }, shapes: [group([...shapes, fill(ink)])] }
}
