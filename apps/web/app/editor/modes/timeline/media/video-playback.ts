// One video of the preview in one layer: decodes ahead while playing, shows an exact frame while paused, caches a few
// frames for stepping back, and limits its memory.

import { VideoSample, VideoSampleSink } from 'mediabunny'
import type { OpenSource } from '../../../media/source.ts'
import { closePicture, createUpright, type DecodedPicture, readyPicture } from './decoded-picture.ts'
import { toleranceSeconds } from './video-reader.ts'

interface VideoPlaybackEvents {
  /** The requested frame has been decoded. */
  onArrived: () => void
  onFailed: (error: unknown) => void
  /** Decoding cannot keep up with playback. */
  onLate: () => void
}

/** The limit of decoded frames; decoders of some machines have no more. */
const maxHeld = 10
const maxHeldBytes = 96 * 1024 * 1024
/** A time further ahead is seeked to instead of decoded through. */
const seekBeyondSeconds = 1
/** While stepping back, decoding starts this long before the requested frame. */
const backSeconds = 0.3
/** A frame decoded for less than this share of the drawn size looks soft. */
const sharpShare = 0.95
/** After this many late frames in a row, the device counts as too slow for the video. */
const lateAtOnce = 20

interface DrawnPicture {
  source: CanvasImageSource
  /** Pixels of the source per pixel of the video. */
  scale: number
}

interface Shot {
  picture: DecodedPicture
  startSeconds: number
  endSeconds: number
}

/**
 * mediabunny closes the last sample of a video together with its iterator, even if the sample has been returned and is
 * still shown.
 */
function takeOver(sample: VideoSample): VideoSample {
  const own = sample.clone()
  sample.close()
  return own
}

export class VideoPlayback {
  readonly source: OpenSource
  readonly #sink: VideoSampleSink
  readonly #events: VideoPlaybackEvents
  readonly #upright = createUpright()
  /** In order of time, without gaps. */
  #shots: Shot[] = []
  #samples: AsyncGenerator<VideoSample, void, unknown> | undefined
  /** The last drawn frame: shown until the requested one is decoded. */
  #last: DecodedPicture | undefined
  /** The scale at which the video is drawn: frames are prepared for that size. */
  #scale: number | undefined
  #requested = 0
  #isRunning = false
  #isBackward = false
  #isDrained = false
  #isPumping = false
  #isClosed = false
  #seekTo: number | undefined
  /** The requested time at which decoding started. */
  #beganAt = 0
  #lateInARow = 0

  constructor(source: OpenSource, events: VideoPlaybackEvents) {
    if (!source.tracks?.video) throw new Error('This source has no pictures')
    this.source = source
    this.#sink = new VideoSampleSink(source.tracks.video)
    this.#events = events
  }

