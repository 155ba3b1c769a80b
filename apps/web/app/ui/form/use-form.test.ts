// What an owner typed about a template, beside what the server has and what somebody else does to it meanwhile.
import { expect, test } from 'vitest'
import { findChanges, rebase } from './use-form.ts'

const saved = {
  templateName: 'Lanterns',
  templateDescription: 'Two of them.',
  templateCategory: ['Festival'],
  templateSection: ['Diwali'],
  templateCompatibility: [] as string[],
  templatePrice: 100,
  templatePriceIND: 80,
  freePeriod: null,
  license: { name: 'Standard', summary: 'Private use.' },
  kind: 'video',
}

test('only what differs is a change, and a blank at an end is none', () => {
  expect(findChanges(saved, saved)).toEqual({})
  expect(
    findChanges(
      { ...saved, templateName: 'Lanterns ', license: { name: ' Standard', summary: 'Private use.\n' } },
      saved,
    ),
  ).toEqual({})
  expect(findChanges({ ...saved, templateName: 'Lanterns at night ', templatePrice: 120 }, saved)).toEqual({
    templateName: 'Lanterns at night ',
    templatePrice: 120,
  })
})

test('merges concurrent changes with the typed ones, and does not count them as unsaved', () => {
  const typed = { ...saved, templateDescription: 'Two lanterns walk.' }
  const theirs = { ...saved, templatePrice: 150, templateSection: ['Diwali', 'New'] }
  const after = rebase(typed, saved, theirs)
  expect(after).toEqual({ ...theirs, templateDescription: 'Two lanterns walk.' })
  expect(findChanges(after, theirs)).toEqual({ templateDescription: 'Two lanterns walk.' })
  // Nothing was typed: everything is as they have it.
  expect(findChanges(rebase(saved, saved, theirs), theirs)).toEqual({})
  // The same thing was changed by both: what stands under the owner's hands stays.
  expect(rebase({ ...saved, templatePrice: 90 }, saved, theirs).templatePrice).toBe(90)
  // A blank that the server takes away stays while the next word is typed.
  expect(
    rebase({ ...saved, templateName: 'Lanterns at ' }, saved, { ...saved, templateName: 'Lanterns at' }).templateName,
  ).toBe('Lanterns at ')
})
