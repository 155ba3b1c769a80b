import { describe, expect, it } from 'vitest'
import { Resampler } from './sound-reader.ts'

function resample(from: number, to: number, input: Float32Array, piece = input.length): Float32Array {
  const resampler = new Resampler(from, to)
  const pieces: Float32Array[] = []
  for (let at = 0; at < input.length; at += piece) pieces.push(resampler.push(input.subarray(at, at + piece)))
  pieces.push(resampler.end())
  return Float32Array.from(pieces.flatMap((piece) => [...piece]))
}

const wave = (hertz: number, rate: number, count: number) =>
  Float32Array.from({ length: count }, (_, n) => Math.sin((2 * Math.PI * hertz * n) / rate))

/** Largest difference, leaving out the edges, where the wave begins and ends at once. */
function worst(one: Float32Array, other: Float32Array): number {
  let max = 0
  const end = Math.min(one.length, other.length) - 400
  for (let n = 400; n < end; n++) max = Math.max(max, Math.abs((one[n] ?? 0) - (other[n] ?? 0)))
  return max
}

describe('sound brought to 48 kHz', () => {
  it('keeps the waveform in time, from any rate', () => {
    for (const rate of [8000, 22_050, 32_000, 44_100, 48_000, 96_000]) {
      const out = resample(rate, 48_000, wave(997, rate, rate))
      expect(Math.abs(out.length - 48_000)).toBeLessThan(2)
      expect(worst(out, wave(997, 48_000, 48_000)), `${rate}`).toBeLessThan(2e-4)
    }
  })

  it('has no seams between pieces', () => {
    const input = wave(440, 44_100, 20_000)
    const whole = resample(44_100, 48_000, input)
    for (const piece of [1, 7, 1024, 4097]) {
      const out = resample(44_100, 48_000, input, piece)
      expect(out.length).toBe(whole.length)
      expect(worst(out, whole)).toBe(0)
    }
  })

  it('leaves out what 48 kHz cannot hold instead of folding it back', () => {
    const out = resample(96_000, 48_000, wave(30_000, 96_000, 20_000))
    expect(Math.max(...out.subarray(200, -200))).toBeLessThan(1e-3)
  })

  it('keeps 18 kHz of a recording at 44.1 kHz', () => {
    const out = resample(44_100, 48_000, wave(18_000, 44_100, 20_000))
    expect(Math.max(...out.subarray(200, -200))).toBeGreaterThan(0.95)
  })
})
