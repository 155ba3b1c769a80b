import type { Difference } from '@vitrine/project/difference'
import { expect, test } from 'vitest'
import { documentWith, textLayer } from '../../../testing/document.ts'
import type { EditorModel } from '../model/editor-model.ts'
import { isTouched, layerTextNotices, nameOfText } from './layer-check.ts'

const layer = textLayer('designed')
const document = documentWith([layer, textLayer('other')])
const modelWith = (difference: Difference) =>
  ({ document, store: { getContent: () => ({ values: {}, difference, aspect: null }) } }) as unknown as EditorModel

test('checks only texts that the customer has added or changed', () => {
  const changed = modelWith({
    layers: { other: { text: 'Hi' } },
    added: [{ ...layer, id: 'own-1' }],
    order: { '': ['own-1'] },
  })
  expect(['designed', 'other', 'own-1'].filter((id) => isTouched(changed, id))).toEqual(['other', 'own-1'])
  expect(isTouched(modelWith({}), 'designed')).toBe(false)
})

test('a character without a font blocks the export; a long or clipped text is a warning', () => {
  const own = { ...layer, id: 'own-1' }
  const notices = (more: object) =>
    layerTextNotices({ layer: own, fits: true, missing: [], isOutside: false, ...more }).map(({ tone, blocks }) => [
      tone,
      blocks ?? false,
    ])
  expect(notices({})).toEqual([])
  expect(notices({ missing: ['漢'] })).toEqual([['bad', true]])
  expect(notices({ fits: false, isOutside: true })).toEqual([
    ['warn', false],
    ['warn', false],
  ])
  expect(notices({ layer, isOutside: true })).toEqual([])
})

test('decorated letters that no font has come with plain ones', () => {
  const plain = (text: string, missing: string[]) =>
    layerTextNotices({ layer: { ...layer, text }, fits: true, missing, isOutside: false }).map((notice) => notice.plain)
  expect(plain('𝓡𝓪𝓱𝓾𝓵 & 漢', ['𝓡', '𝓪'])).toEqual(['Rahul & 漢'])
  expect(plain('𝓡𝓪𝓱𝓾𝓵 & 漢', ['漢'])).toEqual([undefined])
  expect(plain('𐎠', ['𐎠'])).toEqual([undefined])
})

test('a text is called by its name, else by its first words', () => {
  expect(nameOfText({ name: 'Title', text: 'Hello' })).toBe('Title')
  expect(nameOfText({ text: 'Hello  dear\nfriends of the house' })).toBe('Hello dear friends of th…')
})
