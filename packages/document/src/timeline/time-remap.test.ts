// Both ends of a template keep their pace in a longer or shorter video; its middle freezes, loops or speeds up.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TimeRemap } from '../template/document.ts'
import { compileTimeRemap, timeRemapSegments } from './time-remap.ts'

const pace: TimeRemap = { frames: 300, intro: 40, outro: 60, middle: 'hold' }
const loop: TimeRemap = { ...pace, middle: 'loop' }

describe('a longer video', () => {
  const at = compileTimeRemap(pace, 900)
  const turning = compileTimeRemap(loop, 900)
  test('begins and ends as designed', () => {
    for (const clock of [at, turning]) {
      for (let frame = 0; frame < 40; frame++) expect(clock(frame)).toBe(frame)
      for (let frame = 1; frame <= 60; frame++) expect(clock(900 - frame)).toBe(300 - frame)
    }
  })
  test('holds the last frame of the middle, never the first of the outro', () => {
    expect(at(239)).toBe(239)
    expect(at(240)).toBe(239)
    expect(at(839)).toBe(239)
    expect(at(840)).toBe(240)
  })
  test('or runs through the middle again and again', () => {
    // 800 frames of middle are four repetitions of 200.
    expect([40, 239, 240, 440, 839].map((frame) => Math.floor(turning(frame)))).toEqual([40, 239, 40, 40, 239])
  })
  test('a template without an outro stays on its last frame', () => {
    const still = compileTimeRemap({ frames: 300, intro: 0, outro: 0, middle: 'hold' }, 900)
    expect(still(899)).toBe(299)
  })
})

test('a shorter video hurries through the middle, and through the ends when it must', () => {
  const short = compileTimeRemap(pace, 200)
  expect(short(20)).toBe(20)
  expect(short(140)).toBe(240)
  expect(short(90)).toBe(140)
  const tiny = compileTimeRemap(pace, 50)
  expect([19, 20].map(tiny)).toEqual([38, 240])
  expect(tiny(49)).toBe(298)
})

test('time stays within the template and decreases only at the end of a loop', () => {
  fc.assert(
    fc.property(
      fc.record({ frames: fc.integer({ min: 1, max: 500 }), intro: fc.nat(250), outro: fc.nat(250) }),
      fc.integer({ min: 1, max: 2000 }),
      fc.constantFrom('hold' as const, 'loop' as const),
      ({ frames, intro, outro }, length, middle) => {
        const own = {
          frames,
          intro: Math.min(intro, frames),
          outro: Math.min(outro, frames - Math.min(intro, frames)),
          middle,
        }
        const clock = compileTimeRemap(own, length)
        const runs = timeRemapSegments(own, length)
        expect(runs[0]?.from).toBe(0)
        expect(runs.at(-1)?.to).toBeCloseTo(length, 6)
        let before = -1
        for (let frame = 0; frame < length; frame++) {
          const now = clock(frame)
          expect(now).toBeGreaterThanOrEqual(0)
          expect(now).toBeLessThan(frames)
          if (middle === 'hold') expect(now).toBeGreaterThanOrEqual(before)
          before = now
        }
        // The result does not depend on the order of requests.
        expect(clock(0)).toBe(compileTimeRemap(own, length)(0))
      },
    ),
    { numRuns: 60 },
  )
})
