// A long video that other processes help to draw: this one takes ranges from the front, helpers from the back. What helpers do not
// bring, or bring damaged, is drawn here.
import { setTimeout as sleep } from 'node:timers/promises'
import type { FrameRange } from '@vitrine/shop/renders/render-range'
import type { Packet } from 'node-av'
import { EncodedVideo } from './encoded-video.ts'
import type { FrameSource } from './frame-source.ts'
import { groupFramesOf, type VideoFormat } from './video-encoder.ts'

/** Those who may draw ranges of a video. */
export interface Helpers {
  /** Offers all ranges that are to be drawn, in order. */
  offer(ranges: readonly FrameRange[], keyFrames: NonNullable<VideoFormat['keyFrames']>): Promise<void>
  /** Takes a range, unless somebody draws it now (and it is not late) or has drawn it: then a video of it alone is at `path`. */
  take(range: FrameRange, options: { readonly isLate: boolean }): Promise<'ours' | 'theirs' | { readonly path: string }>
}

/**
 * Each range begins a run of the encoder, which costs about a tenth of a second and forgets what it knew of the rate. Shorter ones
 * cost more of that; longer ones leave workers idle longer at the end, when there are none left to take.
 */
const RANGE_SECONDS = 5
/** Of video to draw. A helper takes a second or two to begin, so that it gains little with less. */
const SHARED_FROM_SECONDS = 20
const ASK_EVERY_MS = 200
/** A helper may take so many times as long for a range as this process does. */
const PATIENCE = 2
const SHORTEST_PATIENCE_MS = 5000

/**
 * The ranges that a video is encoded in when helpers may draw some: these depend on the frames to draw alone. Undefined when there are
 * too few to share.
 */
export function cutRanges(
  drawn: readonly FrameRange[],
  format: Pick<VideoFormat, 'frameRate'>,
): FrameRange[] | undefined {
  const second = groupFramesOf(format)
  const total = drawn.reduce((sum, { from, to }) => sum + to - from, 0)
  if (total < SHARED_FROM_SECONDS * second) return undefined
  const length = RANGE_SECONDS * second
  return drawn.flatMap(({ from, to }) => {
    const cuts = Array.from({ length: Math.ceil((to - from) / length) }, (_, n) => from + n * length)
    return cuts.map((start, n) => ({ from: start, to: cuts[n + 1] ?? to }))
  })
}

interface RangeTarget {
  readonly source: FrameSource
  readonly format: VideoFormat
  /** Of the encoder: pictures of an encoder with others cannot be joined. */
  readonly headers: Buffer | null
}

/** The ranges of one video. They are received in order. */
export class SharedRanges {
  readonly #helpers: Helpers
  readonly #ranges: readonly FrameRange[]
  readonly #target: RangeTarget
  #next = 0
  #askedAhead: Promise<'ours' | 'theirs' | { readonly path: string }> | undefined
  #ownFrames = 0
  #ownMs = 0
  #beganAt: number | undefined

  private constructor(helpers: Helpers, ranges: readonly FrameRange[], target: RangeTarget) {
    this.#helpers = helpers
    this.#ranges = ranges
    this.#target = target
  }

  /** Offers the ranges of a video. */
  static async offer(helpers: Helpers, ranges: readonly FrameRange[], target: RangeTarget): Promise<SharedRanges> {
    await helpers.offer(ranges, target.format.keyFrames ?? 'fitting')
    return new SharedRanges(helpers, ranges, target)
  }

  /**
   * The packets of the next range, which the caller frees, when a helper has drawn it; waits for one who draws it now. Undefined when
   * the caller is to draw it, whose frames are then announced.
   */
  async receive(range: FrameRange): Promise<Packet[] | undefined> {
    this.#measure()
    let taken = await (this.#askedAhead ?? this.#ask(range, false))
    this.#askedAhead = undefined
    this.#next++
    for (const askedAt = performance.now(); taken === 'theirs'; ) {
      await sleep(ASK_EVERY_MS)
      taken = await this.#ask(range, performance.now() - askedAt > this.#patienceMs(range))
    }
    if (taken !== 'ours') {
      const packets = await this.#read(taken.path, range).catch(() => undefined)
      if (packets) return packets
      this.#target.source.announce(range)
    }
    this.#beganAt = performance.now()
    this.#ownFrames += range.to - range.from
    return undefined
  }

  /** Called after each frame that was drawn here: asks for the next range as soon as threads would run out of frames. */
  async lookAhead(frame: number): Promise<void> {
    const [now, next] = [this.#ranges[this.#next - 1], this.#ranges[this.#next]]
    const isNear = now && now.to - frame <= this.#target.source.framesAhead
    if (!isNear || !next || this.#askedAhead) return
    this.#askedAhead = this.#ask(next, false)
    await this.#askedAhead
  }

  async #ask(range: FrameRange, isLate: boolean) {
    const taken = await this.#helpers.take(range, { isLate })
    if (taken === 'ours') this.#target.source.announce(range)
    return taken
  }

  #measure(): void {
    if (this.#beganAt !== undefined) this.#ownMs += performance.now() - this.#beganAt
    this.#beganAt = undefined
  }

  #patienceMs({ from, to }: FrameRange): number {
    const msPerFrame = this.#ownMs / Math.max(1, this.#ownFrames)
    return Math.max(SHORTEST_PATIENCE_MS, PATIENCE * msPerFrame * (to - from))
  }

  async #read(path: string, { from, to }: FrameRange): Promise<Packet[] | undefined> {
    const { format, headers } = this.#target
    const video = await EncodedVideo.open(path, format)
    try {
      if (!video.hasHeaders(headers)) return undefined
      const packets = await video.readAll(to - from)
      for (const packet of packets) {
        packet.pts += BigInt(from)
        packet.dts += BigInt(from)
      }
      return packets
    } finally {
      video.close()
    }
  }
}
