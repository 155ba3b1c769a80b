// Keeps mixed sound below full scale. The limiter looks a few milliseconds ahead and lowers the gain in time, so that a loud
// passage gets slightly quieter instead of clipping.
import { SAMPLE_RATE, type Sound } from './sound.ts'

/** One decibel below full scale, as EBU R 128 requires: the reconstructed waveform and AAC overshoot by half a decibel and more. */
const CEILING = 0.891
/** 5 ms: short enough to be inaudible as a fade, long enough not to distort bass. */
const WINDOW = SAMPLE_RATE / 200
/** After a peak the gain recovers with a time constant of 150 ms. */
const RELEASE = 1 - Math.exp(-1 / (0.15 * SAMPLE_RATE))

/** The delay of the limiter in samples. */
export const LIMITER_DELAY_SAMPLES = WINDOW - 1

/** Streaming stereo limiter. Sound that never exceeds the ceiling is unchanged bit for bit. */
export class Limiter {
  readonly #delayLeft = new Float32Array(WINDOW)
  readonly #delayRight = new Float32Array(WINDOW)
  /** The gain that each of the last WINDOW samples allows, and the minimum over any WINDOW of those. */
  readonly #allowed = new Float64Array(WINDOW).fill(1)
  readonly #smallest = new Float64Array(WINDOW).fill(1)
  #sum = WINDOW
  #at = 0
  #released = 1
  /** Samples until every gain in the windows is 1 again; at 0 there is nothing to compute. */
  #busy = 0

  /**
   * Replaces `sound[0..count)` by the sound of `LIMITER_DELAY_SAMPLES` earlier. The gain is the mean over a window of minima
   * over a window. When a peak is output, every minimum has included it, so the mean cannot be too large.
   */
  process(sound: Sound, count: number): void {
    for (let index = 0; index < count; index++) {
      const left = sound.left[index] ?? 0
      const right = sound.right[index] ?? 0
      const gain = this.#nextGain(Math.max(Math.abs(left), Math.abs(right)))
      this.#delayLeft[this.#at] = left
      this.#delayRight[this.#at] = right
      this.#at = (this.#at + 1) % WINDOW
      sound.left[index] = (this.#delayLeft[this.#at] ?? 0) * gain
      sound.right[index] = (this.#delayRight[this.#at] ?? 0) * gain
    }
  }

  #nextGain(peak: number): number {
    if (peak > CEILING) this.#busy = 2 * WINDOW + 2 * SAMPLE_RATE
    if (this.#busy === 0) return 1
    this.#busy--

    this.#released += (1 - this.#released) * RELEASE
    this.#released = Math.min(this.#released, peak > CEILING ? CEILING / peak : 1)
    this.#allowed[this.#at] = this.#released
    let smallest = 1
    for (let index = 0; index < WINDOW; index++) smallest = Math.min(smallest, this.#allowed[index] ?? 1)
    this.#sum += smallest - (this.#smallest[this.#at] ?? 1)
    this.#smallest[this.#at] = smallest

    if (this.#busy === 0) this.#reset()
    return Math.min(1, this.#sum / WINDOW)
  }

  #reset(): void {
    this.#allowed.fill(1)
    this.#smallest.fill(1)
    this.#sum = WINDOW
    this.#released = 1
  }
}
