// The only module that passes untrusted pictures to sharp. Only the readers of accepted formats are enabled, and the reader
// that opens a file must match the detected type.
import assert from 'node:assert/strict'
import { open } from 'node:fs/promises'
import { ApiError } from '@vitrine/contract/api-error'
import { uploadLimits } from '@vitrine/contract/limit'
import sharp, { type Metadata, type Sharp } from 'sharp'

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

/**
 * Width and height of a picture in memory, as stored, before any rotation; undefined for an unreadable or too large one. For
 * processes that are bounded children themselves: nothing is decoded.
 */
export async function findPictureSize(
  bytes: Uint8Array,
  contentType: string,
): Promise<{ width: number; height: number } | undefined> {
  if (!isPictureType(contentType)) return undefined
  try {
    const { width, height } = (await openPicture(bytes, contentType)).header
    return { width, height }
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

// The structure of a JPEG (ITU-T T.81, annex B). A JPEG with a single scan can be decoded row by row, however large it is. For
// any other, a decoder holds all coefficients in memory, six bytes per pixel, and processes them once for each scan.

interface JpegScans {
  /** Number of scans up to the end of the picture. */
  readonly count: number
  /** The first scan contains all colours, as in a picture that is coded row by row. */
  readonly isSingle: boolean
}

/** Further scans are not counted: real files have far fewer. */
const MAX_COUNTED = 10_000
/** Camera, preview and profile segments; more than any photo has. */
const MAX_SEGMENTS = 20_000
const PIECE_BYTES = 1 << 20

/** Counts the scans of a JPEG, in a file or in memory; none for a file that is no JPEG or is broken before its first scan. */
export async function readJpegScans(source: string | Uint8Array): Promise<JpegScans> {
  if (typeof source !== 'string') return countScans(createReader(source))
  await using file = await open(source)
  return await countScans(async (at, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
    return buffer.subarray(0, bytesRead)
  })
}

/** The bytes from a position on; fewer at the end. */
type Read = (at: number, length: number) => Promise<Buffer>

function createReader(bytes: Uint8Array): Read {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return async (at, length) => whole.subarray(at, at + length)
}

async function countScans(read: Read): Promise<JpegScans> {
  let components: number | undefined
  let [count, isSingle] = [0, false]
  const start = await read(0, 2)
  if (start.length < 2 || start.readUInt16BE() !== START) return { count, isSingle }
  let at = 2
  for (let n = 0; n < MAX_SEGMENTS && count < MAX_COUNTED; n++) {
    const head = await read(at, 5)
    if (head.length < 5 || head[0] !== 0xff) break
    const marker = head[1] as number
    // A marker may be preceded by any number of fill bytes.
    if (marker === 0xff) {
      at++
      continue
    }
    if (FRAMES.has(marker)) {
      const isByRow = marker === BASELINE || marker === EXTENDED
      components = isByRow ? (await read(at + 9, 1))[0] : undefined
    }
    at += 2 + head.readUInt16BE(2)
    if (marker !== SCAN) continue
    if (count === 0) isSingle = components !== undefined && head[4] === components
    count++
    at = await skipCoded(read, at)
  }
  return { count, isSingle: isSingle && count === 1 }
}

/** The position of the next marker after coded pixels. Restart markers and stuffed bytes belong to the pixels. */
async function skipCoded(read: Read, from: number): Promise<number> {
  for (let start = from; ; ) {
    const piece = await read(start, PIECE_BYTES)
    for (let at = piece.indexOf(0xff); at >= 0 && at + 1 < piece.length; at = piece.indexOf(0xff, at + 1)) {
      const next = piece[at + 1] as number
      if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return start + at
    }
    if (piece.length < PIECE_BYTES) return start + piece.length
    // Reads the last byte again: it may be the first half of a marker.
    start += piece.length - 1
  }
}

const START = 0xffd8
const SCAN = 0xda
const BASELINE = 0xc0
const EXTENDED = 0xc1
/** Frame headers: SOF0 to SOF15 without the tables DHT, JPG and DAC in between. */
const FRAMES: ReadonlySet<number> = new Set(
  Array.from({ length: 16 }, (_, n) => 0xc0 + n).filter((marker) => ![0xc4, 0xc8, 0xcc].includes(marker)),
)
