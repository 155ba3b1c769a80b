import type { Layer, SolidLayer, TextLayer } from '@vitrine/document/layer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampleDocument } from '../../document/testing/sample.ts'
import { applyEdits, checkEdits, type LayerEdit } from './edit.ts'
import { canonicalJson, documentHash, renderKey } from './render-key.ts'
import { checkValues, drawnAssets, listNeededAssets, resolveDocument } from './resolve.ts'

function layerOf<T extends Layer>(document: { layers: readonly Layer[] }, id: string): T {
  return document.layers.find((layer) => layer.id === id) as T
}

const ownText: Layer = {
  id: 'own-1',
  type: 'text',
  in: 0,
  out: 60,
  text: 'Hello',
  font: 'Playfair Display',
  size: 20,
  box: [0, 0, 100, 40],
}

describe('resolving', () => {
  test('fills bindings with values, and with defaults where a value is missing', () => {
    const resolved = resolveDocument(sampleDocument, { title: 'Meera', look: 'rose', brand: '#000000' })
    expect(layerOf<TextLayer>(resolved, 'title').text).toBe('Meera !')
    expect(layerOf<SolidLayer>(resolved, 'ground').color).toBe('#000000')
    expect(JSON.stringify(layerOf(resolved, 'ornament'))).toContain('#c2185b')
    expect(layerOf(resolved, 'photo')).toMatchObject({ source: { asset: 'sha256:photo' } })
    expect(layerOf(resolved, 'music')).toMatchObject({ source: { asset: 'sha256:none' } })
    expect(JSON.stringify(resolved.layers)).not.toContain('$field')
  })

  test('gives a text the rules of its field', () => {
    expect(layerOf<TextLayer>(resolveDocument(sampleDocument, {}), 'title')).toMatchObject({
      fit: { mode: 'shrink', min: 12 },
      maxLines: 2,
    })
  })

  test('hides what a toggle switches off', () => {
    expect(layerOf(resolveDocument(sampleDocument, { petals: false }), 'petals').visible).toBe(false)
    expect(layerOf(resolveDocument(sampleDocument, {}), 'petals').visible).toBe(true)
  })

  test('takes the places of another aspect, inside groups too', () => {
    const tall = resolveDocument(sampleDocument, {}, {}, '9:16')
    expect(tall.canvas).toMatchObject({ width: 180, height: 320, duration: 60 })
    expect(layerOf<TextLayer>(tall, 'title').box).toEqual([10, 200, 160, 80])
    expect(JSON.stringify(layerOf(tall, 'group'))).toContain('[0,0,90,40]')
  })

  test('is pure', () => {
    const before = JSON.stringify(sampleDocument)
    const values = { title: 'A', hero: { asset: 'u_1', crop: { x: 0, y: 0, zoom: 1, rotate: 0 } } } as const
    const difference = { added: [ownText as TextLayer], order: { '': ['own-1'] } }
    const once = resolveDocument(sampleDocument, values, difference)
    expect(resolveDocument(sampleDocument, values, difference)).toEqual(once)
    expect(JSON.stringify(sampleDocument)).toBe(before)
  })

  test('names the pictures that are there in a frame, in the time of the group around them', () => {
    const picture = (asset: string, first: number, end: number): Layer => ({
      id: asset,
      type: 'image',
      in: first,
      out: end,
      asset: `sha256:${asset}`,
    })
    const group = (id: string, more: object, ...layers: Layer[]): Layer => ({
      id,
      type: 'group',
      in: 10,
      out: 50,
      layers,
      ...more,
    })
    const layers = [
      picture('early', 0, 10),
      group('late', { st: 20, sr: 2 }, picture('begins', 0, 5), picture('ends', 5, 9)),
      group('remapped', { tm: { a: 0, k: 1 } }, picture('any', 0, 1)),
    ]
    const resolved = { ...resolveDocument(sampleDocument, {}), layers }
    expect(drawnAssets(resolved, 9)).toEqual(['sha256:early'])
    expect(drawnAssets(resolved, 29)).toEqual(['sha256:begins', 'sha256:any'])
    expect(drawnAssets(resolved, 30)).toEqual(['sha256:ends', 'sha256:any'])
    expect(drawnAssets(resolved)).toHaveLength(4)
  })

  test('names every file that is needed', () => {
    expect(listNeededAssets(resolveDocument(sampleDocument, { hero: { asset: 'u_7' } })).sort()).toEqual([
      'sha256:devanagari',
      'sha256:photo',
      'sha256:playfair',
      'u_7',
    ])
  })
})

