// Sound played faster or slower at its original pitch.
import type { Sound } from '@vitrine/composition/sound'
import { Stretcher } from '@vitrine/composition/stretcher'
import type { SoundReader } from '../media/audio-file.ts'

/** Samples that are read from the source at a time, at least. */
const PIECE = 4096

/** A reader of another reader's sound at a speed; samples are counted in the result. It takes the reader over. */
export class StretchedSound implements SoundReader {
  readonly #source: SoundReader
  readonly #speed: number
  readonly #stretcher: Stretcher
  readonly #piece: { left: Float32Array; right: Float32Array }
  #hasBegun = false
  #isOver = false

  constructor(source: SoundReader, speed: number) {
    this.#source = source
    this.#speed = speed
    this.#stretcher = new Stretcher(speed)
    this.#piece = { left: new Float32Array(4 * PIECE), right: new Float32Array(4 * PIECE) }
  }

  read(into: Sound, offset: number, count: number): number {
    this.#hasBegun = true
    let done = 0
    while (done < count) {
      const got = this.#stretcher.pull(into, offset + done, count - done)
      done += got
      if (got === 0 && !this.#feed()) break
    }
    return done
  }

  skip(count: number): number {
    // Nothing was heard yet, so that it can begin anywhere in the source.
    if (!this.#hasBegun) return Math.round(this.#source.skip(Math.round(count * this.#speed)) / this.#speed)
    const unheard = { left: new Float32Array(PIECE), right: new Float32Array(PIECE) }
    let done = 0
    while (done < count) {
      const got = this.read(unheard, 0, Math.min(PIECE, count - done))
      if (got === 0) break
      done += got
    }
    return done
  }

  close(): void {
    this.#source.close()
  }

  /** Gives the stretcher more of the source; false when there is none and it has been flushed. */
  #feed(): boolean {
    if (this.#isOver) return false
    const { left, right } = this.#piece
    const got = this.#source.read(this.#piece, 0, Math.min(left.length, Math.max(PIECE, this.#stretcher.wanted)))
    if (got > 0) this.#stretcher.push({ left: left.subarray(0, got), right: right.subarray(0, got) })
    else {
      this.#stretcher.end()
      this.#isOver = true
    }
    return true
  }
}
