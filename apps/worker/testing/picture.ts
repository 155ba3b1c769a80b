// Test data only: functions to inspect pictures in the arena, and alpha videos to blend over videos.
import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { Arena, type YuvPicture } from '../src/compose/arena.ts'
import { VideoWriter } from '../src/render/video-writer.ts'

/** The three planes of a picture, without padding between rows. */
export function readPlanes(arena: Arena, { luma, blue, red, stride, width, height }: YuvPicture): Uint8Array {
  const planes = new Uint8Array((width * height * 3) / 2)
  let at = 0
  for (const [plane, half] of [
    [luma, 1],
    [blue, 2],
    [red, 2],
  ] as const) {
    for (let y = 0; y < height / half; y++, at += width / half) {
      const row = plane + (y * stride) / half
      planes.set(arena.bytes.subarray(row, row + width / half), at)
    }
  }
  return planes
}

/** Peak signal-to-noise ratio of two pictures' planes in decibels; equal ones have Infinity. */
export function likeness(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) throw new Error(`${one.length} bytes cannot be compared with ${other.length}`)
  let sum = 0
  for (let n = 0; n < one.length; n++) sum += ((one[n] ?? 0) - (other[n] ?? 0)) ** 2
  return sum === 0 ? Number.POSITIVE_INFINITY : 10 * Math.log10((255 * 255) / (sum / one.length))
}

/** Draws one frame of an alpha video on a transparent canvas. */
export type DrawAlphaVideo = (ctx: SKRSContext2D, frame: number) => void

/** Writes an alpha video of the drawing: premultiplied colour above, opacity below. */
export async function writeAlphaVideo(
  path: string,
  { width, height, frames }: { width: number; height: number; frames: number },
  draw: DrawAlphaVideo,
): Promise<void> {
  const arena = await Arena.open()
  const format = { width, height: height * 2, frameRate: [30, 1], crf: 12, preset: 'veryfast' } as const
  const writer = await VideoWriter.open(path, format, arena)
  const [own, stacked] = [createCanvas(width, height), createCanvas(width, height * 2)]
  const [ctx, both] = [own.getContext('2d'), stacked.getContext('2d')]
  const stride = width * 4
  const pixels = arena.allocate(stride * height * 2)
  for (let frame = 0; frame < frames; frame++) {
    ctx.clearRect(0, 0, width, height)
    draw(ctx, frame)
    both.globalCompositeOperation = 'source-over'
    both.fillStyle = '#000'
    both.fillRect(0, 0, width, height * 2)
    both.drawImage(own, 0, 0)
    ctx.save()
    ctx.globalCompositeOperation = 'source-in'
    ctx.fillStyle = '#fff'
    ctx.fillRect(0, 0, width, height)
    ctx.restore()
    both.drawImage(own, 0, height)
    arena.bytes.set(stacked.data(), pixels)
    const picture = await writer.nextPicture()
    const { luma, blue, red } = picture
    const scratch = arena.scratch(2 * picture.stride)
    arena.kernel.toYuv(pixels, stride, luma, blue, red, picture.stride, width, height * 2, scratch)
    writer.writePicture(picture)
  }
  await writer.finish()
  arena.close()
}

/** Soft discs that drift apart. */
export function drawDiscs(width: number, height: number): DrawAlphaVideo {
  return (ctx, frame) => {
    for (const [n, color] of ['216, 164, 90', '120, 150, 200', '190, 110, 130'].entries()) {
      const x = width * (0.2 + 0.3 * n) + frame * (n - 1)
      const disc = ctx.createRadialGradient(x, height / 2, 0, x, height / 2, height / 4)
      disc.addColorStop(0, `rgba(${color}, 1)`)
      disc.addColorStop(0.5, `rgba(${color}, 1)`)
      disc.addColorStop(1, `rgba(${color}, 0)`)
      ctx.fillStyle = disc
      ctx.fillRect(x - height / 4, height / 4, height / 2, height / 2)
    }
  }
}
