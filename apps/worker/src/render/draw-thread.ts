// A thread that draws its share of a video's frames, as far ahead as it has places for finished pictures.
import assert from 'node:assert/strict'
import { on } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { Composer, type ComposerOptions } from '../compose/composer.ts'
import type { SceneSpec } from '../compose/scene.ts'

/** A frame to draw. */
export interface OrderedFrame {
  readonly frame: number
  /** It is drawn even when it looks like the one before, which was not. */
  readonly isAfresh: boolean
}

export interface DrawOrder {
  readonly spec: SceneSpec
  readonly options: ComposerOptions
  /** Pictures that may wait. */
  readonly places: number
  /** Counts the pictures that were taken. */
  readonly taken: Int32Array
}

/** The thread is sent frames to draw, in the order in which they will be taken. */
export type FrameOrder = readonly OrderedFrame[]

/** First the memory of the pictures, then each frame: the address of its picture, or none when it looks like the one before. */
export type DrawMessage =
  | { readonly memory: SharedArrayBuffer }
  | { readonly frame: number; readonly address?: number | undefined }

assert(parentPort)
const port = parentPort
const { spec, options, places, taken } = workerData as DrawOrder
const post = (message: DrawMessage) => port.postMessage(message)
// What is ordered before everything is open waits.
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
  // What the canvas library frees is freed between two turns.
  await nextTurn()
}

function waitForPlace(): void {
  for (;;) {
    const count = Atomics.load(taken, 0)
    if (drawnCount - count < places) return
    Atomics.wait(taken, 0, count)
  }
}
