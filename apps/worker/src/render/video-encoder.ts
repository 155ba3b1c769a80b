// Encodes pictures of the arena to H.264 with x264 on its own threads, while the caller composes the next frame.
import assert from 'node:assert/strict'
import { check, received } from '@vitrine/media/libav-error'
import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AVCHROMA_LOC_LEFT,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  Codec,
  CodecContext,
  FF_ENCODER_LIBX264,
  type Frame,
  Packet,
  Rational,
} from 'node-av'

/** x264's speed presets that are practical on a server, fastest first. */
export type EncoderPreset = 'ultrafast' | 'superfast' | 'veryfast' | 'faster' | 'fast' | 'medium'

export interface VideoFormat {
  /** Must be even. */
  readonly width: number
  /** Must be even. */
  readonly height: number
  /** Frames per second as a fraction, for example `[30000, 1001]`. */
  readonly frameRate: readonly [number, number]
  /** x264's constant rate factor: 0 is lossless, 18 looks lossless, 23 is x264's default. */
  readonly crf: number
  readonly preset: EncoderPreset
  /** Encoder threads; 0 lets x264 choose by the number of cores. */
  readonly threads?: number
  /**
   * With `fitting`, the default, x264 puts key frames where scenes change. `even` puts one every `groupFrames` and makes each
   * group of frames self-contained, so that groups from several encodings of this format can be joined.
   */
  readonly keyFrames?: 'fitting' | 'even'
}

/**
 * Grain and confetti would take any number of bits at constant quality. This limit per pixel (12 Mbit/s for 1920x1080 at 30
 * frames per second) still looks good, and keeps a video small enough to be sent to family groups.
 */
const MAX_BITS_PER_PIXEL = 0.193
/** How long a burst of detail may exceed the rate. */
const RATE_BUFFER_SECONDS = 2
/** A seek lands on a key frame; two seconds keep scrubbing fast and cost a few percent of the size. */
const KEY_FRAME_EVERY_SECONDS = 2

/** Frames per group when key frames are even: one second of video. */
export function countGroupFrames({ frameRate }: Pick<VideoFormat, 'frameRate'>): number {
  return Math.max(1, Math.round(frameRate[0] / frameRate[1]))
}

/** One run of the encoder. Packets come in decoding order, with times in frames. */
export class VideoEncoder {
  readonly context: CodecContext
  readonly #packet = new Packet()
  readonly #take: (packet: Packet) => void
  #work: Promise<void> = Promise.resolve()
  #isClosed = false

  private constructor(context: CodecContext, take: (packet: Packet) => void) {
    this.context = context
    this.#take = take
    this.#packet.alloc()
  }

  /** Starts the encoder. `take` receives each packet, which is valid during the call only. Call `close` when done. */
  static async open(format: VideoFormat, take: (packet: Packet) => void): Promise<VideoEncoder> {
    const context = new CodecContext()
    try {
      const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264)
      assert(codec, 'this build of libav has no x264')
      context.allocContext3(codec)
      configure(context, format)
      check(await context.open2(codec, null), 'starting the video encoder')
      return new VideoEncoder(context, take)
    } catch (error) {
      context.freeContext()
      throw error
    }
  }

  /**
   * Adds a picture as frame `number`, which increases with each call. Resolves when the encoder has read the picture; it must
   * not change before. Overlapping calls run one after another.
   */
  encode(frame: Frame, number: number): Promise<void> {
    this.#work = this.#work.then(() => this.#encodeNow(frame, number))
    // The next await throws the error; until then it must not count as unhandled.
    this.#work.catch(() => undefined)
    return this.#work
  }

  /** Encodes the remaining pictures and delivers the last packets. Nothing can be added afterwards. */
  async finish(): Promise<void> {
    await this.#work
    check(await this.context.sendFrame(null), 'ending the pictures')
    while (received(await this.context.receivePacket(this.#packet), 'encoding the last pictures') === 'ready') {
      this.#take(this.#packet)
    }
  }

  /** Frees everything. Safe to call twice. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    // libav must not be freed during a call on another thread.
    await this.#work.catch(() => undefined)
    this.context.freeContext()
    this.#packet.free()
  }

  async #encodeNow(frame: Frame, number: number): Promise<void> {
    frame.pts = BigInt(number)
    frame.pictType = AV_PICTURE_TYPE_NONE
    frame.timeBase = this.context.timeBase
    check(await this.context.sendFrame(frame), 'encoding a picture')
    while (received(this.context.receivePacketSync(this.#packet), 'encoding a picture') === 'ready') {
      this.#take(this.#packet)
    }
  }
}

function configure(video: CodecContext, format: VideoFormat): void {
  const { width, height, frameRate, crf, preset, threads = 0, keyFrames = 'fitting' } = format
  video.width = width
  video.height = height
  video.pixelFormat = AV_PIX_FMT_YUV420P
  video.timeBase = new Rational(frameRate[1], frameRate[0])
  video.framerate = new Rational(frameRate[0], frameRate[1])
  video.gopSize = Math.round((KEY_FRAME_EVERY_SECONDS * frameRate[0]) / frameRate[1])
  video.threadCount = threads
  video.colorSpace = AVCOL_SPC_BT709
  video.colorPrimaries = AVCOL_PRI_BT709
  video.colorTrc = AVCOL_TRC_BT709
  video.colorRange = AVCOL_RANGE_MPEG
  video.chromaLocation = AVCHROMA_LOC_LEFT
  video.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  check(video.setOption('preset', preset), `choosing the preset ${preset}`)
  check(video.setOption('profile', 'high'), 'choosing the profile')
  check(video.setOption('crf', String(crf)), `choosing the quality ${crf}`)
  if (keyFrames === 'even') {
    const group = countGroupFrames(format)
    const settings = `stitchable=1:scenecut=0:open-gop=0:keyint=${group}:min-keyint=${group}`
    check(video.setOption('x264-params', settings), 'choosing even key frames')
  }
  const maxBitsPerSecond = Math.round((width * height * MAX_BITS_PER_PIXEL * frameRate[0]) / frameRate[1])
  video.rcMaxRate = BigInt(maxBitsPerSecond)
  video.rcBufferSize = maxBitsPerSecond * RATE_BUFFER_SECONDS
}
