// Runs the expressions of an animation and writes what they give as keyframes, so that everything after sees none.
import { ExpressionError } from '../../expression/expression-error.ts'
import type { RigPlace } from '../../expression/rig.ts'
import { Session } from '../../expression/session.ts'
import { isList, toNumbers, toText, type Value } from '../../expression/value.ts'
import { isRecord, records } from '../source/cleanse.ts'
import type { Lint } from '../source/lint.ts'
import { hasExpressions, readRig } from './rig.ts'

type Json = Record<string, unknown>

/** As many keyframes as a property of a document may have. */
const MAX_KEYFRAMES = 2000
/** Steps for all expressions of one animation: a few seconds. */
const MAX_STEPS = 20_000_000
const ADVICE =
  'Bake it: "Convert expressions to keyframes" in Bodymovin’s settings or the comment // lottie:bake, or Animation → Keyframe Assistant → Convert Expression to Keyframes in After Effects'

interface Baking {
  readonly session: Session
  readonly places: ReadonlyMap<Json, RigPlace>
  readonly raws: ReturnType<typeof readRig>['raws']
  readonly lint: Lint
  /** The frames of the animation itself; those of precomps are their layers'. */
  readonly start: number
  readonly end: number
  steps: number
  baked: number
}

/**
 * Runs what can be run, in place. A property whose expression cannot be run keeps the keyframes that were exported, which is
 * reported as an error.
 */
export function bakeExpressions(
  animation: Json,
  fps: number,
  size: { width: number; height: number },
  lint: Lint,
): void {
  if (!hasExpressions(animation)) return
  const { rig, places, raws } = readRig(animation, fps, size)
  const [start, end] = [Number(animation.ip ?? 0), Number(animation.op ?? 0)]
  const baking: Baking = { session: new Session(rig), places, raws, lint, start, end, steps: 0, baked: 0 }
  // All are run before any is replaced: they ask each other.
  const write = [{ layers: animation.layers, path: 'layers' }, ...precomps(animation)].flatMap(({ layers, path }) =>
    records(layers).flatMap((layer, n) => bakeLayer(layer, `${path}[${n}]`, baking)),
  )
  for (const replace of write) replace()
  if (baking.baked > 0)
    lint.info(
      'expression-converted',
      '',
      `${baking.baked === 1 ? 'An expression was' : `${baking.baked} expressions were`} turned into keyframes`,
    )
}

function precomps(animation: Json) {
  return records(animation.assets).map(({ layers }, n) => ({ layers, path: `assets[${n}].layers` }))
}

type Write = () => void

function bakeLayer(layer: Json, path: string, baking: Baking): Write[] {
  return withExpressions(layer, path, true).map(({ raw, path: at }) => {
    const source = String(raw.x)
    return bakeOne(raw, layer, at, source, baking) ?? (() => delete raw.x)
  })
}

/** Everything in a layer that has an expression and is drawn: controls only carry values. */
function withExpressions(value: unknown, path: string, isLayer = false): { raw: Json; path: string }[] {
  if (Array.isArray(value)) return value.flatMap((item, n) => withExpressions(item, `${path}[${n}]`))
  if (!isRecord(value)) return []
  const own = typeof value.x === 'string' && 'k' in value ? [{ raw: value, path }] : []
  const inner = Object.entries(value).flatMap(([key, item]) => {
    if (key === 'ef' && isLayer)
      return records(item).flatMap((effect, n) =>
        isControl(effect) ? [] : withExpressions(effect, `${path}.ef[${n}]`),
      )
    return withExpressions(item, `${path}.${key}`)
  })
  return [...own, ...inner]
}

function isControl({ mn }: Json): boolean {
  return typeof mn === 'string' && (/^ADBE .*Control$/.test(mn) || mn.startsWith('Pseudo/'))
}

function bakeOne(raw: Json, layer: Json, path: string, source: string, baking: Baking): Write | undefined {
  const mode = plainLoop(source)
  if (mode) {
    baking.baked++
    return () => {
      delete raw.x
      raw.loop = mode
    }
  }
  const place = baking.places.get(raw)
  try {
    if (!place) throw new ExpressionError('unsupported', 'Expressions on this property are not run')
    const write = bakeShape(raw, place, baking)
    baking.baked++
    return write
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    report(error, place, layer, path, source, baking.lint)
    return undefined
  }
}

function bakeShape(raw: Json, place: RigPlace, baking: Baking): Write {
  const { shape } = place.property
  if (shape === 'text') return bakeText(raw, place, baking)
  return shape === 'other' ? copyLink(raw, place, baking) : bakeNumbers(raw, place, baking)
}

/** A path that is another one's: the keyframes of that one. */
function copyLink(raw: Json, place: RigPlace, baking: Baking): Write {
  const link = baking.session.linkOf(place, place.layer.in)
  const source = link && link.property.shape === 'other' ? baking.raws.get(link.property) : undefined
  if (!source || source === raw) throw new ExpressionError('unsupported', 'Expressions on this property are not run')
  return () => {
    if (typeof source.x === 'string') return
    delete raw.x
    Object.assign(raw, { a: source.a, k: source.k, ...(source.loop === undefined ? {} : { loop: source.loop }) })
  }
}

