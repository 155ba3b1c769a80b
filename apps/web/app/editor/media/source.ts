// Opens a file of the customer or the server: its type, size, length, and whether this browser decodes it. Files are
// read in pieces, so that a video of hours opens as quickly as a short one.

import { backoffMs } from '@vitrine/contract/backoff'
import {
  ADTS,
  BlobSource,
  EncodedPacketSink,
  FLAC,
  Input,
  type InputAudioTrack,
  type InputTrack,
  type InputVideoTrack,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  UrlSource,
  WAVE,
  WEBM,
} from 'mediabunny'
import { createRandomId } from '../../api/random-id.ts'
import { decodePhoto as decodeFile, measurePhoto, type PhotoSize } from '../preview/photo-file.ts'
import { findFileKind } from '../project/assign-files.ts'
import type { Source, SourceFacts } from './media-contract.ts'

/** A source with its reader. */
export interface OpenSource extends Source {
  readonly tracks: SourceTracks | undefined
}

interface SourceTracks {
  readonly video: InputVideoTrack | undefined
  readonly audio: InputAudioTrack | undefined
  /** The file's own timestamp of second 0 of the source. */
  readonly startSeconds: number
}

/** Playlists are excluded, because they refer to other addresses. */
const formats = [MP4, QTFF, MATROSKA, WEBM, OGG, MP3, WAVE, ADTS, FLAC, MPEG_TS]

/** How far the last packet may end before the file's claimed end. */
const endToleranceSeconds = 1

/** Sound that continues this long after the last frame belongs to the video, as on the server. */
const meantToBeHeardSeconds = 1

/** Bytes of a file that are cached in memory. */
const cacheBytes = 8 * 1024 * 1024
/** How many frames determine the frame rate. */
const probedPictures = 128

/** Frame intervals that differ by less than this share count as even. */
const unevenShare = 0.2

/** Whether this browser has the decoders for the video editor: it must be current, and the page must use https. */
export function canPlayVideos(): boolean {
  return typeof VideoDecoder === 'function'
}

/**
 * Opens a file or an address. Unreadable content does not reject: `problem` describes it. @param kind the kind of the
 * file, if known; otherwise detected @throws Error when an address cannot be reached
 */
export async function openSource(origin: Blob | string, kind?: SourceFacts['kind']): Promise<OpenSource> {
  const known = kind ?? (origin instanceof File ? findFileKind(origin) : parseMediaKind(origin))
  if (known === 'image') return openPhoto(origin)
  const input = new Input({ source: createSource(origin), formats })
  try {
    if (!(await input.canRead())) throw new Error('The file is in no known format')
    return await describe(input, origin)
  } catch {
    input.dispose()
    const facts = typeof origin === 'string' ? undefined : await readRecordingFacts(origin)
    if (facts) return { ...unreadable(origin, facts.kind), ...facts, problem: 'needs-copy' }
    // A file without a known extension may still be a photo.
    return known === undefined ? openPhoto(origin) : unreadable(origin, known)
  }
}

/** The cache key of a file. Signed addresses change while the file stays the same. */
function toSourceKey(origin: Blob | string): string {
  if (typeof origin === 'string') return new URL(origin, self.location.href).pathname
  if (origin instanceof File) return `${origin.name}:${origin.size}:${origin.lastModified}`
  const known = blobKeys.get(origin) ?? `blob:${createRandomId()}`
  blobKeys.set(origin, known)
  return known
}
const blobKeys = new WeakMap<Blob, string>()

function createSource(origin: Blob | string) {
  return typeof origin === 'string'
    ? new UrlSource(origin, {
        maxCacheSize: cacheBytes,
        // A rejected address stays rejected; a lost network may return.
        getRetryDelay: (attempts) => (attempts < 3 ? backoffMs(attempts + 1, { firstMs: 500 }) / 1000 : null),
      })
    : new BlobSource(origin, { maxCacheSize: cacheBytes })
}

function parseMediaKind(origin: Blob | string): SourceFacts['kind'] | undefined {
  return typeof origin !== 'string' && origin.type.startsWith('image/') ? 'image' : undefined
}

