import type { TemplateDocument } from '@vitrine/document/document'
import { changeFields } from '@vitrine/project/template-field'
import { describe, expect, test } from 'vitest'
import {
  addField,
  beginFieldDraft,
  findFieldProblem,
  isDraftChanged,
  listOpenPlaces,
  listShownPlaces,
  moveField,
  placeGroups,
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
    { id: 'tone', type: 'color', label: 'Tone', default: '#204060', order: 3 },
    { id: 'on', type: 'toggle', label: 'Ribbon on', default: true, order: 4 },
  ],
  fonts: [],
  assets: {},
  layers: [
    { ...words, id: 'a', text: { $field: 'first' } },
    { ...words, id: 'b', text: { $field: 'second' } },
    { ...words, id: 'c', name: 'Motto', text: 'Follow' },
    { ...words, id: 'd', text: 'Follow' },
    { ...words, id: 'e', text: 'Light  the\nway' },
    { id: 'ribbon', name: 'Ribbon', type: 'solid', in: 0, out: 10, color: '#b4143c', visible: { $field: 'on' } },
    { id: 'edge', type: 'solid', in: 0, out: 10, color: { $field: 'tone', shade: -0.5 } },
    { id: 'lamp', name: 'Lamp', type: 'solid', in: 0, out: 10, color: '#B4143C' },
  ],
} satisfies TemplateDocument

const begun = beginFieldDraft(version)
const idsOf = ({ fields }: ReturnType<typeof beginFieldDraft>) => fields.map(({ id }) => id)
const motto = () => {
  const place = listOpenPlaces(version).find(({ kind }) => kind === 'text')
  if (!place) throw new Error('there is no place for words')
  return place
}
/** The version as it will be. */
const documentOf = (draft: typeof begun) => {
  const { document, fault } = changeFields(version, draft)
  if (!document) throw new Error(fault)
  return document
}

describe('the fields on the page', () => {
  test('begin as customers see them, and report unsaved changes', () => {
    expect(idsOf(begun)).toEqual(['first', 'second', 'tone', 'on'])
    expect(isDraftChanged(begun, version)).toBe(false)
    expect(isDraftChanged(reviseField(begun, 'first', { label: 'Name' }), version)).toBe(true)
    expect(isDraftChanged(removeField(begun, 'first'), version)).toBe(true)
    expect(isDraftChanged(moveField(begun, 'first', 1), version)).toBe(true)
    expect(isDraftChanged(moveField(begun, 'first', -1), version)).toBe(false)
  })

  test('are restored at their position, replacing what took their layer meanwhile', () => {
    const gone = removeField(begun, 'first')
    const place = listOpenPlaces(documentOf(gone)).find(({ shows }) => shows === 'One')
    if (!place) throw new Error('its words are no place')
    const taken = addField(gone, place, version)
    expect(idsOf(taken)).toEqual(['second', 'tone', 'on', 'One'])
    expect(restoreField(taken, 'first', version)).toEqual(begun)
  })

  test.each([
    ['tone', 'color', '#102030'],
    ['on', 'toggle', 'ribbon'],
  ])('come back in place of another that took what they decided: %s', (id, kind, shows) => {
    const gone = removeField(begun, id)
    const place = listOpenPlaces(documentOf(gone)).find((open) => open.kind === kind && open.shows === shows)
    if (!place) throw new Error(`${shows} is no place`)
    const taken = addField(gone, place, version)
    expect(taken.fields).toHaveLength(4)
    expect(documentOf(taken).fields.map(({ label }) => label)).not.toContain(id)
    expect(restoreField(taken, id, version)).toEqual(begun)
    // What others took stays.
    expect(restoreField(addField(taken, motto(), version), id, version).fields.at(-1)?.label).toBe('Motto')
  })

  test('that were added and not saved are removed without a trace', () => {
    const added = addField(begun, motto(), version)
    expect(removeField(added, 'Motto')).toEqual(begun)
  })
})

describe('what could be a field', () => {
  const places = listOpenPlaces(version)
  const added = places.reduce((draft, place) => addField(draft, place, version), begun)

  test('is listed once for all layers that show the same, and called by its layer, or by its words', () => {
    const words = places.filter(({ kind }) => kind === 'text')
    expect(words.map(({ shows, layers }) => [shows, layers])).toEqual([
      ['Follow', ['c', 'd']],
      ['Light  the\nway', ['e']],
    ])
    const both = words.reduce((draft, place) => addField(draft, place, version), begun)
    expect(both.fields.slice(4)).toEqual([
      { id: 'Motto', layers: ['c', 'd'], label: 'Motto' },
      { id: 'Light-the-way', layers: ['e'], label: 'Light the way' },
    ])
    expect(documentOf(both).layers.slice(2, 5)).toMatchObject([
      { text: { $field: 'Motto' } },
      { text: { $field: 'Motto' } },
      { text: { $field: 'Light-the-way' } },
    ])
  })

  test('is each colour, and each layer that can be left out', () => {
    expect(places.filter(({ kind }) => kind === 'color').map(({ shows, layers }) => [shows, layers])).toEqual([
      ['#b4143c', ['ribbon', 'lamp']],
    ])
    expect(places.filter(({ kind }) => kind === 'toggle').map(({ shows }) => shows)).toEqual([
      ...['a', 'b', 'c', 'd', 'e', 'edge', 'lamp'],
    ])
    expect(added.fields).toContainEqual({
      id: 'Colour',
      layers: ['ribbon', 'lamp'],
      label: 'Colour',
      color: '#b4143c',
    })
    expect(added.fields).toContainEqual({ id: 'Show-Lamp', layers: ['lamp'], label: 'Show Lamp', isSwitch: true })
    expect(documentOf(added).layers.at(-1)).toMatchObject({
      color: { $field: 'Colour' },
      visible: { $field: 'Show-Lamp' },
    })
  })

  test('applies to all layers with the same content; layers left out are a place of their own', () => {
    const ribbon = added.fields.find(({ color }) => color === '#b4143c')
    if (!ribbon) throw new Error('there is no new colour')
    const names = (draft: typeof added, id = ribbon.id) =>
      listShownPlaces(draft.fields.find((field) => field.id === id) ?? { id }, draft, version).map(({ name }) => name)
    expect(names(added)).toEqual(['Ribbon', 'Lamp'])
    const fewer = reviseField(added, ribbon.id, { layers: ['lamp'] })
    expect(names(fewer)).toEqual(['Ribbon', 'Lamp'])
    expect(listOpenPlaces(documentOf(fewer))).toMatchObject([{ kind: 'color', shows: '#b4143c', layers: ['ribbon'] }])
    expect(names(added, 'Motto')).toEqual(['Motto', 'd'])
    expect(names(added, 'Show-Lamp')).toEqual(['Lamp'])
    // What the version has already is not bound anew.
    expect(names(added, 'first')).toEqual([])
  })

  test('is empty when everything is a field', () => {
    expect(listOpenPlaces(documentOf(added))).toEqual([])
    expect(placeGroups.flatMap(({ kinds }) => kinds).toSorted()).toEqual(['audio', 'color', 'media', 'text', 'toggle'])
  })

  test('must have a label', () => {
    const [field] = version.fields
    if (!field) throw new Error('there is no field')
    expect(findFieldProblem(field)).toBeUndefined()
    expect(findFieldProblem({ ...field, label: ' ' })).toBe('Please give it a label')
  })
})
