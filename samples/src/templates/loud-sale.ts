// Shop poster, 4:5: one number, cut by barrier tape that shouts the same word over and over.
import {
  buildStill,
  colorField,
  fieldText,
  type LayerDraft,
  type Still,
  textField,
  toggleField,
} from '../build/scene.ts'
import { block, d, fill, group, star } from '../build/shape.ts'

const ink = '#111111'

const still: Still = {
  id: 'loud-sale',
  name: 'Loud Sale',
  width: 1080,
  height: 1350,
  background: '#d8ff3e',
  fonts: ['archivoBlack', 'bebas', 'spaceGrotesk', 'spaceGroteskBold'],
  fields: [
    textField('shop', 'Shop', 'Studio Kanta', { maxLength: 24, minFontSize: 26, required: true }),
    textField('flat', 'Word before the number', 'Flat', { maxLength: 8, minFontSize: 40 }),
    textField('number', 'Number', '60', { maxLength: 2, minFontSize: 300, required: true }),
    textField('what', 'What is on sale', 'On every shirt, shoe and sari', {
      maxLength: 46,
      maxLines: 2,
      minFontSize: 34,
    }),
    textField('tape', 'Word on the tape', 'End of season', { maxLength: 16, minFontSize: 40 }),
    textField('until', 'Until', 'Till Sunday midnight', { maxLength: 26, minFontSize: 24 }),
    textField('code', 'Code', 'LOUD60', { maxLength: 12, minFontSize: 28 }),
    colorField('color', 'Colour', ['#d8ff3e', '#ff6bd5', '#ffd400', '#5ce1ff', '#ff7a45']),
    toggleField('showCode', 'Show the code', true),
  ],
  layers: [
    fieldText({ $field: 'shop' }, [70, 62, 640, 64], 'Space Grotesk', 46, ink, { weight: 700, align: 'left' }),
    fieldText({ $field: 'until' }, [560, 62, 450, 64], 'Space Grotesk', 36, ink, { weight: 500, align: 'right' }),
    { type: 'shape', shapes: [group([block(540, 142, 940, 5), fill(ink)])] },
    {
      type: 'group',
      visible: { $field: 'showCode' },
      ks: { p: [880, 1172], r: -8 },
      layers: [
        fieldText('Use code', [-110, -58, 220, 40], 'Space Grotesk', 28, ink, { weight: 500 }),
        fieldText({ $field: 'code' }, [-126, -22, 252, 70], 'Bebas Neue', 70, ink, { tracking: 30 }),
        {
          type: 'shape',
          shapes: [group([star(24, 160, 140), fill('#ffffff')])],
          effects: [{ type: 'shadow', color: '#00000066', blur: 30, y: 12 }],
        },
      ],
    },
    ...tape(-9, 866, '#ffffff', ink, 0),
    ...tape(7, 1010, ink, { $field: 'color' }, -160),
    fieldText({ $field: 'flat' }, [70, 168, 440, 120], 'Archivo Black', 96, ink, {
      align: 'left',
      uppercase: true,
      tracking: -20,
    }),
    fieldText({ $field: 'number' }, [36, 216, 800, 640], 'Archivo Black', 590, ink, {
      lineHeight: 1,
      tracking: -60,
      align: 'left',
    }),
    fieldText('%', [792, 268, 250, 240], 'Archivo Black', 236, ink, { lineHeight: 1 }),
    fieldText('off', [792, 500, 250, 130], 'Archivo Black', 108, ink, {
      lineHeight: 1,
      uppercase: true,
      tracking: -20,
      wrap: 'none',
    }),
    fieldText({ $field: 'what' }, [70, 1148, 620, 140], 'Space Grotesk', 54, ink, {
      weight: 700,
      align: 'left',
      lineHeight: 1.05,
      wrap: 'balance',
    }),
    { type: 'texture', kind: 'halftone', seed: 2, amount: 0.16, color: '#000000', scale: 2 },
    { type: 'solid', color: { $field: 'color' } },
  ],
}

/** The document of this template. */
export const loudSale = () => buildStill(still)

/** A tilted strip across the sheet with the same words three times. */
function tape(tilt: number, y: number, ground: string, ink: string | { $field: string }, shift: number): LayerDraft[] {
  const copies = [-520, 60, 640].map((x) =>
    fieldText({ $field: 'tape' }, [x + shift, -48, 520, 96], 'Bebas Neue', 88, ink, {
      lineHeight: 1,
      tracking: 20,
      uppercase: true,
    }),
  )
  const stars = [30, 610, 1190, -550].map((x) => group([star(5, 30, 13), fill(ink)], { p: [x + shift, 0] }))
  return [
    {
      type: 'group',
      ks: { p: [540, y], r: tilt, a: [320, 0] },
      layers: [
        ...copies,
        { type: 'shape', shapes: stars },
        {
          type: 'shape',
          shapes: [group([d('M-620 -62 L1400 -62 L1400 62 L-620 62 Z'), fill(ground)])],
          effects: [{ type: 'shadow', color: '#00000055', blur: 30, y: 12 }],
        },
      ],
    },
  ]
}
