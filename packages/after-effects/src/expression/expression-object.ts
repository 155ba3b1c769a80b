// After Effects' objects as expressions see them: compositions, layers, groups and properties.

import type { RigComposition, RigGroup, RigLayer, RigProperty } from '@vitrine/document/rig'
import { bell, gradientNoise, hash, hashText, randomBetween, share } from './builtin.ts'
import { cos, sin } from './exact-math.ts'
import { ExpressionError } from './expression-error.ts'
import { type Globals, runProgram } from './interpret.ts'
import { createPath } from './path-value.ts'
import { createMarkersObject, propertyMember } from './property-member.ts'
import { type EvaluationTime, findRenamedLayer, type Session } from './session.ts'
import {
  Callable,
  Dictionary,
  type ExpressionObject,
  isGroup,
  plain,
  type RigPlace,
  toNumber,
  toNumbers,
  toText,
  type Value,
} from './value.ts'

/** Random state of one expression: its seed, and the count of numbers drawn. */
interface RandomState {
  seed: number
  timeless: boolean
  drawn: number
}

/** Maximum nesting of `eval`. */
const MAX_EVAL_DEPTH = 8

/** Resolves the global names of an expression. */
export function createGlobals(session: Session, place: RigPlace, evaluationTime: EvaluationTime): Globals {
  const { composition, layer, property } = place
  const fps = session.rig.fps
  const randomState: RandomState = { seed: hash(layer.index, hashText(property.name)), timeless: false, drawn: 0 }
  const own = createPropertyObject(session, place, evaluationTime, randomState)
  const layerObject = createLayerObject(session, composition, layer, evaluationTime)
  const ofGroup = place.group && createGroupObject(session, place, place.group, evaluationTime)
  const time = () => {
    session.depend({ time: true })
    return evaluationTime.frame / fps
  }
  const draw = () => {
    session.drawn++
    if (!randomState.timeless) session.depend({ time: true })
    return share(
      randomState.seed,
      randomState.drawn++,
      randomState.timeless ? 0 : Math.round(evaluationTime.frame * 64) + 1,
    )
  }
  const functions: Record<string, (values: readonly Value[]) => Value> = {
    comp: ([name]) => findComposition(session, name, evaluationTime),
    posterizeTime: ([rate]) => {
      const perSecond = toNumber(rate)
      if (perSecond > 0)
        evaluationTime.frame = (Math.floor((evaluationTime.frame / fps) * perSecond + 1e-6) / perSecond) * fps
      session.depend({ time: true })
      return 0
    },
    framesToTime: ([frames, rate]) => toNumber(frames) / (rate === undefined ? fps : toNumber(rate)),
    timeToFrames: ([seconds, rate]) =>
      Math.round((seconds === undefined ? time() : toNumber(seconds)) * (rate === undefined ? fps : toNumber(rate))),
    seedRandom: ([seed, timeless]) => {
      randomState.seed = hash(Math.floor(toNumber(seed) * 1000), layer.index, hashText(property.name))
      randomState.timeless = Boolean(plain(timeless))
      return 0
    },
    random: (values) => randomBetween(values, draw),
    gaussRandom: (values) => randomBetween(values, () => bell(Math.floor(draw() * 4294967296), 0)),
    noise: ([at]) => {
      session.drawn++
      return gradientNoise(0, toNumbers(at))
    },
    createPath: (values) => createPath(values, session.budget),
  }
  let depth = 0
  const evaluate = (source: string): Value => {
    if (++depth > MAX_EVAL_DEPTH) throw new ExpressionError('limit', 'It calls eval inside eval too often')
    session.budget.pay(source.length)
    try {
      return runProgram(session.programOf(source), resolve, session.budget)
    } finally {
      depth--
    }
  }
  const resolve: Globals = (name) => {
    if (name === 'time') return { value: time() }
    if (name === 'thisComp') return { value: createCompositionObject(session, composition, evaluationTime) }
    if (name === 'thisLayer') return { value: layerObject }
    if (name === 'thisProperty') return { value: own }
    const run = Object.hasOwn(functions, name) ? functions[name] : undefined
    if (run) return { value: new Callable(run) }
    if (session.builtins.has(name)) return { value: session.builtins.get(name) }
    // `eval` uses the same interpreter and limits: rigs build layer names in its text.
    if (name === 'eval') return { value: new Callable(([source]) => evaluate(toText(source))) }
    const found = own.member(name) ?? layerObject.member(name) ?? ofGroup?.member(name)
    return found === undefined ? undefined : { value: found }
  }
  return resolve
}

