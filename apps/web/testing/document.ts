// Documents and layers for tests.
import type { TemplateDocument } from '@vitrine/document/document'
import type { TextLayer } from '@vitrine/document/layer'

/** A still of 400 × 300 pixels with these layers, and the font of `textLayer`. */
export function documentWith(
  layers: TemplateDocument['layers'],
  more: Partial<TemplateDocument> = {},
): TemplateDocument {
  return {
    tdoc: 1,
    id: 'test',
    name: 'Test',
    canvas: { width: 400, height: 300, fps: 30, duration: 1 },
    fields: [],
    fonts: [{ family: 'Inter', src: 'sha256:inter', license: 'OFL-1.1' }],
    assets: {},
    layers,
    ...more,
  }
}

/** One line of text that is the layer's id. */
export function textLayer(id: string): TextLayer {
  return { id, type: 'text', in: 0, out: 1, text: id, font: 'Inter', size: 20, box: [0, 0, 90, 24] }
}
