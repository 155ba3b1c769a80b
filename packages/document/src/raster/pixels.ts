// Pixel operations that canvases lack, with the same integers on every host; blurs; and the arithmetic of keying.
import type { Context, Sheet } from './host.ts'
import type { Region, Stage } from './stage.ts'

/** Red, green, blue and alpha from 0 to 255, four numbers per pixel, not premultiplied. */
export type PixelData = { [index: number]: number; readonly length: number }

/** Changes the pixels of a region of a sheet in place. */
export function changePixels({ ctx }: Sheet, [x, y, width, height]: Region, change: (data: PixelData) => void): void {
  const pixels = ctx.getImageData(x, y, width, height)
  change(pixels.data)
  ctx.putImageData(pixels, x, y)
}

/** The Rec. 709 luminance of a colour with channels from 0 to 255. */
export function computeLuma(red: number, green: number, blue: number): number {
  return red * 0.2126 + green * 0.7152 + blue * 0.0722
}

/** Converts luminance to opacity: light parts become opaque, dark ones transparent; transparent pixels stay transparent. */
export function lumaToAlpha(data: PixelData): void {
  for (let n = 0; n < data.length; n += 4) {
    const alpha = data[n + 3] as number
    if (alpha === 0) continue
    const luma = computeLuma(data[n] as number, data[n + 1] as number, data[n + 2] as number)
    data[n + 3] = Math.round((luma * alpha) / 255)
  }
}

/**
 * Adds a picture of a part of an area to the area's sums of premultiplied pixels. Canvases would round at each step.
 * @param width of the area; the part begins at (x, y) in it
 */
export function addPixels(sums: Float32Array, width: number, data: PixelData, [x, y, columns, rows]: Region): void {
  let from = 0
  for (let row = 0; row < rows; row++) {
    let to = ((y + row) * width + x) * 4
    for (let column = 0; column < columns; column++, from += 4, to += 4) {
      const alpha = data[from + 3] as number
      if (alpha === 0) continue
      sums[to] = (sums[to] as number) + (data[from] as number) * alpha
      sums[to + 1] = (sums[to + 1] as number) + (data[from + 1] as number) * alpha
      sums[to + 2] = (sums[to + 2] as number) + (data[from + 2] as number) * alpha
      sums[to + 3] = (sums[to + 3] as number) + alpha
    }
  }
}

/** Writes the mean of `count` pictures into a region of a sheet. */
export function writeMean({ ctx }: Sheet, sums: Float32Array, count: number, [x, y, width, height]: Region): void {
  const pixels = ctx.createImageData(width, height)
  const { data } = pixels
  for (let n = 0; n < sums.length; n += 4) {
    const alpha = sums[n + 3] as number
    if (alpha <= 0) continue
    data[n] = Math.round((sums[n] as number) / alpha)
    data[n + 1] = Math.round((sums[n + 1] as number) / alpha)
    data[n + 2] = Math.round((sums[n + 2] as number) / alpha)
    data[n + 3] = Math.round(alpha / count)
  }
  ctx.putImageData(pixels, x, y)
}

// Gaussian blurs: with the host's filter if available, on a smaller copy where the difference is invisible.

/** A wider blur, in pixels, uses a smaller copy: the blur hides the difference, at a fraction of the cost. */
const MAX_FINE_BLUR = 8

/** Draws a region of a sheet blurred by a standard deviation in pixels, moved by a shift. The context's opacity applies. */
export function drawBlurred(
  to: Context,
  stage: Stage,
  from: Sheet,
  radius: number,
  region: Region,
  [shiftX, shiftY]: [number, number],
): void {
  let small = { stage, sheet: from, area: region }
  let halvings = 0
  while (radius / 2 ** halvings > MAX_FINE_BLUR && small.area[2] > 16 && small.area[3] > 16) {
    const next = halve(stage, small)
    if (halvings > 0) small.stage.release(small.sheet)
    small = next
    halvings++
  }
  const { area } = small
  const factor = 2 ** halvings
  if (halvings === 0) {
    to.setTransform(1, 0, 0, 1, shiftX, shiftY)
    filterRegion(to, stage, from, `blur(${radius}px)`, radius, area)
    return
  }
  // One pixel more than the area, because enlarging mixes its edge with the next pixel.
  const blurred = small.stage.acquire([0, 0, area[2] + 1, area[3] + 1])
  filterRegion(blurred.ctx, stage, small.sheet, `blur(${radius / factor}px)`, radius / factor, area)
  small.stage.release(small.sheet)
  to.setTransform(factor, 0, 0, factor, region[0] + shiftX, region[1] + shiftY)
  to.imageSmoothingEnabled = true
  to.imageSmoothingQuality = 'low'
  to.drawImage(blurred.canvas, 0, 0, area[2], area[3], 0, 0, area[2], area[3])
  small.stage.release(blurred)
}