function createPropertyObject(
  session: Session,
  place: RigPlace,
  evaluationTime: EvaluationTime,
  randomState?: RandomState,
): ExpressionObject {
  const { layer, property } = place
  const seed = { seed: hash(layer.index, hashText(property.name)), timeless: false, drawn: 0 }
  return {
    label: `"${property.name}"`,
    place,
    member(name) {
      if (name === 'propertyGroup')
        return new Callable(([levels]) => groupAround(session, place, evaluationTime, readLevelCount(levels)))
      return propertyMember(session, place, evaluationTime, randomState ?? seed, name)
    },
    value: () =>
      property.shape === 'layer'
        ? layerByControl(session, place, evaluationTime)
        : session.value(place, evaluationTime.frame),
    ...(property.shape === 'layer' ? { find: () => layerByControl(session, place, evaluationTime) } : {}),
  }
}

/** The layer that a layer control of an effect selects. */
function layerByControl(session: Session, place: RigPlace, evaluationTime: EvaluationTime): Value {
  const index = toNumber(
    session.base({ ...place, property: { ...place.property, shape: 'number' } }, evaluationTime.frame),
  )
  return findLayer(session, place.composition, index, evaluationTime)
}

function createCompositionObject(
  session: Session,
  composition: RigComposition,
  evaluationTime: EvaluationTime,
): ExpressionObject {
  const { fps } = session.rig
  const plainMembers: Record<string, Value> = {
    name: composition.name,
    width: composition.width,
    height: composition.height,
    duration: composition.frames / fps,
    frameDuration: 1 / fps,
    numLayers: composition.layers.length,
    displayStartTime: 0,
    pixelAspect: 1,
  }
  return {
    label: `the composition "${composition.name}"`,
    member(name) {
      if (name === 'layer')
        return new Callable(([which]) => findLayer(session, composition, plain(which), evaluationTime))
      if (name === 'marker') return createMarkersObject(session, composition)
      return Object.hasOwn(plainMembers, name) ? plainMembers[name] : undefined
    },
  }
}

function findComposition(session: Session, name: Value, evaluationTime: EvaluationTime): Value {
  const target = toText(name)
  const [main] = session.rig.compositions
  const named = session.rig.compositions.find((composition) => composition.name === target)
  // Older files do not contain the name of the animation itself.
  const found = named ?? (main?.name === '' ? main : undefined)
  if (!found) throw new ExpressionError('missing', `There is no composition "${target.slice(0, 60)}" in the file`)
  return createCompositionObject(session, found, evaluationTime)
}

function findLayer(session: Session, composition: RigComposition, which: Value, evaluationTime: EvaluationTime): Value {
  session.budget.pay(1 + (composition.layers.length >> 4))
  const { layers } = composition
  const isNumber = typeof which === 'number'
  const found =
    layers.find(({ name, index }) => (isNumber ? index : name) === which) ??
    (typeof which === 'string' ? findRenamedLayer(session, layers, which) : undefined)
  if (!found)
    throw new ExpressionError(
      'missing',
      `There is no layer ${isNumber ? which : `"${toText(which).slice(0, 60)}"`} in "${composition.name}"`,
      isNumber ? undefined : { name: toText(which).slice(0, 60), others: layers },
    )
  return createLayerObject(session, composition, found, evaluationTime)
}

type Maker = (session: Session, composition: RigComposition, layer: RigLayer, evaluationTime: EvaluationTime) => Value

