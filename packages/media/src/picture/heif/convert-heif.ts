// Converts a HEIF file to an upright PNG with its colour profile, which any image reader understands.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import { ApiError } from '@vitrine/contract/api-error'
import { uploadLimits } from '@vitrine/contract/upload-limit'
import sharp from 'sharp'
import { HeifError } from './box.ts'
import { type DecodedHeif, decodeHeif } from './decode-heif.ts'
import { type Change, type HeifPicture, readHeif } from './heif-file.ts'

/**
 * Writes the picture of the HEIF file at `path` into `folder` and returns its path. Throws image-too-many-pixels, or
 * media-damaged for any other fault.
 */
export async function convertHeif(path: string, folder: string): Promise<string> {
  try {
    const png = await convert(readHeif(await readFile(path)))
    const out = join(folder, 'converted.png')
    await writeFile(out, png)
    return out
  } catch (error) {
    if (error instanceof HeifError) throw new ApiError('media-damaged', { reason: error.message })
    throw error
  }
}

async function convert(picture: HeifPicture): Promise<Buffer> {
  const pixels = picture.width * picture.height
  const { photoPixels, imagePixels } = uploadLimits
  if (pixels > photoPixels) throw new ApiError('image-too-many-pixels', { pixels, limit: photoPixels })
  if (pixels === 0) throw new HeifError('it has no pixels')
  // A tile is decoded whole. The largest of HEVC level 6.2 and AV1 level 6.3 has 36 million pixels.
  const tilePixels = Math.max(...picture.tiles.map((tile) => tile.width * tile.height))
  if (tilePixels > imagePixels) throw new ApiError('image-too-many-pixels', { pixels: tilePixels, limit: imagePixels })
  // An image too large to be held in memory is reduced tile by tile.
  let shrink = 1
  while (pixels / shrink ** 2 > imagePixels) shrink *= 2
  const decoded = await decodeHeif(picture, shrink)
  const upright = makeUpright(decoded, shrinkChanges(picture.changes, shrink))
  const { width, height } = upright
  const png = await sharp(upright.pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1, adaptiveFiltering: false })
    .toBuffer()
  return picture.color?.kind === 'profile' ? addProfile(png, picture.color.icc) : png
}

/** Signature, then the chunk IHDR, which must come first. */
const HEADER_BYTES = 8 + 25

/** The same PNG with the colour profile embedded. */
function addProfile(png: Buffer, icc: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPprofile\0\0', 'latin1'), deflateSync(icc)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([png.subarray(0, HEADER_BYTES), length, body, checksum, png.subarray(HEADER_BYTES)])
}

/** Applies the changes one after the other. */
function makeUpright(picture: DecodedHeif, changes: readonly Change[]): DecodedHeif {
  return changes.reduce(applyChange, picture)
}

/** The same changes for an image reduced by `shrink`. Pixels that a crop would divide are left out. */
function shrinkChanges(changes: readonly Change[], shrink: number): Change[] {
  return changes.map((change) => {
    if (change.kind !== 'crop') return change
    const [left, top] = [Math.ceil(change.left / shrink), Math.ceil(change.top / shrink)]
    const width = Math.max(1, Math.floor((change.left + change.width) / shrink) - left)
    const height = Math.max(1, Math.floor((change.top + change.height) / shrink) - top)
    return { kind: 'crop', left, top, width, height }
  })
}

function applyChange(picture: DecodedHeif, change: Change): DecodedHeif {
  const { width, height } = picture
  if (change.kind === 'crop') {
    const { left, top } = change
    return rearrange(picture, change.width, change.height, (x, y) => (top + y) * width + left + x)
  }
  if (change.kind === 'mirror') {
    const isLeftToRight = change.axis === 'horizontal'
    return rearrange(picture, width, height, (x, y) =>
      isLeftToRight ? y * width + (width - 1 - x) : (height - 1 - y) * width + x,
    )
  }
  // Maps each pixel of the turned image to its source pixel; turns are clockwise.
  if (change.quarterTurns === 1) return rearrange(picture, height, width, (x, y) => (height - 1 - x) * width + y)
  if (change.quarterTurns === 3) return rearrange(picture, height, width, (x, y) => x * width + (width - 1 - y))
  return rearrange(picture, width, height, (x, y) => (height - 1 - y) * width + (width - 1 - x))
}

function rearrange(
  { pixels }: DecodedHeif,
  width: number,
  height: number,
  sourceOf: (x: number, y: number) => number,
): DecodedHeif {
  const target = Buffer.allocUnsafe(width * height * 3)
  let at = 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = sourceOf(x, y) * 3
      target[at++] = pixels[from] as number
      target[at++] = pixels[from + 1] as number
      target[at++] = pixels[from + 2] as number
    }
  }
  return { width, height, pixels: target }
}
