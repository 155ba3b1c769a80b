// Decodes a photo upright, no larger than a video shows it.
import { decodePhoto as decodeFile } from '../preview/decode-photo.ts'

/** Larger photos (longer edge, pixels) are reduced once, as on the server. */
export const largestPhotoEdge = 4096

/** Decodes a photo from a file or an address, its longer edge at most `longestEdge` pixels. The caller closes it. */
export async function decodePhoto(
  origin: Blob | string,
  longestEdge: number,
  signal?: AbortSignal,
): Promise<ImageBitmap> {
  return (await decodeFile(await fetchBlob(origin, signal), longestEdge)).bitmap
}

async function fetchBlob(origin: Blob | string, signal: AbortSignal | undefined): Promise<Blob> {
  if (typeof origin !== 'string') return origin
  const response = await fetch(origin, { signal: signal ?? null })
  if (!response.ok) throw new Error(`The file could not be loaded: ${response.status}`)
  return response.blob()
}
