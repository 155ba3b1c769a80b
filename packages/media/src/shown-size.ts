// Determines the display size of a stream, which may differ from the stored size.
import { AV_PKT_DATA_DISPLAYMATRIX, type Stream } from 'node-av'

/** The display size in pixels: phones store upright videos sideways with a rotation matrix. */
export function shownSize(stream: Stream): { width: number; height: number } {
  const { width, height } = stream.codecpar
  const shown = { width: Math.round(width * readPixelAspect(stream)), height }
  const matrix = stream.codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
  // The first two of nine 16.16 numbers are cosine and sine: the cosine of a quarter turn is zero.
  const isOnItsSide = matrix && Math.abs(matrix.readInt32LE(0)) < Math.abs(matrix.readInt32LE(4))
  return isOnItsSide ? { width: shown.height, height: shown.width } : shown
}

/** The width of a pixel divided by its height; 1 where the file does not state it. */
export function readPixelAspect({ codecpar: { sampleAspectRatio } }: Pick<Stream, 'codecpar'>): number {
  return sampleAspectRatio.num > 0 && sampleAspectRatio.den > 0 ? sampleAspectRatio.toDouble() : 1
}
