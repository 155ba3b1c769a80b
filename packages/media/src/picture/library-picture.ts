// Converts an untrusted picture to the two stored files: the render master and the small editing copy.
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import sharp from 'sharp'
import { decode, type OpenedPicture } from './decoder.ts'

/** Longest edge in pixels of the render master: more than any canvas that we render. */
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
 * Writes an opened picture into `folder`: upright (EXIF orientation applied), in sRGB, 8 bits, without metadata, at most 4096
 * px along its longest edge (never enlarged), as JPEG, or as PNG if it has transparency. Throws media-damaged when the file is
 * truncated or broken.
 */
export async function writeLibraryPicture(picture: OpenedPicture, folder: string): Promise<LibraryPicture> {
  try {
    const hasAlpha = picture.header.hasAlpha && !(await decode(picture).stats()).isOpaque
    // The decoder reduces photos of many pixels first, to a half, quarter or eighth.
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
