// The pictures of videos in the arena: copied as decoded, and scaled to the size at which a layer shows them, as a canvas
// would.

import { check } from '@vitrine/media/libav-error'
import type { VideoFrameRequest } from '@vitrine/painter/content'
import { computeVideoReduction, planeSteps } from '@vitrine/painter/video'
import {
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AVCHROMA_LOC_LEFT,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  type Frame,
  type SoftwareScaleContext,
} from 'node-av'
import { openConverter } from '../media/libav.ts'
import type { VideoFile } from '../media/video-file.ts'
import { type Area, type Arena, countColumns, planesAt, type YuvPicture } from './arena.ts'
import { IDLE_FRAMES, type MediaSource } from './scene.ts'

/** Addresses of a video's planes at the corner of an area. */
interface PlaneView {
  readonly luma: number
  readonly blue: number
  readonly red: number
  readonly stride: number
}

/** Maps pixels of a source video to the output without rotation: x' = scaleX x + x, and likewise for y. */
export interface Upright {
  readonly scaleX: number
  readonly scaleY: number
  readonly x: number
  readonly y: number
}

/** The state of one video in one layer. */
interface Reel {
  readonly layerId: string
  file: VideoFile
  /** The last frame that used it. */
  usedAt: number
  readonly picture: YuvPicture
  /** Pixels of the picture per pixel of the video; they differ for non-square pixels and odd sizes. */
  readonly stretch: readonly [number, number]
  shown: Frame | undefined
  readonly halves: YuvPicture[]
  halvesOf: Frame | undefined
  converter: SoftwareScaleContext | undefined
}

const EPSILON = 1e-3

/** The videos of one composition. */
export class VideoPlanes {
  readonly #arena: Arena
  readonly #pictures: MediaSource
  readonly #reels = new Map<string, Reel>()
  readonly #views = new Map<string, PlaneView & { bytes: number; layerId: string }>()
  #frames = 0

  constructor(arena: Arena, pictures: MediaSource) {
    this.#arena = arena
    this.#pictures = pictures
  }

  /** Position and scale of a source video on the output. `place` comes from the painter and is not rotated. */
  static upright(place: NonNullable<VideoFrameRequest['place']>, scale: number): Upright {
    return { scaleX: place[0] * scale, scaleY: place[3] * scale, x: place[4] * scale, y: place[5] * scale }
  }

  /** Copies a video's picture directly onto a whole frame, when it fills the frame without scaling. Returns whether it did. */
  copyUnscaled(video: VideoFrameRequest, at: Upright, target: YuvPicture): boolean {
    const reel = this.#reel(video)
    const frame = reel?.file.frameAt(video.seconds)
    if (!reel || !frame || !isOurs(frame) || !isPixelByPixel(reel, at) || at.x > EPSILON || at.y > EPSILON) return false
    if (frame.width !== target.width || frame.height !== target.height) return false
    check(target.frame.copy(frame), 'copying a picture')
    return true
  }

  /**
   * The part of a video in an area of the frame; beyond the video its edge pixels are repeated. Undefined when nothing can be
   * decoded. Valid until the next call for the same layer.
   */
  view(video: VideoFrameRequest, at: Upright, area: Area): PlaneView | undefined {
    const reel = this.#load(video)
    return reel && this.#createView(reel, '', at, area, [0, reel.picture.height])
  }

  /** Like `view` for an alpha video: colour from the upper half of its pictures, matte (only `luma`) from the lower. */
  alphaVideo(video: VideoFrameRequest, at: Upright, area: Area): { color: PlaneView; matte: PlaneView } | undefined {
    const reel = this.#load(video)
    if (!reel) return undefined
    const half = reel.picture.height / 2
    if (half % 2 !== 0) return undefined
    const color = this.#createView(reel, 'color', at, area, [0, half])
    const matte = this.#createView(reel, 'matte', at, area, [half, half])
    // The kernel reads both with the same stride.
    return color.stride === matte.stride ? { color, matte } : undefined
  }

