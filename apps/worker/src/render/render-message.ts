// The messages between the worker and the child process that renders one video or picture. Everything is plain JSON.

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
