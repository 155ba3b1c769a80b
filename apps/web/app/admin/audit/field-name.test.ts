import { settingsSections } from '@vitrine/contract/settings'
import { expect, it } from 'vitest'
import { fieldName } from './field-name.ts'

it('writes a key as words, whether it is known or not', () => {
  expect(['grievanceOfficer', 'returnedPaise', 'asked', 'credits'].map(fieldName)).toEqual([
    'grievance officer',
    'returned',
    'amount',
    'credits',
  ])
  expect(['newAmountPaise', 'somethingNew', 'maxOf3Days'].map(fieldName)).toEqual([
    'new amount',
    'something new',
    'max of 3 days',
  ])
})

it('names each setting in English by the words of its key', () => {
  const keys = Object.values(settingsSections).flatMap(({ shape }) => Object.keys(shape))
  expect(keys).toContain('listPaisePer1000Credits')
  // Of languages, the keys alone would not say what was offered or added; basis points are shown as per cent.
  const names: Record<string, string> = {
    offered: 'offeredlanguages',
    added: 'addedlanguages',
    flatRateBp: 'flatrate',
  }
  const expected = keys.map((key) => names[key] ?? key.toLowerCase())
  expect(keys.map((key) => fieldName(key).replaceAll(' ', '').toLowerCase())).toEqual(expected)
})
