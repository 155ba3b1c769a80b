// Test data only: a video in front of an unevenly lit green screen with a known matte: soft edges, thin lines, glass and camera
// noise.

import { check } from '@vitrine/media/libav-error'
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_YUV420P,
  FF_ENCODER_LIBX264,
  FF_ENCODER_PNG,
  type Frame,
  Rational,
} from 'node-av'
import { Encoder, Muxer } from 'node-av/api'
import { encodeAll } from '../src/alpha-video/pre-render.ts'
import { allocatePicture, openConverter, wrapRgba } from '../src/media/libav.ts'
import { setDisplayMatrix } from './turned.ts'

export const WIDTH = 480
export const HEIGHT = 270

/** The foreground at a point: its colour and coverage. */
interface Point {
  readonly color: readonly [number, number, number]
  readonly cover: number
}

/** The scene without its screen at a frame: a figure with soft edges, hair, a pane of glass and a white shirt. */
export function sceneAt(x: number, y: number, frame: number): Point {
  const cx = 150 + frame * 4
  const head = disc(x, y, cx, 90, 45, 3)
  const body = box(x, y, cx - 60, 140, cx + 60, 300, 2)
  const glass = box(x, y, 330, 60, 440, 200, 1) * 0.5
  const hair = Math.abs(x - cx) < 60 && y > 20 && y < 60 && (x - cx + 60) % 9 < 1.5 ? 0.8 : 0
  if (head > 0.001) return { color: [224, 172, 140], cover: head }
  if (body > 0.001) return { color: [240, 240, 236], cover: body }
  if (hair > 0) return { color: [40, 28, 22], cover: hair }
  return { color: [196, 202, 204], cover: glass }
}

function disc(x: number, y: number, cx: number, cy: number, radius: number, soft: number): number {
  return Math.min(1, Math.max(0, (radius - Math.hypot(x - cx, y - cy)) / soft + 0.5))
}

function box(x: number, y: number, left: number, top: number, right: number, bottom: number, soft: number): number {
  const inside = Math.min(x - left, right - x, y - top, bottom - y)
  return Math.min(1, Math.max(0, inside / soft + 0.5))
}

/** The screen's colour, brighter near a lamp on the left. */
function screenAt(x: number, y: number): readonly [number, number, number] {
  const light = 1.08 - 0.28 * (x / WIDTH) - 0.08 * (y / HEIGHT)
  return [42 * light, 196 * light, 62 * light]
}

/** The camera picture of the scene as RGBA. */
export function photograph(frame: number): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4)
  let seed = 7 + frame
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const { color, cover } = sceneAt(x + 0.5, y + 0.5, frame)
      const screen = screenAt(x, y)
      const at = (y * WIDTH + x) * 4
      for (let channel = 0; channel < 3; channel++) {
        seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
        const noise = ((seed >>> 16) / 65536 - 0.5) * 6
        const value = (color[channel] as number) * cover + (screen[channel] as number) * (1 - cover) + noise
        pixels[at + channel] = Math.min(255, Math.max(0, Math.round(value)))
      }
      pixels[at + 3] = 255
    }
  }
  return pixels
}

/** Writes pictures as an H.264 video at 25 frames per second; `turn` is its display matrix. */
export async function writeClip(
  path: string,
  count: number,
  picture: (frame: number) => Buffer,
  size: readonly [number, number] = [WIDTH, HEIGHT],
  turn?: readonly number[],
): Promise<void> {
  const [width, height] = size
  await using output = await Muxer.open(path, {
    configure: ({ streams }) => turn && streams[0] && setDisplayMatrix(streams[0], turn),
  })
  using encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    options: { preset: 'fast', crf: 16 },
    configure: (context) => context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER),
  })
  const index = output.addStream(encoder)
  const converter = openConverter()
  const frames = async function* (): AsyncGenerator<Frame> {
    for (let n = 0; n < count; n++) {
      const source = wrapRgba(picture(n), width, height)
      const frame = allocatePicture(AV_PIX_FMT_YUV420P, width, height)
      check(converter.scaleFrameSync(frame, source), 'making a test video')
      frame.pts = BigInt(n)
      frame.timeBase = new Rational(1, 25)
      source.free()
      yield frame
    }
  }
  await encodeAll(encoder, frames(), (packet) => output.writePacket(packet, index))
  converter.freeContext()
}

/** Writes pictures with their alpha channel as a QuickTime video (PNG). */
export async function writeTransparentClip(
  path: string,
  count: number,
  picture: (frame: number) => Buffer,
  [width, height]: readonly [number, number],
): Promise<void> {
  await using output = await Muxer.open(path)
  using encoder = await Encoder.create(FF_ENCODER_PNG, {
    configure: (context) => context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER),
  })
  const index = output.addStream(encoder)
  const frames = async function* (): AsyncGenerator<Frame> {
    for (let n = 0; n < count; n++) {
      const frame = wrapRgba(picture(n), width, height)
      frame.pts = BigInt(n)
      frame.timeBase = new Rational(1, 25)
      yield frame
    }
  }
  await encodeAll(encoder, frames(), (packet) => output.writePacket(packet, index))
}
