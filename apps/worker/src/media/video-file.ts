// Reads the picture of a video at a given time, as decoded or on a canvas. Reading in ascending order is fast; going back, or
// far ahead, seeks.
import { type Canvas, createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas'
import { check, interpretCode } from '@vitrine/media/libav-error'
import { MediaInput, openDecoderSync, UnreadableMedia } from '@vitrine/media/media-input'
import { readPixelAspect } from '@vitrine/media/shown-size'
import {
  AV_NOPTS_VALUE,
  AVCHROMA_LOC_LEFT,
  AVCHROMA_LOC_UNSPECIFIED,
  AVCOL_RANGE_MPEG,
  AVCOL_RANGE_UNSPECIFIED,
  AVCOL_SPC_BT709,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_UNSPECIFIED,
  AVERROR_EOF,
  AVERROR_INVALIDDATA,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
  type CodecContext,
  Frame,
  Packet,
  type SoftwareScaleContext,
  type Stream,
} from 'node-av'
import { openConverter, wrapRgba } from './libav.ts'
import { isOnItsSide, openTurner, readOrientation, type Turner } from './orientation.ts'

/** A picture already counts as shown this long before its time, because times are computed in different ways. */
const TOLERANCE_SECONDS = 0.001
/** Up to this distance, decoding ahead is cheaper than seeking. */
const SEEK_BEYOND_SECONDS = 3

/** The pictures of one video file. Synchronous, because the painter requests pictures while it draws. */
export class VideoFile {
  readonly width: number
  readonly height: number
  /** From the start of the file to the end of the last picture. */
  readonly seconds: number
  readonly #input: MediaInput
  readonly #stream: Stream
  readonly #decoder: CodecContext
  readonly #packet = new Packet()
  readonly #secondsPerTick: number
  readonly #startSeconds: number
  readonly #turner: Turner | undefined
  #screen: Screen | undefined
  #current: Frame | undefined
  #next: Frame | undefined
  #painted: Frame | undefined
  #isDrained = false

  private constructor(input: MediaInput, stream: Stream, isTurned: boolean) {
    this.#input = input
    this.#stream = stream
    // Two threads decode ahead while the painter draws; more would only use memory.
    this.#decoder = openDecoderSync(stream, { threads: 2 })
    this.#packet.alloc()
    this.#secondsPerTick = stream.timeBase.num / stream.timeBase.den
    this.#startSeconds = input.startSeconds

    this.seconds = findSeconds(input, stream)
    const { width, height } = stream.codecpar
    const wide = Math.max(1, Math.round(width * readPixelAspect(stream)))
    const orientation = readOrientation(stream)
    this.#turner = isTurned ? openTurner(orientation) : undefined
    const isSwapped = this.#turner !== undefined && isOnItsSide(orientation)
    ;[this.width, this.height] = isSwapped ? [height, wide] : [wide, height]
  }

  /**
   * Opens a file; throws `LibavError` when it cannot be read or contains no video. Pictures are turned upright according to the
   * file's display matrix, unless `isTurned` is false.
   */
  static open(path: string, { isTurned = true } = {}): VideoFile {
    const input = MediaInput.openSync(path)
    try {
      const stream = input.bestStream(AVMEDIA_TYPE_VIDEO)
      if (!stream) throw new UnreadableMedia('there is no video in it')
      return new VideoFile(input, stream, isTurned)
    } catch (error) {
      input.close()
      throw error
    }
  }

  /**
   * The picture shown at a time in seconds of the file: the first picture before the start, the last one after the end. The
   * canvas is always the same one and holds this picture until the next call. It stays empty when nothing can be decoded.
   */
  canvasAt(seconds: number): Canvas {
    const frame = this.frameAt(seconds)
    // Most videos are never drawn on a canvas, so its memory is allocated on demand.
    this.#screen ??= openScreen(this.width, this.height)
    if (frame && this.#painted !== frame) {
      paint(this.#screen, frame)
      this.#painted = frame
    }
    return this.#screen.canvas
  }

  /**
   * The same picture as decoded, possibly with non-square pixels; undefined when nothing can be decoded. The frame belongs to
   * the file and is valid until the next call. Its colour tags are always set, with players' defaults where the file has none.
   */
  frameAt(seconds: number): Frame | undefined {
    this.#moveTo(seconds)
    return this.#current
  }

  close(): void {
    this.#current?.free()
    this.#next?.free()
    this.#screen?.close()
    this.#turner?.close()
    this.#decoder.freeContext()
    this.#packet.free()
    this.#input.close()
  }

  #moveTo(seconds: number): void {
    if (!this.#current) {
      if (seconds > SEEK_BEYOND_SECONDS) this.#seek(seconds)
      this.#current = this.#decodeNext()
      this.#next = this.#decodeNext()
    } else {
      const now = this.#computeSeconds(this.#current)
      const isBefore = seconds < now - TOLERANCE_SECONDS && now > this.#startTime()
      const isFarAhead = this.#next !== undefined && seconds > this.#computeSeconds(this.#next) + SEEK_BEYOND_SECONDS
      if (isBefore || isFarAhead) {
        this.#forget()
        this.#seek(seconds)
        this.#current = this.#decodeNext()
        this.#next = this.#decodeNext()
      }
    }
    while (this.#next && this.#computeSeconds(this.#next) <= seconds + TOLERANCE_SECONDS) {
      this.#current?.free()
      this.#current = this.#next
      this.#next = this.#decodeNext()
    }
  }

  #startTime(): number {
    const { startTime } = this.#stream
    return startTime === AV_NOPTS_VALUE ? 0 : Number(startTime) * this.#secondsPerTick - this.#startSeconds
  }

  #computeSeconds(frame: Frame): number {
    const ticks = frame.bestEffortTimestamp === AV_NOPTS_VALUE ? frame.pts : frame.bestEffortTimestamp
    return ticks === AV_NOPTS_VALUE ? 0 : Number(ticks) * this.#secondsPerTick - this.#startSeconds
  }

  #seek(seconds: number): void {
    const ticks = BigInt(Math.round((seconds + this.#startSeconds) / this.#secondsPerTick))
    // A file that cannot seek is decoded from its current position.
    if (this.#input.seekSync(this.#stream.index, ticks, AVSEEK_FLAG_BACKWARD) < 0) return
    this.#decoder.flushBuffers()
    this.#isDrained = false
  }

  #forget(): void {
    this.#current?.free()
    this.#next?.free()
    this.#current = undefined
    this.#next = undefined
    this.#painted = undefined
  }

  #decodeNext(): Frame | undefined {
    const frame = new Frame()
    frame.alloc()
    for (;;) {
      const code = this.#decoder.receiveFrameSync(frame)
      // A damaged picture is skipped; the previous one stays visible.
      const state = code === AVERROR_INVALIDDATA ? 'hungry' : interpretCode(code, 'decoding video')
      if (state === 'ready') {
        setColorSpace(frame)
        return this.#turner ? this.#turner.turn(frame) : frame
      }
      if (state === 'ended' || this.#isDrained) {
        frame.free()
        return undefined
      }
      this.#feed()
    }
  }

  #feed(): void {
    while (this.#input.readSync(this.#packet) >= 0) {
      const isOurs = this.#packet.streamIndex === this.#stream.index
      const code = isOurs ? this.#decoder.sendPacketSync(this.#packet) : 0
      this.#packet.unref()
      if (code !== AVERROR_INVALIDDATA && code !== AVERROR_EOF) check(code, 'decoding video')
      if (isOurs) return
    }
    const code = this.#decoder.sendPacketSync(null)
    if (code === AVERROR_EOF) this.#isDrained = true
    else check(code, 'ending the video')
  }
}

