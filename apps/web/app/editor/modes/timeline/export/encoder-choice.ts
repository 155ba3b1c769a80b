// The encoders of an export in this browser, and the reason when there is none.
import { canEncodeAudio, canEncodeVideo, Quality } from 'mediabunny'
import type { ExportSize } from '../../../../../testing/export-contract.ts'

export const soundRate = 48_000
export const soundChannels = 2

/** Transparent for music in AAC, as on the server. */
export const soundQuality = new Quality({ bitrate: 192_000 })

export const soundOptions = { numberOfChannels: soundChannels, sampleRate: soundRate, quality: soundQuality }

/** What a plain encoder needs at 1080p and 30 pictures a second for pictures that look untouched. */
const fullBitrate = 12_500_000
const fullPixels = 1920 * 1080
/** Larger pictures have more of what is alike: bits grow more slowly than pixels, by the usual rule of thumb. */
const growth = 0.75

/** How finely the pictures of a video of this size and frame rate are encoded. */
export function videoQuality({ width, height }: ExportSize, framesPerSecond: number): Quality {
  // Twice the frame rate does not need twice the bit rate, either.
  const rate = (framesPerSecond / 30) ** growth
  return new Quality({ bitrate: Math.round(fullBitrate * ((width * height) / fullPixels) ** growth * rate) })
}

/** Whether this browser encodes H.264 of a size. */
export function canExportVideo(size: ExportSize, framesPerSecond: number): Promise<boolean> {
  return canEncodeVideo('avc', { ...size, quality: videoQuality(size, framesPerSecond) })
}

/**
 * Whether sound can be encoded: by the browser's own AAC encoder, else by the library's, which every browser runs that has
 * WebAssembly. The library is only loaded by the worker that needs it.
 */
export async function canEncodeSound(): Promise<boolean> {
  return typeof WebAssembly === 'object' || canEncodeAudio('aac', soundOptions)
}
