// Runs the expressions of an animation and writes what they give as keyframes, so that everything after sees none.

import { isKeyframed, LIKE, LIVE } from '@vitrine/document/bodymovin-property'
import { isRecord, records } from '@vitrine/document/cleanse'
import { clause, Lint } from '@vitrine/document/lint'
import type { RigLayer, RigProperty, RigText } from '@vitrine/document/rig'
import { ExpressionError } from '../expression/expression-error.ts'
import { createGlobals } from '../expression/expression-object.ts'
import type { RigPlace } from '../expression/rig-place.ts'
import {
  MAX_WORDINGS,
  sampleFrames,
  TOLERANCE,
  thinned,
  thinnedPaths,
  toComponents,
  toWords,
} from '../expression/sample.ts'
import { Session } from '../expression/session.ts'
import { PathValue, toText, type Value } from '../expression/value.ts'
import { isControlEffect, isControlLayer, isOffered, reportKept } from './control.ts'
import { BAKE_ADVICE, reportFailed } from './expression-report.ts'
import { hasExpressions, type ReadRig, readRig } from './rig.ts'

type Json = Record<string, unknown>

/** As many keyframes as a property of a document may have. */
const MAX_KEYFRAMES = 2000
/** Steps for all expressions of one animation: a few seconds. */
const MAX_STEPS = 20_000_000
/** Steps for those that follow controls: they are taken again whenever the document is made ready to be drawn. */
const MAX_LIVE_STEPS = 2_000_000
/** After so many runs no control stays that something cannot follow. */
const MAX_ATTEMPTS = 8

interface Baking {
  readonly animation: Json
  readonly session: Session
  readonly places: ReadonlyMap<Json, RigPlace>
  readonly raws: ReadRig['raws']
  readonly layers: ReadRig['layers']
  readonly lint: Lint
  /** The frames of the animation itself; those of precomps are their layers'. */
  readonly start: number
  readonly end: number
  /** Properties whose expressions are run when the document is drawn; those of an animation inside a document cannot be. */
  readonly live: RigProperty[]
  readonly canLive: boolean
  readonly controls: Controls
  steps: number
  liveSteps: number
  baked: number
}

/** The controls of an animation, and what expressions ask for. */
interface Controls {
  readonly isOffered: (place: RigPlace) => boolean
  /** What something that cannot be live follows: they keep their values. */
  readonly refused: Set<RigProperty>
  /** All that the expression that is being run asked for. */
  readonly asked: Map<RigProperty, RigPlace>
  /** All that any expression asked for. */
  readonly used: Map<RigProperty, RigPlace>
  /** Those that live expressions follow. */
  readonly followed: Set<RigProperty>
}

/** A rig with live expressions. */
export interface LiveRead extends ReadRig {
  /** The text layers whose size they ask for. */
  readonly measured: readonly RigLayer[]
  /** The controls that customers set. */
  readonly set: readonly RigPlace[]
}

export interface BakeOptions {
  readonly fps: number
  readonly width: number
  readonly height: number
  /** Whether customers fill in the words of a text layer. */
  readonly isFilled: (layer: Json) => boolean
  /** The document can carry live expressions. */
  readonly canLive: boolean
}

/**
 * Runs what can be run, in place. A property whose expression cannot be run keeps the keyframes that were exported, which is
 * reported as an error. Answers the rig for expressions that follow the words of customers, if there are any.
 */
export function bakeExpressions(animation: Json, options: BakeOptions, lint: Lint): LiveRead | undefined {
  if (!hasExpressions(animation)) return undefined
  const read = readRig(animation, options.fps, options)
  const refused = new Set<RigProperty>()
  for (let attempt = 1; ; attempt++) {
    const controls = watchControls(read, refused, options.canLive && attempt < MAX_ATTEMPTS)
    const run = runAll(animation, read, controls, options)
    // What cannot be live follows a control: the control keeps its value, and everything is run again.
    if (run.isRefused) continue
    return finish(run.baking, run.write, read, lint)
  }
}

function watchControls(read: ReadRig, refused: Set<RigProperty>, canLive: boolean): Controls {
  const isOpen = (place: RigPlace) => {
    const control = read.controls.get(place.property)
    const isNull = read.layers.get(place.layer)?.ty === 3
    return control !== undefined && isOffered(place, control, isNull)
  }
  return {
    isOffered: (place) => canLive && !refused.has(place.property) && isOpen(place),
    refused,
    asked: new Map(),
    used: new Map(),
    followed: new Set(),
  }
}