  /** Call after each frame: releases the memory of videos that have ended. */
  tick(): void {
    this.#frames++
    for (const [key, reel] of this.#reels) if (this.#frames - reel.usedAt > IDLE_FRAMES) this.#forget(key, reel)
  }

  #forget(key: string, { layerId, picture, halves, converter }: Reel): void {
    this.#reels.delete(key)
    converter?.freeContext()
    for (const one of [picture, ...halves]) this.#arena.releasePicture(one)
    for (const [name, view] of this.#views) {
      if (view.layerId !== layerId) continue
      this.#views.delete(name)
      this.#arena.release(view.luma, view.bytes)
    }
  }

  close(): void {
    for (const { converter } of this.#reels.values()) converter?.freeContext()
    this.#reels.clear()
  }

  #reel({ assetId, layerId }: VideoFrameRequest): Reel | undefined {
    const key = `${assetId} ${layerId}`
    const file = this.#pictures.videoFile(assetId, layerId)
    if (!file) return undefined
    const known = this.#reels.get(key)
    if (known) {
      known.usedAt = this.#frames
      // The file was closed and reopened in between.
      if (known.file !== file) Object.assign(known, { file, shown: undefined, halvesOf: undefined })
      return known
    }
    const [width, height] = [Math.ceil(file.width / 2) * 2, Math.ceil(file.height / 2) * 2]
    const picture = this.#arena.allocatePicture(width, height)
    const stretch = [width / file.width, height / file.height] as const
    const usedAt = this.#frames
    const reel: Reel = {
      file,
      layerId,
      usedAt,
      picture,
      stretch,
      shown: undefined,
      halves: [],
      halvesOf: undefined,
      converter: undefined,
    }
    this.#reels.set(key, reel)
    return reel
  }

