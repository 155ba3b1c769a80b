// Composes the frames of a video in YUV: videos stay as decoded, and the layers between two videos are drawn together on one
// canvas, which is reused while nothing on it changes.

import type { ResolvedDocument } from '@vitrine/document/document'
import type { Context } from '@vitrine/document/host'
import type { VideoFrameRequest } from '@vitrine/painter/content'
import {
  type Area,
  Arena,
  blendSprite,
  CanvasPool,
  countColumns,
  createSprite,
  planesAt,
  releaseSprite,
  roundedUp,
  type Sprite,
  type YuvPicture,
} from './arena.ts'
import {
  type AlphaVideoPlan,
  type FramePart,
  type FramePlan,
  FramePlanner,
  type RunPlan,
  type VideoPlan,
} from './frame-plan.ts'
import { openRenderContext, type RenderContext, type SceneSize, type SceneSpec } from './scene.ts'
import { VideoMasks } from './video-mask.ts'
import { type Upright, VideoPlanes } from './video-planes.ts'

export interface ComposerOptions extends SceneSize {
  /** Draws every frame entirely on a canvas: slower, and the reference for all other paths. */
  readonly isCanvasOnly?: boolean
}

/** A run of layers with its last drawing. */
interface DrawnRun {
  readonly key: string
  readonly sprite: Sprite
}

/** Composes the frames of one video. Frames may be requested in any order and always have the same result. */
export class Composer {
  readonly document: ResolvedDocument
  readonly arena: Arena
  readonly #context: RenderContext
  readonly #options: ComposerOptions
  readonly #planner: FramePlanner
  readonly #canvases: CanvasPool
  readonly #videos: VideoPlanes
  readonly #masks: VideoMasks
  /** Cached picture of the layers below all videos; `#drawnBase` identifies these layers and the frame. */
  readonly #base: YuvPicture
  #drawnBase: { readonly base: FramePlan['base']; readonly frame: number } | undefined
  /** The runs of the last frame, bottom first. */
  #runs: DrawnRun[] = []
  #watermark: Sprite | undefined

  private constructor(context: RenderContext, arena: Arena, options: ComposerOptions) {
    const { document, painter, scale, pictures } = context
    this.document = document
    this.arena = arena
    this.#context = context
    this.#options = options
    const { width, height } = options
    this.#planner = new FramePlanner({ document, painter, scale, width, height, isVideo: pictures.isVideo })
    this.#canvases = new CanvasPool(arena)
    this.#videos = new VideoPlanes(arena, pictures)
    this.#masks = new VideoMasks(context, arena, this.#canvases)
    this.#base = arena.allocatePicture(width, height)
  }

  /** Opens a composition. Call `close` when done. Throws when a file is missing or cannot be decoded. */
  static async open(spec: SceneSpec, options: ComposerOptions): Promise<Composer> {
    const [context, arena] = await Promise.all([openRenderContext(spec, options), Arena.open()])
    return new Composer(context, arena, options)
  }

  /** Whether two frames look the same, so that one can be skipped. */
  areEqual(frame: number, other: number): boolean {
    return this.#context.painter.isSameFrame(frame, other)
  }

