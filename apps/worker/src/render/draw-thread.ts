// A thread that draws its share of a video's frames, as far ahead as it has places for finished pictures.
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
  readonly frames: readonly OrderedFrame[]
  /** Pictures that may wait. */
  readonly places: number
  /** Counts the pictures that were taken. */
  readonly taken: Int32Array
}

/** First the memory of the pictures, then each frame: the address of its picture, or none when it looks like the one before. */
export type DrawMessage =
  | { readonly memory: SharedArrayBuffer }
  | { readonly frame: number; readonly address?: number | undefined }

const { spec, options, frames, places, taken } = workerData as DrawOrder
const post = (message: DrawMessage) => parentPort?.postMessage(message)

const composer = await Composer.open(spec, options)
const { width, height } = options
const pictures = Array.from({ length: places }, () => composer.arena.allocatePicture(width, height))
post({ memory: composer.arena.bytes.buffer })
let drawnCount = 0
for (const { frame, isAfresh } of frames) {
  if (!isAfresh && composer.areEqual(frame, frame - 1)) {
    post({ frame })
    continue
  }
  const picture = pictures[drawnCount % places]
  if (!picture) throw new Error('a thread that draws has places')
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
