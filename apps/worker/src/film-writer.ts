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
  type SoftwareScaleContext,
  type Stream,
} from 'node-av'
import { SAMPLE_RATE } from './audio-file.ts'
import { allocatePicture, check, openConverter, received, wrapRgba } from './libav.ts'

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

/**
 * Writes one film. Pictures are encoded on x264's threads while the caller draws the next one: `writePicture` resolves
 * as soon as the pixels have been read, not when they are encoded. At most two pictures are held.
 */
export class FilmWriter {
  readonly #format: FilmFormat
  readonly #muxer = new FormatContext()
  readonly #video = new CodecContext()
  readonly #audio = new CodecContext()
  readonly #packet = new Packet()
  readonly #converter: SoftwareScaleContext
  readonly #pictures: readonly [Frame, Frame]
  readonly #sound = new Frame()
  #videoStream: Stream | undefined
  #audioStream: Stream | undefined
  #left: Float32Array = new Float32Array(0)
  #right: Float32Array = new Float32Array(0)
  #pictureCount = 0
  #newest: Frame | undefined
  #soundFill = 0
  #sampleCount = 0
  #encodedSampleCount = 0
  #encoding: Promise<void> = Promise.resolve()
  #isClosed = false

  private constructor(format: FilmFormat) {
    this.#format = format
    this.#converter = openConverter({ threads: 2 })
    const picture = () => allocatePicture(AV_PIX_FMT_YUV420P, format.width, format.height)
    this.#pictures = [picture(), picture()]
    this.#packet.alloc()
    this.#sound.alloc()
  }

  /** Creates (or replaces) the file at `path`. `close` must be called in the end, whatever happens. */
  static async open(path: string, format: FilmFormat): Promise<FilmWriter> {
    const { width, height } = format
    assert(width > 0 && height > 0 && width % 2 === 0 && height % 2 === 0, `size must be even, got ${width}x${height}`)
    const writer = new FilmWriter(format)
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

  /** Adds the next picture: opaque RGBA of the film's size. The pixels may be reused or freed once this resolves. */
  async writePicture(pixels: Buffer): Promise<void> {
    // The newest picture may still be on its way through the encoder.
    const target = this.#pictures[this.#newest === this.#pictures[0] ? 1 : 0]
    const source = wrapRgba(pixels, this.#format.width, this.#format.height)
    try {
      check(await this.#converter.scaleFrame(target, source), 'converting a picture')
    } finally {
      source.free()
    }
    await this.#encode(target)
  }

  /** Adds the previous picture once more, without drawing or converting it again. */
  async repeatPicture(): Promise<void> {
    assert(this.#newest, 'there is no picture to repeat yet')
    await this.#encode(this.#newest)
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
    this.#converter.freeContext()
    this.#packet.free()
    this.#sound.free()
    for (const picture of this.#pictures) picture.free()
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

  async #encode(picture: Frame): Promise<void> {
    // The encoder takes one call at a time; this also reports what went wrong with the previous picture.
    await this.#encoding
    picture.pts = BigInt(this.#pictureCount++)
    picture.pictType = AV_PICTURE_TYPE_NONE
    picture.timeBase = this.#video.timeBase
    this.#newest = picture
    this.#encoding = this.#encodeNow(picture)
    // Whoever awaits it next sees the error; until then it must not count as unhandled.
    this.#encoding.catch(() => undefined)
  }

  async #encodeNow(picture: Frame): Promise<void> {
    check(await this.#video.sendFrame(picture), 'encoding a picture')
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
