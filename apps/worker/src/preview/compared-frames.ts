// Draws the frames of a template that a browser draws too before it goes on sale, and stores them.
import { join } from 'node:path'
import { listComparedFrames } from '@vitrine/composition/agreement'
import { ENGINE_VERSION } from '@vitrine/composition/document'
import { drawFrameKey, type Storage } from '@vitrine/providers/storage'
import type { DrawnFrames } from '@vitrine/shop/catalogue/frame-comparison'
import { FRAMES_PROGRAM } from '../render/render-program.ts'
import { type PreviewOptions, type PreviewSpec, runUntilEnd, sizeFor } from './make-preview.ts'

/** Larger ones would show no more: edges are what may differ, and they are as sharp in a part of the pixels. */
const LONGEST_EDGE = 1920
const MIME = 'image/webp'

/** A frame as a lossless picture on disk. */
export interface FrameFile {
  readonly frame: number
  readonly path: string
}

/** Draws them with the template's own values, in a child process. Throws `WorkFailed`, or the signal's reason. */
export async function drawComparedFrames(
  { document, assetFiles, folder }: Pick<PreviewSpec, 'document' | 'assetFiles' | 'folder'>,
  { runChild = runUntilEnd }: PreviewOptions = {},
): Promise<FrameFile[]> {
  const output = sizeFor(document, LONGEST_EDGE, 'long')
  const files = listComparedFrames(document).map((frame) => ({ frame, path: join(folder, `frame-${frame}.webp`) }))
  await runChild(FRAMES_PROGRAM, { frames: { document, values: {}, difference: {}, assetFiles, output, files } })
  return files
}

/** Stores the frames where only a signed link leads: they are the template without its watermark. */
export async function storeComparedFrames(files: readonly FrameFile[], put: Storage['put']): Promise<DrawnFrames> {
  const frames: DrawnFrames['frames'][number][] = []
  for (const { frame, path } of files) {
    const storageKey = drawFrameKey(MIME)
    await put(storageKey, { file: path }, { contentType: MIME })
    frames.push({ frame, storageKey })
  }
  return { engineVersion: ENGINE_VERSION, frames }
}
