// Gaussian blurs: with the host's filter if available, on a smaller copy where the difference is invisible.
import type { Context, Sheet } from './host.ts'
import type { Region, Stage } from './stage.ts'

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