/** Runs every expression; nothing is replaced yet, as they ask each other. */
function runAll(animation: Json, read: ReadRig, controls: Controls, options: BakeOptions) {
  const isFilled = (layer: RigLayer) => options.isFilled(read.layers.get(layer) ?? {})
  const isSet = (place: RigPlace) => {
    if (!read.controls.has(place.property)) return false
    controls.asked.set(place.property, place)
    controls.used.set(place.property, place)
    return controls.isOffered(place)
  }
  const before = controls.refused.size
  const baking: Baking = {
    animation,
    session: new Session(read.rig, createGlobals, { isFilled, isSet, pathOf: read.pathOf }),
    places: read.places,
    raws: read.raws,
    layers: read.layers,
    lint: new Lint(),
    start: Number(animation.ip ?? 0),
    end: Number(animation.op ?? 0),
    steps: 0,
    liveSteps: 0,
    baked: 0,
    live: [],
    controls,
    canLive: options.canLive,
  }
  const write = [{ layers: animation.layers, path: 'layers' }, ...precomps(animation)].flatMap(({ layers, path }) =>
    records(layers).flatMap((layer, n) => bakeLayer(layer, `${path}[${n}]`, baking)),
  )
  return { baking, write, isRefused: controls.refused.size > before }
}

function finish(baking: Baking, write: readonly Write[], read: ReadRig, lint: Lint): LiveRead | undefined {
  const { controls, session } = baking
  for (const replace of write) replace()
  for (const line of baking.lint.lines) lint.add(line)
  const used = [...controls.used.values()]
  const set = used.filter(({ property }) => controls.followed.has(property))
  for (const place of used) {
    const control = read.controls.get(place.property)
    if (control && !controls.followed.has(place.property))
      reportKept(place, control, controls.refused.has(place.property), lint)
  }
  if (baking.baked > 0)
    lint.info(
      'expression-converted',
      '',
      baking.baked === 1 ? 'An expression was turned into keyframes' : '{count} expressions were turned into keyframes',
      { count: baking.baked },
    )
  if (baking.live.length === 0) return undefined
  lint.info(
    'expression-converted',
    '',
    baking.live.length === 1
      ? 'An expression follows what customers fill in'
      : '{count} expressions follow what customers fill in',
    { count: baking.live.length },
  )
  return { ...read, measured: [...session.measured], set }
}

function precomps(animation: Json) {
  return records(animation.assets).map(({ layers }, n) => ({ layers, path: `assets[${n}].layers` }))
}

type Write = () => void

function bakeLayer(layer: Json, path: string, baking: Baking): Write[] {
  return withExpressions(layer, path, true).map(({ raw, path: at }) => {
    const { drawn: before, velocities } = baking.session
    const write = bakeOne(raw, layer, at, String(raw.x), baking)
    if (write && baking.session.velocities > velocities) baking.lint.playersDiffer(at, 'velocityAtTime()')
    // Also those that another property has drawn, whose value this one asks for.
    if (write && baking.session.drawn > before)
      baking.lint.warn('expression-converted', at, [
        clause(
          'The expression uses random numbers; After Effects does not publish how it makes them, so the values here are different',
        ),
        BAKE_ADVICE,
      ])
    return write ?? (() => delete raw.x)
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
        isControlEffect(effect) ? [] : withExpressions(effect, `${path}.ef[${n}]`),
      )
    return withExpressions(item, `${path}.${key}`)
  })
  return [...own, ...inner]
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
  const { asked, refused, isOffered: isSet } = baking.controls
  asked.clear()
  try {
    if (!place) throw new ExpressionError('unsupported', 'Expressions on this property are not run')
    const write = bakeShape(raw, place, baking)
    baking.baked++
    return write
  } catch (given) {
    const live = given instanceof Live && place ? keepLive(raw, place, given.value, baking) : undefined
    if (live) return live
    const followed = given instanceof Live ? [...asked.values()].filter(isSet) : []
    for (const { property } of followed) refused.add(property)
    // It is run once more with the controls as they are.
    if (followed.length > 0) return () => {}
    const error =
      given instanceof Live ? new ExpressionError('unsupported', 'It follows what customers fill in') : given
    if (!(error instanceof ExpressionError)) throw error
    reportFailed({ error, place, layer, path, source }, baking.lint)
    return undefined
  }
}

