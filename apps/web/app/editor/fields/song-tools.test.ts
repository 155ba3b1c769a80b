import { describe, expect, it } from 'vitest'
import { canMoveWindow, clockText, songWindow, trimFrom } from './song-tools.tsx'

describe('the window of a song', () => {
  it('is as long as the video plays music', () => {
    expect(songWindow(180, undefined, 15)).toEqual({ start: 0, end: 15 })
    expect(songWindow(180, { startSeconds: 60 }, 15)).toEqual({ start: 60, end: 75 })
  })

  it('ends where the song does, or where the customer ended it before', () => {
    expect(songWindow(12, undefined, 15)).toEqual({ start: 0, end: 12 })
    expect(songWindow(180, { startSeconds: 60, endSeconds: 66 }, 15)).toEqual({ start: 60, end: 66 })
    expect(songWindow(180, { startSeconds: 200 }, 15)).toEqual({ start: 180, end: 180 })
  })

  it('is the whole song until it is known how long the video plays it', () => {
    expect(songWindow(180, undefined, 0)).toEqual({ start: 0, end: 180 })
    expect(canMoveWindow(180, 0)).toBe(false)
  })

  it('can be moved where the song is longer', () => {
    expect(canMoveWindow(180, 15)).toBe(true)
    expect(canMoveWindow(15.1, 15)).toBe(false)
  })

  it('stays inside the song, in tenths of a second, without an end', () => {
    expect(trimFrom(61.23, 180, 15)).toEqual({ startSeconds: 61.2 })
    expect(trimFrom(-3, 180, 15)).toEqual({ startSeconds: 0 })
    expect(trimFrom(500, 180.07, 15)).toEqual({ startSeconds: 165 })
  })

  it('is read as a clock', () => {
    expect([0, 9.9, 67, 3600].map(clockText)).toEqual(['0:00', '0:09', '1:07', '60:00'])
  })
})
