// Quote reel, 9:16: one sentence, word by word, over a slow dawn; thin type, much air.
import { picture } from '../build/ingredient.ts'
import { glide, move, rise, settle } from '../build/motion.ts'
import { buildDocument, choiceField, colorField, photoField, textField, toggleField } from '../build/scene.ts'
import { d, drawOn, group, line } from '../build/shape.ts'

const at = (seconds: number) => Math.round(seconds * 30)

export const firstLight = () =>
  buildDocument({
    id: 'first-light',
    name: 'First Light',
    width: 1080,
    height: 1920,
    fps: 30,
    seconds: 9,
    background: '#1d2a4d',
    fonts: ['playfair', 'playfairItalic', 'manrope'],
    heroSeconds: 5.6,
    music: { name: 'felt-letter', seconds: 12 },
    fields: [
      textField('quote', 'Quote', 'The mountains are patient. Begin anyway.', { maxLength: 120, maxLines: 6, least: 56, required: true }),
      textField('author', 'Author', 'Ira Sundaram', { maxLength: 36, least: 30 }),
      textField('handle', 'Your handle', '@slowmornings', { maxLength: 28, least: 26 }),
      photoField('photo', 'Background photo or clip', picture('mountain-dawn', 1200, 1600), { minWidth: 1080, hint: 'A calm sky carries words best' }),
      choiceField('shade', 'Darken the picture', [
        { value: 'soft', label: 'A little' },
        { value: 'none', label: 'Not at all' },
        { value: 'strong', label: 'Strongly' },
      ]),
      colorField('color', 'Accent', ['#ffd9a0', '#ffffff', '#ffc2d1', '#bfe8e2', '#f4e04d']),
      toggleField('grain', 'Film grain', true),
    ],
    layers: [
      { type: 'texture', visible: { $field: 'grain' }, kind: 'film', seed: 21, amount: 0.16 },
      { type: 'text', text: '“', box: [84, 236, 300, 240], font: 'Playfair Display', weight: 500, size: 300, lineHeight: 1, align: 'left', valign: 'top', fill: { $field: 'color' }, ks: { p: move(settle, [0, [0, 50]], [at(1), [0, 0]]), o: move(glide, [0, 40], [14, 100]) } },
      {
        type: 'text',
        text: { $field: 'quote' },
        box: [96, 430, 888, 640],
        font: 'Playfair Display',
        weight: 500,
        size: 128,
        lineHeight: 1.1,
        align: 'left',
        valign: 'top',
        maxLines: 6,
        fill: '#fffaf0',
        shadow: { color: '#14122b77', blur: 40, y: 4 },
        animate: [{ by: 'word', spread: 2.2, ease: 'out', from: { p: [0, 36], o: 0 }, progress: move([0.3, 0.1, 0.7, 1], [at(0.6), 0], [at(3.1), 100]) }],
      },
      { type: 'shape', shapes: [group([d('M0 0 L180 0'), line({ $field: 'color' }, 4), drawOn(move(settle, [at(3), 0], [at(4), 100]))])], ks: { p: [98, 1560] } },
      { type: 'text', text: { $field: 'author' }, box: [96, 1584, 888, 70], font: 'Playfair Display', style: 'italic', weight: 500, size: 54, align: 'left', valign: 'middle', fill: '#fffaf0', shadow: { color: '#14122b99', blur: 24, y: 2 }, ks: rise(at(3.2), 40) },
      { type: 'text', text: { $field: 'handle' }, box: [96, 1656, 888, 56], font: 'Manrope', weight: 500, size: 36, align: 'left', valign: 'middle', fill: { $field: 'color' }, shadow: { color: '#14122b99', blur: 20, y: 2 }, ks: rise(at(3.4), 40) },
      { type: 'solid', visible: { $field: 'shade', equals: 'strong' }, color: '#0c0b1c8c' },
      { type: 'solid', visible: { $field: 'shade', equals: 'none', not: true }, color: { gradient: 'linear', units: 'box', from: [0, 0], to: [0, 1], stops: [[0, '#120f2a66'], [0.4, '#120f2a40'], [0.7, '#120f2a22'], [1, '#120f2ab0']] } },
      { type: 'particles', seed: 77, count: 36, box: [0, 300, 1080, 1500], sprite: 'soft', colors: ['#ffe7c2'], size: [4, 12], life: [5, 9], speed: [12, 40], direction: -70, spread: 60, sway: { amount: 30, seconds: 5 }, fade: { in: 0.3, out: 0.4 }, opacity: [20, 70] },
      {
        type: 'media',
        id: 'photo',
        source: { $field: 'photo' },
        box: [0, 0, 1080, 1920],
        inner: { s: move(glide, [0, [102, 102]], [at(9), [118, 118]]), p: move(glide, [0, [0, 24]], [at(9), [0, -36]]) },
        audio: { volume: 0 },
      },
    ],
  })
