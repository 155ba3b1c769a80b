// Effects that need to know where the layer lies: gradients between points, wipes, a transform; and lights, shadows and lines
// that follow its edges. All of them change a sheet in place.
import { channelsOfCss } from '../document/color.ts'
import { type Bounds, inverse, type Matrix, mapBounds, multiply, scaleOf } from '../matrix.ts'
import { blurLines, drawBlurred } from './blur.ts'
import { bulge } from './bulge.ts'
import type { Context, Sheet } from './host.ts'
import { changePixels, lumaOf, type PixelData } from './pixels.ts'
import type { Point, SpatialStep } from './spatial-step.ts'
import { place, type Region, type Stage } from './stage.ts'

/** Where the points of effects lie: the map from their pixels to the device, and the box that wipes cross. */
export interface EffectSpace {
  readonly matrix: Matrix
  readonly box: Bounds
}

/** Standard deviation of the blur that comes nearest to a feather of one pixel in After Effects. */
const FEATHER_SIGMA = 0.38

/** Changes a region of a sheet. */
export function applySpatial(stage: Stage, sheet: Sheet, step: SpatialStep, region: Region, space: EffectSpace): void {
  switch (step.type) {
    case 'ramp':
      paintRamp(sheet.ctx, step, region, space)
      break
    case 'four-color':
      paintFourColors(stage, sheet, step, region, space)
      break
    case 'glow':
      addGlow(stage, sheet, step, region)
      break
    case 'linear-wipe':
      wipeLine(sheet.ctx, step, region, space)
      break
    case 'radial-wipe':
      wipeAround(stage, sheet, step, region, space)
      break
    case 'transform':
      move(stage, sheet, step, region, space)
      break
    case 'bulge':
      bulge(sheet, step, region, space.matrix)
      break
    case 'choke':
      choke(stage, sheet, step.amount, region)
      break
    case 'outline':
      drawOutline(stage, sheet, step, region)
      break
    case 'inner-shadow':
      shadeEdges(stage, sheet, step, region)
      break
    case 'line-blur':
      changePixels(sheet, region, (data) => blurLines(data, region[2], region[3], step))
  }
  reset(sheet.ctx)
}

function reset(ctx: Context): void {
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.globalAlpha = 1
  ctx.globalCompositeOperation = 'source-over'
}

/** Fills a region with a style whose points lie in the effect's space. */
function fillIn(ctx: Context, [x, y, width, height]: Region, matrix: Matrix, style: string | object): void {
  const back = inverse(matrix)
  if (!back) return
  place(ctx, matrix)
  ctx.fillStyle = style
  const [left, top, right, bottom] = mapBounds(back, [x, y, x + width, y + height])
  ctx.fillRect(left, top, right - left, bottom - top)
}

function paintRamp(
  ctx: Context,
  step: Extract<SpatialStep, { type: 'ramp' }>,
  region: Region,
  space: EffectSpace,
): void {
  const [x0, y0] = step.from
  const [x1, y1] = step.to
  const gradient = step.radial
    ? ctx.createRadialGradient(x0, y0, 0, x0, y0, Math.max(0.01, Math.hypot(x1 - x0, y1 - y0)))
    : ctx.createLinearGradient(x0, y0, x1, y1)
  gradient.addColorStop(0, step.start)
  gradient.addColorStop(1, step.end)
  ctx.globalCompositeOperation = 'source-atop'
  ctx.globalAlpha = step.opacity
  fillIn(ctx, region, space.matrix, gradient)
}

/** As many points along the longer side are enough for colours that change slowly; between them the canvas interpolates. */
const GRID = 96

function paintFourColors(
  stage: Stage,
  sheet: Sheet,
  step: Extract<SpatialStep, { type: 'four-color' }>,
  region: Region,
  { matrix }: EffectSpace,
): void {
  const [x, y, width, height] = region
  const cell = Math.max(1, Math.max(width, height) / GRID)
  const [columns, rows] = [Math.ceil(width / cell) + 1, Math.ceil(height / cell) + 1]
  const points = step.points.map(([px, py]): Point => {
    const [a, b, c, d, e, f] = matrix
    return [(a * px + c * py + e - x) / cell, (b * px + d * py + f - y) / cell]
  })
  const colors = step.colors.map(channelsOfCss)
  // The softer the blend, the more evenly far colours take part.
  const power = 4 / (0.5 + Math.max(0, step.blend))
  const small = stage.acquire([0, 0, columns, rows])
  changePixels(small, [0, 0, columns, rows], (data) => {
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++)
        mixColors(data, (row * columns + column) * 4, [column + 0.5, row + 0.5], { points, colors, power })
  })
  const painted = stage.acquire(region)
  const { ctx } = painted
  ctx.imageSmoothingEnabled = true
  ctx.imageSmoothingQuality = 'low'
  ctx.drawImage(small.canvas, 0.5, 0.5, width / cell, height / cell, x, y, width, height)
  ctx.globalCompositeOperation = 'destination-in'
  ctx.drawImage(sheet.canvas, ...region, ...region)
  reset(ctx)
  sheet.ctx.globalAlpha = step.opacity
  sheet.ctx.globalCompositeOperation = step.mode === 'source-over' ? 'source-atop' : step.mode
  sheet.ctx.drawImage(painted.canvas, ...region, ...region)
  stage.release(small)
  stage.release(painted)
}

