import type { TemplateDocument } from '@vitrine/document/document'
import type { Layer } from '@vitrine/document/layer'
import { applyEdits } from '@vitrine/project/edit'
import { expect, test } from 'vitest'
import { documentWith, textLayer } from '../../../../../testing/document.ts'
import { getLayerName, type LayerEntry, listLayers } from './layer-entry.ts'

const document = documentWith([
  ...Array.from({ length: 80 }, (_, n) => textLayer(`own-${n}`)),
  { id: 'group', type: 'group', in: 0, out: 1, layers: [textLayer('inside'), textLayer('other')] },
])
const byId = (entries: readonly LayerEntry[]) => {
  const flat = (some: readonly LayerEntry[]): LayerEntry[] => some.flatMap((entry) => [entry, ...flat(entry.layers)])
  return new Map(flat(entries).map((entry) => [entry.id, entry]))
}

test('typing into one of many layers leaves the entries of all others as they were', () => {
  const before = byId(listLayers(document))
  const changed = applyEdits(document, [{ op: 'set', layer: 'own-5', property: 'text', value: 'Hello' }])
  const after = byId(listLayers(changed, before))
  expect([...after.values()].filter((entry) => before.get(entry.id) !== entry).map(({ id }) => id)).toEqual(['own-5'])
  expect(after.get('own-5')?.name).toBe('Hello')
})

test('a group whose layers change, or that is locked, is a new entry, and so is what it holds', () => {
  const before = byId(listLayers(document))
  const changedIn = (next: TemplateDocument) => {
    const after = byId(listLayers(next, before))
    return [...after.values()].filter((entry) => before.get(entry.id) !== entry).map(({ id }) => id)
  }
  const set = { op: 'set', layer: 'inside', property: 'text', value: 'Hi' } as const
  expect(changedIn(applyEdits(document, [set]))).toEqual(['group', 'inside'])
  const locked = document.layers.map((layer): Layer => (layer.id === 'group' ? { ...layer, locks: ['move'] } : layer))
  expect(changedIn({ ...document, layers: locked })).toEqual(['group', 'inside', 'other'])
})

test('layers without a name are named by what they show', () => {
  const shape = (...shapes: unknown[]) => ({ id: 'shape', type: 'shape', in: 0, out: 1, shapes }) as Layer
  const figure = (ty: string) => ({ ty, s: [10, 10] })
  const [fill, stroke] = [
    { ty: 'fl', c: '#fff' },
    { ty: 'st', c: '#fff' },
  ]
  const nameOf = (layer: Layer) => getLayerName(layer, document)
  expect(nameOf(shape(figure('rc'), fill))).toBe('Rectangle')
  expect(nameOf(shape({ ty: 'gr', it: [figure('el'), fill] }))).toBe('Ellipse')
  expect(nameOf(shape(figure('sr'), fill, figure('sr'), fill))).toBe('Star')
  expect(nameOf(shape({ ty: 'sh', d: 'M0 0L9 9' }, stroke))).toBe('Line')
  expect(nameOf(shape({ ty: 'sh', d: 'M0 0L9 9Z' }, fill))).toBe('Shape')
  expect(nameOf(shape(figure('el'), fill, figure('rc'), fill, { ty: 'sh', d: 'M0 0L9 9Z' }, fill))).toBe('Illustration')
  const group: Layer = {
    id: 'group',
    type: 'group',
    in: 0,
    out: 1,
    layers: [shape(figure('rc'), fill), textLayer('words')],
  }
  expect(nameOf(group)).toMatch(/^Group: ./)
  expect(nameOf({ ...group, name: 'Header' })).toBe('Header')
})
