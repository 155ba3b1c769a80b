// Test data only: videos whose pictures say which one they are, and sounds that can be found again.
import type { Shade } from '../../apps/worker/testing/recording.ts'

/** Ten upright bars that write the number of the picture: white is one, the first bar counts least. */
export function coded(times: readonly number[], width: number): Shade {
  const numbers = new Map(times.map((seconds, n) => [seconds, n]))
  return (x, _y, seconds) => {
    const number = numbers.get(seconds) ?? 0
    const bit = Math.floor((x * 10) / width)
    return [Math.floor(number / 2 ** bit) % 2 === 1 ? 220 : 30, 128, 128]
  }
}

/** The number that ten grey levels write. */
export function readBars(bars: readonly (readonly number[])[]): number {
  return bars.reduce((sum, [level = 0], bit) => sum + (level > 128 ? 2 ** bit : 0), 0)
}

export const barPlaces = Array.from({ length: 10 }, (_, bit) => [(bit + 0.5) / 10, 0.5] as const)

/** The picture that is shown at a time: the last that has begun by then. */
export function numberAt(times: readonly number[], seconds: number): number {
  return Math.max(
    0,
    times.findLastIndex((time) => time <= seconds + 0.001),
  )
}

/** Times as a phone keeps them: about 30 a second, never evenly, and with a pause. */
export function unevenTimes(count: number): number[] {
  const times: number[] = []
  let at = 0
  for (let n = 0; n < count; n++) {
    times.push(Math.round(at * 1000) / 1000)
    at += n === 40 ? 0.4 : 0.025 + (((n * 7919) % 13) / 13) * 0.02
  }
  return times
}

/** Noise that is the same each time: a lag of it can be measured exactly. */
export const rustle = (seconds: number): number => {
  const n = Math.floor(seconds * 6000)
  return 0.3 * Math.sin(n * n * 12.9898 + n * 78.233)
}
