// The alpha videos of an import package: they replace layers that the painter cannot draw, or show a green screen for the
// customer's picture, and are pre-rendered into colour above matte.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileFacts } from '@vitrine/composition/import-files'
import { LibavError } from '@vitrine/untrusted-media/libav-error'
import { countMissingBytes } from '@vitrine/untrusted-media/missing-bytes'
import { AlphaVideoRejected, preRenderAlphaVideo, type Transparency } from '../alpha-video/pre-render.ts'
import { assetIdOf } from './facts.ts'
import { ImportRejected } from './import-package.ts'

export interface AlphaVideo {
  readonly facts: FileFacts & { kind: 'plate' }
  readonly path: string
}

/**
 * Pre-renders a video. `key` is `alpha` for videos with transparency, a colour `#rrggbb`, or undefined to look for the
 * screen. `onProgress` receives the progress, 0 to 1.
 */
export async function makeAlphaVideo(
  source: Uint8Array,
  key: string | undefined,
  { folder, onProgress }: { folder: string; onProgress: (share: number) => void },
): Promise<AlphaVideo> {
  const name = assetIdOf(source).slice('sha256:'.length, 40)
  const [video, alphaVideo] = [join(folder, `video-${name}`), join(folder, `plate-${name}.mp4`)]
  await writeFile(video, source)
  if (countMissingBytes(video) > 0)
    throw new ImportRejected('no-video', 'The source video of an alpha video is incomplete')
  const baked = await preRenderAlphaVideo(video, alphaVideo, transparencyOf(key), { onProgress }).catch(
    (error: unknown) => {
      if (error instanceof AlphaVideoRejected) throw new ImportRejected(error.code, [error.sentence])
      if (error instanceof LibavError) throw new ImportRejected('no-video', 'The file of an alpha video cannot be read')
      throw error
    },
  )
  const bytes = await readFile(alphaVideo)
  const { width, height, frames, frameRate } = baked
  return {
    facts: { id: assetIdOf(bytes), kind: 'plate', mime: 'video/mp4', width, height, frames, fps: simple(frameRate) },
    path: alphaVideo,
  }
}

function transparencyOf(key: string | undefined): Transparency {
  if (key === 'alpha') return { kind: 'alpha' }
  if (key === undefined) return { kind: 'screen' }
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(key.slice(at, at + 2), 16))
  return { kind: 'screen', color: [r, g, b] }
}

function simple([over, under]: readonly [number, number]): number | readonly [number, number] {
  return over % under === 0 ? over / under : [over, under]
}
