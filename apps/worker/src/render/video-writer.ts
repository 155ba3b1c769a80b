// Writes an MP4 file: encodes pictures to H.264 (or copies encoded ones) and sound to AAC, and muxes both with the index first.
// Independent of compositions.
import assert from 'node:assert/strict'
import type { FrameRate } from '@vitrine/document/document'
import { check, interpretCode } from '@vitrine/media/libav-error'
import { createMediaOutput } from '@vitrine/media/media-input'
import { SAMPLE_RATE } from '@vitrine/painter/voice'
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  Codec,
  CodecContext,
  Dictionary,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
  Frame,
  Packet,
  Rational,
  type Stream,
} from 'node-av'
import type { Arena, YuvPicture } from '../compose/arena.ts'
import { tagBt709 } from '../media/libav.ts'

const AUDIO_BITS_PER_SECOND = 160_000
const AUDIO_FRAME_SAMPLES = 1024
/** One is being encoded, one waits, one is being composed. */
const PICTURES_HELD = 3

/** A picture of the ring, and a promise that resolves when the encoder has read it. */
interface Slot {
  readonly picture: YuvPicture
  read: Promise<void>
}

/**
 * Writes one video. Pictures are encoded on x264's threads while the caller composes the next one: get a picture, fill it,
 * write it. Three pictures are used in turn.
 */
export class VideoWriter {
  readonly #format: VideoFormat
  readonly #arena: Arena
  readonly #muxer = createMediaOutput()
  readonly #audio = new CodecContext()
  readonly #packet = new Packet()
  readonly #slots: readonly Slot[]
  readonly #sound = new Frame()
  #video: VideoEncoder | undefined
  #videoStream: Stream | undefined
  #audioStream: Stream | undefined
  #left: Float32Array = new Float32Array(0)
  #right: Float32Array = new Float32Array(0)
  #pictureCount = 0
  /** The first picture of the current encoder run. */
  #runStart = 0
  #newest = -1
  #soundFill = 0
  #sampleCount = 0
  #encodedSampleCount = 0
  #sizeBytes = 0
  #isClosed = false

