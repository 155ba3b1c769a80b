// What an owner typed about a template, beside what the server has and what somebody else does to it meanwhile.
import { expect, test } from 'vitest'
import { changesOf, findProblems, type Listing, rebase } from './listing.ts'

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

test('only what differs is a change, and a blank at an end is none', () => {
  expect(changesOf(saved, saved)).toEqual({})
  expect(
    changesOf(
      { ...saved, templateName: 'Lanterns ', license: { name: ' Standard', summary: 'Private use.\n' } },
      saved,
    ),
  ).toEqual({})
  expect(changesOf({ ...saved, templateName: 'Lanterns at night ', templatePrice: 120 }, saved)).toEqual({
    templateName: 'Lanterns at night ',
    templatePrice: 120,
  })
})

test('merges concurrent changes with the typed ones, and does not count them as unsaved', () => {
  const typed = { ...saved, templateDescription: 'Two lanterns walk.' }
  const theirs = { ...saved, templatePrice: 150, templateSection: ['Diwali', 'New'] }
  const after = rebase(typed, saved, theirs)
  expect(after).toEqual({ ...theirs, templateDescription: 'Two lanterns walk.' })
  expect(changesOf(after, theirs)).toEqual({ templateDescription: 'Two lanterns walk.' })
  // Nothing was typed: everything is as they have it.
  expect(changesOf(rebase(saved, saved, theirs), theirs)).toEqual({})
  // The same thing was changed by both: what stands under the owner's hands stays.
  expect(rebase({ ...saved, templatePrice: 90 }, saved, theirs).templatePrice).toBe(90)
})

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
  expect(Object.keys(findProblems({ ...saved, license: { name: 'Standard', summary: '' } }))).toEqual(['license'])
})
