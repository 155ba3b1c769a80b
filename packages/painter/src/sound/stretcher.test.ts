// A stretched sound keeps its pitch, has the right length, does not click, and does not depend on chunk sizes.
import { describe, expect, test } from 'vitest'
import { Stretcher } from './stretcher.ts'
import { SAMPLE_RATE as RATE, type Sound } from './voice.ts'

function tone(hertz: number, seconds: number): Sound {
  const left = Float32Array.from(
    { length: Math.round(seconds * RATE) },
    (_, n) => 0.5 * Math.sin((2 * Math.PI * hertz * n) / RATE),
  )
  return { left, right: left.slice() }
}

/** A chord with beats on every half second, as music has. */
function music(seconds: number): Sound {
  const left = Float32Array.from({ length: Math.round(seconds * RATE) }, (_, n) => {
    const at = n / RATE
    const beat = Math.exp(-8 * (at % 0.5))
    return beat * [220, 277.18, 329.63].reduce((sum, hertz) => sum + 0.2 * Math.sin(2 * Math.PI * hertz * at), 0)
  })
  return { left, right: left.map((value) => value * 0.5) }
}

function stretch(source: Sound, speed: number, piece = 4096): Sound {
  const stretcher = new Stretcher(speed)
  const max = Math.ceil(source.left.length / speed) + RATE
  const into = { left: new Float32Array(max), right: new Float32Array(max) }
  let [fed, got] = [0, 0]
  for (;;) {
    const pulled = stretcher.pull(into, got, Math.min(piece, max - got))
    got += pulled
    if (pulled > 0) continue
    if (fed >= source.left.length) {
      stretcher.end()
      for (;;) {
        const rest = stretcher.pull(into, got, Math.min(piece, max - got))
        if (rest === 0) break
        got += rest
      }
      break
    }
    const next = Math.min(source.left.length, fed + Math.max(1, Math.min(piece, stretcher.missingSamples)))
    stretcher.push({ left: source.left.subarray(fed, next), right: source.right.subarray(fed, next) })
    fed = next
  }
  return { left: into.left.subarray(0, got), right: into.right.subarray(0, got) }
}

/** The frequency of a tone, by its upward zero crossings. */
function pitchOf(samples: Float32Array): number {
  const crossings: number[] = []
  for (let n = 1; n < samples.length - 4096; n++) {
    const [before, after] = [samples[n - 1] as number, samples[n] as number]
    if (before < 0 && after >= 0) crossings.push(n - after / (after - before))
  }
  return ((crossings.length - 1) * RATE) / ((crossings.at(-1) ?? 0) - (crossings[0] ?? 0))
}

describe.each([0.25, 0.5, 0.8, 1, 1.25, 1.5, 2, 4])('at speed %f', (speed) => {
  test('a tone keeps its pitch and gets the length it should', () => {
    for (const hertz of [110, 440, 1320]) {
      const { left } = stretch(tone(hertz, 4), speed)
      expect(left.length).toBe(Math.round((4 * RATE) / speed))
      expect(Math.abs(pitchOf(left) / hertz - 1)).toBeLessThan(0.004)
    }
  })

  test('a tone has no clicks and no pulsing', () => {
    const hertz = 440
    const { left } = stretch(tone(hertz, 2), speed)
    const steepest = 0.5 * 2 * Math.sin((Math.PI * hertz) / RATE)
    let max = 0
    for (let n = 1; n < left.length; n++) max = Math.max(max, Math.abs((left[n] as number) - (left[n - 1] as number)))
    expect(max).toBeLessThan(steepest * 1.15)
    // Loudness of every 20 ms except the last, whose window has no continuation.
    const levels: number[] = []
    for (let at = 0; at + 960 < left.length - 4096; at += 960) {
      let sum = 0
      for (let n = at; n < at + 960; n++) sum += (left[n] as number) ** 2
      levels.push(Math.sqrt(sum / 960))
    }
    expect(Math.min(...levels) / (0.5 / Math.SQRT2)).toBeGreaterThan(0.88)
    expect(Math.max(...levels) / (0.5 / Math.SQRT2)).toBeLessThan(1.1)
  })

  test('beats fall where they should, on both channels alike', () => {
    const { left, right } = stretch(music(4), speed)
    for (let beat = 1; beat < 8; beat++) {
      const expected = (beat * 0.5 * RATE) / speed
      const level = (from: number) => {
        let sum = 0
        for (let n = Math.round(from); n < from + 480; n++) sum += (left[n] ?? 0) ** 2
        return sum
      }
      // A window may be shifted by 11 ms, which is longer in a slower result.
      const tolerance = 0.02 + 0.011 / speed
      const steps = Array.from({ length: 240 }, (_, n) => expected + ((n - 120) * RATE) / speed / 500)
      const [found] = steps.toSorted((a, b) => level(b) / (level(b - 480) + 1e-9) - level(a) / (level(a - 480) + 1e-9))
      expect(Math.abs((found ?? 0) - expected) / RATE).toBeLessThan(tolerance)
    }
    for (let n = 0; n < right.length; n += 1000) expect(right[n]).toBeCloseTo((left[n] as number) * 0.5, 5)
  })
})

test('what comes out does not depend on how the source is cut', () => {
  const source = music(3)
  const whole = stretch(source, 1.37, 100_000)
  for (const piece of [37, 1000, 4096]) expect(stretch(source, 1.37, piece).left).toEqual(whole.left)
})

test('silence and empty input stay unchanged', () => {
  const nothing = { left: new Float32Array(0), right: new Float32Array(0) }
  expect(stretch(nothing, 2).left.length).toBe(0)
  const silence = { left: new Float32Array(RATE), right: new Float32Array(RATE) }
  expect(stretch(silence, 0.5).left.every((value) => value === 0)).toBe(true)
})
