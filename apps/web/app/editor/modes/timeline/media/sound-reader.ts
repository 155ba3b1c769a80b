// Reads the sound of one source from any time: decoded piece by piece, resampled to 48 kHz stereo, at the file's
// timestamps.
import type { SoundFile, SoundReader } from '@vitrine/painter/mixer'
import { SAMPLE_RATE, type Sound, silence } from '@vitrine/painter/voice'
import { type AudioSample, AudioSampleSink, type InputAudioTrack } from 'mediabunny'
import type { OpenSource } from '../../../media/source.ts'

/** Files store rounded times: a shorter gap is no gap. */
const gapSeconds = 0.015
/** Reading starts this long before the first requested sample, so that decoder and resampler have settled by then. */
const settleSeconds = 0.1
/** -3 dB: the gain of the centre and surround channels in a stereo mix. */
const asideGain = Math.SQRT1_2

/** The sound of a source; undefined when it has none. */
export function findSound({ tracks, seconds }: OpenSource): SoundFile | undefined {
  const track = tracks?.audio
  return (
    track && { findSeconds: () => seconds, open: (fromSample) => openReader(track, tracks.startSeconds, fromSample) }
  )
}

function openReader(track: InputAudioTrack, startSeconds: number, fromSample: number): SoundReader {
  const beginSeconds = Math.max(0, fromSample / SAMPLE_RATE - settleSeconds)
  const samples = new AudioSampleSink(track).samples(beginSeconds + startSeconds)
  let line: SoundLine | undefined
  let ready: Sound = silence(0)
  let taken = 0
  let isEnded = false

  const fill = async () => {
    const { value: sample, done } = await samples.next()
    if (done || !sample) {
      isEnded = true
      ready = line?.end() ?? silence(0)
    } else {
      try {
        line ??= new SoundLine(sample.sampleRate, fromSample)
        ready = line.take(sample, sample.timestamp - startSeconds)
      } finally {
        sample.close()
      }
    }
    taken = 0
  }
  return {
    async read(into, offset, count) {
      let done = 0
      while (done < count) {
        if (taken === ready.left.length) {
          if (isEnded) break
          await fill()
          continue
        }
        const piece = Math.min(count - done, ready.left.length - taken)
        into.left.set(ready.left.subarray(taken, taken + piece), offset + done)
        into.right.set(ready.right.subarray(taken, taken + piece), offset + done)
        taken += piece
        done += piece
      }
      return done
    },
    close: () => void samples.return().catch(() => undefined),
  }
}

/** Places decoded pieces on a timeline, in samples of their own rate from the start of the file. */
class SoundLine {
  readonly #rate: number
  readonly #left: Resampler | undefined
  readonly #right: Resampler | undefined
  #cursor: number | undefined
  /** Samples at 48 kHz until the first requested one. */
  #skip = 0
  readonly #fromSample: number

  constructor(rate: number, fromSample: number) {
    this.#rate = rate
    this.#fromSample = fromSample
    if (rate === SAMPLE_RATE) return
    this.#left = new Resampler(rate, SAMPLE_RATE)
    this.#right = new Resampler(rate, SAMPLE_RATE)
  }

