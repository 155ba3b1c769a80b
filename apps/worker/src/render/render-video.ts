// Renders a composition to a video: composes every frame, mixes the sound, and passes both to the encoder. While other threads
// encode frame n, this one composes frame n + 1. Memory use does not depend on the length of the video.

import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import type { FrameRate } from '@vitrine/document/document'
import { createSoundMixer, sampleOfFrame } from '@vitrine/painter/mixer'
import { listVoices } from '@vitrine/painter/voice'
import { resolveDocument } from '@vitrine/project/resolve'
import type { Packet } from 'node-av'
import { soundFileAt } from '../media/audio-file.ts'
import { UnusableVideo } from './encoded-video.ts'
import { type FrameReuse, openFrameReuse } from './frame-reuse.ts'
import { openFrameSource, writeFrame } from './frame-source.ts'
import { VIDEO_TOO_LARGE, type VideoInfo, type VideoSpec } from './render-program.ts'
import type { EncoderPreset, VideoFormat } from './video-encoder.ts'
import { VideoWriter } from './video-writer.ts'

/** The video would exceed the limit of its output; a partial file remains. */
export class VideoTooLarge extends Error {
  readonly code = VIDEO_TOO_LARGE
}

interface VideoProgress {
  readonly stage: 'preparing' | 'drawing' | 'finishing'
  readonly framesDone: number
  readonly frameCount: number
}

export interface RenderVideoOptions {
  /** Called after every frame. */
  onProgress?(progress: VideoProgress): void
  /** Ends the render between two frames: `renderVideo` then throws the signal's reason, and a partial file remains. */
  signal?: AbortSignal
}

const DEFAULT_CRF = 20
const DEFAULT_PRESET: EncoderPreset = 'veryfast'

/** A frame rate as a fraction: 30 becomes `[30, 1]`, 29.97 becomes `[2997, 100]`. */
export function toFraction(fps: FrameRate): readonly [number, number] {
  if (typeof fps !== 'number') return fps
  return Number.isInteger(fps) ? [fps, 1] : [Math.round(fps * 100), 100]
}

/**
 * Renders a composition, or its stretch `from` to `to`, to an MP4 file: H.264, AAC, index first, exact length. A reference
 * render that cannot be used is ignored.
 */
export async function renderVideo(spec: VideoSpec, options: RenderVideoOptions = {}): Promise<VideoInfo> {
  const { reference, ...plain } = spec
  const { from = 0, to = spec.document.canvas.duration } = spec.output
  const isWhole = from === 0 && to === spec.document.canvas.duration
  // A video of the customer's own clips shares no frames with the template.
  if (reference === undefined || !isWhole || spec.timeline) return writeVideo(spec, undefined, options)
  const format = toVideoFormat(spec)
  const reuse = await openFrameReuse(reference, spec, { ...format, keyFrames: 'even' })
  if (!reuse) return writeVideo(plain, undefined, options)
  try {
    return await writeVideo(spec, reuse, options)
  } catch (error) {
    if (error instanceof UnusableVideo) return await writeVideo(plain, undefined, options)
    throw error
  } finally {
    reuse.close()
  }
}

/** The format of a video. */
function toVideoFormat({ document, output }: Pick<VideoSpec, 'document' | 'output'>): VideoFormat {
  const { width, height, crf = DEFAULT_CRF, preset = DEFAULT_PRESET, threads = 0, keyFrames = 'fitting' } = output
  return { width, height, frameRate: toFraction(document.canvas.fps), crf, preset, threads, keyFrames }
}

