// Shape layers: Lottie's tree of paths, modifiers and paints, flattened once into a list of drawing operations whose
// moving parts are evaluated per frame.
import type { Color, Property, ShapeItem } from '../document/document.ts'
import { type Compiled, compileColor, compileNumber, compileVector, type Watch } from '../evaluate/evaluate.ts'
import {
  type Bounds,
  grow,
  IDENTITY,
  inverse,
  type Matrix,
  mapBounds,
  multiply,
  scaleOf,
  unite,
} from '../evaluate/matrix.ts'
import { type CompiledTransform, compileTransform } from '../evaluate/transform.ts'
import type { Content, Workshop } from './content.ts'
import { type Contour, contourBounds, mapContour, traceContour } from './contour.ts'
import type { Context, FillRule, Host, Path } from './host.ts'
import { type CompiledPaint, compileGradient } from './paint.ts'
import { applyTrim, compileOutline, compileTrim, derive, type Leaf, type Trim } from './shape-outline.ts'
import { place } from './stage.ts'

/** A repeater is laid out in full before drawing, so its copies are limited. */
const COPIES_MOST = 200
/** Drawing operations of one layer, repeaters included. */
const OPERATIONS_MOST = 5000

/** A group on the way from the layer to an item: its map, its opacity, and whether it is there at all. */
interface Level {
  parent: Level | undefined
  depth: number
  still: boolean
  transform: CompiledTransform
  /** Opacity beyond the transform's (copies of a repeater), 0 when the copy is not shown. */
  fade: (frame: number) => number
}

/** A leaf with the group that it stands in. */
interface PlacedLeaf extends Leaf {
  level: Level | undefined
}

/** A fill or stroke and the paths that it draws. */
interface Operation {
  level: Level | undefined
  leaves: PlacedLeaf[]
  paint: CompiledPaint
  opacity: Compiled<number>
  rule: FillRule
  stroke: Stroke | undefined
  path: (frame: number) => { path: Path; bounds: Bounds | undefined }
}

interface Stroke {
  width: Compiled<number>
  cap: Context['lineCap']
  join: Context['lineJoin']
  miterLimit: number
  dashes: readonly Compiled<number>[]
  dashOffset: Compiled<number>
}

interface Builder {
  workshop: Workshop
  watch: Watch
  operations: Operation[]
  leafCount: number
}

/** Compiles the items of a shape layer. */
export function compileShape(items: readonly ShapeItem[], workshop: Workshop): Content {
  const builder: Builder = { workshop, watch: workshop.watch, operations: [], leafCount: 0 }
  addItems(builder, items, undefined, [], [])
  const operations = builder.operations.filter((operation) => operation.leaves.length > 0)
  return {
    isSingle: (frame) => operations.filter((operation) => fadeOf(operation.level, frame) > 0).length <= 1,
    draw(pen, matrix, frame, alpha) {
      for (const operation of operations) drawOperation(pen.ctx, operation, matrix, frame, alpha)
      pen.ctx.globalAlpha = 1
    },
    bounds(frame) {
      let all: Bounds | undefined
      for (const operation of operations) {
        const { bounds } = operation.path(frame)
        if (!bounds) continue
        const margin = operation.stroke ? strokeMargin(operation.stroke, frame) : 0
        all = unite(all, mapBounds(matrixOf(operation.level, undefined, frame), grow(bounds, margin)))
      }
      return all ?? [0, 0, 0, 0]
    },
  }
}

function strokeMargin(stroke: Stroke, frame: number): number {
  return (stroke.width.at(frame) / 2) * (stroke.join === 'miter' ? Math.min(stroke.miterLimit, 4) : 1.5)
}

/**
 * Walks a group from its last item to its first, as After Effects builds it: a paint or trim applies to every path that
 * stands before it, in this group and in the groups inside.
 */