/** Loops that a document writes as such. */
function plainLoop(source: string): 'cycle' | 'pingpong' | undefined {
  const bare = source
    .slice(0, 500)
    .replace(/var \$bm_rt\s*;|\$bm_rt\s*=|[\s;]/g, '')
    .replaceAll('"', "'")
  const loop = /^(?:thisProperty\.)?loopOut(?:Duration)?\((?:'(cycle|pingpong)'(?:,0)?)?\)$/.exec(bare)
  return loop ? ((loop[1] as 'cycle' | 'pingpong' | undefined) ?? 'cycle') : undefined
}

function report(
  error: ExpressionError,
  place: RigPlace | undefined,
  layer: Json,
  path: string,
  source: string,
  lint: Lint,
): void {
  const name = place?.property.name ?? path.slice(path.lastIndexOf('.') + 1)
  const where = place?.composition.name ? ` of "${place.composition.name.slice(0, 60)}"` : ''
  const of = place?.group && place.group.name !== 'Transform' ? `${place.group.name.slice(0, 60)} › ` : ''
  const words = source
    .replace(/var \$bm_rt;|\$bm_rt = /g, '')
    .replace(/\s+/g, ' ')
    .trim()
  const shown = words.length > 80 ? `${words.slice(0, 80)}…` : words
  const message = `Layer "${String(layer.nm ?? '').slice(0, 60)}"${where}, ${of}${name}: the expression "${shown}" is not run. ${error.message}. ${ADVICE}`
  // Nobody sees what a hidden layer does.
  if (layer.hd === true) lint.warn('expression-removed', path, message)
  else lint.error('expression-removed', path, message)
}

/** The values of a property from the first frame to the last at which its layer, or one that follows it, is seen. */
function* valuesOf(place: RigPlace, baking: Baking): Generator<{ frame: number; value: Value }> {
  const { composition, layer } = place
  const isFollowed = composition.layers.some(({ parent }) => parent === layer.index)
  const isMain = composition.id === ''
  const [first, last] = isMain ? [baking.start, baking.end] : [0, composition.frames]
  const from = Math.floor(isFollowed ? Math.min(first, layer.in) : isMain ? Math.max(first, layer.in) : layer.in)
  const to = Math.ceil(isFollowed ? Math.max(last, layer.out) : isMain ? Math.min(last, layer.out) : layer.out)
  for (let frame = from; frame <= Math.max(from, Math.min(to, from + 100_000)); frame++) {
    const { value, time, live } = baking.session.run(place, frame)
    if (live) throw new ExpressionError('unsupported', 'It follows what customers fill in')
    baking.steps += baking.session.spent
    if (baking.steps > MAX_STEPS)
      throw new ExpressionError('limit', 'All expressions of the animation together take too many steps')
    yield { frame, value }
    if (!time) return
  }
}

function bakeNumbers(raw: Json, place: RigPlace, baking: Baking): Write {
  const count = place.property.shape === 'list' ? Math.max(2, listLength(raw)) : 1
  const isScalar = place.property.shape === 'number'
  if (!isScalar && place.property.shape !== 'list')
    throw new ExpressionError('unsupported', 'Expressions on this property are not run')
  const samples = [...valuesOf(place, baking)].map(({ frame, value }) => ({
    t: frame,
    s: components(value, count, frame),
  }))
  // Seconds of another composition are shown in frames.
  const tolerance = place.property.name === 'Time Remap' ? TOLERANCE / 50 : count === 4 ? TOLERANCE / 4 : TOLERANCE
  const keys = thinned(samples, tolerance)
  if (keys.length > MAX_KEYFRAMES) throw new ExpressionError('limit', `It needs more than ${MAX_KEYFRAMES} keyframes`)
  const [first] = keys
  return () => {
    delete raw.x
    raw.a = keys.length > 1 ? 1 : 0
    raw.k = keys.length > 1 ? keys : isScalar ? first?.s[0] : first?.s
  }
}

function listLength(raw: Json): number {
  const list = Array.isArray(raw.k) && isRecord(raw.k[0]) ? (raw.k[0].s ?? raw.k[0].e) : raw.k
  return Array.isArray(list) ? Math.min(4, list.length) : 2
}

/** As many numbers as the property has; one number stands for all, and what is missing at the end is as if it were not there. */
function components(value: Value, count: number, frame: number): number[] {
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

interface Sample {
  t: number
  s: number[]
}

/** Nobody sees a difference below this, in pixels, percent or degrees; channels of colours have 256 steps in 1. */
const TOLERANCE = 0.002

/** Without the samples that lie on the line between others, by keeping all slopes from the last kept one that fit. */
function thinned(samples: readonly Sample[], tolerance: number): Sample[] {
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

/** A text that changes: a state for each of its wordings. */
function bakeText(raw: Json, place: RigPlace, baking: Baking): Write {
  const states = records(raw.k)
  const styleAt = (frame: number) => states.findLast(({ t }) => typeof t === 'number' && t <= frame) ?? states[0]
  const keys: { t: number; s: unknown }[] = []
  let last: string | undefined
  for (const { frame, value } of valuesOf(place, baking)) {
    const text = toText(value)
    if (text === last) continue
    last = text
    const style = styleAt(frame)?.s
    keys.push({ t: frame, s: { ...(isRecord(style) ? style : {}), t: text.replaceAll('\n', '\r') } })
  }
  return () => {
    delete raw.x
    raw.k = keys
  }
}
