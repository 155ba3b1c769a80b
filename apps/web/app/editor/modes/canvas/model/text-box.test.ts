// The box of a text follows what is written and how it is set, in one step with the change.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FontFace } from '@vitrine/document/document'
import type { Layer, TextLayer } from '@vitrine/document/layer'
import { compileTransform } from '@vitrine/document/transform'
import { openFonts } from '@vitrine/painter/font'
import { loadShaper } from '@vitrine/painter/shaper'
import { layoutTextLayer } from '@vitrine/painter/text-layer'
import { applyEdits, type LayerEdit } from '@vitrine/project/edit'
import { expect, test } from 'vitest'
import { documentWith } from '../../../../../testing/document.ts'
import type { CanvasModel } from './canvas-model.ts'
import { IDENTITY } from './geometry.ts'
import { listLayers } from './layer-entry.ts'
import { withTextBoxes } from './text-box.ts'

const require = createRequire(import.meta.url)
const face: FontFace = { family: 'Poppins', weight: 500, src: 'sha256:poppins', license: 'OFL-1.1' }
const file = readFileSync(require.resolve('@expo-google-fonts/poppins/500Medium/Poppins_500Medium.ttf'))
const library = openFonts(await loadShaper(), [face], new Map([[face.src, new Uint8Array(file)]]))
const long = 'A text that needs several lines of its narrow box before it comes to its end'

const text = (id: string, more: Partial<TextLayer> = {}): TextLayer => ({
  id,
  type: 'text',
  in: 0,
  out: 60,
  text: 'Hello',
  font: 'Poppins',
  size: 20,
  lineHeight: 1.2,
  valign: 'top',
  box: [40, 30, 200, 24],
  ...more,
})

/** A canvas that knows the layers of a document and nothing else. */
function canvasOf(...layers: Layer[]) {
  const document = documentWith(layers, {
    canvas: { width: 400, height: 300, fps: 30, duration: 60 },
    fields: [{ id: 'title', type: 'text', label: 'Title', default: 'Hello' }],
    fonts: [face],
  })
  const find = (id: string) => layers.find((layer) => layer.id === id)
  const canvas = {
    findEntry: (id: string) => listLayers(document).find((entry) => entry.id === id),
    findResolvedLayer: find,
    findPlace(id: string) {
      const layer = find(id)
      if (layer?.type !== 'text') return undefined
      const [x, y, width, height] = layer.box
      const matrix = compileTransform(layer.ks, { anchor: [width / 2, height / 2], corner: [x, y] }).matrix(0)
      return { matrix, around: IDENTITY, box: [0, 0, width, height], reach: undefined, opacity: 1, frame: 0 }
    },
    findTextLayout: (layer: TextLayer) => library && layoutTextLayer(layer, library),
  } as unknown as CanvasModel
  return {
    canvas,
    boxAfter(id: string, edits: readonly LayerEdit[]) {
      const layer = applyEdits(document, edits).layers.find((layer) => layer.id === id)
      return layer?.type === 'text' ? [...layer.box] : []
    },
  }
}

const writing = (canvas: CanvasModel, layer: string, value: string) =>
  withTextBoxes(canvas, [{ op: 'set', layer, property: 'text', value }])

test('the box of an added text grows with the text and shrinks again', () => {
  const { canvas, boxAfter } = canvasOf(text('own-1', { box: [40, 30, 200, 48] }))
  expect(boxAfter('own-1', writing(canvas, 'own-1', 'Hi'))).toEqual([40, 30, 200, 24])
  const [x, y, width, height] = boxAfter('own-1', writing(canvas, 'own-1', long))
  expect([x, y, width]).toEqual([40, 30, 200])
  expect(height).toBe(24 * 4)
})

test('the box grows from the edge or the middle at which the text stands', () => {
  for (const [valign, top] of [
    ['bottom', 30 - 72],
    ['middle', 30 - 36],
  ] as const) {
    const { canvas, boxAfter } = canvasOf(text('own-1', { valign }))
    expect(boxAfter('own-1', writing(canvas, 'own-1', long))).toEqual([40, top, 200, 96])
  }
})

test('a larger size, another line height or capitals give the box the height that they need', () => {
  const { canvas, boxAfter } = canvasOf(text('own-1', { text: 'Hello dear friends' }))
  const set = (property: string, value: unknown): LayerEdit => ({ op: 'set', layer: 'own-1', property, value })
  const after = (...edits: LayerEdit[]) => boxAfter('own-1', withTextBoxes(canvas, edits))[3]
  expect(after(set('size', 40))).toBe(144)
  expect(after(set('lineHeight', 2))).toBe(40)
  expect(after(set('uppercase', true), set('tracking', 300))).toBe(48)
  expect(withTextBoxes(canvas, [set('fill', '#ff0000')])).toHaveLength(1)
  const own = set('box', [0, 0, 90, 90])
  expect(withTextBoxes(canvas, [set('size', 40), own])).toHaveLength(2)
})

test('the box of a designer’s text grows where it may move, and keeps the room that was made for it', () => {
  const { canvas, boxAfter } = canvasOf(
    text('free', { box: [40, 30, 200, 60] }),
    text('held', { locks: ['move'] }),
    text('shrinks', { fit: { mode: 'shrink', min: 4 } }),
  )
  expect(boxAfter('free', writing(canvas, 'free', long))[3]).toBe(96)
  expect(boxAfter('free', writing(canvas, 'free', 'Hi'))[3]).toBe(60)
  expect(boxAfter('held', writing(canvas, 'held', long))[3]).toBe(24)
  expect(boxAfter('shrinks', writing(canvas, 'shrinks', long))[3]).toBe(24)
})
