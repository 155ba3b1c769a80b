// Creates a small real video for tests, so that the repository contains no binary files.
import { Frame, Rational } from 'node-av'
import { Encoder, Muxer } from 'node-av/api'
import { AV_PIX_FMT_YUV420P, FF_ENCODER_LIBX264 } from 'node-av/constants'

const [WIDTH, HEIGHT] = [96, 64]

/** Writes ten H.264 pictures per second; the extension of `path` selects the container, its index comes last. */
export async function writeSmallVideo(path: string, seconds: number): Promise<void> {
  using encoder = await Encoder.create(FF_ENCODER_LIBX264, {
    context: { gopSize: 10, maxBFrames: 0, timeBase: new Rational(1, 10), framerate: new Rational(10, 1) },
    options: { preset: 'ultrafast', crf: 20, 'x264-params': 'log=-1' },
  })
  await using muxer = await Muxer.open(path)
  const stream = muxer.addStream(encoder)
  async function* frames() {
    const pixels = Buffer.alloc((WIDTH * HEIGHT * 3) / 2, 128)
    for (let n = 0; n < seconds * 10; n++) {
      for (let i = 0; i < WIDTH * HEIGHT; i++) pixels[i] = (i * 31 + n * 7 + ((i * n) % 13)) & 255
      const timeBase = { num: 1, den: 10 }
      const frame = Frame.fromVideoBuffer(pixels, {
        width: WIDTH,
        height: HEIGHT,
        format: AV_PIX_FMT_YUV420P,
        timeBase,
      })
      frame.pts = BigInt(n)
      yield frame
    }
    yield null
  }
  for await (using packet of encoder.packets(frames())) await muxer.writePacket(packet, stream)
}
