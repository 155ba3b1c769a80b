// Scans a video or song once for thumbnails at given times and for its loudness. Runs in the media worker.
import { AudioSampleSink, VideoSampleSink } from 'mediabunny'
import { decodePhoto } from './photo.ts'
import type { OpenSource } from './source.ts'

/** Peaks are reported after so many seconds of sound: a long song is drawn as it is read. */
const pieceSeconds = 20

/** A thumbnail of a moment, to draw and to keep. */
export interface SmallPicture {
  seconds: number
  picture: ImageBitmap
  file: Blob
}

/** Of JPEG: thumbnails are looked at in passing. */
const keptQuality = 0.7

/**
 * Thumbnails of a video, in the order in which they are asked for; times that are sorted cost least. A photo gives the
 * same one for each.
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
    const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: keptQuality })
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
  const wanted = times.map((seconds) => Math.max(first, seconds + startSeconds))
  let n = 0
  const samples = new VideoSampleSink(video).samplesAtTimestamps(wanted)
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

/** The peaks of a sound, piece by piece from its start. */
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

/** Adds the samples to the peaks of their parts. Returns the part after the last. */
function gather(
  channel: Float32Array,
  settings: { at: number; sampleRate: number; samplesPerSecond: number; first: number; peaks: Float32Array },
): number {
  const { at, sampleRate, samplesPerSecond, first, peaks } = settings
  const step = samplesPerSecond / sampleRate
  let part = 0
  for (let n = 0; n < channel.length; n++) {
    part = Math.floor(at * samplesPerSecond + n * step)
    // The last samples of a piece may belong to the next one; a part less there is not seen.
    const index = Math.min(part - first, peaks.length - 1)
    if (index >= 0) peaks[index] = Math.min(1, Math.max(peaks[index] as number, Math.abs(channel[n] as number)))
  }
  return part + 1
}
