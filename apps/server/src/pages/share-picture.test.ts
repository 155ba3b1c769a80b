import { expect, it } from 'vitest'
import { breakHeadline } from './share-picture.ts'

it.each([
  ['Your photos, your words, a video by tonight.', ['Your photos,', 'your words,', 'a video by tonight.']],
  ['Lamps', ['Lamps']],
  ['आपकी तस्वीरें, आपके शब्द।', ['आपकी तस्वीरें,', 'आपके शब्द।']],
  ['Invitations that move for every wedding in town', ['Invitations that', 'move for every', 'wedding in town']],
  ['One, two, three, four', ['One, two,', 'three,', 'four']],
])('the headline “%s” is broken as it is read', (headline, lines) => {
  expect(breakHeadline(headline)).toEqual(lines)
})

it('a headline of any length has three lines at most, and keeps its words', () => {
  for (const length of [1, 2, 5, 12, 30]) {
    const headline = Array.from({ length }, (_, n) => 'word'.repeat((n % 4) + 1)).join(' ')
    expect(breakHeadline(headline).length).toBeLessThanOrEqual(3)
    expect(breakHeadline(headline).join(' ')).toBe(headline)
  }
})
