import { expect, it } from 'vitest'
import { addedSpan } from './video-edits.ts'

const player = (frame: number, durationFrames = 300) => ({ getFrame: () => frame, durationFrames, framesPerSecond: 30 })

it('begins at the playhead and lasts four seconds', () => {
  expect(addedSpan(player(60))).toEqual({ in: 60, out: 180 })
})

it('ends with the video, and is seen for a second at least', () => {
  expect(addedSpan(player(240))).toEqual({ in: 240, out: 300 })
  expect(addedSpan(player(299))).toEqual({ in: 270, out: 300 })
})

it('lasts as long as a video that is shorter than that', () => {
  expect(addedSpan(player(10, 20))).toEqual({ in: 0, out: 20 })
})
