// Real estate, 16:9, 25 fps: outside and inside in two cuts, facts on a quiet panel that slides across.
import { picture } from '../build/ingredient.ts'
import { cascade, fade, glide, move, rise, settle, wipe } from '../build/motion.ts'
import {
  buildDocument,
  colorField,
  type LayerDraft,
  photoField,
  type Scene,
  textField,
  toggleField,
} from '../build/scene.ts'
import { block, d, drawOn, fill, group, line } from '../build/shape.ts'

const at = (seconds: number) => Math.round(seconds * 25)
const cut = 4.2
const panelWidth = 760
const brass = '#c79a4b'
const cream = '#f6efe3'

const scene: Scene = {
  id: 'open-house',
  name: 'Open House',
  width: 1920,
  height: 1080,
  fps: 25,
  seconds: 9,
  background: '#12211d',
  fonts: ['dmSerif', 'manrope', 'manropeBold'],
  heroSeconds: 3.4,
  music: { name: 'felt-letter', seconds: 12 },
  fields: [
    textField('title', 'Headline', 'A villa by the water', {
      maxLength: 36,
      maxLines: 2,
      minFontSize: 54,
      required: true,
    }),
    textField('place', 'Place', 'Candolim, North Goa', { maxLength: 28, minFontSize: 24 }),
    textField('price', 'Price', '₹4.2 Cr', { maxLength: 14, minFontSize: 50, required: true }),
    textField('rooms', 'Bedrooms', '4', { maxLength: 3, minFontSize: 40 }),
    textField('baths', 'Bathrooms', '5', { maxLength: 3, minFontSize: 40 }),
    textField('area', 'Area', '3,850', { maxLength: 7, minFontSize: 40 }),
    textField('areaUnit', 'Area unit', 'sq ft', { maxLength: 8, minFontSize: 20 }),
    textField('agent', 'Agent', 'Farah D’Souza · Harbour Homes', { maxLength: 44, minFontSize: 24 }),
    textField('phone', 'Phone', '+91 98200 12345', { maxLength: 20, minFontSize: 24 }),
    photoField('outside', 'Photo from outside', picture('villa-dusk', 1600, 1200), { minWidth: 1280 }),
    photoField('inside', 'Photo from inside', picture('living-room', 1600, 1200), { minWidth: 1280 }),
    colorField('color', 'Panel colour', ['#17352e', '#1d2b4a', '#3b2430', '#2b2b2b', '#4a3a22']),
    toggleField('figures', 'Rooms and area', true),
  ],
  layers: [...panel(), ...pictures()],
}

/** The document of this template. */
export const openHouse = () => buildDocument(scene)

function panel(): LayerDraft[] {
  const slideIn = move([0.7, 0, 0.1, 1], [0, [-260, 0]], [at(1.1), [0, 0]])
  return [
    {
      type: 'group',
      ks: { p: slideIn },
      layers: [
        {
          type: 'text',
          text: { $field: 'place' },
          box: [110, 132, 560, 50],
          font: 'Manrope',
          weight: 700,
          size: 32,
          tracking: 140,
          uppercase: true,
          align: 'left',
          valign: 'middle',
          fill: brass,
          ks: rise(at(-0.2), 40),
        },
        {
          type: 'shape',
          shapes: [group([d('M0 0 L120 0'), line(brass, 5), drawOn(move(settle, [at(0.6), 0], [at(1.5), 100]))])],
          ks: { p: [112, 206] },
        },
        {
          type: 'text',
          text: { $field: 'title' },
          box: [108, 232, 590, 250],
          font: 'DM Serif Display',
          size: 108,
          lineHeight: 1.04,
          align: 'left',
          valign: 'top',
          maxLines: 2,
          fill: cream,
          animate: cascade(at(0.2), 26, { by: 'word', spread: 2, from: { p: [0, 60], o: 0 } }),
        },
        {
          type: 'text',
          text: { $field: 'price' },
          box: [108, 494, 590, 140],
          font: 'DM Serif Display',
          size: 118,
          lineHeight: 1,
          align: 'left',
          valign: 'middle',
          fill: '#f2c879',
          ks: rise(at(1.1), 50),
        },
        ...figures(),
        {
          type: 'text',
          text: { $field: 'agent' },
          box: [110, 882, 590, 50],
          font: 'Manrope',
          weight: 500,
          size: 34,
          align: 'left',
          valign: 'middle',
          fill: cream,
          ks: rise(at(1.9), 40),
        },
        {
          type: 'text',
          text: { $field: 'phone' },
          box: [110, 932, 590, 54],
          font: 'Manrope',
          weight: 700,
          size: 40,
          align: 'left',
          valign: 'middle',
          fill: '#f2c879',
          ks: rise(at(2.05), 40),
        },
        {
          type: 'shape',
          shapes: [group([d('M0 40 L0 1040'), line(brass, 3, { opacity: 70 })])],
          ks: { p: [panelWidth - 30, 0] },
        },
        { type: 'solid', color: { $field: 'color' }, box: [-300, 0, panelWidth + 300, 1080] },
      ],
    },
    { type: 'solid', color: { $field: 'color' }, box: [0, 0, panelWidth, 1080] },
  ]
}

