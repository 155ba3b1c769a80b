// Makes a smaller copy of a picture for cards and lists.
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import { decode, type OpenedPicture } from './decoder.ts'

/** Writes a WebP at most `width` pixels wide, never enlarged, into `folder` and answers its path. Refuses media-damaged. */
export async function writeSmallerCopy(picture: OpenedPicture, width: number, folder: string): Promise<string> {
  const path = join(folder, 'copy')
  try {
    await decode(picture).resize({ width, withoutEnlargement: true }).webp({ quality: 66, effort: 6 }).toFile(path)
  } catch (error) {
    throw new ApiError('media-damaged', { reason: (error as Error).message })
  }
  return path
}
