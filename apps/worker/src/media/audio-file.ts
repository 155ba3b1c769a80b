// Decodes audio: any container and codec that libav supports becomes 48 kHz stereo, in chunks.
import assert from 'node:assert/strict'
import { openDecoderSync } from '@vitrine/media/decoder'
import { detectFile } from '@vitrine/media/file-type'
import { check, LibavError, received } from '@vitrine/media/libav-error'
import { MediaInput } from '@vitrine/media/media-input'
import type { SoundFile, SoundReader } from '@vitrine/painter/mixer'
import { SAMPLE_RATE, type Sound } from '@vitrine/painter/sound'
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

/** Bit of the front centre speaker in libav's channel masks. */
const FRONT_CENTRE = 4n
/** Half a minute is decoded faster than a seek is worth; half a second is more than any decoder needs. */
const JUMP_FROM = 30 * SAMPLE_RATE
const JUMP_MARGIN = SAMPLE_RATE / 2
const NOTHING: Sound = { left: new Float32Array(0), right: new Float32Array(0) }
/** More broken packets in a row than this and the file counts as damaged. */
const TOLERATED_BROKEN_PACKETS = 50

/**
 * Opens the sound of a file; undefined when the file has none, as a photo in a place that takes videos too. Sample 0 is the start of the file: sound that begins later
 * (as in some phone videos) is preceded by silence. Throws `LibavError` when the file cannot be read.
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

/** A file for the mixer. Opening it rejects as `openAudioFile`. */
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
  /** Of the whole file; Infinity where it does not say. */
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
  /** Samples that may still come: AAC fills its last packet up, and only the container knows where the sound ends. */
  #left = Number.POSITIVE_INFINITY
  #state: 'reading' | 'flushing' | 'ended' = 'reading'
  #brokenPackets = 0
  /** A far sample was sought before anything was decoded; the first decoded one was this. */
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

  /** The next samples into `into` from `offset` on. Returns how many were written: fewer than asked only at the end. */
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

  /** Leaves out the next samples. Returns how many there were. */
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
   * Before anything was decoded: goes close to a far sample without decoding what lies before it. Answers how many samples
   * were left out, at most `wanted`.
   */
  #jump(wanted: number): number {
    const stream = this.#stream
    const isFresh = this.#silenceLeft === undefined && this.#state === 'reading'
    // Only here is the time of every packet exact.
    if (!isFresh || wanted < JUMP_FROM || this.#input.container !== 'mp4') return 0
    // A little earlier: decoders need some packets until they are right again.
    const seconds = (wanted - JUMP_MARGIN) / SAMPLE_RATE + this.#input.startSeconds
    const ticks = BigInt(Math.floor(seconds / stream.timeBase.toDouble()))
    if (this.#input.seekSync(stream.index, ticks, AVSEEK_FLAG_BACKWARD) < 0) return 0
    this.#decoder.flushBuffers()
    // What would be silence before the first sample of a whole file is the place of the first sample here.
    this.#hasJumped = true
    this.#ready = this.#decodeNext() ?? NOTHING
    this.#taken = 0
    this.#left -= this.#jumpedTo + this.#ready.left.length
    return Math.min(wanted, this.#jumpedTo)
  }

  /** How many decoded samples lie ready, at most `wanted`; decodes more first when there are none. 0 at the end. */
  #available(wanted: number): number {
    while (this.#taken === this.#ready.left.length) {
      if (this.#state === 'ended' || this.#left <= 0) return 0
      const { left, right } = this.#decodeNext() ?? NOTHING
      const count = Math.min(left.length, this.#left)
      this.#left -= count
      this.#ready = { left: left.subarray(0, count), right: right.subarray(0, count) }
      this.#taken = 0
    }
    return Math.min(wanted, this.#ready.left.length - this.#taken)
  }

  #decodeNext(): Sound | undefined {
    for (;;) {
      const state = received(this.#decoder.receiveFrameSync(this.#decoded), 'decoding sound')
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
      // A file that breaks off is played as far as it goes.
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

  /** Converts one decoded frame, or with null what the resampler still holds back. */
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

/** Samples from the start of the file to the end of its sound; Infinity where the container does not state it exactly. */
function findLength(input: MediaInput, stream: Stream): number {
  if (input.container !== 'mp4' || stream.duration <= 0n || stream.startTime === AV_NOPTS_VALUE) {
    return Number.POSITIVE_INFINITY
  }
  const { num, den } = stream.timeBase
  const endSeconds = (Number(stream.startTime + stream.duration) * num) / den
  return Math.round((endSeconds - input.startSeconds) * SAMPLE_RATE)
}

/** Plain WAV files say how many channels they have but not which: then they are taken in their usual order. */
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
  // By default libav makes mono 3 dB quieter on the way to stereo; browsers do not, and the video must sound like the preview.
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
