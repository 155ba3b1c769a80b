// Places the units of a template in another shape, by their roles.

import type { Layer } from '@vitrine/document/layer'
import { type Bounds, computeMeanScale, intersect } from '@vitrine/document/matrix'
import { around, flow, type Item } from './flow.ts'
import {
  edgeScale,
  isContinuous,
  mirrorsFor,
  placeAtEdge,
  placeCover,
  placeFloating,
  placeScenery,
  placeSpan,
  placeTextOnBand,
  type Shift,
} from './ground.ts'
import { type Defaults, fitText, matrixAt, restFrame } from './layer-bounds.ts'
import { isPlain, refine, type Scene } from './refine.ts'
import {
  area,
  computeCentre,
  computeSharedArea,
  isInside,
  mapped,
  type Placement,
  type Size,
  toBounds,
  type Unit,
} from './unit.ts'

export interface Plan {
  units: readonly Unit[]
  placements: ReadonlyMap<Unit, Placement>
}

/** Share of the shortest side that stays free of texts and photos at each edge. */
export const SAFE_MARGIN = 0.04

/** Minimum text size, in pixels of a canvas whose shortest side is 1080. */
export const LEAST_TEXT = 28

/** Plans every unit of a template for another canvas. Ornament shrinks where texts would become too small. */
export function plan(found: readonly Unit[], from: Size, to: Size, defaults: Defaults): Plan {
  const scene = refine(found, from)
  if (scene.units.some(isStage)) return planStage(scene, { from, to, ornament: 1 })
  let best: { plan: Plan; score: number } | undefined
  for (const ornament of [1, 0.8, 0.62, 0.45]) {
    const one = planOnce(scene, { from, to, ornament }, defaults)
    if (!best || one.score > best.score + 0.12) best = one
  }
  return (best as { plan: Plan }).plan
}

interface Context {
  scene: Scene
  shift: Shift
  placements: Map<Unit, Placement>
  split: Split | undefined
  defaults: Defaults
}

/** A picture with openings that contain the content: all of it moves as one unit. */
function isStage({ role, layers }: Unit): boolean {
  return (
    role === 'cover' &&
    layers.length === 1 &&
    layers[0]?.type === 'shape' &&
    /"r":2\b/.test(JSON.stringify(layers[0].shapes))
  )
}

function planStage({ units, followers }: Scene, { from, to }: Shift): Plan {
  const isWider = to.width / to.height > from.width / from.height
  const scale = isWider ? to.height / from.height : Math.max(to.width / from.width, to.height / from.height)
  const x = to.width / 2 - (from.width / 2) * scale
  const y = to.height / 2 - (from.height / 2) * scale
  const mirrors = isWider ? mirrorsFor(scale, { from, to }) : 0
  const whole = { from: toBounds(from), to: toBounds(to) }
  const placements = new Map<Unit, Placement>()
  for (const unit of units) {
    const goesOn = unit.role === 'cover' || unit.role === 'span' || followers.has(unit)
    if (unit.role === 'canvas') placements.set(unit, { kind: 'region', ...whole })
    else placements.set(unit, { kind: 'map', sx: scale, sy: scale, x, y, mirrors: goesOn ? mirrors : 0 })
  }
  return { units, placements }
}

