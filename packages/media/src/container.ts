// Detects the container of a recording, strictly by its first bytes: the result selects the only demuxer that may read it.
import type { FileBytes } from './file-bytes.ts'

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
const LONGEST_TAG_BYTES = 64 * 2 ** 20
const LONGEST_HEAD_BYTES = 4096
const TRANSPORT_PACKET_BYTES = 188
/** Blu-ray and camcorders put a four-byte time before each packet. */
const TIMED_PACKET_BYTES = 192

/** The container of a file; undefined for unsupported formats, especially playlists and manifests. */
export function findContainer(file: FileBytes): Container | undefined {
  const head = file.read(0, LONGEST_HEAD_BYTES)
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
const LONGEST_FTYP_BYTES = 1024

/** ISO/IEC 14496-12: a box `ftyp` of a plausible length, followed by another box. */
function isMp4(file: FileBytes, head: Buffer): boolean {
  if (head.length < 16) return false
  const [length, name] = [head.readUInt32BE(0), head.toString('latin1', 4, 8)]
  if (OLD_FIRST_BOXES.has(name)) return length <= 1 || (length >= 8 && length <= file.sizeBytes)
  if (name !== 'ftyp' || length < 16 || length > LONGEST_FTYP_BYTES || length % 4 !== 0) return false
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
    if (length > LONGEST_TAG_BYTES || at >= file.sizeBytes) return undefined
    start = file.read(at, LONGEST_HEAD_BYTES)
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
