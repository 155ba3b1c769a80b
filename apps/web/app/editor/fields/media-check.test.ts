import type { MediaField } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import { describe, expect, it } from 'vitest'
import type { FieldPlace } from '../preview/field-place.ts'
import type { KnownAsset } from '../project/asset-library.ts'
import { groupFields } from '../project/assign-files.ts'
import { readHex } from './choice-control.tsx'
import {
  mediaNotices,
  secondsText,
  shownSeconds,
  songLengthNotices,
  usedSeconds,
  videoLengthNotices,
} from './media-check.ts'
import { countGraphemes, textNotices } from './text-control.tsx'

const field: MediaField = { id: 'hero', type: 'media', label: 'Photo', accept: ['image', 'video'], required: true }
const photo = (width: number, height: number): KnownAsset => ({
  assetId: 'u_1',
  kind: 'image',
  width,
  height,
  durationSeconds: undefined,
  fileName: 'photo.jpg',
  url: undefined,
  file: undefined,
})
const frame = { width: 1000, height: 1000 }
const said = (width: number, zoom = 1, rules?: MediaField['rules']) =>
  mediaNotices(
    rules ? { ...field, rules } : field,
    { asset: 'u_1', crop: { x: 0, y: 0, zoom, rotate: 0 } },
    photo(width, width),
    { source: { width, height: width }, frame, fit: 'cover' },
  ).map(({ text }) => text)

describe('a photo before it is paid for', () => {
  it('is reported soft when scaled above its pixels, and blurred when far above', () => {
    expect(said(2000)).toEqual([])
    expect(said(990)).toEqual([])
    // Ordinary photos are not warned of: nobody sees a third less in a moving picture.
    expect(said(750)).toEqual([])
    expect(said(650)).toEqual([expect.stringContaining('may look soft')])
    expect(said(400)).toEqual([expect.stringContaining('will look blurred')])
  })
  it('gets softer as it is zoomed', () => {
    expect(said(2000, 2.5)).toEqual([])
    expect(said(2000, 3.2)).toEqual([expect.stringContaining('may look soft')])
  })
  it('is measured by the designer’s own least size too', () => {
    expect(said(1200, 1, { minWidth: 1500 })).toEqual([expect.stringContaining('may look soft')])
  })
  it('is missing when it is required and not chosen', () => {
    expect(mediaNotices(field, undefined, undefined, undefined)).toEqual([expect.objectContaining({ tone: 'warn' })])
    expect(mediaNotices({ ...field, required: false }, undefined, undefined, undefined)).toEqual([])
  })
})

describe('texts before they are paid for', () => {
  const title = {
    id: 'title',
    type: 'text' as const,
    label: 'Title',
    default: '',
    rules: { maxLength: 5, maxLines: 1 },
  }
  const fitting = { fits: true, share: 1, missing: [], collisions: [] }
  const notes = (text: string, fitting?: Parameters<typeof textNotices>[2]) =>
    textNotices(title, text, fitting).map(({ text: words }) => words)
  it('are counted as people count', () => {
    expect(countGraphemes('नमस्ते')).toBe(3)
    expect(countGraphemes('👨‍👩‍👧 ok')).toBe(4)
  })
  it('are too long by the designer’s rules or by the layout', () => {
    expect(notes('Hello')).toEqual([])
    expect(notes('Hello you')).toEqual([expect.stringContaining('4 over the limit')])
    expect(notes('a\nb')).toEqual([expect.stringContaining('1 line')])
    expect(notes('Hello', { ...fitting, fits: false, share: 0.5, collisions: ['text'] })).toEqual([
      expect.stringContaining('even at the smallest'),
    ])
  })
  it('are reported when they meet what is not their place', () => {
    expect(notes('Hello', { ...fitting, collisions: ['covered', 'text'] })).toEqual([
      'Partly hidden behind another part of the design. Shorten the text.',
      'Runs into another text. Shorten one of them.',
    ])
  })
  it('are reported when they shrink and when no font has them', () => {
    expect(notes('Hello', { ...fitting, share: 0.8 })).toEqual(['Shrinks to fit: 80% of the size.'])
    expect(notes('Hello', { ...fitting, missing: ['漢'] })).toEqual([expect.stringContaining('漢')])
  })
})

