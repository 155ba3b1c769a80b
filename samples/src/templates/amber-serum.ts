// Product advertisement, 16:9: the product in an arch of light, three plain facts and a price, in the manner of a magazine.
import { picture } from '../build/ingredient.ts'
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

const ink = '#33241c'

const still: Still = {
  id: 'amber-serum',
  name: 'Amber Hour',
  width: 1600,
  height: 900,
  background: '#f6e7d6',
  fonts: ['playfair', 'playfairItalic', 'manrope', 'manropeBold'],
  fields: [
    textField('brand', 'Brand', 'Kesar & Co.', { maxLength: 24, minFontSize: 22, required: true }),
    textField('headline', 'Headline', 'Skin that slept well', {
      maxLength: 34,
      maxLines: 2,
      minFontSize: 58,
      required: true,
    }),
    textField('line', 'One line', 'Saffron and squalane serum, pressed in small batches in Pampore.', {
      maxLength: 96,
      maxLines: 3,
      minFontSize: 22,
    }),
    textField('one', 'First fact', 'No perfume', { maxLength: 18, minFontSize: 16, group: 'Facts' }),
    textField('two', 'Second fact', '30 ml, glass', { maxLength: 18, minFontSize: 16, group: 'Facts' }),
    textField('three', 'Third fact', 'Refill ₹690', { maxLength: 18, minFontSize: 16, group: 'Facts' }),
    textField('price', 'Price', '₹1,290', { maxLength: 10, minFontSize: 36 }),
    textField('link', 'Where to buy', 'kesarandco.in', { maxLength: 28, minFontSize: 20 }),
    photoField('photo', 'Product photo', picture('amber-bottle', 1200, 1400), {
      minWidth: 900,
      hint: 'Upright, plain background',
      film: false,
    }),
    colorField('color', 'Colour', ['#c4662f', '#6d7a4d', '#b4566b', '#3f6a78', '#8a6aa8']),
    toggleField('facts', 'Three facts', true),
  ],
  layers: [
    fieldText({ $field: 'brand' }, [110, 78, 560, 50], 'Manrope', 30, ink, {
      weight: 700,
      align: 'left',
      tracking: 60,
    }),
    fieldText({ $field: 'headline' }, [106, 196, 760, 270], 'Playfair Display', 124, ink, {
      style: 'italic',
      weight: 500,
      lineHeight: 1.02,
      align: 'left',
      valign: 'bottom',
    }),
    fieldText({ $field: 'line' }, [110, 492, 600, 116], 'Manrope', 32, '#5d4638', {
      weight: 500,
      align: 'left',
      valign: 'top',
      lineHeight: 1.36,
    }),
    facts(),
    fieldText(
      { $field: 'price' },
      [110, 750, 260, 80],
      'Playfair Display',
      66,
      { $field: 'color' },
      { weight: 500, align: 'left' },
    ),
    {
      type: 'group',
      layers: [
        fieldText({ $field: 'link' }, [404, 758, 300, 64], 'Manrope', 28, '#fff8ef', { weight: 700 }),
        { type: 'shape', shapes: [group([block(554, 790, 340, 72, 36), fill({ $field: 'color' })])] },
      ],
    },
    {
      type: 'media',
      id: 'photo',
      source: { $field: 'photo' },
      box: [960, 70, 520, 830],
      clip: 'arch',
      crop: { x: 0, y: 0, zoom: 1, rotate: 0 },
    },
    {
      type: 'shape',
      shapes: [
        group([d('M930 900 L930 330 A290 290 0 0 1 1510 330 L1510 900'), line(tone('color'), 3)]),
        group([disc(1462, 164, 190), fill(tone('color', 0.35))]),
      ],
    },
    {
      type: 'solid',
      box: [800, 0, 800, 900],
      color: {
        gradient: 'linear',
        units: 'box',
        from: [0, 0],
        to: [1, 1],
        stops: [
          [0, tone('color', 0.62)],
          [1, tone('color', 0.4)],
        ],
      },
    },
    { type: 'texture', kind: 'film', seed: 15, amount: 0.07 },
    { type: 'solid', color: tone('color', 0.86) },
  ],
}

/** The document of this template. */
export const amberSerum = () => buildStill(still)

/** Three facts side by side, hairlines between them. */
function facts(): LayerDraft {
  return {
    type: 'group',
    visible: { $field: 'facts' },
    layers: [
      ...['one', 'two', 'three'].map((id, index) =>
        fieldText({ $field: id }, [110 + index * 214, 648, 196, 50], 'Manrope', 26, ink, {
          weight: 700,
          align: 'left',
        }),
      ),
      { type: 'shape', shapes: [group([d('M110 632 L740 632 M110 714 L740 714'), line(ink, 1.5, { opacity: 45 })])] },
    ],
  }
}
