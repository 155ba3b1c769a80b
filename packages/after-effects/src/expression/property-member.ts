// What can be asked of a property: its value at other times, its keyframes, loops, and wiggling.
import { ExpressionError } from './expression-error.ts'
import { PATH_METHODS } from './path-value.ts'
import { hash, smoothNoise } from './random.ts'
import type { RigPlace } from './rig-place.ts'
import type { Session } from './session.ts'
import {
  Callable,
  Dictionary,
  isList,
  operate,
  PathValue,
  plain,
  toNumber,
  toNumbers,
  toText,
  type Value,
} from './value.ts'

interface Key {
  readonly frame: number
  readonly value: Value
}

interface Asked {
  readonly session: Session
  readonly place: RigPlace
  readonly evaluationTime: { frame: number }
  readonly randomState: { seed: number }
}

/** A member of a property; undefined when there is none of that name. */
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
  (run: (asked: Asked, values: readonly Value[]) => Value) =>
  (asked: Asked): Value =>
    new Callable((values) => run(asked, values))

const MEMBERS: Readonly<Record<string, (asked: Asked) => Value>> = {
  value: ({ session, place, evaluationTime }) =>
    isRunning(session, place) ? session.base(place, evaluationTime.frame) : session.value(place, evaluationTime.frame),
  name: ({ place }) => place.property.name,
  propertyIndex: ({ place }) => place.property.index,
  numKeys: (asked) => listKeys(asked).length,
  key: call((asked, [which]) => keyAt(asked, toNumber(which))),
  nearestKey: call((asked, [at]) => nearestKey(asked, toNumber(at))),
  valueAtTime: call((asked, [at]) => valueAt(asked, toNumber(at) * asked.session.rig.fps)),
  velocityAtTime: call((asked, [at]) => velocityAt(asked, toNumber(at) * asked.session.rig.fps)),
  speedAtTime: call((asked, [at]) => computeLength(velocityAt(asked, toNumber(at) * asked.session.rig.fps))),
  velocity: (asked) => velocityAt(asked, asked.evaluationTime.frame),
  speed: (asked) => computeLength(velocityAt(asked, asked.evaluationTime.frame)),
  loopOut: call((asked, [mode, count]) => loop(asked, mode, spanByKeys(asked, count, 'out'), 'out')),
  loopIn: call((asked, [mode, count]) => loop(asked, mode, spanByKeys(asked, count, 'in'), 'in')),
  loopOutDuration: call((asked, [mode, seconds]) => loop(asked, mode, spanByTime(asked, seconds, 'out'), 'out')),
  loopInDuration: call((asked, [mode, seconds]) => loop(asked, mode, spanByTime(asked, seconds, 'in'), 'in')),
  wiggle: call(wiggle),
  temporalWiggle: call(wiggle),
  smooth: call(smooth),
}

/** Names with underscores, which After Effects still runs and older rigs have. */
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

/** A method of a path; those that name a place take a share of its length before the time. */
function pathMember(asked: Asked, name: string): Value {
  const method = Object.hasOwn(PATH_METHODS, name) ? PATH_METHODS[name] : undefined
  if (!method) return undefined
  return new Callable((values) => {
    const at = plain(name.endsWith('OnPath') ? values[1] : values[0])
    const frame = at === undefined ? asked.evaluationTime.frame : toNumber(at) * asked.session.rig.fps
    const value = valueAt(asked, frame)
    if (!(value instanceof PathValue)) throw new ExpressionError('value', `"${asked.place.property.name}" is no path`)
    return method(value, values, asked.session.budget)
  })
}

/** Inside its own expression a property is what it was before. */
function isRunning(session: Session, { property }: RigPlace): boolean {
  return session.isRunning(property)
}

