// What every route that processes an uploaded file needs: the uploads, the queue, the type of the file, a temporary folder.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ApiError } from '@vitrine/contract/api-error'
import type { AssetKind } from '@vitrine/contract/media'
import { detectFile } from '@vitrine/media/file-type'
import type { Uploads } from '../uploads/uploads.ts'
import type { FairQueue } from './fair-queue.ts'

export interface UploadedMedia {
  readonly uploads: Uploads
  /** The queue of all heavy work on customers' files. */
  readonly queue: FairQueue
}

/** Runs `work` with the path of a new private folder, which is removed afterwards. */
export async function inOwnFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-media-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export interface SniffedFile {
  /** The kind of container. A video container may contain only sound. */
  readonly kind: AssetKind
  /** The detected MIME type; HEIC for every kind of HEIF. */
  readonly contentType: string
}

/**
 * Detects the type of a file on disk by its content, ignoring its name and the browser's claim. Throws `upload-type-not-allowed`
 * for anything but supported pictures, videos and sounds.
 */
export async function sniffFile(path: string): Promise<SniffedFile> {
  const detected = await detectFile(path)
  if (detected.kind !== 'unknown') return { kind: detected.kind, contentType: detected.contentType }
  throw new ApiError('upload-type-not-allowed', detected.found === undefined ? {} : { found: detected.found })
}
