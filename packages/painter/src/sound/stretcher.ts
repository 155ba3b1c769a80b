// Changes the speed of sound without changing its pitch: waveform similarity overlap-add (Verhelst and Roelands, 1993).
// Overlapping windows of the source are placed at a different distance than in the source. Each is shifted slightly so that it
// continues the previous window. Pure arithmetic: the same numbers in browsers and on the server.
import type { Sound } from './voice.ts'

/** Lengths in samples at 48 kHz: windows of 43 ms overlap by half and are shifted by up to 11 ms. */
const WINDOW = 2048
const HOP = WINDOW / 2
const SEARCH_RADIUS = 512
/** The coarse search tries and compares every eighth sample; the fine search tries every sample and compares every second. */
const COARSE = 8
const FINE_COMPARED = 2

const RISE = Float32Array.from({ length: HOP }, (_, n) => 0.5 - 0.5 * Math.cos((Math.PI * (n + 0.5)) / HOP))

/**
 * Streams one sound: push samples of the source, pull stretched ones. The output depends only on the source and the speed, not
 * on the chunk sizes. Sample n of the result is within 11 ms of sample n·speed of the source.
 */
export class Stretcher {
  readonly #speed: number
  /** The source from `#origin` on, `#length` samples. */
  #left = new Float32Array(8 * WINDOW)
  #right = new Float32Array(8 * WINDOW)
  #origin = 0
  #length = 0
  #isEnded = false
  /** Number of windows so far, and the source position of the last one. */
  #windows = 0
  #taken = 0
  /** The faded second half of the last window, to which the next one is added. */
  readonly #tail = { left: new Float32Array(HOP), right: new Float32Array(HOP) }
  /** Finished samples, of which `#pulledReady` were pulled. */
  readonly #ready = { left: new Float32Array(HOP), right: new Float32Array(HOP) }
  #readyLength = 0
  #pulledReady = 0
  /** Total number of pulled samples. */
  #pulled = 0

  /** @param speed seconds of the source per second of the result */
  constructor(speed: number) {
    this.#speed = speed
  }

