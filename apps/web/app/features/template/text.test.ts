// Sentences: how long things last, what a template lets a customer change, what could not be loaded.
import { expect, it } from 'vitest'
import { roughlyText } from '../../api/status-text.ts'
import { kindOrder, templateKinds } from '../../api/template-kind.ts'
import { clockText } from '../../language/format.ts'
import { detailFailure } from './detail-data.ts'
import { editableText } from './detail-text.tsx'

it('formats durations like a clock', () => {
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
  const none = {
    text: 0,
    photo: 0,
    video: 0,
    photoOrVideo: 0,
    color: 0,
    audio: 0,
    choice: 0,
    toggle: 0,
    slider: 0,
    point: 0,
  }
  expect(editableText({ ...none, photo: 2, text: 3, color: 1 })).toBe('2 photos, 3 texts and 1 colour')
  expect(editableText({ ...none, photoOrVideo: 1, choice: 2, toggle: 1 })).toBe(
    '1 photo or video, 2 choices and 1 switch',
  )
  expect(editableText({ ...none, slider: 2, point: 1 })).toBe('2 sliders and 1 position')
  expect(editableText({ ...none, text: 1 })).toBe('1 text')
  expect(editableText(none)).toBe('Nothing; it’s ready to download')
})

it('names in the words of the specification what a list or a page could not load', () => {
  const failures = kindOrder.map((kind) => [
    templateKinds[kind].listFailed,
    ...[404, 503, 504].map((status) => detailFailure(kind, status)),
  ])
  const details = 'Failed to load template details'
  expect(failures).toEqual([
    ['Failed to load templates', 'Template not found', details, 'Failed to load template data'],
    ['Failed to load image templates', 'Image template not found', details, 'Failed to load image template data'],
    [
      'Failed to load direct sell templates',
      'Direct sell template not found',
      details,
      'Failed to load direct sell template data',
    ],
  ])
})
