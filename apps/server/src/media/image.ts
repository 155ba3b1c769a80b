// Turns a customer's picture into the two files we keep: the render master and the small editing copy.
import { uploadLimits } from '@vitrine/contract/media'
import { Refusal } from '@vitrine/contract/refusal'
import sharp, { type Metadata } from 'sharp'
import { isSingleScanJpeg } from './jpeg-scan.ts'

// A decoded picture is never asked for twice here, and four threads per picture would starve the API on a small machine.
sharp.cache(false)
sharp.concurrency(1)

/** Longest edge in pixels of the file that films are made from: more than any canvas we render. */
const MASTER_EDGE = 4096
/** Longest edge in pixels of the editing copy. */
const PROXY_EDGE = 1600

export interface NormalisedImage {
  readonly width: number
  readonly height: number
  readonly master: { readonly data: Buffer; readonly contentType: 'image/jpeg' | 'image/png' }
  readonly proxy: { readonly data: Buffer; readonly contentType: 'image/webp' }
}

/**
 * Reads the picture at `path` and gives it back upright (EXIF orientation applied), in sRGB, at 8 bits, without any
 * metadata: at most 4096 px along its longest edge (never enlarged), JPEG, or PNG where something shows through.
 * Of a moving picture the first frame is taken. Refuses with image-too-many-pixels before decoding anything, and with
 * media-damaged when the file is cut short or broken.
 */
export async function normaliseImage(path: string): Promise<NormalisedImage> {
  await refuseTooManyPixels(path)
  try {
    // Photos of many pixels are made smaller by the decoder, to a half, quarter or eighth, before anything else.
    const source = sharp(path, { limitInputPixels: uploadLimits.photoPixels, failOn: 'error' })
    const hasAlpha = (await source.metadata()).hasAlpha && !(await source.stats()).isOpaque
    const upright = source
      .autoOrient()
      .resize(MASTER_EDGE, MASTER_EDGE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
    const encoded = hasAlpha
      ? upright.png({ compressionLevel: 6 })
      : upright.removeAlpha().jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    const proxy = await sharp(data)
      .resize(PROXY_EDGE, PROXY_EDGE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 80 })
      .toBuffer()
    return {
      width: info.width,
      height: info.height,
      master: { data, contentType: hasAlpha ? 'image/png' : 'image/jpeg' },
      proxy: { data: proxy, contentType: 'image/webp' },
    }
  } catch {
    throw new Refusal('media-damaged')
  }
}

/**
 * Refuses image-too-many-pixels and media-damaged, and answers how many pixels there are. Reads the header alone: a small
 * file can claim a picture that would fill all memory once decoded.
 */
export async function refuseTooManyPixels(path: string): Promise<number> {
  let header: Metadata
  try {
    header = await sharp(path, { limitInputPixels: false }).metadata()
  } catch {
    throw new Refusal('media-damaged')
  }
  const pixels = header.width * header.height
  if (pixels <= uploadLimits.imagePixels) return pixels
  const isPhoto = header.format === 'jpeg' && (await isSingleScanJpeg(path))
  const limit = isPhoto ? uploadLimits.photoPixels : uploadLimits.imagePixels
  if (pixels > limit) throw new Refusal('image-too-many-pixels', { pixels, limit })
  return pixels
}
