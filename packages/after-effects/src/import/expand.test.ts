// Animations inside a document are ordinary layers after reading.

import type { GroupLayer, Layer } from '@vitrine/document/layer'
import { expect, test } from 'vitest'
import { sampleDocument } from '../../../document/testing/sample.ts'
import { validateDocument } from './validate.ts'

const animation = {
  v: '5.7.0',
  fr: 30,
  ip: 0,
  op: 60,
  w: 100,
  h: 100,
  assets: [],
  layers: [
    {
      ty: 4,
      ind: 1,
      nm: 'Dot',
      ip: 0,
      op: 60,
      st: 0,
      ks: {
        o: { a: 0, k: 100 },
        p: { a: 0, k: [50, 50, 0] },
        a: { a: 0, k: [0, 0, 0] },
        s: { a: 0, k: [100, 100, 100] },
      },
      shapes: [
        { ty: 'el', p: { a: 0, k: [0, 0] }, s: { a: 0, k: [40, 40] } },
        { ty: 'fl', c: { a: 0, k: [1, 0, 0, 1] }, o: { a: 0, k: 100 } },
      ],
    },
  ],
}
const sticker = { id: 'sticker', type: 'lottie', in: 0, out: 60, animation, box: [10, 10, 50, 50] }
const read = (layers: readonly object[]) => validateDocument({ ...sampleDocument, layers, variants: {} })

test('a Lottie layer becomes a group under its own id, also inside groups', () => {
  const result = read([sticker, { id: 'g', type: 'group', in: 0, out: 60, layers: [{ ...sticker, id: 'inner' }] }])
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  const typesOf = (layers: readonly Layer[]): string[] =>
    layers.flatMap((layer) => [layer.type, ...(layer.type === 'group' ? typesOf(layer.layers) : [])])
  expect(typesOf(result.document.layers)).not.toContain('lottie')
  expect(typesOf(result.document.layers)).toContain('shape')
  expect(result.document.layers[0]).toMatchObject({ id: 'sticker', type: 'group' })
  expect((result.document.layers[1] as GroupLayer).layers[0]).toMatchObject({ id: 'inner', type: 'group' })
})

test('a slot is filled by the layer, else by the field of its name, else it keeps its own value', () => {
  const [dot] = animation.layers
  const [circle, fill] = dot?.shapes ?? []
  const slotted = {
    ...animation,
    slots: { brand: { p: { a: 0, k: [0, 0, 1, 1] } }, ink: { p: { a: 0, k: [0, 1, 0, 1] } } },
    layers: ['brand', 'ink'].map((sid) => ({
      ...dot,
      shapes: [circle, { ...fill, c: { ...fill?.c, sid } }],
    })),
  }
  const colorsOf = (extra: object) => {
    const result = read([{ ...sticker, animation: slotted, ...extra }])
    if (!result.ok) throw new Error(JSON.stringify(result.problems))
    return [...JSON.stringify(result.document.layers).matchAll(/"ty":"fl","c":("[^"]*"|{[^}]*})/g)].map(
      ([, color]) => color,
    )
  }
  expect(colorsOf({})).toEqual(['{"$field":"brand"}', '"#00ff00"'])
  expect(colorsOf({ slots: { brand: '#ffffff', ink: { $field: 'brand' } } })).toEqual([
    '"#ffffff"',
    '{"$field":"brand"}',
  ])
})

test('what is wrong with one is said with its path', () => {
  const problemsOf = (layer: object) => {
    const result = read([layer])
    return result.ok ? [] : result.problems.map(({ path, code }) => `${path}: ${code}`)
  }
  expect(problemsOf({ ...sticker, animation: 5 })).toEqual(['layers[0].animation: wrong-type'])
  expect(problemsOf({ ...sticker, colour: 5 })).toEqual(['layers[0].colour: unknown-property'])
  expect(problemsOf({ ...sticker, animation: { layers: 7 } })[0]).toMatch(/^layers\[0\]\.animation/)
})
