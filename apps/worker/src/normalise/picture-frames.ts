// Reads the pictures of a recording at a constant rate, in the master's form: repeated where the recording pauses, dropped
// where it runs faster.
import { type Frame, Rational } from 'node-av'
import { FilterAPI } from 'node-av/api'
import { tagBt709 } from '../media/libav.ts'
import { VideoFile } from '../media/video-file.ts'
import { describePictureChain } from './picture-chain.ts'
import { RecordingRejected } from './recording-rejected.ts'
import type { VideoFacts } from './source-facts.ts'

export interface PictureSelection {
  readonly video: VideoFacts
  /** How many there shall be, from the start of the file on. */
  readonly frames: number
  /** The libav filters that bring them into form; those of a master unless given. One picture out for each in. */
  readonly describeChain?: (video: VideoFacts, frame: Frame) => string
}

/**
 * The pictures one after the other, `index` counting from 0. The frame is the reader's own until the next is asked for; a
 * picture that is shown for longer comes several times. Throws `RecordingRejected` when not one can be decoded.
 */
export async function* readPictures(
  path: string,
  { video, frames, describeChain = describePictureChain }: PictureSelection,
): AsyncGenerator<{ frame: Frame; index: number }> {
  const file = VideoFile.open(path, { isTurned: false })
  const secondsPerFrame = video.frameRate[1] / video.frameRate[0]
  let filter: FilterAPI | undefined
  /** How often the pictures are shown that went into the filter and have not come out. */
  const shown: number[] = []
  let index = 0
  async function* repeat(ready: readonly Frame[]) {
    for (const frame of ready) {
      tagBt709(frame)
      for (let times = shown.shift() ?? 0; times > 0; times--) yield { frame, index: index++ }
      frame.free()
    }
  }
  try {
    for (let at = 0; at < frames; ) {
      // The middle of its time determines which picture a frame shows: times that are a little off then change nothing.
      const present = file.frameAt((at + 0.5) * secondsPerFrame)?.clone()
      if (!present) throw new RecordingRejected('media-damaged', 'not one of its pictures can be decoded')
      const time = present.bestEffortTimestamp
      present.pts = BigInt(at)
      present.timeBase = new Rational(video.frameRate[1], video.frameRate[0])
      let times = 1
      while (at + times < frames && file.frameAt((at + times + 0.5) * secondsPerFrame)?.bestEffortTimestamp === time)
        times++
      shown.push(times)
      filter ??= FilterAPI.create(describeChain(video, present))
      const ready = await filter.processAll(present)
      present.free()
      yield* repeat(ready)
      at += times
    }
    await filter?.flush()
    for (let frame = await filter?.receive(); frame; frame = await filter?.receive()) yield* repeat([frame])
  } finally {
    filter?.close()
    file.close()
  }
}
