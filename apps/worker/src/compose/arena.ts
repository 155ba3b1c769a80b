// The shared memory that holds decoded videos, sprites and finished frames. The pixel kernel, libav and JavaScript all see it,
// so nothing is copied between them.
import assert from 'node:assert/strict'
import { check } from '@vitrine/media/libav-error'
import { AV_PIX_FMT_YUV420P, Frame } from 'node-av'
import { tagBt709 } from '../media/libav.ts'
import { FIRST_PAGES, loadPixelKernel, MAX_PAGES, type PixelKernel } from './pixel-kernel.ts'

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
