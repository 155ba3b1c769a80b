// Wedding card, A5: letterpress type on soft paper, eucalyptus and white blossoms in two corners.
import { blossom, eucalyptus, sprig } from '../build/botany.ts'
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
import { block, d, group, line } from '../build/shape.ts'

const ink = '#3b3a33'
const soft = '#6f6b5d'
const gold = '#b08d4a'

const still: Still = {
  id: 'sage-vows',
  name: 'Sage Vows',
  width: 1748,
  height: 2480,
  background: '#faf6ee',
  fonts: ['cormorant', 'cormorantItalic', 'greatVibes', 'cinzel'],
  fields: [
    textField('opening', 'First line', 'Together with their families', { maxLength: 48, minFontSize: 34 }),
    textField('one', 'First name', 'Eleanor', { maxLength: 22, minFontSize: 110, required: true }),
    textField('two', 'Second name', 'Kabir', { maxLength: 22, minFontSize: 110, required: true }),
    textField('invite', 'Invitation', 'invite you to share the first day of their marriage', {
      maxLength: 84,
      maxLines: 2,
      minFontSize: 38,
    }),
    textField('weekday', 'Weekday', 'Saturday', { maxLength: 12, minFontSize: 26 }),
    textField('day', 'Day', '23', { maxLength: 2, minFontSize: 90, required: true }),
    textField('month', 'Month', 'January', { maxLength: 12, minFontSize: 26 }),
    textField('time', 'Time', 'at half past four', { maxLength: 36, minFontSize: 36 }),
    textField('venue', 'Venue', 'The Orchard House, Coonoor', { maxLength: 60, maxLines: 2, minFontSize: 38 }),
    textField('reply', 'Reply', 'Kindly reply by 1 December', { maxLength: 48, minFontSize: 30 }),
    colorField('color', 'Leaves', ['#7f9278', '#7d8fa3', '#a8846f', '#8d7f99', '#5f7d6c']),
    toggleField('frame', 'Thin gold frame', true),
  ],
  layers: [
    ...corner('top', [0, 0], 0),
    ...corner('bottom', [1748, 2480], 180),
    fieldText({ $field: 'opening' }, [300, 600, 1148, 84], 'Cormorant Garamond', 60, soft, {
      style: 'italic',
      weight: 500,
    }),
    fieldText({ $field: 'one' }, [180, 690, 1388, 340], 'Great Vibes', 292, ink),
    fieldText('and', [700, 1012, 200, 80], 'Cormorant Garamond', 62, gold, { style: 'italic', weight: 500 }),
    fieldText({ $field: 'two' }, [180, 1098, 1388, 340], 'Great Vibes', 292, ink),
    fieldText({ $field: 'invite' }, [374, 1440, 1000, 160], 'Cormorant Garamond', 58, soft, {
      style: 'italic',
      weight: 500,
      lineHeight: 1.15,
      wrap: 'balance',
    }),
    fieldText({ $field: 'weekday' }, [300, 1652, 400, 80], 'Cinzel', 44, ink, {
      weight: 500,
      tracking: 160,
      uppercase: true,
      align: 'right',
    }),
    fieldText({ $field: 'day' }, [744, 1592, 260, 200], 'Cormorant Garamond', 190, ink, { weight: 500, lineHeight: 1 }),
    fieldText({ $field: 'month' }, [1048, 1652, 400, 80], 'Cinzel', 44, ink, {
      weight: 500,
      tracking: 160,
      uppercase: true,
      align: 'left',
    }),
    {
      type: 'shape',
      shapes: [group([d('M722 1610 L722 1776 M1026 1610 L1026 1776'), line(gold, 3)])],
    },
    fieldText({ $field: 'time' }, [374, 1812, 1000, 76], 'Cormorant Garamond', 56, soft, {
      style: 'italic',
      weight: 500,
    }),
    fieldText({ $field: 'venue' }, [474, 1892, 800, 124], 'Cormorant Garamond', 60, ink, {
      weight: 500,
      lineHeight: 1.05,
      wrap: 'balance',
    }),
    fieldText({ $field: 'reply' }, [474, 2036, 800, 60], 'Cormorant Garamond', 42, soft, {
      style: 'italic',
      weight: 500,
    }),
    {
      type: 'shape',
      visible: { $field: 'frame' },
      shapes: [
        group([block(874, 1240, 1588, 2320, 6), line(gold, 3)]),
        group([block(874, 1240, 1556, 2288, 4), line(gold, 1.5)]),
      ],
    },
    { type: 'light', kind: 'glow', colors: ['#ffffff'], amount: 0.7, center: [874, 1240], radius: 1300 },
    { type: 'texture', kind: 'paper', seed: 21, amount: 0.04 },
  ],
}

/** The document of this template. */
export const sageVows = () => buildStill(still)

/** A spray that grows out of a corner. */
function corner(id: string, p: readonly [number, number], r: number): LayerDraft[] {
  const greens = [tone('color'), tone('color', 0.22), tone('color', -0.16), tone('color', 0.38)]
  const pale = [tone('color', 0.45), tone('color', 0.6)]
  const flower = (x: number, y: number, size: number, turned: number) =>
    group(blossom(size, '#fffdf8', tone('color', 0.35), '#d3ab57'), { p: [x, y], r: turned })
  return [
    {
      type: 'group',
      id: `spray-${id}`,
      ks: { p, r },
      layers: [
        {
          type: 'shape',
          shapes: [flower(330, 250, 150, 10), flower(150, 420, 120, 40), flower(566, 168, 96, 70)],
          effects: [{ type: 'shadow', color: '#3b4a3a55', blur: 26, y: 10 }],
        },
        {
          type: 'shape',
          shapes: [
            group(eucalyptus(600, -90, 13, 130, tone('color', -0.3), greens), { p: [300, 214], r: 102 }),
            group(eucalyptus(560, 100, 13, 126, tone('color', -0.3), greens), { p: [150, 376], r: 168 }),
            ...(id === 'top'
              ? [group(eucalyptus(330, 40, 8, 110, tone('color', -0.3), greens), { p: [300, 300], r: 134 })]
              : []),
            group(
              sprig({
                length: 720,
                bend: 110,
                pairs: 10,
                leaf: 120,
                belly: 0.16,
                stem: tone('color', 0.3),
                leaves: pale,
              }),
              { p: [250, 150], r: 90 },
            ),
            group(
              sprig({
                length: 700,
                bend: -110,
                pairs: 10,
                leaf: 120,
                belly: 0.16,
                stem: tone('color', 0.3),
                leaves: pale,
              }),
              { p: [110, 300], r: 184 },
            ),
          ],
        },
      ],
    },
  ]
}
