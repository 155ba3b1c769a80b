// Masks: Lottie's modes, as a clip when that suffices and as a matte otherwise.

import { type Compiled, compileNumber, compilePath, compileVector, type Watch } from '@vitrine/document/evaluate'
import type { FillRule, Host, Path } from '@vitrine/document/host'
import type { Mask } from '@vitrine/document/layer-base'
import { type Bounds, computeMeanScale, grow, type Matrix, unite } from '@vitrine/document/matrix'
import { drawBlurred } from '@vitrine/document/pixels'
import type { BezierPath } from '@vitrine/document/property'
import { type DrawContext, place, type Region, translatePixels } from '@vitrine/document/stage'
import { type Contour, isSelfIntersecting, toContour, traceContour } from './contour.ts'

type Mode = Exclude<Mask['mode'], 'n'>

interface CompiledMask {
  mode: Mode
  inverted: boolean
  opacity: Compiled<number>
  feather: Compiled<readonly number[]>
  expansion: Compiled<number>
  contour(frame: number): Contour
  bounds(frame: number): Bounds
  path(frame: number): Path
  /** For self-intersecting paths, the even-odd rule does not give the outside of the nonzero fill. */
  isSelfIntersecting(frame: number): boolean
}

export interface Masks {
  /** The clip path when there is one plain mask. */
  clipAt(frame: number): { path: Path; rule: FillRule } | undefined
  /** The path that one plain mask hides. */
  gapAt(frame: number): { path: Path; rule: FillRule } | undefined
  /** Bounds of all areas that they may show, in pixels of the layer; undefined when these may be anywhere. */
  bounds(frame: number): Bounds | undefined
  /** Draws the visible areas of the masks, opaque on transparent. */
  drawMatte(target: DrawContext, matrix: Matrix, frame: number, region: Region): void
}

/** A rectangle larger than any canvas inverts a path. */
const EVERYWHERE = 1e5

/** Standard deviation of the blur that best matches a feather of one pixel in After Effects. */
const FEATHER_SIGMA = 0.38

/** Composite operations of the mask modes. For hard edges lighten equals add, and darken equals intersect. */
const OPERATIONS: Record<Mode, string> = {
  a: 'source-over',
  s: 'destination-out',
  i: 'destination-in',
  l: 'source-over',
  d: 'destination-in',
  f: 'xor',
}

/** Compiles the masks of a layer; undefined without active ones. */
export function compileMasks(masks: readonly Mask[] | undefined, host: Host, watch: Watch): Masks | undefined {
  const compiled = (masks ?? []).flatMap((mask) =>
    mask.mode === 'n' ? [] : [compileMask(mask, mask.mode, host, watch)],
  )
  const [first] = compiled
  if (!first) return undefined
  const isOutside = first.inverted !== (first.mode === 's')
  const isPlain = (frame: number) =>
    compiled.length === 1 &&
    first.opacity.at(frame) >= 100 &&
    first.mode !== 'i' &&
    first.mode !== 'd' &&
    !isSoft(first, frame)
  const takesFromAll = first.mode === 's' || first.mode === 'i' || first.mode === 'd'
  return {
    clipAt(frame) {
      if (!isPlain(frame) || (isOutside && first.isSelfIntersecting(frame))) return undefined
      return isOutside
        ? { path: invertedPath(first, host, frame), rule: 'evenodd' }
        : { path: first.path(frame), rule: 'nonzero' }
    },
    gapAt(frame) {
      if (!isPlain(frame) || (!isOutside && first.isSelfIntersecting(frame))) return undefined
      return isOutside
        ? { path: first.path(frame), rule: 'nonzero' }
        : { path: invertedPath(first, host, frame), rule: 'evenodd' }
    },
    bounds(frame) {
      if (takesFromAll) return undefined
      let all: Bounds | undefined
      for (const mask of compiled) {
        if (mask.mode === 's' || mask.mode === 'i' || mask.mode === 'd') continue
        if (mask.inverted) return undefined
        all = unite(all, mask.bounds(frame))
      }
      return all
    },
    drawMatte(target, matrix, frame, region) {
      const { ctx, stage } = target
      ctx.setTransform(1, 0, 0, 1, 0, 0)
      ctx.fillStyle = '#fff'
      // A first mask that subtracts, subtracts from the whole layer.
      if (takesFromAll) ctx.fillRect(...region)
      for (const mask of compiled) {
        ctx.globalCompositeOperation = OPERATIONS[mask.mode]
        ctx.globalAlpha = mask.opacity.at(frame) / 100
        // For fills that keep only what they cover, the server's canvas library tests the path's bounds before its transform.
        const isKeeping = OPERATIONS[mask.mode] === 'destination-in'
        if (isSoft(mask, frame) || isKeeping || (mask.inverted && mask.isSelfIntersecting(frame)))
          layApart(target, mask, matrix, frame, region)
        else {
          place(ctx, matrix)
          ctx.fill(
            mask.inverted ? invertedPath(mask, stage.host, frame) : mask.path(frame),
            mask.inverted ? 'evenodd' : 'nonzero',
          )
        }
      }
      ctx.globalCompositeOperation = 'source-over'
      ctx.globalAlpha = 1
    },
  }
}