function bakeShape(raw: Json, place: RigPlace, baking: Baking): Write {
  const { shape } = place.property
  if (shape === 'text') return bakeText(raw, place, baking)
  return shape === 'other'
    ? (copyLink(raw, place, baking) ?? bakePath(raw, place, baking))
    : bakeNumbers(raw, place, baking)
}

/** A path that is another one's: the keyframes of that one. Undefined for one that is made of points. */
function copyLink(raw: Json, place: RigPlace, baking: Baking): Write | undefined {
  const link = baking.session.linkOf(place, place.layer.in)
  const source = link && link.property.shape === 'other' ? baking.raws.get(link.property) : undefined
  if (!source || source === raw || typeof source.x === 'string') return undefined
  return () => {
    delete raw.x
    Object.assign(raw, { a: source.a, k: source.k, ...(source.loop === undefined ? {} : { loop: source.loop }) })
  }
}

/** A path that an expression makes of points. */
function bakePath(raw: Json, place: RigPlace, baking: Baking): Write {
  const paths = [...sampleSeenFrames(place, baking)].map(({ frame, value }) => {
    if (!(value instanceof PathValue))
      throw new ExpressionError('unsupported', 'Expressions on this property are not run')
    return { frame, path: value.path }
  })
  const kept = thinnedPaths(paths)
  if (kept.length > MAX_KEYFRAMES) throw new ExpressionError('limit', `It needs more than ${MAX_KEYFRAMES} keyframes`)
  return () => {
    delete raw.x
    raw.a = kept.length > 1 ? 1 : 0
    raw.k = kept.length > 1 ? kept.map(({ frame, path }) => ({ t: frame, s: [path] })) : kept[0]?.path
  }
}

/** A number or point that is computed when the document is drawn. Undefined where a document has no place for that. */
function keepLive(raw: Json, place: RigPlace, value: Value, baking: Baking): Write | undefined {
  const { shape } = place.property
  if (shape === 'text') return keepLiveText(raw, place, baking)
  const count = shape === 'list' ? listLength(raw) : 1
  // What is outside the rig's tree cannot be found again.
  const isKnown = place.group !== undefined && place.group.parts.length > 0
  if (!baking.canLive || !isKnown || baking.session.usesPaths || (shape !== 'number' && shape !== 'list'))
    return undefined
  const numbers = toComponents(value, count, place.layer.in)
  if (!isAffordable(place, (given, frame) => toComponents(given, count, frame), baking)) return undefined
  const id = numberLive(place, baking)
  return () => {
    delete raw.x
    Object.assign(place.property, { live: id })
    Object.assign(raw, { a: 0, k: shape === 'number' ? numbers[0] : numbers, [LIVE]: id })
  }
}

/** A text whose words are computed when the document is drawn. Undefined for one that changes its look. */
function keepLiveText(raw: Json, place: RigPlace, baking: Baking): Write | undefined {
  const { states } = place.property.value as RigText
  if (!baking.canLive || baking.session.usesPaths || place.property !== place.layer.text || states.length !== 1)
    return undefined
  let [count, last] = [0, undefined as string | undefined]
  const countWordings = (value: Value) => {
    const words = toWords(value)
    if (words !== last) count++
    last = words
  }
  if (!isAffordable(place, countWordings, baking) || count > MAX_WORDINGS) return undefined
  const id = numberLive(place, baking)
  return () => {
    delete raw.x
    Object.assign(place.property, { live: id })
    Object.assign(raw, { [LIVE]: id })
  }
}

/** The number of a new live expression; the controls that it asked for become fields. */
function numberLive(place: RigPlace, { live, controls }: Baking): number {
  for (const one of controls.asked.values()) if (controls.isOffered(one)) controls.followed.add(one.property)
  return live.push(place.property) - 1
}

