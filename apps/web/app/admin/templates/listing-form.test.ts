// What keeps a listing from being saved.
import { expect, test } from 'vitest'
import { findProblems, type Listing } from './listing-form.tsx'

const saved: Listing = {
  templateName: 'Lanterns',
  templateDescription: 'Two of them.',
  templateCategory: ['Festival'],
  templateSection: ['Diwali'],
  templateCompatibility: [],
  templatePrice: 100,
  templatePriceIND: 80,
  freePeriod: null,
  license: { name: 'Standard', summary: 'Private use.' },
  kind: 'video',
}

test('a listing without a name, with half a credit or without a licence is not saved', () => {
  expect(findProblems(saved)).toEqual({})
  expect(Object.keys(findProblems({ ...saved, templateName: '  ' }))).toEqual(['templateName'])
  for (const price of [0.5, -1, Number.NaN, 1_000_001])
    expect(Object.keys(findProblems({ ...saved, templatePrice: price }))).toEqual(['templatePrice'])
  const free = (from: string, until: string) => Object.keys(findProblems({ ...saved, freePeriod: { from, until } }))
  expect(free('2026-11-23', '2026-11-23')).toEqual([])
  expect(free('', '2026-11-29')).toEqual(['freePeriod'])
  expect(free('2026-11-23', '')).toEqual(['freePeriod'])
  expect(free('2026-11-24', '2026-11-23')).toEqual(['freePeriod'])
  expect(Object.keys(findProblems({ ...saved, license: { name: 'Standard', summary: '' } }))).toEqual([
    'license.summary',
  ])
})
