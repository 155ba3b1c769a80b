// Moves, rotates, scales, resizes and flips a layer by allowed edits. Animated layers keep their animation, which
// is transformed as a whole.

import { compileNumber, compileVector } from '@vitrine/document/evaluate'
import type { Layer, TextLayer } from '@vitrine/document/layer'
import type { Property, SplitPosition, Vector } from '@vitrine/document/property'
import { compileTransform } from '@vitrine/document/transform'
import type { LayerPlace } from '@vitrine/painter/layer-place'
import type { LayerEdit } from '@vitrine/project/edit'
import type { Point } from '../../../cropper/crop.ts'
import { findBox } from '../../../preview/field-place.ts'
import {
  type Bounds,
  IDENTITY,
  inverse,
  type Matrix,
  type Motion,
  mapPoint,
  multiply,
  seenInside,
  toMatrix,
  toMotion,
} from './geometry.ts'

/** A layer at the start of a drag. */
export interface LayerPlacement {
  /** As in the document. */
  layer: Layer
  /** As drawn, with values instead of bindings. */
  resolved: Layer
  place: LayerPlace
  isOwn: boolean
  /** The designer locked its style, so its font size cannot change. */
  isStyleLocked: boolean
}

type Box = readonly [number, number, number, number]
type SetProperty = { property: string; value: unknown }

const round = (value: number) => Math.round(value * 100) / 100

/** A box in hundredths of a pixel. */
const roundBox = (box: readonly number[]) => box.map(round)

/** A customer's layer at the top level that is not in a document yet. */
export function standingAlone(layer: Layer, frame: number): LayerPlacement {
  const box = findBox(layer)
  const rest = box && { anchor: [box[2] / 2, box[3] / 2] as const, corner: [box[0], box[1]] as const }
  const matrix = compileTransform(layer.ks, rest).matrix(frame)
  const place = { matrix, around: IDENTITY, box: undefined, reach: undefined, opacity: 1, frame }
  return { layer, resolved: layer, place, isOwn: true, isStyleLocked: false }
}

/** Layers that cover the whole canvas, such as light, have no place of their own. */
export function hasPlace({ resolved, place }: Pick<LayerPlacement, 'resolved' | 'place'>): boolean {
  if (place.box === undefined) return false
  if (findBox(resolved) || resolved.type === 'shape' || resolved.type === 'group') return true
  return resolved.type === 'image' || resolved.type === 'plate'
}

/**
 * Whether a resize changes the layer's frame; other layers are scaled. Masks and drawn outlines do not follow a frame.
 */
export function hasFrame(layer: Layer): boolean {
  if (!findBox(layer) || layer.mask) return false
  return (
    layer.type === 'text' ||
    layer.type === 'solid' ||
    layer.type === 'image' ||
    (layer.type === 'media' && typeof layer.clip !== 'object')
  )
}

/** The edits of a uniform motion. Undefined when a field of the template determines the place. */
export function changeByMotion(placement: LayerPlacement, motion: Motion): LayerEdit[] | undefined {
  const { place } = placement
  const inside = seenInside(place.around, toMatrix(motion))
  if (!inside) return undefined
  const anchor = computeAnchor(placement)
  const pivot = mapPoint(ownMap(place), anchor)
  const next = mapPoint(inside, pivot)
  const mirrored = place.around[0] * place.around[3] - place.around[1] * place.around[2] < 0
  const turn = mirrored ? -motion.turn : motion.turn
  const sign = motion.isMirrored ? -1 : 1
  const sets: (SetProperty | undefined)[] = []
  if (turn !== 0 || sign < 0) sets.push(changeNumber('ks.r', placement.layer.ks?.r, (value) => sign * value + turn))
  if (motion.scale !== 1 && scalesFrame(placement)) {
    if (sign < 0) sets.push(timesVector('ks.s', placement.layer.ks?.s, [sign, 1]))
    sets.push(...scaleFrame(placement, motion.scale, next))
  } else {
    if (motion.scale !== 1 || sign < 0)
      sets.push(timesVector('ks.s', placement.layer.ks?.s, [sign * motion.scale, motion.scale]))
    sets.push(...moveBy(placement, { x: next.x - pivot.x, y: next.y - pivot.y }))
  }
  return toEdits(placement, sets)
}