  take(sample: AudioSample, seconds: number): Sound {
    const at = Math.round(seconds * this.#rate)
    const isFirst = this.#cursor === undefined
    const cursor = this.#cursor ?? this.#begin(at)
    const gap = at - cursor
    const isApart = Math.abs(gap) > (isFirst ? 0 : gapSeconds * this.#rate)
    const stereo = mixToStereo(sample)
    // Sound before the start of the file is encoder padding.
    const dropped = isApart && gap < 0 ? Math.min(sample.numberOfFrames, -gap) : 0
    const padded = isApart && gap > 0 ? gap : 0
    this.#cursor = cursor + padded + sample.numberOfFrames - dropped
    const placed =
      dropped > 0 || padded > 0
        ? { left: place(stereo.left, padded, dropped), right: place(stereo.right, padded, dropped) }
        : stereo
    return this.#requested(this.#left && this.#right ? this.#resampled(placed, this.#left, this.#right) : placed)
  }

  end(): Sound {
    if (!this.#left || !this.#right) return silence(0)
    return this.#requested({ left: this.#left.end(), right: this.#right.end() })
  }

  /** Starts the timeline with the first piece, but not before the file and not after the requested time. */
  #begin(at: number): number {
    const requestedSample = Math.floor((this.#fromSample * this.#rate) / SAMPLE_RATE)
    const begin = Math.max(0, Math.min(at, requestedSample))
    // At most half a sample off: a hundredth of a millisecond.
    this.#skip = this.#fromSample - Math.round((begin * SAMPLE_RATE) / this.#rate)
    this.#cursor = begin
    return begin
  }

  #resampled(sound: Sound, left: Resampler, right: Resampler): Sound {
    return { left: left.push(sound.left), right: right.push(sound.right) }
  }

  #requested(sound: Sound): Sound {
    const skipped = Math.min(this.#skip, sound.left.length)
    this.#skip -= skipped
    return skipped > 0 ? { left: sound.left.subarray(skipped), right: sound.right.subarray(skipped) } : sound
  }
}

function place(samples: Float32Array, padded: number, dropped: number): Float32Array {
  const placed = new Float32Array(padded + samples.length - dropped)
  placed.set(samples.subarray(dropped), padded)
  return placed
}

/**
 * Mono goes to both sides at full level; more than two channels are mixed to stereo by ITU-R BS.775, without the LFE
 * channel.
 */
function mixToStereo(sample: AudioSample): Sound {
  const channel = (planeIndex: number) => {
    const samples = new Float32Array(sample.numberOfFrames)
    sample.copyTo(samples, { planeIndex, format: 'f32-planar' })
    return samples
  }
  const left = channel(0)
  if (sample.numberOfChannels === 1) return { left, right: left.slice() }
  const right = channel(1)
  if (sample.numberOfChannels < 5) return { left, right }
  // Left, right, centre, [LFE,] surround left, surround right.
  const back = sample.numberOfChannels > 5 ? 4 : 3
  const [middle, backLeft, backRight] = [channel(2), channel(back), channel(back + 1)]
  for (let n = 0; n < left.length; n++) {
    left[n] = (left[n] as number) + asideGain * ((middle[n] as number) + (backLeft[n] as number))
    right[n] = (right[n] as number) + asideGain * ((middle[n] as number) + (backRight[n] as number))
  }
  return { left, right }
}

/** Samples on either side of a point that the filter uses. At 44.1 kHz the band ends at 20 kHz, 70 dB down beyond. */
const reach = 24
/** More phases than this make no difference: the error is below 16 bits. */
const maxPhases = 1024

/**
 * Resamples one channel of any rate, piece by piece without seams: a windowed sinc (Smith, "Digital Audio Resampling",
 * with a Blackman window) with precomputed values for each phase. Output sample n is the input at n times `from / to`.
 */
export class Resampler {
  readonly #from: number
  readonly #to: number
  readonly #phases: number
  readonly #kernel: Float32Array
  /** Input that is still needed; its first sample has the number `#first`. */
  #pending: Float32Array = new Float32Array(reach)
  #first = -reach
  #produced = 0

  constructor(fromRate: number, toRate: number) {
    const divisor = greatestDivisor(fromRate, toRate)
    this.#from = fromRate / divisor
    this.#to = toRate / divisor
    this.#phases = Math.min(this.#to, maxPhases)
    this.#kernel = makeKernel(this.#phases, Math.min(1, toRate / fromRate))
  }

  /** Adds input and returns the output samples that are complete. */
  push(input: Float32Array): Float32Array {
    const joined = new Float32Array(this.#pending.length + input.length)
    joined.set(this.#pending)
    joined.set(input, this.#pending.length)
    const end = this.#first + joined.length
    // An output sample needs `reach` input samples after it.
    const count = Math.max(0, Math.ceil(((end - reach) * this.#to) / this.#from) - this.#produced)
    const output = new Float32Array(count)
    for (let n = 0; n < count; n++) output[n] = this.#pointAt(joined, this.#produced + n)
    this.#produced += count
    const needed = Math.floor((this.#produced * this.#from) / this.#to) - reach + 1
    const dropped = Math.min(joined.length, Math.max(0, needed - this.#first))
    this.#pending = joined.slice(dropped)
    this.#first += dropped
    return output
  }

  /** Flushes the end of the sound. */
  end(): Float32Array {
    return this.push(new Float32Array(reach))
  }

  #pointAt(samples: Float32Array, index: number): number {
    const whole = Math.floor((index * this.#from) / this.#to)
    const part = (index * this.#from) % this.#to
    const phase = Math.round((part * this.#phases) / this.#to)
    const from = whole - reach + 1 - this.#first
    const row = phase * reach * 2
    let sum = 0
    for (let n = 0; n < reach * 2; n++) sum += (samples[from + n] ?? 0) * (this.#kernel[row + n] as number)
    return sum
  }
}

/**
 * Weights of the samples around a point, for each phase and the one after the last. `band` is the share of the audible
 * band that passes.
 */
function makeKernel(phases: number, band: number): Float32Array {
  const kernel = new Float32Array((phases + 1) * reach * 2)
  // The window softens the edge of the band, so the cutoff is slightly lower to prevent aliasing.
  const cutoff = band < 1 ? band * 0.94 : 0.97
  for (let phase = 0; phase <= phases; phase++) {
    let sum = 0
    for (let n = 0; n < reach * 2; n++) {
      const x = n - reach + 1 - phase / phases
      const weight = sinc(x * cutoff) * blackman(x / reach)
      kernel[phase * reach * 2 + n] = weight
      sum += weight
    }
    // Normalised, so that constant input is unchanged in every phase.
    for (let n = 0; n < reach * 2; n++) kernel[phase * reach * 2 + n] = (kernel[phase * reach * 2 + n] as number) / sum
  }
  return kernel
}

const sinc = (x: number) => (Math.abs(x) < 1e-9 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x))

const blackman = (x: number) =>
  Math.abs(x) >= 1 ? 0 : 0.42 + 0.5 * Math.cos(Math.PI * x) + 0.08 * Math.cos(2 * Math.PI * x)

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other)
}