function planOnce(scene: Scene, shift: Shift, defaults: Defaults): { plan: Plan; score: number } {
  const { units, riders, followers, rows, scenery } = scene
  const placements = new Map<Unit, Placement>()
  const split = findSplit(units, shift.from, shift.to)
  const whole = { from: toBounds(shift.from), to: toBounds(shift.to) }
  const edge = (unit: Unit, most: number) =>
    placeAtEdge(unit, shift, {
      inRow: rows.has(unit),
      most,
      neighbour: placements.get(nearestContent(unit, units) ?? unit),
    })
  for (const unit of units) {
    if (followers.has(unit)) continue
    if (unit.role === 'canvas') placements.set(unit, { kind: 'region', ...whole })
    if (unit.role === 'cover') placements.set(unit, placeCover(unit, shift))
    if (unit.role === 'frame') placements.set(unit, { kind: 'frame' })
    if (unit.role === 'span') placements.set(unit, split?.of(unit) ?? placeSpan(unit, units, shift))
    if (unit.role === 'edge') placements.set(unit, edge(unit, 1))
    if (split && isDivider(unit, shift.from)) placements.set(unit, { kind: 'hide' })
  }
  if (scenery.size > 0) {
    const all: Unit = { ...([...scenery][0] as Unit), bounds: around([...scenery].map(({ bounds }) => bounds)) }
    const scale = edgeScale({ ...all, edges: { left: false, right: false, top: false, bottom: true } }, shift)
    for (const unit of scenery) placements.set(unit, placeScenery(unit, scale, shift))
  }
  for (const [unit, band] of riders) placements.set(unit, placeTextOnBand(unit, placements.get(band), shift))
  const { score: ofContent, scale } = flowContent({ scene, shift, placements, split, defaults })
  for (const unit of followers) if (!placements.has(unit)) placements.set(unit, placeSpan(unit, units, shift))
  for (const unit of units) {
    if (placements.get(unit)?.kind === 'hide' || scenery.has(unit)) continue
    if (unit.role === 'edge' && !followers.has(unit)) placements.set(unit, edge(unit, Math.max(0.3, scale * 0.92)))
    if (unit.role === 'loose' || unit.role === 'glow')
      placements.set(unit, placeFloating(unit, units, placements, shift))
  }
  hideOverContent(scene, placements, shift)
  const small = [...riders.keys()].map(
    (unit) => computeLeastScale([unit], shift.to, defaults) - getRiderScale(placements.get(unit)),
  )
  return { plan: { units, placements }, score: ofContent - Math.max(0, ...small) * 2 }
}

/** Hides small ornament that would newly overlap a text or a large picture. */
function hideOverContent({ units, riders, scenery }: Scene, placements: Map<Unit, Placement>, { from }: Shift): void {
  const large = from.width * from.height * 0.08
  const isSeen = (unit: Unit) => unit.hasText || area(unit.bounds) > large
  const texts = units.filter((unit) => isSeen(unit) && (unit.role === 'content' || riders.has(unit)))
  const now = (unit: Unit) => {
    const placed = placements.get(unit)
    return placed?.kind === 'map' ? mapped(unit.bounds, placed) : undefined
  }
  for (const unit of units) {
    const own = now(unit)
    if (unit.role !== 'edge' || scenery.has(unit) || !own || area(unit.bounds) > from.width * from.height * 0.12)
      continue
    const isNew = texts.some((text) => {
      const other = now(text)
      if (!other) return false
      const least = Math.min(area(own), area(other))
      const before = Math.min(area(unit.bounds), area(text.bounds))
      return computeSharedArea(own, other) > least * 0.12 && computeSharedArea(unit.bounds, text.bounds) < before * 0.06
    })
    if (isNew) placements.set(unit, { kind: 'hide' })
  }
}

/** The content at the most similar height. */
function nearestContent(unit: Unit, units: readonly Unit[]): Unit | undefined {
  const away = ({ bounds }: Unit) => Math.abs(computeCentre(bounds)[1] - computeCentre(unit.bounds)[1])
  return units.filter(({ role }) => role === 'content').toSorted((a, b) => away(a) - away(b))[0]
}

/** Whether a unit is a line across most of the canvas. */
function isDivider({ bounds: [left, top, right, bottom], layers, hasText }: Unit, { width, height }: Size): boolean {
  const isUpright = right - left < width * 0.02 && bottom - top > height * 0.6
  return isUpright && !hasText && layers.every(({ type }) => type === 'shape')
}

function getRiderScale(placement: Placement | undefined): number {
  return placement?.kind === 'map' ? placement.sy : 1
}

/** Units that are placed together; followers do not count toward its size. */
interface Content extends Item {
  units: readonly Unit[]
  followers: readonly Unit[]
  /** Whether it rests on the lower edge. */
  isGrounded: boolean
}

