// The painter's environment: canvases and paths. The interfaces are the part of the Canvas API that Chromium and
// @napi-rs/canvas share; both satisfy them unchanged.

/** Anything that `drawImage` accepts: an image, bitmap, canvas or video frame of the host. */
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

interface CanvasGradient {
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

/** Creates canvases and paths. */
export interface Host {
  createCanvas(width: number, height: number): CanvasSurface
  createPath(): Path
  /** Software rendering, where copying a canvas costs more than filling it. */
  readonly isSoftware?: boolean
  /** Lets canvases reduce pictures themselves, faster but with moiré in fine patterns: for a first picture that is soon redrawn. */
  readonly isDraft?: boolean
}

/** A decoded upright picture and its size in pixels. */
export interface Picture {
  source: Drawable
  width: number
  height: number
  /** Distinguishes a video's pictures before and after the requested frame has been decoded. */
  stamp?: number | string
  /** A smaller version of a video's picture for a scale, when it is available without canvases; otherwise `source` is drawn. */
  sampled?(scale: number): SampledPicture
}

interface SampledPicture {
  source: Drawable
  /** Pixels of this source per pixel of the picture; at most 1. */
  scale: number
}

/** Supplies pictures. A medium that is not loaded (yet) is drawn as a placeholder. */
export interface PictureSource {
  image(assetId: string): Picture | undefined
  /**
   * The frame of a video at a time of the source in seconds. Sources without videos use `image` instead. `layerId`
   * distinguishes two layers that show the same video at different times.
   */
  video?(assetId: string, seconds: number, layerId: string): Picture | undefined
  /** The duration of a video; undefined for other media. Without this function no video loops. */
  videoSeconds?(assetId: string): number | undefined
}

/** A canvas with its context. */
export interface Sheet {
  canvas: CanvasSurface
  ctx: Context
}

/** A new canvas with its context. `isRead` hints that its pixels are read repeatedly and should be in main memory. */
export function createSheet(host: Host, width: number, height: number, { isRead = false } = {}): Sheet {
  const canvas = host.createCanvas(Math.max(1, width), Math.max(1, height))
  const ctx = isRead ? canvas.getContext('2d', { willReadFrequently: true }) : canvas.getContext('2d')
  if (!ctx) throw new Error(`The host has no memory for a canvas of ${width}x${height}`)
  return { canvas, ctx }
}
