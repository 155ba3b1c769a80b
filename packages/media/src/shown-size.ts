// Determines the display size of a stream, which may differ from the stored size.
import { AV_PKT_DATA_DISPLAYMATRIX, type Stream } from 'node-av'

/** The display size in pixels: phones store upright videos sideways with a rotation matrix. */
export function shownSize(stream: Stream): { width: number; height: number } {
  const { width, height, sampleAspectRatio } = stream.codecpar
  const stretch =
    sampleAspectRatio.num > 0 && sampleAspectRatio.den > 0 ? sampleAspectRatio.num / sampleAspectRatio.den : 1
  const shown = { width: Math.round(width * stretch), height }
  const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
  // The first two of nine 16.16 numbers are cosine and sine: the cosine of a quarter turn is zero.
  const isOnItsSide = matrix && Math.abs(matrix.readInt32LE(0)) < Math.abs(matrix.readInt32LE(4))
  return isOnItsSide ? { width: shown.height, height: shown.width } : shown
}
