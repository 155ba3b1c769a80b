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
import type { Source, SourceFacts } from '../../../testing/media-contract.ts'
import { createRandomId } from '../../api/random-id.ts'
import { measurePhoto } from '../preview/decode-photo.ts'
import type { PhotoSize } from '../preview/photo-size.ts'
import { findFileKind } from '../project/file-kind.ts'
import { readRecordingFacts } from './recording-facts.ts'

/** A source with its reader. */
export interface OpenSource extends Source {
  readonly tracks: SourceTracks | undefined
}

export interface SourceTracks {
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
  const known = kind ?? (origin instanceof File ? findFileKind(origin) : kindOfType(origin))
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
export function toSourceKey(origin: Blob | string): string {
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

function kindOfType(origin: Blob | string): SourceFacts['kind'] | undefined {
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
    return await measurePhoto(typeof origin === 'string' ? await fetchBlob(origin) : origin)
  } catch {
    return undefined
  }
}

async function fetchBlob(url: string): Promise<Blob> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The file could not be loaded: ${response.status}`)
  return response.blob()
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
