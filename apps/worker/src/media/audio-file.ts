// Decodes audio: any container and codec that libav supports becomes 48 kHz stereo, in chunks.
import assert from 'node:assert/strict'
import { detectFile } from '@vitrine/media/file-type'
import { check, interpretCode, LibavError } from '@vitrine/media/libav-error'
import { MediaInput, openDecoderSync } from '@vitrine/media/media-input'
import type { SoundFile, SoundReader } from '@vitrine/painter/mixer'
import { SAMPLE_RATE, type Sound } from '@vitrine/painter/voice'
import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CHANNEL_ORDER_NATIVE,
  AV_CHANNEL_ORDER_UNSPEC,
  AV_NOPTS_VALUE,
  AV_SAMPLE_FMT_FLTP,
  AVERROR_EOF,
  AVERROR_INVALIDDATA,
  AVMEDIA_TYPE_AUDIO,
  type AVSampleFormat,
  AVSEEK_FLAG_BACKWARD,
  type CodecContext,
  Frame,
  Packet,
  SoftwareResampleContext,
  type Stream,
} from 'node-av'

/** Bit of the front centre channel in libav's channel masks. */
const FRONT_CENTRE = 4n
/** Decoding half a minute is faster than seeking; half a second is more than any decoder needs to settle. */
const JUMP_FROM = 30 * SAMPLE_RATE
const JUMP_MARGIN = SAMPLE_RATE / 2
const NOTHING: Sound = { left: new Float32Array(0), right: new Float32Array(0) }
/** With more consecutive broken packets the file counts as damaged. */
const TOLERATED_BROKEN_PACKETS = 50

/**
 * Opens the sound of a file; undefined when the file has none, such as a photo. Sample 0 is the start of the file: sound that
 * begins later (as in some phone videos) is preceded by silence. Throws `LibavError` when the file cannot be read.
 */
export async function openAudioFile(path: string): Promise<AudioFile | undefined> {
  if ((await detectFile(path)).kind === 'image') return undefined
  const input = await MediaInput.open(path)
  try {
    const stream = input.bestStream(AVMEDIA_TYPE_AUDIO)
    if (stream) return new AudioFile(input, stream)
  } catch (error) {
    input.close()
    throw error
  }
  input.close()
  return undefined
}

/** A file for the mixer. Opening it rejects like `openAudioFile`. */
export function soundFileAt(path: string): SoundFile {
  return {
    async findSeconds() {
      const file = await openAudioFile(path)
      file?.close()
      return file?.seconds ?? 0
    },
    async open(fromSample) {
      const file = await openAudioFile(path)
      try {
        file?.skip(fromSample)
      } catch (error) {
        file?.close()
        throw error
      }
      return file
    },
  }
}

/** Sound that can be read once, from its start to its end. */
class AudioFile implements SoundReader {
  /** Duration of the whole file; Infinity when unknown. */
  readonly seconds: number
  readonly #input: MediaInput
  readonly #stream: Stream
  readonly #decoder: CodecContext
  readonly #packet = new Packet()
  readonly #decoded = new Frame()
  readonly #converted = new Frame()
  #resampler: SoftwareResampleContext | undefined
  #silenceLeft: number | undefined
  #ready: Sound = NOTHING
  #taken = 0
  /** Samples that may still follow: AAC pads its last packet, and only the container knows where the sound ends. */
  #left = Number.POSITIVE_INFINITY
  #state: 'reading' | 'flushing' | 'ended' = 'reading'
  #brokenPackets = 0
  /** True after a seek: leading silence is then the position of the first decoded sample. */
  #hasJumped = false
  #jumpedTo = 0

  constructor(input: MediaInput, stream: Stream) {
    this.#input = input
    this.seconds = input.durationSeconds ?? Number.POSITIVE_INFINITY
    this.#stream = stream
    this.#decoder = openDecoderSync(stream)
    this.#left = findLength(input, stream)
    this.#packet.alloc()
    this.#decoded.alloc()
    this.#converted.alloc()
  }

