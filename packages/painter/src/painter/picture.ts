// Photos, videos and images: the position of a picture in its frame, the frame's outline, and the placeholder for a missing
// picture.
import { compileColor, compileNumber, still } from '@vitrine/document/evaluate'
import type { Crop, MediaValue } from '@vitrine/document/field'
import { type Context, createSheet, type Drawable, type Host, type Path, type Picture } from '@vitrine/document/host'
import type { ClipShape, ImageLayer, MediaLayer } from '@vitrine/document/layer'
import {
  type Bounds,
  computeMeanScale,
  contains,
  isUpright,
  type Matrix,
  mapBounds,
  multiply,
} from '@vitrine/document/matrix'
import { changePixels, type PixelData } from '@vitrine/document/pixels'
import { type DrawContext, place } from '@vitrine/document/stage'
import { compileTransform } from '@vitrine/document/transform'
import type { CompileContext, Content } from './content.ts'
import { mapContour, traceContour } from './contour.ts'
import { cropForFaces } from './face-crop.ts'
import { findReducedCopy } from './shrink.ts'
import { parsePathData } from './svg-path.ts'
import { drawVideo, type VideoPart } from './video.ts'

/** A video stops this long before the end of its part, so that the first picture beyond the part is never shown. */
const HOLD_SECONDS = 0.002
/** Tolerance before a loop's seam, because times are sums of fractions. */
const SEAM_SECONDS = 1e-6

export const CENTRED: Crop = { x: 0, y: 0, zoom: 1, rotate: 0 }

/**
 * Computes the position of a picture in a frame of the given size: the map from picture pixels to frame pixels, and the
 * effective crop. With `cover` the picture always fills the frame: a rotated picture is enlarged as far as needed, and it
 * cannot be moved so far that an edge shows. A flip mirrors the picture about its own centre without moving it. The editor uses
 * the same function while the customer drags.
 */
