// Mixes the sound of a video: opens each voice when it starts, adds the voices, and keeps the sum from clipping. It works in
// chunks, so memory use does not depend on the length.
import assert from 'node:assert/strict'
import { LIMITER_DELAY_SAMPLES, Limiter } from '@vitrine/composition/limiter'
import { SAMPLE_RATE, type Sound } from '@vitrine/composition/sound'
import type { Voice } from '@vitrine/composition/voice'
import { openAudioFile, type SoundReader } from '../media/audio-file.ts'
import { StretchedSound } from './stretched-sound.ts'

export interface SoundtrackOptions {
  readonly voices: readonly Voice[]
  /** Frames per second as a fraction. */
  readonly frameRate: readonly [number, number]
  /** The file of each asset. A voice whose asset has no file, or whose file has no sound, is silent. */
  readonly files: Readonly<Record<string, string>>
  /** Frame of the composition at which the video begins. */
  readonly firstFrame: number
}

/** Sample position (48 kHz) of a frame, counted from frame 0. */
export function sampleOfFrame(frame: number, frameRate: readonly [number, number]): number {
  return Math.round((frame * frameRate[1] * SAMPLE_RATE) / frameRate[0])
}

/** Gains change along straight lines between points this far apart (1.3 ms). */
const GAIN_STEP = 64

/** The mixed sound of a composition, read from its first sample on. */
export class Soundtrack {
  readonly #options: SoundtrackOptions
  readonly #limiter = new Limiter()
  readonly #pending: Voice[]
  #playing: Player[] = []
  /** Position of the next sample to be mixed, counted from frame 0 of the composition. */
  #position: number

  private constructor(options: SoundtrackOptions) {
    this.#options = options
    this.#pending = options.voices.filter((voice) => voice.endFrame > options.firstFrame)
    this.#position = sampleOfFrame(options.firstFrame, options.frameRate)
  }

  /** Opens the sound of a video. Call `close` when done. */
  static async open(options: SoundtrackOptions): Promise<Soundtrack> {
    const soundtrack = new Soundtrack(options)
    // The limiter has a delay: its delay is compensated in advance, so that sound and pictures stay in sync.
    await soundtrack.#mix(LIMITER_DELAY_SAMPLES)
    return soundtrack
  }

  /** The next `count` samples. Past the end of every voice there is silence. */
  async read(count: number): Promise<Sound> {
    return this.#mix(count)
  }

  close(): void {
    for (const player of this.#playing) player.close()
    this.#playing = []
  }

  async #mix(count: number): Promise<Sound> {
    const mix: Sound = { left: new Float32Array(count), right: new Float32Array(count) }
    await this.#startDue(this.#position + count)
    for (const player of this.#playing) await player.addTo(mix, this.#position, count)
    this.#position += count
    this.#playing = this.#playing.filter((player) => {
      if (player.endSample > this.#position) return true
      player.close()
      return false
    })
    this.#limiter.process(mix, count)
    return mix
  }

  async #startDue(before: number): Promise<void> {
    const { frameRate, files } = this.#options
    for (let index = this.#pending.length - 1; index >= 0; index--) {
      const voice = this.#pending[index]
      assert(voice)
      if (sampleOfFrame(voice.startFrame, frameRate) >= before) continue
      this.#pending.splice(index, 1)
      const path = files[voice.assetId]
      if (path === undefined) continue
      const player = await Player.open(voice, path, { frameRate, position: this.#position })
      if (player) this.#playing.push(player)
    }
  }
}

/** One voice under way: its file, where in it we are, and how loud it is. */
class Player {
  readonly endSample: number
  readonly #voice: Voice
  readonly #path: string
  readonly #startSample: number
  readonly #framesPerSample: number
  readonly #partSamples: number
  #reader: SoundReader | undefined
  #leftInPart: number

  private constructor(voice: Voice, path: string, reader: SoundReader, frameRate: readonly [number, number]) {
    this.#voice = voice
    this.#path = path
    this.#reader = reader
    this.#startSample = sampleOfFrame(voice.startFrame, frameRate)
    this.endSample = sampleOfFrame(voice.endFrame, frameRate)
    this.#framesPerSample = frameRate[0] / (frameRate[1] * SAMPLE_RATE)
    const { startSeconds, endSeconds } = voice.trim
    // In samples that are heard: a part played at double speed is over in half its time.
    this.#partSamples =
      endSeconds === undefined
        ? Number.POSITIVE_INFINITY
        : Math.round(((endSeconds - startSeconds) * SAMPLE_RATE) / voice.speed)
    this.#leftInPart = this.#partSamples
  }

  /** Opens a voice and goes to `position` in it; undefined when its file has no sound. */
  static async open(
    voice: Voice,
    path: string,
    { frameRate, position }: { frameRate: readonly [number, number]; position: number },
  ): Promise<Player | undefined> {
    const reader = await openAudioFile(path)
    if (!reader) return undefined
    const player = new Player(voice, path, reader, frameRate)
    try {
      player.#toStart()
      const begin = Math.max(position, player.#startSample)
      await player.#advance(
        begin - sampleOfFrame(voice.originFrame, frameRate),
        (wanted) => player.#reader?.skip(wanted) ?? 0,
      )
      return player
    } catch (error) {
      player.close()
      throw error
    }
  }

  /** Adds this voice's part of the samples `position` to `position + count` to the mix. */
  async addTo(mix: Sound, position: number, count: number): Promise<void> {
    const from = Math.max(position, this.#startSample)
    const to = Math.min(position + count, this.endSample)
    if (to <= from) return
    const own: Sound = { left: new Float32Array(to - from), right: new Float32Array(to - from) }
    let filled = 0
    await this.#advance(to - from, (wanted) => {
      const got = this.#reader?.read(own, filled, wanted) ?? 0
      filled += got
      return got
    })
    for (let start = 0; start < filled; start += GAIN_STEP) {
      const end = Math.min(start + GAIN_STEP, filled)
      let gain = this.#voice.gainAt((from + start) * this.#framesPerSample)
      const slope = (this.#voice.gainAt((from + end) * this.#framesPerSample) - gain) / (end - start)
      for (let index = start; index < end; index++, gain += slope) {
        const target = from - position + index
        mix.left[target] = (mix.left[target] ?? 0) + (own.left[index] ?? 0) * gain
        mix.right[target] = (mix.right[target] ?? 0) + (own.right[index] ?? 0) * gain
      }
    }
  }

  close(): void {
    this.#reader?.close()
    this.#reader = undefined
  }

  /** Moves on by `count` samples with `take` (which answers how many it got), starting over at the end of a loop. */
  async #advance(count: number, take: (count: number) => number): Promise<void> {
    let left = count
    let emptyTurns = 0
    while (left > 0 && this.#reader) {
      const got = this.#leftInPart > 0 ? take(Math.min(left, this.#leftInPart)) : 0
      left -= got
      this.#leftInPart -= got
      if (left === 0) return
      // A source of no samples at all would turn round for ever.
      emptyTurns = got === 0 ? emptyTurns + 1 : 0
      if (!this.#voice.loop || emptyTurns > 1) return
      this.#reader.close()
      this.#reader = await openAudioFile(this.#path)
      this.#toStart()
    }
  }

  #toStart(): void {
    this.#leftInPart = this.#partSamples
    this.#reader?.skip(Math.round(this.#voice.trim.startSeconds * SAMPLE_RATE))
    if (this.#reader && this.#voice.speed !== 1) this.#reader = new StretchedSound(this.#reader, this.#voice.speed)
  }
}
