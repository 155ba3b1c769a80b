// Fits a picture from outside into a frame: what the store itself shows, such as its logo.
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import { uploadLimits } from '@vitrine/contract/upload-limit'
import { decode, type OpenedPicture, openPicture } from './decoder.ts'
import { writeLibraryPicture } from './library-picture.ts'

/** In pixels. `inside`: never enlarged, nothing cut off; `cover`: fills the frame, cut at its edges; `contain`: centred in it, clear around. */
export interface PictureFrame {
  readonly width: number
  readonly height: number
  readonly mode: 'inside' | 'cover' | 'contain'
  /** What shows through where the picture is clear, as `#rrggbb`; without it clear stays clear. */
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
 * Writes an opened picture into `folder`: upright, in sRGB, at 8 bits, without any metadata, as PNG where something shows through and
 * as JPEG elsewhere. Refuses media-damaged.
 */
export async function writeFittedPicture(
  picture: OpenedPicture,
  { width, height, mode, background }: PictureFrame,
  folder: string,
): Promise<FittedPicture> {
  const path = join(folder, 'fitted')
  try {
    // Of a photo that is too large to be decoded whole, a smaller copy is fitted.
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
    const made = await encoded.toFile(path)
    return { path, contentType: isOpaque ? 'image/jpeg' : 'image/png', width: made.width, height: made.height }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw new ApiError('media-damaged', { reason: (error as Error).message })
  }
}