/** The edits that set another rectangle for a layer in its own pixels; `from` is the current one. */
export function changeByFrame(placement: LayerPlacement, from: Bounds, to: Bounds): LayerEdit[] | undefined {
  const { layer, resolved, place } = placement
  const box = findBox(resolved)
  const own = ownMap(place)
  const anchor = computeAnchor(placement)
  if (box && hasFrame(resolved)) {
    const explicit = hasAnchor(layer)
    const size = [to[2] - to[0], to[3] - to[1]] as const
    const nextAnchor = explicit ? { x: anchor.x - to[0], y: anchor.y - to[1] } : { x: size[0] / 2, y: size[1] / 2 }
    const pivot = mapPoint(own, explicit ? anchor : { x: (to[0] + to[2]) / 2, y: (to[1] + to[3]) / 2 })
    const position = computePosition(placement)
    const corner = { x: pivot.x - nextAnchor.x - position.x, y: pivot.y - nextAnchor.y - position.y }
    return toEdits(placement, [
      { property: 'box', value: roundBox([corner.x, corner.y, ...size]) },
      ...(explicit ? [{ property: 'ks.a', value: roundBox([nextAnchor.x, nextAnchor.y]) }] : []),
    ])
  }
  const factor = [(to[2] - to[0]) / (from[2] - from[0] || 1), (to[3] - to[1]) / (from[3] - from[1] || 1)] as const
  const inner: Matrix = [factor[0], 0, 0, factor[1], to[0] - from[0] * factor[0], to[1] - from[1] * factor[1]]
  const before = mapPoint(own, anchor)
  const after = mapPoint(multiply(own, inner), anchor)
  return toEdits(placement, [
    timesVector('ks.s', layer.ks?.s, factor),
    ...moveBy(placement, { x: after.x - before.x, y: after.y - before.y }),
  ])
}

/** A scaling of several layers: the factors along the canvas, and the fixed point. */
interface Stretch {
  center: Point
  x: number
  y: number
}

/**
 * The edits that keep a layer's place in the scaled rectangle around all. Its own sides are scaled; texts and
 * groups keep their aspect ratio and use the smaller factor, so that they stay inside.
 */
export function changeByStretch(placement: LayerPlacement, { center, x, y }: Stretch): LayerEdit[] | undefined {
  const { place, resolved } = placement
  const back = inverse(place.matrix)
  if (!place.box || !back) return undefined
  const [left, top, right, bottom] = place.box
  const before = mapPoint(place.matrix, { x: (left + right) / 2, y: (top + bottom) / 2 })
  const after = { x: center.x + (before.x - center.x) * x, y: center.y + (before.y - center.y) * y }
  if (resolved.type === 'text' || resolved.type === 'group') {
    const move = { x: after.x - before.x, y: after.y - before.y }
    return changeByMotion(placement, { center: before, move, turn: 0, scale: Math.min(x, y) })
  }
  const grown = (dx: number, dy: number) => Math.hypot(dx * x, dy * y) / (Math.hypot(dx, dy) || 1)
  const [wide, high] = [
    ((right - left) / 2) * grown(place.matrix[0], place.matrix[1]),
    ((bottom - top) / 2) * grown(place.matrix[2], place.matrix[3]),
  ]
  const middle = mapPoint(back, after)
  return changeByFrame(placement, place.box, [middle.x - wide, middle.y - high, middle.x + wide, middle.y + high])
}

/** The edits that mirror a layer about a point of the canvas, along its own axis. */
export function changeByFlip(
  placement: LayerPlacement,
  direction: 'horizontal' | 'vertical',
  about: Point,
): LayerEdit[] | undefined {
  const { layer, place } = placement
  const own = ownMap(place)
  const back = inverse(place.matrix)
  if (!back) return undefined
  const center = mapPoint(back, about)
  const inner: Matrix = direction === 'horizontal' ? [-1, 0, 0, 1, 2 * center.x, 0] : [1, 0, 0, -1, 0, 2 * center.y]
  const anchor = computeAnchor(placement)
  const before = mapPoint(own, anchor)
  const after = mapPoint(multiply(own, inner), anchor)
  return toEdits(placement, [
    timesVector('ks.s', layer.ks?.s, direction === 'horizontal' ? [-1, 1] : [1, -1]),
    ...moveBy(placement, { x: after.x - before.x, y: after.y - before.y }),
  ])
}

