// Owns the making of an MP4 file: pictures become H.264, sound becomes AAC, both are muxed with the index first.
// Knows nothing of compositions.
import assert from 'node:assert/strict'
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  AVCHROMA_LOC_LEFT,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  Codec,
  CodecContext,
  Dictionary,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
  FormatContext,
  Frame,
  Packet,
  Rational,
  type Stream,
} from 'node-av'
import type { Arena, YuvPicture } from './arena.ts'
import { SAMPLE_RATE } from './audio-file.ts'
import { check, received } from './libav.ts'

/** x264's speed presets that make sense on a server, fastest first. */
export type EncoderPreset = 'ultrafast' | 'superfast' | 'veryfast' | 'faster' | 'fast' | 'medium'

export interface FilmFormat {
  /** Even. */
  readonly width: number
  /** Even. */
  readonly height: number
  /** Frames per second as a fraction, for example `[30000, 1001]`. */
  readonly frameRate: readonly [number, number]
  /** x264's constant rate factor: 0 is lossless, 18 looks lossless, 23 is x264's default. */
  readonly crf: number
  readonly preset: EncoderPreset
  /** Encoder threads; 0 lets x264 choose by the number of cores. */
  readonly threads?: number
}

const AUDIO_BITS_PER_SECOND = 160_000
const AUDIO_FRAME_SAMPLES = 1024
/**
 * Grain and confetti would take any number of bits at constant quality. This many per pixel (12 Mbit/s for 1920x1080 at 30
 * frames per second) still look good, and keep a film small enough to be sent to family groups.
 */
const MOST_BITS_PER_PIXEL = 0.193
/** So long may the rate be exceeded, for a burst of detail. */
const RATE_BUFFER_SECONDS = 2
/** A seek lands on a key frame; two seconds keeps scrubbing quick and costs a few percent of the size. */
const KEY_FRAME_EVERY_SECONDS = 2

/** One is encoded, one waits, one is being made. */
const PICTURES_HELD = 3

/** A picture of the ring and when the encoder has read it. */
interface Slot {
  readonly picture: YuvPicture
  read: Promise<void>
}

/**
 * Writes one film. Pictures are encoded on x264's threads while the caller makes the next one: ask for a picture to fill,
 * fill it, write it. Three pictures go round.
 */
export class FilmWriter {
  readonly #format: FilmFormat
  readonly #muxer = new FormatContext()
  readonly #video = new CodecContext()
  readonly #audio = new CodecContext()
  readonly #packet = new Packet()
  readonly #slots: readonly Slot[]
  readonly #sound = new Frame()
  #videoStream: Stream | undefined
  #audioStream: Stream | undefined
  #left: Float32Array = new Float32Array(0)
  #right: Float32Array = new Float32Array(0)
  #pictureCount = 0
  #newest = -1
  #soundFill = 0
  #sampleCount = 0
  #encodedSampleCount = 0
  #encoding: Promise<void> = Promise.resolve()
  #isClosed = false

