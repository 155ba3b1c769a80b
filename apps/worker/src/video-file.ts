// Owns reading video: gives the picture a film shows at a moment, decoded to a canvas. Made for asking in order of time;
// going back, or far ahead, seeks.
import assert from 'node:assert/strict'
import { type Canvas, createCanvas, ImageData, type SKRSContext2D } from '@napi-rs/canvas'
import {
  AV_NOPTS_VALUE,
  AVCOL_RANGE_MPEG,
  AVCOL_RANGE_UNSPECIFIED,
  AVCOL_SPC_BT709,
  AVCOL_SPC_SMPTE170M,
  AVCOL_SPC_UNSPECIFIED,
  AVERROR_EOF,
  AVERROR_INVALIDDATA,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
  Codec,
  CodecContext,
  FormatContext,
  Frame,
  Packet,
  type SoftwareScaleContext,
  type Stream,
} from 'node-av'
import { check, openConverter, received, wrapRgba } from './libav.ts'

/** A moment this little before a picture's time already shows it: times are computed in different ways. */
const TOLERANCE_SECONDS = 0.001
/** Up to this far ahead decoding on is cheaper than seeking. */
const SEEK_BEYOND_SECONDS = 3

/** The pictures of one video file. Everything is synchronous, because a painter asks in the middle of drawing. */
export class VideoFile {
  readonly width: number
  readonly height: number
  readonly #demuxer: FormatContext
  readonly #stream: Stream
  readonly #decoder = new CodecContext()
  readonly #packet = new Packet()
  readonly #secondsPerTick: number
  readonly #startSeconds: number
  readonly #target: Frame
  readonly #image: ImageData
  readonly #canvas: Canvas
  readonly #ctx: SKRSContext2D
  readonly #converter: SoftwareScaleContext
  #current: Frame | undefined
  #next: Frame | undefined
  #shown: Frame | undefined
  #isDrained = false

