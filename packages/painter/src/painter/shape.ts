// Shape layers: Lottie's tree of paths, modifiers and paints, flattened once into a list of drawing operations whose animated
// parts are evaluated per frame.

import { BLEND_MODES, type BlendMode, canvasMode } from '@vitrine/document/color'
import { type Compiled, compileNumber, compileVector, type Watch } from '@vitrine/document/evaluate'
import type { Context, FillRule, Host, Path } from '@vitrine/document/host'
import {
  type Bounds,
  computeMeanScale,
  grow,
  IDENTITY,
  inverse,
  type Matrix,
  mapBounds,
  multiply,
  unite,
} from '@vitrine/document/matrix'
import type { Property } from '@vitrine/document/property'
import type { ShapeItem } from '@vitrine/document/shape-item'
import { type DrawContext, place, toRegion } from '@vitrine/document/stage'
import { compileTransform, type PlaneTransform } from '@vitrine/document/transform'
import { type CompileContext, type Content, STROKE_OUTLINES } from './content.ts'
import { type Contour, contourBounds, contourLength, doContoursEnter, mapContour, traceContour } from './contour.ts'
import {
  type CompiledPaint,
  compileItemPaint,
  compileStroke,
  isPaint,
  type PaintItem,
  type Stroke,
  setStroke,
  strokeMargin,
} from './paint.ts'
import {
  compileModifier,
  fillMerged,
  isModifier,
  type Merged,
  type MergeMode,
  type Modifier,
  mergeParts,
  strokeMerged,
} from './shape-modifier.ts'
import { compileOutline, compileTrim, isOutlineStill, type Leaf, modifiedContours, type Trim } from './shape-outline.ts'

/** A repeater is laid out completely before drawing, so its copies are limited. */
const MAX_COPIES = 200
/** Maximum drawing operations of one layer, including repeaters. */
const MAX_OPERATIONS = 5000

/** A group between the layer and an item: its map, its opacity, and whether it is present. */
interface Level {
  parent: Level | undefined
  depth: number
  still: boolean
  /** The map to the layer, once it is known to be static. */
  fixed?: Matrix
  transform: PlaneTransform
  /** Opacity in addition to the transform's (copies of a repeater), 0 when the copy is hidden. */
  fade: (frame: number) => number
  /** The canvas name of the composite operation for the whole group. */
  blend: string
  /** How many operations draw it: several must fade as one picture. */
  operations: number
}

/** A leaf with the group that contains it. */
interface PlacedLeaf extends Leaf {
  level: Level | undefined
}

/** Paths that are combined before painting, each with the part that it belongs to. */
interface Merge {
  mode: MergeMode | 1
  parts: Map<PlacedLeaf, number>
  /** The paints after it. */
  paints: readonly Operation[]
}

/** The outlines of a paint at a frame: plain paths as one, and merged ones. */
interface Outlines {
  path: Path
  bounds: Bounds | undefined
  contours: readonly Contour[]
  merged: readonly Merged[]
}

/** A fill or stroke and the paths that it draws. */
interface Operation {
  level: Level | undefined
  leaves: PlacedLeaf[]
  paint: CompiledPaint
  opacity: Compiled<number>
  blend: string
  rule: FillRule
  stroke: Stroke | undefined
  merges: Merge[]
  path: (frame: number) => Outlines
}

/** What surrounding groups and later items apply to the items of a group. */
interface Scope {
  level: Level | undefined
  paints: readonly Operation[]
  modifiers: readonly (Modifier | Trim)[]
  merges: readonly Merge[]
}

interface Builder {
  context: CompileContext
  watch: Watch
  operations: Operation[]
  /** In the order of traversal. */
  leaves: PlacedLeaf[]
}

