// Mixes the sound of a video, for previews, browser exports and the worker: opens each voice when it begins, adds the voices,
// and prevents clipping. Works in chunks, so memory does not grow with the length.

import { Stretcher } from './stretcher.ts'
import { SAMPLE_RATE, type Sound, silence, type Voice } from './voice.ts'

/** Sound that can be read once, forwards only. */
export interface SoundReader {
  /** Reads the next samples into `into` from `offset` on. Returns the number written: fewer than requested only at the end. */
  read(into: Sound, offset: number, count: number): number | Promise<number>
  close(): void
}

/** A file that may have sound. Nothing is opened before it is needed. */
export interface SoundFile {
  /** The duration of its sound. Called only for a loop that begins in its middle. */
  findSeconds(): number | Promise<number>
  /** Reads it from a sample (48 kHz) on, counted from the start of the file; undefined when it has no sound. */
  open(fromSample: number): SoundReader | undefined | Promise<SoundReader | undefined>
}

interface SoundMixerSettings {
  readonly voices: readonly Voice[]
  /** Frame rate of the video; may be fractional. */
  readonly framesPerSecond: number
  /** Frame of the video at which the mix begins; may be fractional. */
  readonly firstFrame: number
  /** Undefined when there is no file: its voices are silent. Rejects when the file is unavailable. */
  open(assetId: string): Promise<SoundFile | undefined>
  /** What happens to a voice whose file is unavailable or damaged: it is silent, or the whole mix fails. */
  readonly onFailed: 'leave-out' | 'throw'
}

export interface SoundMixer {
  /** The next samples, always the requested number; after the end of every voice they are silence. Calls must not overlap. */
  read(count: number): Promise<Sound>
  close(): void
}

/** Gains are interpolated linearly between points this far apart (1.3 ms). */
const GAIN_STEP_SAMPLES = 64
/** Voices are opened this long before they begin, so that their file is loaded by then. */
const OPEN_AHEAD_SAMPLES = SAMPLE_RATE
/** Minimum number of samples that a stretched voice reads from its file at a time. */
const PIECE_SAMPLES = 4096

/** Sample position (48 kHz) of a frame, counted from frame 0. */
export function frameToSample(frame: number, framesPerSecond: number): number {
  return Math.round((frame / framesPerSecond) * SAMPLE_RATE)
}

export function createSoundMixer(settings: SoundMixerSettings): SoundMixer {
  const { framesPerSecond, firstFrame } = settings
  const limiter = new Limiter()
  let pending = settings.voices.filter((voice) => voice.endFrame > firstFrame)
  let playing: VoicePlayer[] = []
  let position = frameToSample(firstFrame, framesPerSecond)
  let isClosed = false
  let owed = LIMITER_DELAY_SAMPLES

  const startDue = (before: number) => {
    const due = pending.filter((voice) => frameToSample(voice.startFrame, framesPerSecond) < before)
    if (due.length === 0) return
    pending = pending.filter((voice) => !due.includes(voice))
    for (const voice of due) playing.push(new VoicePlayer(voice, settings, position))
  }
  const mix = async (count: number) => {
    const sum = silence(count)
    startDue(position + count + OPEN_AHEAD_SAMPLES)
    for (const player of playing) await player.addTo(sum, position, count)
    position += count
    const ended = playing.filter(({ endSample }) => endSample <= position)
    for (const player of ended) player.close()
    playing = playing.filter((player) => !ended.includes(player))
    limiter.process(sum, count)
    return sum
  }
  return {
    async read(count) {
      if (isClosed) return silence(count)
      // Compensates the delay of the limiter in advance, so that sound and pictures stay in sync.
      if (owed > 0) {
        const late = owed
        owed = 0
        await mix(late)
        // Closed in the meantime: voices opened now would never be closed.
        if (isClosed) return silence(count)
      }
      return mix(count)
    },
    close() {
      isClosed = true
      for (const player of playing) player.close()
      playing = []
    },
  }
}

/** A playing voice: its file, the position in it, and its gain. */
class VoicePlayer {
  readonly endSample: number
  readonly #voice: Voice
  readonly #settings: SoundMixerSettings
  readonly #startSample: number
  readonly #framesPerSample: number
  readonly #partSamples: number
  readonly #opening: Promise<SoundFile | undefined>
  #reader: SoundReader | undefined
  #leftInPart = 0
  #isOver = false
  #isBegun = false
  /** The position of the mix when this voice was opened. */
  readonly #position: number

  constructor(voice: Voice, settings: SoundMixerSettings, position: number) {
    const { framesPerSecond } = settings
    this.#voice = voice
    this.#settings = settings
    this.#position = position
    this.#startSample = frameToSample(voice.startFrame, framesPerSecond)
    this.endSample = frameToSample(voice.endFrame, framesPerSecond)
    this.#framesPerSample = framesPerSecond / SAMPLE_RATE
    const { startSeconds, endSeconds } = voice.trim
    // In output samples: a part played at double speed lasts half its time.
    this.#partSamples =
      endSeconds === undefined
        ? Number.POSITIVE_INFINITY
        : Math.round(((endSeconds - startSeconds) / voice.speed) * SAMPLE_RATE)
    const opened = settings.open(voice.assetId)
    this.#opening = settings.onFailed === 'throw' ? opened : opened.catch(() => undefined)
    // Awaited when the sound starts; until then a failure must not count as unhandled.
    this.#opening.catch(() => undefined)
  }

