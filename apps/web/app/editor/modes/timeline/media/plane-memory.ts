// Memory for the planes of pictures, and the kernel that copies and scales them in it: the server's own
// (apps/worker/src/compose/kernel), compiled for browsers.
import { computeVideoReduction, planeSteps } from '@vitrine/painter/video'

/**
 * The functions of the kernel that a page uses; the kernel's sources document them. Addresses and sizes are whole
 * numbers.
 */
type PixelKernel = Readonly<
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
function halvePlanes({ kernel }: PlaneMemory, from: Planes, to: Planes): void {
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

/** The top left corner and the scale of a picture on the video. */
export interface Upright {
  readonly scaleX: number
  readonly scaleY: number
  readonly x: number
  readonly y: number
}

/** Copies a planar picture into planes of its size. */
export async function copyPlanes(memory: PlaneMemory, frame: VideoFrame, to: Planes): Promise<void> {
  const layout = computePlaneLayout(to)
  if (frame.format !== 'NV12') {
    await frame.copyTo(memory.view(to.luma, planesBytes(to)), { layout })
    return
  }
  // Hardware decoders interleave both chroma planes: they are copied to where luma will be, and separated.
  const { stride, height } = to
  const mixed = memory.reserve('mixed colours', stride * height * 1.5)
  await frame.copyTo(memory.view(mixed, stride * height * 1.5), {
    layout: [layout[0] as PlaneLayout, { offset: stride * height, stride }],
  })
  memory.kernel.copyRows(to.luma, stride, mixed, stride, stride, height)
  const pairs = memory.view(mixed + stride * height, (stride * height) / 2)
  const [blue, red] = [memory.view(to.blue, (stride * height) / 4), memory.view(to.red, (stride * height) / 4)]
  for (let n = 0; n < blue.length; n++) {
    blue[n] = pairs[2 * n] as number
    red[n] = pairs[2 * n + 1] as number
  }
}

/** Scales a picture's planes to fill another one, as a canvas would. */
export function drawPlanes(memory: PlaneMemory, picture: Planes, at: Upright, to: Planes): void {
  const { kernel } = memory
  const { halvings, shift } = computeVideoReduction(Math.sqrt(at.scaleX * at.scaleY))
  let from = picture
  for (let n = 0; n < halvings; n++) {
    const half = reservePlanes(memory, `half ${n}`, 2 * Math.ceil(from.width / 4), 2 * Math.ceil(from.height / 4))
    halvePlanes(memory, from, half)
    from = half
  }
  const shrink = 2 ** halvings
  const [width, height] = [Math.floor(picture.width / shrink), Math.floor(picture.height / shrink)]
  const scratch = memory.reserve('scratch', 2 * (width + 32) + 8 * to.stride + 64)
  const step = [1 / at.scaleX, 1 / at.scaleY] as const
  const { luma, color, step: steps, soft } = planeSteps([-at.x * step[0], -at.y * step[1]], step, { halvings, shift })
  kernel.resample(
    ...[to.luma, to.stride, to.width, to.height, from.luma, from.stride, width, height],
    ...[luma[0], steps[0], luma[1], steps[1], soft, scratch],
  )
  for (const plane of ['blue', 'red'] as const) {
    kernel.resample(
      ...[to[plane], to.stride / 2, to.width / 2, to.height / 2, from[plane], from.stride / 2, width >> 1, height >> 1],
      ...[color[0], steps[0], color[1], steps[1], soft, scratch],
    )
  }
}
