import type { TemplateDocument } from '@vitrine/composition/document'
import { changeFields } from '@vitrine/composition/template-field'
import { describe, expect, test } from 'vitest'
import {
  addField,
  beginFieldDraft,
  findFieldProblem,
  isDraftChanged,
  listOpenPlaces,
  moveField,
  removeField,
  restoreField,
  reviseField,
} from './field-draft.ts'

const words = { type: 'text', in: 0, out: 10, box: [0, 0, 90, 30], font: 'Inter', size: 20 } as const
const version = {
  tdoc: 1,
  id: 'lamps',
  name: 'Lamps',
  canvas: { width: 100, height: 100, fps: 25, duration: 10 },
  fields: [
    { id: 'second', type: 'text', label: 'Second', default: 'Two', order: 2 },
    { id: 'first', type: 'text', label: 'First', default: 'One', order: 1 },
  ],
  fonts: [],
  assets: {},
  layers: [
    { ...words, id: 'a', text: { $field: 'first' } },
    { ...words, id: 'b', text: { $field: 'second' } },
    { ...words, id: 'c', name: 'Motto', text: 'Follow' },
    { ...words, id: 'd', text: 'Follow' },
    { ...words, id: 'e', text: 'Light  the\nway' },
  ],
} satisfies TemplateDocument

const begun = beginFieldDraft(version)
const idsOf = ({ fields }: ReturnType<typeof beginFieldDraft>) => fields.map(({ id }) => id)
/** The version as it will be. */
const documentOf = (draft: typeof begun) => {
  const { document, fault } = changeFields(version, draft)
  if (!document) throw new Error(fault)
  return document
}

describe('the fields on the page', () => {
  test('begin as customers see them, and know whether anything is to be saved', () => {
    expect(idsOf(begun)).toEqual(['first', 'second'])
    expect(isDraftChanged(begun, version)).toBe(false)
    expect(isDraftChanged(reviseField(begun, 'first', { label: 'Name' }), version)).toBe(true)
    expect(isDraftChanged(removeField(begun, 'first'), version)).toBe(true)
    expect(isDraftChanged(moveField(begun, 'first', 1), version)).toBe(true)
    expect(isDraftChanged(moveField(begun, 'first', -1), version)).toBe(false)
  })

  test('come back where they were, in place of what took their layer meanwhile', () => {
    const gone = removeField(begun, 'first')
    const place = listOpenPlaces(documentOf(gone)).find(({ shows }) => shows === 'One')
    if (!place) throw new Error('its words are no place')
    const taken = addField(gone, place, version)
    expect(idsOf(taken)).toEqual(['second', 'One'])
    expect(restoreField(taken, 'first', version)).toEqual(begun)
  })

  test('that were added a moment ago go without a trace', () => {
    const [place] = listOpenPlaces(version)
    if (!place) throw new Error('there is no place')
    const added = addField(begun, place, version)
    expect(removeField(added, 'Motto')).toEqual(begun)
  })
})

describe('what could be a field', () => {
  test('is listed once for all layers that show the same, and called by its layer, or by its words', () => {
    const places = listOpenPlaces(version)
    expect(places.map(({ shows, layers }) => [shows, layers])).toEqual([
      ['Follow', ['c', 'd']],
      ['Light  the\nway', ['e']],
    ])
    const both = places.reduce((draft, place) => addField(draft, place, version), begun)
    expect(both.fields.slice(2)).toEqual([
      { id: 'Motto', layers: ['c', 'd'], label: 'Motto' },
      { id: 'Light-the-way', layers: ['e'], label: 'Light the way' },
    ])
    expect(documentOf(both).layers.slice(2)).toMatchObject([
      { text: { $field: 'Motto' } },
      { text: { $field: 'Motto' } },
      { text: { $field: 'Light-the-way' } },
    ])
  })

  test('must have a label', () => {
    const [field] = version.fields
    if (!field) throw new Error('there is no field')
    expect(findFieldProblem(field)).toBeUndefined()
    expect(findFieldProblem({ ...field, label: ' ' })).toBe('Please give it a label')
  })
})