/** Compiles the items of a shape layer. */
export function compileShape(items: readonly ShapeItem[], context: CompileContext): Content {
  const builder: Builder = { context, watch: context.watch, operations: [], leaves: [] }
  addItems(builder, items, { level: undefined, paints: [], modifiers: [], merges: [] })
  const operations = builder.operations.filter((operation) => operation.leaves.length > 0)
  for (const { level } of operations) for (let one = level; one; one = one.parent) one.operations++
  const outlineLength = (frame: number) =>
    operations.reduce((sum, { level, path, stroke }) => {
      const scale = computeMeanScale(computeLevelMatrix(level, undefined, frame))
      return sum + contourLength(path(frame).contours) * scale * (stroke ? STROKE_OUTLINES : 1)
    }, 0)
  const filledArea = (frame: number) =>
    operations.reduce((sum, { level, path, stroke }) => {
      const [left, top, right, bottom] = (stroke ? undefined : path(frame).bounds) ?? [0, 0, 0, 0]
      return sum + (right - left) * (bottom - top) * computeMeanScale(computeLevelMatrix(level, undefined, frame)) ** 2
    }, 0)
  const bounds = (frame: number) => computeBounds(operations, frame)
  // Nothing in it is animated, so both are equal in every frame.
  const isStill = builder.watch.length === 0
  return {
    isolates: operations.some(({ level, blend }) => blend !== 'source-over' || isBlended(level)),
    isSingle: (frame) => {
      const [first, ...others] = operations.filter((operation) => computeLevelOpacity(operation.level, frame) > 0)
      return others.length === 0 && (first?.merges.length ?? 0) <= (first?.stroke ? 0 : 1)
    },
    draw(target, matrix, frame, alpha) {
      drawOperations(target, operations, { around: undefined, matrix, frame, alpha })
      target.ctx.globalAlpha = 1
    },
    bounds: isStill ? once(bounds) : bounds,
    entersArea: (area, frame) => operations.some((operation) => operationComesInto(operation, area, frame)),
    outlineLength: isStill ? once(outlineLength) : outlineLength,
    filledArea: isStill ? once(filledArea) : filledArea,
  }
}

function computeBounds(operations: readonly Operation[], frame: number): Bounds {
  let all: Bounds | undefined
  for (const operation of operations) {
    const { bounds } = operation.path(frame)
    if (!bounds) continue
    const margin = operation.stroke ? strokeMargin(operation.stroke, frame) : 0
    all = unite(all, mapBounds(computeLevelMatrix(operation.level, undefined, frame), grow(bounds, margin)))
  }
  return all ?? [0, 0, 0, 0]
}

/** Whether an operation visibly draws into an area of the layer. */
function operationComesInto(operation: Operation, area: Bounds, frame: number): boolean {
  const { level, path, stroke, opacity } = operation
  const back = inverse(computeLevelMatrix(level, undefined, frame))
  if (!back || opacity.at(frame) * computeLevelOpacity(level, frame) < 50) return false
  const margin = stroke ? strokeMargin(stroke, frame) : 0
  return doContoursEnter(path(frame).contours, mapBounds(back, area), { margin, isFilled: !stroke })
}

function isBlended(level: Level | undefined): boolean {
  return level !== undefined && (level.blend !== 'source-over' || isBlended(level.parent))
}

/** Evaluates one frame and returns its value for all frames. */
function once<T>(valueAt: (frame: number) => T): (frame: number) => T {
  let known: { value: T } | undefined
  return (frame) => {
    known ??= { value: valueAt(frame) }
    return known.value
  }
}

/**
 * Traverses a group from its last item to its first, as After Effects builds it: a paint or modifier applies to every earlier
 * path in this group and in nested groups.
 */
function addItems(builder: Builder, items: readonly ShapeItem[], around: Scope, blend = 'source-over'): void {
  const transform = items.find((item) => item.ty === 'tr')
  const level: Level | undefined =
    transform || blend !== 'source-over'
      ? createLevel(
          around.level,
          compileTransform(transform, undefined, builder.watch),
          transform?.o,
          builder.watch,
          blend,
        )
      : around.level
  const [paints, modifiers, merges] = [[...around.paints], [...around.modifiers], [...around.merges]]
  const scope: Scope = { level, paints, modifiers, merges }
  for (let n = items.length - 1; n >= 0; n--) {
    const item = items[n] as ShapeItem
    if (item.ty === 'tr' || ('hd' in item && item.hd)) continue
    if (item.ty === 'gr') addItems(builder, item.it, scope, toCanvasMode(item.bm))
    else if (item.ty === 'tm') modifiers.push(compileTrim(item, builder.watch))
    else if (isModifier(item)) modifiers.push(compileModifier(item, builder.watch))
    else if (item.ty === 'mm') {
      merges.push({ mode: item.mm, parts: new Map(), paints: [...paints] })
    } else if (item.ty === 'rp') {
      const repeated = items.slice(0, n).filter(({ ty }) => ty !== 'tr')
      addCopies(builder, item, repeated, scope)
      // The copies replace everything before the repeater.
      n = 0
    } else if (isPaint(item)) {
      const operation = compilePaintItem(item, level, builder)
      builder.operations.push(operation)
      paints.push(operation)
    } else addLeaf(builder, item, scope)
  }
}

