// Reads the pictures of a recording at a constant rate, in the master's format: repeated where the recording pauses, dropped
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
  /** Number of pictures to read, from the start of the file. */
  readonly frames: number
  /** The libav filters to apply; by default those of a master. Each input must give one output. */
  readonly describeChain?: (video: VideoFacts, frame: Frame) => string
}

/**
 * Yields the pictures in order, `index` counting from 0. The reader owns each frame until the next one is requested; a picture
 * with a longer duration is yielded several times. Throws `RecordingRejected` when none can be decoded.
 */
export async function* readPictures(
  path: string,
  { video, frames, describeChain = describePictureChain }: PictureSelection,
): AsyncGenerator<{ frame: Frame; index: number }> {
  const file = VideoFile.open(path, { isTurned: false })
  const secondsPerFrame = video.frameRate[1] / video.frameRate[0]
  let filter: FilterAPI | undefined
  /** Repeat counts of the pictures that are still inside the filter. */
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
      // The middle of a frame's time selects its picture, so that slightly inexact times have no effect.
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