const LAYER_MEMBERS: Readonly<Record<string, Maker>> = {
  name: (_s, _c, layer) => layer.name,
  _name: (_s, _c, layer) => layer.name,
  index: (_s, _c, layer) => layer.index,
  inPoint: ({ rig }, _c, layer) => layer.in / rig.fps,
  outPoint: ({ rig }, _c, layer) => layer.out / rig.fps,
  startTime: ({ rig }, _c, layer) => layer.start / rig.fps,
  width: (_s, _c, layer) => layer.width,
  height: (_s, _c, layer) => layer.height,
  enabled: () => true,
  hasVideo: () => true,
  active: (session, _c, layer, evaluationTime) => {
    session.depend({ time: true })
    return evaluationTime.frame >= layer.in && evaluationTime.frame < layer.out
  },
  hasParent: (_s, _c, layer) => layer.parent !== undefined,
  parent: (session, composition, layer, evaluationTime) =>
    layer.parent === undefined ? null : findLayer(session, composition, layer.parent, evaluationTime),
  source: (session, _c, layer, evaluationTime) => {
    const source = session.rig.compositions.find(({ id }) => id === layer.source)
    if (source) return createCompositionObject(session, source, evaluationTime)
    const box = new Dictionary()
    for (const [key, value] of Object.entries({ name: layer.name, width: layer.width, height: layer.height }))
      box.entries.set(key, value)
    return box
  },
  transform: (session, composition, layer, evaluationTime) =>
    createGroupObject(session, { composition, layer }, layer.transform, evaluationTime),
  $bm_transform: (session, composition, layer, evaluationTime) =>
    createGroupObject(session, { composition, layer }, layer.transform, evaluationTime),
  effect: (session, composition, layer, evaluationTime) =>
    finder(session, composition, layer, layer.effects, 'effect', evaluationTime),
  content: (session, composition, layer, evaluationTime) =>
    finder(session, composition, layer, layer.contents, 'group', evaluationTime),
  mask: (session, composition, layer, evaluationTime) =>
    finder(session, composition, layer, layer.masks, 'mask', evaluationTime),
  text: (session, composition, layer, evaluationTime) => {
    if (!layer.text) return undefined
    const parts = [layer.text]
    return createGroupObject(session, { composition, layer }, { name: 'Text', parts }, evaluationTime)
  },
  sourceText: (session, composition, layer, evaluationTime) =>
    layer.text && createPropertyObject(session, { composition, layer, property: layer.text }, evaluationTime),
  sourceRectAtTime: (session, composition, layer, evaluationTime) =>
    new Callable(([at]) =>
      measureSourceRect(
        session,
        composition,
        layer,
        at === undefined ? evaluationTime.frame : toNumber(at) * session.rig.fps,
      ),
    ),
  ...Object.fromEntries(
    (['toComp', 'toWorld', 'fromComp', 'fromWorld', 'fromCompToSurface'] as const).map((name): [string, Maker] => [
      name,
      (session, composition, layer, evaluationTime) =>
        new Callable(([point, at]) => {
          const frame = at === undefined ? evaluationTime.frame : toNumber(at) * session.rig.fps
          return mapPoint(session, composition, layer, toNumbers(point), frame, name.startsWith('from'))
        }),
    ]),
  ),
}

function createLayerObject(
  session: Session,
  composition: RigComposition,
  layer: RigLayer,
  evaluationTime: EvaluationTime,
): ExpressionObject {
  const transform = createGroupObject(session, { composition, layer }, layer.transform, evaluationTime)
  return {
    label: `the layer "${layer.name}"`,
    member(name) {
      const make = Object.hasOwn(LAYER_MEMBERS, name) ? LAYER_MEMBERS[name] : undefined
      return make ? make(session, composition, layer, evaluationTime) : transform.member(name)
    },
    find: (which) => {
      const name = typeof which === 'number' ? LAYER_NUMBERS[which] : which
      if (name === undefined)
        throw new ExpressionError(
          'unsupported',
          `Number ${which} of the layer "${layer.name}" is not known here; name the group`,
        )
      const groups =
        typeof name === 'string' && Object.hasOwn(LAYER_GROUPS, name) ? LAYER_GROUPS[name]?.(layer) : undefined
      return groups
        ? createGroupObject(session, { composition, layer }, groups, evaluationTime)
        : transform.find?.(name)
    },
  }
}

/** The groups of a layer by name, as in `layer("ADBE Root Vectors Group")`. */
const LAYER_GROUPS: Readonly<Record<string, (layer: RigLayer) => RigGroup | undefined>> = {
  'ADBE Transform Group': ({ transform }) => transform,
  Transform: ({ transform }) => transform,
  'ADBE Effect Parade': ({ effects }) => ({ name: 'Effects', parts: effects }),
  Effects: ({ effects }) => ({ name: 'Effects', parts: effects }),
  'ADBE Root Vectors Group': ({ contents }) => ({ name: 'Contents', parts: contents }),
  Contents: ({ contents }) => ({ name: 'Contents', parts: contents }),
  'ADBE Mask Parade': ({ masks }) => ({ name: 'Masks', parts: masks }),
  'ADBE Text Properties': ({ text }) => text && { name: 'Text', parts: [text] },
}

/** Their indices in After Effects. */
const LAYER_NUMBERS: Readonly<Record<number, string>> = { 2: 'Contents', 4: 'Effects', 6: 'Transform' }

/** Groups of shape groups that After Effects shows and Bodymovin omits. */
const IN_BETWEEN: ReadonlySet<Value> = new Set(['ADBE Vectors Group', 'Contents'])

