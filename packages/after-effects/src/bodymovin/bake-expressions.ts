// Runs the expressions of an animation and writes the results as keyframes, so that later stages see no expressions.

import { isKeyframed, LIKE, LIVE } from '@vitrine/document/bodymovin-property'
import { isRecord } from '@vitrine/document/check'
import { records } from '@vitrine/document/cleanse'
import { clause, Lint } from '@vitrine/document/lint'
import type { RigLayer, RigProperty, RigText } from '@vitrine/document/rig'
import { ExpressionError } from '../expression/expression-error.ts'
import { createGlobals } from '../expression/expression-object.ts'
import {
  MAX_WORDINGS,
  Session,
  sampleFrames,
  simplifySamples,
  TOLERANCE,
  thinnedPaths,
  toComponents,
  toWords,
} from '../expression/session.ts'
import { PathValue, type RigPlace, toText, type Value } from '../expression/value.ts'
import { isControlEffect, isControlLayer, isOffered, reportConstantControl } from './control.ts'
import { BAKE_ADVICE, reportFailed } from './expression-report.ts'
import { hasExpressions, type ReadRig, readRig } from './rig.ts'

type Json = Record<string, unknown>

/** The maximum number of keyframes of a property in a document. */
const MAX_KEYFRAMES = 2000
/** Step limit for all expressions of one animation: a few seconds. */
const MAX_STEPS = 20_000_000
/** Step limit for expressions that depend on controls: they run again whenever the document is prepared for drawing. */
const MAX_LIVE_STEPS = 2_000_000
/** Maximum number of runs, in each of which further controls may become constant. */
const MAX_ATTEMPTS = 8

interface Baking {
  readonly animation: Json
  readonly session: Session
  readonly places: ReadonlyMap<Json, RigPlace>
  readonly raws: ReadRig['raws']
  readonly layers: ReadRig['layers']
  readonly lint: Lint
  /** First frame of the animation itself; precomps use those of their layers. */
  readonly start: number
  readonly end: number
  /**
   * Properties whose expressions run when the document is drawn; undefined for an animation inside a document, which does not
   * support them.
   */
  readonly live: RigProperty[]
  readonly canLive: boolean
  readonly controls: Controls
  steps: number
  liveSteps: number
  baked: number
}

/** The controls of an animation, and which of them expressions read. */
interface Controls {
  readonly isOffered: (place: RigPlace) => boolean
  /** Controls that an expression which cannot be live depends on: they become constant. */
  readonly refused: Set<RigProperty>
  /** Controls that the current expression has read. */
  readonly read: Map<RigProperty, RigPlace>
  /** Controls that any expression has read. */
  readonly used: Map<RigProperty, RigPlace>
  /** Controls that live expressions depend on. */
  readonly followed: Set<RigProperty>
}

/** A rig with live expressions. */
export interface LiveRead extends ReadRig {
  /** The text layers whose size expressions read. */
  readonly measured: readonly RigLayer[]
  /** The controls that customers set. */
  readonly set: readonly RigPlace[]
}

interface BakeOptions {
  readonly fps: number
  readonly width: number
  readonly height: number
  /** Whether customers fill in a text layer. */
  readonly isFilled: (layer: Json) => boolean
  /** Whether the document supports live expressions. */
  readonly canLive: boolean
}

/**
 * Runs expressions in place. A property whose expression cannot run keeps its exported keyframes, which is reported as an
 * error. Returns the rig for live expressions, if there are any.
 */
export function bakeExpressions(animation: Json, options: BakeOptions, lint: Lint): LiveRead | undefined {
  if (!hasExpressions(animation)) return undefined
  const read = readRig(animation, options.fps, options)
  const refused = new Set<RigProperty>()
  for (let attempt = 1; ; attempt++) {
    const controls = watchControls(read, refused, options.canLive && attempt < MAX_ATTEMPTS)
    const run = runAll(animation, read, controls, options)
    // An expression that cannot be live depends on a control: the control becomes constant, and everything runs again.
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
    read: new Map(),
    used: new Map(),
    followed: new Set(),
  }
}

