import type { Layer } from '@vitrine/document/layer'
import { expect, test } from 'vitest'
import { uniformLuma } from './layer.ts'

const span = { id: 'a', in: 0, out: 10 } as const
const shape = (items: readonly object[]) =>
  ({ ...span, type: 'shape', shapes: [{ ty: 'gr', it: items }] }) as unknown as Layer
const box = { ty: 'rc', s: [10, 10] }

test.each<[string, Layer, number | undefined]>([
  ['a white solid', { ...span, type: 'solid', color: '#FFFFFF' }, 1],
  ['a grey solid', { ...span, type: 'solid', color: '#333333' }, 0.2],
  ['a half clear solid', { ...span, type: 'solid', color: '#00ff0080' }, 0.7152],
  ['a solid whose colour customers choose', { ...span, type: 'solid', color: { $field: 'main' } }, undefined],
  ['a solid with effects', { ...span, type: 'solid', color: '#fff', effects: [{ type: 'invert' }] }, undefined],
  ['a white shape', shape([box, { ty: 'fl', c: '#ffffff' }, { ty: 'st', c: '#fff', w: 2 }]), 1],
  ['a shape with a gradient', shape([box, { ty: 'gf', t: 1, s: [0, 0], e: [1, 1] }]), undefined],
  ['a shape whose fill blends', shape([box, { ty: 'fl', c: '#ffffff', bm: 'multiply' }]), undefined],
  ['a picture', { ...span, type: 'image', asset: 'sha256:photo' }, undefined],
  ['a group of white', { ...span, type: 'group', layers: [{ ...span, type: 'solid', color: '#fff' }] }, 1],
  [
    'a group of white and black',
    { ...span, type: 'group', layers: ['#fff', '#000'].map((color) => ({ ...span, type: 'solid', color })) },
    undefined,
  ],
])('%s: %s', (_name, layer, expected) => {
  expect(uniformLuma(layer)).toEqual(expected === undefined ? undefined : expect.closeTo(expected, 4))
})
