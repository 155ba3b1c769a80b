// Renders a composition to a video: composes every frame, mixes the sound, and passes both to the encoder. While other threads
// encode frame n, this one composes frame n + 1; or several threads draw ahead, with the same bytes in every frame. Memory use
// does not depend on the length of the video.

import assert from 'node:assert/strict'
import { stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ResolvedDocument } from '@vitrine/document/document'
import { createSoundMixer, frameToSample } from '@vitrine/painter/mixer'
import { listVoices } from '@vitrine/painter/voice'
import { drawnAssets, resolveDocument } from '@vitrine/project/resolve'
import type { Packet } from 'node-av'
import { Arena, type YuvPicture } from '../compose/arena.ts'
import { Composer, type ComposerOptions } from '../compose/composer.ts'
import { hasVideo, type SceneSpec } from '../compose/scene.ts'
import { soundFileAt } from '../media/audio-file.ts'
import type { DrawMessage, DrawOrder, FrameOrder, OrderedFrame } from './draw-thread.ts'
import { type FrameReuse, openFrameReuse, UnusableVideo } from './frame-reuse.ts'
import { FULL_CRF, VIDEO_TOO_LARGE, type VideoInfo, type VideoSpec } from './render-program.ts'
import { type EncoderPreset, toFraction, type VideoFormat, VideoWriter } from './video-writer.ts'

/** The video would exceed the limit of its output; a partial file remains. */
class VideoTooLarge extends Error {
  readonly code = VIDEO_TOO_LARGE
}

interface VideoProgress {
  readonly stage: 'preparing' | 'drawing' | 'finishing'
  readonly framesDone: number
  readonly frameCount: number
}

interface RenderVideoOptions {
  /** Called after every frame. */
  onProgress?(progress: VideoProgress): void
  /** Ends the render between two frames: `renderVideo` then throws the signal's reason, and a partial file remains. */
  signal?: AbortSignal
}

const DEFAULT_PRESET: EncoderPreset = 'veryfast'

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
  const { width, height, crf = FULL_CRF, preset = DEFAULT_PRESET, threads = 0, keyFrames = 'fitting' } = output
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
    const samples = frameToSample(frame + 1, framesPerSecond) - frameToSample(frame, framesPerSecond)
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

/** Supplies frames in the order in which they were announced. */
interface FrameSource {
  /** Pictures to compose into belong to this arena. */
  readonly arena: Arena
  /** Announces the next frames: all from `from` to the one before `to`, the first of them always drawn. */
  announce(frames: { readonly from: number; readonly to: number }): void
  /** Whether a frame equals the previous one and need not be composed. */
  isRepeat(frame: number): boolean | Promise<boolean>
  /** Composes a frame into a picture. */
  compose(frame: number, target: YuvPicture): void | Promise<void>
  close(): void | Promise<void>
}

interface FrameRequest {
  readonly spec: SceneSpec
  /** The resolved document of `spec`. */
  readonly document: ResolvedDocument
  readonly options: ComposerOptions
  /** Number of frames in the video. */
  readonly frameCount: number
  /** Threads that may draw at the same time. */
  readonly threads: number
}

/** A shorter video is done before further threads have loaded. */
const FEWEST_FRAMES = 48
/** Frames that a thread draws in a row. Longer stretches need more memory, shorter ones reuse less between frames. */
const STRETCH_FRAMES = 8
/** Memory limit per thread for finished pictures that wait for the encoder. */
const MAX_WAITING_BYTES = 64 * 2 ** 20

const THREAD = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './draw-thread.ts' : './draw-thread.js', import.meta.url),
)

/**
 * Opens the frames of a video. Call `close` when done. Compositions with videos are drawn by one thread: each further thread
 * would decode the same videos again, and decoders have threads of their own.
 */
async function openFrameSource(request: FrameRequest): Promise<FrameSource> {
  const { spec, document, options, frameCount, threads } = request
  const files = drawnAssets(document).flatMap((id) => spec.assetFiles[id] ?? [])
  if (threads > 1 && frameCount >= FEWEST_FRAMES && !(await hasVideo(files)))
    return new ThreadedFrames(await Arena.open(), request)
  const composer = await Composer.open(spec, options)
  const afresh = new Set<number>()
  return {
    arena: composer.arena,
    announce: ({ from }) => void afresh.add(from),
    isRepeat: (frame) => !afresh.has(frame) && composer.areEqual(frame, frame - 1),
    compose: (frame, target) => composer.compose(frame, target),
    close: () => composer.close(),
  }
}

