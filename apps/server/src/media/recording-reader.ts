// Reads videos and sound recordings with the native decoders: duration, size, and whether they can be played.

import { countMissingBytes } from '@vitrine/media/container'
import { decodeFrames, MediaInput } from '@vitrine/media/media-input'
import { shownSize } from '@vitrine/media/shown-size'
import {
  AV_DISPOSITION_ATTACHED_PIC,
  AV_NOPTS_VALUE,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
  AVSEEK_FLAG_BACKWARD,
  type Stream,
} from 'node-av'

export interface RecordingRequest {
  readonly path: string
  readonly longestMs: number
}

/** The result. `damaged`: the file does not open, or its beginning or end cannot be decoded. */
export type RecordingReport =
  | {
      readonly outcome: 'playable'
      readonly kind: 'video' | 'audio'
      /** Displayed size: rotation and pixel aspect applied; null for sound. */
      readonly width: number | null
      readonly height: number | null
      readonly durationMs: number
    }
  | { readonly outcome: 'too-long'; readonly durationMs: number }
  | { readonly outcome: 'damaged'; readonly reason: string }

/** Tolerance between the stated end and the last decoded frame, in seconds. */
const END_TOLERANCE_SECONDS = 1

/** Decodes the first and the last second of the recording at `path`. Never throws because of the file's contents. */
export async function readRecording(path: string, longestMs: number): Promise<RecordingReport> {
  try {
    using input = await MediaInput.open(path)
    const playing = input.streams.filter((stream) => !stream.hasDisposition(AV_DISPOSITION_ATTACHED_PIC))
    const video = playing.find((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_VIDEO)
    const audio = playing.find((stream) => stream.codecpar.codecType === AVMEDIA_TYPE_AUDIO)
    const stream = video ?? audio
    if (!stream) return { outcome: 'damaged', reason: 'neither picture nor sound in it' }

    const missingBytes = countMissingBytes(path)
    if (missingBytes > 0) return { outcome: 'damaged', reason: `cut short: ${missingBytes} bytes are missing` }
    const first = await decodeFrom(path, stream.index, 0, 1)
    if (first.frames === 0) return { outcome: 'damaged', reason: 'the beginning does not decode' }
    const claimedSeconds = input.durationSeconds
    if (claimedSeconds !== undefined && claimedSeconds * 1000 > longestMs) {
      return { outcome: 'too-long', durationMs: Math.round(claimedSeconds * 1000) }
    }
    let endSeconds = 0
    for (const one of [video, audio]) {
      if (!one) continue
      // Recordings from a browser do not state their length, so everything is decoded to find it.
      const claimed = claimedEnd(input, one) ?? (video && audio ? undefined : claimedSeconds)
      const lastSecond = Math.max(0, (claimed ?? claimedSeconds ?? 0) - 1)
      const end = (await decodeFrom(path, one.index, lastSecond, Number.POSITIVE_INFINITY)).endSeconds
      // Sound and pictures may end at different times, but each where the file states: players would show the last picture until
      // then.
      if (claimed !== undefined && end < claimed - END_TOLERANCE_SECONDS) return endsEarly(end, claimed)
      endSeconds = Math.max(endSeconds, end)
    }
    if (claimedSeconds !== undefined && endSeconds < claimedSeconds - END_TOLERANCE_SECONDS) {
      return endsEarly(endSeconds, claimedSeconds)
    }
    const durationMs = Math.round((claimedSeconds ?? endSeconds) * 1000)
    if (durationMs > longestMs) return { outcome: 'too-long', durationMs }
    const size = video ? shownSize(video) : { width: null, height: null }
    return { outcome: 'playable', kind: video ? 'video' : 'audio', ...size, durationMs }
  } catch (error) {
    return { outcome: 'damaged', reason: (error as Error).message }
  }
}

function endsEarly(endSeconds: number, claimedSeconds: number): RecordingReport {
  return { outcome: 'damaged', reason: `ends after ${endSeconds} s instead of ${claimedSeconds} s` }
}

/** The stated end of a stream, counted from the beginning of the file. Only MP4 states it exactly. */
function claimedEnd(input: MediaInput, { startTime, duration, timeBase }: Stream): number | undefined {
  if (input.container !== 'mp4' || duration <= 0n || startTime === AV_NOPTS_VALUE) return undefined
  return (Number(startTime + duration) * timeBase.num) / timeBase.den - Math.max(0, input.startSeconds)
}

/**
 * Decodes one stream from `startSeconds` for `seconds`, or to its end. Seconds count from the beginning of the file, which is the
 * start of its earliest stream: another stream may start later, and the length of the file includes that delay.
 */
async function decodeFrom(path: string, streamIndex: number, startSeconds: number, seconds: number) {
  using input = await MediaInput.open(path)
  const stream = input.streams[streamIndex] as Stream
  const secondsPerTick = stream.timeBase.num / stream.timeBase.den
  const origin = Math.max(0, input.startSeconds)
  if (startSeconds > 0) {
    const ticks = BigInt(Math.floor((origin + startSeconds) / secondsPerTick))
    await input.seek(streamIndex, ticks, AVSEEK_FLAG_BACKWARD)
  }
  let frames = 0
  let endSeconds = 0
  for await (const frame of decodeFrames(input, stream)) {
    frames++
    const { bestEffortTimestamp, duration } = frame
    frame.free()
    if (bestEffortTimestamp === AV_NOPTS_VALUE) continue
    const shownAt = Number(bestEffortTimestamp) * secondsPerTick - origin
    endSeconds = Math.max(endSeconds, shownAt + Number(duration) * secondsPerTick)
    if (shownAt > startSeconds + seconds) break
  }
  return { frames, endSeconds }
}