/**
 * The edits that apply the transform of a group to its layers, so that nothing moves when it is dissolved. Layers
 * that follow another one of the group move with that one.
 */
export function changeByGroup(group: LayerPlacement, children: readonly LayerPlacement[]): LayerEdit[] {
  if (!group.layer.ks) return []
  const motion = toMotion(ownMap(group.place))
  const opacity = group.layer.ks.o
  return children.flatMap((child) => {
    if (child.layer.parent !== undefined) return []
    const { place, layer } = child
    const alone = { ...child, place: { ...place, around: IDENTITY, matrix: ownMap(place) } }
    const faded = opacity === undefined ? undefined : timesNumber('ks.o', layer.ks?.o, opacity)
    return [...(changeByMotion(alone, motion) ?? []), ...(toEdits(child, faded ? [faded] : []) ?? [])]
  })
}

/** Multiplies an opacity; an animated opacity of a group is ignored. */
function timesNumber(name: string, property: unknown, percent: unknown): SetProperty | undefined {
  return typeof percent === 'number'
    ? changeNumber(name, property ?? 100, (value) => (value * percent) / 100)
    : undefined
}

/** The map from the layer's pixels to those that its transform leads to. */
function ownMap(place: LayerPlace): Matrix {
  const back = inverse(place.around)
  return back ? multiply(back, place.matrix) : place.matrix
}

function hasAnchor(layer: Layer): boolean {
  return layer.ks?.a !== undefined
}

/** The layer's anchor in its own pixels. */
function computeAnchor({ resolved, place }: LayerPlacement): Point {
  const box = findBox(resolved)
  const rest = box ? [box[2] / 2, box[3] / 2] : [0, 0]
  const [x = 0, y = 0] = compileVector(resolved.ks?.a, rest).at(place.frame)
  return { x, y }
}

/** The layer's own position at the frame; for a layer with a box, the offset added to the box. */
function computePosition({ resolved, place }: LayerPlacement): Point {
  const { p } = resolved.ks ?? {}
  const [, , , , x, y] = compileTransform(p === undefined ? undefined : { p }).matrix(place.frame)
  return { x, y }
}

/**
 * A text is scaled by its font size and a photo by its frame, if their style may be changed; other layers by their
 * scale.
 */
function scalesFrame({ layer, resolved, isStyleLocked }: LayerPlacement): boolean {
  if (!hasFrame(resolved) || resolved.type === 'solid') return hasFrame(resolved)
  return layer.type !== 'text' || (typeof layer.size === 'number' && !layer.animate && !isStyleLocked)
}

function scaleFrame(placement: LayerPlacement, scale: number, pivot: Point): SetProperty[] {
  const { layer, resolved } = placement
  const box = findBox(resolved) as Box
  const anchor = computeAnchor(placement)
  const position = computePosition(placement)
  const [ax, ay] = [anchor.x * scale, anchor.y * scale]
  const next = [pivot.x - ax - position.x, pivot.y - ay - position.y, box[2] * scale, box[3] * scale]
  return [
    { property: 'box', value: roundBox(next) },
    ...(hasAnchor(layer) ? [{ property: 'ks.a', value: roundBox([ax, ay]) }] : []),
    ...(layer.type === 'text' ? scaleLetters(layer, scale) : []),
  ]
}

function scaleLetters(layer: TextLayer, scale: number): SetProperty[] {
  const sets: SetProperty[] = [{ property: 'size', value: round(Number(layer.size) * scale) }]
  const { fit, stroke, shadow } = layer
  if (fit?.min !== undefined)
    sets.push({ property: 'fit', value: { ...fit, min: Math.max(1, round(fit.min * scale)) } })
  if (typeof stroke?.width === 'number')
    sets.push({ property: 'stroke', value: { ...stroke, width: round(stroke.width * scale) } })
  if (shadow && [shadow.blur, shadow.x ?? 0, shadow.y ?? 0].every((value) => typeof value === 'number')) {
    const { blur, x, y } = shadow as { blur: number; x?: number; y?: number }
    const far = { ...(x !== undefined && { x: round(x * scale) }), ...(y !== undefined && { y: round(y * scale) }) }
    sets.push({ property: 'shadow', value: { ...shadow, blur: round(blur * scale), ...far } })
  }
  return sets
}