describe('values', () => {
  test.each([
    [{ nothing: 1 }, 'unknown-field', 'error'],
    [{ title: 5 }, 'wrong-type', 'error'],
    [{ title: 'x'.repeat(31) }, 'too-long', 'warning'],
    [{ title: 'a\nb\nc' }, 'too-many-lines', 'warning'],
    [{ title: '' }, 'required', 'warning'],
    [{ brand: 'red' }, 'not-a-color', 'error'],
    [{ look: 'silver' }, 'not-an-option', 'error'],
    [{ petals: 'yes' }, 'wrong-type', 'error'],
    [{ hero: 'https://example.org' }, 'wrong-type', 'error'],
    [{ hero: { asset: 'u_1', crop: { x: 99, y: 0, zoom: 1, rotate: 0 } } }, 'crop-out-of-range', 'error'],
    [{ hero: { asset: 'u_1', faces: [{ x: 0, y: 0, width: 5, height: 0.1 }] } }, 'faces-out-of-range', 'error'],
    [{ hero: { asset: 'u_1', faces: [null] } }, 'faces-out-of-range', 'error'],
    [{ hero: { asset: 'u_1', cutout: 'https://example.org' } }, 'wrong-type', 'error'],
    [{ music: { asset: 'u_1', trim: { startSeconds: 5, endSeconds: 2 } } }, 'trim-out-of-range', 'error'],
  ])('%j is reported as %s', (values, code, severity) => {
    expect(checkValues(sampleDocument, values)).toContainEqual(expect.objectContaining({ code, severity }))
  })

  test('count what a reader sees as characters', () => {
    // Each of these is several code points.
    expect(checkValues(sampleDocument, { title: '👨‍👩‍👧‍👦'.repeat(30) })).toEqual([])
  })

  test('never make the check throw', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('title', 'hero', 'brand', 'petals', 'look', 'music', 'x'), fc.jsonValue()),
        (values) => void checkValues(sampleDocument, values),
      ),
    )
  })
})

