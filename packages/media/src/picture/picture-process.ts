// Reads each untrusted picture in a separate process: a file crafted to crash a decoder or to fill the memory ends this process
// and not the store.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import { serveRequest } from '@vitrine/process/child-request'
import { decode, drawDrawing, type OpenedPicture, openPicture, PICTURE_FORMATS, type PictureType } from './decoder.ts'
import type { PictureRequest, PictureResponse, PictureTask } from './picture.ts'
import { writeFittedPicture, writeLibraryPicture, writeSquarePicture } from './write-picture.ts'

const SVG = 'image/svg+xml'

serveRequest<PictureRequest, never, PictureResponse>(async (request) => {
  try {
    const picture = await open(request)
    return { outcome: 'completed', result: await make(request.task, picture, request.folder) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, details, message } = error
    return { outcome: 'refused', code, details, message }
  }
})

async function open({ path, contentType, folder, task }: PictureRequest): Promise<OpenedPicture> {
  if (Object.hasOwn(PICTURE_FORMATS, contentType)) return await openPicture(path, contentType as PictureType)
  // Customers' pictures are never drawings.
  if (contentType === SVG && task.kind === 'fit')
    return await openPicture(await drawDrawing(await readFile(path)), 'image/png')
  if (contentType !== 'image/heic') throw new ApiError('upload-type-not-allowed', { found: contentType })
  // Only HEIC needs the video decoders.
  const { convertHeif } = await import('./heif/convert-heif.ts')
  return await openPicture(await convertHeif(path, folder), 'image/png')
}

async function make(task: PictureTask, picture: OpenedPicture, folder: string) {
  if (task.kind === 'library') return await writeLibraryPicture(picture, folder)
  if (task.kind === 'square') return await writeSquarePicture(picture, task.crop, folder)
  if (task.kind === 'fit') return await writeFittedPicture(picture, task.frame, folder)
  return await writeSmallerCopy(picture, task.width, folder)
}

/** Writes a WebP at most `width` pixels wide, never enlarged, into `folder` and returns its path. Throws media-damaged. */
async function writeSmallerCopy(picture: OpenedPicture, width: number, folder: string): Promise<string> {
  const path = join(folder, 'copy')
  try {
    await decode(picture).resize({ width, withoutEnlargement: true }).webp({ quality: 66, effort: 6 }).toFile(path)
  } catch (error) {
    throw new ApiError('media-damaged', { reason: (error as Error).message })
  }
  return path
}
