// Memory for the planes of pictures, and the arithmetic that works in it: the server's own (apps/worker/src/compose/kernel), compiled
// for pages.

/** What a page uses of the kernel; its sources say what each function takes. Addresses and sizes are whole numbers. */
export type PixelKernel = Readonly<
  Record<
    'premultiply' | 'toSprite' | 'toYuv' | 'blendSprite' | 'copyRows' | 'halve' | 'resample',
    (...parameters: number[]) => number
  >
>

export interface PlaneMemory {
  readonly kernel: PixelKernel
  /** The address of the memory of a name, of at least so many bytes. What it held is lost when it has to grow. */
  reserve(name: string, bytes: number): number
  /** Valid until the next `reserve`. */
  view(address: number, bytes: number): Uint8ClampedArray<ArrayBuffer>
}

/** A YUV 4:2:0 picture in limited range of BT.709. Every address is that of a plane's first byte. */
export interface Planes {
  readonly width: number
  readonly height: number
  /** Bytes from one row of luma to the next; those of the colour planes are half of it. */
  readonly stride: number
  readonly luma: number
  readonly blue: number
  readonly red: number
}

const pageBytes = 65_536
/** Kernels read so much beyond what they are given. */
const spareBytes = 64

/** @throws when the browser has no WebAssembly with SIMD, which all with WebCodecs have */
export async function openPlaneMemory(
  compiled: PromiseLike<Response> = fetch(new URL('./pixel-kernel.wasm', import.meta.url)),
): Promise<PlaneMemory> {
  const memory = new WebAssembly.Memory({ initial: 16, maximum: 16_384 })
  const { instance } = await WebAssembly.instantiateStreaming(compiled, { env: { memory } })
  const reserved = new Map<string, { address: number; bytes: number }>()
  // The first page stays free: address 0 is nobody's.
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

/** Bytes of a picture's planes, which lie one after the other. */
export function planesBytes({ stride, height }: Pick<Planes, 'stride' | 'height'>): number {
  return (stride * height * 3) / 2
}

/** A picture with whatever was in its memory before. Both edges must be even. */
export function reservePlanes(memory: PlaneMemory, name: string, width: number, height: number): Planes {
  // Rows are worked on in steps of 16 pixels.
  const stride = Math.ceil((width + 16) / 32) * 32
  const luma = memory.reserve(name, planesBytes({ stride, height }))
  const blue = luma + stride * height
  return { width, height, stride, luma, blue, red: blue + (stride * height) / 4 }
}

/** Makes a picture of one twice as large in both directions: each byte is the mean of four. */
export function halvePlanes({ kernel }: PlaneMemory, from: Planes, to: Planes): void {
  kernel.halve(to.luma, to.stride, from.luma, from.stride, from.width >> 1, from.height >> 1)
  for (const plane of ['blue', 'red'] as const) {
    kernel.halve(to[plane], to.stride / 2, from[plane], from.stride / 2, from.width >> 2, from.height >> 2)
  }
}

/** How a browser names a picture's planes. */
export function computePlaneLayout({ stride, height }: Pick<Planes, 'stride' | 'height'>): PlaneLayout[] {
  const luma = stride * height
  return [
    { offset: 0, stride },
    { offset: luma, stride: stride / 2 },
    { offset: luma + luma / 4, stride: stride / 2 },
  ]
}
