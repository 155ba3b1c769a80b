// Composes the frames of a video in YUV: videos stay as they were decoded, layers drawn on a canvas become sprites, and only
// what needs a canvas is drawn on one of the full frame size.
import type { ResolvedDocument } from '@vitrine/composition/document'
import type { VideoFrameRequest } from '@vitrine/composition/painter-content'
import type { Context } from '@vitrine/composition/painter-host'
import { Arena, type YuvPicture } from './arena.ts'
import { type FramePlan, FramePlanner } from './frame-plan.ts'
import type { AlphaVideoPlan, DrawnPlan, LayerPlan, SpritePlan, VideoPlan } from './layer-plan.ts'
import { openRenderContext, type RenderContext, type SceneSize, type SceneSpec } from './scene.ts'
import {
  type Area,
  blendPixels,
  blendSprite,
  CanvasPool,
  columnsOf,
  createSprite,
  type Pixels,
  planesAt,
  roundedUp,
  type Sprite,
  SpriteCache,
} from './sprite.ts'
import { VideoMasks } from './video-mask.ts'
import { type Upright, VideoPlanes } from './video-planes.ts'

export interface ComposerOptions extends SceneSize {
  /** True draws every frame entirely on a canvas: slower, and the reference for every other path. */
  readonly universal?: boolean
}

/** Memory for sprites. Sprites that do not fit are drawn again when needed. */
const SPRITE_BYTES = 96 * 2 ** 20

/** Composes the frames of one video. Frames may be requested in any order; the result for a frame is always the same. */
export class Composer {
  readonly document: ResolvedDocument
  readonly arena: Arena
  readonly #context: RenderContext
  readonly #options: ComposerOptions
  readonly #planner: FramePlanner
  readonly #canvases: CanvasPool
  readonly #sprites: SpriteCache
  readonly #videos: VideoPlanes
  readonly #masks: VideoMasks
  readonly #background: YuvPicture
  /** What is on `#background`: static layers, or a section. */
  #backgroundKey: string | undefined
  #lastSection: { readonly section: string; readonly frame: number } | undefined
  #mark: Sprite | undefined

