// The program that renders one video or picture in a child process, and its messages, which are plain JSON.
import type { WorkLimits } from '@vitrine/process/bounded-child'
import type { ComposerOptions } from '../compose/composer.ts'
import type { SceneSpec } from '../compose/scene.ts'
import { childProgram } from '../operation/child-program.ts'
import type { PictureInfo, PictureSpec } from './picture.ts'
import type { EncoderPreset } from './video-writer.ts'

export interface VideoOutput extends ComposerOptions {
  /** First frame of the video and the frame after the last; default: the whole composition. */
  readonly from?: number
  readonly to?: number
  /** x264's constant rate factor; default `FULL_CRF`. */
  readonly crf?: number
  /** Default `veryfast`. */
  readonly preset?: EncoderPreset
  /** False omits the composition's sound; the video still has a silent sound track. */
  readonly audio?: boolean
  /** `even` for reference renders, whose frames other videos reuse; default `fitting`. */
  readonly keyFrames?: 'fitting' | 'even'
  /** Encoder threads; default 0, with which x264 uses slightly more threads than cores. */
  readonly threads?: number
  /** Drawing threads; default 1. Their number does not affect the video. */
  readonly drawThreads?: number
  /** Ends the render with `VideoTooLarge` as soon as the video has more bytes. */
  readonly maxBytes?: number
}

export interface VideoSpec extends SceneSpec {
  readonly output: VideoOutput
  /** The MP4 file to write; an existing file is replaced. */
  readonly outPath: string
  /** A video of the unfilled template in the same format, but with even key frames. Equal frames are copied from it. */
  readonly reference?: string
}

export interface VideoInfo {
  readonly width: number
  readonly height: number
  readonly frameCount: number
  readonly frameRate: readonly [number, number]
  readonly durationSeconds: number
  readonly sizeBytes: number
  /** Frames that were drawn; the others equalled the previous one. */
  readonly drawnFrameCount: number
  /** Frames that were copied, already encoded, from the reference render. */
  readonly reusedFrameCount: number
}

export type RenderRequest = VideoRenderRequest | PictureRenderRequest

/** A video to render. */
export interface VideoRenderRequest {
  readonly video: VideoSpec
  /** The poster shows the frame at this time of the video. Without it, no poster is written. */
  readonly poster?: { readonly path: string; readonly atSeconds: number }
}

/** A picture to render. */
export interface PictureRenderRequest {
  readonly picture: PictureSpec
}

export interface RenderProgress {
  readonly stage: 'preparing' | 'drawing' | 'finishing' | 'checking'
  readonly framesDone: number
  readonly frameCount: number
}

/** The video and its poster are complete on disk and checked. */
export type RenderedVideo = VideoInfo

/** The picture and its poster are complete on disk and checked. */
export type RenderedPicture = PictureInfo

export const RENDER_LIMITS: WorkLimits = {
  durationMs: 60 * 60_000,
  // The longest expected silence is decoding a large photo on a busy machine, before the first frame.
  silenceMs: 90_000,
  memoryBytes: 3 * 2 ** 30,
}

/** Constant rate factor of paid videos. */
export const FULL_CRF = 20

/** The error code for a video that would exceed its `maxBytes`. */
export const VIDEO_TOO_LARGE = 'video-too-large'

const LOCATION = { file: 'render-process', moduleUrl: import.meta.url }

/** When it resolves, the video and its poster are complete and checked. */
export const VIDEO_PROGRAM = childProgram<VideoRenderRequest, RenderProgress, RenderedVideo>('render', LOCATION)

/** When it resolves, the picture and its poster are complete and checked. */
export const PICTURE_PROGRAM = childProgram<PictureRenderRequest, RenderProgress, RenderedPicture>('render', LOCATION)
