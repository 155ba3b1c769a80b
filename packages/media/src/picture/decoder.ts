// The only module that passes untrusted pictures to sharp. Only the readers of accepted formats are enabled, and the reader
// that opens a file must match the detected type.
import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import { uploadLimits } from '@vitrine/contract/upload-limit'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { readJpegScans } from './jpeg-scan.ts'

/** Media types of pictures that sharp reads. */
export const PICTURE_FORMATS = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'image/avif': 'heif',
} as const

export type PictureType = keyof typeof PICTURE_FORMATS

export function isPictureType(contentType: string): contentType is PictureType {
  return Object.hasOwn(PICTURE_FORMATS, contentType)
}

// Drawings, documents and rare formats have separate readers, some of which open other files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((reader) => `VipsForeignLoad${reader}`),
})
// A decoded picture is never requested twice, and four threads per picture would starve the API on a small machine.
sharp.cache(false)
sharp.concurrency(1)

/** A picture whose header was read and matches the detected type. */
export interface OpenedPicture {
  readonly source: PictureSource
  readonly header: Metadata
  /** Before decoding: width times height of one frame. */
  readonly pixels: number
}

/** A file, or bytes in memory. */
export type PictureSource = string | Uint8Array

/** Decoders process all pixels once for each scan of a progressive JPEG: this limit is about a second of work. */
const MAX_SCAN_STEPS = 2_000_000_000
/** Cameras and tools write up to twelve. */
const MAX_SCANS = 100

/**
 * Reads only the header and rejects pictures that are too expensive to decode: a small file can claim dimensions that would
 * fill all memory. Throws media-damaged and image-too-many-pixels.
 */
export async function openPicture(source: PictureSource, contentType: PictureType): Promise<OpenedPicture> {
  let header: Metadata
  try {
    header = await sharp(source, { limitInputPixels: false }).metadata()
  } catch {
    throw new ApiError('media-damaged')
  }
  if (header.format !== PICTURE_FORMATS[contentType]) {
    throw new ApiError('media-damaged', { reason: `it is ${header.format} and not ${contentType}` })
  }
  const pixels = header.width * header.height
  const scans = contentType === 'image/jpeg' ? await readJpegScans(source) : undefined
  const limit = scans?.isSingle ? uploadLimits.photoPixels : uploadLimits.imagePixels
  if (pixels > limit) throw new ApiError('image-too-many-pixels', { pixels, limit })
  if (scans && (scans.count > MAX_SCANS || scans.count * pixels > MAX_SCAN_STEPS)) {
    throw new ApiError('media-damaged', { reason: `it has ${scans.count} scans` })
  }
  return { source, header, pixels }
}

const MAX_DRAWING_BYTES = 512 * 1024
/** Longest edge in pixels of a rasterised drawing. */
const DRAWING_EDGE = 1024

/**
 * Rasterises an SVG to PNG. Call it only in a separate process and only for files of the owner, because it enables the reader
 * of drawings. The reader gets bytes instead of a path, so a drawing cannot refer to files; scripts do not run, and only pixels
 * are returned. Throws media-damaged.
 */
export async function drawDrawing(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.length > MAX_DRAWING_BYTES) throw new ApiError('media-damaged', { reason: 'a drawing has at most 512 kB' })
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    // Small drawings are enlarged, and large ones reduced.
    const density = Math.min(Math.max((72 * DRAWING_EDGE) / Math.max(width, height), 1), 7200)
    return await sharp(bytes, { density, limitInputPixels: 4 * DRAWING_EDGE * DRAWING_EDGE, failOn: 'error' })
      .png()
      .toBuffer()
  } catch (error) {
    throw new ApiError('media-damaged', { reason: (error as Error).message })
  } finally {
    sharp.block({ operation: ['VipsForeignLoadSvg'] })
  }
}

/** The pixels of an opened picture, for sharp's operations. An animated picture gives its first frame. */
export function decode({ source, pixels }: OpenedPicture): Sharp {
  assert(pixels <= uploadLimits.photoPixels, 'only what was opened may be decoded')
  return sharp(source, { limitInputPixels: uploadLimits.photoPixels, failOn: 'error' })
}
