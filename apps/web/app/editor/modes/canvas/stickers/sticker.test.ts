// Every sticker and shape is something that the document allows, and can be found.

import { msg } from '@lingui/core/macro'
import { checkEdits } from '@vitrine/project/edit'
import { afterEach, describe, expect, it } from 'vitest'
import { documentWith } from '../../../../../testing/document.ts'
import { createI18n, i18n, provideI18n } from '../../../../language/i18n.ts'
import { shapes } from '../tools/shape-list.ts'
import { createStickerLayer, matchesSearch } from './sticker.ts'
import { findStickers } from './sticker-list.ts'

const document = documentWith([], { canvas: { width: 400, height: 300, fps: 30, duration: 10 }, fonts: [] })
const time = { in: 0, out: 10 }
const all = findStickers('').flatMap(({ stickers }) => stickers)

describe('stickers', () => {
  it('are many, each with a name and id of its own', () => {
    expect(all.length).toBeGreaterThanOrEqual(118)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  })

  it.each(all.map((sticker) => [sticker.name, sticker] as const))('%s can be added', (_name, sticker) => {
    const layer = createStickerLayer(sticker, { id: 'own-s', size: 120, x: 200, y: 150, time })
    expect(checkEdits(document, [{ op: 'add-sticker', layer }])).toEqual([])
    expect(JSON.stringify(layer).length).toBeLessThan(12_000)
  })

  it('are found by name, words and theme, all words at once', () => {
    const names = (search: string) => findStickers(search).flatMap(({ stickers }) => stickers.map(({ name }) => name))
    expect(names('diwali lamp')).toContain('Diya')
    expect(names('FLOWER')).toEqual(expect.arrayContaining(['Rose', 'Lotus', 'Marigold']))
    expect(names('birthday').length).toBeGreaterThan(6)
    for (const [search, name] of [
      ['ganesh', 'Ganesha'],
      ['गणेश', 'Ganesha'],
      ['kalash', 'Puja kalash'],
      ['swastik', 'Swastik'],
      ['haldi', 'Haldi bowl'],
      ['हल्दी', 'Haldi bowl'],
      ['whatsapp', 'Chat and call'],
      ['phone', 'Mobile phone'],
      ['call', 'Call'],
      ['कॉल', 'Call'],
      ['map', 'Location pin'],
      ['नक्शा', 'Map'],
      ['frame', 'Round frame'],
      ['फ्रेम', 'Palace arch'],
      ['price tag', 'Rupee price tag'],
      ['masjid', 'Mosque'],
      ['church', 'Church'],
      ['khanda', 'Khanda'],
    ] as const)
      expect(names(search), search).toContain(name)
    expect(names('submarine')).toEqual([])
    expect(names('')).toHaveLength(all.length)
  })
})

describe('shapes', () => {
  it.each(shapes.map((shape) => [i18n._(shape.name), shape] as const))('%s can be added', (_name, shape) => {
    const layer = { id: 'own-s', type: 'shape', ...time, shapes: shape.build(120, '#ff0000') }
    expect(checkEdits(document, [{ op: 'add-shape', layer }])).toEqual([])
  })
})

// Stickers and shapes are found in the language of the page, and in English.

const english = createI18n('en', {})
afterEach(() => provideI18n(() => english))

it('finds words of either language, also mixed', () => {
  const heart = shapes.find(({ id }) => id === 'heart')
  if (!heart) throw new Error('There is nothing to look for')
  const german = createI18n('de', { [msg`Two rings`.id]: 'Zwei Ringe', [heart.name.id]: 'Herz' })
  provideI18n(() => german)
  for (const search of ['herz', 'Heart', 'HERZ heart', ''])
    expect(matchesSearch([heart.name], search), search).toBe(true)
  expect(matchesSearch([heart.name], 'herz stern')).toBe(false)
  const names = (search: string) => findStickers(search).flatMap(({ stickers }) => stickers.map(({ name }) => name))
  expect(names('ringe')).toEqual(['Zwei Ringe'])
  expect(names('two rings engagement')).toEqual(['Zwei Ringe'])
})
