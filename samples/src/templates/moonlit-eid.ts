// Eid greeting, 9:16: lanterns swing under a great crescent above a city of domes.
import { cascade, fade, glide, move, rise, settle, sway } from '../build/motion.ts'
import { crescent, divider, lantern, sparkle } from '../build/ornament.ts'
import {
  buildDocument,
  choiceField,
  colorField,
  type LayerDraft,
  type Scene,
  textField,
  toggleField,
  tone,
} from '../build/scene.ts'
import { block, d, fill, group, halo } from '../build/shape.ts'

const at = (seconds: number) => Math.round(seconds * 30)
const gold = '#f2c879'

const scene: Scene = {
  id: 'moonlit-eid',
  name: 'Moonlit Eid',
  width: 1080,
  height: 1920,
  fps: 30,
  seconds: 9,
  background: '#06282c',
  fonts: ['naskh', 'greatVibes', 'cormorant', 'cormorantItalic'],
  heroSeconds: 5.4,
  music: { name: 'moon-oud', seconds: 12 },
  fields: [
    textField('title', 'Title', 'Eid Mubarak', { maxLength: 24, minFontSize: 80, required: true }),
    textField('wish', 'Wish', 'May your home be full of light, laughter and sweetness', {
      maxLength: 90,
      maxLines: 3,
      minFontSize: 34,
    }),
    textField('from', 'From', 'Ayesha, Imran and little Zoya', { maxLength: 40, minFontSize: 30, required: true }),
    choiceField('calligraphy', 'Arabic line', [
      { value: 'eid', label: 'عيد مبارك' },
      { value: 'ramadan', label: 'رمضان كريم' },
    ]),
    colorField('color', 'Night colour', ['#0b5a5a', '#12356b', '#4a1d5e', '#1d4d2b']),
    toggleField('stars', 'Twinkling stars', true),
  ],
  layers: [
    ...lanterns(),
    ...fieldText(),
    {
      type: 'shape',
      shapes: windows(),
      ks: { p: move(settle, [0, [0, 110]], [at(2), [0, 0]]), o: fade(at(0.8), 40) },
    },
    {
      type: 'shape',
      shapes: [group([d(city(0.62)), fill(tone('color', -0.82))])],
      ks: { p: move(settle, [0, [0, 60]], [at(1.6), [0, 0]]) },
    },
    {
      type: 'shape',
      shapes: [group([d(city(1)), fill(tone('color', -0.62))])],
      ks: { p: move(settle, [0, [0, 110]], [at(2), [0, 0]]) },
    },
    {
      type: 'shape',
      shapes: [
        group([
          crescent(270),
          halo([-120, -100], 620, [
            [0, '#fff4d3'],
            [0.6, gold],
            [1, '#c98d3c'],
          ]),
        ]),
      ],
      ks: {
        p: [540, 520],
        r: move(glide, [0, -34], [at(2.4), -8]),
        s: move(glide, [0, [90, 90]], [at(2.4), [100, 100]]),
      },
    },
    ...sparkles(),
    { type: 'light', kind: 'glow', colors: ['#ffe6ad'], amount: sway(70, 0.5, 0.7), center: [500, 520], radius: 640 },
    {
      type: 'particles',
      visible: { $field: 'stars' },
      seed: 31,
      count: 130,
      box: [0, 0, 1080, 1250],
      sprite: ['soft', 'star'],
      colors: ['#fff6dd', '#ffe2a3', '#bfe8e2'],
      size: [3, 11],
      life: [5, 9],
      speed: [0, 4],
      twinkle: 0.8,
      fade: { in: 0.2, out: 0.2 },
      opacity: [0.4, 1],
    },
    {
      type: 'solid',
      color: {
        gradient: 'linear',
        units: 'box',
        from: [0, 0],
        to: [0, 1],
        stops: [
          [0, tone('color', -0.72)],
          [0.5, { $field: 'color' }],
          [0.78, tone('color', 0.22)],
          [1, tone('color', 0.1)],
        ],
      },
    },
  ],
}

/** The document of this template. */
export const moonlitEid = () => buildDocument(scene)

