import { expect, test } from 'vitest'
import type { Layer } from '../document/layer.ts'
import { isWhite } from './white.ts'

const span = { id: 'a', in: 0, out: 10 } as const
const shape = (items: readonly object[]) =>
  ({ ...span, type: 'shape', shapes: [{ ty: 'gr', it: items }] }) as unknown as Layer
const box = { ty: 'rc', s: [10, 10] }

test.each<[string, Layer, boolean]>([
  ['a white solid', { ...span, type: 'solid', color: '#FFFFFF' }, true],
  ['a grey solid', { ...span, type: 'solid', color: '#eeeeee' }, false],
  ['a half clear solid', { ...span, type: 'solid', color: '#ffffff80' }, false],
  ['a solid whose colour customers choose', { ...span, type: 'solid', color: { $field: 'main' } }, false],
  ['a solid with effects', { ...span, type: 'solid', color: '#fff', effects: [{ type: 'invert' }] }, false],
  ['a white shape', shape([box, { ty: 'fl', c: '#ffffff' }, { ty: 'st', c: '#fff', w: 2 }]), true],
  ['a shape with a gradient', shape([box, { ty: 'gf', t: 1, s: [0, 0], e: [1, 1] }]), false],
  ['a shape whose fill blends', shape([box, { ty: 'fl', c: '#ffffff', bm: 'multiply' }]), false],
  ['a picture', { ...span, type: 'image', asset: 'sha256:photo' }, false],
  ['a group of white', { ...span, type: 'group', layers: [{ ...span, type: 'solid', color: '#fff' }] }, true],
  [
    'a group of white and black',
    { ...span, type: 'group', layers: [{ ...span, type: 'solid', color: '#000' }] },
    false,
  ],
])('%s: %s', (_name, layer, expected) => {
  expect(isWhite(layer)).toBe(expected)
})