function flowContent(context: Context): { score: number; scale: number } {
  const { scene, shift, placements, split } = context
  const items = glue(context)
  const outside = { from: toBounds(shift.from), to: toBounds(shift.to) }
  const parts: (Part & { inside: Content[] })[] = split
    ? [
        { ...split.rest, inside: items.filter(({ bounds }) => !isInside(bounds, split.photo.from)) },
        { ...split.photo, inside: items.filter(({ bounds }) => isInside(bounds, split.photo.from)) },
      ]
    : [{ ...outside, inside: items }]
  let [score, scale] = [Number.POSITIVE_INFINITY, 1]
  for (const part of parts) {
    if (part.inside.length === 0) continue
    const { region, isCrowded } = regionFor(part.inside, part, { scene, shift, placements })
    const onPhoto = scene.units.some(({ role, hasPhoto }) => hasPhoto && (role === 'cover' || role === 'span'))
    const result = flow(part.inside, part.from, region, {
      mayDivide: shift.to.width > shift.to.height * 1.2 ? !onPhoto : split !== undefined,
    })
    score = Math.min(score, result.score - (isCrowded ? 1 : 0))
    const lowest = Math.max(...result.placings.map(({ item, scale: own, y }) => item.bounds[3] * own + y))
    for (const placing of result.placings) {
      scale = Math.min(scale, placing.scale)
      const isLowest = placing.item.bounds[3] * placing.scale + placing.y >= lowest - 1
      placeContent(placing, { shift, placements, bottom: isLowest ? part.to[3] : undefined })
    }
  }
  return { score: Number.isFinite(score) ? score : 1, scale }
}

function placeContent(
  { item, scale, x, y }: { item: Content; scale: number; x: number; y: number },
  { shift, placements, bottom }: { shift: Shift; placements: Map<Unit, Placement>; bottom: number | undefined },
): void {
  // Content that rests on the lower edge stays there, unless something is below it.
  const down = item.isGrounded && bottom !== undefined ? bottom - shift.from.height * scale : y
  for (const unit of item.units) placements.set(unit, { kind: 'map', sx: scale, sy: scale, x, y: down })
  for (const unit of item.followers) {
    const spans = unit.edges.left && unit.edges.right
    const mirrors = spans && isContinuous(unit, shift.from) ? mirrorsFor(scale, shift) + 1 : 0
    placements.set(unit, { kind: 'map', sx: scale, sy: scale, x, y: down, mirrors })
  }
}

/** The area available to content: it keeps the template's distances from the edges and from parts attached to them. */
function regionFor(
  items: readonly Content[],
  { from, to }: Part,
  { scene, shift, placements }: Pick<Context, 'scene' | 'shift' | 'placements'>,
): { region: Bounds; isCrowded: boolean } {
  const hull = around(items.map(({ bounds }) => bounds))
  const least = Math.min(shift.to.width, shift.to.height) * SAFE_MARGIN
  // Content inside a frame keeps its distance from the frame.
  const isFramed = scene.units.some(({ role }) => role === 'frame')
  const margin = (own: number, length: number) => Math.max(least, Math.min(own, length * (isFramed ? 0.13 : 0.09)))
  const [w, h] = [to[2] - to[0], to[3] - to[1]]
  const side = margin(Math.min(hull[0] - from[0], from[2] - hull[2]), w)
  const [left, right] = [to[0] + side, to[2] - side]
  let [top, bottom] = [to[1] + margin(hull[1] - from[1], h), to[3] - margin(from[3] - hull[3], h)]
  const slack = shift.from.height * 0.03
  for (const unit of scene.units) {
    const placed = placements.get(unit)
    if (placed?.kind !== 'map' || (unit.role !== 'span' && unit.role !== 'edge') || unit.hasPhoto) continue
    if (isPlain(unit) && unit.role === 'span' && unit.edges.top && unit.edges.bottom) continue
    const now = mapped(unit.bounds, placed)
    const { edges, bounds } = unit
    // A part in a corner is next to the content, not above it.
    const overlap = Math.min(bounds[2], hull[2]) - Math.max(bounds[0], hull[0])
    if (overlap < (hull[2] - hull[0]) * 0.25 && edges.left !== edges.right) continue
    if (edges.top && !edges.bottom && bounds[3] <= hull[1] + slack)
      top = Math.max(top, now[3] + Math.max(0, hull[1] - bounds[3]) * placed.sy * 0.6)
    if (edges.bottom && !edges.top && bounds[1] >= hull[3] - slack)
      bottom = Math.min(bottom, now[1] - Math.max(0, bounds[1] - hull[3]) * placed.sy * 0.6)
  }
  const isCrowded = bottom - top < h * 0.25
  if (isCrowded) [top, bottom] = [to[1] + least, to[3] - least]
  return { region: [left, top, right, bottom], isCrowded }
}