/** Looks at every frame: what is asked for may change, and controls must not cost too much. */
function isAffordable(place: RigPlace, look: (value: Value, frame: number) => void, baking: Baking): boolean {
  const { controls, session } = baking
  for (const { frame, value } of sampleFrames(session, place, [place.layer.in, place.layer.out])) {
    look(value, frame)
    baking.liveSteps += session.spent
    if (session.usesPaths) return false
    if (baking.liveSteps > MAX_LIVE_STEPS && [...controls.asked.values()].some(controls.isOffered)) return false
  }
  return true
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

/** Says that a value follows what customers fill in, with what it is until then. */
class Live {
  readonly value: Value

  constructor(value: Value) {
    this.value = value
  }
}

/** The values of a property from the first frame to the last at which its layer, or one that follows it, is seen. */
function* sampleSeenFrames(place: RigPlace, baking: Baking): Generator<{ frame: number; value: Value }> {
  const { composition, layer } = place
  const isFollowed = composition.layers.some(({ parent }) => parent === layer.index)
  const isMain = composition.id === ''
  const [first, last] = isMain ? [baking.start, baking.end] : [0, composition.frames]
  const from = Math.floor(isFollowed ? Math.min(first, layer.in) : isMain ? Math.max(first, layer.in) : layer.in)
  const to = Math.ceil(isFollowed ? Math.max(last, layer.out) : isMain ? Math.min(last, layer.out) : layer.out)
  for (const { frame, value, live } of sampleFrames(baking.session, place, [from, to])) {
    if (live) throw new Live(value)
    baking.steps += baking.session.spent
    if (baking.steps > MAX_STEPS)
      throw new ExpressionError('limit', 'All expressions of the animation together take too many steps')
    yield { frame, value }
  }
}

/**
 * A colour that is that of a colour control, which customers may choose: one that stands in Essential Graphics, or on a layer
 * that draws nothing or is called a controller.
 */
function linkedColor(raw: Json, place: RigPlace, { session, layers, raws, animation }: Baking): Write | undefined {
  const link = session.linkOf(place, place.layer.in)
  const owner = link && layers.get(link.layer)
  const value = link && raws.get(link.property)
  if (!link?.group || !owner || !value || !/^ADBE Color Control/.test(link.group.match ?? '')) return undefined
  if (link.property.expression !== undefined || isKeyframed(value.k)) return undefined
  const isControl = owner.ty === 3 || isControlLayer(link.layer.name)
  if (typeof value.sid !== 'string' && !isControl) return undefined
  const sid = typeof value.sid === 'string' ? value.sid : link.group.name
  return () => {
    delete raw.x
    const slots = isRecord(animation.slots) ? animation.slots : {}
    if (!Object.hasOwn(slots, sid)) slots[sid] = { nm: link.group?.name ?? sid, p: { a: 0, k: value.k } }
    animation.slots = slots
    Object.assign(raw, { a: 0, k: value.k, sid })
  }
}

function bakeNumbers(raw: Json, place: RigPlace, baking: Baking): Write {
  const color = place.property.shape === 'list' && listLength(raw) >= 3 ? linkedColor(raw, place, baking) : undefined
  if (color) return color
  const count = place.property.shape === 'list' ? Math.max(2, listLength(raw)) : 1
  const isScalar = place.property.shape === 'number'
  if (!isScalar && place.property.shape !== 'list')
    throw new ExpressionError('unsupported', 'Expressions on this property are not run')
  const samples = [...sampleSeenFrames(place, baking)].map(({ frame, value }) => ({
    t: frame,
    s: toComponents(value, count, frame),
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

/** A text that is another layer's, whose words customers fill in: it asks for the same. */
function linkedText(raw: Json, place: RigPlace, { session, layers }: Baking): Write | undefined {
  const link = session.linkOf(place, place.layer.in)
  const [own, source] = [layers.get(place.layer), link && layers.get(link.layer)]
  if (!own || !source || !link || link.property !== link.layer.text || !session.options.isFilled?.(link.layer))
    return undefined
  return () => {
    delete raw.x
    Object.assign(own, { [LIKE]: source })
    const data = isRecord(source.t) && isRecord(source.t.d) ? source.t.d : {}
    if (typeof data.sid === 'string') raw.sid = data.sid
    const { states } = link.property.value as RigText
    raw.k = records(raw.k)
      .slice(0, 1)
      .map((key) => ({ ...key, s: { ...(isRecord(key.s) ? key.s : {}), t: states[0]?.[1] ?? '' } }))
  }
}

/** A text that changes: a state for each of its wordings. */
function bakeText(raw: Json, place: RigPlace, baking: Baking): Write {
  const link = linkedText(raw, place, baking)
  if (link) return link
  const states = records(raw.k)
  const styleAt = (frame: number) => states.findLast(({ t }) => typeof t === 'number' && t <= frame) ?? states[0]
  const keys: { t: number; s: unknown }[] = []
  let last: string | undefined
  for (const { frame, value } of sampleSeenFrames(place, baking)) {
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