function finder(
  session: Session,
  composition: RigComposition,
  layer: RigLayer,
  groups: readonly RigGroup[],
  kind: string,
  evaluationTime: EvaluationTime,
): Value {
  return new Callable(([which]) => {
    session.budget.pay(1 + (groups.length >> 3))
    const found = groups.find((group, n) => isCalled(group, n, plain(which)))
    if (found) return createGroupObject(session, { composition, layer }, found, evaluationTime)
    throw new ExpressionError(
      'missing',
      `There is no ${kind} "${toText(which).slice(0, 60)}" on the layer "${layer.name}"`,
    )
  })
}

function isCalled({ name, match, index }: RigGroup | RigProperty, place: number, which: Value): boolean {
  return typeof which === 'number'
    ? (index ?? place + 1) === which
    : name === which || (match !== undefined && match === which)
}

function createGroupObject(
  session: Session,
  { composition, layer }: Omit<RigPlace, 'property' | 'group'>,
  group: RigGroup,
  evaluationTime: EvaluationTime,
  isContents = false,
): ExpressionObject {
  const parts = isContents ? group.parts.filter((part) => !isTransform(part)) : group.parts
  const open = (part: RigGroup | RigProperty): Value =>
    isGroup(part)
      ? createGroupObject(session, { composition, layer }, part, evaluationTime)
      : createPropertyObject(session, { composition, layer, property: part, group }, evaluationTime)
  const byName = (name: string): Value => {
    const squeezed = squeeze(name)
    const part = group.parts.find((one) => squeeze(one.name) === squeezed)
    return part && open(part)
  }
  const contents = () => createGroupObject(session, { composition, layer }, group, evaluationTime, true)
  const find = (which: Value): Value => {
    session.budget.pay(1 + (group.parts.length >> 3))
    if (IN_BETWEEN.has(which)) return contents()
    if (typeof which === 'number' && !isContents && isShapeGroup(group)) {
      const transform = group.parts.find(isTransform)
      if (which === CONTENTS_NUMBER) return contents()
      if (which === TRANSFORM_NUMBER && transform) return open(transform)
    }
    // Bodymovin omits properties, so their order says nothing: an index is valid only where the file contains indices.
    if (typeof which === 'number' && parts.length > 0 && parts.every(({ index }) => index === undefined))
      throw new ExpressionError(
        'unsupported',
        `Number ${which} of "${group.name}" is not known here; name the property`,
      )
    const part = parts.find((one, n) => isCalled(one, n, which))
    const found = part ? open(part) : typeof which === 'string' ? byName(which) : undefined
    if (found !== undefined) return found
    throw new ExpressionError(
      'missing',
      `There is no "${toText(which).slice(0, 60)}" in "${group.name}" of the layer "${layer.name}"`,
    )
  }
  return {
    label: `"${group.name}"`,
    member(name) {
      if (name === 'name' || name === '_name') return group.name
      if (name === 'content') return new Callable(([which]) => contents().find?.(plain(which)))
      if (name === 'effect' || name === 'param' || name === 'property')
        return new Callable(([which]) => find(plain(which)))
      if (name === 'numProperties') return parts.length
      if (name === 'propertyIndex') return isContents ? CONTENTS_NUMBER : group.index
      if (name === 'propertyGroup') {
        const above = around(layer, group).slice(isContents ? 1 : 0)
        return new Callable(([levels]) =>
          outward(session, { composition, layer }, above, evaluationTime, readLevelCount(levels)),
        )
      }
      return byName(name)
    },
    find: (which) => find(plain(which)),
  }
}

/** Index of a shape group's contents, which follows its blend mode. */
const CONTENTS_NUMBER = 2
const TRANSFORM_NUMBER = 3

function isTransform(part: RigGroup | RigProperty): boolean {
  return isGroup(part) && part.name === 'Transform'
}

function isShapeGroup({ match, parts }: RigGroup): boolean {
  return match === 'ADBE Vector Group' || (match === '' && parts.some(isTransform))
}

/** A group around a property or group, counted like After Effects: a shape group, and before it its contents. */
interface Around {
  readonly group: RigGroup
  readonly isContents: boolean
}

/** The surrounding groups, innermost first; none for the transform of a layer. */
function around(layer: RigLayer, group: RigGroup): Around[] {
  for (const [name, parts] of [
    ['Contents', layer.contents],
    ['Effects', layer.effects],
    ['Masks', layer.masks],
  ] as const) {
    const way = wayTo({ name, parts }, group)
    if (way)
      return way.flatMap((outer, n): Around[] => {
        const inner = way[n - 1] ?? group
        if (!isShapeGroup(outer)) return [{ group: outer, isContents: outer.name === 'Contents' }]
        return isTransform(inner)
          ? [{ group: outer, isContents: false }]
          : [
              { group: outer, isContents: true },
              { group: outer, isContents: false },
            ]
      })
  }
  return []
}