  /** How many samples of the source should be pushed before the next ones can be pulled; 0 when some are ready. */
  get missingSamples(): number {
    if (this.#pulledReady < this.#readyLength || this.#isEnded) return 0
    return Math.max(0, this.#nextEnd() - (this.#origin + this.#length))
  }

  /** Adds samples of the source. */
  push({ left, right }: Sound): void {
    this.#discardUsed()
    const needed = this.#length + left.length
    if (needed > this.#left.length) this.#grow(needed)
    this.#left.set(left, this.#length)
    this.#right.set(right, this.#length)
    this.#length = needed
  }

  /** Marks the end of the source. */
  end(): void {
    this.#isEnded = true
  }

  /** Writes up to `count` finished samples into `into` from `offset` on, and returns their number. */
  pull(into: Sound, offset: number, count: number): number {
    let done = 0
    while (done < count) {
      if (this.#pulledReady === this.#readyLength && !this.#addWindow()) break
      const piece = Math.min(count - done, this.#readyLength - this.#pulledReady)
      into.left.set(this.#ready.left.subarray(this.#pulledReady, this.#pulledReady + piece), offset + done)
      into.right.set(this.#ready.right.subarray(this.#pulledReady, this.#pulledReady + piece), offset + done)
      this.#pulledReady += piece
      this.#pulled += piece
      done += piece
    }
    return done
  }

  /** The nominal position of the next window, centred on its target time, before matching it to the previous one. */
  #nextPosition(): number {
    return this.#windows === 0 ? 0 : Math.max(0, Math.round((this.#windows + 1) * HOP * this.#speed) - HOP)
  }

  /** The sample after the last one that the next window may need. */
  #nextEnd(): number {
    // `covered` is for the length: output must be covered by source samples that are known to exist.
    const covered = Math.ceil((this.#windows + 1) * HOP * this.#speed)
    return Math.max(this.#nextPosition() + SEARCH_RADIUS + WINDOW, this.#taken + HOP + WINDOW, covered)
  }

  /** Adds one more window; false when the source is too short. */
  #addWindow(): boolean {
    const end = this.#origin + this.#length
    if (!this.#isEnded && this.#nextEnd() > end) return false
    // Beyond the end of the source there is silence.
    const max = Math.round(end / this.#speed)
    if (this.#isEnded && this.#pulled >= max) return false
    const place = this.#windows === 0 ? 0 : this.#bestPosition(this.#nextPosition())
    const { left, right } = this.#ready
    const first = this.#windows === 0
    for (let n = 0; n < HOP; n++) {
      const rise = first ? 1 : (RISE[n] as number)
      const at = place - this.#origin + n
      left[n] = (this.#tail.left[n] as number) + rise * this.#sample(this.#left, at)
      right[n] = (this.#tail.right[n] as number) + rise * this.#sample(this.#right, at)
      const fall = RISE[HOP - 1 - n] as number
      this.#tail.left[n] = fall * this.#sample(this.#left, at + HOP)
      this.#tail.right[n] = fall * this.#sample(this.#right, at + HOP)
    }
    this.#taken = place
    this.#windows++
    this.#pulledReady = 0
    this.#readyLength = this.#isEnded ? Math.min(HOP, max - this.#pulled) : HOP
    return true
  }

  #sample(channel: Float32Array, at: number): number {
    return at >= 0 && at < this.#length ? (channel[at] as number) : 0
  }

  /** The position near `target` whose beginning is most similar to the continuation of the last window. */
  #bestPosition(target: number): number {
    const follows = this.#taken + HOP
    const min = Math.max(this.#origin, target - SEARCH_RADIUS)
    const max = target + SEARCH_RADIUS
    // At normal speed the source continues unchanged, so no search is needed.
    if (follows >= min && follows <= max && this.#speed === 1) return follows
    const coarse = this.#search(follows, { min, max, step: COARSE, skip: COARSE })
    const near = { min: Math.max(min, coarse - COARSE), max: Math.min(max, coarse + COARSE) }
    return this.#search(follows, { ...near, step: 1, skip: FINE_COMPARED })
  }

  #search(follows: number, { min, max, step, skip }: { min: number; max: number; step: number; skip: number }): number {
    let best = min
    let highest = Number.NEGATIVE_INFINITY
    for (let place = min; place <= max; place += step) {
      const correlation = this.#correlate(follows - this.#origin, place - this.#origin, skip)
      if (correlation > highest) {
        highest = correlation
        best = place
      }
    }
    return best
  }

  /** The normalised correlation of two ranges of half a window. */
  #correlate(one: number, other: number, skip: number): number {
    const [left, right] = [this.#left, this.#right]
    const end = Math.min(HOP, this.#length - Math.max(one, other))
    let product = 0
    let power = 1e-9
    for (let n = 0; n < end; n += skip) {
      const a = (left[one + n] as number) + (right[one + n] as number)
      const b = (left[other + n] as number) + (right[other + n] as number)
      product += a * b
      power += b * b
    }
    return product / Math.sqrt(power)
  }

  /** Drops samples that no window will use. */
  #discardUsed(): void {
    const needed = Math.min(this.#nextPosition() - SEARCH_RADIUS, this.#taken + HOP)
    const passed = Math.min(this.#length, needed - this.#origin)
    if (passed < 4 * WINDOW) return
    this.#left.copyWithin(0, passed, this.#length)
    this.#right.copyWithin(0, passed, this.#length)
    this.#origin += passed
    this.#length -= passed
  }

  #grow(needed: number): void {
    const size = Math.max(needed, 2 * this.#left.length)
    const [left, right] = [new Float32Array(size), new Float32Array(size)]
    left.set(this.#left.subarray(0, this.#length))
    right.set(this.#right.subarray(0, this.#length))
    this.#left = left
    this.#right = right
  }
}
