// Owns which encoders a film is made with here, and what is said when there is none.
import { canEncodeAudio, canEncodeVideo, Quality } from 'mediabunny'
import type { ExportSize } from './export-contract.ts'

export const soundRate = 48_000
export const soundChannels = 2

/** Transparent for music in AAC, as on the server. */
export const soundQuality = new Quality({ bitrate: 192_000 })

/** Bits per pixel of a film: what a plain encoder needs for pictures that look untouched. */
const bitsPerPixel = 0.2
const leastBitrate = 1_500_000

/** How finely the pictures of a film of this size and frame rate are encoded. */
export function videoQuality({ width, height }: ExportSize, framesPerSecond: number): Quality {
  // Twice as many pictures are not twice as much to tell: they are more alike.
  const rate = Math.min(framesPerSecond, 30) + Math.max(0, framesPerSecond - 30) / 2
  return new Quality({ bitrate: Math.max(leastBitrate, Math.round(width * height * rate * bitsPerPixel)) })
}

/** Whether this browser encodes H.264 of a size. */
export function canEncodeFilm(size: ExportSize, framesPerSecond: number): Promise<boolean> {
  return canEncodeVideo('avc', { ...size, quality: videoQuality(size, framesPerSecond) })
}

/** Makes AAC available: the browser's own, else the library's. False when neither works here. */
export async function prepareSoundEncoder(): Promise<boolean> {
  const options = { numberOfChannels: soundChannels, sampleRate: soundRate, quality: soundQuality }
  if (await canEncodeAudio('aac', options)) return true
  try {
    // A megabyte, fetched only where it is needed.
    const { registerAacEncoder } = await import('@mediabunny/aac-encoder')
    registerAacEncoder()
    return await canEncodeAudio('aac', options)
  } catch {
    return false
  }
}
