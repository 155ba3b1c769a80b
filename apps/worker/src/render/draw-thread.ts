// A thread that draws its share of a video's frames ahead, as far as it has free picture slots.
import assert from 'node:assert/strict'
import { on } from 'node:events'
import { setImmediate as waitForNextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Composer, type ComposerOptions } from '../compose/composer.ts'
import type { SceneSpec } from '../compose/scene.ts'

/** A frame to draw. */
export interface OrderedFrame {
  readonly frame: number
  /** The frame is drawn even when it equals the previous one, which was not drawn. */
  readonly isAfresh: boolean
}

export interface DrawOrder {
  readonly spec: SceneSpec
  readonly options: ComposerOptions
  /** Number of picture slots. */
  readonly places: number
  /** Counts the pictures that were consumed. */
  readonly taken: Int32Array
}

/** Sent to the thread: frames to draw, in the order in which they are consumed. */
export type FrameOrder = readonly OrderedFrame[]

/**
 * The first message contains the memory of the pictures. Each further one contains a frame's address, or none when it equals
 * the previous frame.
 */
export type DrawMessage =
  | { readonly memory: SharedArrayBuffer }
  | { readonly frame: number; readonly address?: number | undefined }

assert(parentPort)
const port = parentPort
const { spec, options, places, taken } = workerData as DrawOrder
const post = (message: DrawMessage) => port.postMessage(message)
// Orders that arrive while the thread opens its scene are queued.
const orders = on(port, 'message') as AsyncIterable<[FrameOrder]>

const composer = await Composer.open(spec, options)
const { width, height } = options
const pictures = Array.from({ length: places }, () => composer.arena.allocatePicture(width, height))
post({ memory: composer.arena.bytes.buffer })
let drawnCount = 0
for await (const [frames] of orders) for (const frame of frames) await draw(frame)

async function draw({ frame, isAfresh }: OrderedFrame): Promise<void> {
  if (!isAfresh && composer.areEqual(frame, frame - 1)) {
    post({ frame })
    return
  }
  const picture = pictures[drawnCount % places]
  assert(picture, 'a thread that draws has places')
  waitForPlace()
  composer.compose(frame, picture)
  drawnCount++
  post({ frame, address: picture.luma })
  // The canvas library releases its memory between event loop turns.
  await waitForNextTurn()
}

function waitForPlace(): void {
  for (;;) {
    const count = Atomics.load(taken, 0)
    if (drawnCount - count < places) return
    Atomics.wait(taken, 0, count)
  }
}