/** The groups around `target`, innermost first. */
function wayTo(from: RigGroup, target: RigGroup): RigGroup[] | undefined {
  for (const part of from.parts) {
    if (part === target) return [from]
    const way = isGroup(part) ? wayTo(part, target) : undefined
    if (way) return [...way, from]
  }
  return undefined
}

/** Reads the argument of `propertyGroup`. */
function readLevelCount(levels: Value): number {
  return plain(levels) === undefined ? 1 : toNumber(levels)
}

/** The group `levels` further out; the layer beyond the outermost. */
function outward(
  session: Session,
  { composition, layer }: Omit<RigPlace, 'property' | 'group'>,
  above: readonly Around[],
  evaluationTime: EvaluationTime,
  levels: number,
): Value {
  session.budget.pay(1 + above.length)
  const found = above[levels - 1]
  return found
    ? createGroupObject(session, { composition, layer }, found.group, evaluationTime, found.isContents)
    : createLayerObject(session, composition, layer, evaluationTime)
}

/** `propertyGroup(levels)` of a property in a group. */
function groupAround(session: Session, place: RigPlace, evaluationTime: EvaluationTime, levels: number): Value {
  const { group, layer } = place
  if (!group) return undefined
  return outward(session, place, [{ group, isContents: false }, ...around(layer, group)], evaluationTime, levels)
}

/** Normalises names: `Anchor Point` and `anchorPoint` are equal. */
function squeeze(name: string): string {
  return name.replace(/\s+/g, '').toLowerCase()
}

function measureSourceRect(session: Session, composition: RigComposition, layer: RigLayer, frame: number): Value {
  const rect = new Dictionary()
  const put = (values: object) => {
    for (const [key, value] of Object.entries(values)) rect.entries.set(key, value as number)
    return rect
  }
  if (layer.kind === 'box') return put({ left: 0, top: 0, width: layer.width, height: layer.height })
  if (layer.kind !== 'text' || !layer.text)
    throw new ExpressionError(
      'unsupported',
      `sourceRectAtTime of ${layer.kind === 'shape' ? 'a shape layer' : `"${layer.name}"`} is not run here`,
    )
  const text = toText(session.value({ composition, layer, property: layer.text }, frame))
  session.depend({ live: true })
  session.measured.add(layer)
  session.budget.pay(text.length)
  if (session.options.measure) return put(session.options.measure(layer, text))
  return put({ left: 0, top: -30, width: text.length * 20, height: 40 })
}

/** Maximum length of a chain of parents. */
const MAX_PARENTS = 64

/** Maps from the layer's own pixels to the composition's, or back. */
function mapPoint(
  session: Session,
  composition: RigComposition,
  layer: RigLayer,
  [x = 0, y = 0]: readonly number[],
  frame: number,
  back: boolean,
): Value {
  const chain: RigLayer[] = []
  for (let one: RigLayer | undefined = layer; one && chain.length < MAX_PARENTS; ) {
    chain.push(one)
    const { parent }: RigLayer = one
    one = parent === undefined ? undefined : composition.layers.find(({ index }) => index === parent)
  }
  let point: [number, number] = [x, y]
  for (const one of back ? chain.toReversed() : chain) {
    const read = (name: string, rest: readonly number[]) => {
      const property = one.transform.parts.find((part) => part.name === name)
      if (!property || isGroup(property)) return rest
      const place = { composition, layer: one, property }
      // Expressions of a layer's position may read the position: inside, it has the value before the expression.
      return toNumbers(session.isRunning(property) ? session.base(place, frame) : session.value(place, frame))
    }
    const [ax = 0, ay = 0] = read('Anchor Point', [0, 0])
    const [px = 0, py = 0] = read('Position', [0, 0])
    const [sx = 100, sy = 100] = read('Scale', [100, 100])
    const turn = ((read('Rotation', [0])[0] ?? 0) * Math.PI) / 180
    const [c, s] = [cos(turn), sin(turn)]
    if (back) {
      const [dx, dy] = [point[0] - px, point[1] - py]
      point = [((dx * c + dy * s) * 100) / sx + ax, ((dy * c - dx * s) * 100) / sy + ay]
    } else {
      const [dx, dy] = [((point[0] - ax) * sx) / 100, ((point[1] - ay) * sy) / 100]
      point = [dx * c - dy * s + px, dx * s + dy * c + py]
    }
  }
  return point
}
