// Detects truncated recordings: containers that say how long they are, and files that end earlier. A download or an
// upload that broke off looks like this; decoders would play it as far as it goes and then show the last picture.
import { findContainer } from './container.ts'
import { type FileBytes, withFileBytes } from './file-bytes.ts'

/** Fragmented videos have a few boxes for each second. */
const MAX_PIECES = 100_000
/** Programs that count a header or a padding byte too much are forgiven. */
const TOLERATED_BYTES = 64

/** How many bytes of its content the file at `path` lacks by its own account; 0 for containers that do not say. */
export function countMissingBytes(path: string): number {
  return withFileBytes(path, (file) => {
    const end = findEnd(file)
    return end > file.sizeBytes + TOLERATED_BYTES ? end - file.sizeBytes : 0
  })
}

/** Where the content ends, by what the container says; 0 where it does not. */
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

/** Boxes that hold the recording itself. Behind the last one some cameras write notes of their own in no known form. */
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

/** Where the content of an element starts, and how long it is; undefined when that is unknown. */
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

/** Lengths that recorders write which do not know it yet. */
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
