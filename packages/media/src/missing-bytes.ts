// Detects truncated recordings, whose container states a larger size than the file has. Interrupted downloads and uploads look
// like this; decoders would play them as far as possible and then show the last picture.
import { findContainer } from './container.ts'
import { type FileBytes, withFileBytes } from './file-bytes.ts'

/** Fragmented videos have a few boxes for each second. */
const MAX_PIECES = 100_000
/** Tolerates programs that include a header or padding byte too many. */
const TOLERATED_BYTES = 64

/** How many bytes the file at `path` lacks according to its own container; 0 for containers that state no size. */
export function countMissingBytes(path: string): number {
  return withFileBytes(path, (file) => {
    const end = findEnd(file)
    return end > file.sizeBytes + TOLERATED_BYTES ? end - file.sizeBytes : 0
  })
}

/** The end of the content according to the container; 0 when not stated. */
function findEnd(file: FileBytes): number {
  switch (findContainer(file)) {
    case 'mp4':
      return endOfBoxes(file)
    case 'matroska':
      return endOfSegment(file)
    case 'avi':
      return endOfRiff(file)
    case 'wav':
      return endOfWave(file)
    default:
      return 0
  }
}

/** Boxes with the recording itself. After the last one some cameras write data in unknown formats. */
const CONTENT_BOXES = new Set(['moov', 'mdat', 'moof'])
const OTHER_BOXES = new Set([
  'ftyp',
  'styp',
  'free',
  'skip',
  'wide',
  'uuid',
  'sidx',
  'pnot',
  'meta',
  'mfra',
  'emsg',
  'prft',
])

/** ISO/IEC 14496-12: boxes, each beginning with its length. */
function endOfBoxes(file: FileBytes): number {
  let [at, end] = [0, 0]
  for (let n = 0; n < MAX_PIECES; n++) {
    const head = file.read(at, 16)
    if (head.length < 8) break
    const [short, name] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)]
    const length = short === 1 && head.length === 16 ? Number(head.readBigUInt64BE(8)) : short
    // A length of 0 means: to the end of the file.
    if (length < 8 || !(CONTENT_BOXES.has(name) || OTHER_BOXES.has(name))) break
    at += length
    if (CONTENT_BOXES.has(name)) end = at
  }
  return end
}

/** RFC 8794: the segment follows the header; its length may be unknown, as browsers record. */
function endOfSegment(file: FileBytes): number {
  const header = readElement(file, 0)
  const segment = header.length === undefined ? undefined : readElement(file, header.start + header.length)
  return segment?.length === undefined ? 0 : segment.start + segment.length
}

/** The start and length of an element's content; undefined for an unknown length. */
function readElement(file: FileBytes, at: number): { start: number; length: number | undefined } {
  const head = file.read(at, 12)
  const idBytes = Math.clz32((head[0] ?? 0) << 24) + 1
  const first = head[idBytes] ?? 0
  const lengthBytes = Math.clz32(first << 24) + 1
  const start = at + idBytes + lengthBytes
  if (idBytes > 4 || lengthBytes > 8) return { start, length: undefined }
  let value = BigInt(first & (0xff >> lengthBytes))
  for (let n = 1; n < lengthBytes; n++) value = (value << 8n) | BigInt(head[idBytes + n] ?? 0)
  return { start, length: value === (1n << BigInt(7 * lengthBytes)) - 1n ? undefined : Number(value) }
}

/** Placeholder lengths that recorders write before the length is known. */
const isUnknown = (length: number) => length === 0 || length >= 0x7fff_0000

/** RIFF: large AVI files consist of several. */
function endOfRiff(file: FileBytes): number {
  let at = 0
  for (let n = 0; n < MAX_PIECES; n++) {
    const head = file.read(at, 8)
    if (head.length < 8 || head.toString('latin1', 0, 4) !== 'RIFF' || isUnknown(head.readUInt32LE(4))) break
    at += 8 + head.readUInt32LE(4)
  }
  return at
}

function endOfWave(file: FileBytes): number {
  let at = 12
  for (let n = 0; n < MAX_PIECES; n++) {
    const head = file.read(at, 8)
    if (head.length < 8) break
    const length = head.readUInt32LE(4)
    if (head.toString('latin1', 0, 4) === 'data') return isUnknown(length) ? 0 : at + 8 + length
    at += 8 + length + (length % 2)
  }
  return 0
}
