// Reads the headers of recordings that no browser plays, from camcorders and telephones. The server converts them.

export interface RecordingFacts {
  kind: 'video' | 'audio'
  width: number
  height: number
  seconds: number
  hasSound: boolean
}

/** Bytes read from the start: headers, and enough frames of a voice memo to estimate the duration per byte. */
const HEAD_BYTES = 256 * 1024
/** Bytes read from the end, for the last clock of a camcorder. */
const TAIL_BYTES = 256 * 1024

/** The facts of an AVI, MPEG program stream or AMR file; undefined for other files and incomplete headers. */
export async function readRecordingFacts(file: Blob): Promise<RecordingFacts | undefined> {
  const head = await readBytes(file.slice(0, HEAD_BYTES))
  return readAvi(head) ?? readAmr(head, file.size) ?? readProgramStream(head, await readBytes(file.slice(-TAIL_BYTES)))
}

async function readBytes(blob: Blob): Promise<DataView> {
  return new DataView(await blob.arrayBuffer())
}

function textAt(bytes: DataView, at: number, length: number): string {
  return String.fromCharCode(...new Uint8Array(bytes.buffer, at, Math.max(0, Math.min(length, bytes.byteLength - at))))
}

/** The main header is the first in the file and ends here. */
const AVI_HEADER_BYTES = 72

function readAvi(head: DataView): RecordingFacts | undefined {
  if (head.byteLength < AVI_HEADER_BYTES || textAt(head, 0, 4) !== 'RIFF' || textAt(head, 8, 8) !== 'AVI LIST') return
  if (textAt(head, 24, 4) !== 'avih') return
  const number = (at: number) => head.getUint32(at, true)
  const [microsecondsPerFrame, frames, width, height] = [number(32), number(48), number(64), number(68)]
  return videoFacts(width, height, (microsecondsPerFrame * frames) / 1e6)
}

function videoFacts(width: number, height: number, seconds: number): RecordingFacts | undefined {
  return width > 0 && height > 0 && seconds > 0 ? { kind: 'video', width, height, seconds, hasSound: false } : undefined
}

/** Bytes per frame by type, including the type byte (RFC 4867, 3GPP TS 26.101 and 26.201). */
const AMR_FRAMES: Readonly<Record<string, readonly number[]>> = {
  '#!AMR\n': [13, 14, 16, 18, 20, 21, 27, 32, 6, 0, 0, 0, 0, 0, 0, 1],
  '#!AMR-WB\n': [18, 24, 33, 37, 41, 47, 51, 59, 61, 6, 0, 0, 0, 0, 1, 1],
}
const AMR_FRAME_SECONDS = 0.02

function readAmr(head: DataView, fileBytes: number): RecordingFacts | undefined {
  const [magic, sizes] = Object.entries(AMR_FRAMES).find(([text]) => textAt(head, 0, text.length) === text) ?? []
  if (!magic || !sizes) return undefined
  let at = magic.length
  let frames = 0
  while (at < head.byteLength) {
    const size = sizes[(head.getUint8(at) >> 3) & 15]
    // No valid frame starts like this: the file is damaged.
    if (!size) return undefined
    at += size
    frames += 1
  }
  // Extrapolates the duration of a long memo from the bytes that were read.
  const share = (fileBytes - magic.length) / (at - magic.length)
  const seconds = frames * AMR_FRAME_SECONDS * Math.max(1, share)
  return frames > 0 ? { kind: 'audio', width: 0, height: 0, seconds, hasSound: true } : undefined
}

const PACK_HEADER = 0x1ba
const SEQUENCE_HEADER = 0x1b3

function readProgramStream(head: DataView, tail: DataView): RecordingFacts | undefined {
  if (head.byteLength < 4 || head.getUint32(0) !== PACK_HEADER) return undefined
  const sequence = findCode(head, SEQUENCE_HEADER, 0, 1)
  const [first, last] = [clockAt(head, 0), clockAt(tail, findCode(tail, PACK_HEADER, tail.byteLength - 4, -1))]
  if (sequence === undefined || sequence + 7 > head.byteLength || first === undefined || last === undefined) return
  const size = head.getUint32(sequence + 3) & 0xffffff
  return videoFacts(size >> 12, size & 0xfff, last - first)
}

/** The position of a start code, searched from an offset forwards (1) or backwards (-1). */
function findCode(bytes: DataView, code: number, from: number, step: 1 | -1): number | undefined {
  for (let at = from; at >= 0 && at + 4 <= bytes.byteLength; at += step) if (bytes.getUint32(at) === code) return at
  return undefined
}

/** The clock of a pack header in seconds: 33 bits at 90 kHz, in the format of MPEG-2 or MPEG-1. */
function clockAt(bytes: DataView, pack: number | undefined): number | undefined {
  if (pack === undefined || pack + 9 > bytes.byteLength) return undefined
  const [a = 0, b = 0, c = 0, d = 0, e = 0] = new Uint8Array(bytes.buffer, pack + 4, 5)
  const ticks =
    a >> 6 === 1
      ? ((a >> 3) & 7) * 2 ** 30 +
        (((a & 3) << 28) | (b << 20) | ((c >> 3) << 15) | ((c & 3) << 13) | (d << 5) | (e >> 3))
      : ((a >> 1) & 7) * 2 ** 30 + ((b << 22) | ((c >> 1) << 15) | (d << 7) | (e >> 1))
  return ticks / 90_000
}
