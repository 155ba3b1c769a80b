// Blur and drop shadow, as a canvas filter over a layer that was drawn apart.
import type { Effect } from '../document/document.ts'
import { compileColor, compileNumber, type Watch } from '../evaluate/evaluate.ts'
import type { Context, Sheet } from './host.ts'
import type { Region } from './stage.ts'

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
        step: (frame: number, scale: number): EffectStep => ({ type: 'blur', radius: Math.max(0, radius.at(frame)) * scale }),
        margin: (frame: number) => Math.max(0, radius.at(frame)) * 3,
      }
    }
    const color = compileColor(effect.color, '#000', watch)
    const [blur, x, y] = [compileNumber(effect.blur, 0, watch), compileNumber(effect.x, 0, watch), compileNumber(effect.y, 0, watch)]
    return {
      step: (frame: number, scale: number): EffectStep => ({
        type: 'shadow',
        color: color.at(frame),
        blur: Math.max(0, blur.at(frame)) * scale,
        x: x.at(frame) * scale,
        y: y.at(frame) * scale,
      }),
      margin: (frame: number) => Math.max(0, blur.at(frame)) * 1.5 + Math.max(Math.abs(x.at(frame)), Math.abs(y.at(frame))),
    }
  })
  return {
    at(frame, scale) {
      const now = steps.map(({ step }) => step(frame, scale)).filter((step) => step.type === 'shadow' || step.radius > 0.05)
      return now.length > 0 ? now : undefined
    },
    margin: (frame) => steps.reduce((sum, { margin }) => sum + margin(frame), 0),
  }
}

/** A text that is equal for equal steps. */
export function effectKey(steps: readonly EffectStep[]): string {
  return steps.map((step) => (step.type === 'blur' ? `b${step.radius}` : `s${step.color}${step.blur},${step.x},${step.y}`)).join(';')
}

function filterOf(step: EffectStep): string {
  return step.type === 'blur' ? `blur(${step.radius}px)` : `drop-shadow(${step.x}px ${step.y}px ${step.blur / 2}px ${step.color})`
}

/** Draws a region of one canvas onto another through the effects, one after the other. */
export function drawFiltered(ctx: Context, sheet: Sheet, steps: readonly EffectStep[], region: Region): void {
  const [x, y, width, height] = region
  if ('filter' in ctx) {
    ctx.filter = steps.map(filterOf).join(' ')
    ctx.drawImage(sheet.canvas, x, y, width, height, x, y, width, height)
    ctx.filter = 'none'
    return
  }
  // Safari has no filters: the shadow is the canvas's own, a blur is approached by spreading faint copies.
  drawWithoutFilters(ctx, sheet, steps, region)
}

function drawWithoutFilters(ctx: Context, sheet: Sheet, steps: readonly EffectStep[], [x, y, width, height]: Region): void {
  const shadow = steps.find((step) => step.type === 'shadow')
  if (shadow) {
    ctx.shadowColor = shadow.color
    ctx.shadowBlur = shadow.blur
    ctx.shadowOffsetX = shadow.x
    ctx.shadowOffsetY = shadow.y
  }
  const radius = steps.find((step) => step.type === 'blur')?.radius ?? 0
  const copies = radius > 0 ? 16 : 1
  const alpha = ctx.globalAlpha
  for (let n = 0; n < copies; n++) {
    const angle = n * 2.399963
    const reach = copies === 1 ? 0 : radius * 1.5 * Math.sqrt((n + 0.5) / copies)
    // Copy n at weight 1/(n+1) leaves the mean of all copies.
    ctx.globalAlpha = alpha / (n + 1)
    ctx.drawImage(sheet.canvas, x, y, width, height, x + Math.cos(angle) * reach, y + Math.sin(angle) * reach, width, height)
  }
  ctx.globalAlpha = alpha
  ctx.shadowColor = 'rgba(0,0,0,0)'
}
