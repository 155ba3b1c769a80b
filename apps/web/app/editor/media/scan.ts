// Scans a video or song once for thumbnails at requested times and for its loudness. Runs in the media worker.
import { AudioSampleSink, VideoSampleSink } from 'mediabunny'
import { decodePhoto } from './photo.ts'
import type { OpenSource } from './source.ts'

/** Peaks are reported after this many seconds of sound, so that the waveform of a long song appears as it is read. */
const pieceSeconds = 20

/** A thumbnail to draw and to store. */
export interface SmallPicture {
  seconds: number
  picture: ImageBitmap
  file: Blob
}

/** JPEG quality of stored thumbnails. */
const jpegQuality = 0.7

/**
 * Thumbnails of a video in the requested order; sorted times are fastest. A photo returns the same one for each time.
 */
export async function* scanThumbnails(
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
export async function* scanWaveform(
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