function compileMask(mask: Mask, mode: Mode, host: Host, watch: Watch): CompiledMask {
  const bezier = compilePath(mask.pt, watch)
  const contour = (frame: number) => toContour({ ...bezier.at(frame), c: true })
  let known: Path | undefined
  let knownIntersecting: boolean | undefined
  const feather = compileVector(mask.f as Mask['x'] as never, [0, 0], watch)
  const expansion = compileNumber(mask.x, 0, watch)
  return {
    mode,
    inverted: mask.inv ?? false,
    opacity: compileNumber(mask.o, 100, watch),
    feather,
    expansion,
    bounds: (frame) =>
      grow(
        computeBezierBounds(bezier.at(frame)),
        Math.abs(expansion.at(frame)) + Math.max(0, ...feather.at(frame)) * FEATHER_SIGMA * 3 + 1,
      ),
    contour,
    path(frame) {
      if (known) return known
      const path = host.createPath()
      traceContour(path, contour(frame))
      if (bezier.still) known = path
      return path
    },
    isSelfIntersecting(frame) {
      const intersects = knownIntersecting ?? isSelfIntersecting(contour(frame))
      if (bezier.still) knownIntersecting = intersects
      return intersects
    },
  }
}

/** Bounds of a path and its handles, which contain the curve. */
function computeBezierBounds({ v, i, o }: BezierPath): Bounds {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  v.forEach(([x = 0, y = 0], n) => {
    for (const [dx = 0, dy = 0] of [[0, 0], i[n] ?? [], o[n] ?? []]) {
      left = Math.min(left, x + dx)
      right = Math.max(right, x + dx)
      top = Math.min(top, y + dy)
      bottom = Math.max(bottom, y + dy)
    }
  })
  return left <= right ? [left, top, right, bottom] : [0, 0, 0, 0]
}

/** Whether a mask is more than the inside or outside of its path. */
function isSoft(mask: CompiledMask, frame: number): boolean {
  return mask.expansion.at(frame) !== 0 || computeFeather(mask, frame) > 0
}

function computeFeather(mask: CompiledMask, frame: number): number {
  const [x = 0, y = x] = mask.feather.at(frame)
  return (Math.max(0, x) + Math.max(0, y)) / 2
}

/** Draws a mask on a canvas of its own, expanded and feathered, and combines it with the matte. */
function layApart(
  { ctx, stage }: DrawContext,
  mask: CompiledMask,
  matrix: Matrix,
  frame: number,
  region: Region,
): void {
  const sigma = computeFeather(mask, frame) * FEATHER_SIGMA * computeMeanScale(matrix)
  // The feather includes pixels outside the picture, so it needs a margin.
  const { stage: wide, room } = stage.padded(Math.ceil(sigma * 3) + 1)
  const area: Region = [region[0], region[1], region[2] + 2 * room, region[3] + 2 * room]
  const sheet = wide.acquire(area)
  drawExpanded({ ctx: sheet.ctx, stage: wide }, mask, translatePixels(matrix, room, room), frame, area)
  if (sigma < 0.1) {
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    ctx.drawImage(sheet.canvas, ...moveRegion(region, room), ...region)
  } else {
    const soft = wide.acquire(area)
    drawBlurred(soft.ctx, wide, sheet, sigma, area, [0, 0])
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    ctx.drawImage(soft.canvas, ...moveRegion(region, room), ...region)
    wide.release(soft)
  }
  wide.release(sheet)
}

function moveRegion([x, y, width, height]: Region, room: number): Region {
  return [x + room, y + room, width, height]
}

/** Expands a path with a stroke of twice the width along it, or shrinks it by erasing that stroke. */
function drawExpanded({ ctx }: DrawContext, mask: CompiledMask, matrix: Matrix, frame: number, area: Region): void {
  const expansion = mask.expansion.at(frame)
  const path = mask.path(frame)
  place(ctx, matrix)
  ctx.fillStyle = '#fff'
  ctx.strokeStyle = '#fff'
  ctx.lineWidth = Math.abs(expansion) * 2
  ctx.lineJoin = 'round'
  ctx.fill(path)
  if (expansion !== 0) {
    ctx.globalCompositeOperation = expansion > 0 ? 'source-over' : 'destination-out'
    ctx.stroke(path)
  }
  if (mask.inverted) {
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    ctx.globalCompositeOperation = 'xor'
    ctx.fillRect(...area)
  }
  ctx.globalCompositeOperation = 'source-over'
}

function invertedPath(mask: CompiledMask, host: Host, frame: number): Path {
  const path = host.createPath()
  path.rect(-EVERYWHERE, -EVERYWHERE, 2 * EVERYWHERE, 2 * EVERYWHERE)
  traceContour(path, mask.contour(frame))
  return path
}
