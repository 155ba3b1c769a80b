// Test data only: videos with display matrices that rotate or mirror.

import { check } from '@vitrine/media/libav-error'
import { AV_PKT_DATA_DISPLAYMATRIX, type Stream } from 'node-av'

const ONE = 65_536
const LAST = ONE * 16_384

/** Display matrices by the change that makes the picture upright. */
export const TURNS = {
  none: [ONE, 0, 0, 0, ONE, 0, 0, 0, LAST],
  clockwise: [0, ONE, 0, -ONE, 0, 0, 0, 0, LAST],
  over: [-ONE, 0, 0, 0, -ONE, 0, 0, 0, LAST],
  counterclockwise: [0, -ONE, 0, ONE, 0, 0, 0, 0, LAST],
  mirror: [-ONE, 0, 0, 0, ONE, 0, 0, 0, LAST],
} as const

/** Before the file's header is written. */
export function setDisplayMatrix({ codecpar }: Stream, matrix: readonly number[]): void {
  const data = Buffer.alloc(36)
  for (const [n, value] of matrix.entries()) data.writeInt32LE(value | 0, n * 4)
  check(codecpar.addCodedSideData(AV_PKT_DATA_DISPLAYMATRIX, data), 'turning a test video')
}