  /** Identifies the frame that a time would show now: used to skip identical paintings. */
  stampAt(seconds: number): string {
    const picture = (this.#find(seconds) ?? this.#nearest(seconds))?.picture ?? this.#last
    return picture ? `${picture.timestamp}@${picture.scale}` : ''
  }

  isExactAt(seconds: number): boolean {
    return this.#find(seconds) !== undefined
  }

  /**
   * The frame at a time, or the previous one until that is decoded; undefined when there is none yet. Draw it at once.
   * @param scale the drawn scale; by default the last one
   */
  drawAt(seconds: number, isRunning: boolean, scale?: number): DrawnPicture | undefined {
    if (scale !== undefined) this.#scaleTo(scale, isRunning)
    this.want(seconds, isRunning)
    const exact = this.#find(seconds)
    if (isRunning) this.#countLate(exact !== undefined)
    this.#keep(exact ?? this.#nearest(seconds))
    const shown = this.#last
    if (!shown) return undefined
    const { source } = shown
    return { source: source instanceof VideoSample ? this.#upright(source) : source, scale: shown.scale }
  }

  /** Decodes towards a time without showing it yet. */
  want(seconds: number, isRunning: boolean): void {
    this.#isBackward = seconds < this.#requested - toleranceSeconds || (this.#isBackward && seconds === this.#requested)
    this.#requested = seconds
    this.#isRunning = isRunning
    this.#forget()
    if (!this.#find(seconds) && !this.#isAhead(seconds))
      this.#seekTo = this.#isBackward ? seconds - backSeconds : seconds
    void this.#pump()
  }

  getHeld(): { pictures: number; bytes: number } {
    const pictures = this.#shots.length + (this.#last ? 1 : 0)
    return { pictures, bytes: pictures * this.#bytesPerPicture() }
  }

  close(): void {
    this.#isClosed = true
    this.#drop()
    if (this.#last) closePicture(this.#last)
    this.#last = undefined
  }

  #find(seconds: number): Shot | undefined {
    return this.#shots.find(
      ({ startSeconds, endSeconds }) =>
        seconds >= startSeconds - toleranceSeconds && seconds < endSeconds - toleranceSeconds,
    )
  }

  /** The closest cached frame; undefined without one. */
  #nearest(seconds: number): Shot | undefined {
    return this.#shots.findLast(({ startSeconds }) => startSeconds <= seconds) ?? this.#shots[0]
  }

  #keep(shot: Shot | undefined): void {
    const before = this.#last
    if (!shot || shot.picture === before) return
    this.#last = shot.picture
    if (before && !this.#shots.some(({ picture }) => picture === before)) closePicture(before)
  }

  /** Closes frames, except the one that is still shown. */
  #give(shots: readonly Shot[]): void {
    for (const { picture } of shots) if (picture !== this.#last) closePicture(picture)
  }

  /** Frames for a smaller size are good enough during playback; a paused frame is decoded again. */
  #scaleTo(scale: number, isRunning: boolean): void {
    // A paused frame may be shown in two places: the larger one counts.
    this.#scale = isRunning ? scale : Math.max(scale, this.#scale ?? 0)
    if (!isRunning && this.#shots.some(({ picture }) => picture.scale < Math.min(1, scale) * sharpShare)) this.#drop()
  }

  /** Whether continued decoding soon reaches the time. */
  #isAhead(seconds: number): boolean {
    if (this.#seekTo !== undefined || !this.#samples) return false
    const place = Math.max(this.#beganAt, this.#shots.at(-1)?.startSeconds ?? this.#beganAt)
    return seconds >= place - toleranceSeconds && seconds < place + seekBeyondSeconds
  }

  /** Closes past frames, except a few for stepping back while paused. */
  #forget(): void {
    const spared = this.#isRunning && !this.#isBackward ? 0 : this.#max() - 3
    const past = this.#shots.filter(({ endSeconds }) => endSeconds <= this.#requested + toleranceSeconds).length
    this.#give(this.#shots.splice(0, Math.max(0, past - spared)))
  }

  /** Decodes until enough is buffered. */
  async #pump(): Promise<void> {
    if (this.#isPumping || this.#isClosed) return
    this.#isPumping = true
    try {
      while (!this.#isClosed && (this.#seekTo !== undefined || this.#isHungry())) {
        // The decoded frame may satisfy a later request.
        if (this.#find(this.#requested)) this.#seekTo = undefined
        if (this.#seekTo !== undefined) this.#seek(this.#seekTo)
        await this.#decodeNext()
      }
    } catch (error) {
      if (!this.#isClosed) this.#events.onFailed(error)
    } finally {
      this.#isPumping = false
    }
  }

  #isHungry(): boolean {
    if (this.#isDrained) return false
    const ahead = this.#shots.filter(({ startSeconds }) => startSeconds > this.#requested).length
    const isThere = this.#find(this.#requested) !== undefined
    return !isThere || ahead < (this.#isRunning && !this.#isBackward ? this.#max() - 2 : 1)
  }

  #seek(seconds: number): void {
    // While scrubbing, the last decoded frame is better than the one shown before.
    if (!this.#isRunning) this.#keep(this.#nearest(this.#requested))
    this.#drop()
    this.#seekTo = undefined
    this.#isDrained = false
    this.#beganAt = Math.max(0, seconds)
    const { startSeconds = 0 } = this.source.tracks ?? {}
    this.#samples = this.#sink.samples(this.#beganAt + startSeconds + toleranceSeconds)
  }

  async #decodeNext(): Promise<void> {
    const samples = this.#samples
    const taken = await samples?.next()
    const picture = taken?.value && (await readyPicture(takeOver(taken.value), this.#scale ?? 1))
    if (this.#isClosed || samples !== this.#samples) {
      if (picture) closePicture(picture)
      return
    }
    const before = this.#shots.at(-1)
    const wasThere = this.#find(this.#requested) !== undefined
    if (!picture) {
      this.#isDrained = true
      // The last frame lasts to the end of the video, and beyond.
      if (before) before.endSeconds = Number.POSITIVE_INFINITY
    } else {
      const startSeconds = picture.timestamp - (this.source.tracks?.startSeconds ?? 0)
      if (before) before.endSeconds = startSeconds
      // The first frame after seeking also covers the time before it: nothing is earlier.
      const isFirst = before === undefined && startSeconds > this.#beganAt + toleranceSeconds
      this.#shots.push({
        picture,
        startSeconds: isFirst ? Number.NEGATIVE_INFINITY : startSeconds,
        endSeconds: startSeconds + Math.max(picture.duration, toleranceSeconds * 2),
      })
      this.#forget()
    }
    const isThere = this.#find(this.#requested) !== undefined
    if ((isThere && !wasThere) || (!isThere && before === undefined)) this.#events.onArrived()
  }

  #countLate(isInTime: boolean): void {
    this.#lateInARow = isInTime ? 0 : this.#lateInARow + 1
    if (this.#lateInARow === lateAtOnce) this.#events.onLate()
  }

  #max(): number {
    return Math.max(4, Math.min(maxHeld, Math.floor(maxHeldBytes / this.#bytesPerPicture())))
  }

  #bytesPerPicture(): number {
    return Math.max(1, this.source.width * this.source.height * 1.5)
  }

  #drop(): void {
    this.#give(this.#shots)
    this.#shots = []
    void this.#samples?.return().catch(() => undefined)
    this.#samples = undefined
  }
}