describe('edits', () => {
  const codes = (edits: unknown) => checkEdits(sampleDocument, edits).map(({ code }) => code)

  test('change what is not locked', () => {
    const edits: LayerEdit[] = [
      { op: 'set', layer: 'title', property: 'ks.r', value: 12 },
      { op: 'set', layer: 'inner', property: 'color', value: '#ffffff' },
      { op: 'trim', layer: 'photo', in: 5, out: 20 },
      { op: 'add-text', layer: ownText as TextLayer },
      { op: 'reorder', layer: 'own-1', above: 'ground' },
    ]
    expect(checkEdits(sampleDocument, edits)).toEqual([])
    const resolved = applyEdits(sampleDocument, edits)
    expect(layerOf(resolved, 'title').ks).toEqual({ r: 12 })
    expect(layerOf(resolved, 'photo')).toMatchObject({ in: 5, out: 20 })
    expect(resolved.layers.findIndex(({ id }) => id === 'own-1')).toBe(
      resolved.layers.findIndex(({ id }) => id === 'ground') - 1,
    )
  })

  test('are refused with a code each', () => {
    expect(codes('no')).toEqual(['malformed'])
    expect(codes([{ op: 'explode' }])).toEqual(['malformed'])
    expect(codes([{ op: 'set', layer: 'ground', property: 'color', value: '#fff' }])).toEqual(['locked'])
    expect(codes([{ op: 'set', layer: 'title', property: 'id', value: 'x' }])).toEqual(['property-not-allowed'])
    expect(codes([{ op: 'set', layer: 'title', property: '__proto__', value: {} }])).toEqual(['property-not-allowed'])
    expect(codes([{ op: 'set', layer: 'title', property: 'size', value: 'big' }])).toEqual(['invalid-value'])
    expect(codes([{ op: 'set', layer: 'nobody', property: 'size', value: 1 }])).toEqual(['no-such-layer'])
    expect(codes([{ op: 'add-text', layer: { ...ownText, id: 'title2' } }])).toEqual(['id-not-allowed'])
    expect(codes([{ op: 'add-text', layer: { ...ownText, alwaysOnTop: true } }])).toEqual(['property-not-allowed'])
    expect(codes([{ op: 'remove', layer: 'title' }])).toEqual(['locked'])
    expect(codes([{ op: 'trim', layer: 'photo', in: 9, out: 9 }])).toEqual(['invalid-value'])
  })

  test('stay below layers that are always on top', () => {
    const document = {
      ...sampleDocument,
      layers: sampleDocument.layers.map((layer) => (layer.id === 'title' ? { ...layer, alwaysOnTop: true } : layer)),
    }
    const resolved = applyEdits(document, [{ op: 'add-text', layer: ownText as TextLayer }])
    expect(resolved.layers.slice(0, 2).map(({ id }) => id)).toEqual(['title', 'own-1'])
  })

  test('survive storage as JSON', () => {
    const number = fc.integer({ min: -500, max: 500 })
    const edit: fc.Arbitrary<LayerEdit> = fc.oneof(
      fc.record({
        op: fc.constant('set' as const),
        layer: fc.constantFrom('title', 'photo'),
        property: fc.constant('ks.p'),
        value: fc.tuple(number, number),
      }),
      fc.record({
        op: fc.constant('trim' as const),
        layer: fc.constantFrom('title', 'photo'),
        in: fc.integer({ min: 0, max: 10 }),
        out: fc.integer({ min: 11, max: 60 }),
      }),
      fc.record({
        op: fc.constant('reorder' as const),
        layer: fc.constantFrom('title', 'photo'),
        above: fc.constantFrom('group', 'petals', null),
      }),
    )
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
        expect(checkEdits(sampleDocument, edits)).toEqual([])
        const stored = JSON.parse(JSON.stringify(edits)) as LayerEdit[]
        expect(applyEdits(sampleDocument, stored)).toEqual(applyEdits(sampleDocument, edits))
      }),
    )
  })

  test('never make the check throw', () => {
    fc.assert(fc.property(fc.array(fc.jsonValue()), (edits) => void checkEdits(sampleDocument, edits)))
    // JSON can contain an object that cannot be converted to text; such a name would make a check throw in its message.
    const nameless = { toString: null, valueOf: null }
    const part = fc.oneof(fc.constantFrom('title', 'text', nameless, [nameless]), fc.jsonValue())
    const likely = fc.record({
      op: fc.constantFrom('set', 'add-text', 'add-sticker', 'add-media', 'trim', 'reorder', 'remove', nameless),
      layer: fc.oneof(
        part,
        fc.record({ id: part, type: fc.constantFrom('text', 'image', 'media'), parent: part, matte: part }),
      ),
      property: part,
      value: part,
      above: part,
      in: part,
      out: part,
    })
    fc.assert(
      fc.property(likely, (edit) => void checkEdits(sampleDocument, [edit])),
      { numRuns: 1000 },
    )
  })
})

describe('the render key', () => {
  test('does not depend on the order of keys', async () => {
    const turned = Object.fromEntries(Object.entries(sampleDocument).reverse()) as unknown as typeof sampleDocument
    expect(await renderKey(turned, { a: '1', b: '2' }, {}, { height: 540, kind: 'preview' })).toBe(
      await renderKey(sampleDocument, { b: '2', a: '1' }, {}, { kind: 'preview', height: 540 }),
    )
    expect(await documentHash(turned)).toBe(await documentHash(sampleDocument))
  })

  test('differs with the values, the output and the engine', async () => {
    const keys = await Promise.all([
      renderKey(sampleDocument, {}, {}, {}),
      renderKey(sampleDocument, { title: 'x' }, {}, {}),
      renderKey(sampleDocument, {}, { layers: { title: { 'ks.o': 9 } } }, {}),
      renderKey(sampleDocument, {}, {}, { height: 540 }),
      renderKey(sampleDocument, {}, {}, {}, 'another'),
    ])
    expect(new Set(keys).size).toBe(5)
    expect(keys[0]).toMatch(/^[0-9a-f]{64}$/)
  })

  test('is made of JSON that reads back equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        expect(JSON.parse(canonicalJson(json))).toEqual(JSON.parse(JSON.stringify(json)))
      }),
    )
  })
})
