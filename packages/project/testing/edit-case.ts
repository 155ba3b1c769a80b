// Edits for property tests: a document, layers to add to it, and generators of sequences that often can be applied.

import { Report } from '@vitrine/document/check'
import { checkDocument, readSurroundings } from '@vitrine/document/check-document'
import type { FontFace, TemplateDocument } from '@vitrine/document/document'
import type { Layer, MediaLayer } from '@vitrine/document/layer'
import fc from 'fast-check'
import { sampleDocument } from '../../document/testing/sample.ts'
import type { LayerEdit } from '../src/edit.ts'
import { everyLayer } from '../src/layer-list.ts'

export const start = (() => {
  const report = new Report(readSurroundings(sampleDocument))
  const document = checkDocument(sampleDocument, report)
  if (!document) throw new Error(JSON.stringify(report.problems))
  return document
})()

export const text = (id: string, extra = {}): Layer => ({
  id,
  type: 'text',
  in: 0,
  out: 60,
  text: 'Hello',
  font: 'Playfair Display',
  size: 20,
  box: [0, 0, 100, 40],
  ...extra,
})
export const shape = (id: string): Layer => ({
  id,
  type: 'shape',
  in: 0,
  out: 30,
  shapes: [
    { ty: 'rc', s: [40, 40] },
    { ty: 'fl', c: '#ff0000' },
  ],
})
const photo = (id: string): MediaLayer => ({
  id,
  type: 'media',
  in: 0,
  out: 60,
  source: { asset: 'u_photo', crop: { x: 0, y: 0, zoom: 1, rotate: 0 } },
  box: [0, 0, 100, 80],
  clip: 'heart',
})
export const add = (layer: Layer) => ({ op: layer.type === 'text' ? 'add-text' : 'add-shape', layer }) as LayerEdit

const values = fc.constantFrom<[string, unknown]>(
  ['ks.p', [5, 6]],
  ['ks.o', 40],
  [
    'ks.r',
    {
      a: 1,
      k: [
        { t: 0, s: [0] },
        { t: 9, s: [90] },
      ],
    },
  ],
  ['fill', '#00ff00'],
  ['color', '#112233'],
  ['size', 31],
  ['visible', false],
  ['visible', null],
  ['ks.o', null],
  ['bm', 'screen'],
  ['effects', [{ type: 'blur', radius: 3 }]],
  ['box', [1, 2, 30, 40]],
  ['name', 'Mine'],
  ['source', { asset: 'u_other' }],
  ['clip', 'leaf'],
  ['font', 'Inter'],
  [
    'shapes',
    [
      { ty: 'el', s: [9, 9] },
      { ty: 'fl', c: '#00ff00' },
    ],
  ],
)