function mixColors(
  data: PixelData,
  at: number,
  [x, y]: Point,
  { points, colors, power }: { points: readonly Point[]; colors: readonly (readonly number[])[]; power: number },
): void {
  const weights = points.map(([px, py]) => 1 / (0.25 + (px - x) ** 2 + (py - y) ** 2) ** (power / 2))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  for (let k = 0; k < 3; k++)
    data[at + k] = Math.round(
      weights.reduce((total, weight, n) => total + weight * ((colors[n] as readonly number[])[k] as number), 0) / sum,
    )
  data[at + 3] = 255
}

function addGlow(stage: Stage, sheet: Sheet, step: Extract<SpatialStep, { type: 'glow' }>, region: Region): void {
  const bright = stage.acquire(region)
  bright.ctx.drawImage(sheet.canvas, ...region, ...region)
  changePixels(bright, region, (data) => {
    const floor = step.threshold * 255
    for (let n = 0; n < data.length; n += 4) {
      const luma = lumaOf(data[n] as number, data[n + 1] as number, data[n + 2] as number)
      // A threshold of white lets white itself through.
      const share = floor >= 254 ? (luma >= 254 ? 1 : 0) : Math.max(0, (luma - floor) / (255 - floor))
      data[n + 3] = Math.round((data[n + 3] as number) * Math.min(1, share * 2))
    }
  })
  sheet.ctx.globalCompositeOperation = step.mode
  for (let left = step.intensity; left > 0.001; left--) {
    sheet.ctx.globalAlpha = Math.min(1, left)
    if (step.reach > 0.1) drawBlurred(sheet.ctx, stage, bright, step.reach, region, [0, 0])
    else sheet.ctx.drawImage(bright.canvas, ...region, ...region)
  }
  stage.release(bright)
}

function wipeLine(
  ctx: Context,
  { completion, angle, feather }: Extract<SpatialStep, { type: 'linear-wipe' }>,
  region: Region,
  { matrix, box: [left, top, right, bottom] }: EffectSpace,
): void {
  if (completion <= 0) return
  const [dx, dy] = [Math.sin(angle), -Math.cos(angle)]
  const along = [left * dx + top * dy, right * dx + top * dy, left * dx + bottom * dy, right * dx + bottom * dy]
  const soft = Math.max(0.001, feather)
  const [near, far] = [Math.min(...along) - soft, Math.max(...along)]
  // Gone up to here, all there from `soft` further on.
  const line = near + (far - near) * completion
  const gradient = ctx.createLinearGradient(line * dx, line * dy, (line + soft) * dx, (line + soft) * dy)
  gradient.addColorStop(0, '#000')
  gradient.addColorStop(1, 'rgba(0,0,0,0)')
  ctx.globalCompositeOperation = 'destination-out'
  fillIn(ctx, region, matrix, completion >= 1 ? '#000' : gradient)
}

function wipeAround(
  stage: Stage,
  sheet: Sheet,
  { completion, center, angle, turn, feather }: Extract<SpatialStep, { type: 'radial-wipe' }>,
  region: Region,
  { matrix, box }: EffectSpace,
): void {
  if (completion <= 0) return
  const whole = Math.PI * 2 * Math.min(1, completion)
  const from = turn === 'both' ? angle - whole / 2 : turn === 'counterclockwise' ? angle - whole : angle
  const reach = 4 * Math.hypot(box[2] - box[0], box[3] - box[1]) + 4 * Math.hypot(center[0], center[1]) + 1
  const [cx, cy] = center
  const path = stage.host.createPath()
  path.moveTo(cx, cy)
  const steps = Math.max(1, Math.ceil(whole / (Math.PI / 8)))
  for (let n = 0; n <= steps; n++) {
    const turned = from + (whole * n) / steps
    path.lineTo(cx + Math.sin(turned) * reach, cy - Math.cos(turned) * reach)
  }
  path.closePath()
  const gone = stage.acquire(region)
  place(gone.ctx, matrix)
  gone.ctx.fillStyle = '#000'
  gone.ctx.fill(path)
  reset(gone.ctx)
  sheet.ctx.globalCompositeOperation = 'destination-out'
  const sigma = feather * FEATHER_SIGMA * scaleOf(matrix)
  if (sigma > 0.1) drawBlurred(sheet.ctx, stage, gone, sigma, region, [0, 0])
  else sheet.ctx.drawImage(gone.canvas, ...region, ...region)
  stage.release(gone)
}