  private constructor(demuxer: FormatContext, stream: Stream) {
    this.#demuxer = demuxer
    this.#stream = stream
    const codec = Codec.findDecoder(stream.codecpar.codecId)
    assert(codec, `no decoder for video codec ${stream.codecpar.codecId}`)
    this.#decoder.allocContext3(codec)
    check(this.#decoder.parametersToContext(stream.codecpar), 'describing the video')
    this.#decoder.pktTimebase = stream.timeBase
    // Two threads decode ahead while the painter draws; more would only take memory.
    this.#decoder.threadCount = 2
    check(this.#decoder.open2Sync(codec, null), 'starting the video decoder')
    this.#packet.alloc()
    this.#secondsPerTick = stream.timeBase.num / stream.timeBase.den
    this.#startSeconds = demuxer.startTime === AV_NOPTS_VALUE ? 0 : Number(demuxer.startTime) / 1_000_000

    const { width, height, sampleAspectRatio } = stream.codecpar
    const squeeze = sampleAspectRatio.num > 0 && sampleAspectRatio.den > 0 ? sampleAspectRatio.toDouble() : 1
    this.width = Math.max(1, Math.round(width * squeeze))
    this.height = height
    this.#image = new ImageData(this.width, this.height)
    // The decoder writes straight into the memory that putImageData reads.
    const { buffer, byteOffset, byteLength } = this.#image.data
    this.#target = wrapRgba(Buffer.from(buffer, byteOffset, byteLength), this.width, this.height)
    this.#canvas = createCanvas(this.width, this.height)
    this.#ctx = this.#canvas.getContext('2d')
    this.#converter = openConverter()
  }

  /** Opens a file; throws `LibavError` when it cannot be read or holds no video. */
  static open(path: string): VideoFile {
    const demuxer = new FormatContext()
    check(demuxer.openInputSync(path), `opening ${path}`)
    try {
      check(demuxer.findStreamInfoSync(), `reading ${path}`)
      const index = check(demuxer.findBestStream(AVMEDIA_TYPE_VIDEO), `looking for video in ${path}`)
      const stream = demuxer.streams[index]
      assert(stream, `no stream ${index} in ${path}`)
      return new VideoFile(demuxer, stream)
    } catch (error) {
      demuxer.closeInputSync()
      throw error
    }
  }

  /**
   * The picture shown at a time in seconds of the file: before the first the first, after the last the last. The canvas
   * is always the same one and holds this picture until the next call. It stays empty when nothing can be decoded.
   */
  canvasAt(seconds: number): Canvas {
    this.#moveTo(seconds)
    if (this.#current && this.#shown !== this.#current) this.#paint(this.#current)
    return this.#canvas
  }

  close(): void {
    this.#current?.free()
    this.#next?.free()
    this.#target.free()
    this.#converter.freeContext()
    this.#decoder.freeContext()
    this.#packet.free()
    this.#demuxer.closeInputSync()
  }

  #moveTo(seconds: number): void {
    if (!this.#current) {
      if (seconds > SEEK_BEYOND_SECONDS) this.#seek(seconds)
      this.#current = this.#decodeNext()
      this.#next = this.#decodeNext()
    } else {
      const now = this.#timeOf(this.#current)
      const isBefore = seconds < now - TOLERANCE_SECONDS && this.#shown !== undefined && now > this.#startTime()
      const isFarAhead = this.#next !== undefined && seconds > this.#timeOf(this.#next) + SEEK_BEYOND_SECONDS
      if (isBefore || isFarAhead) {
        this.#forget()
        this.#seek(seconds)
        this.#current = this.#decodeNext()
        this.#next = this.#decodeNext()
      }
    }
    while (this.#next && this.#timeOf(this.#next) <= seconds + TOLERANCE_SECONDS) {
      this.#current?.free()
      this.#current = this.#next
      this.#next = this.#decodeNext()
    }
  }

  #startTime(): number {
    const { startTime } = this.#stream
    return startTime === AV_NOPTS_VALUE ? 0 : Number(startTime) * this.#secondsPerTick - this.#startSeconds
  }

  #timeOf(frame: Frame): number {
    const ticks = frame.bestEffortTimestamp === AV_NOPTS_VALUE ? frame.pts : frame.bestEffortTimestamp
    return ticks === AV_NOPTS_VALUE ? 0 : Number(ticks) * this.#secondsPerTick - this.#startSeconds
  }

  #seek(seconds: number): void {
    const ticks = BigInt(Math.round((seconds + this.#startSeconds) / this.#secondsPerTick))
    // A file that cannot seek is decoded from where it is.
    if (this.#demuxer.seekFrameSync(this.#stream.index, ticks, AVSEEK_FLAG_BACKWARD) < 0) return
    this.#decoder.flushBuffers()
    this.#isDrained = false
  }

  #forget(): void {
    this.#current?.free()
    this.#next?.free()
    this.#current = undefined
    this.#next = undefined
    this.#shown = undefined
  }

  #decodeNext(): Frame | undefined {
    const frame = new Frame()
    frame.alloc()
    for (;;) {
      const code = this.#decoder.receiveFrameSync(frame)
      // A broken picture is left out; the one before stays on the screen.
      const state = code === AVERROR_INVALIDDATA ? 'hungry' : received(code, 'decoding video')
      if (state === 'ready') return frame
      if (state === 'ended' || this.#isDrained) {
        frame.free()
        return undefined
      }
      this.#feed()
    }
  }

  #feed(): void {
    while (this.#demuxer.readFrameSync(this.#packet) >= 0) {
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

  #paint(frame: Frame): void {
    if (frame.colorSpace === AVCOL_SPC_UNSPECIFIED) {
      frame.colorSpace = frame.height >= 720 ? AVCOL_SPC_BT709 : AVCOL_SPC_SMPTE170M
    }
    if (frame.colorRange === AVCOL_RANGE_UNSPECIFIED) frame.colorRange = AVCOL_RANGE_MPEG
    check(this.#converter.scaleFrameSync(this.#target, frame), 'converting video')
    this.#ctx.putImageData(this.#image, 0, 0)
    this.#shown = frame
  }
}