  private constructor(format: FilmFormat, arena: Arena) {
    this.#format = format
    this.#slots = Array.from({ length: PICTURES_HELD }, () => ({
      picture: arena.allocatePicture(format.width, format.height),
      read: Promise.resolve(),
    }))
    this.#packet.alloc()
    this.#sound.alloc()
  }

  /**
   * Creates (or replaces) the file at `path`, with its pictures in the arena. `close` must be called in the end, whatever
   * happens, and before the arena is closed.
   */
  static async open(path: string, format: FilmFormat, arena: Arena): Promise<FilmWriter> {
    const { width, height } = format
    assert(width > 0 && height > 0 && width % 2 === 0 && height % 2 === 0, `size must be even, got ${width}x${height}`)
    const writer = new FilmWriter(format, arena)
    try {
      check(writer.#muxer.allocOutputContext2(null, 'mp4', path), 'creating the film')
      await writer.#openVideo()
      await writer.#openAudio()
      check(await writer.#muxer.openOutput(), `creating ${path}`)
      // With faststart the index (moov) is moved before the pictures at the end, so that a film plays while it loads.
      const options = Dictionary.fromObject({ movflags: '+faststart', brand: 'mp42' })
      check(await writer.#muxer.writeHeader(options), 'writing the head of the film')
      return writer
    } catch (error) {
      await writer.close()
      throw error
    }
  }

  /** Pictures taken so far. */
  get pictureCount(): number {
    return this.#pictureCount
  }

  /** Samples of sound (per channel) taken so far. */
  get sampleCount(): number {
    return this.#sampleCount
  }

  /** The picture to fill next. Resolves when the encoder no longer needs what was in it; throws what went wrong there. */
  async nextPicture(): Promise<YuvPicture> {
    const slot = this.#slots[(this.#newest + 1) % PICTURES_HELD]
    assert(slot)
    await slot.read
    return slot.picture
  }

  /** Adds the picture that `nextPicture` gave. It belongs to the encoder until it is given again. */
  writePicture(picture: YuvPicture): void {
    const next = (this.#newest + 1) % PICTURES_HELD
    assert(this.#slots[next]?.picture === picture, 'pictures are written in the order they were given')
    this.#newest = next
    this.#encodeNewest()
  }

  /** Adds the previous picture once more, without making it again. Resolves when the one before that is encoded. */
  async repeatPicture(): Promise<void> {
    const slot = this.#slots[this.#newest]
    assert(slot, 'there is no picture to repeat yet')
    const { read } = slot
    this.#encodeNewest()
    await read
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

  /** Completes the file. After it resolves the film is whole on disk. */
  async finish(): Promise<void> {
    await this.#encoding
    if (this.#soundFill > 0) this.#encodeSound()
    check(await this.#video.sendFrame(null), 'ending the pictures')
    while (received(await this.#video.receivePacket(this.#packet), 'encoding the last pictures') === 'ready') {
      this.#mux(this.#video, this.#videoStream)
    }
    check(this.#audio.sendFrameSync(null), 'ending the sound')
    this.#drainSound()
    check(await this.#muxer.writeTrailer(), 'writing the index of the film')
    await this.#muxer.closeOutput()
    await this.close()
  }

  /** Frees everything; an unfinished file is left as it is. Safe to call twice. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    // libav must not be freed under a call that still runs on another thread.
    await this.#encoding.catch(() => undefined)
    await this.#muxer.closeOutput()
    this.#muxer.freeContext()
    this.#video.freeContext()
    this.#audio.freeContext()
    this.#packet.free()
    this.#sound.free()
  }

  async #openVideo(): Promise<void> {
    const { width, height, frameRate, crf, preset, threads = 0 } = this.#format
    const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264)
    assert(codec, 'this build of libav has no x264')
    const video = this.#video
    video.allocContext3(codec)
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
    const mostBitsPerSecond = Math.round((width * height * MOST_BITS_PER_PIXEL * frameRate[0]) / frameRate[1])
    video.rcMaxRate = BigInt(mostBitsPerSecond)
    video.rcBufferSize = mostBitsPerSecond * RATE_BUFFER_SECONDS
    check(await video.open2(codec, null), 'starting the video encoder')
    this.#videoStream = this.#addStream(video)
    this.#videoStream.avgFrameRate = video.framerate
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

  /** Lets the newest picture wait for its turn at the encoder, which takes one call at a time. */
  #encodeNewest(): void {
    const slot = this.#slots[this.#newest]
    assert(slot)
    const number = this.#pictureCount++
    const { frame } = slot.picture
    this.#encoding = this.#encoding.then(() => this.#encodeNow(frame, number))
    slot.read = this.#encoding
    // Whoever awaits it next sees the error; until then it must not count as unhandled.
    this.#encoding.catch(() => undefined)
  }

  async #encodeNow(frame: Frame, number: number): Promise<void> {
    frame.pts = BigInt(number)
    frame.pictType = AV_PICTURE_TYPE_NONE
    frame.timeBase = this.#video.timeBase
    check(await this.#video.sendFrame(frame), 'encoding a picture')
    while (received(this.#video.receivePacketSync(this.#packet), 'encoding a picture') === 'ready') {
      this.#mux(this.#video, this.#videoStream)
    }
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
    while (received(this.#audio.receivePacketSync(this.#packet), 'encoding sound') === 'ready') {
      this.#mux(this.#audio, this.#audioStream)
    }
  }

  #mux(encoder: CodecContext, stream: Stream | undefined): void {
    assert(stream, 'a packet needs an open stream')
    this.#packet.streamIndex = stream.index
    if (this.#packet.duration <= 0n && encoder === this.#video) this.#packet.duration = 1n
    this.#packet.rescaleTs(encoder.timeBase, stream.timeBase)
    check(this.#muxer.interleavedWriteFrameSync(this.#packet), 'writing the film')
  }
}
