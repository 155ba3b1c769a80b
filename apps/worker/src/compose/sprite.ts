// Sprites: pictures with transparency, stored in the arena to be blended into frames.
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Context } from '@vitrine/document/host'
import type { Arena, YuvPicture } from './arena.ts'
import { getDrawingContext } from './scene.ts'

/** A rectangle of the video in pixels. All four are even. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Addresses of a sprite's planes; `kernel/sprite.ts` describes their contents. */
export interface Sprite {
  /** Bytes per row, a multiple of 16; columns beyond the drawing are transparent. */
  readonly stride: number
  readonly height: number
  readonly luma: number
  readonly opacity: number
  readonly blue: number
  readonly red: number
  readonly cover: number
}

/** Premultiplied RGBA in the arena. */
export interface Pixels {
  readonly address: number
  /** Bytes per row. */
  readonly stride: number
}

/** Total size of pooled canvases in pixels: two of the size of an HD video, or many small ones. */
const MAX_POOLED_PIXELS = 2 * 1920 * 1088
/** Canvas sizes are rounded up to this, so that growing layers do not need a new canvas for each frame. */
const CANVAS_STEP = 64

/** The width or height of the canvas for a number of pixels. The painter rounds alike, so canvases can be reused. */
export function roundedUp(pixels: number): number {
  return Math.ceil(pixels / CANVAS_STEP) * CANVAS_STEP
}

/** The width that kernels process. */
export function countColumns({ width }: Pick<Area, 'width'>): number {
  return Math.ceil(width / 16) * 16
}

/** A pool of canvases by size. Draws on a canvas and copies its pixels into the arena. */
export class CanvasPool {
  readonly #arena: Arena
  readonly #canvases = new Map<string, { canvas: Canvas; ctx: Context }>()
  #pixelCount = 0

  constructor(arena: Arena) {
    this.#arena = arena
  }

  /** Draws on a cleared canvas of at least this size. `release` the pixels after use. */
  draw({ width, height }: Pick<Area, 'width' | 'height'>, paint: (ctx: Context) => void): Pixels {
    const { canvas, ctx } = this.#canvas(roundedUp(width), roundedUp(height))
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    ctx.clearRect(0, 0, canvas.width, canvas.height)
    paint(ctx)
    // A copy of the canvas's memory in the library's own heap; detaching frees it before the next copy.
    const data = canvas.data()
    const stride = canvas.width * 4
    const address = this.#arena.allocate(stride * height)
    this.#arena.bytes.set(data.subarray(0, stride * height), address)
    ;(data.buffer as ArrayBuffer).transfer(0)
    return { address, stride }
  }

  release(pixels: Pixels, height: number): void {
    this.#arena.release(pixels.address, pixels.stride * height)
  }

  #canvas(width: number, height: number): { canvas: Canvas; ctx: Context } {
    const key = `${width}x${height}`
    const known = this.#canvases.get(key)
    if (known) {
      this.#canvases.delete(key)
      this.#canvases.set(key, known)
      return known
    }
    this.#pixelCount += width * height
    for (const [oldest, { canvas }] of this.#canvases) {
      if (this.#pixelCount <= MAX_POOLED_PIXELS) break
      this.#canvases.delete(oldest)
      this.#pixelCount -= canvas.width * canvas.height
    }
    const canvas = createCanvas(width, height)
    const created = { canvas, ctx: getDrawingContext(canvas) }
    this.#canvases.set(key, created)
    return created
  }
}

/** Creates a sprite from an area's pixels. `releaseSprite` it after use. */
export function createSprite(arena: Arena, pixels: Pixels, area: Pick<Area, 'width' | 'height'>): Sprite {
  const stride = countColumns(area)
  const { height } = area
  const pixelCount = stride * height
  const luma = arena.allocate(countSpriteBytes(stride, height))
  const opacity = luma + pixelCount
  const blue = opacity + pixelCount
  const red = blue + pixelCount / 4
  const cover = red + pixelCount / 4
  arena.kernel.toSprite(pixels.address, pixels.stride, luma, blue, red, opacity, cover, stride, stride, height)
  return { stride, height, luma, opacity, blue, red, cover }
}

export function releaseSprite(arena: Arena, { luma, stride, height }: Sprite): void {
  arena.release(luma, countSpriteBytes(stride, height))
}

function countSpriteBytes(stride: number, height: number): number {
  return (stride * height * 11) / 4
}

/** Blends a sprite over a picture with its corner at (x, y). */
export function blendSprite(arena: Arena, target: YuvPicture, sprite: Sprite, { x, y }: Pick<Area, 'x' | 'y'>): void {
  const { luma, blue, red, opacity, cover, stride, height } = sprite
  const planes = [luma, blue, red, opacity, cover, stride, stride, height]
  arena.kernel.blendSprite(...planesAt(target, x, y), target.stride, ...planes)
}

/** Start addresses of a picture's three planes at (x, y), both even. */
export function planesAt(
  { luma, blue, red, stride }: Pick<YuvPicture, 'luma' | 'blue' | 'red' | 'stride'>,
  x: number,
  y: number,
): [luma: number, blue: number, red: number] {
  const inColor = ((y / 2) * stride) / 2 + x / 2
  return [luma + y * stride + x, blue + inColor, red + inColor]
}