function listKeys({ session, place }: Asked): Key[] {
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

function keyAt(asked: Asked, which: number): Value {
  const key = listKeys(asked)[which - 1]
  if (!key) throw new ExpressionError('missing', `"${asked.place.property.name}" has no keyframe ${which}`)
  const made = new Dictionary()
  made.entries.set('time', key.frame / asked.session.rig.fps)
  made.entries.set('value', key.value)
  made.entries.set('index', which)
  return made
}

function nearestKey(asked: Asked, seconds: number): Value {
  const frame = seconds * asked.session.rig.fps
  const keys = listKeys(asked)
  const nearest = keys.reduce(
    (best, key, n) => (Math.abs(key.frame - frame) < Math.abs((keys[best]?.frame ?? 0) - frame) ? n : best),
    0,
  )
  return keyAt(asked, nearest + 1)
}

function valueAt({ session, place }: Asked, frame: number): Value {
  if (!isRunning(session, place)) return session.value(place, frame)
  return session.base(place, frame)
}

/** Half of the time over which a velocity is measured, in seconds. */
const SOON = 0.001

function velocityAt(asked: Asked, frame: number): Value {
  asked.session.velocities++
  const step = SOON * asked.session.rig.fps
  const [before, after] = [valueAt(asked, frame - step), valueAt(asked, frame + step)]
  const { budget } = asked.session
  return operate('/', operate('-', after, before, budget), 2 * SOON, budget)
}

function computeLength(value: Value): number {
  const numbers = toNumbers(value)
  return numbers.length === 1 ? Math.abs(numbers[0] ?? 0) : Math.sqrt(numbers.reduce((sum, one) => sum + one * one, 0))
}

/** The part of a movement that is repeated, in frames. */
interface Span {
  readonly from: number
  readonly to: number
}

/** From the given number of keyframes before the last to the last, or from the first on. */
function spanByKeys(asked: Asked, count: Value, side: 'in' | 'out'): Span | undefined {
  const keys = listKeys(asked)
  const [first, last] = [keys[0], keys.at(-1)]
  if (!first || !last || keys.length < 2) return undefined
  const segments = Math.floor(plain(count) === undefined ? 0 : toNumber(count))
  const wanted = !(segments >= 1 && segments <= keys.length - 1) ? keys.length - 1 : segments
  return side === 'out'
    ? { from: (keys[keys.length - 1 - wanted] as Key).frame, to: last.frame }
    : { from: first.frame, to: (keys[wanted] as Key).frame }
}

function spanByTime(asked: Asked, seconds: Value, side: 'in' | 'out'): Span | undefined {
  const keys = listKeys(asked)
  const [first, last] = [keys[0], keys.at(-1)]
  if (!first || !last || keys.length < 2) return undefined
  const given = plain(seconds) === undefined ? 0 : toNumber(seconds) * asked.session.rig.fps
  const { in: start, out: end } = asked.place.layer
  if (side === 'out') return { from: given > 0 ? Math.max(start, last.frame - given) : first.frame, to: last.frame }
  return { from: first.frame, to: given > 0 ? Math.min(end, first.frame + given) : last.frame }
}

/** As After Effects documents `loopOut` and `loopIn`; a property without a movement is what it is. */
function loop(asked: Asked, modeGiven: Value, span: Span | undefined, side: 'in' | 'out'): Value {
  const { session, place, evaluationTime } = asked
  const { budget } = session
  const { frame } = evaluationTime
  const mode = plain(modeGiven) === undefined ? 'cycle' : toText(modeGiven).toLowerCase()
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

/** Most octaves of a wiggle. */
const MAX_OCTAVES = 10

/** `wiggle(frequency, amount, octaves = 1, multiplier = 0.5, t = time)`: the value with smooth noise added. */
function wiggle(asked: Asked, [frequency, amount, octaves, multiplier, at]: readonly Value[]): Value {
  const { session, place, evaluationTime, randomState } = asked
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
      // Each component and octave has a noise of its own, and starts somewhere on it.
      sum += strength * smoothNoise(hash(randomState.seed, axis, n), seconds * speed + 0.5)
      strength *= falloff
      speed *= 2
    }
    return part + sum
  }
  return isList(value) ? value.map((part, axis) => shaken(toNumber(part), axis)) : shaken(toNumber(value), 0)
}

/** `smooth(width = 0.2, samples = 5, t = time)`: the mean of what it is around a time. */
function smooth(asked: Asked, [width, samples, at]: readonly Value[]): Value {
  const { session, place, evaluationTime } = asked
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
