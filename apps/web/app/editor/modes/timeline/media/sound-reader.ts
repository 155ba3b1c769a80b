// Reads the sound of one source from any time: decoded piece by piece, resampled to 48 kHz stereo, at the file's
// timestamps.
import type { SoundFile, SoundReader } from '@vitrine/painter/mixer'
import { SAMPLE_RATE, type Sound, silence } from '@vitrine/painter/sound'
import { type AudioSample, AudioSampleSink, type InputAudioTrack } from 'mediabunny'
import type { OpenSource } from '../../../media/source.ts'
import { Resampler } from './resampler.ts'

/** Files store rounded times: only a gap longer than this is one. */
const gapSeconds = 0.015
/** Before the first sample that is wanted, so that decoder and resampler have settled by then. */
const settleSeconds = 0.1
/** -3 dB: how loud the middle and the back are heard from the front. */
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

/** The line of time that decoded pieces are laid on, in samples of their own rate from the start of the file. */
class SoundLine {
  readonly #rate: number
  readonly #left: Resampler | undefined
  readonly #right: Resampler | undefined
  #cursor: number | undefined
  /** Samples at 48 kHz until the first that is wanted. */
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
    // Sound before the start of the file is what an encoder had to put there.
    const dropped = isApart && gap < 0 ? Math.min(sample.numberOfFrames, -gap) : 0
    const padded = isApart && gap > 0 ? gap : 0
    this.#cursor = cursor + padded + sample.numberOfFrames - dropped
    const placed =
      dropped > 0 || padded > 0
        ? { left: place(stereo.left, padded, dropped), right: place(stereo.right, padded, dropped) }
        : stereo
    return this.#wanted(this.#left && this.#right ? this.#resampled(placed, this.#left, this.#right) : placed)
  }

  end(): Sound {
    if (!this.#left || !this.#right) return silence(0)
    return this.#wanted({ left: this.#left.end(), right: this.#right.end() })
  }

  /** Where the line begins: with the first piece, but never before the file nor after what is wanted. */
  #begin(at: number): number {
    const wanted = Math.floor((this.#fromSample * this.#rate) / SAMPLE_RATE)
    const begin = Math.max(0, Math.min(at, wanted))
    // Off by half a sample at most: a hundredth of a millisecond.
    this.#skip = this.#fromSample - Math.round((begin * SAMPLE_RATE) / this.#rate)
    this.#cursor = begin
    return begin
  }

  #resampled(sound: Sound, left: Resampler, right: Resampler): Sound {
    return { left: left.push(sound.left), right: right.push(sound.right) }
  }

  #wanted(sound: Sound): Sound {
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
 * Mono is heard on both sides as loud as it is; more channels than two are laid to the front as ITU-R BS.775 says, without
 * the channel for the deep effects.
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
  // Left, right, middle, [deep,] back left, back right.
  const back = sample.numberOfChannels > 5 ? 4 : 3
  const [middle, backLeft, backRight] = [channel(2), channel(back), channel(back + 1)]
  for (let n = 0; n < left.length; n++) {
    left[n] = (left[n] as number) + asideGain * ((middle[n] as number) + (backLeft[n] as number))
    right[n] = (right[n] as number) + asideGain * ((middle[n] as number) + (backRight[n] as number))
  }
  return { left, right }
}