/** Joins units that overlap: a text on its badge, a photo in its frame. */
function glue({ scene: { units, riders, followers }, shift, placements, defaults }: Context): Content[] {
  const content = units.filter(
    (unit) => unit.role === 'content' && !riders.has(unit) && placements.get(unit)?.kind !== 'hide',
  )
  const nodes = [...content, ...followers]
  const owner = nodes.map((_, n) => n)
  const find = (n: number): number => (owner[n] === n ? n : find(owner[n] as number))
  nodes.forEach((one, a) => {
    nodes.slice(0, a).forEach((other, b) => {
      if (belong(one, other, followers)) owner[find(a)] = find(b)
    })
  })
  const sets = new Map<number, Unit[]>()
  nodes.forEach((unit, n) => {
    sets.set(find(n), [...(sets.get(find(n)) ?? []), unit])
  })
  const together = [...sets.values()].map((set) => ({
    units: set.filter((unit) => !followers.has(unit)),
    followers: set.filter((unit) => followers.has(unit)),
  }))
  return together.filter((one) => one.units.length > 0).map((one) => measureContent(one, shift, defaults))
}

function belong(one: Unit, other: Unit, followers: ReadonlySet<Unit>): boolean {
  const common = computeSharedArea(one.bounds, other.bounds)
  const least = Math.min(area(one.bounds), area(other.bounds))
  if (least <= 0 || common <= 0) return false
  if (followers.has(one) || followers.has(other)) return common > least * 0.85
  return common > least * (one.hasText && other.hasText ? 0.1 : 0.2)
}

function measureContent(
  { units, followers }: Pick<Content, 'units' | 'followers'>,
  { from, to }: Shift,
  defaults: Defaults,
): Content {
  const whole = toBounds(from)
  const shown = ({ bounds }: Unit) => intersect(bounds, whole) ?? bounds
  const spans = ({ edges }: Unit) => (edges.left && edges.right) || (edges.top && edges.bottom)
  const read = units.filter((unit) => unit.hasText || unit.hasPhoto)
  const core = read.length > 0 ? around(read.map(shown)) : undefined
  // Ornament that lies mostly outside does not count.
  const near = units.filter(
    ({ bounds: own }) => !core || computeSharedArea(own, core) > area(own) * 0.5 || isInside(core, own),
  )
  const bounds = around([...near, ...followers.filter((unit) => !spans(unit) && isWithin(unit, whole))].map(shown))
  const hasText = units.some((unit) => unit.hasText)
  const weight = hasText ? 2 : units.some(({ hasPhoto }) => hasPhoto) ? 1.5 : 0.3
  // Rings and arches that are completely visible must stay so.
  const most = followers
    .filter(
      ({ bounds: [left, top, right, bottom] }) => right - left < from.width * 1.03 && bottom - top < from.height * 1.03,
    )
    .filter(({ edges }) => !(edges.left && edges.right))
    .map(
      ({ bounds: [left, top, right, bottom] }) =>
        Math.min(to.width / (right - left), to.height / (bottom - top)) * 1.03,
    )
  const isGrounded = followers.some((unit) => unit.edges.bottom && !unit.edges.top)
  const aligned = units.flatMap(({ layers }) => layers.flatMap(listAlignments))
  const left = aligned.filter((align) => align === 'left').length
  const least = computeLeastScale(units, to, defaults)
  return {
    units,
    followers,
    bounds,
    weight,
    least,
    most: Math.min(1.3, ...most),
    hasText,
    isGrounded,
    texts: aligned.length,
    left,
    core: core ?? bounds,
  }
}

function isWithin({ bounds }: Unit, whole: Bounds): boolean {
  return computeSharedArea(bounds, whole) > area(bounds) * 0.8
}

function listAlignments(layer: Layer): string[] {
  if (layer.type === 'text') return [layer.align ?? 'left']
  return layer.type === 'group' ? layer.layers.flatMap(listAlignments) : []
}

/** The minimum scale at which the smallest text of the units is readable. */
function computeLeastScale(units: readonly Unit[], to: Size, defaults: Defaults): number {
  const least = Math.max(0, ...units.flatMap(({ layers }) => layers.map((layer) => leastScale(layer, 1, defaults))))
  return (least * Math.min(to.width, to.height)) / 1080
}

/** The minimum scale at which the smallest text of a layer is readable, on a canvas whose shortest side is 1080. */
function leastScale(layer: Layer, scale: number, defaults: Defaults): number {
  const own = scale * computeMeanScale(matrixAt(layer, restFrame(layer, layer.out)))
  if (layer.type === 'text') return Math.min(1.2, LEAST_TEXT / (fitText(layer, defaults).size * own))
  if (layer.type !== 'group') return 0
  return Math.max(0, ...layer.layers.map((child) => leastScale(child, own, defaults)))
}

// Templates divided into a photo at one side and everything else.

