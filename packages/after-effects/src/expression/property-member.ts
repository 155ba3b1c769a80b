// The members of a property: its value at other times, its keyframes, loops, and wiggle.

import type { RigComposition } from '@vitrine/document/rig'
import { hash, smoothNoise } from './builtin.ts'
import { ExpressionError } from './expression-error.ts'
import { PATH_METHODS } from './path-value.ts'
import type { Session } from './session.ts'
import {
  Callable,
  Dictionary,
  type ExpressionObject,
  isList,
  operate,
  PathValue,
  plain,
  type RigPlace,
  toNumber,
  toNumbers,
  toText,
  type Value,
} from './value.ts'

interface Key {
  readonly frame: number
  readonly value: Value
}

interface Context {
  readonly session: Session
  readonly place: RigPlace
  readonly evaluationTime: { frame: number }
  readonly randomState: { seed: number }
}

/** A member of a property; undefined for an unknown name. */
export function propertyMember(
  session: Session,
  place: RigPlace,
  evaluationTime: { frame: number },
  randomState: { seed: number },
  name: string,
): Value {
  const path =
    place.property.shape === 'other' ? pathMember({ session, place, evaluationTime, randomState }, name) : undefined
  if (path !== undefined) return path
  const now = Object.hasOwn(FORMER_NAMES, name) ? (FORMER_NAMES[name] ?? name) : name
  const member = Object.hasOwn(MEMBERS, now) ? MEMBERS[now] : undefined
  return member?.({ session, place, evaluationTime, randomState })
}

const call =
  (run: (context: Context, values: readonly Value[]) => Value) =>
  (context: Context): Value =>
    new Callable((values) => run(context, values))

const MEMBERS: Readonly<Record<string, (context: Context) => Value>> = {
  value: ({ session, place, evaluationTime }) =>
    isRunning(session, place) ? session.base(place, evaluationTime.frame) : session.value(place, evaluationTime.frame),
  name: ({ place }) => place.property.name,
  propertyIndex: ({ place }) => place.property.index,
  numKeys: (context) => listKeys(context).length,
  key: call((context, [which]) => keyAt(context, toNumber(which))),
  nearestKey: call((context, [at]) => nearestKey(context, toNumber(at))),
  valueAtTime: call((context, [at]) => valueAt(context, toNumber(at) * context.session.rig.fps)),
  velocityAtTime: call((context, [at]) => velocityAt(context, toNumber(at) * context.session.rig.fps)),
  speedAtTime: call((context, [at]) => computeLength(velocityAt(context, toNumber(at) * context.session.rig.fps))),
  velocity: (context) => velocityAt(context, context.evaluationTime.frame),
  speed: (context) => computeLength(velocityAt(context, context.evaluationTime.frame)),
  loopOut: call((context, [mode, count]) => loop(context, mode, spanByKeys(context, count, 'out'), 'out')),
  loopIn: call((context, [mode, count]) => loop(context, mode, spanByKeys(context, count, 'in'), 'in')),
  loopOutDuration: call((context, [mode, seconds]) => loop(context, mode, spanByTime(context, seconds, 'out'), 'out')),
  loopInDuration: call((context, [mode, seconds]) => loop(context, mode, spanByTime(context, seconds, 'in'), 'in')),
  wiggle: call(wiggle),
  temporalWiggle: call(wiggle),
  smooth: call(smooth),
}

/** Names with underscores, which After Effects still supports and older rigs use. */
const FORMER_NAMES: Readonly<Record<string, string>> = {
  num_keys: 'numKeys',
  nearest_key: 'nearestKey',
  value_at_time: 'valueAtTime',
  velocity_at_time: 'velocityAtTime',
  speed_at_time: 'speedAtTime',
  loop_out: 'loopOut',
  loop_in: 'loopIn',
  loop_out_duration: 'loopOutDuration',
  loop_in_duration: 'loopInDuration',
}

/** A method of a path; those for a position take a share of the length before the time. */
function pathMember(context: Context, name: string): Value {
  const method = Object.hasOwn(PATH_METHODS, name) ? PATH_METHODS[name] : undefined
  if (!method) return undefined
  return new Callable((values) => {
    const at = plain(name.endsWith('OnPath') ? values[1] : values[0])
    const frame = at === undefined ? context.evaluationTime.frame : toNumber(at) * context.session.rig.fps
    const value = valueAt(context, frame)
    if (!(value instanceof PathValue)) throw new ExpressionError('value', `"${context.place.property.name}" is no path`)
    return method(value, values, context.session.budget)
  })
}

/** Inside its own expression a property has its value before the expression. */
function isRunning(session: Session, { property }: RigPlace): boolean {
  return session.isRunning(property)
}

