// Finds the groups of frames that a customer's video can reuse, already encoded, from the reference render.
import assert from 'node:assert/strict'
import type { Packet } from 'node-av'
import { ReferenceRender, UnusableReference } from './reference-render.ts'
import { findTouchedFrames, type Personalisation } from './touched-frames.ts'
import { groupFramesOf, type VideoFormat } from './video-encoder.ts'

/** Whole groups of frames that nothing of the customer's touches. */
export interface Group {
  readonly start: number
  /** The frame after the last. */
  readonly end: number
}

/** The base of one video under way. */
export interface FrameReuse {
  /** The untouched group that begins at a frame. */
  groupAt(frame: number): Group | undefined
  /** The encoded frames of a group; they are freed by whoever asked. */
  read(group: Group): Promise<Packet[]>
  hasHeaders(headers: Buffer | null): boolean
  close(): void
}

/** The groups of frames that a video could take over. A group at the end may be shorter. */
export function findUntouchedGroups(video: Personalisation, format: Pick<VideoFormat, 'frameRate'>): Group[] {
  const touched = findTouchedFrames(video)
  const length = groupFramesOf(format)
  const groups = Array.from({ length: Math.ceil(touched.length / length) }, (_, n) => ({
    start: n * length,
    end: Math.min(touched.length, (n + 1) * length),
  }))
  return groups.filter(({ start, end }) => !touched.slice(start, end).includes(true))
}

/** Opens a base; undefined when there is nothing to take from it, or it does not fit. `close` it in the end. */
export async function openFrameReuse(
  path: string,
  video: Personalisation,
  format: VideoFormat,
): Promise<FrameReuse | undefined> {
  const groups = new Map(findUntouchedGroups(video, format).map((group) => [group.start, group]))
  if (groups.size === 0) return undefined
  const base = await ReferenceRender.open(path, format).catch((error: unknown) => {
    if (error instanceof UnusableReference) return undefined
    throw error
  })
  if (!base) return undefined
  const length = groupFramesOf(format)
  return {
    groupAt: (frame) => groups.get(frame),
    read({ start, end }) {
      assert(start % length === 0)
      return base.readGroup(start / length, end - start)
    },
    hasHeaders: (headers) => base.hasHeaders(headers),
    close: () => base.close(),
  }
}
