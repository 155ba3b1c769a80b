// The source of a video's frames: one composer in this thread, or several threads that draw ahead. The frames have the same
// bytes either way.
import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { ResolvedDocument } from '@vitrine/document/document'
import { drawnAssets } from '@vitrine/project/resolve'
import { Arena, type YuvPicture } from '../compose/arena.ts'
import { Composer, type ComposerOptions } from '../compose/composer.ts'
import { hasVideo } from '../compose/media-source.ts'
import type { SceneSpec } from '../compose/scene.ts'
import type { DrawMessage, DrawOrder, FrameOrder, OrderedFrame } from './draw-thread.ts'
import type { VideoWriter } from './video-writer.ts'

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

export interface FrameRequest {
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
export async function openFrameSource(request: FrameRequest): Promise<FrameSource> {
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
export async function writeFrame(source: FrameSource, writer: VideoWriter, frame: number): Promise<boolean> {
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
