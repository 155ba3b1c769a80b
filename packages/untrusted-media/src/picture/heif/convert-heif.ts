// Makes a HEIF file into a PNG that any reader of pictures understands: upright, with its colour profile.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import { uploadLimits } from '@vitrine/contract/upload-limit'
import sharp from 'sharp'
import { HeifError } from './box.ts'
import { decodeHeif } from './decode-heif.ts'
import { type HeifPicture, readHeif } from './heif-file.ts'
import { addProfile } from './png-profile.ts'
import { makeUpright, shrinkChanges } from './upright.ts'

/**
 * Writes the picture of the HEIF file at `path` into `folder` and answers its path. Refuses image-too-many-pixels, and
 * media-damaged whatever else is wrong with it.
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
  // What is too large to be held whole is made smaller tile by tile.
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