function listKeys({ session, place }: Context): Key[] {
  const { value, shape, split } = place.property
  const list =
    typeof value === 'object' && 'k' in value && Array.isArray(value.k) ? (value.k as readonly unknown[]) : []
  const first = list[0]
  if (split || typeof first !== 'object' || first === null || !('t' in first)) return []
  session.budget.pay(list.length)
  return (list as readonly { t: number; s: number | readonly number[] }[]).map(({ t, s }) => {
    const numbers = Array.isArray(s) ? (s as readonly number[]) : [s as number]
    return { frame: t, value: shape === 'list' ? [...numbers] : (numbers[0] ?? 0) }
  })
}

function keyAt(context: Context, which: number): Value {
  const key = listKeys(context)[which - 1]
  if (!key) throw new ExpressionError('missing', `"${context.place.property.name}" has no keyframe ${which}`)
  const dictionary = new Dictionary()
  dictionary.entries.set('time', key.frame / context.session.rig.fps)
  dictionary.entries.set('value', key.value)
  dictionary.entries.set('index', which)
  return dictionary
}

function nearestKey(context: Context, seconds: number): Value {
  const frame = seconds * context.session.rig.fps
  const keys = listKeys(context)
  const nearest = keys.reduce(
    (best, key, n) => (Math.abs(key.frame - frame) < Math.abs((keys[best]?.frame ?? 0) - frame) ? n : best),
    0,
  )
  return keyAt(context, nearest + 1)
}

function valueAt({ session, place }: Context, frame: number): Value {
  if (!isRunning(session, place)) return session.value(place, frame)
  return session.base(place, frame)
}

/** Half of the time over which a velocity is measured, in seconds. */
const SOON = 0.001

function velocityAt(context: Context, frame: number): Value {
  context.session.velocities++
  const step = SOON * context.session.rig.fps
  const [before, after] = [valueAt(context, frame - step), valueAt(context, frame + step)]
  const { budget } = context.session
  return operate('/', operate('-', after, before, budget), 2 * SOON, budget)
}

function computeLength(value: Value): number {
  const numbers = toNumbers(value)
  return numbers.length === 1 ? Math.abs(numbers[0] ?? 0) : Math.sqrt(numbers.reduce((sum, one) => sum + one * one, 0))
}

/** The repeated part of an animation, in frames. */
interface Span {
  readonly from: number
  readonly to: number
}

/** From the `count`-th keyframe before the last to the last, or likewise from the first. */
function spanByKeys(context: Context, count: Value, side: 'in' | 'out'): Span | undefined {
  const keys = listKeys(context)
  const [first, last] = [keys[0], keys.at(-1)]
  if (!first || !last || keys.length < 2) return undefined
  const segments = Math.floor(plain(count) === undefined ? 0 : toNumber(count))
  const segmentCount = !(segments >= 1 && segments <= keys.length - 1) ? keys.length - 1 : segments
  return side === 'out'
    ? { from: (keys[keys.length - 1 - segmentCount] as Key).frame, to: last.frame }
    : { from: first.frame, to: (keys[segmentCount] as Key).frame }
}

function spanByTime(context: Context, seconds: Value, side: 'in' | 'out'): Span | undefined {
  const keys = listKeys(context)
  const [first, last] = [keys[0], keys.at(-1)]
  if (!first || !last || keys.length < 2) return undefined
  const frames = plain(seconds) === undefined ? 0 : toNumber(seconds) * context.session.rig.fps
  const { in: start, out: end } = context.place.layer
  if (side === 'out') return { from: frames > 0 ? Math.max(start, last.frame - frames) : first.frame, to: last.frame }
  return { from: first.frame, to: frames > 0 ? Math.min(end, first.frame + frames) : last.frame }
}

/** As After Effects documents `loopOut` and `loopIn`; a static property is unchanged. */
function loop(context: Context, modeValue: Value, span: Span | undefined, side: 'in' | 'out'): Value {
  const { session, place, evaluationTime } = context
  const { budget } = session
  const { frame } = evaluationTime
  const mode = plain(modeValue) === undefined ? 'cycle' : toText(modeValue).toLowerCase()
  const now = session.base(place, frame)
  if (!span || (side === 'out' ? frame <= span.to : frame >= span.from)) return now
  session.depend({ time: true })
  const length = span.to - span.from
  const baseAt = (at: number) => session.base(place, at)
  if (mode === 'continue') {
    const edge = side === 'out' ? span.to : span.from
    const step = SOON * session.rig.fps * (side === 'out' ? -1 : 1)
    const [end, inside] = [baseAt(edge), baseAt(edge + step)]
    const slope = operate('/', operate('-', end, inside, budget), -step, budget)
    return operate('+', end, operate('*', slope, frame - edge, budget), budget)
  }
  if (length <= 0) return now
  const passed = (frame - span.from) / length
  const rounds = Math.floor(passed)
  const part = passed - rounds
  if (mode === 'pingpong') return baseAt(span.from + (Math.abs(rounds) % 2 === 1 ? 1 - part : part) * length)
  const value = baseAt(span.from + part * length)
  if (mode !== 'offset') return value
  const gain = operate('-', baseAt(span.to), baseAt(span.from), budget)
  return operate('+', value, operate('*', gain, rounds, budget), budget)
}

