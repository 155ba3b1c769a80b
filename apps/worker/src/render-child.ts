// Renders a video or picture in a child process, with limits on time and memory.
import { fileURLToPath } from 'node:url'
import { runBoundedChild, type WorkLimits } from '@vitrine/untrusted-media/bounded-child'
import type {
  VideoRenderRequest,
  PictureRenderRequest,
  RenderedVideo,
  RenderedPicture,
  RenderRequest,
  RenderProgress,
} from './render-message.ts'

export type RenderLimits = WorkLimits

export const DEFAULT_LIMITS: RenderLimits = {
  durationMs: 60 * 60_000,
  // Decoding a large photo on a busy machine, before the first frame, is the longest silence there should be.
  silenceMs: 90_000,
  memoryBytes: 3 * 2 ** 30,
}

const CHILD = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './render-process.ts' : './render-process.js', import.meta.url),
)

export interface RenderChildOptions {
  readonly limits?: RenderLimits
  onProgress?(progress: RenderProgress): void
  /** Ends the process at once; `renderVideoInChild` then throws the signal's reason. */
  readonly signal?: AbortSignal
  /** Told the id of the process when it runs. */
  onStart?(pid: number): void
}

/**
 * Makes a video in a process of its own. When it resolves, the video and its poster are whole and checked; when it throws
 * (`WorkFailed`, or the signal's reason) the process is gone, and what it wrote is for the caller to remove.
 */
export function renderVideoInChild(
  request: VideoRenderRequest,
  options: RenderChildOptions = {},
): Promise<RenderedVideo> {
  return make<RenderedVideo>(request, options)
}

/** Makes a picture in a process of its own; otherwise as `renderVideoInChild`. */
export function renderPictureInChild(
  request: PictureRenderRequest,
  options: RenderChildOptions = {},
): Promise<RenderedPicture> {
  return make<RenderedPicture>(request, options)
}

function make<Rendered>(request: RenderRequest, options: RenderChildOptions): Promise<Rendered> {
  const { limits = DEFAULT_LIMITS, ...rest } = options
  return runBoundedChild<RenderRequest, RenderProgress, Rendered>(request, {
    ...rest,
    limits,
    path: CHILD,
    name: 'render',
  })
}