/** Runs every expression. Results are written later, because expressions read each other's properties. */
function runAll(animation: Json, read: ReadRig, controls: Controls, options: BakeOptions) {
  const isFilled = (layer: RigLayer) => options.isFilled(read.layers.get(layer) ?? {})
  const isSet = (place: RigPlace) => {
    if (!read.controls.has(place.property)) return false
    controls.read.set(place.property, place)
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
      reportConstantControl(place, control, controls.refused.has(place.property), lint)
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
    // Includes random numbers drawn by other properties that this one reads.
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

/** All drawn properties of a layer with an expression: controls only carry values. */
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
  const { read, refused, isOffered: isSet } = baking.controls
  read.clear()
  try {
    if (!place) throw new ExpressionError('unsupported', 'Expressions on this property are not run')
    const write = bakeShape(raw, place, baking)
    baking.baked++
    return write
  } catch (error) {
    const live = error instanceof Live && place ? keepLive(raw, place, error.value, baking) : undefined
    if (live) return live
    const followed = error instanceof Live ? [...read.values()].filter(isSet) : []
    for (const { property } of followed) refused.add(property)
    // It runs again with constant controls.
    if (followed.length > 0) return () => {}
    const reason =
      error instanceof Live ? new ExpressionError('unsupported', 'It follows what customers fill in') : error
    if (!(reason instanceof ExpressionError)) throw reason
    reportFailed({ error: reason, place, layer, path, source }, baking.lint)
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

/** A path that refers to another path takes its keyframes. Undefined for a path computed from points. */
function copyLink(raw: Json, place: RigPlace, baking: Baking): Write | undefined {
  const link = baking.session.linkOf(place, place.layer.in)
  const source = link && link.property.shape === 'other' ? baking.raws.get(link.property) : undefined
  if (!source || source === raw || typeof source.x === 'string') return undefined
  return () => {
    delete raw.x
    Object.assign(raw, { a: source.a, k: source.k, ...(source.loop === undefined ? {} : { loop: source.loop }) })
  }
}

/** Bakes a path that an expression computes from points. */
function bakePath(raw: Json, place: RigPlace, baking: Baking): Write {
  const paths = [...sampleSeenFrames(place, baking)].map(({ frame, value }) => {
    if (!(value instanceof PathValue))
      throw new ExpressionError('unsupported', 'Expressions on this property are not run')
    return { frame, path: value.path }
  })
  const thinned = thinnedPaths(paths)
  if (thinned.length > MAX_KEYFRAMES)
    throw new ExpressionError('limit', `It needs more than ${MAX_KEYFRAMES} keyframes`)
  return () => {
    delete raw.x
    raw.a = thinned.length > 1 ? 1 : 0
    raw.k = thinned.length > 1 ? thinned.map(({ frame, path }) => ({ t: frame, s: [path] })) : thinned[0]?.path
  }
}

/** A number or point that is computed when the document is drawn. Undefined when the document format has no place for it. */
function keepLive(raw: Json, place: RigPlace, value: Value, baking: Baking): Write | undefined {
  const { shape } = place.property
  if (shape === 'text') return keepLiveText(raw, place, baking)
  const count = shape === 'list' ? listLength(raw) : 1
  // Parts outside the rig's tree cannot be found again.
  const isKnown = place.group !== undefined && place.group.parts.length > 0
  if (!baking.canLive || !isKnown || baking.session.usesPaths || (shape !== 'number' && shape !== 'list'))
    return undefined
  const numbers = toComponents(value, count, place.layer.in)
  if (!isAffordable(place, (computed, frame) => toComponents(computed, count, frame), baking)) return undefined
  const id = numberLive(place, baking)
  return () => {
    delete raw.x
    Object.assign(place.property, { live: id })
    Object.assign(raw, { a: 0, k: shape === 'number' ? numbers[0] : numbers, [LIVE]: id })
  }
}

/** A text that is computed when the document is drawn. Undefined for one that changes its style. */
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

/** The index of a new live expression; the controls that it reads become fields. */
function numberLive(place: RigPlace, { live, controls }: Baking): number {
  for (const one of controls.read.values()) if (controls.isOffered(one)) controls.followed.add(one.property)
  return live.push(place.property) - 1
}

/** Evaluates every frame, because the reads may differ between frames, and limits the cost of controls. */
function isAffordable(place: RigPlace, look: (value: Value, frame: number) => void, baking: Baking): boolean {
  const { controls, session } = baking
  for (const { frame, value } of sampleFrames(session, place, [place.layer.in, place.layer.out])) {
    look(value, frame)
    baking.liveSteps += session.spent
    if (session.usesPaths) return false
    if (baking.liveSteps > MAX_LIVE_STEPS && [...controls.read.values()].some(controls.isOffered)) return false
  }
  return true
}

/** Loops that the document format supports directly. */
function plainLoop(source: string): 'cycle' | 'pingpong' | undefined {
  const bare = source
    .slice(0, 500)
    .replace(/var \$bm_rt\s*;|\$bm_rt\s*=|[\s;]/g, '')
    .replaceAll('"', "'")
  const loop = /^(?:thisProperty\.)?loopOut(?:Duration)?\((?:'(cycle|pingpong)'(?:,0)?)?\)$/.exec(bare)
  return loop ? ((loop[1] as 'cycle' | 'pingpong' | undefined) ?? 'cycle') : undefined
}

/** Thrown for a value that depends on customer input, with its value for the defaults. */
class Live {
  readonly value: Value

  constructor(value: Value) {
    this.value = value
  }
}

/** Yields the values of a property from the first to the last frame at which its layer, or a layer that follows it, is visible. */
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
 * Binds a colour that equals a colour control to a field, when customers may choose it: the control is in Essential Graphics,
 * or on a layer that draws nothing or has a controller's name.
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
  // A remapped time in seconds is shown in frames.
  const tolerance = place.property.name === 'Time Remap' ? TOLERANCE / 50 : count === 4 ? TOLERANCE / 4 : TOLERANCE
  const keys = simplifySamples(samples, tolerance)
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

/** A text that equals another layer's customer text uses the same field. */
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

/** Bakes a changing text: one keyframe for each of its texts. */
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
