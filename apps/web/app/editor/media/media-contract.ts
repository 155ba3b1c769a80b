// The interface of the video editor's media: sources, thumbnails, waveforms, and the frames and sound of the preview.
// It contains types only; the implementation of each is in the file of its name.
import type { VideoFrameRequest } from '@vitrine/painter/content'
import type { Pictures } from '../preview/pictures.ts'
import type { Soundtrack } from '../preview/soundtrack.ts'

/** Why a file cannot be shown here unchanged. */
type SourceProblem =
  /** This browser cannot decode the format (HEVC, ProRes); the server's copy is shown once it is ready. */
  | 'needs-copy'
  /** The file is no video, audio or image in a known format. */
  | 'unreadable'

/** Facts about a file, read without decoding it. */
export interface SourceFacts {
  kind: 'image' | 'video' | 'audio'
  /** Pixels, upright and square; 0 for audio. */
  width: number
  height: number
  /** From the start of the file to its end; 0 for photos. */
  seconds: number
  /** Frames per second, an estimate for variable rates; undefined for photos and audio. */
  frameRate: number | undefined
  /** The frame rate varies, as in recordings of phones. */
  isVariableRate: boolean
  /** Degrees clockwise that turn the stored frames upright. */
  rotation: 0 | 90 | 180 | 270
  hasSound: boolean
  /** 'avc1.64001f'; undefined when unknown. */
  codec: string | undefined
  /** Whether this browser decodes the picture, or the sound of a file without a picture. */
  canDecode: boolean
  problem: SourceProblem | undefined
}

/** An open file. It is read in pieces, so a file of any size takes the same memory. */
export interface Source extends SourceFacts {
  /** The key of its cache entries: equal for equal bytes, as far as can be known without reading them all. */
  readonly key: string
  readonly origin: Blob | string
  close(): void
}

/** A thumbnail of a video at a time. The cache owns the bitmap: never close it. */
export interface Thumbnail {
  seconds: number
  picture: ImageBitmap
}

/** The loudness of a file in equal time intervals: `peaks[n]` is the largest sample, 0 to 1, of the n-th interval. */
export interface Waveform {
  samplesPerSecond: number
  peaks: Float32Array
}

/** The open sources of a project by asset id. */
export interface MediaSourceCache {
  /** Undefined until the source is open: the first call opens it, and `onOpened` reports it. */
  find(assetId: string): Source | undefined
  /** Rejects when the asset has neither a file nor an address. */
  open(assetId: string): Promise<Source>
  /** The preview's replacement for a heavy source: its editing copy once there is one, else the source itself. */
  openLight(assetId: string): Promise<Source>
  /** Changes the id of a file. */
  rename(from: string, to: string): void
  /** Opens a file again, for example when the server's copy is ready. */
  retry(assetId: string): void
  listFailed(): readonly string[]
  /** The progress of editing copies in percent, by asset id. */
  listCopies(): ReadonlyMap<string, number>
  subscribe(listener: () => void): () => void
  stop(): void
}

/** The pictures of a timeline's preview: videos show exactly the requested frame and play in sync. */
export interface TimelinePictures extends Pictures {
  /**
   * Sets the frames that the video needs, so that the next clip is ready before its cut. Call it for every new
   * document.
   */
  setVideos(
    videosAt: (frame: number) => readonly VideoFrameRequest[],
    video: { framesPerSecond: number; frames: number },
  ): void
  /** Prepares the next frames. Call it after each painted frame. */
  lookAhead(frame: number, isPlaying: boolean): void
  /** Resolves when every exact frame that the last paint requested is available. */
  whenExact(): Promise<void>
  /** The number and bytes of decoded frames in memory, which have a limit for any length of the video. */
  getHeld(): { pictures: number; bytes: number }
}

/** The sound of a timeline's preview, from the same mixer as the exported video. */
export interface TimelineSoundtrack extends Soundtrack {
  /** How far the sound is ahead of the picture, in seconds; undefined while paused. */
  findOffset(): number | undefined
}
