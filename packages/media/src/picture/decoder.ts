// The one place that hands pictures from outside to sharp. Of its readers only those of accepted formats are left open, and
// the reader that opens a file must be the one of what the file was detected to be.
import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import { uploadLimits } from '@vitrine/contract/upload-limit'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { readJpegScans } from './jpeg-scan.ts'

/** Media types of pictures that sharp reads for us. */
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

// Drawings, documents and rare formats have readers of their own, some of which open other files.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((reader) => `VipsForeignLoad${reader}`),
})
// A decoded picture is never asked for twice, and four threads per picture would starve the API on a small machine.
sharp.cache(false)
sharp.concurrency(1)

/** A picture whose header was read, of the type that it was detected to be. */
export interface OpenedPicture {
  readonly source: PictureSource
  readonly header: Metadata
  /** Before decoding: width times height of one frame. */
  readonly pixels: number
}

/** A file, or bytes that are in memory already. */
export type PictureSource = string | Uint8Array

/** Decoders walk over all pixels once for each scan of a progressive JPEG: at most so many steps, a second of work. */
const MAX_SCAN_STEPS = 2_000_000_000
/** Cameras and tools write up to twelve. */
const MAX_SCANS = 100

/**
 * Reads the header alone and refuses what would take too much to decode: a small file can claim a picture that would fill
 * all memory. Refuses media-damaged and image-too-many-pixels.
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
/** Longest edge in pixels of the picture that a drawing becomes. */
const DRAWING_EDGE = 1024

/**
 * Draws an SVG as PNG. Only a process of its own may call it, and only for what the owner sends: the reader of drawings is opened by
 * it. It gets the bytes and no path, so that a drawing can name no file beside it; scripts do not run, and only pixels leave. Refuses
 * media-damaged.
 */
export async function drawDrawing(bytes: Uint8Array): Promise<Buffer> {
  if (bytes.length > MAX_DRAWING_BYTES) throw new ApiError('media-damaged', { reason: 'a drawing has at most 512 kB' })
  sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    // Drawings of a few pixels are drawn large, and those of many small.
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

/** The pixels of an opened picture, for sharp's operations. Of a moving picture the first frame is taken. */
export function decode({ source, pixels }: OpenedPicture): Sharp {
  assert(pixels <= uploadLimits.photoPixels, 'only what was opened may be decoded')
  return sharp(source, { limitInputPixels: uploadLimits.photoPixels, failOn: 'error' })
}
