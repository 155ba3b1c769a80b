// The orientation of videos recorded sideways or mirrored: reads it from the file and turns the pictures upright.
import { AV_NOPTS_VALUE, AV_PKT_DATA_DISPLAYMATRIX, type Frame, Rational, type Stream } from 'node-av'
import { FilterAPI } from 'node-av/api'

/** The change that makes a picture upright: first mirrored left to right, then turned clockwise by quarter turns. */
export interface Orientation {
  readonly isMirrored: boolean
  readonly quarterTurns: 0 | 1 | 2 | 3
}

/**
 * Reads the display matrix of nine 16.16 numbers: the first, second, fourth and fifth give the directions of the picture's two
 * axes.
 */
export function readOrientation({ codecpar }: Stream): Orientation {
  const matrix = codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX)
  if (!matrix || matrix.length < 36) return { isMirrored: false, quarterTurns: 0 }
  const [a, b, c, d] = [0, 4, 12, 16].map((at) => matrix.readInt32LE(at) / 65_536) as [number, number, number, number]
  const isMirrored = a * d - b * c < 0
  const angle = Math.atan2(isMirrored ? -b : b, isMirrored ? -a : a)
  const quarters = Math.round(angle / (Math.PI / 2)) & 3
  return { isMirrored, quarterTurns: quarters as 0 | 1 | 2 | 3 }
}

/** Whether width and height are swapped. */
export function isOnItsSide({ quarterTurns }: Orientation): boolean {
  return quarterTurns % 2 === 1
}

/** The libav filters that make a picture upright; none when it already is. */
export function describeTurning({ isMirrored, quarterTurns }: Orientation): string[] {
  const turns = [[], ['transpose=clock'], ['hflip', 'vflip'], ['transpose=cclock']][quarterTurns] ?? []
  return isMirrored ? ['hflip', ...turns] : turns
}

/** Turns pictures upright one by one. */
export interface Turner {
  /** Frees the picture and returns an upright one with the same time. */
  turn(frame: Frame): Frame
  close(): void
}

/** Undefined for videos that are already upright. */
export function openTurner(orientation: Orientation): Turner | undefined {
  const filters = describeTurning(orientation)
  if (filters.length === 0) return undefined
  const filter = FilterAPI.create(filters.join(','))
  return {
    turn(frame) {
      const { pts, bestEffortTimestamp, timeBase, duration } = frame
      // The filter requires a time, which not every picture has.
      if (pts === AV_NOPTS_VALUE) frame.pts = 0n
      if (timeBase.num <= 0 || timeBase.den <= 0) frame.timeBase = new Rational(1, 1000)
      const [turned, ...more] = filter.processAllSync(frame)
      frame.free()
      for (const one of more) one.free()
      if (!turned) throw new Error('a picture was lost when it was turned')
      return Object.assign(turned, { pts, bestEffortTimestamp, timeBase, duration })
    },
    close: () => filter.close(),
  }
}
