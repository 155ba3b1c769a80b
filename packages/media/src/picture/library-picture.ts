// Turns a picture from outside into the two files we keep: the render master and the small editing copy.
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import sharp from 'sharp'
import { decode, type OpenedPicture } from './decoder.ts'

/** Longest edge in pixels of the file that videos are made from: more than any canvas we render. */
const MASTER_EDGE = 4096
/** Longest edge in pixels of the editing copy. */
const PROXY_EDGE = 1600

export interface LibraryPicture {
  readonly width: number
  readonly height: number
  readonly master: { readonly path: string; readonly contentType: 'image/jpeg' | 'image/png' }
  readonly proxy: { readonly path: string; readonly contentType: 'image/webp' }
}

/**
 * Writes an opened picture into `folder`: upright (EXIF orientation applied), in sRGB, at 8 bits, without any metadata, at
 * most 4096 px along its longest edge (never enlarged), as JPEG, or as PNG where something shows through. Refuses with
 * media-damaged when the file is cut short or broken.
 */
export async function writeLibraryPicture(picture: OpenedPicture, folder: string): Promise<LibraryPicture> {
  try {
    const hasAlpha = picture.header.hasAlpha && !(await decode(picture).stats()).isOpaque
    // Photos of many pixels are made smaller by the decoder, to a half, quarter or eighth, before anything else.
    const upright = decode(picture)
      .autoOrient()
      .resize(MASTER_EDGE, MASTER_EDGE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    const encoded = hasAlpha
      ? upright.png({ compressionLevel: 6 })
      : upright.removeAlpha().jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    const master = join(folder, 'master')
    const proxy = join(folder, 'proxy')
    const { width, height } = await encoded.toFile(master)
    await sharp(master)
      .resize(PROXY_EDGE, PROXY_EDGE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toFile(proxy)
    return {
      width,
      height,
      master: { path: master, contentType: hasAlpha ? 'image/png' : 'image/jpeg' },
      proxy: { path: proxy, contentType: 'image/webp' },
    }
  } catch (error) {
    throw new ApiError('media-damaged', { reason: (error as Error).message })
  }
}