function addItems(
  builder: Builder,
  items: readonly ShapeItem[],
  parent: Level | undefined,
  paints: readonly Operation[],
  trims: readonly Trim[],
): void {
  const transform = items.find((item) => item.ty === 'tr')
  const level: Level | undefined = transform
    ? levelOf(parent, compileTransform(transform, undefined, builder.watch), transform.o, builder.watch)
    : parent
  const activePaints = [...paints]
  const activeTrims = [...trims]
  for (let n = items.length - 1; n >= 0; n--) {
    const item = items[n] as ShapeItem
    if (item.ty === 'tr' || ('hd' in item && item.hd)) continue
    if (item.ty === 'gr') addItems(builder, item.it, level, activePaints, activeTrims)
    else if (item.ty === 'tm') activeTrims.push(compileTrim(item, builder.watch))
    else if (item.ty === 'rp') {
      addCopies(
        builder,
        item,
        items.slice(0, n).filter(({ ty }) => ty !== 'tr'),
        level,
        activePaints,
        activeTrims,
      )
      return
    } else if (item.ty === 'fl' || item.ty === 'st' || item.ty === 'gf' || item.ty === 'gs') {
      const operation = compilePaintItem(item, level, builder)
      builder.operations.push(operation)
      activePaints.push(operation)
    } else addLeaf(builder, item, level, activePaints, activeTrims)
  }
}

function levelOf(
  parent: Level | undefined,
  transform: CompiledTransform,
  opacity: Property<number> | undefined,
  watch: Watch,
): Level {
  // The opacity is watched here because compileTransform leaves it to its owner.
  compileNumber(opacity, 100, watch)
  return {
    parent,
    depth: (parent?.depth ?? 0) + 1,
    still: transform.still && (parent?.still ?? true),
    transform,
    fade: () => 1,
  }
}

function addCopies(
  builder: Builder,
  item: Extract<ShapeItem, { ty: 'rp' }>,
  items: readonly ShapeItem[],
  level: Level | undefined,
  paints: readonly Operation[],
  trims: readonly Trim[],
): void {
  const { watch } = builder
  const count = compileNumber(item.c, 1, watch)
  const offset = compileNumber(item.o, 0, watch)
  const anchor = compileVector(item.tr.a, [0, 0], watch)
  const position = compileVector(item.tr.p as Property<readonly number[]> | undefined, [0, 0], watch)
  const scale = compileVector(item.tr.s, [100, 100], watch)
  const rotation = compileNumber(item.tr.r, 0, watch)
  const startOpacity = compileNumber(item.tr.so, 100, watch)
  const endOpacity = compileNumber(item.tr.eo, 100, watch)
  const isStill = [count, offset, anchor, position, scale, rotation].every((part) => part.still)
  const copies = count.still ? Math.min(COPIES_MOST, Math.max(0, Math.ceil(count.at(0)))) : COPIES_MOST
  for (let n = 0; n < copies && builder.operations.length < OPERATIONS_MOST; n++) {
    // Copy 0 lies on top ("below" in After Effects' words) unless m says that later copies cover earlier ones.
    const copy = item.m === 2 ? n : copies - 1 - n
    const transform: CompiledTransform = {
      still: isStill,
      matrix: (frame) =>
        copyMatrix(copy + offset.at(frame), anchor.at(frame), position.at(frame), scale.at(frame), rotation.at(frame)),
      opacity: () => 1,
    }
    const fade = (frame: number) => {
      const shown = count.at(frame)
      if (copy >= Math.ceil(shown)) return 0
      const share = shown > 1 ? copy / (shown - 1) : 0
      return (startOpacity.at(frame) + (endOpacity.at(frame) - startOpacity.at(frame)) * Math.min(1, share)) / 100
    }
    const copyLevel: Level = {
      parent: level,
      depth: (level?.depth ?? 0) + 1,
      still: isStill && (level?.still ?? true),
      transform,
      fade,
    }
    addItems(builder, items, copyLevel, paints, trims)
  }
}

/** The repeater's transform applied `times` times (fractions included), around its anchor. */
function copyMatrix(
  times: number,
  anchor: readonly number[],
  position: readonly number[],
  scale: readonly number[],
  rotation: number,
): Matrix {
  const [ax = 0, ay = 0] = anchor
  const turn = (rotation * times * Math.PI) / 180
  const sx = Math.max(0, (scale[0] ?? 100) / 100) ** times
  const sy = Math.max(0, (scale[1] ?? 100) / 100) ** times
  const [a, b, c, d] = [Math.cos(turn) * sx, Math.sin(turn) * sx, -Math.sin(turn) * sy, Math.cos(turn) * sy]
  const x = ax + (position[0] ?? 0) * times
  const y = ay + (position[1] ?? 0) * times
  return [a, b, c, d, x - a * ax - c * ay, y - b * ax - d * ay]
}

