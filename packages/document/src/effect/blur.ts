// Gaussian blurs. Directional blurs, which canvases lack, are three box blurs computed pixel by pixel.

import type { Parameters } from '../bodymovin/effect-parameter.ts'
import { remarkText } from '../bodymovin/lint.ts'
import { anyNumber, numberKind } from '../bodymovin/property.ts'
import type { Matrix } from '../matrix.ts'
import type { Sheet } from '../raster/host.ts'
import { changePixels, drawBlurred, type PixelData } from '../raster/pixels.ts'
import type { Region } from '../raster/stage.ts'
import { defineEffect, type LayerPicture } from './definition.ts'
import * as value from './value.ts'

/** A smaller radius blurs nothing. */
const MIN_RADIUS = 0.05

/**
 * Blurs by a standard deviation of `radius` pixels, in both directions, along one axis, or along a line at `angle` degrees (0
 * is up, 90 right). `repeat` extends the picture beyond the layer's edges, so that the edges stay opaque.
 */
export const blur = defineEffect({
  type: 'blur',
  required: { radius: value.length(0, 0, 500) },
  optional: {
    dimensions: value.choice('both', 'horizontal', 'vertical'),
    angle: value.ifGiven(value.number(0)),
    repeat: value.flag,
  },
  fromAfterEffects: {
    'ADBE Gaussian Blur 2': gaussian,
    'ADBE Gaussian Blur': gaussian,
    'ADBE Fast Blur': gaussian,
    'ADBE Box Blur2': box,
    'ADBE Box Blur': box,
    'ADBE Motion Blur': ({ read, reportApproximation }) => {
      reportApproximation(remarkText('the blur falls off softly to both ends'))
      return { radius: read(1, numberKind(0, 500, 0.5)) ?? 0, angle: read(0, anyNumber) ?? 0 }
    },
  },
  compile({ radius, dimensions, angle, repeat, pixels }) {
    const isLine = angle !== undefined || dimensions !== 'both'
    const along = (frame: number, map: Matrix) => {
      const own = angle ? (angle.at(frame) * Math.PI) / 180 : dimensions === 'vertical' ? 0 : Math.PI / 2
      return pixels ? mapDirection(own, map) : own
    }
    return {
      at(frame, scale, map) {
        const reach = Math.max(0, radius.at(frame)) * scale
        if (reach <= MIN_RADIUS) return undefined
        return { type: 'blur', radius: reach, angle: isLine ? along(frame, map) : undefined, repeat }
      },
      margin: (frame) => Math.max(0, radius.at(frame)) * 3,
    }
  },
  reach: ({ radius }) => radius * 3,
  draw(picture, { radius, angle, repeat }) {
    if (angle === undefined) blurAround(picture, radius, repeat)
    else blurAlong(picture, { radius, angle }, repeat)
  },
})

/** Lottie players agree on a standard deviation of 0.3 times After Effects' blurriness. */
function gaussian({ read, choice }: Parameters) {
  return {
    radius: read(0, numberKind(0, 500, 0.3)) ?? 0,
    ...toDimensions(choice(1, 1)),
    ...(choice(2, 0) === 1 ? { repeat: true } : {}),
  }
}

/**
 * After Effects repeats a box blur of twice the radius. A box of 2r pixels has a variance of r²/3, so n repetitions have a
 * standard deviation of r·√(n/3).
 */
function box({ read, choice }: Parameters) {
  const factor = Math.sqrt(Math.min(50, Math.max(1, choice(1, 3))) / 3)
  return {
    radius: read(0, numberKind(0, 500, factor)) ?? 0,
    ...toDimensions(choice(2, 1)),
    ...(choice(3, 0) === 1 ? { repeat: true } : {}),
  }
}

function toDimensions(place: number) {
  return place === 2 ? { dimensions: 'horizontal' } : place === 3 ? { dimensions: 'vertical' } : {}
}

/** Maps a direction in radians (0 is up). */
function mapDirection(angle: number, [a, b, c, d]: Matrix): number {
  const [x, y] = [Math.sin(angle), -Math.cos(angle)]
  return Math.atan2(a * x + c * y, -b * x - d * y)
}

function blurAround(picture: LayerPicture, radius: number, repeat: boolean): void {
  const { stage, region, sheet } = picture
  picture.redraw((to, shift) => {
    if (!repeat) {
      drawBlurred(to, stage, sheet, radius, region, shift)
      return
    }
    const soft = stage.acquire(region)
    drawBlurred(soft.ctx, stage, sheet, radius, region, [0, 0])
    keepEdges(soft, sheet, region)
    to.setTransform(1, 0, 0, 1, ...shift)
    to.drawImage(soft.canvas, ...region, ...region)
    stage.release(soft)
  })
}

function blurAlong({ stage, region, sheet }: LayerPicture, line: { radius: number; angle: number }, repeat: boolean) {
  const before = repeat ? stage.acquire(region) : undefined
  before?.ctx.drawImage(sheet.canvas, ...region, ...region)
  changePixels(sheet, region, (data) => blurLines(data, region[2], region[3], line))
  if (!before) return
  keepEdges(sheet, before, region)
  stage.release(before)
}

