// The values of an expression over time, as few keyframes.

import type { BezierPath } from '@vitrine/document/property'
import { ExpressionError } from './expression-error.ts'
import type { RigPlace } from './rig-place.ts'
import type { Session } from './session.ts'
import { isList, toNumbers, toText, type Value } from './value.ts'

/** The longest animation that is looked at, in frames. */
const MAX_FRAMES = 100_000

/** The values from one frame to another, or the first alone where none depends on time. @throws ExpressionError */
export function* sampleFrames(
  session: Session,
  place: RigPlace,
  [first, last]: readonly [number, number],
): Generator<{ frame: number; value: Value; live: boolean }> {
  const from = Math.floor(first)
  for (let frame = from; frame <= Math.max(from, Math.min(Math.ceil(last), from + MAX_FRAMES)); frame++) {
    const { value, time, live } = session.run(place, frame)
    yield { frame, value, live }
    if (!time) return
  }
}

/** As many numbers as the property has; one number stands for all, and what is missing at the end is as if it were not there. */
export function toComponents(value: Value, count: number, frame: number): number[] {
  if (value === undefined || value === null || typeof value === 'string')
    if (Number.isNaN(Number(value ?? Number.NaN)))
      throw new ExpressionError('value', `At frame ${frame} it gives no number`)
  const numbers = toNumbers(value)
  const wanted =
    count === 1 ? numbers.slice(0, 1) : isList(value) ? numbers.slice(0, count) : [numbers[0] ?? 0, numbers[0] ?? 0]
  const needed = Math.min(count, 2)
  if (wanted.slice(0, needed).length < needed || wanted.slice(0, needed).some((one) => !Number.isFinite(one)))
    throw new ExpressionError('value', `At frame ${frame} it gives no ${count === 1 ? 'number' : 'numbers'}`)
  const rest = count === 4 ? [0, 0, 0, 1] : [0, 0, 0]
  return Array.from({ length: count }, (_, n) => (Number.isFinite(wanted[n]) ? (wanted[n] as number) : (rest[n] ?? 0)))
}

/** A text may say so many things one after the other. */
export const MAX_WORDINGS = 1000
/** As long as the texts of documents may be. */
const MAX_WORDS = 2000

/** A value as the words of a text. */
export function toWords(value: Value): string {
  return toText(value).slice(0, MAX_WORDS).replace(/\r\n?/g, '\n')
}

export interface Sample {
  t: number
  s: number[]
}

/** Nobody sees a difference below this, in pixels, percent or degrees; channels of colours have 256 steps in 1. */
export const TOLERANCE = 0.002

/** Without the samples that lie on the line between others, by keeping all slopes from the last kept one that fit. */
export function thinned(samples: readonly Sample[], tolerance: number): Sample[] {
  const [first, ...rest] = samples
  if (!first) return []
  const kept = [first]
  let from = first
  let before = first
  let slopes = first.s.map(() => [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as [number, number])
  const isFitting = ({ t, s }: Sample) =>
    s.every((value, n) => {
      const slope = (value - (from.s[n] as number)) / (t - from.t)
      const [low, high] = slopes[n] as [number, number]
      return slope >= low && slope <= high
    })
  for (const sample of rest) {
    if (!isFitting(sample)) {
      kept.push(before)
      from = before
      slopes = first.s.map(() => [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY])
    }
    slopes = slopes.map(([low, high], n) => {
      const [rise, run] = [(sample.s[n] as number) - (from.s[n] as number), sample.t - from.t]
      return [Math.max(low, (rise - tolerance) / run), Math.min(high, (rise + tolerance) / run)]
    })
    before = sample
  }
  const isStill =
    kept.length === 1 && before.s.every((value, n) => Math.abs(value - (first.s[n] as number)) <= tolerance)
  return isStill ? kept : [...kept, before]
}

/** As `thinned`, for paths; all are kept where their points change in number, or where it is open or closed in between. */
export function thinnedPaths(
  paths: readonly { readonly frame: number; readonly path: BezierPath }[],
): { frame: number; path: BezierPath }[] {
  const listCoordinates = ({ v, i, o }: BezierPath) =>
    [v, i, o].flatMap((points) => points.flatMap(([x = 0, y = 0]) => [x, y]))
  const [first] = paths
  const isAlike = paths.every(({ path }) => path.v.length === first?.path.v.length && path.c === first.path.c)
  if (!isAlike) return [...paths]
  const kept = thinned(
    paths.map(({ frame, path }) => ({ t: frame, s: listCoordinates(path) })),
    TOLERANCE,
  )
  const frames = new Set(kept.map(({ t }) => t))
  return paths.filter(({ frame }) => frames.has(frame))
}