function addLeaf(
  builder: Builder,
  item: Exclude<ShapeItem, { ty: 'gr' | 'tr' | 'tm' | 'rp' | 'fl' | 'st' | 'gf' | 'gs' }>,
  level: Level | undefined,
  paints: readonly Operation[],
  trims: readonly Trim[],
): void {
  const outline = compileOutline(item, builder.watch)
  const leaf: PlacedLeaf = { level, outline, trims: [...trims].reverse() }
  for (const trim of trims) trim.leaves.push(leaf)
  // Paths are met from the last to the first; unshift keeps them in the designer's order for trims over all of them.
  for (const paint of paints) paint.leaves.unshift(leaf)
  builder.leafCount++
}

const CAPS = { 1: 'butt', 2: 'round', 3: 'square' } as const
const JOINS = { 1: 'miter', 2: 'round', 3: 'bevel' } as const

function compilePaintItem(
  item: Extract<ShapeItem, { ty: 'fl' | 'st' | 'gf' | 'gs' }>,
  level: Level | undefined,
  builder: Builder,
): Operation {
  const { watch } = builder
  const operation: Operation = {
    level,
    leaves: [],
    paint: item.ty === 'fl' || item.ty === 'st' ? plainPaint(item.c, watch) : gradientPaint(item, watch),
    opacity: compileNumber(item.o, 100, watch),
    rule: 'r' in item && item.r === 2 ? 'evenodd' : 'nonzero',
    stroke: item.ty === 'st' || item.ty === 'gs' ? compileStroke(item, watch) : undefined,
    path: () => ({ path: builder.workshop.host.createPath(), bounds: undefined }),
  }
  operation.path = cachedPath(operation, builder.workshop.host)
  return operation
}

function plainPaint(color: Property<Color>, watch: Watch): CompiledPaint {
  const compiled = compileColor(color, '#000', watch)
  return { style: (_ctx, frame) => compiled.at(frame) }
}

function gradientPaint(item: Extract<ShapeItem, { ty: 'gf' | 'gs' }>, watch: Watch): CompiledPaint {
  const stops = item.stops
    ? item.stops.map(([offset, color]) => ({ offset, color: compileColor(color, '#000', watch) }))
    : unpackStops(item.g, watch)
  return compileGradient({
    radial: item.t === 2,
    from: compileVector(item.s, [0, 0], watch),
    to: compileVector(item.e, [0, 0], watch),
    stops,
    size: [1, 1],
  })
}

/** Lottie packs stops into one list: p times (offset, r, g, b), then alpha stops (offset, alpha), which must line up. */
function unpackStops(packed: { p: number; k: Property<readonly number[]> } | undefined, watch: Watch) {
  if (!packed) return []
  const values = compileVector(packed.k, [], watch)
  const count = Math.min(packed.p, 32)
  const alphaAt = (list: readonly number[], offset: number): number => {
    const stops = list.slice(count * 4)
    if (stops.length < 2) return 1
    for (let n = 0; n + 3 < stops.length; n += 2) {
      const [at = 0, alpha = 1, next = 1, nextAlpha = 1] = stops.slice(n, n + 4)
      if (offset <= next)
        return next === at ? nextAlpha : alpha + (nextAlpha - alpha) * Math.max(0, (offset - at) / (next - at))
    }
    return stops[stops.length - 1] ?? 1
  }
  const first = values.at(0)
  return Array.from({ length: count }, (_, n) => ({
    offset: first[n * 4] ?? 0,
    color: derive([values] as const, ([list]) => {
      const [offset = 0, r = 0, g = 0, b = 0] = list.slice(n * 4, n * 4 + 4)
      return `rgba(${Math.round(r * 255)},${Math.round(g * 255)},${Math.round(b * 255)},${alphaAt(list, offset)})`
    }),
  }))
}

function compileStroke(item: Extract<ShapeItem, { ty: 'st' | 'gs' }>, watch: Watch): Stroke {
  const dashes = item.d ?? []
  return {
    width: compileNumber(item.w, 1, watch),
    cap: CAPS[item.lc ?? 1],
    join: JOINS[item.lj ?? 1],
    miterLimit: item.ml ?? 4,
    dashes: dashes.filter(({ n }) => n !== 'o').map(({ v }) => compileNumber(v, 0, watch)),
    dashOffset: compileNumber(dashes.find(({ n }) => n === 'o')?.v, 0, watch),
  }
}

