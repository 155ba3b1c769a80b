// The target of a frame: its size in device pixels, and spare canvases for parts that are drawn separately first.
import { type Bounds, inverse, type Matrix, mapBounds } from '../matrix.ts'
import { type Context, createSheet, type Host, type Sheet } from './host.ts'

/** `[x, y, width, height]` in whole device pixels. */
export type Region = readonly [number, number, number, number]

export interface Stage {
  readonly host: Host
  /** In device pixels. */
  readonly width: number
  readonly height: number
  /** Device pixels per canvas pixel: lengths that no matrix scales (shadows, blurs) are multiplied by it. */
  readonly scale: number
  /** A cleared canvas of the stage's size. Return it with `release`. */
  acquire(region: Region): Sheet
  release(sheet: Sheet): void
  /** A stage with a margin of at least `pad` pixels on every side, cached for reuse. `room` is its actual margin. */
  padded(pad: number): { stage: Stage; room: number }
  /** A stage of at least this size at another scale, cached for reuse. `isRead`: for pictures whose pixels are read. */
  other(width: number, height: number, options: { scale: number; isRead?: boolean }): Stage
}

/** What a layer draws with. */
export interface DrawContext {
  readonly ctx: Context
  readonly stage: Stage
  /** Everything below is already opaque, so only colours matter. */
  readonly opaque?: boolean
}

/** Maximum number of cached stages of other sizes. */
const MAX_OTHERS = 32

/**
 * Rounds up to one of few lengths (64, 80, 96, 112, 128, 160 …), so that a growing layer does not need a new canvas at each
 * frame.
 */
function roundUp(length: number): number {
  let step = 16
  while (step * 8 < length) step *= 2
  return Math.max(64, Math.ceil(length / step) * step)
}

/** Creates a stage; returned canvases are reused. */
export function createStage(
  host: Host,
  width: number,
  height: number,
  scale: number,
  { isRead = false, others = new Map() }: { isRead?: boolean; others?: Map<string, Stage> } = {},
): Stage {
  const spare: Sheet[] = []
  const larger = new Map<number, Stage>()
  return {
    host,
    width,
    height,
    scale,
    acquire(region) {
      const sheet = spare.pop()
      if (!sheet) return createSheet(host, width, height, { isRead })
      if (host.isSoftware) {
        // Setting the width resets a canvas. Clearing would copy it whole while a picture of it is in use.
        sheet.canvas.width = width
        return sheet
      }
      sheet.ctx.setTransform(1, 0, 0, 1, 0, 0)
      sheet.ctx.globalAlpha = 1
      sheet.ctx.globalCompositeOperation = 'source-over'
      sheet.ctx.clearRect(...region)
      return sheet
    },
    release(sheet) {
      spare.push(sheet)
    },
    padded(pad) {
      // Rounded up, so that a growing blur does not need a new canvas at each frame.
      const room = Math.ceil(pad / 64) * 64
      const known = larger.get(room)
      if (known) return { stage: known, room }
      if (larger.size > 3) larger.clear()
      const stage = createStage(host, width + 2 * room, height + 2 * room, scale, { others })
      larger.set(room, stage)
      return { stage, room }
    },
    other(wide, high, { scale: ownScale, isRead: read = false }) {
      const [columns, rows] = [roundUp(wide), roundUp(high)]
      const key = `${columns}x${rows}@${ownScale}${read ? ' read' : ''}`
      const known = others.get(key)
      if (known) {
        // Moves the most recently used one to the end, so that it is evicted last.
        others.delete(key)
        others.set(key, known)
        return known
      }
      const [oldest] = others.keys()
      if (others.size >= MAX_OTHERS && oldest !== undefined) others.delete(oldest)
      // All stages share one cache; otherwise nested pictures would each have their own.
      const stage = createStage(host, columns, rows, ownScale, { isRead: read, others })
      others.set(key, stage)
      return stage
    },
  }
}

/** The whole device pixels of the stage that bounds touch; undefined when they are outside. */
export function toRegion(bounds: Bounds, stage: Stage): Region | undefined {
  const left = Math.max(0, Math.floor(bounds[0]))
  const top = Math.max(0, Math.floor(bounds[1]))
  const right = Math.min(stage.width, Math.ceil(bounds[2]))
  const bottom = Math.min(stage.height, Math.ceil(bounds[3]))
  return right > left && bottom > top ? [left, top, right - left, bottom - top] : undefined
}

/** Combines a map with a subsequent move by whole pixels. */
export function translatePixels(m: Matrix, x: number, y: number): Matrix {
  return [m[0], m[1], m[2], m[3], m[4] + x, m[5] + y]
}

/** Sets the context's transform. */
export function place(ctx: Context, m: Matrix): void {
  ctx.setTransform(m[0], m[1], m[2], m[3], m[4], m[5])
}

/** Restores the changed state of a context. */
export function reset(ctx: Context): void {
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.globalAlpha = 1
  ctx.globalCompositeOperation = 'source-over'
}

/** Fills a region with a style whose points are in the source pixels of the map. */
export function fillWithin(ctx: Context, [x, y, width, height]: Region, m: Matrix, style: string | object): void {
  const back = inverse(m)
  if (!back) return
  place(ctx, m)
  ctx.fillStyle = style
  const [left, top, right, bottom] = mapBounds(back, [x, y, x + width, y + height])
  ctx.fillRect(left, top, right - left, bottom - top)
}