  /** Reads the next samples into `into` from `offset` on. Returns the number written: fewer than requested only at the end. */
  read(into: Sound, offset: number, count: number): number {
    let done = 0
    while (done < count) {
      const piece = this.#available(count - done)
      if (piece === 0) break
      into.left.set(this.#ready.left.subarray(this.#taken, this.#taken + piece), offset + done)
      into.right.set(this.#ready.right.subarray(this.#taken, this.#taken + piece), offset + done)
      this.#taken += piece
      done += piece
    }
    return done
  }

  /** Skips samples. Returns how many there were. */
  skip(count: number): number {
    let done = this.#jump(count)
    while (done < count) {
      const piece = this.#available(count - done)
      if (piece === 0) break
      this.#taken += piece
      done += piece
    }
    return done
  }

  close(): void {
    this.#resampler?.free()
    this.#decoder.freeContext()
    this.#packet.free()
    this.#decoded.free()
    this.#converted.free()
    this.#input.close()
  }

  /**
   * Before the first decoded frame, seeks close to a distant sample without decoding the samples before it. Returns how many
   * samples were skipped, at most `count`.
   */
  #jump(limit: number): number {
    const stream = this.#stream
    const isFresh = this.#silenceLeft === undefined && this.#state === 'reading'
    // Only in this container are all packet times exact.
    if (!isFresh || limit < JUMP_FROM || this.#input.container !== 'mp4') return 0
    // Slightly earlier: decoders need a few packets until their output is correct.
    const seconds = (limit - JUMP_MARGIN) / SAMPLE_RATE + this.#input.startSeconds
    const ticks = BigInt(Math.floor(seconds / stream.timeBase.toDouble()))
    if (this.#input.seekSync(stream.index, ticks, AVSEEK_FLAG_BACKWARD) < 0) return 0
    this.#decoder.flushBuffers()
    // After a seek, the leading gap is the position of the first sample instead of silence.
    this.#hasJumped = true
    this.#ready = this.#decodeNext() ?? NOTHING
    this.#taken = 0
    this.#left -= this.#jumpedTo + this.#ready.left.length
    return Math.min(limit, this.#jumpedTo)
  }

  /** Returns how many decoded samples are ready, at most `count`; decodes more when there are none. 0 at the end. */
  #available(limit: number): number {
    while (this.#taken === this.#ready.left.length) {
      if (this.#state === 'ended' || this.#left <= 0) return 0
      const { left, right } = this.#decodeNext() ?? NOTHING
      const count = Math.min(left.length, this.#left)
      this.#left -= count
      this.#ready = { left: left.subarray(0, count), right: right.subarray(0, count) }
      this.#taken = 0
    }
    return Math.min(limit, this.#ready.left.length - this.#taken)
  }

  #decodeNext(): Sound | undefined {
    for (;;) {
      const state = interpretCode(this.#decoder.receiveFrameSync(this.#decoded), 'decoding sound')
      if (state === 'ready') {
        nameChannels(this.#decoded)
        const silence = this.#takeLeadingSilence()
        const sound = this.#convert(this.#decoded)
        this.#decoded.unref()
        if (this.#hasJumped) this.#jumpedTo += silence
        return silence > 0 && !this.#hasJumped ? prependSilence(sound, silence) : sound
      }
      if (state === 'ended') {
        this.#state = 'ended'
        return this.#resampler ? this.#convert(null) : undefined
      }
      this.#feed()
    }
  }

  #feed(): void {
    for (;;) {
      const code = this.#input.readSync(this.#packet)
      // A truncated file is played as far as it goes.
      if (code < 0) {
        this.#state = 'flushing'
        check(this.#decoder.sendPacketSync(null), 'ending the sound')
        return
      }
      if (this.#packet.streamIndex !== this.#stream.index) {
        this.#packet.unref()
        continue
      }
      const sent = this.#decoder.sendPacketSync(this.#packet)
      this.#packet.unref()
      if (sent === AVERROR_INVALIDDATA) {
        if (++this.#brokenPackets > TOLERATED_BROKEN_PACKETS) throw new LibavError('decoding damaged sound', sent)
        continue
      }
      if (sent !== AVERROR_EOF) check(sent, 'decoding sound')
      this.#brokenPackets = 0
      return
    }
  }

  /** Samples of silence before the first decoded sample; 0 for all later frames. */
  #takeLeadingSilence(): number {
    if (this.#silenceLeft !== undefined) return 0
    this.#silenceLeft = 0
    const { pts } = this.#decoded
    if (pts === AV_NOPTS_VALUE) return 0
    const { num, den } = this.#stream.timeBase
    const seconds = (Number(pts) * num) / den - this.#input.startSeconds
    return Math.max(0, Math.round(seconds * SAMPLE_RATE))
  }

  /** Converts one decoded frame; null flushes the resampler. */
  #convert(frame: Frame | null): Sound {
    const converted = this.#converted
    converted.format = AV_SAMPLE_FMT_FLTP
    converted.sampleRate = SAMPLE_RATE
    converted.channelLayout = AV_CHANNEL_LAYOUT_STEREO
    this.#resampler ??= openResampler(frame)
    check(this.#resampler.convertFrame(converted, frame), 'resampling sound')
    const sound = copySound(converted)
    converted.unref()
    return sound
  }
}

/** Samples from the start of the file to the end of its sound; Infinity when the container does not state it exactly. */
function findLength(input: MediaInput, stream: Stream): number {
  if (input.container !== 'mp4' || stream.duration <= 0n || stream.startTime === AV_NOPTS_VALUE) {
    return Number.POSITIVE_INFINITY
  }
  const { num, den } = stream.timeBase
  const endSeconds = (Number(stream.startTime + stream.duration) * num) / den
  return Math.round((endSeconds - input.startSeconds) * SAMPLE_RATE)
}

/** Plain WAV files state the number of channels but not which: assume the usual order. */
export function nameChannels(frame: Frame): void {
  const { nbChannels, order } = frame.channelLayout
  if (order !== AV_CHANNEL_ORDER_UNSPEC) return
  const mask = nbChannels === 1 ? FRONT_CENTRE : (1n << BigInt(nbChannels)) - 1n
  frame.channelLayout = { nbChannels, order: AV_CHANNEL_ORDER_NATIVE, mask }
}

function openResampler(frame: Frame | null): SoftwareResampleContext {
  assert(frame, 'nothing was decoded')
  const resampler = new SoftwareResampleContext()
  check(
    resampler.allocSetOpts2(
      AV_CHANNEL_LAYOUT_STEREO,
      AV_SAMPLE_FMT_FLTP,
      SAMPLE_RATE,
      frame.channelLayout,
      frame.format as AVSampleFormat,
      frame.sampleRate,
    ),
    'describing the resampler',
  )
  // By default libav reduces mono by 3 dB when converting to stereo. Browsers do not, and the video must match the preview.
  if (frame.channelLayout.nbChannels === 1) check(resampler.setMatrix([1, 1], 1), 'spreading mono over both channels')
  check(resampler.init(), 'starting the resampler')
  return resampler
}

function copySound(frame: Frame): Sound {
  const [left, right] = frame.data ?? []
  const count = frame.nbSamples
  if (count === 0 || !left || !right) return NOTHING
  return { left: copySamples(left, count), right: copySamples(right, count) }
}

function copySamples(plane: Buffer, count: number): Float32Array {
  return new Float32Array(plane.buffer, plane.byteOffset, count).slice()
}

function prependSilence(sound: Sound, silence: number): Sound {
  const left = new Float32Array(silence + sound.left.length)
  const right = new Float32Array(silence + sound.right.length)
  left.set(sound.left, silence)
  right.set(sound.right, silence)
  return { left, right }
}
