// Blur and drop shadow, as a canvas filter over a layer that was drawn apart.
import type { Effect } from '../document/document.ts'
import { compileColor, compileNumber, type Watch } from '../evaluate/evaluate.ts'
import type { Context, Sheet } from './host.ts'
import type { Region, Stage } from './stage.ts'

export interface CompiledEffects {
  /** The filter in device pixels, or undefined when nothing is to be seen of it at this frame. */
  at(frame: number, scale: number): EffectStep[] | undefined
  /** How far beyond the layer it reaches, in canvas pixels. */
  margin(frame: number): number
}

export type EffectStep =
  | { type: 'blur'; radius: number }
  | { type: 'shadow'; color: string; blur: number; x: number; y: number }

/** Compiles effects; undefined when the layer has none. */
export function compileEffects(effects: readonly Effect[] | undefined, watch: Watch): CompiledEffects | undefined {
  if (!effects || effects.length === 0) return undefined
  const steps = effects.map((effect) => {
    if (effect.type === 'blur') {
      const radius = compileNumber(effect.radius, 0, watch)
      return {
        step: (frame: number, scale: number): EffectStep => ({
          type: 'blur',
          radius: Math.max(0, radius.at(frame)) * scale,
        }),
        margin: (frame: number) => Math.max(0, radius.at(frame)) * 3,
      }
    }
    const color = compileColor(effect.color, '#000', watch)
    const [blur, x, y] = [
      compileNumber(effect.blur, 0, watch),
      compileNumber(effect.x, 0, watch),
      compileNumber(effect.y, 0, watch),
    ]
    return {
      step: (frame: number, scale: number): EffectStep => ({
        type: 'shadow',
        color: color.at(frame),
        blur: Math.max(0, blur.at(frame)) * scale,
        x: x.at(frame) * scale,
        y: y.at(frame) * scale,
      }),
      margin: (frame: number) =>
        Math.max(0, blur.at(frame)) * 1.5 + Math.max(Math.abs(x.at(frame)), Math.abs(y.at(frame))),
    }
  })
  return {
    at(frame, scale) {
      const now = steps
        .map(({ step }) => step(frame, scale))
        .filter((step) => step.type === 'shadow' || step.radius > 0.05)
      return now.length > 0 ? now : undefined
    },
    margin: (frame) => steps.reduce((sum, { margin }) => sum + margin(frame), 0),
  }
}

/** A text that is equal for equal steps. */
export function effectKey(steps: readonly EffectStep[]): string {
  return steps
    .map((step) => (step.type === 'blur' ? `b${step.radius}` : `s${step.color}${step.blur},${step.x},${step.y}`))
    .join(';')
}

/**
 * Draws a region of a sheet onto a context through the effects, one after the other. The context's opacity applies to
 * the result; its transform is set anew, shifted by (shiftX, shiftY) device pixels.
 */
export function drawFiltered(
  ctx: Context,
  stage: Stage,
  sheet: Sheet,
  steps: readonly EffectStep[],
  region: Region,
  shiftX: number,
  shiftY: number,
): void {
  let current = sheet
  steps.forEach((step, n) => {
    const isLast = n === steps.length - 1
    const target = isLast ? undefined : stage.acquire(region)
    const to = target?.ctx ?? ctx
    const shift: [number, number] = isLast ? [shiftX, shiftY] : [0, 0]
    if (step.type === 'blur') drawBlurred(to, stage, current, step.radius, region, shift)
    else drawShadowed(to, stage, current, step, region, shift)
    if (current !== sheet) stage.release(current)
    if (target) current = target
  })
}

/** A blur wider than this many pixels is made on a smaller copy: it hides the difference and costs a fraction. */
const FINE_BLUR_MOST = 8

function drawBlurred(
  to: Context,
  stage: Stage,
  from: Sheet,
  radius: number,
  region: Region,
  [shiftX, shiftY]: [number, number],
): void {
  let small = from
  let area = region
  let halvings = 0
  while (radius / 2 ** halvings > FINE_BLUR_MOST && area[2] > 16 && area[3] > 16) {
    const next = halve(stage, small, area)
    if (small !== from) stage.release(small)
    small = next.sheet
    area = next.area
    halvings++
  }
  const factor = 2 ** halvings
  if (halvings === 0) {
    to.setTransform(1, 0, 0, 1, shiftX, shiftY)
    filterRegion(to, stage, small, `blur(${radius}px)`, radius, area)
    return
  }
  const blurred = stage.acquire([0, 0, area[2], area[3]])
  filterRegion(blurred.ctx, stage, small, `blur(${radius / factor}px)`, radius / factor, area)
  stage.release(small)
  to.setTransform(factor, 0, 0, factor, region[0] + shiftX, region[1] + shiftY)
  to.imageSmoothingEnabled = true
  to.imageSmoothingQuality = 'low'
  to.drawImage(blurred.canvas, 0, 0, area[2], area[3], 0, 0, area[2], area[3])
  stage.release(blurred)
}

/** The area at half its size, in the corner of another sheet. */
function halve(stage: Stage, from: Sheet, [x, y, width, height]: Region): { sheet: Sheet; area: Region } {
  const area: Region = [0, 0, Math.ceil(width / 2), Math.ceil(height / 2)]
  const sheet = stage.acquire([0, 0, area[2] + 1, area[3] + 1])
  sheet.ctx.imageSmoothingEnabled = true
  sheet.ctx.imageSmoothingQuality = 'low'
  sheet.ctx.drawImage(from.canvas, x, y, width, height, 0, 0, width / 2, height / 2)
  return { sheet, area }
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

function drawShadowed(
  to: Context,
  stage: Stage,
  from: Sheet,
  step: Extract<EffectStep, { type: 'shadow' }>,
  region: Region,
  [shiftX, shiftY]: [number, number],
): void {
  // The shadow is the layer's silhouette in the shadow's colour, blurred as any other picture.
  const [x, y, width, height] = region
  const silhouette = stage.acquire(region)
  silhouette.ctx.drawImage(from.canvas, x, y, width, height, x, y, width, height)
  silhouette.ctx.globalCompositeOperation = 'source-in'
  silhouette.ctx.fillStyle = step.color
  silhouette.ctx.fillRect(...region)
  silhouette.ctx.globalCompositeOperation = 'source-over'
  const offset: [number, number] = [shiftX + step.x, shiftY + step.y]
  if (step.blur > 0.1) drawBlurred(to, stage, silhouette, step.blur / 2, region, offset)
  else {
    to.setTransform(1, 0, 0, 1, ...offset)
    to.drawImage(silhouette.canvas, x, y, width, height, x, y, width, height)
  }
  stage.release(silhouette)
  to.setTransform(1, 0, 0, 1, shiftX, shiftY)
  to.drawImage(from.canvas, x, y, width, height, x, y, width, height)
}
