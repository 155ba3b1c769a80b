// Colours and gradients as canvas styles, created once while they are static; and the fills and strokes of shape layers.
import type { Color } from '@vitrine/document/color'
import {
  type Compiled,
  compileColor,
  compileNumber,
  compileVector,
  derive,
  still,
  type Watch,
} from '@vitrine/document/evaluate'
import type { Context } from '@vitrine/document/host'
import type { Gradient, GradientStop, Paint, Property } from '@vitrine/document/property'
import type { ShapeItem } from '@vitrine/document/shape-item'

export interface CompiledPaint {
  /** The canvas style at a frame. Width and height are those of the box that `units: 'box'` refers to. */
  style(ctx: Context, frame: number): string | object
}

/** A stop of a gradient at one frame. */
interface PaintStop {
  offset: number
  color: string
}

interface GradientParts {
  radial: boolean
  from: Compiled<readonly number[]>
  to: Compiled<readonly number[]>
  stops: Compiled<readonly PaintStop[]>
  size: readonly [number, number]
  /** The focus of a radial gradient: percent of the radius from its centre, degrees from its axis. */
  highlight?: { length: Compiled<number>; degrees: Compiled<number> }
}

/** Whether a paint is a gradient. */
export function isGradient(paint: Paint): paint is Gradient {
  return typeof paint === 'object' && paint !== null && 'gradient' in paint
}

/** Compiles a fill. `size` is the box that gradients in `units: 'box'` refer to. */
export function compilePaint(
  paint: Paint | undefined,
  fallback: Color,
  size: readonly [number, number],
  watch: Watch,
): CompiledPaint {
  if (paint === undefined || !isGradient(paint)) {
    const color = compileColor(paint as Property<Color> | undefined, fallback, watch)
    return { style: (_ctx, frame) => color.at(frame) }
  }
  return compileGradient({
    radial: paint.gradient === 'radial',
    from: compileVector(paint.from, [0, 0], watch),
    to: compileVector(paint.to, [1, 1], watch),
    stops: compileStops(paint.stops, watch),
    size: paint.units === 'box' ? size : [1, 1],
  })
}

/** Compiles readable stops, each with a colour of its own. */
function compileStops(stops: readonly GradientStop[], watch: Watch): Compiled<readonly PaintStop[]> {
  const colors = stops.map(([, color]) => compileColor(color, '#000', watch))
  return derive(colors, (values) => values.map((color, n) => ({ offset: stops[n]?.[0] ?? 0, color: String(color) })))
}

/** Compiles a gradient from its parts. */
function compileGradient(parts: GradientParts): CompiledPaint {
  const { from, to, stops, highlight } = parts
  const isStill =
    from.still && to.still && stops.still && (!highlight || (highlight.length.still && highlight.degrees.still))
  let known: object | undefined
  return {
    style(ctx, frame) {
      if (known) return known
      const list = stops.at(frame)
      // Browsers then draw nothing, but the server's canvas would throw.
      if (list.length === 0) return '#0000'
      const [width, height] = parts.size
      const [x0 = 0, y0 = 0] = from.at(frame)
      const [x1 = 0, y1 = 0] = to.at(frame)
      const [cx, cy, ex, ey] = [x0 * width, y0 * height, x1 * width, y1 * height]
      const radius = Math.max(0.01, Math.hypot(ex - cx, ey - cy))
      const [fx, fy] = highlight ? computeFocus(highlight, [cx, cy, ex, ey], radius, frame) : [cx, cy]
      const gradient = parts.radial
        ? ctx.createRadialGradient(fx, fy, 0, cx, cy, radius)
        : ctx.createLinearGradient(cx, cy, ex, ey)
      for (const { offset, color } of list) gradient.addColorStop(Math.min(1, Math.max(0, offset)), color)
      if (isStill) known = gradient
      return gradient
    },
  }
}

/** The focus of a radial gradient, slightly inside the rim, where hosts would differ. */
function computeFocus(
  { length, degrees }: NonNullable<GradientParts['highlight']>,
  [cx, cy, ex, ey]: readonly [number, number, number, number],
  radius: number,
  frame: number,
): [number, number] {
  const away = radius * Math.min(0.99, Math.max(-0.99, length.at(frame) / 100))
  const turn = Math.atan2(ey - cy, ex - cx) + (degrees.at(frame) * Math.PI) / 180
  return [cx + Math.cos(turn) * away, cy + Math.sin(turn) * away]
}

// The fills and strokes of shape layers: Lottie's colours, gradients and lines.

export type PaintItem = Extract<ShapeItem, { ty: 'fl' | 'st' | 'gf' | 'gs' }>

