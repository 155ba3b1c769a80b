// What is written of an untrusted picture: the render master and the editing copy of a library, a square for a profile, or a
// picture of the store itself, such as its logo, fitted into a frame.
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import { uploadLimits } from '@vitrine/contract/limit'
import sharp from 'sharp'
import { decode, type OpenedPicture, openPicture } from './decoder.ts'

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
