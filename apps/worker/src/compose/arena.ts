// The shared memory that holds decoded videos, sprites and finished frames. The pixel kernel, libav and JavaScript all see it,
// so nothing is copied between them.
import assert from 'node:assert/strict'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Context } from '@vitrine/document/host'
import { check } from '@vitrine/media/libav-error'
import { AV_PIX_FMT_YUV420P, Frame } from 'node-av'
import { tagBt709 } from '../media/libav.ts'
import { FIRST_PAGES, loadPixelKernel, MAX_PAGES, type PixelKernel } from './pixel-kernel.ts'
import { getDrawingContext } from './scene.ts'

/** A YUV 4:2:0 picture in the arena; each address is that of a plane's first byte. */
export interface YuvPicture {
  readonly width: number
  readonly height: number
  /** Bytes per luma row; colour planes have half as many. */
  readonly stride: number
  readonly luma: number
  readonly blue: number
  readonly red: number
  /** libav's view of the same memory. */
  readonly frame: Frame
}

const PAGE_BYTES = 65_536
/** Alignment of addresses, and free space around every allocation, because kernels read slightly beyond the end. */
const ALIGNMENT = 64

/** Bytes per row for a width: a multiple of 32, with room for kernels to overshoot by 16. */
export function computeStride(width: number): number {
  return Math.ceil((width + 16) / 32) * 32
}

/** Memory that grows as needed and never moves. Not thread-safe. */
export class Arena {
  readonly kernel: PixelKernel
  readonly #memory: WebAssembly.Memory
  readonly #spare = new Map<number, number[]>()
  readonly #frames: Frame[] = []
  #bytes: Uint8Array<SharedArrayBuffer>
  #top = PAGE_BYTES
  #scratch = { address: 0, bytes: 0 }

  private constructor(memory: WebAssembly.Memory, kernel: PixelKernel) {
    this.#memory = memory
    this.kernel = kernel
    this.#bytes = new Uint8Array(memory.buffer as unknown as SharedArrayBuffer)
  }

  /** Opens an arena. Call `close` when done. */
  static async open(): Promise<Arena> {
    const memory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum: MAX_PAGES, shared: true })
    return new Arena(memory, await loadPixelKernel(memory))
  }

  /** All bytes. Valid until the next allocation. */
  get bytes(): Uint8Array<SharedArrayBuffer> {
    return this.#bytes
  }

  /** Peak memory use, in bytes. */
  get sizeBytes(): number {
    return this.#top
  }

  /** Allocates at least this many bytes. The contents are undefined. */
  allocate(bytes: number): number {
    const size = roomFor(bytes)
    const spare = this.#spare.get(size)?.pop()
    if (spare !== undefined) return spare
    const address = this.#top
    this.#top += size + ALIGNMENT
    const missing = this.#top + PAGE_BYTES - this.#bytes.length
    if (missing > 0) {
      // Grows in steps of 16 MB; throws a RangeError beyond the maximum.
      this.#memory.grow(Math.ceil(missing / PAGE_BYTES / 256) * 256)
      this.#bytes = new Uint8Array(this.#memory.buffer as unknown as SharedArrayBuffer)
    }
    return address
  }

  /** Releases memory from `allocate`, with the same number of bytes. */
  release(address: number, bytes: number): void {
    const size = roomFor(bytes)
    const spare = this.#spare.get(size)
    if (spare) spare.push(address)
    else this.#spare.set(size, [address])
  }

  /** A temporary buffer, valid until the next call. */
  scratch(bytes: number): number {
    if (this.#scratch.bytes < bytes) {
      if (this.#scratch.bytes > 0) this.release(this.#scratch.address, this.#scratch.bytes)
      this.#scratch = { address: this.allocate(bytes), bytes }
    }
    return this.#scratch.address
  }

  /** Allocates a picture with undefined contents. It exists until it is released or the arena is closed. */
  allocatePicture(width: number, height: number): YuvPicture {
    assert(width % 2 === 0 && height % 2 === 0, `a picture's size must be even, got ${width}x${height}`)
    const stride = computeStride(width)
    const bytes = (stride * height * 3) / 2
    const luma = this.allocate(bytes)
    const blue = luma + stride * height
    const frame = new Frame()
    frame.alloc()
    frame.format = AV_PIX_FMT_YUV420P
    frame.width = stride
    frame.height = height
    check(frame.fromBuffer(Buffer.from(this.#bytes.buffer, luma, bytes)), 'wrapping a picture')
    // libav sees the same rows, but only the part of each that belongs to the picture.
    frame.width = width
    tagBt709(frame)
    this.#frames.push(frame)
    return { width, height, stride, luma, blue, red: blue + (stride * height) / 4, frame }
  }

  /** Releases a picture. */
  releasePicture({ frame, luma, stride, height }: YuvPicture): void {
    const index = this.#frames.indexOf(frame)
    assert(index >= 0, 'the picture is one of this arena')
    this.#frames.splice(index, 1)
    frame.free()
    this.release(luma, (stride * height * 3) / 2)
  }

  /** Frees the frames; the memory is freed when nothing refers to the arena any more. */
  close(): void {
    for (const frame of this.#frames.splice(0)) frame.free()
  }
}

/** Rounds sizes up to quarters of powers of two, so that freed blocks fit later requests. */
function roomFor(bytes: number): number {
  const quarter = 2 ** Math.max(10, Math.floor(Math.log2(bytes)) - 2)
  return Math.ceil(bytes / quarter) * quarter
}

// Sprites: pictures with transparency, drawn on a canvas and stored in the arena to be blended into frames.

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
