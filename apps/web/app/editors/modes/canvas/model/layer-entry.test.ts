import type { TemplateDocument } from '@vitrine/composition/document'
import type { Layer } from '@vitrine/composition/layer'
import { applyOperations } from '@vitrine/composition/operation'
import { expect, test } from 'vitest'
import { documentWith, textLayer } from '../../../core/project/document-fixture.ts'
import { type LayerEntry, listLayers } from './layer-entry.ts'

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