/**
 * Moves a layer in the pixels that its transform leads to. Each aspect ratio has its own box of a designer's layer, so
 * the box stays and the position moves, unless the position is animated.
 */
function moveBy({ layer, resolved, isOwn }: LayerPlacement, by: Point): (SetProperty | undefined)[] {
  if (Math.abs(by.x) < 0.005 && Math.abs(by.y) < 0.005) return []
  const box = findBox(resolved)
  if (box && (isOwn || isMoving(layer.ks?.p))) {
    return [{ property: 'box', value: roundBox([box[0] + by.x, box[1] + by.y, box[2], box[3]]) }]
  }
  return [addToPosition(layer.ks?.p, by)]
}

function isMoving(property: Property<Vector> | SplitPosition | undefined): boolean {
  return typeof property === 'object' && !Array.isArray(property)
}

/** Undefined in the list means that a field of the template determines the value. */
function toEdits({ layer }: LayerPlacement, sets: readonly (SetProperty | undefined)[]): LayerEdit[] | undefined {
  if (!sets.every((set) => set !== undefined)) return undefined
  return sets.map(({ property, value }) => ({ op: 'set', layer: layer.id, property, value }))
}

type Keyframed = { a: 1; k: readonly { s: unknown }[] }

/** Changes every value of a property, including keyframes; undefined when a field determines it. */
function mapProperty(property: unknown, change: (value: unknown) => unknown): { value: unknown } | undefined {
  if (typeof property !== 'object' || property === null || Array.isArray(property)) return { value: change(property) }
  if ('$field' in property || !('k' in property)) return undefined
  const { k } = property
  if (Array.isArray(k) && typeof k[0] === 'object' && k[0] !== null && 't' in k[0]) {
    const keys = (property as Keyframed).k.map((key) => ({ ...key, s: change(key.s) }))
    return { value: { ...property, k: keys } }
  }
  return { value: change(k) }
}

function changeNumber(name: string, property: unknown, change: (value: number) => number): SetProperty | undefined {
  const changed = mapProperty(property ?? 0, (value) => round(change(Number(Array.isArray(value) ? value[0] : value))))
  return changed && { property: name, value: changed.value }
}

function timesVector(name: string, property: unknown, factors: readonly [number, number]): SetProperty | undefined {
  const changed = mapProperty(property ?? [100, 100], (value) => {
    const list = toNumbers(value)
    return [round((list[0] ?? 100) * factors[0]), round((list[1] ?? list[0] ?? 100) * factors[1])]
  })
  return changed && { property: name, value: changed.value }
}

function addToPosition(property: unknown, by: Point): SetProperty | undefined {
  if (typeof property === 'object' && property !== null && 's' in property && property.s === true) {
    const { x, y } = property as SplitPosition
    const [one, other] = [changeNumber('x', x, (value) => value + by.x), changeNumber('y', y, (value) => value + by.y)]
    return one && other && { property: 'ks.p', value: { ...property, x: one.value, y: other.value } }
  }
  const changed = mapProperty(property ?? [0, 0], (value) => {
    const [x = 0, y = 0] = toNumbers(value)
    return [round(x + by.x), round(y + by.y)]
  })
  return changed && { property: 'ks.p', value: changed.value }
}

/** Lottie sometimes wraps values in a list, and writes a single number for two equal ones. */
function toNumbers(value: unknown): readonly number[] {
  if (!Array.isArray(value)) return [Number(value), Number(value)]
  return (Array.isArray(value[0]) ? value[0] : value) as readonly number[]
}

/** The rotation of a layer at its frame, in degrees, as a property shows it. */
export function getLayerRotation({ resolved, place }: LayerPlacement): number {
  return compileNumber(resolved.ks?.r, 0).at(place.frame)
}
