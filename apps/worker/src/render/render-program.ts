// The program that renders one video or picture in a child process, and its messages, which are plain JSON.
import type { WorkLimits } from '@vitrine/untrusted-media/bounded-child'
import { childProgram } from '../operation/child-program.ts'
import type { PictureInfo, PictureSpec } from './picture.ts'
import type { VideoInfo, VideoSpec } from './render-video.ts'

export type RenderRequest = VideoRenderRequest | PictureRenderRequest

/** A video to render. */
export interface VideoRenderRequest {
  readonly video: VideoSpec
  /** The poster is the frame at this time of the video. Without it none is made. */
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

/** The result of a video request: the video and its poster are complete on disk and checked. */
export type RenderedVideo = VideoInfo

/** The result of a picture request: the picture and its poster are complete on disk and checked. */
export type RenderedPicture = PictureInfo

export const RENDER_LIMITS: WorkLimits = {
  durationMs: 60 * 60_000,
  // The longest expected silence is decoding a large photo on a busy machine, before the first frame.
  silenceMs: 90_000,
  memoryBytes: 3 * 2 ** 30,
}

/** The code of the failure of a video that would have more than its `maxBytes`. */
export const VIDEO_TOO_LARGE = 'video-too-large'

const LOCATION = { file: 'render-process', beside: import.meta.url }

/** When it resolves, the video and its poster are complete and checked. */
export const VIDEO_PROGRAM = childProgram<VideoRenderRequest, RenderProgress, RenderedVideo>('render', LOCATION)

/** When it resolves, the picture and its poster are complete. */
export const PICTURE_PROGRAM = childProgram<PictureRenderRequest, RenderProgress, RenderedPicture>('render', LOCATION)
