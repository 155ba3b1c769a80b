// Memory for the planes of pictures, and the kernel that works on it: the server's own
// (apps/worker/src/compose/kernel), compiled for browsers.

/**
 * The functions of the kernel that a page uses; the kernel's sources document them. Addresses and sizes are whole
 * numbers.
 */
export type PixelKernel = Readonly<
  Record<
    'premultiply' | 'toSprite' | 'toYuv' | 'blendSprite' | 'copyRows' | 'halve' | 'resample',
    (...parameters: number[]) => number
  >
>

export interface PlaneMemory {
  readonly kernel: PixelKernel
  /** The address of named memory of at least this many bytes. Growing it loses its content. */
  reserve(name: string, bytes: number): number
  /** Valid until the next `reserve`. */
  view(address: number, bytes: number): Uint8ClampedArray<ArrayBuffer>
}

/** A YUV 4:2:0 picture in limited range of BT.709. Every address is that of a plane's first byte. */
export interface Planes {
  readonly width: number
  readonly height: number
  /** Bytes from one row of luma to the next; chroma rows have half as many. */
  readonly stride: number
  readonly luma: number
  readonly blue: number
  readonly red: number
}

const pageBytes = 65_536
/** Kernels read this far beyond their input. */
const spareBytes = 64

/** @throws when the browser has no WebAssembly with SIMD, which all with WebCodecs have */
export async function openPlaneMemory(
  compiled: PromiseLike<Response> = fetch(new URL('./pixel-kernel.wasm', import.meta.url)),
): Promise<PlaneMemory> {
  const memory = new WebAssembly.Memory({ initial: 16, maximum: 16_384 })
  const { instance } = await WebAssembly.instantiateStreaming(compiled, { env: { memory } })
  const reserved = new Map<string, { address: number; bytes: number }>()
  // The first page stays unused, so that no address is 0.
  let top = pageBytes
  return {
    kernel: instance.exports as unknown as PixelKernel,
    reserve(name, bytes) {
      const known = reserved.get(name)
      if (known && known.bytes >= bytes) return known.address
      const address = top
      top += Math.ceil((bytes + spareBytes) / spareBytes) * spareBytes
      const missing = top + pageBytes - memory.buffer.byteLength
      if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
      reserved.set(name, { address, bytes })
      return address
    },
    view: (address, bytes) => new Uint8ClampedArray(memory.buffer, address, bytes),
  }
}

/** Bytes of a picture's planes, which are contiguous. */
export function planesBytes({ stride, height }: Pick<Planes, 'stride' | 'height'>): number {
  return (stride * height * 3) / 2
}

/** A picture with uninitialised memory. Both edges must be even. */
export function reservePlanes(memory: PlaneMemory, name: string, width: number, height: number): Planes {
  // Kernels process rows in steps of 16 pixels.
  const stride = Math.ceil((width + 16) / 32) * 32
  const luma = memory.reserve(name, planesBytes({ stride, height }))
  const blue = luma + stride * height
  return { width, height, stride, luma, blue, red: blue + (stride * height) / 4 }
}

/** Halves a picture in both directions: each byte is the mean of four. */
export function halvePlanes({ kernel }: PlaneMemory, from: Planes, to: Planes): void {
  kernel.halve(to.luma, to.stride, from.luma, from.stride, from.width >> 1, from.height >> 1)
  for (const plane of ['blue', 'red'] as const) {
    kernel.halve(to[plane], to.stride / 2, from[plane], from.stride / 2, from.width >> 2, from.height >> 2)
  }
}

/** The plane layout in the browser's format. */
export function computePlaneLayout({ stride, height }: Pick<Planes, 'stride' | 'height'>): PlaneLayout[] {
  const luma = stride * height
  return [
    { offset: 0, stride },
    { offset: luma, stride: stride / 2 },
    { offset: luma + luma / 4, stride: stride / 2 },
  ]
}
