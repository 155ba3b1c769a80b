// Sprites: pictures with transparency, kept in the arena to be blended into frames.
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

/** The planes of a sprite by their addresses; `kernel/sprite.ts` says what is in them. */
export interface Sprite {
  /** Bytes per row, a multiple of 16; columns beyond what was drawn are clear. */
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

/** So many pixels of canvases are kept for drawing: two of the size of an HD video, or many small ones. */
const PIXELS_KEPT = 2 * 1920 * 1088
/** Canvases are as large as the next multiple of this, so that growing layers do not need a new one at each frame. */
const CANVAS_STEP = 64

/** The width or height of the canvas for so many pixels; the painter's own canvases are as large, and used again. */
export function roundedUp(pixels: number): number {
  return Math.ceil(pixels / CANVAS_STEP) * CANVAS_STEP
}

/** The width that kernels work through. */
export function countColumns({ width }: Pick<Area, 'width'>): number {
  return Math.ceil(width / 16) * 16
}

/** A pool of canvases by size. Draws on one of them and copies the pixels into the arena. */
export class CanvasPool {
  readonly #arena: Arena
  readonly #canvases = new Map<string, { canvas: Canvas; ctx: Context }>()
  #pixelCount = 0

  constructor(arena: Arena) {
    this.#arena = arena
  }

  /** Draws on a clear canvas of at least this size. `release` the pixels when they have been used. */
  draw({ width, height }: Pick<Area, 'width' | 'height'>, paint: (ctx: Context) => void): Pixels {
    const { canvas, ctx } = this.#canvas(roundedUp(width), roundedUp(height))
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    ctx.clearRect(0, 0, canvas.width, canvas.height)
    paint(ctx)
    // A copy of the canvas's memory in the library's own heap; detaching gives it back before the next one is made.
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
      if (this.#pixelCount <= PIXELS_KEPT) break
      this.#canvases.delete(oldest)
      this.#pixelCount -= canvas.width * canvas.height
    }
    const canvas = createCanvas(width, height)
    const made = { canvas, ctx: getDrawingContext(canvas) }
    this.#canvases.set(key, made)
    return made
  }
}

/** Makes a sprite of an area's pixels. `releaseSprite` it in the end. */
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

/** Lays a sprite over a picture with its corner at (x, y). */
export function blendSprite(arena: Arena, target: YuvPicture, sprite: Sprite, { x, y }: Pick<Area, 'x' | 'y'>): void {
  const { luma, blue, red, opacity, cover, stride, height } = sprite
  const planes = [luma, blue, red, opacity, cover, stride, stride, height]
  arena.kernel.blendSprite(...planesAt(target, x, y), target.stride, ...planes)
}

/** Where the three planes of a picture begin for what lies right of and below (x, y), both even. */
export function planesAt(
  { luma, blue, red, stride }: Pick<YuvPicture, 'luma' | 'blue' | 'red' | 'stride'>,
  x: number,
  y: number,
): [luma: number, blue: number, red: number] {
  const inColor = ((y / 2) * stride) / 2 + x / 2
  return [luma + y * stride + x, blue + inColor, red + inColor]
}
