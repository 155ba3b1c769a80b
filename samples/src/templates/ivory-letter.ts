// Save the date, 1:1, editorial: one photo, one large serif line laid over its edge, plenty of ivory.
import { picture } from '../build/ingredient.ts'
import { cascade, glide, move, rise, settle, wipe } from '../build/motion.ts'
import { buildDocument, colorField, photoField, textField, toggleField } from '../build/scene.ts'
import { block, d, drawOn, fill, group, line } from '../build/shape.ts'

const at = (seconds: number) => Math.round(seconds * 24)
const ink = '#26201b'

export const ivoryLetter = () =>
  buildDocument({
    id: 'ivory-letter',
    name: 'Ivory Letter',
    width: 1080,
    height: 1080,
    fps: 24,
    seconds: 8,
    background: '#f4ede2',
    fonts: ['playfair', 'playfairItalic', 'manrope'],
    heroSeconds: 5,
    music: { name: 'felt-letter', seconds: 12 },
    fields: [
      textField('names', 'Names', 'Meera & Daniel', { maxLength: 36, least: 34, required: true }),
      textField('day', 'Day', '14', { maxLength: 2, least: 60, required: true }),
      textField('month', 'Month', 'February', { maxLength: 12, least: 24 }),
      textField('year', 'Year', '2027', { maxLength: 6, least: 24 }),
      textField('place', 'Place', 'Fort Kochi, Kerala', { maxLength: 40, least: 22 }),
      textField('note', 'Small line', 'Invitation to follow', { maxLength: 48, least: 20 }),
      photoField('photo', 'Your photo', picture('two-profiles', 1200, 1500), { minWidth: 900, hint: 'Upright, with some air around you' }),
      colorField('color', 'Accent colour', ['#a8553f', '#5c6b4f', '#23394a', '#8a6a2f', '#6b2f45']),
      toggleField('frame', 'Thin frame', true),
    ],
    layers: [
      {
        type: 'shape',
        visible: { $field: 'frame' },
        shapes: [group([d('M40 40 L1040 40 L1040 1040 L40 1040 Z'), line({ $field: 'color' }, 2.5), drawOn(move([0.6, 0, 0.2, 1], [0, 8], [at(2.4), 100]))])],
      },
      { type: 'text', text: 'Save', box: [84, 92, 560, 210], font: 'Playfair Display', weight: 500, size: 196, lineHeight: 1, align: 'left', valign: 'middle', fill: ink, animate: cascade(at(0.35), 18, { from: { p: [0, 90], o: 0 } }) },
      { type: 'text', text: 'the', box: [92, 286, 200, 110], font: 'Playfair Display', style: 'italic', weight: 500, size: 86, lineHeight: 1, align: 'left', valign: 'middle', fill: { $field: 'color' }, ks: rise(at(0.95), 40) },
      { type: 'text', text: 'Date', box: [84, 366, 560, 210], font: 'Playfair Display', weight: 500, size: 196, lineHeight: 1, align: 'left', valign: 'middle', fill: ink, animate: cascade(at(0.8), 18, { from: { p: [0, 90], o: 0 } }) },
      {
        type: 'group',
        layers: [
          { type: 'text', text: { $field: 'day' }, box: [90, 604, 230, 170], font: 'Playfair Display', weight: 500, size: 168, lineHeight: 1, align: 'left', valign: 'middle', fill: { $field: 'color' }, ks: rise(at(1.5), 60) },
          { type: 'shape', shapes: [group([block(306, 694, 2.5, 116), fill(ink)])], ks: { a: [306, 694], p: [306, 694], s: move(settle, [at(1.7), [100, 0]], [at(2.5), [100, 100]]) } },
          { type: 'text', text: { $field: 'month' }, box: [332, 636, 240, 58], font: 'Playfair Display', style: 'italic', weight: 500, size: 44, align: 'left', valign: 'middle', fill: ink, ks: rise(at(1.8), 30) },
          { type: 'text', text: { $field: 'year' }, box: [332, 694, 240, 58], font: 'Playfair Display', weight: 500, size: 44, tracking: 60, align: 'left', valign: 'middle', fill: ink, ks: rise(at(1.95), 30) },
        ],
      },
      { type: 'shape', shapes: [group([d('M92 824 L500 824'), line({ $field: 'color' }, 2.5), drawOn(move(settle, [at(2), 0], [at(3), 100]))])] },
      { type: 'text', text: { $field: 'names' }, box: [90, 840, 440, 64], font: 'Playfair Display', style: 'italic', weight: 500, size: 48, align: 'left', valign: 'middle', fill: ink, ks: rise(at(2.1), 30) },
      { type: 'text', text: { $field: 'place' }, box: [92, 902, 440, 44], font: 'Manrope', weight: 500, size: 28, tracking: 20, align: 'left', valign: 'middle', fill: ink, ks: rise(at(2.3), 30) },
      { type: 'text', text: { $field: 'note' }, box: [92, 944, 440, 40], font: 'Manrope', weight: 500, size: 24, align: 'left', valign: 'middle', fill: { $field: 'color' }, ks: rise(at(2.45), 30) },
      {
        type: 'media',
        id: 'photo',
        source: { $field: 'photo' },
        box: [540, 130, 452, 858],
        fit: 'cover',
        inner: { s: move(glide, [0, [118, 118]], [at(8), [102, 102]]) },
        audio: { volume: 0 },
        mask: [wipe('bottom', 452, 858, 0, at(1.5), [0.7, 0, 0.1, 1], 0.3)],
      },
      { type: 'texture', kind: 'paper', seed: 11, amount: 0.4 },
    ],
  })
