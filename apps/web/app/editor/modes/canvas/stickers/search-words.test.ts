// Stickers and shapes are found in the language of the page, and in English.
import { msg } from '@lingui/core/macro'
import { afterEach, expect, it } from 'vitest'
import { createI18n, provideI18n } from '../../../../language/i18n.ts'
import { shapes } from '../tools/shape-list.ts'
import { hasWords } from './search-words.ts'
import { findStickers } from './sticker-list.ts'

const english = createI18n('en', {})
afterEach(() => provideI18n(() => english))

it('finds words of either language, also mixed', () => {
  const heart = shapes.find(({ id }) => id === 'heart')
  if (!heart) throw new Error('There is nothing to look for')
  const german = createI18n('de', { [msg`Two rings`.id]: 'Zwei Ringe', [heart.name.id]: 'Herz' })
  provideI18n(() => german)
  for (const search of ['herz', 'Heart', 'HERZ heart', '']) expect(hasWords([heart.name], search), search).toBe(true)
  expect(hasWords([heart.name], 'herz stern')).toBe(false)
  const names = (search: string) => findStickers(search).flatMap(({ stickers }) => stickers.map(({ name }) => name))
  expect(names('ringe')).toEqual(['Zwei Ringe'])
  expect(names('two rings engagement')).toEqual(['Zwei Ringe'])
})