function move(
  stage: Stage,
  sheet: Sheet,
  { ks, opacity }: Extract<SpatialStep, { type: 'transform' }>,
  region: Region,
  { matrix }: EffectSpace,
): void {
  const back = inverse(matrix)
  const before = stage.acquire(region)
  before.ctx.drawImage(sheet.canvas, ...region, ...region)
  sheet.ctx.setTransform(1, 0, 0, 1, 0, 0)
  sheet.ctx.clearRect(...region)
  if (back) {
    place(sheet.ctx, multiply(multiply(matrix, ks), back))
    sheet.ctx.globalAlpha = opacity
    sheet.ctx.imageSmoothingEnabled = true
    sheet.ctx.imageSmoothingQuality = 'low'
    sheet.ctx.drawImage(before.canvas, ...region, ...region)
  }
  stage.release(before)
}

/** The silhouette in one colour. */
function silhouetteOf(stage: Stage, sheet: Sheet, color: string, region: Region, operation = 'source-in'): Sheet {
  const silhouette = stage.acquire(region)
  silhouette.ctx.drawImage(sheet.canvas, ...region, ...region)
  silhouette.ctx.globalCompositeOperation = operation
  silhouette.ctx.fillStyle = color
  silhouette.ctx.fillRect(...region)
  reset(silhouette.ctx)
  return silhouette
}

/** A picture as copies around its place draw it: it covers up to `reach` pixels more at every edge. */
export function spread(stage: Stage, from: Sheet, reach: number, region: Region): Sheet {
  const wider = stage.acquire(region)
  const copies = Math.min(96, Math.max(16, Math.ceil(reach * 4)))
  for (let away = reach; away > 0; away -= 8)
    for (let n = 0; n < copies; n++) {
      const angle = (n * 2 * Math.PI) / copies
      wider.ctx.setTransform(1, 0, 0, 1, Math.cos(angle) * away, Math.sin(angle) * away)
      wider.ctx.drawImage(from.canvas, ...region, ...region)
    }
  reset(wider.ctx)
  return wider
}

/** What lies around the layer spreads into it, or the layer spreads over that. */
function choke(stage: Stage, sheet: Sheet, amount: number, region: Region): void {
  const reach = Math.abs(amount)
  if (reach < 0.05) return
  const from = amount > 0 ? silhouetteOf(stage, sheet, '#000', region, 'source-out') : sheet
  const wider = spread(stage, from, reach, region)
  sheet.ctx.globalCompositeOperation = amount > 0 ? 'destination-out' : 'destination-over'
  sheet.ctx.drawImage(wider.canvas, ...region, ...region)
  if (from !== sheet) stage.release(from)
  stage.release(wider)
}

/** Copies of the silhouette around its place are a line around it. */
function drawOutline(
  stage: Stage,
  sheet: Sheet,
  { color, width, opacity }: Extract<SpatialStep, { type: 'outline' }>,
  region: Region,
): void {
  if (width < 0.05) return
  const silhouette = silhouetteOf(stage, sheet, color, region)
  const line = spread(stage, silhouette, width, region)
  sheet.ctx.globalCompositeOperation = 'destination-over'
  sheet.ctx.globalAlpha = opacity
  sheet.ctx.drawImage(line.canvas, ...region, ...region)
  stage.release(silhouette)
  stage.release(line)
}

/** What lies around the layer, moved and blurred into it. */
function shadeEdges(
  stage: Stage,
  sheet: Sheet,
  step: Extract<SpatialStep, { type: 'inner-shadow' }>,
  region: Region,
): void {
  const outside = silhouetteOf(stage, sheet, step.color, region, 'source-out')
  const shade = stage.acquire(region)
  if (step.blur > 0.1) drawBlurred(shade.ctx, stage, outside, step.blur / 2, region, [step.x, step.y])
  else {
    shade.ctx.setTransform(1, 0, 0, 1, step.x, step.y)
    shade.ctx.drawImage(outside.canvas, ...region, ...region)
  }
  reset(shade.ctx)
  shade.ctx.globalCompositeOperation = 'destination-in'
  shade.ctx.drawImage(sheet.canvas, ...region, ...region)
  reset(shade.ctx)
  sheet.ctx.globalAlpha = step.opacity
  sheet.ctx.globalCompositeOperation = step.mode === 'source-over' ? 'source-atop' : step.mode
  sheet.ctx.drawImage(shade.canvas, ...region, ...region)
  stage.release(outside)
  stage.release(shade)
}
