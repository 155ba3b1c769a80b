// The messages between the worker and the child process that renders one video or picture. Everything is plain JSON.
import type { VideoInfo, VideoSpec } from './render-video.ts'
import type { PictureInfo, PictureSpec } from './picture.ts'

export type RenderRequest = VideoRenderRequest | PictureRenderRequest

/** One video to make. */
export interface VideoRenderRequest {
  readonly video: VideoSpec
  /** The poster is the frame at this time of the video. Without it none is made. */
  readonly poster?: { readonly path: string; readonly atSeconds: number }
}

/** One picture to make. */
export interface PictureRenderRequest {
  readonly picture: PictureSpec
}

export interface RenderProgress {
  readonly stage: 'preparing' | 'drawing' | 'finishing' | 'checking'
  readonly framesDone: number
  readonly frameCount: number
}

/** What came of an order for a video: the video and its poster are whole on disk and have been checked. */
export type RenderedVideo = VideoInfo

/** What came of an order for a picture: it and its poster are whole on disk, and it has been read again. */
export type RenderedPicture = PictureInfo
