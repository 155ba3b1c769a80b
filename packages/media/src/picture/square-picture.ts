// Crops a square from an untrusted picture, for profile pictures.
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import { uploadLimits } from '@vitrine/contract/upload-limit'
import { decode, type OpenedPicture, openPicture } from './decoder.ts'
import { writeLibraryPicture } from './library-picture.ts'

/** In pixels of the upright picture. */
export interface SquareCrop {
  readonly left: number
  readonly top: number
  readonly size: number
}

const EDGE = 512

/**
 * Writes the square of an opened picture into `folder` as 512 × 512 WebP in sRGB, without metadata, with white behind
 * transparent pixels, and returns its path. Without `crop` it is the largest centred square. Throws invalid-input for a square
 * that is not inside the picture, and media-damaged.
 */
export async function writeSquarePicture(
  picture: OpenedPicture,
  crop: SquareCrop | undefined,
  folder: string,
): Promise<string> {
  const { autoOrient } = picture.header
  const { left, top, size } = crop ?? largestSquare(autoOrient)
  if (left + size > autoOrient.width || top + size > autoOrient.height) {
    const message = 'The square must lie inside the picture'
    throw new ApiError('invalid-input', { issues: [{ path: 'crop', message }] }, message)
  }
  // Cropping decodes everything above the crop: a photo too large for that is reduced first.
  const isLarge = picture.pixels > uploadLimits.imagePixels
  const copy = isLarge ? await writeLibraryPicture(picture, folder) : undefined
  const share = copy ? copy.width / autoOrient.width : 1
  const part = {
    left: Math.floor(left * share),
    top: Math.floor(top * share),
    side: Math.max(1, Math.floor(size * share)),
  }
  const path = join(folder, 'square')
  try {
    await decode(copy ? await openPicture(copy.master.path, copy.master.contentType) : picture)
      .autoOrient()
      .extract({ left: part.left, top: part.top, width: part.side, height: part.side })
      .resize(EDGE, EDGE)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .webp({ quality: 82 })
      .toFile(path)
  } catch (error) {
    throw new ApiError('media-damaged', { reason: (error as Error).message })
  }
  return path
}

function largestSquare({ width, height }: { width: number; height: number }): SquareCrop {
  const size = Math.min(width, height)
  return { left: Math.floor((width - size) / 2), top: Math.floor((height - size) / 2), size }
}
