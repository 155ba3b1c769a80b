// The interface of the video editor's media: sources, thumbnails, waveforms, the frames and the
// sound of the preview. Types alone; each is made in the file of its name.
import type { VideoFrameRequest } from '@vitrine/painter/content'
import type { Pictures } from '../app/editor/preview/pictures.ts'
import type { Soundtrack } from '../app/editor/preview/sound-playback.ts'

/** Why a file cannot be shown here as it is. */
export type SourceProblem =
  /** A video in a format that this browser does not decode (HEVC, ProRes): the server's copy is shown once it is made. */
  | 'needs-copy'
  /** No video, sound or picture that anybody reads. */
  | 'unreadable'

/** What is known about a file before anything of it is decoded. */
export interface SourceFacts {
  kind: 'image' | 'video' | 'audio'
  /** Pixels, upright and with square pixels; 0 for sound. */
  width: number
  height: number
  /** From the start of the file to its end; 0 for photos. */
  seconds: number
  /** Pictures per second, the best guess where it varies; undefined for photos and sound. */
  frameRate: number | undefined
  /** The recorder had a variable frame rate, as phones do. */
  isVariableRate: boolean
  /** Degrees clockwise by which the stored pictures are turned to stand upright. */
  rotation: 0 | 90 | 180 | 270
  hasSound: boolean
  /** 'avc1.64001f'; undefined when unknown. */
  codec: string | undefined
  /** Whether this browser decodes its picture, or its sound where it has no picture. */
  canDecode: boolean
  problem: SourceProblem | undefined
}

/** An open file. Reading is by pieces: a file of any size takes the same memory. */
export interface Source extends SourceFacts {
  /** Equal for equal bytes, as far as known without reading them all: the key of its cache entries. */
  readonly key: string
  readonly origin: Blob | string
  close(): void
}

/** A thumbnail of a video at a moment. The bitmap belongs to the cache: never close it. */
export interface Thumbnail {
  seconds: number
  picture: ImageBitmap
}

/** How loud a file is, evenly in time: `peaks[n]` is the largest sample, 0 to 1, of the n-th part. */
export interface Waveform {
  samplesPerSecond: number
  peaks: Float32Array
}

/** The open sources of a project by asset id. */
export interface MediaSourceCache {
  /** Undefined until it is open: the first call opens it, and `onOpened` notifies. */
  find(assetId: string): Source | undefined
  /** Rejects when the asset has neither a file nor an address. */
  open(assetId: string): Promise<Source>
  /** What the preview reads instead of a heavy source: its editing copy once there is one, else the source itself. */
  openLight(assetId: string): Promise<Source>
  /** The file of one id is now known under another. */
  rename(from: string, to: string): void
  /** Opens it again, such as when the server's copy has become ready. */
  retry(assetId: string): void
  listFailed(): readonly string[]
  /** Editing copies under way: 0 to 100 by asset id. */
  listCopies(): ReadonlyMap<string, number>
  subscribe(listener: () => void): () => void
  stop(): void
}

/** The pictures of a timeline's preview: videos stand exactly on the frame asked for, and play in step. */
export interface TimelinePictures extends Pictures {
  /** What the frames of the video need, so that the next clip is ready before its cut. Call at every new document. */
  setVideos(
    videosAt: (frame: number) => readonly VideoFrameRequest[],
    video: { framesPerSecond: number; frames: number },
  ): void
  /** Prepares what comes after a frame. Call after each painted frame. */
  lookAhead(frame: number, isPlaying: boolean): void
  /** Resolves when everything that the last painted frame requested is available exactly. */
  whenExact(): Promise<void>
  /** Decoded frames in memory, and their bytes: bounded for any length of the video. */
  getHeld(): { pictures: number; bytes: number }
}

/** The sound of a timeline's preview: the same mixer as in the exported video. */
export interface TimelineSoundtrack extends Soundtrack {
  /** How far the sound runs ahead of the picture, in seconds; undefined while nothing plays. */
  findOffset(): number | undefined
}