/**
 * From the start of the file to the end of the last picture, or to the end of the file when the container does not state the
 * former.
 */
function findSeconds({ durationSeconds = 0, startSeconds }: MediaInput, stream: Stream): number {
  if (stream.duration <= 0n || stream.startTime === AV_NOPTS_VALUE) return durationSeconds
  return Number(stream.startTime + stream.duration) * stream.timeBase.toDouble() - startSeconds
}

/** Where pictures are converted to RGB for drawing. */
interface Screen {
  readonly canvas: Canvas
  readonly ctx: SKRSContext2D
  readonly image: ImageData
  readonly target: Frame
  readonly converter: SoftwareScaleContext
  close(): void
}

function openScreen(width: number, height: number): Screen {
  const canvas = createCanvas(width, height)
  const image = new ImageData(width, height)
  // The decoder writes directly into the memory that putImageData reads.
  const { buffer, byteOffset, byteLength } = image.data
  const target = wrapRgba(Buffer.from(buffer, byteOffset, byteLength), width, height)
  const converter = openConverter()
  return {
    canvas,
    ctx: canvas.getContext('2d'),
    image,
    target,
    converter,
    close() {
      target.free()
      converter.freeContext()
    },
  }
}

function paint({ target, converter, ctx, image }: Screen, frame: Frame): void {
  check(converter.scaleFrameSync(target, frame), 'converting video')
  ctx.putImageData(image, 0, 0)
}

function setColorSpace(frame: Frame): void {
  if (frame.colorSpace === AVCOL_SPC_UNSPECIFIED) {
    frame.colorSpace = frame.height >= 720 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
  }
  if (frame.colorRange === AVCOL_RANGE_UNSPECIFIED) frame.colorRange = AVCOL_RANGE_MPEG
  if (frame.chromaLocation === AVCHROMA_LOC_UNSPECIFIED) frame.chromaLocation = AVCHROMA_LOC_LEFT
}