async function describe(input: Input, origin: Blob | string): Promise<OpenSource> {
  const [video, audio] = await Promise.all([input.getPrimaryVideoTrack(), input.getPrimaryAudioTrack()])
  const track = video ?? audio
  if (!track) throw new Error('The file holds neither pictures nor sound')
  // The server checked its files at upload, and their sound and picture end together.
  const ends = typeof origin === 'string' ? undefined : await readEnds([video, audio])
  // Samples before time 0 are encoder padding.
  const startSeconds = Math.max(0, await input.getFirstTimestamp())
  const endSeconds =
    (ends && shownUntil(ends)) ?? (await track.getDurationFromMetadata()) ?? (await track.computeDuration())
  const canDecode = await track.canDecode()
  const pictures = video && (await describePictures(video))
  return {
    key: toSourceKey(origin),
    origin,
    kind: video ? 'video' : 'audio',
    width: 0,
    height: 0,
    frameRate: undefined,
    isVariableRate: false,
    rotation: 0,
    ...pictures,
    seconds: Math.max(0, endSeconds - startSeconds),
    hasSound: audio !== null,
    codec: (await track.getCodecParameterString()) ?? undefined,
    canDecode,
    problem: canDecode ? undefined : 'needs-copy',
    tracks: { video: video ?? undefined, audio: audio ?? undefined, startSeconds },
    close: () => input.dispose(),
  }
}

/**
 * The end of each track's last packet in seconds; undefined for a missing or empty track. Throws for a truncated file:
 * its index still claims the full length, and the preview would freeze on the last frame.
 */
async function readEnds(tracks: readonly (InputTrack | null)[]): Promise<(number | undefined)[]> {
  const ends: (number | undefined)[] = []
  let claimed = 0
  for (const track of tracks) {
    const seconds = (await track?.getDurationFromMetadata()) ?? 0
    const last = track && (await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY))
    if (seconds && !last) throw new Error(`The file was cut short: a track claims to last ${seconds} s`)
    claimed = Math.max(claimed, seconds)
    ends.push(last ? last.timestamp + last.duration : undefined)
  }
  const end = Math.max(...ends.map((seconds) => seconds ?? 0))
  // Some containers claim the length of their longest track for all tracks, so only the longest one is checked.
  if (claimed && end < claimed - endToleranceSeconds)
    throw new Error(`The file ends after ${end} s instead of ${claimed} s`)
  return ends
}

/**
 * The duration ends with the last frame, as on the server, unless the sound continues for longer than a packet or two.
 */
function shownUntil([pictures, sound]: readonly (number | undefined)[]): number | undefined {
  if (pictures === undefined || sound === undefined) return pictures ?? sound
  return sound > pictures + meantToBeHeardSeconds ? sound : pictures
}

async function describePictures(video: InputVideoTrack) {
  const [width, height, rotation, rate] = await Promise.all([
    video.getDisplayWidth(),
    video.getDisplayHeight(),
    video.getRotation(),
    video.computeFrameRateMetrics({ targetPacketCount: probedPictures }),
  ])
  const frameRate = Number.isFinite(rate.bestGuessFrameRate) ? rate.bestGuessFrameRate : undefined
  // Containers that store milliseconds make even intervals slightly uneven.
  const isVariableRate = rate.underlyingFrameRate === null && rate.maxFrameRate > rate.minFrameRate * (1 + unevenShare)
  return { width, height, rotation, frameRate, isVariableRate }
}

async function openPhoto(origin: Blob | string): Promise<OpenSource> {
  const size = await measure(origin)
  return {
    ...unreadable(origin, 'image'),
    ...size,
    canDecode: size !== undefined,
    // The upload converts a phone's HEIC photo to one that every browser shows.
    problem: size ? undefined : 'needs-copy',
  }
}

async function measure(origin: Blob | string): Promise<PhotoSize | undefined> {
  try {
    return await measurePhoto(await loadBlob(origin))
  } catch {
    return undefined
  }
}

function unreadable(origin: Blob | string, kind: SourceFacts['kind']): OpenSource {
  return {
    key: toSourceKey(origin),
    origin,
    kind,
    width: 0,
    height: 0,
    seconds: 0,
    frameRate: undefined,
    isVariableRate: false,
    rotation: 0,
    hasSound: false,
    codec: undefined,
    canDecode: false,
    problem: 'unreadable',
    tracks: undefined,
    close: () => undefined,
  }
}

// Decodes a photo upright, no larger than a video shows it.

/** Larger photos (longer edge, pixels) are reduced once, as on the server. */
export const largestPhotoEdge = 4096

/** Decodes a photo from a file or an address, its longer edge at most `longestEdge` pixels. The caller closes it. */
export async function decodePhoto(
  origin: Blob | string,
  longestEdge: number,
  signal?: AbortSignal,
): Promise<ImageBitmap> {
  return (await decodeFile(await loadBlob(origin, signal), longestEdge)).bitmap
}

async function loadBlob(origin: Blob | string, signal?: AbortSignal): Promise<Blob> {
  if (typeof origin !== 'string') return origin
  const response = await fetch(origin, { signal: signal ?? null })
  if (!response.ok) throw new Error(`The file could not be loaded: ${response.status}`)
  return response.blob()
}

// Reads the headers of recordings that no browser plays, from camcorders and telephones. The server converts them.

interface RecordingFacts {
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
async function readRecordingFacts(file: Blob): Promise<RecordingFacts | undefined> {
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