function toCanvasMode(mode: BlendMode | number | undefined): string {
  return canvasMode(typeof mode === 'number' ? BLEND_MODES[mode] : mode)
}

function createLevel(
  parent: Level | undefined,
  transform: PlaneTransform,
  opacity: Property<number> | undefined,
  watch: Watch,
  blend: string,
): Level {
  // The opacity is watched here because compileTransform leaves it to its caller.
  compileNumber(opacity, 100, watch)
  return {
    parent,
    depth: (parent?.depth ?? 0) + 1,
    still: transform.still && (parent?.still ?? true),
    transform,
    fade: () => 1,
    blend,
    operations: 0,
  }
}

function addCopies(
  builder: Builder,
  item: Extract<ShapeItem, { ty: 'rp' }>,
  items: readonly ShapeItem[],
  around: Scope,
): void {
  const { watch } = builder
  const { level } = around
  const count = compileNumber(item.c, 1, watch)
  const offset = compileNumber(item.o, 0, watch)
  const anchor = compileVector(item.tr.a, [0, 0], watch)
  const position = compileVector(item.tr.p as Property<readonly number[]> | undefined, [0, 0], watch)
  const scale = compileVector(item.tr.s, [100, 100], watch)
  const rotation = compileNumber(item.tr.r, 0, watch)
  const startOpacity = compileNumber(item.tr.so, 100, watch)
  const endOpacity = compileNumber(item.tr.eo, 100, watch)
  const isStill = [count, offset, anchor, position, scale, rotation].every((part) => part.still)
  const copies = count.still ? Math.min(MAX_COPIES, Math.max(0, Math.ceil(count.at(0)))) : MAX_COPIES
  for (let n = 0; n < copies && builder.operations.length < MAX_OPERATIONS; n++) {
    // Copy 0 is on top ("below" in After Effects' terms) unless m says that later copies cover earlier ones.
    const copy = item.m === 2 ? n : copies - 1 - n
    const transform: PlaneTransform = {
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
      blend: 'source-over',
      operations: 0,
    }
    addItems(builder, items, { ...around, level: copyLevel })
  }
}

/** The repeater's transform applied `times` times (including fractions), around its anchor. */
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
  item: Extract<ShapeItem, { ty: 'rc' | 'el' | 'sr' | 'sh' }>,
  { level, paints, modifiers, merges }: Scope,
): void {
  const outline = compileOutline(item, builder.watch)
  const leaf: PlacedLeaf = { level, outline, modifiers: [...modifiers].reverse() }
  for (const modifier of modifiers) if ('leaves' in modifier) modifier.leaves.push(leaf)
  // Paths are traversed from last to first; unshift restores the designer's order for trims over all of them.
  for (const paint of paints) {
    paint.leaves.unshift(leaf)
    const seen = merges.filter((merge) => merge.paints.includes(paint))
    const merge = findDrawingMerge(seen.filter(({ mode }) => mode !== 1))
    if (!merge) continue
    // Every path is a separate part, including those of groups, but paths joined by an earlier plain merge are one part. Merges
    // are traversed from last to first.
    const joined = seen.slice(seen.indexOf(merge) + 1).find(({ mode }) => mode === 1)
    const part = [...(joined?.parts.values() ?? [])][0] ?? -merge.parts.size
    joined?.parts.set(leaf, part)
    if (!merge.parts.has(leaf)) merge.parts.set(leaf, part)
    if (!paint.merges.includes(merge)) paint.merges.push(merge)
  }
  builder.leaves.push(leaf)
}

/**
 * Chooses which of the merges after a path draws it. The result of one merge is one path for the next: merges of one kind equal
 * a single one over all paths; of different kinds the nearest is decisive.
 */
