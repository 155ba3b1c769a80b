// Reads the frames of one video in order of time, as the server's renderer does: the frame of a time is the last one
// that has started. Going back, or far ahead, seeks.
import { type VideoSample, VideoSampleSink } from 'mediabunny'
import type { OpenSource } from '../../../media/source.ts'

/** Times are computed in different ways, so a frame is shown this little before its time. */
export const toleranceSeconds = 0.001
/** Up to this far ahead, decoding is cheaper than seeking. */
const seekBeyondSeconds = 3

export interface VideoReader {
  /**
   * The frame at a time of the source; the first one also covers the time before it, the last one the time after it.
   * The reader owns it and closes it with the next call. Undefined when nothing can be decoded. Calls must not overlap.
   */
  readAt(seconds: number): Promise<VideoSample | undefined>
  /** The current frame's time, in seconds of the source. */
  getPlace(): FramePlace | undefined
  close(): void
}

/** Whether the frame covers a time. */
export function isAt({ startSeconds, endSeconds }: FramePlace, seconds: number): boolean {
  return seconds >= startSeconds - toleranceSeconds && seconds < endSeconds - toleranceSeconds
}

interface FramePlace {
  sample: VideoSample
  /** Minus infinity for the first frame, which also covers the time before it. */
  startSeconds: number
  /** Infinite after the last picture. */
  endSeconds: number
}

/** Opens the frames of a video that this browser can decode. */
export function openVideoReader({ tracks }: OpenSource): VideoReader {
  if (!tracks?.video) throw new Error('This source has no pictures')
  const sink = new VideoSampleSink(tracks.video)
  const { startSeconds } = tracks
  let samples: AsyncGenerator<VideoSample, void, unknown> | undefined
  let current: VideoSample | undefined
  let next: VideoSample | undefined
  /** Time of the video's first frame, once it is known. */
  let firstSeconds = Number.NaN
  let isClosed = false

  const findTime = (sample: VideoSample) => sample.timestamp - startSeconds
  const take = async () => {
    const taken = await samples?.next()
    if (!taken || taken.done) return undefined
    if (!isClosed) return taken.value
    taken.value.close()
    return undefined
  }
  const forget = () => {
    current?.close()
    next?.close()
    current = undefined
    next = undefined
    void samples?.return().catch(() => undefined)
    samples = undefined
  }
  const seek = async (seconds: number) => {
    forget()
    samples = sink.samples(seconds + startSeconds + toleranceSeconds)
    current = await take()
    next = await take()
    if (current && findTime(current) > seconds + toleranceSeconds) firstSeconds = findTime(current)
  }
  const findStart = (sample: VideoSample) =>
    findTime(sample) === firstSeconds ? Number.NEGATIVE_INFINITY : findTime(sample)
  return {
    async readAt(seconds) {
      const isBefore = current !== undefined && seconds < findStart(current) - toleranceSeconds
      const isFarAhead = next !== undefined && seconds > findTime(next) + seekBeyondSeconds
      if (!current || isBefore || isFarAhead) await seek(seconds)
      while (next && findTime(next) <= seconds + toleranceSeconds) {
        current?.close()
        current = next
        next = undefined
        next = await take()
      }
      return current
    },
    getPlace() {
      if (!current) return undefined
      const endSeconds = next ? findTime(next) : Number.POSITIVE_INFINITY
      return { sample: current, startSeconds: findStart(current), endSeconds }
    },
    close() {
      isClosed = true
      forget()
    },
  }
}