  /** Composes a frame into a picture of this arena with the size of the video. */
  compose(frame: number, target: YuvPicture): void {
    const plan: FramePlan = this.#options.isCanvasOnly ? { base: undefined, parts: [] } : this.#planner.plan(frame)
    const runs: DrawnRun[] = []
    for (const part of this.#drawBase(frame, plan, target)) {
      if (part.kind === 'run') runs.push(this.#blendRun(frame, part, target))
      else if (part.kind === 'video') this.#blendVideo(frame, part, target)
      else this.#blendAlphaVideo(frame, part, target)
    }
    this.#replaceRuns(runs)
    this.#blendMark(target)
    this.#context.pictures.tick()
    this.#videos.tick()
    this.#masks.tick()
  }

  close(): void {
    this.#videos.close()
    this.#context.close()
    this.arena.close()
  }

  /** Fills the picture with the base and returns the parts above it. */
  #drawBase(frame: number, { base, parts }: FramePlan, target: YuvPicture): readonly FramePart[] {
    const cover = parts.findLastIndex((part) => part.kind === 'video' && this.#coversAll(part, frame))
    const video = parts[cover]
    if (video?.kind === 'video' && this.#drawBaseVideo(video, target)) return parts.slice(cover + 1)
    const { painter, scale } = this.#context
    const drawn = this.#drawnBase
    if (!drawn || drawn.base !== base || !painter.isSameFrame(drawn.frame, frame, base)) {
      this.#drawWhole(this.#base, (ctx) => painter.drawFrame(ctx, frame, { scale, upTo: base }))
    }
    this.#drawnBase = { base, frame }
    this.#copy(this.#base, target)
    return parts
  }

  #coversAll(layer: VideoPlan, frame: number): boolean {
    const { width, height } = this.#options
    const { area, opacity } = layer
    return opacity === 255 && area.width === width && area.height === height && this.#masks.find(layer, frame).isWhole
  }

  #drawBaseVideo({ video, area }: VideoPlan, target: YuvPicture): boolean {
    if (!video.place) return false
    const at = VideoPlanes.upright(video.place, this.#context.scale)
    if (this.#videos.copyUnscaled(video, at, target)) return true
    const view = this.#videos.view(video, at, area)
    if (view) this.#copy({ ...view, ...area }, target)
    return view !== undefined
  }

  /** Draws a whole picture. */
  #drawWhole(picture: YuvPicture, paint: (ctx: Context) => void): void {
    const { luma, blue, red, stride, width, height } = picture
    const area = { x: 0, y: 0, width, height }
    const pixels = this.#canvases.draw(area, paint)
    const { bytes, kernel } = this.arena
    // One pixel suffices: the opacity of the background is the same everywhere, and drawing over it does not reduce it.
    if (bytes[pixels.address + 3] === 255) {
      const size = [countColumns(area), height, this.arena.scratch(2 * stride)]
      kernel.toYuv(pixels.address, pixels.stride, luma, blue, red, stride, ...size)
    } else {
      bytes.fill(16, luma, luma + stride * height)
      bytes.fill(128, blue, blue + (stride * height) / 2)
      const sprite = createSprite(this.arena, pixels, area)
      blendSprite(this.arena, picture, sprite, area)
      releaseSprite(this.arena, sprite)
    }
    this.#canvases.release(pixels, height)
  }

  #copy(from: Pick<YuvPicture, 'luma' | 'blue' | 'red' | 'stride'>, to: YuvPicture): void {
    const { kernel } = this.arena
    const { width, height } = to
    const half = [to.stride / 2, from.stride / 2] as const
    kernel.copyRows(to.luma, to.stride, from.luma, from.stride, width, height)
    kernel.copyRows(to.blue, half[0], from.blue, half[1], width / 2, height / 2)
    kernel.copyRows(to.red, half[0], from.red, half[1], width / 2, height / 2)
  }

