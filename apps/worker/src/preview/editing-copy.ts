// Creates the editing copy of a template's video: the same pictures at the same times, with fewer pixels. Colour and matte of
// an alpha video are scaled separately.

import assert from 'node:assert/strict'
import { checkMaster, MasterWriter } from '../normalise/master-writer.ts'
import { describeAlphaVideoChain, masterSize, readPictures, type Size } from '../normalise/picture-frames.ts'
import { readSoundFrames } from '../normalise/sound-frames.ts'
import { readSourceFacts, type VideoFacts } from '../normalise/source-facts.ts'

export interface EditingCopyRequest {
  readonly sourcePath: string
  readonly outPath: string
  /** Whether the lower half of its pictures is the matte of the upper half. */
  readonly isAlphaVideo: boolean
  /** Encoder threads; 0 lets the encoder choose. */
  readonly threads: number
}

export interface EditingCopyProgress {
  readonly stage: 'converting' | 'checking'
  readonly percent: number
}

/** Size of the file; for an alpha video, with both halves. */
export interface EditingCopy extends Size {
  readonly durationSeconds: number
}

/** The highest resolution shown before payment. */
const SHORT_EDGE = 540
/** Edges down to this size are accepted for a more exact aspect ratio: the difference is invisible. */
const MIN_SHORT_EDGE = 500
const CRF = 27
const SOUND_BITS_PER_SECOND = 96_000
/** Scrubbing decodes from the preceding key frame, so key frames are close together. */
const GOP_SECONDS = 0.5

/** Writes the copy. Throws `LibavError` or `RecordingRejected` for an unreadable video. */
export async function writeEditingCopy(
  { sourcePath, outPath, isAlphaVideo, threads }: EditingCopyRequest,
  report: (progress: EditingCopyProgress) => void,
): Promise<EditingCopy> {
  const { video, audio } = await readSourceFacts(sourcePath)
  assert(video, 'a video of a template has pictures')
  const [num, den] = video.frameRate
  const frames = Math.max(1, Math.round((video.endSeconds * num) / den))
  const durationSeconds = (frames * den) / num
  const seen = editingCopySize(seenSize(video, isAlphaVideo))
  const size = isAlphaVideo ? { width: seen.width, height: seen.height * 2 } : seen
  const writer = await MasterWriter.open(outPath, {
    hasSound: audio !== undefined,
    sound: { bitsPerSecond: SOUND_BITS_PER_SECOND },
    pictures: { ...size, frameRate: video.frameRate, crf: CRF, preset: 'veryfast', gopSeconds: GOP_SECONDS, threads },
  })
  try {
    if (audio) {
      for await (const frame of readSoundFrames(sourcePath, audio.streamIndex, durationSeconds))
        await writer.writeSound(frame)
    }
    await writer.endSound()
    const request = { video, frames }
    const pictures = readPictures(
      sourcePath,
      isAlphaVideo ? { ...request, describeChain: (_, frame) => describeAlphaVideoChain(frame, seen) } : request,
    )
    for await (const { frame, index } of pictures) {
      await writer.writePicture(frame, index)
      report({ stage: 'converting', percent: (95 * (index + 1)) / frames })
    }
  } finally {
    await writer.close()
  }
  report({ stage: 'checking', percent: 96 })
  const expected = { ...size, frames, durationSeconds, frameSeconds: den / num }
  await checkMaster(outPath, { pictures: expected, ...(audio && { sound: { durationSeconds } }) })
  return { ...size, durationSeconds }
}

/** The display size of the video. Alpha videos are pre-rendered upright with square pixels. */
function seenSize(video: VideoFacts, isAlphaVideo: boolean): Size {
  if (isAlphaVideo) return { width: video.width, height: video.height / 2 }
  return masterSize(video)
}

/**
 * The size of the copy for a display size: both edges even, nothing enlarged, and of the sizes around 540 the one with the
 * closest aspect ratio, because the copy replaces the video in editors.
 */
export function editingCopySize({ width, height }: Size): Size {
  const ratio = Math.max(width, height) / Math.min(width, height)
  const max = Math.min(SHORT_EDGE, 2 * Math.floor(Math.min(width, height) / 2))
  let best = { short: max, long: 0, fault: Number.POSITIVE_INFINITY }
  for (let short = max; short >= Math.min(max, MIN_SHORT_EDGE); short -= 2) {
    const long = 2 * Math.round((short * ratio) / 2)
    const fault = Math.abs(long / short - ratio)
    if (fault < best.fault - 1e-9) best = { short, long, fault }
  }
  return width < height ? { width: best.short, height: best.long } : { width: best.long, height: best.short }
}
