// Owns handing out uploaded pictures in a form that sharp reads. It reads all of them but HEIF, which is converted first, in
// a process of its own that is bounded in time and memory.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Refusal } from '@vitrine/contract/refusal'
import { askChild } from './ask-child.ts'
import type { HeifReport } from './heif/convert-heif.ts'

/** A photo of 200 megapixels takes 12 s of processor time. */
const PATIENCE_MS = 120_000

// Bundled, the child is a bundle beside this one; from source, Node strips the types itself.
const CHILD = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../heif-process.ts' : './heif-process.js', import.meta.url),
)

/**
 * Does `work` with the path of a picture that sharp reads. Refuses media-damaged and image-too-many-pixels for what is wrong
 * with a HEIF picture; what is wrong with others shows when `work` reads them.
 */
export async function withReadablePicture<T>(
  path: string,
  contentType: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  if (contentType !== 'image/heic') return work(path)
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-heif-'))
  try {
    const converted = join(folder, 'picture.png')
    const report = await askChild<HeifReport>(CHILD, [path, converted], PATIENCE_MS)
    if (report?.outcome === 'too-large') {
      throw new Refusal('image-too-many-pixels', { pixels: report.pixels, limit: report.limit })
    }
    if (report?.outcome !== 'converted') throw new Refusal('media-damaged', { reason: report?.reason })
    return await work(converted)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
