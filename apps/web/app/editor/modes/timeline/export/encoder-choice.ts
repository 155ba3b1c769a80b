// The encoders of an export in this browser, or the reason why there is none.
import { canEncodeAudio, canEncodeVideo, Quality } from 'mediabunny'
import type { ExportSize } from './export-contract.ts'

export const soundRate = 48_000
export const soundChannels = 2

/** Transparent quality for music in AAC, as on the server. */
export const soundQuality = new Quality({ bitrate: 192_000 })

export const soundOptions = { numberOfChannels: soundChannels, sampleRate: soundRate, quality: soundQuality }

/** The bit rate at which a simple encoder is visually lossless at 1080p and 30 frames a second. */
const fullBitrate = 12_500_000
const fullPixels = 1920 * 1080
/** Larger frames are more redundant: by the usual rule of thumb, bits grow more slowly than pixels. */
const growth = 0.75

/** The encoding quality for a video of this size and frame rate. */
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
 * Whether sound can be encoded: by the browser's own AAC encoder, else by the library's, which needs WebAssembly. Only
 * the worker loads the library, and only when needed.
 */
export async function canEncodeSound(): Promise<boolean> {
  return typeof WebAssembly === 'object' || canEncodeAudio('aac', soundOptions)
}
