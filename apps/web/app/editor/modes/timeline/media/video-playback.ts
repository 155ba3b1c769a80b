// One video of the preview in one layer: decodes ahead while playing, shows an exact frame while paused, keeps a few frames
// for stepping back, and limits the memory it uses.
import { VideoSample, VideoSampleSink } from 'mediabunny'
import type { OpenSource } from '../../../media/source.ts'
import { closePicture, type DecodedPicture, readyPicture } from './decoded-picture.ts'
import { createUpright } from './upright.ts'
import { toleranceSeconds } from './video-reader.ts'

export interface VideoPlaybackEvents {
  /** The requested frame has been decoded. */
  onArrived: () => void
  onFailed: (error: unknown) => void
  /** Playing, decoding does not keep up. */
  onLate: () => void
}

/** Maximum number of decoded frames at once; decoders of some machines have no more. */
const maxHeld = 10
const maxHeldBytes = 96 * 1024 * 1024
/** Further ahead than this is sought rather than decoded through. */
const seekBeyondSeconds = 1
/** While stepping back, decoding begins this long before the picture that is wanted. */
const backSeconds = 0.3
/** Of the size at which a picture is drawn: a smaller one is seen to be. */
const sharpShare = 0.95
/** So many pictures in a row too late are a video that this device cannot play. */
const lateAtOnce = 20

export interface DrawnPicture {
  source: CanvasImageSource
  /** Pixels of the source per pixel of the video. */
  scale: number
}

interface Shot {
  picture: DecodedPicture
  startSeconds: number
  endSeconds: number
}

/** mediabunny closes the last sample of a video together with its iterator, also when it has been handed out and is still shown. */
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
  /** Drawn last: shown until the one wanted is there. */
  #last: DecodedPicture | undefined
  /** At which the video is drawn: pictures are made ready for that size. */
  #scale: number | undefined
  #wanted = 0
  #isRunning = false
  #isBackward = false
  #isDrained = false
  #isPumping = false
  #isClosed = false
  #seekTo: number | undefined
  /** The time that decoding was begun for. */
  #beganAt = 0
  #lateInARow = 0

  constructor(source: OpenSource, events: VideoPlaybackEvents) {
    if (!source.tracks?.video) throw new Error('This source has no pictures')
    this.source = source
    this.#sink = new VideoSampleSink(source.tracks.video)
    this.#events = events
  }

  /** What the video would show at a time now: used to skip identical paintings. */
  stampAt(seconds: number): string {
    const picture = (this.#find(seconds) ?? this.#nearest(seconds))?.picture ?? this.#last
    return picture ? `${picture.timestamp}@${picture.scale}` : ''
  }

  isExactAt(seconds: number): boolean {
    return this.#find(seconds) !== undefined
  }

  /**
   * The picture at a time, or the one before it until that has been decoded; undefined when there is none yet. Drawable at
   * once only.
   * @param scale at which it is drawn; that of the last time unless given
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

  /** Makes for a time, without showing it yet. */
  want(seconds: number, isRunning: boolean): void {
    this.#isBackward = seconds < this.#wanted - toleranceSeconds || (this.#isBackward && seconds === this.#wanted)
    this.#wanted = seconds
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

  /** The closest frame in memory; undefined without one. */
  #nearest(seconds: number): Shot | undefined {
    return this.#shots.findLast(({ startSeconds }) => startSeconds <= seconds) ?? this.#shots[0]
  }

  #keep(shot: Shot | undefined): void {
    const before = this.#last
    if (!shot || shot.picture === before) return
    this.#last = shot.picture
    if (before && !this.#shots.some(({ picture }) => picture === before)) closePicture(before)
  }

  /** Gives pictures back, but for the one that is still shown. */
  #give(shots: readonly Shot[]): void {
    for (const { picture } of shots) if (picture !== this.#last) closePicture(picture)
  }

  /** Pictures that were decoded for a smaller size are good enough while others follow; one that stays is decoded again. */
  #scaleTo(scale: number, isRunning: boolean): void {
    // What stands still may be shown in two places: the larger one counts.
    this.#scale = isRunning ? scale : Math.max(scale, this.#scale ?? 0)
    if (!isRunning && this.#shots.some(({ picture }) => picture.scale < Math.min(1, scale) * sharpShare)) this.#drop()
  }

  /** Whether decoding on leads to the time soon. */
  #isAhead(seconds: number): boolean {
    if (this.#seekTo !== undefined || !this.#samples) return false
    const place = Math.max(this.#beganAt, this.#shots.at(-1)?.startSeconds ?? this.#beganAt)
    return seconds >= place - toleranceSeconds && seconds < place + seekBeyondSeconds
  }

  /** Pictures that are over are given back, but for a few while they may be stepped back to. */
  #forget(): void {
    const kept = this.#isRunning && !this.#isBackward ? 0 : this.#max() - 3
    const over = this.#shots.filter(({ endSeconds }) => endSeconds <= this.#wanted + toleranceSeconds).length
    this.#give(this.#shots.splice(0, Math.max(0, over - kept)))
  }

  /** Decodes until enough is buffered. */
  async #pump(): Promise<void> {
    if (this.#isPumping || this.#isClosed) return
    this.#isPumping = true
    try {
      while (!this.#isClosed && (this.#seekTo !== undefined || this.#isHungry())) {
        // The decoded frame may satisfy a later request.
        if (this.#find(this.#wanted)) this.#seekTo = undefined
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
    const ahead = this.#shots.filter(({ startSeconds }) => startSeconds > this.#wanted).length
    const isThere = this.#find(this.#wanted) !== undefined
    return !isThere || ahead < (this.#isRunning && !this.#isBackward ? this.#max() - 2 : 1)
  }

  #seek(seconds: number): void {
    // While it is scrubbed, the last that was found is better than what was shown before.
    if (!this.#isRunning) this.#keep(this.#nearest(this.#wanted))
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
    const wasThere = this.#find(this.#wanted) !== undefined
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
    const isThere = this.#find(this.#wanted) !== undefined
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
