import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planSmallVideo, VideoTooLong } from './small-video.ts'

const limit = 16_000_000
const plan = (seconds: number, soundBits = 192_000) =>
  planSmallVideo({ seconds, shorterEdge: 1080, longerEdge: 1920, soundBits }, limit)

describe('planSmallVideo', () => {
  it('keeps size and sound of a short video', () => {
    expect(plan(15)).toMatchObject({ shorterEdge: 1080, soundBits: undefined })
  })

  it('makes the picture smaller, then the sound coarser, the longer it is', () => {
    expect(plan(60)).toMatchObject({ shorterEdge: 540, soundBits: undefined })
    expect(plan(240)).toMatchObject({ shorterEdge: 360, soundBits: 64_000 })
  })

  it('never enlarges', () => {
    expect(planSmallVideo({ seconds: 5, shorterEdge: 300, longerEdge: 300, soundBits: 0 }, limit).shorterEdge).toBe(300)
  })

  it('says when a video would be unwatchable', () => {
    expect(() => plan(3600)).toThrow(VideoTooLong)
  })

  it('always plans less than the limit', () => {
    const seconds = fc.double({ min: 0.1, max: 700, noNaN: true })
    fc.assert(
      fc.property(seconds, fc.integer({ min: 0, max: 320_000 }), (seconds, sound) => {
        const { videoBits, soundBits = sound } = plan(seconds, sound)
        expect(((videoBits + soundBits) * seconds) / 8).toBeLessThan(limit)
      }),
    )
  })
})
