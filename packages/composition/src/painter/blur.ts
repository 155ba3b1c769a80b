// Gaussian blurs: the host's filter where it has one, on a smaller copy where that cannot be seen. Blurs along one side
// only, which no filter has, are three running means pixel by pixel.
import type { Context, Sheet } from './host.ts'
import type { PixelData } from './pixels.ts'
import type { Region, Stage } from './stage.ts'

/** A blur wider than this many pixels is made on a smaller copy: it hides the difference and costs a fraction. */
const MAX_FINE_BLUR = 8

/** Draws a region of a sheet blurred by a standard deviation in pixels, moved by a shift. The context keeps its opacity. */
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
  // One more than the area: its edge is mixed with what lies beside it when it is enlarged.
  const blurred = small.stage.acquire([0, 0, area[2] + 1, area[3] + 1])
  filterRegion(blurred.ctx, stage, small.sheet, `blur(${radius / factor}px)`, radius / factor, area)
  small.stage.release(small.sheet)
  to.setTransform(factor, 0, 0, factor, region[0] + shiftX, region[1] + shiftY)
  to.imageSmoothingEnabled = true
  to.imageSmoothingQuality = 'low'
  to.drawImage(blurred.canvas, 0, 0, area[2], area[3], 0, 0, area[2], area[3])
  small.stage.release(blurred)
}

/** An area of a sheet, and the stage that the sheet is of. */
interface Part {
  stage: Stage
  sheet: Sheet
  area: Region
}

/** The area at half its size, in the corner of a sheet that is about so small: hosts copy whole canvases. */
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

/** Safari has no filters: faint copies around the place come near a blur of the radius. */
function spread(ctx: Context, from: Sheet, radius: number, [x, y, width, height]: Region): void {
  const copies = 24
  const alpha = ctx.globalAlpha
  for (let n = 0; n < copies; n++) {
    const angle = n * 2.399963
    const reach = radius * 1.6 * Math.sqrt((n + 0.5) / copies)
    // Copy n at weight 1/(n+1) leaves the mean of all copies.
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

/** Blurs a picture along a line at an angle in radians (0 is upright) by a standard deviation in pixels. */
export function blurLines(
  data: PixelData,
  width: number,
  height: number,
  { radius, angle }: { radius: number; angle: number },
): void {
  const [dx, dy] = [Math.sin(angle), -Math.cos(angle)]
  const isSteep = Math.abs(dy) > Math.abs(dx)
  // One pixel along the longer side, `slope` across; the line is longer than that by the same factor in which it is cut here.
  const [along, slope] = isSteep ? [Math.abs(dy), dx / dy] : [Math.abs(dx), dy / dx]
  // Three means over this many pixels come within three percent of a Gaussian (SVG's filter specification, feGaussianBlur).
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
  // Where the line through the first pixel passes; others are moved across.
  const places = shifts.map((shift, n) => shift * next + n * step)
  for (let n = -high; n < lines - low; n++) {
    const way: Way = { places, shifts, lines, next, across: n }
    if (readLine(data, way, line)) {
      runningMean(line, mean, span)
      runningMean(mean, line, span)
      runningMean(line, mean, span)
      writeLine(mean, data, way)
    } else writeLine(line, data, way)
  }
}

/** A line of pixels: the one through the first pixel, moved `across`; outside the picture where that is beyond its `lines`. */
interface Way {
  readonly places: Int32Array
  readonly shifts: Int32Array
  readonly lines: number
  readonly next: number
  readonly across: number
}

/**
 * Premultiplied, or clear pixels would bring their colour with them. Outside the picture everything is clear. Answers whether
 * anything is not.
 */
function readLine(data: PixelData, { places, shifts, lines, next, across }: Way, line: Float64Array): boolean {
  let isInked = false
  for (let n = 0, to = 0; n < places.length; n++, to += 4) {
    const row = across + (shifts[n] as number)
    const at = (places[n] as number) + across * next
    const alpha = row >= 0 && row < lines ? (data[at + 3] as number) : 0
    if (alpha === 0) {
      line[to] = line[to + 1] = line[to + 2] = line[to + 3] = 0
      continue
    }
    isInked = true
    line[to] = ((data[at] as number) * alpha) / 255
    line[to + 1] = ((data[at + 1] as number) * alpha) / 255
    line[to + 2] = ((data[at + 2] as number) * alpha) / 255
    line[to + 3] = alpha
  }
  return isInked
}

function writeLine(line: Float64Array, data: PixelData, { places, shifts, lines, next, across }: Way): void {
  for (let n = 0, from = 0; n < places.length; n++, from += 4) {
    const row = across + (shifts[n] as number)
    if (row < 0 || row >= lines) continue
    const at = (places[n] as number) + across * next
    const alpha = line[from + 3] as number
    for (let k = 0; k < 3; k++) data[at + k] = alpha > 0 ? Math.round(((line[from + k] as number) * 255) / alpha) : 0
    data[at + 3] = Math.round(alpha)
  }
}

/** The mean of `span` pixels around each, of all four channels; beyond the ends there is nothing. */
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
