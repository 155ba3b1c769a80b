import type { Template } from '@vitrine/contract/catalogue'
import { expect, test } from 'vitest'
import { fullestColumns, matchOccasions } from './occasions.tsx'

const template = (thumbnail: string, ...templateSection: string[]) =>
  ({
    thumbnail,
    templateSection,
    width: 16,
    height: 9,
    dominantColor: '#222222',
    templateName: 'not in the page',
  }) as Template

const shown = (sections: readonly string[], templates: readonly Template[]) =>
  matchOccasions(sections, templates).map(({ section, picture }) => [section, picture?.thumbnail])

test('an occasion shows the first template that belongs to it', () => {
  expect(
    shown(['Eid', 'Weddings'], [template('a', 'Weddings'), template('b', 'Weddings'), template('c', 'Eid')]),
  ).toEqual([
    ['Eid', 'c'],
    ['Weddings', 'a'],
  ])
})

test('no template represents two occasions while another would fit', () => {
  const templates = [template('a', 'Festivals', 'Greetings'), template('b', 'Festivals')]
  expect(shown(['Festivals', 'Greetings'], templates)).toEqual([
    ['Festivals', 'b'],
    ['Greetings', 'a'],
  ])
  expect(shown(['Festivals', 'Greetings'], templates.slice(0, 1))).toEqual([
    ['Festivals', 'a'],
    ['Greetings', 'a'],
  ])
})

test('an occasion without a template among those at hand has no picture, and carries nothing that is not drawn', () => {
  expect(matchOccasions(['Gyms', 'Eid'], [template('a', 'Eid')])).toEqual([
    { section: 'Gyms', picture: undefined },
    { section: 'Eid', picture: { thumbnail: 'a', width: 16, height: 9, dominantColor: '#222222' } },
  ])
})

test('the last row of tiles is as full as the window allows', () => {
  expect(fullestColumns(11, [5, 4, 6])).toBe(4)
  expect(fullestColumns(10, [5, 4, 6])).toBe(5)
  expect(fullestColumns(12, [5, 4, 6])).toBe(4)
  expect(fullestColumns(3, [3, 2])).toBe(3)
})