  /** Loads the video's picture into its reel. */
  #load(video: VideoFrameRequest): Reel | undefined {
    const reel = this.#reel(video)
    const frame = reel?.file.frameAt(video.seconds)
    if (!reel || !frame) return undefined
    if (reel.shown === frame) return reel
    const { picture } = reel
    if (isOurs(frame) && frame.width === picture.width && frame.height === picture.height) {
      check(picture.frame.copy(frame), 'copying a picture')
    } else {
      reel.converter ??= openConverter()
      check(reel.converter.scaleFrameSync(picture.frame, frame), 'converting a picture')
    }
    reel.shown = frame
    return reel
  }

  #createView(reel: Reel, name: string, at: Upright, area: Area, rows: readonly [number, number]): PlaneView {
    const { picture } = reel
    if (isPixelByPixel(reel, at)) {
      const [left, top] = [area.x - Math.round(at.x), area.y - Math.round(at.y)]
      // A margin may lie outside the video: it shows nothing, but its memory must be valid.
      const room = rows[1] === picture.height ? 4 : 0
      const isInside = left >= -16 && left + area.width <= picture.width + 16
      const isWithin = top >= -room && top + area.height <= rows[1] + room
      if (isInside && isWithin && left % 2 === 0 && top % 2 === 0) {
        const [luma, blue, red] = planesAt(picture, left, top + rows[0])
        return { luma, blue, red, stride: picture.stride }
      }
    }
    return this.#resampled(reel, name, at, area, rows)
  }

  #resampled(reel: Reel, name: string, at: Upright, area: Area, [firstRow, rowCount]: readonly [number, number]) {
    const { halvings, shift } = computeVideoReduction(Math.sqrt(at.scaleX * at.scaleY))
    let level = halvings
    // The lower half of an alpha video must begin on a whole row of colour samples.
    while (level > 0 && firstRow % 2 ** (level + 1) !== 0) level--
    const from = this.#halved(reel, level)
    const shrink = 2 ** level
    const [width, height] = [Math.floor(reel.picture.width / shrink), Math.floor(rowCount / shrink)]
    const view = this.#viewMemory(reel.layerId, name, area)
    const { kernel } = this.#arena
    const scratch = this.#arena.scratch(2 * (width + 32) + 8 * view.stride + 64)
    // In pixels of the reel's picture per pixel of the frame.
    const step = [reel.stretch[0] / at.scaleX, reel.stretch[1] / at.scaleY] as const
    const start = [(area.x - at.x) * step[0], (area.y - at.y) * step[1]] as const
    const steps = planeSteps(start, step, { halvings: level, shift })
    const row = firstRow / shrink
    const luma = from.luma + row * from.stride
    kernel.resample(
      ...[view.luma, view.stride, area.width, area.height, luma, from.stride, width, height],
      ...[steps.luma[0], steps.step[0], steps.luma[1], steps.step[1], steps.soft, scratch],
    )
    const colorSize = [Math.floor(width / 2), Math.floor(height / 2)] as const
    for (const plane of ['blue', 'red'] as const) {
      const source = from[plane] + ((row / 2) * from.stride) / 2
      kernel.resample(
        ...[view[plane], view.stride / 2, area.width / 2, area.height / 2, source, from.stride / 2, ...colorSize],
        ...[steps.color[0], steps.step[0], steps.color[1], steps.step[1], steps.soft, scratch],
      )
    }
    return view
  }

  /** Halves the reel's picture `level` times in both directions. */
  #halved(reel: Reel, level: number): YuvPicture {
    if (reel.halvesOf !== reel.shown) {
      reel.halvesOf = reel.shown
      for (let n = 0; n < reel.halves.length; n++) this.#halve(reel, n)
    }
    while (reel.halves.length < level) {
      const from = reel.halves.at(-1) ?? reel.picture
      const even = (size: number) => Math.max(2, Math.ceil(size / 4) * 2)
      reel.halves.push(this.#arena.allocatePicture(even(from.width), even(from.height)))
      this.#halve(reel, reel.halves.length - 1)
    }
    return level === 0 ? reel.picture : (reel.halves[level - 1] ?? reel.picture)
  }

  #halve(reel: Reel, index: number): void {
    const from = index === 0 ? reel.picture : reel.halves[index - 1]
    const to = reel.halves[index]
    if (!from || !to) return
    const [width, height] = [Math.floor(from.width / 2), Math.floor(from.height / 2)]
    const { kernel } = this.#arena
    kernel.halve(to.luma, to.stride, from.luma, from.stride, width, height)
    for (const plane of ['blue', 'red'] as const) {
      kernel.halve(to[plane], to.stride / 2, from[plane], from.stride / 2, width >> 1, height >> 1)
    }
  }

  #viewMemory(layerId: string, part: string, area: Area): PlaneView {
    const name = `${layerId} ${part}`
    // Sizes change while a layer grows; a buffer that is large enough is reused.
    const stride = Math.ceil((countColumns(area) + 16) / 32) * 32
    const bytes = (stride * area.height * 3) / 2
    const known = this.#views.get(name)
    const luma = known && known.bytes >= bytes ? known.luma : this.#arena.allocate(bytes)
    if (known && known.luma !== luma) this.#arena.release(known.luma, known.bytes)
    const blue = luma + stride * area.height
    const view = { luma, blue, red: blue + (stride * area.height) / 4, stride }
    this.#views.set(name, { ...view, layerId, bytes: Math.max(bytes, known?.luma === luma ? known.bytes : 0) })
    return view
  }
}

function isOurs(frame: Frame): boolean {
  return (
    (frame.format === AV_PIX_FMT_YUV420P || frame.format === AV_PIX_FMT_YUVJ420P) &&
    frame.colorSpace === AVCOL_SPC_BT709 &&
    frame.colorRange === AVCOL_RANGE_MPEG &&
    frame.chromaLocation === AVCHROMA_LOC_LEFT
  )
}

function isPixelByPixel({ stretch, picture }: Reel, { scaleX, scaleY, x, y }: Upright): boolean {
  return (
    Math.abs(scaleX / stretch[0] - 1) * picture.width < EPSILON &&
    Math.abs(scaleY / stretch[1] - 1) * picture.height < EPSILON &&
    Math.abs(x - Math.round(x)) < EPSILON &&
    Math.abs(y - Math.round(y)) < EPSILON
  )
}
