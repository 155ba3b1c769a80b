// What the painter needs of the world around it: canvases and paths. The interfaces are the part of the Canvas API that
// Chromium and @napi-rs/canvas share; both satisfy them as they are.

/** Anything that `drawImage` takes: an image, bitmap, canvas or video frame of the host. */
export type Drawable = object

export interface Path {
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  quadraticCurveTo(cpx: number, cpy: number, x: number, y: number): void
  bezierCurveTo(cp1x: number, cp1y: number, cp2x: number, cp2y: number, x: number, y: number): void
  closePath(): void
  rect(x: number, y: number, w: number, h: number): void
  roundRect(x: number, y: number, w: number, h: number, radius: number): void
  ellipse(x: number, y: number, rx: number, ry: number, rotation: number, start: number, end: number): void
}

export interface CanvasGradient {
  addColorStop(offset: number, color: string): void
}

export interface Pixels {
  readonly data: { [index: number]: number; readonly length: number }
}

export type FillRule = 'nonzero' | 'evenodd'

export interface Context {
  readonly canvas: CanvasSurface
  fillStyle: string | object
  strokeStyle: string | object
  globalAlpha: number
  globalCompositeOperation: string
  filter: string
  imageSmoothingEnabled: boolean
  imageSmoothingQuality: 'low' | 'medium' | 'high'
  lineCap: 'butt' | 'round' | 'square'
  lineDashOffset: number
  lineJoin: 'miter' | 'round' | 'bevel'
  lineWidth: number
  miterLimit: number
  shadowBlur: number
  shadowColor: string
  shadowOffsetX: number
  shadowOffsetY: number
  save(): void
  restore(): void
  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void
  clearRect(x: number, y: number, w: number, h: number): void
  fillRect(x: number, y: number, w: number, h: number): void
  fill(path: Path, rule?: FillRule): void
  stroke(path: Path): void
  clip(path: Path, rule?: FillRule): void
  setLineDash(segments: number[]): void
  drawImage(image: Drawable, dx: number, dy: number): void
  drawImage(image: Drawable, dx: number, dy: number, dw: number, dh: number): void
  drawImage(
    image: Drawable,
    sx: number,
    sy: number,
    sw: number,
    sh: number,
    dx: number,
    dy: number,
    dw: number,
    dh: number,
  ): void
  createLinearGradient(x0: number, y0: number, x1: number, y1: number): CanvasGradient
  createRadialGradient(x0: number, y0: number, r0: number, x1: number, y1: number, r1: number): CanvasGradient
  createPattern(image: Drawable, repetition: 'repeat'): object | null
  createImageData(width: number, height: number): Pixels
  getImageData(x: number, y: number, width: number, height: number): Pixels
  putImageData(pixels: Pixels, x: number, y: number): void
}

export interface CanvasSurface {
  width: number
  height: number
  getContext(kind: '2d', options?: { willReadFrequently: boolean }): Context | null
}

/** Makes canvases and paths. */
export interface Host {
  createCanvas(width: number, height: number): CanvasSurface
  createPath(): Path
  /** The processor draws, so that copying a canvas costs more than filling it. */
  readonly isSoftware?: boolean
  /** Canvases shrink pictures themselves, at once and with moiré in fine patterns: for a first picture that is soon painted anew. */
  readonly isDraft?: boolean
}

/** A decoded picture and its size in pixels, already upright. */
export interface Picture {
  source: Drawable
  width: number
  height: number
  /** Distinguishes what a video shows before and after the requested frame has been decoded. */
  stamp?: number | string
  /** A video's picture for drawing it at a scale, where that can be had smaller than by canvases; else `source` is drawn. */
  sampled?(scale: number): SampledPicture
}

export interface SampledPicture {
  source: Drawable
  /** Pixels of this source per pixel of the picture; at most 1. */
  scale: number
}

/** Gives pictures. A medium that is not there (yet) is drawn as a placeholder. */
export interface PictureSource {
  image(assetId: string): Picture | undefined
  /**
   * The frame of a video at a time of the source in seconds. Where a source has no videos, `image` is asked instead.
   * `layerId` distinguishes two layers that show the same video at different times.
   */
  video?(assetId: string, seconds: number, layerId: string): Picture | undefined
  /** How long a video lasts; undefined for what is no video. Without it no video starts again when it has ended. */
  videoSeconds?(assetId: string): number | undefined
}

/** A canvas with its context. */
export interface Sheet {
  canvas: CanvasSurface
  ctx: Context
}

/** A new canvas with its context. `isRead`: its pixels are read again and again, so it had better lie in memory. */
export function createSheet(host: Host, width: number, height: number, { isRead = false } = {}): Sheet {
  const canvas = host.createCanvas(Math.max(1, width), Math.max(1, height))
  const ctx = isRead ? canvas.getContext('2d', { willReadFrequently: true }) : canvas.getContext('2d')
  if (!ctx) throw new Error(`The host has no memory for a canvas of ${width}x${height}`)
  return { canvas, ctx }
}