  /** Adds this voice's part of the samples `position` to `position + count` to the mix. */
  async addTo(mix: Sound, position: number, count: number): Promise<void> {
    const from = Math.max(position, this.#startSample)
    const to = Math.min(position + count, this.endSample)
    if (to <= from || this.#isOver) return
    const own = silence(to - from)
    const filled = await this.#fill(own).catch((error: unknown) => {
      if (this.#settings.onFailed === 'throw') throw error
      this.#isOver = true
      return 0
    })
    for (let start = 0; start < filled; start += GAIN_STEP_SAMPLES) {
      const end = Math.min(start + GAIN_STEP_SAMPLES, filled)
      let gain = this.#voice.gainAt((from + start) * this.#framesPerSample)
      const slope = (this.#voice.gainAt((from + end) * this.#framesPerSample) - gain) / (end - start)
      for (let index = start; index < end; index++, gain += slope) {
        const target = from - position + index
        mix.left[target] = (mix.left[target] as number) + (own.left[index] as number) * gain
        mix.right[target] = (mix.right[target] as number) + (own.right[index] as number) * gain
      }
    }
  }

  close(): void {
    this.#isOver = true
    this.#reader?.close()
    this.#reader = undefined
  }

  async #fill(own: Sound): Promise<number> {
    const file = await this.#opening
    if (!file || this.#isOver) {
      this.#isOver = true
      return 0
    }
    if (!this.#isBegun) await this.#begin(file)
    let filled = 0
    let emptyReads = 0
    while (filled < own.left.length && this.#reader) {
      const requested = Math.min(own.left.length - filled, this.#leftInPart)
      const got = requested > 0 ? await this.#reader.read(own, filled, requested) : 0
      filled += got
      this.#leftInPart -= got
      if (filled === own.left.length) break
      // An empty source would loop forever.
      emptyReads = got === 0 ? emptyReads + 1 : 0
      if (this.#isOver || !this.#voice.loop || emptyReads > 1) break
      await this.#open(file, 0)
    }
    return filled
  }

  /** Seeks to where the mix begins, which may be in the middle of the voice or in a later repetition of a loop. */
  async #begin(file: SoundFile): Promise<void> {
    this.#isBegun = true
    const begin = Math.max(this.#position, this.#startSample)
    const passed = Math.max(0, begin - frameToSample(this.#voice.originFrame, this.#settings.framesPerSecond))
    const loopSamples =
      this.#voice.loop && passed > 0 ? Math.min(this.#partSamples, await this.#samplesFromStart(file)) : 0
    await this.#open(file, loopSamples > 0 && Number.isFinite(loopSamples) ? passed % loopSamples : passed)
  }

  /** Samples from the start of the part to the end of the file, at the voice's speed. */
  async #samplesFromStart(file: SoundFile): Promise<number> {
    const seconds = (await file.findSeconds()) - this.#voice.trim.startSeconds
    return Math.max(0, Math.round((seconds / this.#voice.speed) * SAMPLE_RATE))
  }

  async #open(file: SoundFile, passedSamples: number): Promise<void> {
    this.#reader?.close()
    this.#reader = undefined
    const { speed } = this.#voice
    const fromSample = Math.round(this.#voice.trim.startSeconds * SAMPLE_RATE + passedSamples * speed)
    const plain = await file.open(fromSample)
    // Closed in the meantime: nothing else would close it later.
    if (this.#isOver) return plain?.close()
    this.#reader = plain && speed !== 1 ? stretch(plain, speed) : plain
    this.#leftInPart = this.#partSamples - passedSamples
  }
}

/** Reads another reader's sound at a speed with the original pitch. It takes ownership of the reader. */
function stretch(plain: SoundReader, speed: number): SoundReader {
  const stretcher = new Stretcher(speed)
  let isOver = false
  const feed = async () => {
    const piece = silence(Math.max(PIECE_SAMPLES, stretcher.missingSamples))
    const got = await plain.read(piece, 0, piece.left.length)
    if (got > 0) stretcher.push({ left: piece.left.subarray(0, got), right: piece.right.subarray(0, got) })
    if (got < piece.left.length) {
      stretcher.end()
      isOver = true
    }
  }
  return {
    async read(into, offset, count) {
      let done = 0
      while (done < count) {
        const got = stretcher.pull(into, offset + done, count - done)
        done += got
        if (got > 0) continue
        if (isOver) break
        await feed()
      }
      return done
    },
    close: () => plain.close(),
  }
}

// Keeps mixed sound below full scale. The limiter looks a few milliseconds ahead and lowers the gain in time, so that a loud
// passage gets slightly quieter instead of clipping.

/** One decibel below full scale, as EBU R 128 requires: the reconstructed waveform and AAC overshoot by half a decibel and more. */
const CEILING = 0.891
/** 5 ms: short enough to be inaudible as a fade, long enough not to distort bass. */
const WINDOW = SAMPLE_RATE / 200
/** After a peak the gain recovers with a time constant of 150 ms. */
const RELEASE = 1 - Math.exp(-1 / (0.15 * SAMPLE_RATE))

/** The delay of the limiter in samples. */
const LIMITER_DELAY_SAMPLES = WINDOW - 1

/** Streaming stereo limiter. Sound that never exceeds the ceiling is unchanged bit for bit. */
class Limiter {
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