/** Maximum number of octaves of a wiggle. */
const MAX_OCTAVES = 10

/** `wiggle(frequency, amount, octaves = 1, multiplier = 0.5, t = time)`: the value with smooth noise added. */
function wiggle(context: Context, [frequency, amount, octaves, multiplier, at]: readonly Value[]): Value {
  const { session, place, evaluationTime, randomState } = context
  session.drawn++
  session.depend({ time: true })
  const seconds = plain(at) === undefined ? evaluationTime.frame / session.rig.fps : toNumber(at)
  const value = session.base(place, seconds * session.rig.fps)
  const count = Math.min(MAX_OCTAVES, Math.max(1, Math.round(plain(octaves) === undefined ? 1 : toNumber(octaves))))
  const falloff = plain(multiplier) === undefined ? 0.5 : toNumber(multiplier)
  const [rate, swing] = [toNumber(frequency), toNumbers(amount)]
  const shaken = (part: number, axis: number) => {
    session.budget.pay(count)
    let [sum, strength, speed] = [0, swing[axis] ?? swing[0] ?? 0, rate]
    for (let n = 0; n < count; n++) {
      // Each component and octave has its own noise, and a random offset in it.
      sum += strength * smoothNoise(hash(randomState.seed, axis, n), seconds * speed + 0.5)
      strength *= falloff
      speed *= 2
    }
    return part + sum
  }
  return isList(value) ? value.map((part, axis) => shaken(toNumber(part), axis)) : shaken(toNumber(value), 0)
}

/** `smooth(width = 0.2, samples = 5, t = time)`: the mean of the values around a time. */
function smooth(context: Context, [width, samples, at]: readonly Value[]): Value {
  const { session, place, evaluationTime } = context
  const { fps } = session.rig
  const seconds = plain(at) === undefined ? evaluationTime.frame / fps : toNumber(at)
  const span = plain(width) === undefined ? 0.2 : toNumber(width)
  const count = Math.min(100, Math.max(1, Math.round(plain(samples) === undefined ? 5 : toNumber(samples))))
  session.budget.pay(count)
  let sum: Value
  for (let n = 0; n < count; n++) {
    const value = session.base(place, (seconds + (count === 1 ? 0 : (n / (count - 1) - 0.5) * span)) * fps)
    sum = sum === undefined ? value : operate('+', sum, value, session.budget)
  }
  return operate('/', sum, count, session.budget)
}

// A composition's markers as expression objects.

/** `thisComp.marker`. */
export function createMarkersObject(session: Session, composition: RigComposition): ExpressionObject {
  // Bodymovin omits the markers of precomps, so whether there are any is unknown.
  const { markers } = composition
  if (!markers) throw new ExpressionError('unsupported', `The markers of "${composition.name}" are not in the file`)
  const { fps } = session.rig
  const at = (n: number): Value => {
    const marker = markers[n - 1]
    if (!marker) throw new ExpressionError('missing', `"${composition.name}" has no marker ${n}`)
    const dictionary = new Dictionary()
    dictionary.entries.set('time', marker.frame / fps)
    dictionary.entries.set('index', n)
    dictionary.entries.set('comment', marker.comment)
    dictionary.entries.set('duration', marker.frames / fps)
    return dictionary
  }
  const find = (key: Value): Value => {
    session.budget.pay(1 + markers.length)
    const which = plain(key)
    if (typeof which === 'number') return at(which)
    const n = markers.findIndex(({ comment }) => comment === which)
    if (n >= 0) return at(n + 1)
    throw new ExpressionError('missing', `"${composition.name}" has no marker "${toText(which).slice(0, 60)}"`)
  }
  const nearest = (seconds: Value): Value => {
    session.budget.pay(1 + markers.length)
    const frame = toNumber(seconds) * fps
    const distances = markers.map((marker) => Math.abs(marker.frame - frame))
    return at(distances.indexOf(Math.min(...distances)) + 1)
  }
  const members: Readonly<Record<string, () => Value>> = {
    numKeys: () => markers.length,
    key: () => new Callable(([which]) => find(which)),
    nearestKey: () => new Callable(([time]) => nearest(time)),
  }
  return {
    label: `the markers of "${composition.name}"`,
    member: (name) => (Object.hasOwn(members, name) ? members[name]?.() : undefined),
  }
}
