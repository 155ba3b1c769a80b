// Copies the planes of decoded pictures into memory, and scales them as a canvas would.
import { computeVideoReduction, planeSteps } from '@vitrine/painter/video'
import {
  computePlaneLayout,
  halvePlanes,
  type PlaneMemory,
  type Planes,
  planesBytes,
  reservePlanes,
} from './plane-memory.ts'

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