export function placePicture(
  picture: { width: number; height: number },
  frame: { width: number; height: number },
  fit: 'cover' | 'contain',
  crop: Crop,
): { matrix: Matrix; crop: Crop } {
  const turn = (crop.rotate * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  // The size of the frame along the rotated picture's axes: this much of the picture is needed.
  const neededWidth = frame.width * Math.abs(cos) + frame.height * Math.abs(sin)
  const neededHeight = frame.width * Math.abs(sin) + frame.height * Math.abs(cos)
  const shownWidth = picture.width * Math.abs(cos) + picture.height * Math.abs(sin)
  const shownHeight = picture.width * Math.abs(sin) + picture.height * Math.abs(cos)
  const base =
    fit === 'cover'
      ? Math.max(neededWidth / picture.width, neededHeight / picture.height)
      : Math.min(frame.width / shownWidth, frame.height / shownHeight)
  const zoom = fit === 'cover' ? Math.max(1, crop.zoom) : Math.max(0.05, crop.zoom)
  const scale = base * zoom
  let [dx, dy] = [crop.x * frame.width, crop.y * frame.height]
  if (fit === 'cover') {
    const slackX = (picture.width * scale - neededWidth) / 2
    const slackY = (picture.height * scale - neededHeight) / 2
    const along = Math.min(slackX, Math.max(-slackX, dx * cos + dy * sin))
    const across = Math.min(slackY, Math.max(-slackY, -dx * sin + dy * cos))
    dx = along * cos - across * sin
    dy = along * sin + across * cos
  }
  const [mirrorX, mirrorY] = mirrors(crop.flip)
  const [a, b, c, d] = [cos * scale * mirrorX, sin * scale * mirrorX, -sin * scale * mirrorY, cos * scale * mirrorY]
  const e = frame.width / 2 + dx - (a * picture.width + c * picture.height) / 2
  const f = frame.height / 2 + dy - (b * picture.width + d * picture.height) / 2
  const placed = { x: dx / frame.width, y: dy / frame.height, zoom, rotate: crop.rotate }
  return { matrix: [a, b, c, d, e, f], crop: crop.flip ? { ...placed, flip: crop.flip } : placed }
}

function mirrors(flip: Crop['flip']): [number, number] {
  return [flip === 'horizontal' || flip === 'both' ? -1 : 1, flip === 'vertical' || flip === 'both' ? -1 : 1]
}

/** Draws a whole picture with a map from its own pixels to the device. */
function drawPicture(target: DrawContext, picture: Picture, matrix: Matrix, isVideo: boolean): void {
  const { width, height } = picture
  if (isVideo) {
    const { source, scale } = picture.sampled?.(computeMeanScale(matrix)) ?? { source: picture.source, scale: 1 }
    const part: VideoPart = {
      width: width * scale,
      height: height * scale,
      draw: (ctx, ...where) => ctx.drawImage(source, ...where),
    }
    drawVideo(target, part, multiply(matrix, [1 / scale, 0, 0, 1 / scale, 0, 0]))
    return
  }
  const { ctx, stage } = target
  const { isDraft = false } = stage.host
  const used = isDraft ? picture : findReducedCopy(stage.host, picture, computeMeanScale(matrix))
  place(ctx, multiply(matrix, [width / used.width, 0, 0, height / used.height, 0, 0]))
  ctx.imageSmoothingEnabled = true
  ctx.imageSmoothingQuality = isDraft ? 'medium' : 'low'
  ctx.drawImage(used.source, 0, 0, used.width, used.height)
}

/** A neutral placeholder picture with hills and a sun. */
export function drawPlaceholder(
  target: DrawContext,
  matrix: Matrix,
  width: number,
  height: number,
  alpha: number,
): void {
  const { ctx, stage } = target
  place(ctx, matrix)
  ctx.globalAlpha = alpha
  ctx.fillStyle = '#c9c4ba'
  ctx.fillRect(0, 0, width, height)
  const unit = Math.min(width, height) / 10
  const [x, y] = [width / 2, height / 2]
  const path = stage.host.createPath()
  path.moveTo(x - 3 * unit, y + 2 * unit)
  path.lineTo(x - unit, y - unit)
  path.lineTo(x + 0.4 * unit, y + 0.8 * unit)
  path.lineTo(x + 1.3 * unit, y - 0.2 * unit)
  path.lineTo(x + 3 * unit, y + 2 * unit)
  path.closePath()
  path.moveTo(x + 2.2 * unit, y - 1.6 * unit)
  path.ellipse(x + 1.5 * unit, y - 1.6 * unit, 0.7 * unit, 0.7 * unit, 0, 0, Math.PI * 2)
  ctx.fillStyle = '#8f897d'
  ctx.fill(path)
}

/** SVG path data of the named outlines, in a square of 100. */
const OUTLINES: Record<Exclude<ClipShape, 'rect' | 'ellipse' | { d: string }>, string> = {
  arch: 'M0 100V50A50 50 0 0 1 100 50V100Z',
  hexagon: 'M50 0L100 25V75L50 100L0 75V25Z',
  diamond: 'M50 0L100 50L50 100L0 50Z',
  heart: 'M50 96C20 72 0 54 0 30C0 14 12 4 26 4C36 4 45 9 50 18C55 9 64 4 74 4C88 4 100 14 100 30C100 54 80 72 50 96Z',
  leaf: 'M0 0H60C82 0 100 18 100 40V100H40C18 100 0 82 0 60Z',
}

/** The outline of a frame as a path; undefined for a plain rectangle. */
function framePath(
  host: Host,
  clip: ClipShape | undefined,
  radius: number,
  width: number,
  height: number,
): Path | undefined {
  const path = host.createPath()
  if (clip === 'ellipse') path.ellipse(width / 2, height / 2, width / 2, height / 2, 0, 0, Math.PI * 2)
  else if (typeof clip === 'object') for (const contour of parsePathData(clip.d)) traceContour(path, contour)
  else if (clip === 'arch') {
    // The arch has a circular top whatever the frame's shape; stretching would make an ellipse.
    const r = Math.min(width / 2, height)
    for (const contour of parsePathData(`M0 ${height}V${r}A${width / 2} ${r} 0 0 1 ${width} ${r}V${height}Z`))
      traceContour(path, contour)
  } else if (clip && clip !== 'rect') {
    for (const contour of parsePathData(OUTLINES[clip]))
      traceContour(path, mapContour(contour, [width / 100, 0, 0, height / 100, 0, 0]))
  } else if (radius > 0) path.roundRect(0, 0, width, height, Math.min(radius, width / 2, height / 2))
  else return undefined
  return path
}

export function plainRectangle(host: Host, width: number, height: number): Path {
  const path = host.createPath()
  path.rect(0, 0, width, height)
  return path
}

/** The part of a layer's key for a frame that the requested one may still replace. */
export function formatStamp({ stamp }: Picture): string {
  return stamp === undefined ? '' : `#${stamp}`
}

/** Seconds of a video that have passed at a frame; 0 until it starts. */
export function compileVideoTime(layer: { in: number; st?: number }, fps: number): (frame: number) => number {
  const start = layer.st ?? layer.in
  return (frame) => Math.max(0, frame - start) / fps
}

/** The time within a repeated stretch. Frames on the seam belong to the new repetition. */
function turn(elapsed: number, length: number): number {
  return Math.max(0, ((elapsed + SEAM_SECONDS) % length) - SEAM_SECONDS)
}

/**
 * The crop of a picture in a frame: the customer's, otherwise one that keeps its faces inside, otherwise the designer's.
 * @param layer the frame, without bindings
 */
export function usedCrop(
  value: MediaValue,
  { box: [, , width, height], fit, clip, crop }: Pick<MediaLayer, 'box' | 'fit' | 'clip' | 'crop'>,
  picture: { width: number; height: number },
): Crop {
  const byFaces =
    value.faces && fit !== 'contain' ? cropForFaces(picture, { width, height }, value.faces, clip) : undefined
  return value.crop ?? byFaces ?? crop ?? CENTRED
}

/** Caches a function of a picture's size for the last size. */
function cachedForSize<T>(of: (size: { width: number; height: number }) => T): typeof of {
  let known: { width: number; height: number; result: T } | undefined
  return ({ width, height }) => {
    if (known?.width !== width || known.height !== height) known = { width, height, result: of({ width, height }) }
    return known.result
  }
}

/** A photo, without its background when it has a loaded mask. */
function findPhoto({ asset, cutout }: MediaValue, { host, pictures }: CompileContext): Picture | undefined {
  const photo = pictures.image(asset)
  const mask = photo && cutout ? pictures.image(cutout) : undefined
  return photo && mask ? cutOut(host, photo, mask) : photo
}

/** Compiles a photo or video in its frame. */
export function compileMedia(layer: MediaLayer, context: CompileContext): Content {
  const { watch, host, pictures } = context
  const [, , width, height] = layer.box
  const value: MediaValue = typeof layer.source === 'string' ? { asset: layer.source } : (layer.source as MediaValue)
  const radius = compileNumber(layer.radius, 0, watch)
  const inner = layer.inner
    ? compileTransform(layer.inner, { anchor: [width / 2, height / 2], corner: [0, 0] }, watch)
    : undefined
  const border = layer.border && {
    width: compileNumber(layer.border.width, 0, watch),
    color: compileColor(layer.border.color, '#fff', watch),
  }
  const background = layer.background === undefined ? undefined : compileColor(layer.background, '#000', watch)
  const outline = radius.still ? still(framePath(host, layer.clip, radius.at(0), width, height)) : undefined
  const computeCrop = cachedForSize((picture) => usedCrop(value, layer, picture))
  const rectangle = plainRectangle(host, width, height)
  const { startSeconds = 0, endSeconds = Number.POSITIVE_INFINITY } = value.trim ?? {}
  const heldAt = Math.max(startSeconds, endSeconds - HOLD_SECONDS)
  const remapped = layer.tm === undefined ? undefined : compileNumber(layer.tm, 0, watch)
  const passed = compileVideoTime(layer, context.fps)
  const speed = layer.speed ?? 1
  const videoSeconds = (frame: number) => {
    const elapsed = remapped ? Math.max(0, remapped.at(frame)) : passed(frame) * speed
    const length = layer.loop
      ? Math.min(endSeconds, pictures.videoSeconds?.(value.asset) ?? endSeconds) - startSeconds
      : 0
    // A part that begins after the end of the video shows its end.
    if (length > 0 && length < Number.POSITIVE_INFINITY) return startSeconds + turn(elapsed, length)
    return Math.min(heldAt, startSeconds + elapsed)
  }
  // The source's response determines whether the value is a photo or a video.
  const find = (frame: number) => {
    const video = pictures.video?.(value.asset, videoSeconds(frame), layer.id)
    return video ? { picture: video, isVideo: true } : { picture: findPhoto(value, context), isVideo: false }
  }
  const placedAt = (picture: Picture, frame: number) => {
    const { matrix } = placePicture(picture, { width, height }, layer.fit ?? 'cover', computeCrop(picture))
    return inner ? multiply(inner.matrix(frame), matrix) : matrix
  }
  const box: Bounds = [0, 0, width, height]
  const isFramed = border !== undefined || (layer.clip !== undefined && layer.clip !== 'rect')
  return {
    isSingle: () => !border && !background,
    bounds: () => box,
    coveringVideo(frame, area) {
      const { picture, isVideo } = find(frame)
      if (!picture || !isVideo || isFramed || radius.at(frame) > 0 || !contains(box, area)) return undefined
      const place = placedAt(picture, frame)
      const isFilled = isUpright(place) && contains(mapBounds(place, [0, 0, picture.width, picture.height]), area)
      return isFilled ? { assetId: value.asset, seconds: videoSeconds(frame), layerId: layer.id, place } : undefined
    },
    videos(frame) {
      const { picture, isVideo } = find(frame)
      const video = { assetId: value.asset, seconds: videoSeconds(frame), layerId: layer.id }
      return [picture && isVideo ? { ...video, place: placedAt(picture, frame) } : video]
    },
    key: (frame) => {
      const { picture, isVideo } = find(frame)
      const shown = picture ? `${picture.width}x${picture.height}${formatStamp(picture)}` : 'none'
      return `${shown}${isVideo ? `@${videoSeconds(frame)}` : ''}`
    },
    draw(target, matrix, frame, alpha) {
      const { ctx } = target
      const path =
        (outline ? outline.at(frame) : framePath(host, layer.clip, radius.at(frame), width, height)) ?? rectangle
      const { picture, isVideo } = find(frame)
      ctx.save()
      place(ctx, matrix)
      ctx.clip(path)
      ctx.globalAlpha = alpha
      if (background) {
        ctx.fillStyle = background.at(frame)
        ctx.fillRect(0, 0, width, height)
      }
      if (picture && picture.width > 0) {
        drawPicture(target, picture, multiply(matrix, placedAt(picture, frame)), isVideo)
      } else drawPlaceholder(target, matrix, width, height, alpha)
      if (border && border.width.at(frame) > 0)
        strokeInside(ctx, path, matrix, border.color.at(frame), border.width.at(frame))
      ctx.restore()
    },
  }
}

/** Strokes a line of twice the width; the frame's own clip cuts off the outer half. */
function strokeInside(ctx: Context, path: Path, matrix: Matrix, color: string, width: number): void {
  place(ctx, matrix)
  ctx.strokeStyle = color
  ctx.lineWidth = width * 2
  ctx.lineJoin = 'miter'
  ctx.miterLimit = 4
  ctx.stroke(path)
}

/** Compiles an image of the document. */
export function compileImage(layer: ImageLayer, context: CompileContext): Content {
  const { host, pictures, watch } = context
  const asset = String(layer.asset)
  const radius = compileNumber(layer.radius, 0, watch)
  const findSize = (): readonly [number, number] => {
    if (layer.box) return [layer.box[2], layer.box[3]]
    const picture = pictures.image(asset)
    return picture ? [picture.width, picture.height] : [context.width, context.height]
  }
  return {
    isSingle: () => true,
    bounds: () => [0, 0, ...findSize()],
    key: () => (pictures.image(asset) ? 'here' : 'none'),
    draw(target, matrix, frame, alpha) {
      const { ctx } = target
      const [width, height] = findSize()
      const picture = pictures.image(asset)
      if (!picture) {
        drawPlaceholder(target, matrix, width, height, alpha)
        return
      }
      const path = framePath(host, undefined, radius.at(frame), width, height)
      const clips = path !== undefined || layer.fit === 'cover'
      if (clips) {
        ctx.save()
        place(ctx, matrix)
        ctx.clip(path ?? plainRectangle(host, width, height))
      }
      ctx.globalAlpha = alpha
      drawPicture(target, picture, multiply(matrix, imageMatrix(picture, width, height, layer.fit ?? 'fill')), false)
      if (clips) ctx.restore()
      ctx.globalAlpha = 1
    },
  }
}

/** The map from a picture's pixels to a box of the given size. */
export function imageMatrix(
  picture: { width: number; height: number },
  width: number,
  height: number,
  fit: 'cover' | 'contain' | 'fill',
): Matrix {
  if (fit !== 'fill') return placePicture(picture, { width, height }, fit, CENTRED).matrix
  return [width / picture.width, 0, 0, height / picture.height, 0, 0]
}

// Removes the background of a photo with a mask: light parts are visible. Computed once for each pair of photo and mask. Hosts
// get equal results, because the mask is enlarged here and not by a canvas.

/** Rows processed at a time. */
const BAND = 128

const cache = new WeakMap<Drawable, WeakMap<Drawable, Picture>>()

/** Returns the photo without the parts where the mask is dark. The mask is stretched over the whole photo. */
export function cutOut(host: Host, photo: Picture, mask: Picture): Picture {
  const ofPhoto = cache.get(photo.source) ?? new WeakMap<Drawable, Picture>()
  cache.set(photo.source, ofPhoto)
  const known = ofPhoto.get(mask.source)
  if (known) return known
  const { width, height } = photo
  const sheet = createSheet(host, width, height)
  sheet.ctx.drawImage(photo.source, 0, 0, width, height)
  const light = readMask(host, mask)
  for (let top = 0; top < height; top += BAND) {
    const rows = Math.min(BAND, height - top)
    changePixels(sheet, [0, top, width, rows], (data) => multiplyAlpha(data, light, { width, height, top, rows }))
  }
  const cut: Picture = { source: sheet.canvas, width, height, stamp: 'cutout' }
  ofPhoto.set(mask.source, cut)
  return cut
}

interface Light {
  readonly width: number
  readonly height: number
  /** 0 to 255. */
  readonly data: Uint8Array
}

function readMask(host: Host, { source, width, height }: Picture): Light {
  const { ctx } = createSheet(host, width, height)
  ctx.drawImage(source, 0, 0, width, height)
  const pixels = ctx.getImageData(0, 0, width, height).data
  // A mask is grey; the server's copy may differ by one level in a channel.
  const data = Uint8Array.from({ length: width * height }, (_, n) => pixels[n * 4 + 1] as number)
  return { width, height, data }
}

interface Rows {
  width: number
  height: number
  top: number
  rows: number
}

/** Each pixel takes the bilinear value of the four mask pixels around it. */
function multiplyAlpha(data: PixelData, mask: Light, { width, height, top, rows }: Rows): void {
  for (let row = 0; row < rows; row++) {
    const y = ((top + row + 0.5) * mask.height) / height - 0.5
    const above = Math.floor(y)
    const upper = Math.max(0, above) * mask.width
    const lower = Math.min(mask.height - 1, above + 1) * mask.width
    for (let column = 0; column < width; column++) {
      const x = ((column + 0.5) * mask.width) / width - 0.5
      const before = Math.floor(x)
      const [left, right] = [Math.max(0, before), Math.min(mask.width - 1, before + 1)]
      const [dx, dy] = [x - before, y - above]
      const upperMix = (mask.data[upper + left] as number) * (1 - dx) + (mask.data[upper + right] as number) * dx
      const lowerMix = (mask.data[lower + left] as number) * (1 - dx) + (mask.data[lower + right] as number) * dx
      const at = (row * width + column) * 4 + 3
      data[at] = Math.round(((data[at] as number) * (upperMix * (1 - dy) + lowerMix * dy)) / 255)
    }
  }
}
