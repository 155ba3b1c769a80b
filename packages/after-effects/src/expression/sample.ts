// Samples an expression over time and reduces the samples to few keyframes.

import type { BezierPath } from '@vitrine/document/property'
import { ExpressionError } from './expression-error.ts'
import type { RigPlace } from './rig-place.ts'
import type { Session } from './session.ts'
import { isList, toNumbers, toText, type Value } from './value.ts'

/** Maximum length of a sampled animation, in frames. */
const MAX_FRAMES = 100_000

/** Yields the values from one frame to another, or only the first when none depends on time. @throws ExpressionError */
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

/**
 * Adapts the number of components to the property: a single number is repeated, and missing ones at the end are taken from
 * `rest`.
 */
export function toComponents(value: Value, count: number, frame: number): number[] {
  if (value === undefined || value === null || typeof value === 'string')
    if (Number.isNaN(Number(value ?? Number.NaN)))
      throw new ExpressionError('value', `At frame ${frame} it gives no number`)
  const numbers = toNumbers(value)
  const components =
    count === 1 ? numbers.slice(0, 1) : isList(value) ? numbers.slice(0, count) : [numbers[0] ?? 0, numbers[0] ?? 0]
  const needed = Math.min(count, 2)
  if (components.slice(0, needed).length < needed || components.slice(0, needed).some((one) => !Number.isFinite(one)))
    throw new ExpressionError('value', `At frame ${frame} it gives no ${count === 1 ? 'number' : 'numbers'}`)
  const rest = count === 4 ? [0, 0, 0, 1] : [0, 0, 0]
  return Array.from({ length: count }, (_, n) =>
    Number.isFinite(components[n]) ? (components[n] as number) : (rest[n] ?? 0),
  )
}

/** Maximum number of different texts over time. */
export const MAX_WORDINGS = 1000
/** The maximum length of texts in documents. */
const MAX_WORDS = 2000

/** Converts a value to text. */
export function toWords(value: Value): string {
  return toText(value).slice(0, MAX_WORDS).replace(/\r\n?/g, '\n')
}

export interface Sample {
  t: number
  s: number[]
}

/** Differences below this are invisible, in pixels, percent or degrees; colour channels have 256 steps in 1. */
export const TOLERANCE = 0.002

/**
 * Removes samples that lie on the line between others: tracks the range of slopes from the last stored sample that fit all
 * samples since.
 */
export function thinned(samples: readonly Sample[], tolerance: number): Sample[] {
  const [first, ...rest] = samples
  if (!first) return []
  const stored = [first]
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
      stored.push(before)
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
    stored.length === 1 && before.s.every((value, n) => Math.abs(value - (first.s[n] as number)) <= tolerance)
  return isStill ? stored : [...stored, before]
}

/** Like `thinned`, for paths. All samples are stored when the number of points changes, or the path opens or closes in between. */
export function thinnedPaths(
  paths: readonly { readonly frame: number; readonly path: BezierPath }[],
): { frame: number; path: BezierPath }[] {
  const listCoordinates = ({ v, i, o }: BezierPath) =>
    [v, i, o].flatMap((points) => points.flatMap(([x = 0, y = 0]) => [x, y]))
  const [first] = paths
  const isAlike = paths.every(({ path }) => path.v.length === first?.path.v.length && path.c === first.path.c)
  if (!isAlike) return [...paths]
  const stored = thinned(
    paths.map(({ frame, path }) => ({ t: frame, s: listCoordinates(path) })),
    TOLERANCE,
  )
  const frames = new Set(stored.map(({ t }) => t))
  return paths.filter(({ frame }) => frames.has(frame))
}
