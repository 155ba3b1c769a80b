// The structure of a JPEG (ITU-T T.81, annex B). A JPEG with a single scan can be decoded row by row, however large it is. For
// any other, a decoder holds all coefficients in memory, six bytes per pixel, and processes them once for each scan.
import { open } from 'node:fs/promises'

export interface JpegScans {
  /** Number of scans up to the end of the picture. */
  readonly count: number
  /** The first scan contains all colours, as in a picture that is coded row by row. */
  readonly isSingle: boolean
}

/** Further scans are not counted: real files have far fewer. */
const MAX_COUNTED = 10_000
/** Camera, preview and profile segments; more than any photo has. */
const MAX_SEGMENTS = 20_000
const PIECE_BYTES = 1 << 20

/** Counts the scans of a JPEG, in a file or in memory; none for a file that is no JPEG or is broken before its first scan. */
export async function readJpegScans(source: string | Uint8Array): Promise<JpegScans> {
  if (typeof source !== 'string') return countScans(createReader(source))
  await using file = await open(source)
  return await countScans(async (at, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
    return buffer.subarray(0, bytesRead)
  })
}

/** The bytes from a position on; fewer at the end. */
type Read = (at: number, length: number) => Promise<Buffer>

function createReader(bytes: Uint8Array): Read {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return async (at, length) => whole.subarray(at, at + length)
}

async function countScans(read: Read): Promise<JpegScans> {
  let components: number | undefined
  let [count, isSingle] = [0, false]
  const start = await read(0, 2)
  if (start.length < 2 || start.readUInt16BE() !== START) return { count, isSingle }
  let at = 2
  for (let n = 0; n < MAX_SEGMENTS && count < MAX_COUNTED; n++) {
    const head = await read(at, 5)
    if (head.length < 5 || head[0] !== 0xff) break
    const marker = head[1] as number
    // A marker may be preceded by any number of fill bytes.
    if (marker === 0xff) {
      at++
      continue
    }
    if (FRAMES.has(marker)) {
      const isByRow = marker === BASELINE || marker === EXTENDED
      components = isByRow ? (await read(at + 9, 1))[0] : undefined
    }
    at += 2 + head.readUInt16BE(2)
    if (marker !== SCAN) continue
    if (count === 0) isSingle = components !== undefined && head[4] === components
    count++
    at = await skipCoded(read, at)
  }
  return { count, isSingle: isSingle && count === 1 }
}

/** The position of the next marker after coded pixels. Restart markers and stuffed bytes belong to the pixels. */
async function skipCoded(read: Read, from: number): Promise<number> {
  for (let start = from; ; ) {
    const piece = await read(start, PIECE_BYTES)
    for (let at = piece.indexOf(0xff); at >= 0 && at + 1 < piece.length; at = piece.indexOf(0xff, at + 1)) {
      const next = piece[at + 1] as number
      if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return start + at
    }
    if (piece.length < PIECE_BYTES) return start + piece.length
    // Reads the last byte again: it may be the first half of a marker.
    start += piece.length - 1
  }
}

const START = 0xffd8
const SCAN = 0xda
const BASELINE = 0xc0
const EXTENDED = 0xc1
/** Frame headers: SOF0 to SOF15 without the tables DHT, JPG and DAC in between. */
const FRAMES: ReadonlySet<number> = new Set(
  Array.from({ length: 16 }, (_, n) => 0xc0 + n).filter((marker) => ![0xc4, 0xc8, 0xcc].includes(marker)),
)