function findDrawingMerge(merges: readonly Merge[]): Merge | undefined {
  const [outermost] = merges
  return merges.every(({ mode }) => mode === outermost?.mode && mode !== 3) ? outermost : merges.at(-1)
}

function compilePaintItem(item: PaintItem, level: Level | undefined, builder: Builder): Operation {
  const { watch } = builder
  const { host } = builder.context
  const operation: Operation = {
    level,
    leaves: [],
    paint: compileItemPaint(item, watch),
    opacity: compileNumber(item.o, 100, watch),
    blend: toCanvasMode(item.bm),
    rule: 'r' in item && item.r === 2 ? 'evenodd' : 'nonzero',
    stroke: item.ty === 'st' || item.ty === 'gs' ? compileStroke(item, watch) : undefined,
    merges: [],
    path: () => ({ path: host.createPath(), bounds: undefined, contours: [], merged: [] }),
  }
  operation.path = cachedPath(operation, host)
  return operation
}

/** The map from an item's group to an outer group (or to the layer). */
function computeLevelMatrix(level: Level | undefined, outer: Level | undefined, frame: number): Matrix {
  if (!level || level === outer) return IDENTITY
  if (outer === undefined && level.fixed) return level.fixed
  const matrix = multiply(computeLevelMatrix(level.parent, outer, frame), level.transform.matrix(frame))
  if (outer === undefined && level.still) level.fixed = matrix
  return matrix
}

/** The opacity of a group, including surrounding ones up to an outer one. */
function computeLevelOpacity(level: Level | undefined, frame: number, outer?: Level): number {
  if (!level || level === outer) return 1
  return computeLevelOpacity(level.parent, frame, outer) * level.fade(frame) * level.transform.opacity(frame)
}

function isInside(level: Level | undefined, outer: Level | undefined): boolean {
  if (level === outer || outer === undefined) return true
  return level !== undefined && level.depth > outer.depth && isInside(level.parent, outer)
}

/** All paths of an operation as one canvas path in the operation's own group; cached while it is static. */
function cachedPath(operation: Operation, host: Host) {
  let knownFrame = Number.NaN
  let known: Outlines | undefined
  let isStill: boolean | undefined
  return (frame: number) => {
    isStill ??= operation.leaves.every((leaf) => isLeafStill(leaf, operation.level))
    if (known && (isStill || frame === knownFrame)) return known
    known = computeOutlines(operation, host, frame)
    knownFrame = frame
    return known
  }
}

function computeOutlines(operation: Operation, host: Host, frame: number): Outlines {
  const of = (leaves: readonly PlacedLeaf[]) => leaves.flatMap((leaf) => computeContours(leaf, operation.level, frame))
  const path = host.createPath()
  const all = of(operation.leaves)
  if (operation.merges.length === 0) {
    for (const contour of all) traceContour(path, contour)
    return { path, bounds: contourBounds(all), contours: all, merged: [] }
  }
  const free = operation.leaves.filter((leaf) => !operation.merges.some(({ parts }) => parts.has(leaf)))
  for (const contour of of(free)) traceContour(path, contour)
  const merged = operation.merges.map(({ mode, parts }) => {
    const leaves = operation.leaves.filter((leaf) => parts.has(leaf))
    const numbers = [...new Set(leaves.map((leaf) => parts.get(leaf) ?? 0))].sort((a, b) => a - b)
    const contours = numbers.map((number) => of(leaves.filter((leaf) => parts.get(leaf) === number)))
    return mergeParts(host, mode === 1 ? 2 : mode, contours)
  })
  return { path, bounds: contourBounds(all), contours: all, merged }
}

function isLeafStill(leaf: PlacedLeaf, outer: Level | undefined): boolean {
  const path = isInside(leaf.level, outer)
    ? stillUpTo(leaf.level, outer)
    : (leaf.level?.still ?? true) && (outer?.still ?? true)
  return path && isOutlineStill(leaf)
}

function stillUpTo(level: Level | undefined, outer: Level | undefined): boolean {
  if (!level || level === outer) return true
  // A copy that appears and disappears changes the path even at a fixed position.
  return level.transform.still && stillUpTo(level.parent, outer)
}

