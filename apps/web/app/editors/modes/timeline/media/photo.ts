// Decodes a photo upright, no larger than a video shows it.

/** Photos larger than this (longer edge, pixels) are reduced once, as the server does. */
export const largestPhotoEdge = 4096

/** Decodes a photo of a file or an address, its longer edge at most `longestEdge` pixels. The caller closes it. */
export async function decodePhoto(
  origin: Blob | string,
  longestEdge: number,
  signal?: AbortSignal,
): Promise<ImageBitmap> {
  const whole = await createImageBitmap(await blobOf(origin, signal), { imageOrientation: 'from-image' })
  const scale = longestEdge / Math.max(whole.width, whole.height)
  if (scale >= 1) return whole
  try {
    return await createImageBitmap(whole, {
      resizeWidth: Math.round(whole.width * scale),
      resizeHeight: Math.round(whole.height * scale),
      resizeQuality: 'high',
    })
  } finally {
    whole.close()
  }
}

async function blobOf(origin: Blob | string, signal: AbortSignal | undefined): Promise<Blob> {
  if (typeof origin !== 'string') return origin
  const response = await fetch(origin, { signal: signal ?? null })
  if (!response.ok) throw new Error(`The file could not be loaded: ${response.status}`)
  return response.blob()
}
