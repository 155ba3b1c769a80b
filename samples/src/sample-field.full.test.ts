// Every colour and every layer of every sample can become a field: the document stays valid, and the unfilled template looks
// unchanged in all of its shapes.

import { validateDocument } from '@vitrine/after-effects/validate'
import { resolveDocument } from '@vitrine/project/resolve'
import { changeFields, listFieldPlaces, newFieldId } from '@vitrine/project/template-field'
import { expect, test } from 'vitest'
import { samples } from '../testing/sample.ts'

const validated = (given: unknown) => {
  const result = validateDocument(given)
  if (!result.ok) throw new Error(JSON.stringify(result.problems.slice(0, 3)))
  return result.document
}

test.each(samples.map((sample) => [sample.id, sample] as const))('%s looks as before', (_id, sample) => {
  const document = validated(sample.document)
  const open = listFieldPlaces(document).filter(({ kind }) => kind === 'color' || kind === 'toggle')
  const places = [...Map.groupBy(open, ({ kind, shows }) => `${kind} ${shows}`).values()]
  const fields: Parameters<typeof changeFields>[1]['fields'][number][] = document.fields.map(({ id }) => ({ id }))
  for (const same of places) {
    const id = newFieldId(
      'Place',
      fields.map((field) => field.id),
    )
    const [first] = same
    const part = first?.kind === 'color' ? { color: first.shows } : { isSwitch: true as const }
    fields.push({ id, label: 'Place', layers: same.map(({ layerId }) => layerId), ...part })
  }
  const changed = changeFields(document, { fields })
  expect(changed.fault).toBeUndefined()
  const bound = validated(changed.document)
  expect(bound.fields).toHaveLength(document.fields.length + places.length)
  for (const aspect of [undefined, ...Object.keys(document.variants ?? {})]) {
    const [before, after] = [document, bound].map((one) => alike(resolveDocument(one, {}, {}, aspect).layers))
    expect(after).toEqual(before)
  }
})

/** Colours in one notation, and without redundant `visible: true`. */
function alike(value: unknown): unknown {
  if (typeof value === 'string' && /^#([0-9a-f]{3,4}){1,2}$/i.test(value)) return longColor(value.toLowerCase())
  if (Array.isArray(value)) return value.map(alike)
  if (typeof value !== 'object' || value === null) return value
  const relevant = Object.entries(value).filter(([name, inner]) => !(name === 'visible' && inner === true))
  return Object.fromEntries(relevant.map(([name, inner]) => [name, alike(inner)]))
}

function longColor(color: string): string {
  const digits = color.length < 6 ? [...color.slice(1)].map((digit) => digit + digit).join('') : color.slice(1)
  return `#${digits.padEnd(8, 'f')}`
}