function figures(): LayerDraft[] {
  const column = (
    x: number,
    width: number,
    value: string,
    label: LayerDraft & { type: 'text' },
    start: number,
  ): LayerDraft[] => [
    {
      type: 'text',
      text: { $field: value },
      box: [x, 668, width, 84],
      font: 'DM Serif Display',
      size: 76,
      lineHeight: 1,
      align: 'left',
      valign: 'middle',
      fill: cream,
      ks: rise(start, 40),
    },
    { ...label, box: [x, 752, width, 44], ks: rise(start + 3, 40) },
  ]
  const caption = (text: string | { $field: string }): LayerDraft & { type: 'text' } => ({
    type: 'text',
    text,
    box: [0, 0, 10, 10],
    font: 'Manrope',
    weight: 500,
    size: 30,
    align: 'left',
    valign: 'middle',
    fill: '#cfd8cf',
  })
  return [
    {
      type: 'group',
      visible: { $field: 'figures' },
      layers: [
        ...column(110, 150, 'rooms', caption('bedrooms'), at(1.3)),
        ...column(300, 170, 'baths', caption('bathrooms'), at(1.45)),
        ...column(496, 210, 'area', caption({ $field: 'areaUnit' }), at(1.6)),
        {
          type: 'shape',
          ks: { o: fade(at(1.2), 16) },
          shapes: [
            group([block(274, 728, 2.5, 110), fill(brass, 60)]),
            group([block(470, 728, 2.5, 110), fill(brass, 60)]),
          ],
        },
        {
          type: 'shape',
          shapes: [
            group([
              d('M110 650 L690 650 M110 832 L690 832'),
              line(brass, 2.5, { opacity: 60 }),
              drawOn(move(settle, [at(1), 0], [at(2.2), 100])),
            ]),
          ],
        },
      ],
    },
  ]
}

function pictures(): LayerDraft[] {
  const [x, width] = [panelWidth - 4, 1920 - panelWidth + 4]
  return [
    {
      type: 'media',
      id: 'inside',
      source: { $field: 'inside' },
      in: at(cut),
      box: [x, 0, width, 1080],
      inner: {
        s: move(glide, [at(cut), [122, 122]], [at(9), [104, 104]]),
        p: move(glide, [at(cut), [40, 0]], [at(9), [-10, 0]]),
      },
      mask: [wipe('right', width, 1080, at(cut), 24, [0.7, 0, 0.1, 1])],
      audio: { volume: 0 },
    },
    {
      type: 'media',
      id: 'outside',
      source: { $field: 'outside' },
      box: [x, 0, width, 1080],
      inner: {
        s: move(glide, [0, [104, 104]], [at(cut + 1), [116, 116]]),
        p: move(glide, [0, [0, 0]], [at(cut + 1), [-24, 0]]),
      },
      audio: { volume: 0 },
    },
  ]
}
