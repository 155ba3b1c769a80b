// Detects the type of an uploaded file by its content, ignoring its name and the browser's claim.

import { ApiError } from '@vitrine/contract/api-error'
import type { AssetKind } from '@vitrine/contract/media'
import { detectFile } from '@vitrine/media/file-type'

export interface SniffedFile {
  /** The kind of container. A video container may contain only sound. */
  readonly kind: AssetKind
  /** The detected MIME type; HEIC for every kind of HEIF. */
  readonly contentType: string
}

/** Detects the type of a file on disk. Refuses upload-type-not-allowed for anything but supported pictures, videos and sounds. */
export async function sniffFile(path: string): Promise<SniffedFile> {
  const detected = await detectFile(path)
  if (detected.kind !== 'unknown') return { kind: detected.kind, contentType: detected.contentType }
  throw new ApiError('upload-type-not-allowed', detected.found === undefined ? {} : { found: detected.found })
}
