// Finds the groups of frames that a customer's video can reuse, already encoded, from the reference render.
import assert from 'node:assert/strict'
import type { Packet } from 'node-av'
import { findTouchedFrames, type Personalisation } from '../compose/touched-frames.ts'
import { EncodedVideo, UnusableVideo } from './encoded-video.ts'
import { countGroupFrames, type VideoFormat } from './video-encoder.ts'

/** A group of frames that the customer's changes do not affect. */
export interface FrameGroup {
  readonly start: number
  /** The frame after the last. */
  readonly end: number
}

/** The reference render that a video reuses. */
export interface FrameReuse {
  /** The unaffected group that begins at a frame. */
  groupAt(frame: number): FrameGroup | undefined
  /** The encoded frames of a group; the caller frees them. */
  read(group: FrameGroup): Promise<Packet[]>
  hasHeaders(headers: Buffer | null): boolean
  close(): void
}

/** The groups of frames that a video could reuse. The last group may be shorter. */
export function findUntouchedGroups(video: Personalisation, format: Pick<VideoFormat, 'frameRate'>): FrameGroup[] {
  const touched = findTouchedFrames(video)
  const length = countGroupFrames(format)
  const groups = Array.from({ length: Math.ceil(touched.length / length) }, (_, n) => ({
    start: n * length,
    end: Math.min(touched.length, (n + 1) * length),
  }))
  return groups.filter(({ start, end }) => !touched.slice(start, end).includes(true))
}

/** Opens a reference render; undefined when it does not match or no frames can be reused. Call `close` when done. */
export async function openFrameReuse(
  path: string,
  video: Personalisation,
  format: VideoFormat,
): Promise<FrameReuse | undefined> {
  const groups = new Map(findUntouchedGroups(video, format).map((group) => [group.start, group]))
  if (groups.size === 0) return undefined
  const reference = await EncodedVideo.open(path, format).catch((error: unknown) => {
    if (error instanceof UnusableVideo) return undefined
    throw error
  })
  if (!reference) return undefined
  const length = countGroupFrames(format)
  return {
    groupAt: (frame) => groups.get(frame),
    read({ start, end }) {
      assert(start % length === 0)
      return reference.readGroup(start / length, end - start)
    },
    hasHeaders: (headers) => reference.hasHeaders(headers),
    close: () => reference.close(),
  }
}