/** A part of the canvas in both shapes. */
interface Part {
  from: Bounds
  to: Bounds
}

interface Split {
  photo: Part
  rest: Part
  /** The placement of a unit that reaches from edge to edge. */
  of(unit: Unit): Placement
}

/**
 * The two parts of a template whose photo, or a panel with it, takes one side. In a canvas of the other orientation it takes
 * the upper part, or the right side. Undefined for other templates, and when texts overlap the photo.
 */
function findSplit(units: readonly Unit[], from: Size, to: Size): Split | undefined {
  const [wasWide, isWide] = [from.width > from.height * 1.2, to.width > to.height * 1.2]
  if (wasWide === isWide) return undefined
  const side = units.map((unit) => findPhotoSide(unit, units, from, wasWide)).find((bounds) => bounds !== undefined)
  if (!side) return undefined
  const [left, top, right, bottom] = side
  const isOver = units.some((unit) => unit.hasText && computeSharedArea(unit.bounds, side) > area(unit.bounds) * 0.4)
  if (isOver) return undefined
  const { width: W, height: H } = to
  if (wasWide) {
    const isLeft = left <= from.width - right
    const line = Math.round(H * (H > W * 1.5 ? 0.48 : H > W * 1.1 ? 0.42 : 0.38))
    const rest: Bounds = isLeft ? [right, 0, from.width, from.height] : [0, 0, left, from.height]
    return computeSplit(
      { from: side, to: [0, 0, W, line] },
      { from: rest, to: [0, line, W, H] },
      { from, to, turns: true, isLeft },
    )
  }
  const line = Math.round(W * 0.5)
  const rest: Bounds = top <= from.height - bottom ? [0, bottom, from.width, from.height] : [0, 0, from.width, top]
  return computeSplit(
    { from: side, to: [W - line, 0, W, H] },
    { from: rest, to: [0, 0, W - line, H] },
    { from, to, turns: false, isLeft: false },
  )
}

/** The side of the canvas that a photo takes, or the panel below it. */
function findPhotoSide(unit: Unit, units: readonly Unit[], from: Size, wasWide: boolean): Bounds | undefined {
  const bounds = intersect(unit.bounds, toBounds(from))
  const { edges } = unit
  if (!bounds || unit.role !== 'span' || area(bounds) > area(toBounds(from)) * 0.75) return undefined
  const isSide = wasWide ? edges.top && edges.bottom && edges.left !== edges.right : edges.left && edges.right
  if (!isSide) return undefined
  if (unit.hasPhoto) return bounds
  const isPanel = unit.layers.length === 1 && unit.layers[0]?.type === 'solid'
  const photo = units.some((one) => one.hasPhoto && one.role === 'content' && isInside(one.bounds, bounds))
  return isPanel && photo ? bounds : undefined
}

function computeSplit(
  photo: Part,
  rest: Part,
  { from, to, turns, isLeft }: { from: Size; to: Size; turns: boolean; isLeft: boolean },
): Split {
  const whole = toBounds(from)
  const line = isLeft ? photo.from[2] : photo.from[0]
  // Maps a horizontal position to the vertical one after the border between the parts has turned.
  const down = (x: number): number => {
    const inPhoto = isLeft ? x < line : x > line
    const part = inPhoto ? photo : rest
    const share = (x - part.from[0]) / (part.from[2] - part.from[0])
    return part.to[1] + (isLeft ? share : 1 - share) * (part.to[3] - part.to[1])
  }
  return {
    photo,
    rest,
    of(unit) {
      const bounds = intersect(unit.bounds, whole) ?? unit.bounds
      // A line between the parts no longer separates anything.
      if (turns && unit.layers.every(({ type }) => type === 'shape')) return { kind: 'hide' }
      if (isInside(bounds, photo.from)) return { kind: 'region', ...photo }
      if (isInside(bounds, rest.from)) return { kind: 'region', ...rest }
      if (!turns) return { kind: 'region', from: whole, to: toBounds(to) }
      if (unit.layers[0]?.type === 'light') {
        const [x] = computeCentre(bounds)
        return { kind: 'region', ...(isInside([x - 1, 0, x + 1, 1], photo.from) ? photo : rest) }
      }
      const [one, other] = [down(bounds[0]), down(bounds[2])]
      return { kind: 'turn', box: [0, Math.min(one, other), to.width, Math.max(one, other)], photoFirst: isLeft }
    },
  }
}
