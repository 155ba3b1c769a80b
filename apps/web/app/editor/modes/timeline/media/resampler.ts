// Resamples sound of any rate to 48 kHz, piece by piece without seams: a windowed sinc (Smith, "Digital Audio Resampling",
// with a Blackman window) with precomputed values for each phase.

/** Samples on either side of a point that the filter uses. At 44.1 kHz the band ends at 20 kHz, 70 dB down beyond. */
const reach = 24
/** More phases than this make no difference: the error is below 16 bits. */
const maxPhases = 1024

/** Resamples one channel. Output sample n is the input at n times `from / to`. */
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