/** A skyline of domes and minarets along the bottom; `scale` 1 is the far row. */
function city(scale: number): string {
  const base = 1920
  const dome = (x: number, width: number, y: number) => {
    const point = (dx: number, dy: number) => `${Math.round(x + dx * width)} ${Math.round(y + dy * width)}`
    return [
      `M${point(-0.44, 0)} C${point(-0.64, -0.3)} ${point(-0.34, -0.58)} ${point(-0.03, -0.8)}`,
      `L${point(-0.012, -1)} L${point(0.012, -1)} L${point(0.03, -0.8)} C${point(0.34, -0.58)} ${point(0.64, -0.3)} ${point(0.44, 0)} Z`,
      `M${point(-0.52, 0)} L${point(0.52, 0)} L${point(0.52, 0.07)} L${point(-0.52, 0.07)} Z`,
      `M${Math.round(x - width * 0.46)} ${Math.round(y)} L${Math.round(x + width * 0.46)} ${Math.round(y)} L${Math.round(x + width * 0.46)} ${base} L${Math.round(x - width * 0.46)} ${base} Z`,
    ].join(' ')
  }
  const minaret = (x: number, y: number) =>
    `M${x - 20} ${base} L${x - 20} ${y + 70} L${x - 30} ${y + 62} L${x - 30} ${y + 44} L${x - 18} ${y + 38} L${x - 18} ${y - 30} C ${x - 26} ${y - 60} ${x - 6} ${y - 76} ${x} ${y - 116} C ${x + 6} ${y - 76} ${x + 26} ${y - 60} ${x + 18} ${y - 30} L${x + 18} ${y + 38} L${x + 30} ${y + 44} L${x + 30} ${y + 62} L${x + 20} ${y + 70} L${x + 20} ${base} Z`
  if (scale === 1) {
    return [
      dome(540, 300, 1786),
      dome(286, 170, 1806),
      dome(794, 170, 1806),
      minaret(176, 1650),
      minaret(904, 1650),
      dome(60, 150, 1830),
      dome(1020, 150, 1830),
      `M0 ${base} L0 1850 L1080 1850 L1080 ${base} Z`,
    ].join(' ')
  }
  return [
    dome(120, 150, 1868),
    dome(960, 160, 1864),
    dome(390, 110, 1880),
    dome(690, 116, 1878),
    minaret(262, 1770),
    minaret(816, 1770),
    `M0 ${base} L0 1884 L1080 1884 L1080 ${base} Z`,
  ].join(' ')
}

/** Lit arches in the great hall. */
function windows() {
  return [400, 456, 512, 568, 624, 680].map((x) =>
    group([d(`M${x - 12} 1872 v-34 q12 -26 24 0 v34 z`), fill('#ffc96b', 85)]),
  )
}

function lanterns(): LayerDraft[] {
  const list = [
    [112, 430, 1, 0],
    [258, 96, 0.56, 0.2],
    [842, 128, 0.6, 0.3],
    [972, 478, 1.06, 0.1],
  ] as const
  return list.map(
    ([x, drop, size, delay], index): LayerDraft => ({
      type: 'group',
      ks: {
        p: move(settle, [at(delay), [x, -drop * 0.4]], [at(1.6 + delay), [x, -10]]),
        r: sway(52 + index * 9, -3.4, 3.4),
      },
      layers: [
        {
          type: 'light',
          kind: 'glow',
          colors: ['#ffca6a'],
          amount: sway(22 + index * 5, 0.55, 0.85),
          center: [300, 300],
          radius: 260 * size,
          box: [-300, drop + 170 * size - 300, 600, 600],
        },
        {
          type: 'shape',
          shapes: lantern(gold, '#8a5a22', '#ffb347', '#fff4cf'),
          ks: { p: [0, drop], s: [size * 100, size * 100] },
        },
        { type: 'shape', shapes: [group([block(0, drop / 2, 3, drop), fill(gold, 80)])] },
      ],
    }),
  )
}

function sparkles(): LayerDraft[] {
  const spots = [
    [770, 380, 30],
    [690, 610, 18],
    [610, 470, 22],
    [860, 700, 20],
  ] as const
  return spots.map(
    ([x, y, size], index): LayerDraft => ({
      type: 'shape',
      shapes: [group([sparkle(size), fill('#fff4d3')])],
      ks: { p: [x, y], s: sway(24 + index * 7, [55, 55], [110, 110]), o: fade(at(0.4 + index * 0.2), 12) },
    }),
  )
}

function fieldText(): LayerDraft[] {
  return [
    {
      type: 'text',
      text: { $field: 'calligraphy', map: { eid: 'عيد مبارك', ramadan: 'رمضان كريم' } },
      box: [140, 842, 800, 150],
      font: 'Noto Naskh Arabic',
      weight: 600,
      size: 96,
      align: 'center',
      valign: 'middle',
      fill: gold,
      ks: rise(at(0.9), 40),
    },
    {
      type: 'text',
      text: { $field: 'title' },
      box: [80, 976, 920, 220],
      font: 'Great Vibes',
      size: 190,
      lineHeight: 1.1,
      align: 'center',
      valign: 'middle',
      fill: '#fff7e2',
      animate: cascade(at(1.2), 30, { from: { p: [0, 40], o: 0 } }),
    },
    {
      type: 'shape',
      shapes: divider(420, gold, 3),
      ks: { p: [540, 1222], s: move(settle, [at(1.9), [0, 100]], [at(2.8), [100, 100]]) },
    },
    {
      type: 'text',
      text: { $field: 'wish' },
      box: [130, 1256, 820, 190],
      font: 'Cormorant Garamond',
      style: 'italic',
      weight: 500,
      size: 62,
      lineHeight: 1.15,
      align: 'center',
      valign: 'top',
      wrap: 'balance',
      fill: '#f4f0df',
      animate: cascade(at(2.1), 40, { by: 'word', spread: 4, from: { p: [0, 26], o: 0 } }),
    },
    {
      type: 'text',
      text: { $field: 'from' },
      box: [130, 1410, 820, 64],
      font: 'Cormorant Garamond',
      weight: 500,
      size: 50,
      align: 'center',
      valign: 'middle',
      fill: gold,
      ks: rise(at(3), 30),
    },
  ]
}
