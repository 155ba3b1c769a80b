import type { Layer, TemplateDocument } from '@vitrine/composition/document'
import { applyOperations } from '@vitrine/composition/operation'
import { expect, test } from 'vitest'
import { type LayerEntry, listLayers } from './layer-entry.ts'

const text = (id: string): Layer => ({
  id,
  type: 'text',
  in: 0,
  out: 1,
  text: id,
  font: 'Inter',
  size: 20,
  box: [0, 0, 90, 24],
})
const document: TemplateDocument = {
  tdoc: 1,
  id: 'd',
  name: 'D',
  canvas: { width: 400, height: 300, fps: 30, duration: 1 },
  fields: [],
  fonts: [{ family: 'Inter', src: 'sha256:inter', license: 'OFL-1.1' }],
  assets: {},
  layers: [
    ...Array.from({ length: 80 }, (_, n) => text(`own-${n}`)),
    { id: 'group', type: 'group', in: 0, out: 1, layers: [text('inside'), text('other')] },
  ],
}
const byId = (entries: readonly LayerEntry[]) => {
  const flat = (some: readonly LayerEntry[]): LayerEntry[] => some.flatMap((entry) => [entry, ...flat(entry.layers)])
  return new Map(flat(entries).map((entry) => [entry.id, entry]))
}

test('typing into one of many layers leaves the entries of all others as they were', () => {
  const before = byId(listLayers(document))
  const changed = applyOperations(document, [{ op: 'set', layer: 'own-5', property: 'text', value: 'Hello' }])
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
  expect(changedIn(applyOperations(document, [set]))).toEqual(['group', 'inside'])
  const locked = document.layers.map((layer): Layer => (layer.id === 'group' ? { ...layer, locks: ['move'] } : layer))
  expect(changedIn({ ...document, layers: locked })).toEqual(['group', 'inside', 'other'])
})