function computeContours(leaf: PlacedLeaf, outer: Level | undefined, frame: number): readonly Contour[] {
  const contours = modifiedContours(leaf, frame)
  const matrix = isInside(leaf.level, outer)
    ? computeLevelMatrix(leaf.level, outer, frame)
    : multiply(
        inverse(computeLevelMatrix(outer, undefined, frame)) ?? IDENTITY,
        computeLevelMatrix(leaf.level, undefined, frame),
      )
  return matrix === IDENTITY ? contours : contours.map((contour) => mapContour(contour, matrix))
}

/** The context for drawing operations. `around` is the group whose opacity and blending are already applied. */
interface Drawing {
  around: Level | undefined
  matrix: Matrix
  frame: number
  alpha: number
}

/** Draws operations, which are adjacent by group; a group that fades or blends as a whole is drawn separately first. */
function drawOperations(target: DrawContext, operations: readonly Operation[], drawing: Drawing): void {
  for (let n = 0; n < operations.length; n++) {
    const operation = operations[n] as Operation
    const group = outermostApart(operation.level, drawing)
    if (!group) {
      drawOperation(target.ctx, operation, drawing)
      continue
    }
    let end = n + 1
    while (end < operations.length && isWithin(operations[end]?.level, group)) end++
    drawGroup(target, group, operations.slice(n, end), drawing)
    n = end - 1
  }
}

/** The outermost group below the current one whose picture is not the sum of its operations. */
function outermostApart(level: Level | undefined, { around, frame }: Drawing): Level | undefined {
  let found: Level | undefined
  for (let one = level; one && one !== around; one = one.parent) {
    const fades = one.operations > 1 && one.fade(frame) * one.transform.opacity(frame) < 1
    if (fades || one.blend !== 'source-over') found = one
  }
  return found
}

function isWithin(level: Level | undefined, group: Level): boolean {
  return level !== undefined && (level === group || isWithin(level.parent, group))
}

function drawGroup(target: DrawContext, group: Level, operations: readonly Operation[], drawing: Drawing): void {
  const { ctx, stage } = target
  const { matrix, frame } = drawing
  const opacity = drawing.alpha * computeLevelOpacity(group, frame, drawing.around)
  const region = toRegion(grow(mapBounds(matrix, computeBounds(operations, frame)), 1), stage)
  if (opacity <= 0 || !region) return
  const sheet = stage.acquire(region)
  drawOperations({ ctx: sheet.ctx, stage }, operations, { around: group, matrix, frame, alpha: 1 })
  const before = ctx.globalCompositeOperation
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.globalAlpha = Math.min(1, opacity)
  if (group.blend !== 'source-over') ctx.globalCompositeOperation = group.blend
  ctx.drawImage(sheet.canvas, ...region, ...region)
  ctx.globalCompositeOperation = before
  stage.release(sheet)
}

function drawOperation(ctx: Context, operation: Operation, { around, matrix, frame, alpha }: Drawing): void {
  const opacity = alpha * computeLevelOpacity(operation.level, frame, around) * (operation.opacity.at(frame) / 100)
  if (opacity <= 0) return
  const { path, bounds, merged } = operation.path(frame)
  if (!bounds) return
  const full = multiply(matrix, computeLevelMatrix(operation.level, undefined, frame))
  if (computeMeanScale(full) < 1e-6) return
  place(ctx, full)
  ctx.globalAlpha = Math.min(1, opacity)
  const before = ctx.globalCompositeOperation
  if (operation.blend !== 'source-over') ctx.globalCompositeOperation = operation.blend
  paintOutlines(ctx, operation, { path, merged }, frame)
  ctx.globalCompositeOperation = before
}

function paintOutlines(
  ctx: Context,
  operation: Operation,
  { path, merged }: Pick<Outlines, 'path' | 'merged'>,
  frame: number,
): void {
  const { stroke } = operation
  if (!stroke) {
    ctx.fillStyle = operation.paint.style(ctx, frame)
    ctx.fill(path, operation.rule)
    for (const one of merged) fillMerged(ctx, one)
    return
  }
  const width = stroke.width.at(frame)
  if (width <= 0) return
  ctx.strokeStyle = operation.paint.style(ctx, frame)
  setStroke(ctx, stroke, width, frame)
  ctx.stroke(path)
  for (const one of merged) strokeMerged(ctx, one)
  if (stroke.dashes.length > 0) ctx.setLineDash([])
}
