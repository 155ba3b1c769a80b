// The fills and strokes of shape layers: Lottie's colours, gradients and lines.

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
import type { Property } from '@vitrine/document/property'
import type { ShapeItem } from '@vitrine/document/shape-item'
import { type CompiledPaint, compileGradient, compileStops, type PaintStop } from './paint.ts'

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
