// Detects the container of a recording, strictly by its first bytes: the result selects the only demuxer that may read it. Also
// how many bytes a recording lacks according to its container.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

export type Container =
  | 'mp4'
  | 'matroska'
  | 'mpeg-ts'
  | 'mpeg-ps'
  | 'avi'
  | 'wav'
  | 'ogg'
  | 'flac'
  | 'mp3'
  | 'aac'
  | 'amr'

/** Maximum size of a tag, which may contain album pictures. */
const MAX_TAG_BYTES = 64 * 2 ** 20
const MAX_HEAD_BYTES = 4096
const TRANSPORT_PACKET_BYTES = 188
/** Blu-ray and camcorders put a four-byte time before each packet. */
const TIMED_PACKET_BYTES = 192

/** The container of a file; undefined for unsupported formats, especially playlists and manifests. */
export function findContainer(file: FileBytes): Container | undefined {
  const head = file.read(0, MAX_HEAD_BYTES)
  const isAt = (at: number, text: string) => head.toString('latin1', at, at + text.length) === text
  if (isMp4(file, head)) return 'mp4'
  if (isMatroska(head)) return 'matroska'
  if (isAt(0, 'RIFF') && isAt(8, 'AVI ')) return 'avi'
  if (isAt(0, 'RIFF') && isAt(8, 'WAVE')) return 'wav'
  if (isAt(0, 'OggS\0')) return 'ogg'
  if (isAt(0, '#!AMR\n') || isAt(0, '#!AMR-WB\n')) return 'amr'
  if (head.length > 4 && head.readUInt32BE(0) === 0x1ba) return 'mpeg-ps'
  if (isTransportStream(head)) return 'mpeg-ts'
  return findBareSound(file, head)
}

/** The first boxes of QuickTime files from before `ftyp`. */
const OLD_FIRST_BOXES = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot'])
const MAX_FTYP_BYTES = 1024

/** ISO/IEC 14496-12: a box `ftyp` of a plausible length, followed by another box. */
function isMp4(file: FileBytes, head: Buffer): boolean {
  if (head.length < 16) return false
  const [length, name] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)]
  if (OLD_FIRST_BOXES.has(name)) return length <= 1 || (length >= 8 && length <= file.sizeBytes)
  if (name !== 'ftyp' || length < 16 || length > MAX_FTYP_BYTES || length % 4 !== 0) return false
  const next = head.subarray(length, length + 8)
  return next.length === 8 && /^[\x20-\x7e\xa9]{4}$/.test(next.toString('latin1', 4))
}

/** RFC 8794: the EBML header names the document type. */
function isMatroska(head: Buffer): boolean {
  if (head.length < 16 || head.readUInt32BE(0) !== 0x1a45dfa3) return false
  const at = head.subarray(0, 256).indexOf('4282', 'hex')
  if (at < 0) return false
  const length = (head[at + 2] ?? 0) & 0x7f
  return ['webm', 'matroska'].includes(head.toString('latin1', at + 3, at + 3 + length).replace(/\0+$/, ''))
}

/** ISO/IEC 13818-1: every packet begins with 0x47. */
function isTransportStream(head: Buffer): boolean {
  const isSync = (first: number, step: number) =>
    head.length > first + 3 * step && [0, 1, 2, 3].every((n) => head[first + n * step] === 0x47)
  return isSync(0, TRANSPORT_PACKET_BYTES) || isSync(4, TIMED_PACKET_BYTES)
}

/** Sound without a container: consecutive frames, possibly after tags. */
function findBareSound(file: FileBytes, head: Buffer): Container | undefined {
  let [at, start] = [0, head]
  while (start.length >= 10 && start.toString('latin1', 0, 3) === 'ID3') {
    // Four bytes of seven bits each.
    const length = start.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0)
    at += 10 + length
    if (length > MAX_TAG_BYTES || at >= file.sizeBytes) return undefined
    start = file.read(at, MAX_HEAD_BYTES)
  }
  if (start.toString('latin1', 0, 4) === 'fLaC') return 'flac'
  // Some programs fill the space after a tag with zeros.
  const first = start.findIndex((byte) => byte !== 0)
  const [sync, kind] = [start[first], start[first + 1]]
  if (at === 0 && first !== 0) return undefined
  if (sync !== 0xff || kind === undefined) return undefined
  // ADTS has layer 0, which does not exist in MPEG audio.
  if ((kind & 0xf6) === 0xf0) return 'aac'
  return (kind & 0xe0) === 0xe0 && (kind & 0x06) !== 0 && (kind & 0x18) !== 0x08 ? 'mp3' : undefined
}

// Reads small parts of a file, or of bytes in memory, without interpreting them.

export interface FileBytes {
  readonly sizeBytes: number
  /** Up to `length` bytes from `at` on. */
  read(at: number, length: number): Buffer
}

/** Runs `work` with the file at `path` and closes it. Synchronous, because a painter opens videos while it draws. */
export function withFileBytes<T>(path: string, work: (file: FileBytes) => T): T {
  const descriptor = openSync(path, 'r')
  try {
    return work({
      sizeBytes: fstatSync(descriptor).size,
      read(at, length) {
        const buffer = Buffer.alloc(length)
        return buffer.subarray(0, readSync(descriptor, buffer, 0, length, at))
      },
    })
  } finally {
    closeSync(descriptor)
  }
}

export function bytesInMemory(bytes: Uint8Array): FileBytes {
  return {
    sizeBytes: bytes.length,
    read: (at, length) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(at, at + length),
  }
}

// Detects truncated recordings, whose container states a larger size than the file has. Interrupted downloads and uploads look
// like this; decoders would play them as far as possible and then show the last picture.

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
      return findBoxesEnd(file)
    case 'matroska':
      return findSegmentEnd(file)
    case 'avi':
      return findRiffEnd(file)
    case 'wav':
      return findWaveEnd(file)
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
function findBoxesEnd(file: FileBytes): number {
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
function findSegmentEnd(file: FileBytes): number {
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
function findRiffEnd(file: FileBytes): number {
  let at = 0
  for (let n = 0; n < MAX_PIECES; n++) {
    const head = file.read(at, 8)
    if (head.length < 8 || head.toString('latin1', 0, 4) !== 'RIFF' || isUnknown(head.readUInt32LE(4))) break
    at += 8 + head.readUInt32LE(4)
  }
  return at
}

function findWaveEnd(file: FileBytes): number {
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
