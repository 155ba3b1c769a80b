// Creates the frames of an exported video in the encoder's format. A video that fills the frame stays planar: it is
// passed on as decoded, or scaled and blended with the layers above it by the server's own kernel. Every other frame is
// painted on a canvas and converted.

import type { VideoFrameRequest } from '@vitrine/painter/content'
import type { LayerState, Painter, VideoCover } from '@vitrine/painter/painter'
import type { Watermark } from '@vitrine/painter/watermark'
import type { VideoSample } from 'mediabunny'
import {
  computePlaneLayout,
  copyPlanes,
  drawPlanes,
  type PlaneMemory,
  type Planes,
  planesBytes,
  reservePlanes,
  type Upright,
} from '../media/plane-memory.ts'
import type { ExportSize } from './export-contract.ts'
import type { ExportFrames } from './export-frames.ts'
import { isWhole, videoColors, writeCanvas } from './fast-pixels.ts'

interface FrameComposerOptions {
  painter: Painter
  watermark: Watermark | undefined
  pictures: ExportFrames
  memory: PlaneMemory
  size: ExportSize
}

/** The properties of a video frame that the caller sets. */
export type FrameTime = Required<Pick<VideoFrameInit, 'timestamp' | 'duration'>>

/**
 * The largest share of the frame for changing layers above the video. Beyond it, painting everything is cheaper than
 * reading them from a canvas.
 */
const largestShare = 0.4
/** A frame that still misses a picture after this many paintings will not get it. */
const maxPaintings = 4

/**
 * Creates the frames of one video. Calls must not overlap, except `prepare` of the next frame while the last one is
 * encoded.
 */
export class FrameComposer {
  readonly #options: FrameComposerOptions
  readonly #scale: number
  readonly #target: Planes
  readonly #canvas: OffscreenCanvasRenderingContext2D
  /** The frame that was painted on the canvas and is still in `#target`. */
  #painted: number | undefined
  /** The last sprite over a video, keyed by its content. */
  #overlay: { key: string; sprite: Sprite } | undefined
  /** The layers over the video in the last frame. */
  #lastAbove = ''
  #mark: Promise<Sprite> | undefined

  constructor(options: FrameComposerOptions) {
    const { painter, memory, size } = options
    this.#options = options
    // The aspect ratios agree up to rounding: the larger factor leaves no empty edge.
    this.#scale = Math.max(size.width / painter.width, size.height / painter.height)
    this.#target = reservePlanes(memory, 'frame', size.width, size.height)
    // Each frame is read back for the encoder.
    const context = new OffscreenCanvas(size.width, size.height).getContext('2d', {
      alpha: false,
      willReadFrequently: true,
    })
    if (!context) throw new Error('This browser has no canvas for the video')
    this.#canvas = context
  }

  /** Decodes the pictures of a frame. */
  async prepare(frame: number): Promise<void> {
    const { painter, pictures } = this.#options
    const requests = painter.videos(frame)
    // The placement of a video is known once it is open.
    await Promise.all(requests.map(({ assetId }) => pictures.open(assetId).catch(() => undefined)))
    const cover = this.#coverAt(frame)
    await (cover ? pictures.prepare(listFrameRequests(cover), cover.video) : pictures.prepare(painter.videos(frame)))
  }