/** Writes the next frame of a source to a video; returns false for a repeated frame that was not drawn. */
async function writeFrame(source: FrameSource, writer: VideoWriter, frame: number): Promise<boolean> {
  if (await source.isRepeat(frame)) {
    await writer.repeatPicture()
    return false
  }
  const picture = await writer.nextPicture()
  await source.compose(frame, picture)
  writer.writePicture(picture)
  return true
}

/** A thread and its finished pictures. */
interface Drawer {
  readonly worker: Worker
  /** Number of its pictures that were consumed; the thread waits on it while all its slots are full. */
  readonly taken: Int32Array
  bytes: Uint8Array | undefined
  /** Resolves once the thread has loaded its scene or has ended. */
  readonly loaded: Promise<void>
}

interface DrawnFrame {
  readonly drawer: Drawer
  /** Address of its picture; undefined when it equals the previous frame. */
  readonly address: number | undefined
}

/** Frames from several threads, which draw alternating stretches ahead of the encoder. */
class ThreadedFrames implements FrameSource {
  readonly arena: Arena
  readonly #drawers: readonly Drawer[]
  /** Frames that a thread draws in a row. */
  readonly #stretch: number
  readonly #frames = new Map<number, PromiseWithResolvers<DrawnFrame>>()
  #announcedCount = 0
  #failure: Error | undefined

  constructor(arena: Arena, { spec, options, threads }: FrameRequest) {
    this.arena = arena
    const pictureBytes = options.width * options.height * 1.5
    this.#stretch = Math.max(1, Math.min(STRETCH_FRAMES, Math.floor(MAX_WAITING_BYTES / pictureBytes / 2)))
    const places = 2 * this.#stretch
    this.#drawers = Array.from({ length: threads }, () => this.#start({ spec, options, places }))
  }

  announce({ from, to }: { readonly from: number; readonly to: number }): void {
    const shares: OrderedFrame[][] = this.#drawers.map(() => [])
    for (let frame = from; frame < to; frame++) {
      const drawn = Promise.withResolvers<DrawnFrame>()
      // A failure is thrown when the frame is requested; until then it must not count as unhandled.
      drawn.promise.catch(() => {})
      if (this.#failure) drawn.reject(this.#failure)
      this.#frames.set(frame, drawn)
      const threadIndex = Math.floor(this.#announcedCount++ / this.#stretch) % shares.length
      shares[threadIndex]?.push({ frame, isAfresh: frame === from })
    }
    for (const [n, share] of shares.entries()) this.#drawers[n]?.worker.postMessage(share satisfies FrameOrder)
  }

  async isRepeat(frame: number): Promise<boolean> {
    return (await this.#find(frame)).address === undefined
  }

  async compose(frame: number, target: YuvPicture): Promise<void> {
    const { drawer, address } = await this.#find(frame)
    assert(address !== undefined && drawer.bytes, `frame ${frame} was drawn`)
    const size = (target.stride * target.height * 3) / 2
    this.arena.bytes.set(drawer.bytes.subarray(address, address + size), target.luma)
    Atomics.add(drawer.taken, 0, 1)
    Atomics.notify(drawer.taken, 0)
  }

  async close(): Promise<void> {
    // Terminating a thread while it loads a native module would crash the whole process.
    await Promise.all(this.#drawers.map(({ worker, loaded }) => loaded.then(() => worker.terminate())))
    this.arena.close()
  }

  #find(frame: number): Promise<DrawnFrame> {
    const found = this.#frames.get(frame)
    assert(found, `frame ${frame} was not announced`)
    return found.promise
  }

  #start(order: Omit<DrawOrder, 'taken'>): Drawer {
    const taken = new Int32Array(new SharedArrayBuffer(4))
    const worker = new Worker(THREAD, { workerData: { ...order, taken } satisfies DrawOrder })
    const loaded = new Promise<void>((resolve) => {
      worker.once('message', () => resolve())
      worker.once('exit', () => resolve())
    })
    const drawer: Drawer = { worker, taken, bytes: undefined, loaded }
    worker.on('message', (message: DrawMessage) => {
      if ('memory' in message) drawer.bytes = new Uint8Array(message.memory)
      else this.#frames.get(message.frame)?.resolve({ drawer, address: message.address })
    })
    worker.on('error', (error) => {
      this.#failure = error
      for (const { reject } of this.#frames.values()) reject(error)
    })
    return drawer
  }
}
