import type { MediaField } from '@vitrine/document/field'
import type { Layer } from '@vitrine/document/layer'
import { describe, expect, it } from 'vitest'
import type { FieldPlace } from '../preview/field-place.ts'
import { secondsText, shownSeconds, songLengthNotices, usedSeconds, videoLengthNotices } from './media-check.ts'

const field: MediaField = { id: 'clip', type: 'media', label: 'Clip', accept: ['video'] }
const said = (durationSeconds: number, shown: number, trim?: { startSeconds: number; endSeconds?: number }) =>
  videoLengthNotices(field, { asset: 'u_1', ...(trim && { trim }) }, { durationSeconds, shown }).map(
    ({ tone, text }) => `${tone}: ${text}`,
  )

describe('a video before it is paid for', () => {
  it('is reported to freeze when it is shorter than its layer', () => {
    expect(said(3, 5)).toEqual([expect.stringMatching(/^warn: This video is 2 seconds too short/)])
    expect(said(10, 5, { startSeconds: 7 })).toEqual([expect.stringMatching(/2 seconds too short/)])
    expect(said(10, 5, { startSeconds: 1, endSeconds: 2 })).toEqual([expect.stringMatching(/4 seconds too short/)])
    expect(said(4.9, 5)).toEqual([])
  })

  it('is reported to be cut when it is longer', () => {
    expect(said(12, 5)).toEqual(['note: The template uses 5 seconds of your 12 seconds. Choose where it starts.'])
    const limited: MediaField = { ...field, rules: { maxSeconds: 4 } }
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
