// Owns making a HEIF file into a PNG that any reader of pictures understands: upright, with its colour profile.
import { readFile, writeFile } from 'node:fs/promises'
import { uploadLimits } from '@vitrine/contract/upload-limit'
import sharp from 'sharp'
import { HeifError } from './box.ts'
import { decodeHeif } from './decode-heif.ts'
import { readHeif } from './heif-file.ts'
import { addProfile } from './png-profile.ts'
import { makeUpright, shrinkChanges } from './upright.ts'

export type HeifReport =
  | { readonly outcome: 'converted' }
  | { readonly outcome: 'too-large'; readonly pixels: number; readonly limit: number }
  | { readonly outcome: 'damaged'; readonly reason: string }

/** Writes the picture of the HEIF file at `path` to `outPath`. Never throws for what the file contains. */
export async function convertHeif(path: string, outPath: string): Promise<HeifReport> {
  try {
    const picture = readHeif(await readFile(path))
    const pixels = picture.width * picture.height
    const { photoPixels, imagePixels } = uploadLimits
    if (pixels > photoPixels) return { outcome: 'too-large', pixels, limit: photoPixels }
    // A tile is decoded whole. The largest of HEVC level 6.2 and AV1 level 6.3 has 36 million pixels.
    const tilePixels = Math.max(...picture.tiles.map((tile) => tile.width * tile.height))
    if (tilePixels > imagePixels) return { outcome: 'too-large', pixels: tilePixels, limit: imagePixels }
    if (pixels === 0) return { outcome: 'damaged', reason: 'it has no pixels' }
    // What is too large to be held whole is made smaller tile by tile.
    let shrink = 1
    while (pixels / shrink ** 2 > imagePixels) shrink *= 2
    const decoded = await decodeHeif(picture, shrink)
    const upright = makeUpright(decoded, shrinkChanges(picture.changes, shrink))
    const { width, height } = upright
    const png = await sharp(upright.pixels, { raw: { width, height, channels: 3 } })
      .png({ compressionLevel: 1, adaptiveFiltering: false })
      .toBuffer()
    await writeFile(outPath, picture.color?.kind === 'profile' ? addProfile(png, picture.color.icc) : png)
    return { outcome: 'converted' }
  } catch (error) {
    if (error instanceof HeifError) return { outcome: 'damaged', reason: error.message }
    throw error
  }
}