  /** The picture of a frame; the caller closes it. */
  async make(frame: number, time: FrameTime): Promise<VideoFrame> {
    const { painter, pictures } = this.#options
    const cover = this.#coverAt(frame)
    const sample = cover && pictures.findPlanar(cover.video)
    this.#lastAbove = toLayersKey(painter.videoCover(frame)?.above ?? [])
    if (cover && sample) return this.#drawVideo(frame, cover, sample, time)
    if (this.#painted === undefined || !painter.isSameFrame(this.#painted, frame)) await this.#paint(frame)
    this.#painted = frame
    return this.#toFrame(time)
  }

  /** The video that fills a frame, if the planar path is cheaper than painting everything. */
  #coverAt(frame: number): VideoCover | undefined {
    const { painter, size } = this.#options
    const cover = painter.videoCover(frame)
    const area = cover && computeArea(cover.above, this.#scale, size)
    if (!cover || !area || area.width * area.height < largestShare * size.width * size.height) return cover
    return toLayersKey(cover.above) === this.#lastAbove ? cover : undefined
  }

  async #drawVideo(frame: number, cover: VideoCover, sample: VideoSample, time: FrameTime): Promise<VideoFrame> {
    const { memory } = this.#options
    const target = this.#target
    const at = toUpright(cover.video, this.#scale)
    const sprites = await this.#spritesOver(frame, cover)
    const source = sample.toVideoFrame()
    try {
      const isUnchanged = isWhole(sample, at, target)
      if (isUnchanged && sprites.length === 0 && isTagged(source)) return new VideoFrame(source, time)
      this.#painted = undefined
      if (isUnchanged) await copyPlanes(memory, source, target)
      else {
        const picture = reservePlanes(memory, 'video', sample.codedWidth, sample.codedHeight)
        await copyPlanes(memory, source, picture)
        drawPlanes(memory, picture, at, target)
      }
    } finally {
      source.close()
    }
    for (const sprite of sprites) blendSprite(memory, target, sprite)
    return this.#toFrame(time)
  }

  /** The layers over the video that fills a frame, lowest first. */
  async #spritesOver(frame: number, { above }: VideoCover): Promise<Sprite[]> {
    const { painter, watermark, memory, size } = this.#options
    const area = computeArea(above, this.#scale, size)
    const sprites: Sprite[] = []
    if (area) {
      const key = toLayersKey(above)
      if (this.#overlay?.key !== key) {
        const draw = (context: OffscreenCanvasRenderingContext2D) => this.#drawAbove(context, frame, above, area)
        const sprite = await createSprite(memory, 'overlay', area, draw)
        // Pictures that were missing at first have changed the key.
        this.#overlay = { key: toLayersKey(painter.videoCover(frame)?.above ?? above), sprite }
      }
      sprites.push(this.#overlay.sprite)
    }
    if (watermark) {
      this.#mark ??= createSprite(memory, 'mark', { x: 0, y: 0, ...size }, (context) =>
        watermark.draw(context as never, size.width, size.height),
      )
      sprites.push(await this.#mark)
    }
    return sprites
  }

  async #drawAbove(
    context: OffscreenCanvasRenderingContext2D,
    frame: number,
    above: readonly LayerState[],
    { x, y }: Area,
  ): Promise<void> {
    const { painter } = this.#options
    const scale = this.#scale
    const { width, height } = context.canvas
    const target = { x: x / scale, y: y / scale, width: width / scale, height: height / scale, scale }
    await this.#untilComplete(
      () => above.flatMap(({ videos }) => videos),
      () => {
        clearSprite(context)
        for (const { id } of above) painter.drawLayer(context as never, id, frame, target)
      },
    )
  }

  /** Paints a frame on the canvas and converts it. */
  async #paint(frame: number): Promise<void> {
    const { painter, watermark, memory } = this.#options
    const { width, height } = this.#target
    await this.#untilComplete(
      () => painter.videos(frame),
      () => painter.drawFrame(this.#canvas as never, frame, { scale: this.#scale }),
    )
    watermark?.draw(this.#canvas as never, width, height)
    await writeCanvas(memory, this.#canvas, this.#target)
  }

  /** Draws repeatedly until all pictures are available. */
  async #untilComplete(requests: () => readonly VideoFrameRequest[], draw: () => void): Promise<void> {
    const { pictures } = this.#options
    // Discards earlier requests, which only asked for sizes.
    pictures.takeMissed()
    for (let n = 0; n < maxPaintings; n++) {
      draw()
      const missed = pictures.takeMissed()
      if (missed.length === 0) return
      await pictures.prepare([...requests(), ...missed])
    }
  }

  #toFrame(time: FrameTime): VideoFrame {
    const { width, height, luma } = this.#target
    return new VideoFrame(this.#options.memory.view(luma, planesBytes(this.#target)), {
      format: 'I420',
      codedWidth: width,
      codedHeight: height,
      layout: computePlaneLayout(this.#target),
      colorSpace: videoColors,
      ...time,
    })
  }
}

function listFrameRequests({ video, above }: VideoCover): VideoFrameRequest[] {
  return [video, ...above.flatMap(({ videos }) => videos)]
}

function toUpright({ place = [1, 0, 0, 1, 0, 0] }: VideoFrameRequest, scale: number): Upright {
  return { scaleX: place[0] * scale, scaleY: place[3] * scale, x: place[4] * scale, y: place[5] * scale }
}

