// Creates the proxy of a heavy video: at most half an hour, with two key frames per second for fast seeking. Timestamps
// are those of the original. Runs in the media worker.
import {
  Mp4OutputFormat,
  Output,
  Quality,
  StreamTarget,
  VideoSample,
  VideoSampleSink,
  VideoSampleSource,
} from 'mediabunny'
import { openOutputFile } from './output-file.ts'
import type { OpenSource } from './source.ts'

/** Longest edge in pixels: the preview shows no more. */
const longestEdge = 1280
const keyFrameSeconds = 0.5
const bitrate = 4_000_000

/** Writes the copy. Throws the signal's reason when it is aborted. */
export async function makeEditingCopy(
  source: OpenSource,
  target: FileSystemFileHandle,
  { signal, onPercent }: { signal: AbortSignal; onPercent: (percent: number) => void },
): Promise<void> {
  const { video, startSeconds } = source.tracks ?? {}
  if (!video || startSeconds === undefined) throw new Error('There is no video to copy')
  const scale = Math.min(1, longestEdge / Math.max(source.width, source.height))
  const [width, height] = [source.width, source.height].map((edge) => Math.max(2, 2 * Math.round((edge * scale) / 2)))
  const canvas = new OffscreenCanvas(width as number, height as number)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser has no canvas for the copy')
  const output = new Output({
    format: new Mp4OutputFormat({ fastStart: false }),
    target: new StreamTarget((await openOutputFile(target)).writable, { chunked: true, chunkSize: 1024 * 1024 }),
  })
  const copy = new VideoSampleSource({
    codec: 'avc',
    quality: new Quality({ bitrate }),
    keyFrameInterval: keyFrameSeconds,
  })
  output.addVideoTrack(copy)
  const samples = new VideoSampleSink(video).samples()
  try {
    await output.start()
    for await (const sample of samples) {
      if (sample.timestamp + sample.duration <= startSeconds) {
        sample.close()
        continue
      }
      sample.draw(context, 0, 0, canvas.width, canvas.height)
      const seconds = Math.max(0, sample.timestamp - startSeconds)
      const small = new VideoSample(canvas, { timestamp: seconds, duration: sample.duration })
      sample.close()
      await copy.add(small)
      small.close()
      onPercent(Math.min(99, Math.floor((seconds / Math.max(source.seconds, 0.001)) * 100)))
      signal.throwIfAborted()
    }
    await output.finalize()
  } catch (error) {
    await output.cancel().catch(() => undefined)
    throw error
  } finally {
    await samples.return()
  }
}
