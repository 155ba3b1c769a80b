// Reads films and sound recordings with the native decoders: how long, how large, and whether they really play.
import { Decoder, Demuxer, Log, type Stream } from 'node-av'
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_LOG_QUIET,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
} from 'node-av/constants'

/** What was found. `damaged` means: it does not open, or its beginning or end does not decode. */
export type RecordingReport =
  | {
      readonly outcome: 'playable'
      readonly kind: 'video' | 'audio'
      /** As shown: rotation and pixel shape applied; null for sound. */
      readonly width: number | null
      readonly height: number | null
      readonly durationMs: number
    }
  | { readonly outcome: 'too-long'; readonly durationMs: number }
  | { readonly outcome: 'damaged'; readonly reason: string }

/** How far the last decoded moment may lie before the end the file claims, in seconds. */
const END_TOLERANCE_SECONDS = 1

/** Decodes the first and the last second of the recording at `path`. Never throws for what the file contains. */
export async function readRecording(path: string, longestMs: number): Promise<RecordingReport> {
  Log.setLevel(AV_LOG_QUIET)
  try {
    // Only local files: a playlist inside an upload must not make us fetch anything.
    await using input = await Demuxer.open(path, { options: { protocol_whitelist: 'file' } })
    const playing = input.streams.filter((stream) => !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC))
    const video = playing.find((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO)
    const audio = playing.find((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO)
    const stream = video ?? audio
    if (!stream) return { outcome: 'damaged', reason: 'neither picture nor sound in it' }

    const first = await decodeFrom(path, stream.index, 0, 1)
    if (first.frames === 0) return { outcome: 'damaged', reason: 'the beginning does not decode' }
    const claimedSeconds = Number.isFinite(input.duration) && input.duration > 0 ? input.duration : undefined
    if (claimedSeconds !== undefined && claimedSeconds * 1000 > longestMs) {
      return { outcome: 'too-long', durationMs: Math.round(claimedSeconds * 1000) }
    }
    // Recordings made in a browser do not state their length: then everything is decoded to learn it.
    const lastSecond = Math.max(0, (claimedSeconds ?? 0) - 1)
    let { endSeconds } = await decodeFrom(path, stream.index, lastSecond, Number.POSITIVE_INFINITY)
    const endsEarly = () => claimedSeconds !== undefined && endSeconds < claimedSeconds - END_TOLERANCE_SECONDS
    if (endsEarly() && video && audio) {
      // The sound may go on after the picture; a file cut short lacks the end of both.
      endSeconds = (await decodeFrom(path, audio.index, lastSecond, Number.POSITIVE_INFINITY)).endSeconds
    }
    if (endsEarly()) return { outcome: 'damaged', reason: `ends after ${endSeconds} s instead of ${claimedSeconds} s` }
    const durationMs = Math.round((claimedSeconds ?? endSeconds) * 1000)
    if (durationMs > longestMs) return { outcome: 'too-long', durationMs }
    const size = video ? shownSize(video) : { width: null, height: null }
    return { outcome: 'playable', kind: video ? 'video' : 'audio', ...size, durationMs }
  } catch (error) {
    return { outcome: 'damaged', reason: (error as Error).message }
  }
}

/**
 * Decodes one stream from `startSeconds` for `seconds`, or to its end. Seconds count from the beginning of the file, which
 * is where its earliest stream begins: another one may come in later, and the length of the file counts that too.
 */
async function decodeFrom(path: string, streamIndex: number, startSeconds: number, seconds: number) {
  await using input = await Demuxer.open(path, { options: { protocol_whitelist: 'file' } })
  const stream = input.streams[streamIndex] as Stream
  const secondsPerTick = stream.timeBase.num / stream.timeBase.den
  const origin = Math.max(0, input.startTime)
  if (startSeconds > 0) await input.seek(origin + startSeconds, -1, AVSEEK_FLAG_BACKWARD)
  using decoder = await Decoder.create(stream, { exitOnError: false })
  let frames = 0
  let endSeconds = 0
  for await (using frame of decoder.frames(input.packets(streamIndex))) {
    if (!frame) continue
    frames++
    // Decoded sound counts in samples, whatever the file counts in.
    const { num, den } = frame.timeBase
    const frameTick = num > 0 && den > 0 ? num / den : secondsPerTick
    const shownAt = Number(frame.pts) * frameTick - origin
    endSeconds = Math.max(endSeconds, shownAt + Number(frame.duration) * frameTick)
    if (shownAt > startSeconds + seconds) break
  }
  return { frames, endSeconds }
}

/** The size a viewer sees: phones store upright films lying on their side with a matrix that turns them. */
function shownSize(stream: Stream): { width: number; height: number } {
  const { width, height, sampleAspectRatio } = stream.codecpar
  const stretch =
    sampleAspectRatio.num > 0 && sampleAspectRatio.den > 0 ? sampleAspectRatio.num / sampleAspectRatio.den : 1
  const shown = { width: Math.round(width * stretch), height }
  const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
  // The first two of nine 16.16 numbers are cosine and sine: a quarter turn leaves no cosine.
  const isOnItsSide = matrix && Math.abs(matrix.readInt32LE(0)) < Math.abs(matrix.readInt32LE(4))
  return isOnItsSide ? { width: shown.height, height: shown.width } : shown
}