  #blendRun(frame: number, { ids, area, key }: RunPlan, target: YuvPicture): DrawnRun {
    const run = this.#runs.find((drawn) => drawn.key === key) ?? { key, sprite: this.#drawSprite(frame, ids, area) }
    blendSprite(this.arena, target, run.sprite, area)
    return run
  }

  #replaceRuns(runs: DrawnRun[]): void {
    for (const run of this.#runs) if (!runs.includes(run)) releaseSprite(this.arena, run.sprite)
    this.#runs = runs
  }

  /** Draws layers on a canvas of their own. */
  #drawSprite(frame: number, ids: readonly string[], area: Area): Sprite {
    const { painter, scale } = this.#context
    const { x, y, width, height } = area
    const size = { width: roundedUp(width) / scale, height: roundedUp(height) / scale }
    const where = { x: x / scale, y: y / scale, ...size, scale }
    return this.#paintSprite(area, (ctx) => {
      for (const id of ids) painter.drawLayer(ctx, id, frame, where)
    })
  }

  #paintSprite(area: Area, paint: (ctx: Context) => void): Sprite {
    const pixels = this.#canvases.draw(area, paint)
    const sprite = createSprite(this.arena, pixels, area)
    this.#canvases.release(pixels, area.height)
    return sprite
  }

  /** Draws a video that the kernel cannot blend directly. */
  #drawVideo(frame: number, { id, area }: VideoPlan | AlphaVideoPlan, target: YuvPicture): void {
    const sprite = this.#drawSprite(frame, [id], area)
    blendSprite(this.arena, target, sprite, area)
    releaseSprite(this.arena, sprite)
  }

  #blendVideo(frame: number, layer: VideoPlan, target: YuvPicture): void {
    const { video, area, opacity } = layer
    const view = video.place && this.#videos.view(video, VideoPlanes.upright(video.place, this.#context.scale), area)
    if (!view) {
      this.#drawVideo(frame, layer, target)
      return
    }
    const { around, weights } = this.#masks.find(layer, frame)
    this.arena.kernel.blendVideo(
      ...planesAt(target, area.x, area.y),
      ...[target.stride, view.luma, view.blue, view.red, view.stride, weights.opacity, weights.cover],
      ...[around.luma, around.blue, around.red, around.opacity, around.cover],
      ...[around.stride, around.stride, area.height, opacity],
    )
  }

  #blendAlphaVideo(frame: number, layer: AlphaVideoPlan, target: YuvPicture): void {
    const { video, area, opacity } = layer
    const at = video.place && VideoPlanes.upright(video.place, this.#context.scale)
    const inner = at && this.#alphaVideoArea(at, video, area)
    const views = at && inner && this.#videos.alphaVideo(video, at, inner)
    if (!inner || !views) {
      this.#drawVideo(frame, layer, target)
      return
    }
    const { color, matte } = views
    const isFirst = inner.x === 0 ? 1 : 0
    this.arena.kernel.blendAlphaVideo(
      ...planesAt(target, inner.x, inner.y),
      ...[target.stride, color.luma, color.blue, color.red, matte.luma, color.stride],
      ...[inner.width, inner.height, opacity, isFirst],
    )
  }

  /** The part of an area that an alpha video covers; undefined when the kernel cannot align with its edges. */
  #alphaVideoArea(at: Upright, { assetId, layerId }: VideoFrameRequest, area: Area): Area | undefined {
    const file = this.#context.pictures.videoFile(assetId, layerId)
    if (!file) return undefined
    const [right, bottom] = [at.x + file.width * at.scaleX, at.y + (file.height / 2) * at.scaleY]
    const edges = [
      Math.max(area.x, at.x),
      Math.max(area.y, at.y),
      Math.min(area.x + area.width, right),
      Math.min(area.y + area.height, bottom),
    ].map((edge) => (Math.abs(edge - Math.round(edge)) < 0.01 ? Math.round(edge) : Number.NaN))
    const [x = 0, y = 0, endX = 0, endY = 0] = edges
    const isEven = edges.every((edge) => edge % 2 === 0) && endX > x && endY > y
    const isInStep = (endX - x) % 16 === 0 || endX === this.#options.width
    return isEven && isInStep ? { x, y, width: endX - x, height: endY - y } : undefined
  }

  #blendMark(target: YuvPicture): void {
    const { watermark } = this.#context
    if (!watermark) return
    const { width, height } = this.#options
    const area = { x: 0, y: 0, width, height }
    this.#watermark ??= this.#paintSprite(area, (ctx) => watermark.draw(ctx, width, height))
    blendSprite(this.arena, target, this.#watermark, area)
  }
}