/** Edits that can often, but not always, be applied to the result of the previous ones. */
export function likelyEdit(): fc.Arbitrary<(document: TemplateDocument) => LayerEdit> {
  const pick = fc.nat()
  const own = fc.integer({ min: 0, max: 12 }).map((n) => `own-${n}`)
  const layerAt = (document: TemplateDocument, n: number) => {
    const all = everyLayer(document.layers)
    return all[n % all.length]?.id ?? ''
  }
  return fc.oneof(
    fc.tuple(pick, values).map(
      ([n, [property, value]]) =>
        (document: TemplateDocument): LayerEdit => ({ op: 'set', layer: layerAt(document, n), property, value }),
    ),
    own.map((id) => (): LayerEdit => add(text(id))),
    own.map((id) => (): LayerEdit => add(shape(id))),
    fc.tuple(pick, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 10, max: 60 })).map(
      ([n, first, end]) =>
        (document: TemplateDocument): LayerEdit => ({ op: 'trim', layer: layerAt(document, n), in: first, out: end }),
    ),
    fc.tuple(pick, pick).map(
      ([n, k]) =>
        (document: TemplateDocument): LayerEdit => ({
          op: 'reorder',
          layer: layerAt(document, n),
          above: k % 5 === 0 ? null : layerAt(document, k),
        }),
    ),
    pick.map(
      (n) =>
        (document: TemplateDocument): LayerEdit => ({ op: 'remove', layer: layerAt(document, n) }),
    ),
    fc.tuple(pick, fc.boolean()).map(
      ([n, hidden]) =>
        (document: TemplateDocument): LayerEdit => ({ op: 'hide', layer: layerAt(document, n), hidden }),
    ),
    fc.tuple(pick, own).map(
      ([n, id]) =>
        (document: TemplateDocument): LayerEdit => ({ op: 'duplicate', layer: layerAt(document, n), id }),
    ),
    fc.tuple(fc.uniqueArray(pick, { minLength: 1, maxLength: 4 }), own).map(
      ([list, id]) =>
        (document: TemplateDocument): LayerEdit => ({
          op: 'group',
          id,
          layers: [...new Set(list.map((n) => layerAt(document, n)))],
        }),
    ),
    pick.map(
      (n) =>
        (document: TemplateDocument): LayerEdit => ({ op: 'ungroup', layer: layerAt(document, n) }),
    ),
    fc.constant((): LayerEdit => ({ op: 'unlock' })),
    fc.tuple(pick, fc.boolean()).map(
      ([n, locked]) =>
        (document: TemplateDocument): LayerEdit => ({ op: 'lock', layer: layerAt(document, n), locked }),
    ),
    fc.tuple(fc.constantFrom<FontFace['src']>('sha256:one', 'sha256:two'), fc.constantFrom(400, 700)).map(
      ([src, weight]) =>
        (): LayerEdit => ({ op: 'add-font', face: { family: 'Inter', weight, src, license: 'OFL-1.1' } }),
    ),
    fc.tuple(own, own, fc.boolean()).map(([id, under, asPhoto]) => (document: TemplateDocument): LayerEdit => {
      const above = document.layers.find((layer) => layer.id === under)?.id ?? null
      return asPhoto ? { op: 'add-media', layer: photo(id) } : { op: 'insert', layer: photo(id), above, into: null }
    }),
  )
}

/** Edits that depend on the surrounding lists: layers that follow each other, nested groups, restored groups. */
export function hardEdit(): fc.Arbitrary<(document: TemplateDocument) => LayerEdit> {
  const own = fc.integer({ min: 0, max: 9 }).map((n) => `own-${n}`)
  const someIds = fc.subarray(
    Array.from({ length: 10 }, (_, n) => `own-${n}`),
    { minLength: 1, maxLength: 5 },
  )
  const above = fc.option(own, { nil: null })
  const layer = fc.record({
    id: own,
    parent: fc.option(own),
    matte: fc.option(own),
    nested: fc.subarray(['own-7', 'own-8', 'own-9']),
  })
  const made = layer.map(({ id, parent, matte, nested }): Layer => {
    const follows = { ...(parent && { parent }), ...(matte && { matte: { layer: matte, mode: 'alpha' as const } }) }
    const inside = nested.map((item, n) => ({ ...text(item), ...(n > 0 && { parent: nested[0] ?? '' }) }) as Layer)
    return nested.length > 0
      ? ({ id, type: 'group', in: 0, out: 60, layers: inside, ...follows } as Layer)
      : ({ ...text(id), ...follows } as Layer)
  })
  return fc.oneof(
    fc.tuple(made, above, above).map(
      ([added, under, into]) =>
        (): LayerEdit => ({ op: 'insert', layer: added, above: under, into }),
    ),
    fc
      .tuple(
        own,
        someIds,
        fc.dictionary(fc.constantFrom('parent', 'name', 'bm', 'out'), fc.oneof(own, fc.nat(99)), { maxKeys: 1 }),
      )
      .map(
        ([id, layers, more]) =>
          (): LayerEdit => ({ op: 'group', id, layers, group: more }),
      ),
    own.map((id) => (): LayerEdit => ({ op: 'ungroup', layer: id })),
    fc.tuple(own, own).map(
      ([id, copy]) =>
        (): LayerEdit => ({ op: 'duplicate', layer: id, id: copy }),
    ),
    own.map((id) => (): LayerEdit => ({ op: 'remove', layer: id })),
    fc.tuple(own, above).map(
      ([id, under]) =>
        (): LayerEdit => ({ op: 'reorder', layer: id, above: under }),
    ),
    fc.tuple(own, values).map(
      ([id, [property, value]]) =>
        (): LayerEdit => ({ op: 'set', layer: id, property, value }),
    ),
    fc.constant((): LayerEdit => ({ op: 'unlock' })),
  )
}