/** An area of a sheet, and the sheet's stage. */
interface Part {
  stage: Stage
  sheet: Sheet
  area: Region
}

/** The area at half its size, in the corner of a sheet of about this size, because hosts copy whole canvases. */
function halve(stage: Stage, { sheet: from, area: [x, y, width, height] }: Part): Part {
  const area: Region = [0, 0, Math.ceil(width / 2), Math.ceil(height / 2)]
  const near = stage.other(area[2] + 1, area[3] + 1, { scale: stage.scale })
  const sheet = near.acquire([0, 0, area[2] + 1, area[3] + 1])
  sheet.ctx.imageSmoothingEnabled = true
  sheet.ctx.imageSmoothingQuality = 'low'
  sheet.ctx.drawImage(from.canvas, x, y, width, height, 0, 0, width / 2, height / 2)
  return { stage: near, sheet, area }
}

/** Without a clip, hosts filter the whole canvas however small the region is. */
function clipTo(ctx: Context, stage: Stage, [x, y, width, height]: Region): void {
  const path = stage.host.createPath()
  path.rect(x, y, width, height)
  ctx.clip(path)
}

function filterRegion(ctx: Context, stage: Stage, from: Sheet, filter: string, radius: number, region: Region): void {
  const [x, y, width, height] = region
  ctx.save()
  clipTo(ctx, stage, region)
  if ('filter' in ctx) {
    ctx.filter = filter
    ctx.drawImage(from.canvas, x, y, width, height, x, y, width, height)
  } else spread(ctx, from, radius, region)
  ctx.restore()
}

/** Safari has no canvas filters: faint shifted copies approximate the blur. */
function spread(ctx: Context, from: Sheet, radius: number, [x, y, width, height]: Region): void {
  const copies = 24
  const alpha = ctx.globalAlpha
  for (let n = 0; n < copies; n++) {
    const angle = n * 2.399963
    const reach = radius * 1.6 * Math.sqrt((n + 0.5) / copies)
    // Copy n with weight 1/(n+1) gives the mean of all copies.
    ctx.globalAlpha = alpha / (n + 1)
    ctx.drawImage(
      from.canvas,
      x,
      y,
      width,
      height,
      x + Math.cos(angle) * reach,
      y + Math.sin(angle) * reach,
      width,
      height,
    )
  }
  ctx.globalAlpha = alpha
}

// The arithmetic of keying, for pictures keyed during drawing and for videos keyed in advance. A pixel is modelled as a mixture
// a·F + (1 − a)·K of foreground and screen. Hardly any foreground is greener (or bluer) than both its other channels. The
// screen's share is therefore the pixel's dominance of that channel relative to the screen's own (the colour-difference matte
// of Petro Vlahos); subtracting the screen's share leaves premultiplied colour.

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

/** Index of a colour's dominant channel. */
export type Channel = 0 | 1 | 2

/** A colour with less dominance is no screen. */
export const MIN_DOMINANCE = 48

/** By how much a channel exceeds the larger of the others. */
export function computeDominance(pixels: ArrayLike<number>, at: number, main: Channel): number {
  const one = main === 0 ? 1 : 0
  const other = main === 2 ? 1 : 2
  return (pixels[at + main] as number) - Math.max(pixels[at + one] as number, pixels[at + other] as number)
}

/** The share of the screen in a pixel with `raw` times the screen's dominance: 0 up to `low`, 1 from `high` on. */
export function computeScreenShare(raw: number, low: number, high: number): number {
  return Math.min(1, Math.max(0, (raw - low) / (high - low)))
}

/**
 * The screen's colour: the median of the strongly green or blue pixels, whichever are more. Undefined when they are less than a
 * fiftieth of the picture.
 * @param pixels RGBA
 */
export function findScreenColor(pixels: ArrayLike<number>): Rgb | undefined {
  const found: Record<1 | 2, number[]> = { 1: [], 2: [] }
  const step = 4 * Math.max(1, Math.floor(pixels.length / 4 / 40_000))
  for (let at = 0; at + 3 < pixels.length; at += step) {
    for (const main of [1, 2] as const) if (computeDominance(pixels, at, main) >= MIN_DOMINANCE) found[main].push(at)
  }
  const list = found[1].length >= found[2].length ? found[1] : found[2]
  if (list.length < pixels.length / step / 50) return undefined
  const median = (channel: number) => {
    const values = list.map((at) => pixels[at + channel] as number).sort((a, b) => a - b)
    return values[Math.floor(values.length / 2)] as number
  }
  return [median(0), median(1), median(2)]
}