async function writeVideo(
  spec: VideoSpec,
  reuse: FrameReuse | undefined,
  { onProgress, signal }: RenderVideoOptions,
): Promise<VideoInfo> {
  const { output, outPath } = spec
  signal?.throwIfAborted()
  onProgress?.({ stage: 'preparing', framesDone: 0, frameCount: spec.document.canvas.duration })
  await using resources = new AsyncDisposableStack()
  const document = resolveDocument(spec.document, spec.values, spec.difference, spec.variant, spec.timeline)
  // A timeline gives the video the length of its clips.
  const {
    from = 0,
    to = document.canvas.duration,
    drawThreads: threads = 1,
    maxBytes = Number.POSITIVE_INFINITY,
  } = output
  const frameCount = to - from
  assert(from >= 0 && to > from && to <= document.canvas.duration, `no frames ${from} to ${to}`)
  const format: VideoFormat = reuse ? { ...toVideoFormat(spec), keyFrames: 'even' } : toVideoFormat(spec)
  const { frameRate } = format
  const parts = listParts({ from, to }, reuse)
  const drawn = parts.filter(({ isReused }) => !isReused)
  const toDraw = drawn.reduce((sum, part) => sum + part.to - part.from, 0)
  const source = resources.adopt(
    await openFrameSource({ spec, document, options: output, frameCount: toDraw, threads }),
    (opened) => opened.close(),
  )
  const voices = output.audio === false ? [] : listVoices(document)
  const framesPerSecond = frameRate[0] / frameRate[1]
  const mixer = createSoundMixer({
    voices,
    framesPerSecond,
    firstFrame: from,
    // A voice without a file is silent.
    open: async (assetId) => {
      const path = spec.assetFiles[assetId]
      return path === undefined ? undefined : soundFileAt(path)
    },
    onFailed: 'throw',
  })
  resources.adopt(mixer, (opened) => opened.close())
  const writer = resources.adopt(await VideoWriter.open(outPath, format, source.arena), (opened) => opened.close())
  if (reuse && !reuse.hasHeaders(writer.headers)) throw new UnusableVideo('the base was encoded by another encoder')

  const counts = { drawnFrameCount: 0, reusedFrameCount: 0 }
  const addSound = async (frame: number) => {
    const samples = sampleOfFrame(frame + 1, framesPerSecond) - sampleOfFrame(frame, framesPerSecond)
    const { left, right } = await mixer.read(samples)
    writer.writeSound(left, right)
    onProgress?.({ stage: 'drawing', framesDone: frame + 1 - from, frameCount })
  }
  for (const part of drawn) source.announce(part)
  for (const part of parts) {
    signal?.throwIfAborted()
    const packets = part.isReused ? await reuse?.read({ start: part.from, end: part.to }) : undefined
    if (packets) {
      await copyPackets(packets, writer)
      counts.reusedFrameCount += packets.length
    } else await writer.endRun()
    for (let frame = part.from; frame < part.to; frame++) {
      signal?.throwIfAborted()
      if (!packets && (await writeFrame(source, writer, frame))) counts.drawnFrameCount++
      await addSound(frame)
      if (writer.sizeBytes > maxBytes) throw new VideoTooLarge(`more than ${maxBytes} bytes after frame ${frame}`)
    }
  }
  onProgress?.({ stage: 'finishing', framesDone: frameCount, frameCount })
  await writer.finish()
  const { size: sizeBytes } = await stat(outPath)
  if (sizeBytes > maxBytes) throw new VideoTooLarge(`${sizeBytes} bytes instead of at most ${maxBytes}`)
  return {
    width: output.width,
    height: output.height,
    frameCount,
    frameRate,
    durationSeconds: (frameCount * frameRate[1]) / frameRate[0],
    sizeBytes,
    ...counts,
  }
}

/** Frames of a video that are either drawn or reused from the reference render. */
interface Part {
  readonly from: number
  /** The frame after the last. */
  readonly to: number
  readonly isReused: boolean
}

/** The parts of a video, in order. */
function listParts({ from, to }: Pick<Part, 'from' | 'to'>, reuse: FrameReuse | undefined): Part[] {
  const parts: Part[] = []
  for (let frame = from; frame < to; ) {
    const group = reuse?.groupAt(frame)
    const last = parts.at(-1)
    if (group) parts.push({ from: frame, to: group.end, isReused: true })
    else if (last && !last.isReused) parts[parts.length - 1] = { ...last, to: frame + 1 }
    else parts.push({ from: frame, to: frame + 1, isReused: false })
    frame = group?.end ?? frame + 1
  }
  return parts
}

async function copyPackets(packets: readonly Packet[], writer: VideoWriter): Promise<void> {
  try {
    await writer.reuseGroup(packets)
  } finally {
    for (const packet of packets) packet.free()
  }
}
