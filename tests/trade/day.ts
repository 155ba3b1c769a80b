// The day that is simulated: when people come, and how fast its clock runs.
import { setTimeout as sleep } from 'node:timers/promises'

/** How many come in each hour, compared with the others: few at night, a hump at noon, most in the evening. */
const HOURS = [3, 2, 1, 1, 1, 2, 3, 5, 7, 8, 8, 9, 10, 9, 8, 8, 8, 9, 11, 13, 14, 13, 9, 5]
const DAY_MINUTES = 24 * 60

/** A part of the day, in minutes since midnight. */
export interface DayPart {
  readonly from: number
  readonly to: number
}

/** From 0 to 1. */
export type Random = () => number

/** Always the same numbers for the same seed (mulberry32), so that a run can be repeated. */
export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<T>(random: Random, of: readonly T[]): T {
  const found = of[Math.floor(random() * of.length)]
  if (found === undefined) throw new Error('there is nothing to pick from')
  return found
}

/** The share of a day's people who have come by this minute. */
function shareBy(minute: number): number {
  const all = HOURS.reduce((sum, weight) => sum + weight, 0)
  const hour = Math.min(23, Math.floor(minute / 60))
  const before = HOURS.slice(0, hour).reduce((sum, weight) => sum + weight, 0)
  return (before + ((HOURS[hour] ?? 0) * (minute - hour * 60)) / 60) / all
}

/** The part of this length in which most people come; the whole day when it is as long. */
export function findBusiestPart(minutes: number): DayPart {
  const length = Math.min(minutes, DAY_MINUTES)
  const shareFrom = (from: number) => shareBy(from + length) - shareBy(from)
  let best = 0
  for (let from = 0; from + length <= DAY_MINUTES; from += 10) if (shareFrom(from) > shareFrom(best) + 1e-9) best = from
  return { from: best, to: best + length }
}

/** The minutes in this part at which some of the `count` people of a day come, in order. */
export function drawArrivals(count: number, part: DayPart, random: Random): number[] {
  const minutes: number[] = []
  let minute = 0
  for (let n = 0; n < count; n++) {
    // One in each slice of the day that holds one of them: the count over the whole day is exact.
    const share = (n + random()) / count
    while (minute < DAY_MINUTES && shareBy(minute + 1) < share) minute++
    const [low, high] = [shareBy(minute), shareBy(minute + 1)]
    const at = minute + (share - low) / (high - low)
    if (at >= part.from && at < part.to) minutes.push(at)
  }
  return minutes
}

/** The clock of the simulated day: `speed` of its minutes pass in a real one, for arrivals and for what people ponder. */
export class Clock {
  readonly part: DayPart
  readonly speed: number
  readonly #began = performance.now()

  constructor(part: DayPart, speed: number) {
    this.part = part
    this.speed = speed
  }

  /** Minutes since midnight. */
  get minute(): number {
    return this.part.from + ((performance.now() - this.#began) * this.speed) / 60_000
  }

  async until(minute: number): Promise<void> {
    await sleep(Math.max(0, ((minute - this.minute) * 60_000) / this.speed))
  }

  /** Lets this many simulated seconds pass. */
  async ponder(seconds: number): Promise<void> {
    await sleep((seconds * 1000) / this.speed)
  }
}

/** `18:05` */
export function toTime(minute: number): string {
  const whole = Math.round(minute)
  return [Math.floor(whole / 60), whole % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