/** The map from an item's group to an outer group (or to the layer). */
function matrixOf(level: Level | undefined, outer: Level | undefined, frame: number): Matrix {
  if (!level || level === outer) return IDENTITY
  return multiply(matrixOf(level.parent, outer, frame), level.transform.matrix(frame))
}

function fadeOf(level: Level | undefined, frame: number): number {
  return level ? fadeOf(level.parent, frame) * level.fade(frame) * level.transform.opacity(frame) : 1
}

function isInside(level: Level | undefined, outer: Level | undefined): boolean {
  if (level === outer || outer === undefined) return true
  return level !== undefined && level.depth > outer.depth && isInside(level.parent, outer)
}

/** All paths of an operation as one canvas path in the operation's own group; kept while nothing in it moves. */
function cachedPath(operation: Operation, host: Host) {
  let knownFrame = Number.NaN
  let known: { path: Path; bounds: Bounds | undefined } | undefined
  let isStill: boolean | undefined
  return (frame: number) => {
    isStill ??= operation.leaves.every((leaf) => isLeafStill(leaf, operation.level))
    if (known && (isStill || frame === knownFrame)) return known
    const contours = operation.leaves.flatMap((leaf) => contoursOf(leaf, operation.level, frame))
    const path = host.createPath()
    for (const contour of contours) traceContour(path, contour)
    known = { path, bounds: contourBounds(contours) }
    knownFrame = frame
    return known
  }
}

function isLeafStill(leaf: PlacedLeaf, outer: Level | undefined): boolean {
  const path = isInside(leaf.level, outer)
    ? stillUpTo(leaf.level, outer)
    : (leaf.level?.still ?? true) && (outer?.still ?? true)
  return (
    path &&
    leaf.outline.still &&
    leaf.trims.every((trim) => [trim.start, trim.end, trim.offset].every((part) => part.still))
  )
}

function stillUpTo(level: Level | undefined, outer: Level | undefined): boolean {
  if (!level || level === outer) return true
  // A copy that comes and goes changes the path even when its place is fixed.
  return level.transform.still && stillUpTo(level.parent, outer)
}

function contoursOf(leaf: PlacedLeaf, outer: Level | undefined, frame: number): readonly Contour[] {
  let contours = leaf.outline.at(frame)
  for (const trim of leaf.trims) contours = applyTrim(trim, leaf, contours, frame)
  const matrix = isInside(leaf.level, outer)
    ? matrixOf(leaf.level, outer, frame)
    : multiply(inverse(matrixOf(outer, undefined, frame)) ?? IDENTITY, matrixOf(leaf.level, undefined, frame))
  return matrix === IDENTITY ? contours : contours.map((contour) => mapContour(contour, matrix))
}

function drawOperation(ctx: Context, operation: Operation, matrix: Matrix, frame: number, alpha: number): void {
  const opacity = alpha * fadeOf(operation.level, frame) * (operation.opacity.at(frame) / 100)
  if (opacity <= 0) return
  const { path, bounds } = operation.path(frame)
  if (!bounds) return
  const full = multiply(matrix, matrixOf(operation.level, undefined, frame))
  if (scaleOf(full) < 1e-6) return
  place(ctx, full)
  ctx.globalAlpha = Math.min(1, opacity)
  const { stroke } = operation
  if (!stroke) {
    ctx.fillStyle = operation.paint.style(ctx, frame)
    ctx.fill(path, operation.rule)
    return
  }
  const width = stroke.width.at(frame)
  if (width <= 0) return
  ctx.strokeStyle = operation.paint.style(ctx, frame)
  ctx.lineWidth = width
  ctx.lineCap = stroke.cap
  ctx.lineJoin = stroke.join
  ctx.miterLimit = stroke.miterLimit
  const dashes = stroke.dashes.map((dash) => Math.max(0, dash.at(frame)))
  const isDashed = dashes.some((dash) => dash > 0)
  if (isDashed) {
    ctx.setLineDash(dashes)
    ctx.lineDashOffset = stroke.dashOffset.at(frame)
  }
  ctx.stroke(path)
  if (isDashed) ctx.setLineDash([])
}