  private constructor(context: RenderContext, arena: Arena, options: ComposerOptions) {
    const { document, painter, scale, pictures } = context
    this.document = document
    this.arena = arena
    this.#context = context
    this.#options = options
    const { width, height } = options
    this.#planner = new FramePlanner({ document, painter, scale, width, height, isVideo: pictures.isVideo })
    this.#canvases = new CanvasPool(arena)
    this.#sprites = new SpriteCache(arena, SPRITE_BYTES)
    this.#videos = new VideoPlanes(arena, pictures)
    this.#masks = new VideoMasks(context, arena, this.#canvases)
    this.#background = arena.allocatePicture(width, height)
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
    const top = this.document.layers[0]
    const plan: FramePlan = this.#options.universal && top ? { section: top.id, layers: [] } : this.#planner.plan(frame)
    const above = this.#drawBase(frame, plan, target)
    for (const layer of above) {
      if (layer.kind === 'sprite') this.#blendSprite(frame, layer, target)
      else if (layer.kind === 'video') this.#blendVideo(frame, layer, target)
      else if (layer.kind === 'alpha-video') this.#blendAlphaVideo(frame, layer, target)
      else this.#drawOver(frame, layer, target)
    }
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

  /** Fills the picture with the bottom layers and returns the layers that remain. */
  #drawBase(frame: number, { section, layers }: FramePlan, target: YuvPicture): readonly LayerPlan[] {
    const cover = layers.findLastIndex((layer) => layer.kind === 'video' && this.#coversAll(layer, frame))
    const video = layers[cover]
    if (video?.kind === 'video' && this.#drawBaseVideo(video, target)) return layers.slice(cover + 1)
    if (section !== undefined) {
      this.#drawSection(frame, section, target)
      return layers
    }
    const first = layers.findIndex((layer) => layer.kind !== 'sprite' || !layer.rests)
    const resting = (first < 0 ? layers : layers.slice(0, first)) as readonly SpritePlan[]
    const key = resting.map((layer) => `${layer.key}@${layer.opacity}`).join('/')
    if (this.#backgroundKey !== key) {
      this.#fillBackground(this.#background)
      for (const layer of resting) this.#blendSprite(frame, layer, this.#background)
      this.#backgroundKey = key
      this.#lastSection = undefined
    }
    this.#copy(this.#background, target)
    return layers.slice(resting.length)
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

  #drawSection(frame: number, section: string, target: YuvPicture): void {
    const { painter, scale } = this.#context
    const last = this.#lastSection
    if (last?.section !== section || !painter.isSameFrame(last.frame, frame, section)) {
      const { width, height } = this.#options
      const area = { x: 0, y: 0, width, height }
      this.#drawPixels(this.#background, area, (ctx) => painter.drawFrame(ctx, frame, { scale, upTo: section }))
      this.#backgroundKey = undefined
    }
    this.#lastSection = { section, frame }
    this.#copy(this.#background, target)
  }

  /** The composition's background colour, over black where it is transparent. */
  #fillBackground(picture: YuvPicture): void {
    const { width, height } = this.#options
    const area = { x: 0, y: 0, width, height }
    const empty = this.#context.createPainter({ document: { ...this.document, layers: [] } })
    this.#drawPixels(picture, area, (ctx) => empty.drawFrame(ctx, 0, { scale: this.#context.scale }))
  }

  /** Draws all of a picture. */
  #drawPixels(picture: YuvPicture, area: Area, paint: (ctx: Context) => void): void {
    const { luma, blue, red, stride, height } = picture
    const { bytes, kernel } = this.arena
    const pixels = this.#canvases.draw(area, paint)
    // The first pixel is as opaque as the composition's background, and what is drawn over it changes that nowhere.
    if (bytes[pixels.address + 3] === 255) {
      const size = [columnsOf(area), height, this.arena.scratch(2 * stride)]
      kernel.toYuv(pixels.address, pixels.stride, luma, blue, red, stride, ...size)
    } else {
      bytes.fill(16, luma, luma + stride * height)
      bytes.fill(128, blue, blue + (stride * height) / 2)
      blendPixels(this.arena, picture, pixels, area)
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

  #blendSprite(frame: number, layer: SpritePlan, target: YuvPicture): void {
    let sprite = this.#sprites.find(layer.key)
    if (!sprite) {
      const pixels = this.#draw(frame, layer, layer.nudge)
      sprite = createSprite(this.arena, pixels, layer.area)
      this.#canvases.release(pixels, layer.area.height)
      this.#sprites.add(layer.key, sprite)
    }
    blendSprite(this.arena, target, sprite, layer.area, layer.opacity)
  }

  /** A layer by itself at full opacity. */
  #draw(frame: number, { id, area }: SpritePlan, nudge: readonly [number, number]): Pixels {
    const where = this.#targetOf(area, nudge)
    return this.#canvases.draw(area, (ctx) => this.#context.painter.drawLayer(ctx, id, frame, { ...where, opacity: 1 }))
  }

  #targetOf(area: Area, [right, down]: readonly [number, number] = [0, 0]) {
    const { scale } = this.#context
    const { x, y, width, height } = area
    const size = { width: roundedUp(width) / scale, height: roundedUp(height) / scale }
    return { x: (x - right) / scale, y: (y - down) / scale, ...size, scale }
  }

  #drawOver(frame: number, { ids, area }: Omit<DrawnPlan, 'kind'>, target: YuvPicture): void {
    const where = this.#targetOf(area)
    const pixels = this.#canvases.draw(area, (ctx) => {
      for (const id of ids) this.#context.painter.drawLayer(ctx, id, frame, where)
    })
    blendPixels(this.arena, target, pixels, area)
    this.#canvases.release(pixels, area.height)
  }

  #blendVideo(frame: number, layer: VideoPlan, target: YuvPicture): void {
    const { video, area, opacity } = layer
    const view = video.place && this.#videos.view(video, VideoPlanes.upright(video.place, this.#context.scale), area)
    if (!view) {
      this.#drawOver(frame, { ids: [layer.id], area }, target)
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
      this.#drawOver(frame, { ids: [layer.id], area }, target)
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

  /** The part of an area that an alpha video covers; undefined when its edges do not fall on what kernels can do. */
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
    if (!this.#mark) {
      const pixels = this.#canvases.draw(area, (ctx) => watermark.draw(ctx, width, height))
      this.#mark = createSprite(this.arena, pixels, area)
      this.#canvases.release(pixels, height)
    }
    blendSprite(this.arena, target, this.#mark, area, 255)
  }
}