  private constructor(format: VideoFormat, arena: Arena) {
    this.#format = format
    this.#arena = arena
    this.#slots = Array.from({ length: PICTURES_HELD }, () => ({
      picture: arena.allocatePicture(format.width, format.height),
      read: Promise.resolve(),
    }))
    this.#packet.alloc()
    this.#sound.alloc()
  }

  /**
   * Creates (or replaces) the file at `path`, with its pictures in the arena. Always call `close`, and before the arena is
   * closed.
   */
  static async open(path: string, format: VideoFormat, arena: Arena): Promise<VideoWriter> {
    const { width, height } = format
    assert(width > 0 && height > 0 && width % 2 === 0 && height % 2 === 0, `size must be even, got ${width}x${height}`)
    const writer = new VideoWriter(format, arena)
    try {
      check(writer.#muxer.allocOutputContext2(null, 'mp4', path), 'creating the video')
      const { context } = await writer.#openVideo()
      writer.#videoStream = writer.#addStream(context)
      writer.#videoStream.avgFrameRate = context.framerate
      await writer.#openAudio()
      check(await writer.#muxer.openOutput(), `creating ${path}`)
      // faststart moves the index (moov) before the pictures when the file is completed, so that a video plays while it loads.
      const options = Dictionary.fromObject({ movflags: '+faststart', brand: 'mp42' })
      check(await writer.#muxer.writeHeader(options), 'writing the head of the video')
      return writer
    } catch (error) {
      await writer.close()
      throw error
    }
  }

  /** The decoder's headers for the first picture, in Annex B. */
  get headers(): Buffer | null {
    return this.#video?.context.extraData ?? null
  }

  /** Pictures added so far. */
  get pictureCount(): number {
    return this.#pictureCount
  }

  /** Bytes of pictures and sound encoded so far, without the index of the file. */
  get sizeBytes(): number {
    return this.#sizeBytes
  }

  /** Samples of sound (per channel) added so far. */
  get sampleCount(): number {
    return this.#sampleCount
  }

  /** The picture to fill next. Resolves when the encoder no longer reads it; throws the encoder's error. */
  async nextPicture(): Promise<YuvPicture> {
    const slot = this.#slots[(this.#newest + 1) % PICTURES_HELD]
    assert(slot)
    await slot.read
    this.#video ??= await this.#openVideo()
    return slot.picture
  }

  /** Adds the picture that `nextPicture` returned. It belongs to the encoder until it is returned again. */
  writePicture(picture: YuvPicture): void {
    const next = (this.#newest + 1) % PICTURES_HELD
    assert(this.#slots[next]?.picture === picture, 'pictures are written in the order they were given')
    this.#newest = next
    this.#encodeNewest()
  }

  /** Adds the previous picture again without composing it. Resolves when the one before it is encoded. */
  async repeatPicture(): Promise<void> {
    const slot = this.#slots[this.#newest]
    assert(slot, 'there is no picture to repeat yet')
    const { read } = slot
    this.#encodeNewest()
    await read
  }

  /**
   * Adds encoded pictures: one or more whole groups in decoding order, in Annex B, with times in frames of the video. Earlier
   * frames are flushed first; later ones start a new sequence.
   */
  async reuseGroup(packets: readonly Packet[]): Promise<void> {
    await this.endRun()
    for (const packet of packets) this.#muxVideo(packet)
    this.#pictureCount += packets.length
    this.#runStart = this.#pictureCount
    this.#newest = -1
  }

  /** Ends the encoder's run, if it has received anything: the next frame is encoded as if it were the first. */
  async endRun(): Promise<void> {
    if (!this.#video || this.#pictureCount === this.#runStart) return
    await this.#video.finish()
    await this.#video.close()
    this.#video = undefined
    this.#runStart = this.#pictureCount
  }

  /** Adds sound: samples from -1 to 1 at 48 kHz. */
  writeSound(left: Float32Array, right: Float32Array): void {
    assert(left.length === right.length, 'both channels must be of one length')
    for (let done = 0; done < left.length; ) {
      const count = Math.min(left.length - done, AUDIO_FRAME_SAMPLES - this.#soundFill)
      this.#left.set(left.subarray(done, done + count), this.#soundFill)
      this.#right.set(right.subarray(done, done + count), this.#soundFill)
      this.#soundFill += count
      done += count
      if (this.#soundFill === AUDIO_FRAME_SAMPLES) this.#encodeSound()
    }
    this.#sampleCount += left.length
  }

  /** Completes the file. When it resolves, the video is complete on disk. */
  async finish(): Promise<void> {
    if (this.#soundFill > 0) this.#encodeSound()
    await this.endRun()
    check(this.#audio.sendFrameSync(null), 'ending the sound')
    this.#drainSound()
    check(await this.#muxer.writeTrailer(), 'writing the index of the video')
    await this.#muxer.closeOutput()
    await this.close()
  }

  /** Frees everything; an unfinished file remains. Safe to call twice. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.#video?.close()
    await this.#muxer.closeOutput()
    this.#muxer.freeContext()
    this.#audio.freeContext()
    this.#packet.free()
    this.#sound.free()
    for (const { picture } of this.#slots) this.#arena.releasePicture(picture)
  }

  async #openVideo(): Promise<VideoEncoder> {
    this.#video = await VideoEncoder.open(this.#format, (packet) => this.#muxVideo(packet))
    this.#runStart = this.#pictureCount
    return this.#video
  }

  async #openAudio(): Promise<void> {
    const codec = Codec.findEncoderByName(FF_ENCODER_AAC)
    assert(codec, 'this build of libav has no AAC encoder')
    const audio = this.#audio
    audio.allocContext3(codec)
    audio.sampleFormat = AV_SAMPLE_FMT_FLTP
    audio.sampleRate = SAMPLE_RATE
    audio.channelLayout = AV_CHANNEL_LAYOUT_STEREO
    audio.timeBase = new Rational(1, SAMPLE_RATE)
    audio.bitRate = BigInt(AUDIO_BITS_PER_SECOND)
    audio.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
    check(await audio.open2(codec, null), 'starting the audio encoder')
    assert(audio.frameSize === AUDIO_FRAME_SAMPLES, `unexpected audio frame of ${audio.frameSize} samples`)
    this.#audioStream = this.#addStream(audio)

    const sound = this.#sound
    sound.format = AV_SAMPLE_FMT_FLTP
    sound.nbSamples = AUDIO_FRAME_SAMPLES
    sound.sampleRate = SAMPLE_RATE
    sound.channelLayout = AV_CHANNEL_LAYOUT_STEREO
    check(sound.allocBuffer(), 'allocating sound')
    const [left, right] = sound.data ?? []
    assert(left && right, 'sound has two planes')
    this.#left = new Float32Array(left.buffer, left.byteOffset, AUDIO_FRAME_SAMPLES)
    this.#right = new Float32Array(right.buffer, right.byteOffset, AUDIO_FRAME_SAMPLES)
  }

  #addStream(encoder: CodecContext): Stream {
    const stream = this.#muxer.newStream(null)
    check(stream.codecpar.fromContext(encoder), 'describing a stream')
    stream.timeBase = encoder.timeBase
    return stream
  }

  #encodeNewest(): void {
    const slot = this.#slots[this.#newest]
    assert(slot && this.#video, 'there is a picture and an encoder for it')
    slot.read = this.#video.encode(slot.picture.frame, this.#pictureCount++)
  }

  #encodeSound(): void {
    const sound = this.#sound
    sound.nbSamples = this.#soundFill
    sound.pts = BigInt(this.#encodedSampleCount)
    this.#encodedSampleCount += this.#soundFill
    this.#soundFill = 0
    check(this.#audio.sendFrameSync(sound), 'encoding sound')
    this.#drainSound()
  }

  #drainSound(): void {
    while (interpretCode(this.#audio.receivePacketSync(this.#packet), 'encoding sound') === 'ready') {
      this.#mux(this.#packet, this.#audio.timeBase, this.#audioStream)
    }
  }

  #muxVideo(packet: Packet): void {
    if (packet.duration <= 0n) packet.duration = 1n
    const [frames, seconds] = this.#format.frameRate
    this.#mux(packet, new Rational(seconds, frames), this.#videoStream)
  }

  #mux(packet: Packet, timeBase: Rational, stream: Stream | undefined): void {
    assert(stream, 'a packet needs an open stream')
    packet.streamIndex = stream.index
    packet.rescaleTs(timeBase, stream.timeBase)
    this.#sizeBytes += packet.size
    check(this.#muxer.interleavedWriteFrameSync(packet), 'writing the video')
  }
}

// Encodes pictures of the arena to H.264 with x264 on its own threads, while the caller composes the next frame.

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

/** A frame rate as a fraction: 30 becomes `[30, 1]`, 29.97 becomes `[2997, 100]`. */
export function toFraction(fps: FrameRate): readonly [number, number] {
  if (typeof fps !== 'number') return fps
  return Number.isInteger(fps) ? [fps, 1] : [Math.round(fps * 100), 100]
}

/** Frames per group when key frames are even: one second of video. */
export function countGroupFrames({ frameRate }: Pick<VideoFormat, 'frameRate'>): number {
  return Math.max(1, Math.round(frameRate[0] / frameRate[1]))
}

/** One run of the encoder. Packets come in decoding order, with times in frames. */
class VideoEncoder {
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
    while (interpretCode(await this.context.receivePacket(this.#packet), 'encoding the last pictures') === 'ready') {
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
    while (interpretCode(this.context.receivePacketSync(this.#packet), 'encoding a picture') === 'ready') {
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
  tagBt709(video)
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
