// A helper's part of a long video: draws ranges one after another, each into a video of its own without sound.
import { join } from 'node:path'
import { resolveDocument } from '@vitrine/composition/resolve'
import type { FrameRange } from '@vitrine/shop/renders/render-range'
import { openFrameSource, writeFrame } from './frame-source.ts'
import { formatOf, type VideoProgress, type VideoSpec } from './render-video.ts'
import { VideoWriter } from './video-writer.ts'

export interface RangesSpec extends Omit<VideoSpec, 'outPath' | 'reference'> {
  readonly folder: string
  readonly first: FrameRange
}

/** A range whose video is complete on disk. */
export interface MadeRange extends FrameRange {
  readonly path: string
}

export interface RenderRangesOptions {
  /** The next range to draw; undefined when there are none left. */
  next(): Promise<FrameRange | undefined>
  onMade(range: MadeRange): Promise<void>
  /** Called after every frame. */
  onProgress?(progress: VideoProgress): void
}

/** Draws ranges until there are none left. Returns how many frames they have. */
export async function renderRanges(
  { folder, first, ...spec }: RangesSpec,
  { next, onMade, onProgress }: RenderRangesOptions,
): Promise<number> {
  await using resources = new AsyncDisposableStack()
  const document = resolveDocument(spec.document, spec.values, spec.difference, spec.variant, spec.timeline)
  const { duration: frameCount } = document.canvas
  const { output } = spec
  const source = resources.adopt(
    await openFrameSource({ spec, document, options: output, frameCount, threads: output.drawThreads ?? 1 }),
    (opened) => opened.close(),
  )
  const format = formatOf(spec)
  let framesDone = 0
  const announced = (range: FrameRange | undefined) => {
    if (range) source.announce(range)
    return range
  }
  for (let range = announced(first); range; ) {
    const path = join(folder, `${range.from}.mp4`)
    const writer = await VideoWriter.open(path, format, source.arena)
    let following: Promise<FrameRange | undefined> | undefined
    try {
      for (let frame = range.from; frame < range.to; frame++) {
        await writeFrame(source, writer, frame)
        onProgress?.({ stage: 'drawing', framesDone: ++framesDone, frameCount })
        // Threads that draw ahead must not run out of frames.
        if (range.to - frame <= source.framesAhead) following ??= next().then(announced)
      }
      await writer.finish()
    } finally {
      await writer.close()
    }
    await onMade({ ...range, path })
    range = await (following ?? next().then(announced))
  }
  return framesDone
}
