// Fits an untrusted picture into a frame, for pictures of the store itself, such as its logo.
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import { uploadLimits } from '@vitrine/contract/upload-limit'
import { decode, type OpenedPicture, openPicture } from './decoder.ts'
import { writeLibraryPicture } from './library-picture.ts'

/**
 * In pixels. `inside`: never enlarged or cropped; `cover`: fills the frame and is cropped; `contain`: centred in the frame on a
 * transparent background.
 */
export interface PictureFrame {
  readonly width: number
  readonly height: number
  readonly mode: 'inside' | 'cover' | 'contain'
  /** Background of transparent pixels, as `#rrggbb`; without it they stay transparent. */
  readonly background?: string
}

export interface FittedPicture {
  readonly path: string
  readonly contentType: 'image/jpeg' | 'image/png'
  readonly width: number
  readonly height: number
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/**
 * Writes an opened picture into `folder`: upright, in sRGB, 8 bits, without metadata, as PNG if it has transparency and
 * otherwise as JPEG. Throws media-damaged.
 */
export async function writeFittedPicture(
  picture: OpenedPicture,
  { width, height, mode, background }: PictureFrame,
  folder: string,
): Promise<FittedPicture> {
  const path = join(folder, 'fitted')
  try {
    // A photo too large to be decoded whole is reduced first.
    const copy = picture.pixels > uploadLimits.imagePixels ? await writeLibraryPicture(picture, folder) : undefined
    const opened = copy ? await openPicture(copy.master.path, copy.master.contentType) : picture
    const isOpaque =
      background !== undefined ||
      (mode !== 'contain' && (!opened.header.hasAlpha || (await decode(opened).stats()).isOpaque))
    const fitted = decode(opened)
      .autoOrient()
      .resize(width, height, { fit: mode, withoutEnlargement: mode === 'inside', background: CLEAR })
      .toColourspace('srgb')
    const encoded = isOpaque
      ? (background === undefined ? fitted.removeAlpha() : fitted.flatten({ background })).jpeg({
          quality: 90,
          chromaSubsampling: '4:4:4',
        })
      : fitted.ensureAlpha().png({ compressionLevel: 9 })
    const written = await encoded.toFile(path)
    return { path, contentType: isOpaque ? 'image/jpeg' : 'image/png', width: written.width, height: written.height }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('media-damaged', { reason: (error as Error).message })
  }
}