export interface Stroke {
  width: Compiled<number>
  cap: Context['lineCap']
  join: Context['lineJoin']
  miterLimit: number
  dashes: readonly Compiled<number>[]
  dashOffset: Compiled<number>
}

const CAPS = { 1: 'butt', 2: 'round', 3: 'square' } as const
const JOINS = { 1: 'miter', 2: 'round', 3: 'bevel' } as const

/** Compiles the paint of an item. */
export function compileItemPaint(item: PaintItem, watch: Watch): CompiledPaint {
  return item.ty === 'fl' || item.ty === 'st' ? plainPaint(item.c, watch) : gradientPaint(item, watch)
}

function plainPaint(color: Property<Color>, watch: Watch): CompiledPaint {
  const compiled = compileColor(color, '#000', watch)
  return { style: (_ctx, frame) => compiled.at(frame) }
}

function gradientPaint(item: Extract<ShapeItem, { ty: 'gf' | 'gs' }>, watch: Watch): CompiledPaint {
  return compileGradient({
    radial: item.t === 2,
    from: compileVector(item.s, [0, 0], watch),
    to: compileVector(item.e, [0, 0], watch),
    stops: item.stops ? compileStops(item.stops, watch) : unpackStops(item.g, watch),
    size: [1, 1],
    ...(item.h !== undefined && item.t === 2
      ? { highlight: { length: compileNumber(item.h, 0, watch), degrees: compileNumber(item.a, 0, watch) } }
      : {}),
  })
}

/** Lottie packs stops into one list: p times (offset, r, g, b), then alpha stops (offset, alpha) with offsets of their own. */
function unpackStops(
  packed: { p: number; k: Property<readonly number[]> } | undefined,
  watch: Watch,
): Compiled<readonly PaintStop[]> {
  if (!packed) return still([])
  const count = Math.min(packed.p, 32)
  return derive([compileVector(packed.k, [], watch)] as const, ([list]) => {
    const colors = splitIntoRows(list.slice(0, count * 4), 4)
    const alphas = splitIntoRows(list.slice(count * 4), 2)
    const offsets = [...new Set([...colors, ...alphas].map(([offset = 0]) => offset))].sort((a, b) => a - b)
    return offsets.map((offset) => {
      const [r = 0, g = 0, b = 0] = rowAt(colors, offset)
      const [alpha = 1] = rowAt(alphas, offset)
      const share = (value: number) => Math.min(1, Math.max(0, value))
      const channel = (value: number) => Math.round(share(value) * 255)
      return { offset, color: `rgba(${channel(r)},${channel(g)},${channel(b)},${share(alpha)})` }
    })
  })
}

function splitIntoRows(list: readonly number[], length: number): number[][] {
  return Array.from({ length: Math.floor(list.length / length) }, (_, n) => list.slice(n * length, (n + 1) * length))
}

/** Interpolates rows that begin with their offset. */
function rowAt(rows: readonly number[][], offset: number): number[] {
  const after = rows.find(([at = 0]) => at >= offset)
  const before = rows.findLast(([at = 0]) => at <= offset)
  if (!before || !after) return (before ?? after ?? []).slice(1)
  const [from = 0, to = 0] = [before[0], after[0]]
  const share = to === from ? 0 : (offset - from) / (to - from)
  return before.slice(1).map((value, n) => value + ((after[n + 1] ?? value) - value) * share)
}

/** Compiles the line style of a stroke. */
export function compileStroke(item: Extract<ShapeItem, { ty: 'st' | 'gs' }>, watch: Watch): Stroke {
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

/** How far a line extends beyond its path. */
export function strokeMargin(stroke: Stroke, frame: number): number {
  return (stroke.width.at(frame) / 2) * (stroke.join === 'miter' ? Math.min(stroke.miterLimit, 4) : 1.5)
}

/** Sets everything in the context that a stroke of this width needs, including dashes. */
export function setStroke(ctx: Context, stroke: Stroke, width: number, frame: number): void {
  ctx.lineWidth = width
  ctx.lineCap = stroke.cap
  ctx.lineJoin = stroke.join
  ctx.miterLimit = stroke.miterLimit
  const dashes = stroke.dashes.map((dash) => Math.max(0, dash.at(frame)))
  if (!dashes.some((dash) => dash > 0)) return
  ctx.setLineDash(dashes)
  ctx.lineDashOffset = stroke.dashOffset.at(frame)
}

export function isPaint(item: ShapeItem): item is PaintItem {
  return item.ty === 'fl' || item.ty === 'st' || item.ty === 'gf' || item.ty === 'gs'
}
