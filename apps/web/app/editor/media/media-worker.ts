// The worker that reads files in the background for thumbnails, waveforms and editing copies.

import {
  AudioSampleSink,
  Mp4OutputFormat,
  Output,
  Quality,
  StreamTarget,
  VideoSample,
  VideoSampleSink,
  VideoSampleSource,
} from 'mediabunny'
import type { WorkerAnswer, WorkerMessage, WorkerRequest, WorkerResult } from './media-worker-client.ts'
import { openOutputFile } from './output-file.ts'
import { decodePhoto, type OpenSource, openSource } from './source.ts'

const running = new Map<number, AbortController>()
const answer = (message: WorkerAnswer, transfer: Transferable[] = []) => self.postMessage(message, { transfer })

self.addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
  if (data.kind === 'cancel') running.get(data.id)?.abort()
  else void work(data.id, data.request)
})

async function work(id: number, request: WorkerRequest): Promise<void> {
  const stop = new AbortController()
  running.set(id, stop)
  try {
    await carryOut(id, request, stop.signal)
    answer({ id, kind: 'done' })
  } catch (error) {
    answer({ id, kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  } finally {
    running.delete(id)
  }
}

async function carryOut(id: number, request: WorkerRequest, signal: AbortSignal): Promise<void> {
  const source = await openSource(request.origin)
  try {
    signal.throwIfAborted()
    const give = (result: WorkerResult, transfer: Transferable[]) => answer({ id, kind: 'piece', result }, transfer)
    if (request.task === 'thumbnails') {
      for await (const small of scanThumbnails(source, request, signal)) {
        give({ task: 'thumbnails', ...small }, [small.picture])
      }
    } else if (request.task === 'waveform') {
      for await (const { first, peaks } of scanWaveform(source, request.samplesPerSecond, signal)) {
        give({ task: 'waveform', first, peaks }, [peaks.buffer])
      }
    } else {
      const onPercent = (percent: number) => answer({ id, kind: 'percent', percent })
      await makeEditingCopy(source, request.target, { signal, onPercent })
    }
  } finally {
    source.close()
  }
}

// Scans a video or song once for thumbnails at requested times and for its loudness. Runs in the media worker.

/** Peaks are reported after this many seconds of sound, so that the waveform of a long song appears as it is read. */
const pieceSeconds = 20

/** A thumbnail to draw and to store. */
interface SmallPicture {
  seconds: number
  picture: ImageBitmap
  file: Blob
}

/** JPEG quality of stored thumbnails. */
const jpegQuality = 0.7

/**
 * Thumbnails of a video in the requested order; sorted times are fastest. A photo returns the same one for each time.
 */
async function* scanThumbnails(
  source: OpenSource,
  { times, height }: { times: readonly number[]; height: number },
  signal: AbortSignal,
): AsyncGenerator<SmallPicture> {
  const width = Math.max(1, Math.round((source.width / Math.max(1, source.height)) * height))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser has no canvas for thumbnails')
  context.imageSmoothingQuality = 'medium'
  const take = async (seconds: number): Promise<SmallPicture> => {
    const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: jpegQuality })
    return { seconds, picture: await createImageBitmap(canvas), file }
  }
  if (source.kind === 'image') {
    const photo = await decodePhoto(source.origin, Math.max(width, height), signal)
    context.drawImage(photo, 0, 0, width, height)
    photo.close()
    for (const seconds of times) yield await take(seconds)
    return
  }
  const { video, startSeconds } = source.tracks ?? {}
  if (!video || startSeconds === undefined) return
  const first = await video.getFirstTimestamp()
  const timestamps = times.map((seconds) => Math.max(first, seconds + startSeconds))
  let n = 0
  const samples = new VideoSampleSink(video).samplesAtTimestamps(timestamps)
  try {
    for await (const sample of samples) {
      const seconds = times[n] ?? 0
      n += 1
      sample?.draw(context, 0, 0, width, height)
      sample?.close()
      signal.throwIfAborted()
      if (sample) yield await take(seconds)
    }
  } finally {
    await samples.return()
  }
}

/** The peaks of a sound from its start, piece by piece. */
async function* scanWaveform(
  source: OpenSource,
  samplesPerSecond: number,
  signal: AbortSignal,
): AsyncGenerator<{ first: number; peaks: Float32Array<ArrayBuffer> }> {
  const { audio, startSeconds } = source.tracks ?? {}
  if (!audio || startSeconds === undefined) return
  const size = Math.ceil(pieceSeconds * samplesPerSecond)
  let first = 0
  let peaks = new Float32Array(size)
  let end = 0
  const samples = new AudioSampleSink(audio).samples()
  try {
    for await (const sample of samples) {
      const channel = new Float32Array(sample.numberOfFrames)
      sample.copyTo(channel, { planeIndex: 0, format: 'f32-planar' })
      const { sampleRate, timestamp } = sample
      sample.close()
      signal.throwIfAborted()
      const at = timestamp - startSeconds
      while (Math.floor(at * samplesPerSecond) >= first + size) {
        yield { first, peaks }
        first += size
        peaks = new Float32Array(size)
      }
      end = Math.max(end, gather(channel, { at, sampleRate, samplesPerSecond, first, peaks }))
    }
  } finally {
    await samples.return()
  }
  yield { first, peaks: peaks.slice(0, Math.max(0, Math.min(size, end - first))) }
}

/** Adds samples to the peaks of their intervals. Returns the index after the last interval. */
function gather(
  channel: Float32Array,
  settings: { at: number; sampleRate: number; samplesPerSecond: number; first: number; peaks: Float32Array },
): number {
  const { at, sampleRate, samplesPerSecond, first, peaks } = settings
  const step = samplesPerSecond / sampleRate
  let part = 0
  for (let n = 0; n < channel.length; n++) {
    part = Math.floor(at * samplesPerSecond + n * step)
    // The last samples of a piece may belong to the next one; the difference is not visible.
    const index = Math.min(part - first, peaks.length - 1)
    if (index >= 0) peaks[index] = Math.min(1, Math.max(peaks[index] as number, Math.abs(channel[n] as number)))
  }
  return part + 1
}

// Creates the proxy of a heavy video: at most half an hour, with two key frames per second for fast seeking. Timestamps
// are those of the original. Runs in the media worker.

/** Longest edge in pixels: the preview shows no more. */
const longestEdge = 1280
const keyFrameSeconds = 0.5
const bitrate = 4_000_000

/** Writes the copy. Throws the signal's reason when it is aborted. */
async function makeEditingCopy(
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
