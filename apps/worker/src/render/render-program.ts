// The program that renders a video or picture in a child process.
import type { WorkLimits } from '@vitrine/untrusted-media/bounded-child'
import { childProgram } from '../operation/child-program.ts'
import type {
  PictureRenderRequest,
  RenderedPicture,
  RenderedVideo,
  RenderProgress,
  VideoRenderRequest,
} from './render-message.ts'

export const RENDER_LIMITS: WorkLimits = {
  durationMs: 60 * 60_000,
  // The longest expected silence is decoding a large photo on a busy machine, before the first frame.
  silenceMs: 90_000,
  memoryBytes: 3 * 2 ** 30,
}

const LOCATION = { file: 'render-process', beside: import.meta.url }

/** When it resolves, the video and its poster are complete and checked. */
export const VIDEO_PROGRAM = childProgram<VideoRenderRequest, RenderProgress, RenderedVideo>('render', LOCATION)

/** When it resolves, the picture and its poster are complete. */
export const PICTURE_PROGRAM = childProgram<PictureRenderRequest, RenderProgress, RenderedPicture>('render', LOCATION)