/** Equal for frames with the same layers over the video. */
function toLayersKey(above: readonly LayerState[]): string {
  return above.map(({ id, opacity, matrix, contentKey }) => `${id}@${opacity}@${matrix}@${contentKey}`).join('/')
}

/** Whether a picture has the colour tags of the video. */
function isTagged({ colorSpace }: VideoFrame): boolean {
  return colorSpace.primaries === videoColors.primaries && colorSpace.transfer === videoColors.transfer
}

/** A rectangle of the video in pixels. All four numbers are even. */
interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * The layers over a video, drawn when they change, stored as planes with alpha, and blended into each frame. Holds
 * addresses of planes; the kernel's sources document their contents.
 */
interface Sprite {
  readonly area: Area
  /** Bytes per row, a multiple of 16; columns beyond the area are transparent. */
  readonly stride: number
  readonly luma: number
  readonly blue: number
  readonly red: number
  readonly opacity: number
  readonly cover: number
}

/** Canvas sizes are multiples of this, so that a moving layer does not need a new canvas per frame. */
const canvasStep = 64

/** The bounds of layers, with a margin for the chroma samples at their edges; undefined when nothing is there. */
function computeArea(layers: readonly LayerState[], scale: number, { width, height }: ExportSize): Area | undefined {
  const all = layers.flatMap(({ bounds }) => (bounds ? [bounds.map((edge) => edge * scale)] : []))
  const findOuterEdge = (n: number, choose: (...edges: number[]) => number) =>
    choose(...all.map((edges) => edges[n] as number))
  const x = Math.max(0, Math.floor(findOuterEdge(0, Math.min) / 2) * 2 - 2)
  const y = Math.max(0, Math.floor(findOuterEdge(1, Math.min) / 2) * 2)
  const right = Math.min(width, Math.ceil(findOuterEdge(2, Math.max) / 2) * 2 + 2)
  const bottom = Math.min(height, Math.ceil(findOuterEdge(3, Math.max) / 2) * 2)
  return right > x && bottom > y ? { x, y, width: right - x, height: bottom - y } : undefined
}

/** Draws a picture with transparency into the memory of a name. */
async function createSprite(
  memory: PlaneMemory,
  name: string,
  area: Area,
  draw: (context: OffscreenCanvasRenderingContext2D) => unknown,
): Promise<Sprite> {
  // Kernels process steps of 16 pixels.
  const stride = Math.ceil(area.width / 16) * 16
  const context = getContext2d(area)
  const { width, height } = context.canvas
  clearSprite(context)
  await draw(context)
  const count = stride * area.height
  const pixels = memory.reserve('pixels', width * height * 4)
  const luma = memory.reserve(name, (count * 11) / 4)
  // The fast way to read canvases is inexact for low alpha.
  memory.view(pixels, width * height * 4).set(context.getImageData(0, 0, width, height).data)
  memory.kernel.premultiply(pixels, width * height)
  const opacity = luma + count
  const blue = opacity + count
  const [red, cover] = [blue + count / 4, blue + count / 2]
  memory.kernel.toSprite(pixels, width * 4, luma, blue, red, opacity, cover, stride, stride, area.height)
  return { area, stride, luma, blue, red, opacity, cover }
}

function clearSprite(context: OffscreenCanvasRenderingContext2D): void {
  context.setTransform(1, 0, 0, 1, 0, 0)
  context.clearRect(0, 0, context.canvas.width, context.canvas.height)
}

/** Blends a sprite over a picture. */
function blendSprite({ kernel }: PlaneMemory, to: Planes, { area, ...sprite }: Sprite): void {
  const { luma, blue, red, opacity, cover, stride } = sprite
  const color = ((area.y / 2) * to.stride) / 2 + area.x / 2
  kernel.blendSprite(
    ...[to.luma + area.y * to.stride + area.x, to.blue + color, to.red + color, to.stride],
    ...[luma, blue, red, opacity, cover, stride, stride, area.height],
  )
}

let drawing: OffscreenCanvasRenderingContext2D | undefined

/** The canvas for sprites, reused if it is large enough. */
function getContext2d(area: Area): OffscreenCanvasRenderingContext2D {
  const [width, height] = [area.width, area.height].map((edge) => Math.ceil(edge / canvasStep) * canvasStep) as [
    number,
    number,
  ]
  if (drawing?.canvas.width === width && drawing.canvas.height === height) return drawing
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser has no canvas for the video')
  drawing = context
  return context
}
