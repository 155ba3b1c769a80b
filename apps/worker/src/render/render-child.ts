// Renders a video or picture in a child process, with limits on time and memory.
import { fileURLToPath } from 'node:url'
import { runBoundedChild, type WorkLimits } from '@vitrine/untrusted-media/bounded-child'
import type {
  PictureRenderRequest,
  RenderedPicture,
  RenderedVideo,
  RenderProgress,
  RenderRequest,
  VideoRenderRequest,
} from './render-message.ts'

export type RenderLimits = WorkLimits

export const DEFAULT_LIMITS: RenderLimits = {
  durationMs: 60 * 60_000,
  // The longest expected silence is decoding a large photo on a busy machine, before the first frame.
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
  /** Called with the process id once the process runs. */
  onStart?(pid: number): void
}

/**
 * Renders a video in a child process. When it resolves, the video and its poster are complete and checked; when it throws
 * (`WorkFailed`, or the signal's reason) the process has ended, and the caller removes what it wrote.
 */
export function renderVideoInChild(
  request: VideoRenderRequest,
  options: RenderChildOptions = {},
): Promise<RenderedVideo> {
  return make<RenderedVideo>(request, options)
}

/** Renders a picture in a child process; otherwise like `renderVideoInChild`. */
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