/** Makes a blurred picture opaque up to its old edges. Its colours are right there, because a blur averages covered pixels only. */
function keepEdges(soft: Sheet, before: Sheet, region: Region): void {
  changePixels(soft, region, (data) => {
    for (let n = 3; n < data.length; n += 4) if ((data[n] as number) > 0) data[n] = 255
  })
  soft.ctx.setTransform(1, 0, 0, 1, 0, 0)
  soft.ctx.globalCompositeOperation = 'destination-in'
  soft.ctx.drawImage(before.canvas, ...region, ...region)
  soft.ctx.globalCompositeOperation = 'source-over'
}

/** Blurs a picture along a line at an angle in radians (0 is vertical) by a standard deviation in pixels. */
function blurLines(
  data: PixelData,
  width: number,
  height: number,
  { radius, angle }: { radius: number; angle: number },
): void {
  const [dx, dy] = [Math.sin(angle), -Math.cos(angle)]
  const isSteep = Math.abs(dy) > Math.abs(dx)
  // One step is one pixel along the longer axis and `slope` across, so the radius is reduced by the length of that step.
  const [along, slope] = isSteep ? [Math.abs(dy), dx / dy] : [Math.abs(dx), dy / dx]
  // Three boxes of this size approximate a Gaussian within three percent (SVG's filter specification, feGaussianBlur).
  const span = Math.max(1, Math.floor((radius * along * 3 * Math.sqrt(2 * Math.PI)) / 4 + 0.5) | 1)
  const [count, lines] = isSteep ? [height, width] : [width, height]
  const [step, next] = isSteep ? [width * 4, 4] : [4, width * 4]
  const line = new Float64Array(count * 4)
  const mean = new Float64Array(count * 4)
  const shifts = Int32Array.from({ length: count }, (_, n) => Math.round(n * slope))
  const [low, high] = [
    Math.min(shifts[0] ?? 0, shifts[count - 1] ?? 0),
    Math.max(shifts[0] ?? 0, shifts[count - 1] ?? 0),
  ]
  // Positions on the line through the first pixel; the other lines are shifted across.
  const places = shifts.map((shift, n) => shift * next + n * step)
  for (let n = -high; n < lines - low; n++) {
    const pixelLine: PixelLine = { places, shifts, lines, next, across: n }
    if (readLine(data, pixelLine, line)) {
      runningMean(line, mean, span)
      runningMean(mean, line, span)
      runningMean(line, mean, span)
      writeLine(mean, data, pixelLine)
    } else writeLine(line, data, pixelLine)
  }
}

/** A line of pixels: the line through the first pixel, shifted `across`; outside the picture when that is beyond its `lines`. */
interface PixelLine {
  readonly places: Int32Array
  readonly shifts: Int32Array
  readonly lines: number
  readonly next: number
  readonly across: number
}

/**
 * Reads premultiplied pixels, because otherwise transparent pixels would contribute their colour. Outside the picture all
 * pixels are transparent. Returns whether any pixel is not.
 */
function readLine(data: PixelData, { places, shifts, lines, next, across }: PixelLine, line: Float64Array): boolean {
  let hasPixels = false
  for (let n = 0, to = 0; n < places.length; n++, to += 4) {
    const row = across + (shifts[n] as number)
    const at = (places[n] as number) + across * next
    const alpha = row >= 0 && row < lines ? (data[at + 3] as number) : 0
    if (alpha === 0) {
      line[to] = line[to + 1] = line[to + 2] = line[to + 3] = 0
      continue
    }
    hasPixels = true
    line[to] = ((data[at] as number) * alpha) / 255
    line[to + 1] = ((data[at + 1] as number) * alpha) / 255
    line[to + 2] = ((data[at + 2] as number) * alpha) / 255
    line[to + 3] = alpha
  }
  return hasPixels
}

function writeLine(line: Float64Array, data: PixelData, { places, shifts, lines, next, across }: PixelLine): void {
  for (let n = 0, from = 0; n < places.length; n++, from += 4) {
    const row = across + (shifts[n] as number)
    if (row < 0 || row >= lines) continue
    const at = (places[n] as number) + across * next
    const alpha = line[from + 3] as number
    for (let k = 0; k < 3; k++) data[at + k] = alpha > 0 ? Math.round(((line[from + k] as number) * 255) / alpha) : 0
    data[at + 3] = Math.round(alpha)
  }
}

/** Moving average over `span` pixels for all four channels; zero beyond the ends. */
function runningMean(from: Float64Array, to: Float64Array, span: number): void {
  const half = ((span - 1) / 2) * 4
  const { length } = from
  let [red, green, blue, alpha] = [0, 0, 0, 0]
  for (let n = -half; n < length; n += 4) {
    const entering = n + half
    if (entering < length) {
      red += from[entering] as number
      green += from[entering + 1] as number
      blue += from[entering + 2] as number
      alpha += from[entering + 3] as number
    }
    const leaving = entering - span * 4
    if (leaving >= 0) {
      red -= from[leaving] as number
      green -= from[leaving + 1] as number
      blue -= from[leaving + 2] as number
      alpha -= from[leaving + 3] as number
    }
    if (n < 0) continue
    to[n] = red / span
    to[n + 1] = green / span
    to[n + 2] = blue / span
    to[n + 3] = alpha / span
  }
}
