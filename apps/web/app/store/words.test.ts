// Sentences made of numbers: how long things last and what a template lets a customer change.
import { expect, it } from 'vitest'
import { clockText, roughlyText } from './duration-text.ts'
import { editableText } from './editable-text.ts'

it('reads lengths like a clock', () => {
  expect([0, 8.4, 59.6, 65].map(clockText)).toEqual(['0:00', '0:08', '1:00', '1:05'])
})

it('rounds what is left the way people say it', () => {
  expect([2, 12, 43, 55, 80, 130].map(roughlyText)).toEqual([
    'about 5 seconds',
    'about 10 seconds',
    'about 45 seconds',
    'about a minute',
    'about a minute',
    'about 2 minutes',
  ])
})

it('lists what can be changed', () => {
  const none = { text: 0, photo: 0, video: 0, color: 0, audio: 0 }
  expect(editableText({ ...none, photo: 2, text: 3, color: 1 })).toBe('2 photos, 3 texts and 1 colour')
  expect(editableText({ ...none, text: 1 })).toBe('1 text')
  expect(editableText(none)).toBe('Nothing; it is ready to download')
})