describe('the form', () => {
  it('keeps the designer’s order and headings', () => {
    const of = (id: string, group?: string, order?: number) => ({
      ...title(id),
      ...(group && { group }),
      ...(order !== undefined && { order }),
    })
    const title = (id: string) => ({ id, type: 'text' as const, label: id, default: '' })
    const groups = groupFields([of('c', 'Names', 3), of('a', 'Names', 1), of('x', 'Look', 2), of('b', 'Names', 1)])
    expect(groups.map(({ title: heading, fields }) => [heading, ...fields.map(({ id }) => id)])).toEqual([
      ['Names', 'a', 'b', 'c'],
      ['Look', 'x'],
    ])
  })
  it('reads colours as people write them', () => {
    expect(['#ABC', 'aabbcc', ' #A1b2C3 ', '#ab', 'red'].map(readHex)).toEqual([
      '#aabbcc',
      '#aabbcc',
      '#a1b2c3',
      undefined,
      undefined,
    ])
  })
})

const clip: MediaField = { id: 'clip', type: 'media', label: 'Clip', accept: ['video'] }
const saidOfClip = (durationSeconds: number, shown: number, trim?: { startSeconds: number; endSeconds?: number }) =>
  videoLengthNotices(clip, { asset: 'u_1', ...(trim && { trim }) }, { durationSeconds, shown }).map(
    ({ tone, text }) => `${tone}: ${text}`,
  )

describe('a video before it is paid for', () => {
  it('is reported to freeze when it is shorter than its layer', () => {
    expect(saidOfClip(3, 5)).toEqual([expect.stringMatching(/^warn: This video is 2 seconds too short/)])
    expect(saidOfClip(10, 5, { startSeconds: 7 })).toEqual([expect.stringMatching(/2 seconds too short/)])
    expect(saidOfClip(10, 5, { startSeconds: 1, endSeconds: 2 })).toEqual([
      expect.stringMatching(/4 seconds too short/),
    ])
    expect(saidOfClip(4.9, 5)).toEqual([])
  })

  it('is reported to be cut when it is longer', () => {
    expect(saidOfClip(12, 5)).toEqual(['note: The template uses 5 seconds of your 12 seconds. Choose where it starts.'])
    const limited: MediaField = { ...clip, rules: { maxSeconds: 4 } }
    expect(videoLengthNotices(limited, { asset: 'u_1' }, { durationSeconds: 12, shown: undefined })[0]?.text).toMatch(
      /uses 4 seconds/,
    )
  })

  it('is measured by the longest place that lets it run', () => {
    const place = (layer: Partial<Layer>, firstFrame: number, endFrame: number): FieldPlace =>
      ({
        layer: { type: 'media', in: firstFrame, ...layer },
        contentFields: ['clip'],
        firstFrame,
        endFrame,
      }) as unknown as FieldPlace
    expect(shownSeconds([place({}, 0, 60), place({}, 30, 150)], 'clip', 30)).toBe(4)
    expect(shownSeconds([place({ st: 15 } as Partial<Layer>, 30, 150)], 'clip', 30)).toBe(4.5)
    expect(shownSeconds([place({ tm: 1 } as Partial<Layer>, 0, 60)], 'clip', 30)).toBeUndefined()
  })
})

describe('a song before it is paid for', () => {
  const song = (durationSeconds: number, isLooping: boolean) =>
    songLengthNotices({ asset: 'u_1' }, { durationSeconds, heard: 10, isLooping })
  it('is reported to end early, or to loop where the design repeats it', () => {
    expect(song(4, false)).toMatchObject([{ tone: 'warn', text: 'This song ends 6 seconds before the video does.' }])
    expect(song(4, true)).toMatchObject([{ tone: 'note' }])
    expect(song(10, false)).toEqual([])
    expect(song(180, false)).toMatchObject([{ tone: 'note', text: expect.stringContaining('plays 10 seconds') }])
  })
})

it('counts the part that is used', () => {
  expect(usedSeconds(10, undefined)).toBe(10)
  expect(usedSeconds(10, { startSeconds: 2, endSeconds: 30 })).toBe(8)
  expect(usedSeconds(10, { startSeconds: 12 })).toBe(0)
  expect([secondsText(1), secondsText(2.345), secondsText(12.6)]).toEqual(['1 second', '2.3 seconds', '13 seconds'])
})
