// The effects of a layer, compiled and then applied one after the other to the layer's finished picture.

import { canvasMode } from '../document/blend-mode.ts'
import { channelsOfCss } from '../document/color.ts'
import type { Effect } from '../document/effect.ts'
import { type Compiled, compileColor, compileNumber, type Watch } from '../evaluate/evaluate.ts'
import { type Matrix, scaleOf } from '../matrix.ts'
import { drawBlurred } from './blur.ts'
import { keyPixels } from './chroma-key.ts'
import { type ColorStep, changeColors, compileColorStep, isColorStep } from './color-effect.ts'
import type { Context, Sheet } from './host.ts'
import { changePixels } from './pixels.ts'
import { applySpatial, type EffectSpace, spread } from './spatial-effect.ts'
import { compileSpatial, type SpatialStep } from './spatial-step.ts'
import type { Region, Stage } from './stage.ts'

export interface CompiledEffects {
  /** The effects in device pixels, or undefined when nothing is to be seen of them at this frame. */
  at(frame: number, pixels: EffectPixels): EffectStep[] | undefined
  /** How far beyond the layer they reach, in device pixels. */
  margin(frame: number, pixels: EffectPixels): number
}

/** Device pixels to a pixel of the canvas, and the maps to the device from a layer and from the list that it stands in. */
export interface EffectPixels {
  readonly canvas: number
  readonly list: Matrix
  readonly layer: Matrix
}

/** The same pixels for canvas, list and layer. */
export function evenPixels(scale: number): EffectPixels {
  const map: Matrix = [scale, 0, 0, scale, 0, 0]
  return { canvas: scale, list: map, layer: map }
}

interface ShadowStep {
  type: 'shadow'
  color: string
  blur: number
  x: number
  y: number
  opacity: number
  spread: number
  only: boolean
}

export type EffectStep =
  | { type: 'blur'; radius: number; repeat: boolean }
  | ShadowStep
  | { type: 'fill'; color: string; opacity: number; mode: string }
  | { type: 'opacity'; opacity: number }
  | { type: 'key'; color: string; tolerance: number; softness: number; spill: number }
  | ColorStep
  | SpatialStep

interface CompiledEffect {
  /** With lengths `scale` times as long, and along the map's axes where the effect turns with its pixels. */
  step(frame: number, scale: number, map: Matrix): EffectStep
  margin?(frame: number): number
}

/** Compiles effects; undefined when the layer has none. */
export function compileEffects(effects: readonly Effect[] | undefined, watch: Watch): CompiledEffects | undefined {
  if (!effects || effects.length === 0) return undefined
  const steps = effects.map((effect) => ({ effect, ...compileEffect(effect, watch) }))
  return {
    at(frame, pixels) {
      const now = steps
        .map(({ effect, step }) => step(frame, lengthOf(effect, pixels), mapOf(effect, pixels)))
        .filter((step) => !('radius' in step) || step.radius > 0.05)
      return now.length > 0 ? now : undefined
    },
    margin: (frame, pixels) =>
      steps.reduce((sum, { effect, margin }) => sum + (margin?.(frame) ?? 0) * lengthOf(effect, pixels), 0),
  }
}

function mapOf(effect: Effect, { canvas, list, layer }: EffectPixels): Matrix {
  const whose = 'pixels' in effect ? effect.pixels : undefined
  return whose === 'layer' ? layer : whose === 'list' ? list : [canvas, 0, 0, canvas, 0, 0]
}

/** Device pixels to a pixel of an effect. */
function lengthOf(effect: Effect, pixels: EffectPixels): number {
  return scaleOf(mapOf(effect, pixels))
}

/** A direction in radians (0 is up) as it is seen through a map. */
function turned(angle: number, [a, b, c, d]: Matrix): number {
  const [x, y] = [Math.sin(angle), -Math.cos(angle)]
  return Math.atan2(a * x + c * y, -b * x - d * y)
}

function compileEffect(effect: Effect, watch: Watch): CompiledEffect {
  const number = (property: Parameters<typeof compileNumber>[0], fallback: number) =>
    compileNumber(property, fallback, watch)
  const color = (property: Parameters<typeof compileColor>[0], fallback: string) =>
    compileColor(property, fallback, watch)
  switch (effect.type) {
    case 'blur': {
      const radius = number(effect.radius, 0)
      const { dimensions = 'both', repeat = false } = effect
      const angle = effect.angle === undefined ? undefined : number(effect.angle, 0)
      return {
        step: (frame, scale, map) => {
          const reach = Math.max(0, radius.at(frame)) * scale
          if (!angle && dimensions === 'both') return { type: 'blur', radius: reach, repeat }
          const along = angle ? (angle.at(frame) * Math.PI) / 180 : dimensions === 'vertical' ? 0 : Math.PI / 2
          return { type: 'line-blur', radius: reach, angle: effect.pixels ? turned(along, map) : along, repeat }
        },
        margin: (frame) => Math.max(0, radius.at(frame)) * 3,
      }
    }
    case 'shadow':
      return compileShadow(effect, watch)
    case 'fill': {
      const [paint, opacity] = [color(effect.color, '#000'), number(effect.opacity, 100)]
      return {
        step: (frame) => ({
          type: 'fill',
          color: paint.at(frame),
          opacity: opacity.at(frame) / 100,
          mode: canvasMode(effect.bm),
        }),
      }
    }
    case 'opacity': {
      const opacity = number(effect.opacity, 100)
      return { step: (frame) => ({ type: 'opacity', opacity: opacity.at(frame) / 100 }) }
    }
    case 'key': {
      const screen = color(effect.color, '#00ff00')
      const [tolerance, softness] = [number(effect.tolerance, 30), number(effect.softness, 80)]
      const spill = number(effect.spill, 100)
      return {
        step: (frame) => ({
          type: 'key',
          color: screen.at(frame),
          tolerance: tolerance.at(frame) / 100,
          softness: softness.at(frame) / 100,
          spill: spill.at(frame) / 100,
        }),
      }
    }
    case 'outline':
    case 'ramp':
    case 'four-color':
    case 'glow':
    case 'linear-wipe':
    case 'radial-wipe':
    case 'transform':
    case 'bulge':
    case 'choke':
      return compileSpatial(effect, watch)
    default:
      return { step: compileColorStep(effect, watch) }
  }
}

function compileShadow(effect: Extract<Effect, { type: 'shadow' }>, watch: Watch): CompiledEffect {
  const color = compileColor(effect.color, '#000', watch)
  const number = (property: Parameters<typeof compileNumber>[0], fallback: number): Compiled<number> =>
    compileNumber(property, fallback, watch)
  const [blur, opacity] = [number(effect.blur, 0), number(effect.opacity, 100)]
  const [x, y] = [number(effect.x, 0), number(effect.y, 0)]
  const wider = number(effect.spread, 0)
  const [direction, distance] = [number(effect.direction, 135), number(effect.distance, 0)]
  const offset = (frame: number): [number, number] => {
    const turn = (direction.at(frame) * Math.PI) / 180
    const away = distance.at(frame)
    return [x.at(frame) + Math.sin(turn) * away, y.at(frame) - Math.cos(turn) * away]
  }
  return {
    step(frame, scale, [a, b, c, d]) {
      const [dx, dy] = offset(frame)
      const shadow = {
        color: color.at(frame),
        blur: Math.max(0, blur.at(frame)) * scale,
        x: a * dx + c * dy,
        y: b * dx + d * dy,
        opacity: opacity.at(frame) / 100,
      }
      return effect.inside
        ? { type: 'inner-shadow', ...shadow, mode: canvasMode(effect.bm) }
        : { type: 'shadow', ...shadow, spread: Math.max(0, wider.at(frame)) * scale, only: effect.only ?? false }
    },
    margin(frame) {
      const [dx, dy] = offset(frame)
      const reach = Math.max(0, blur.at(frame)) * 1.5 + Math.max(0, wider.at(frame))
      return reach + Math.max(Math.abs(dx), Math.abs(dy))
    },
  }
}

/** A text that is equal for equal steps. */
export function effectKey(steps: readonly EffectStep[]): string {
  return steps.map((step) => Object.values(step).join()).join(';')
}

/**
 * How far beyond what is seen a layer must be drawn, in device pixels: blurs take in what lies outside the picture, and a
 * transform brings it in, of which as much as half the picture is drawn.
 */
export function effectReach(steps: readonly EffectStep[], stage: Stage): number {
  let reach = 0
  for (const step of steps) {
    if ('radius' in step) reach += step.radius * 3
    else if (step.type === 'glow') reach += step.reach * 3
    else if (step.type === 'inner-shadow') reach += step.blur * 1.5 + Math.max(Math.abs(step.x), Math.abs(step.y))
    else if (step.type === 'radial-wipe') reach += step.feather * stage.scale * 2
    else if (step.type === 'choke') reach += Math.abs(step.amount)
    else if (step.type === 'transform' || step.type === 'bulge') reach += Math.max(stage.width, stage.height) / 2
  }
  return reach
}

/** A region to draw, where it goes (moved by whole device pixels), and where the effects' points lie. */
export interface FilterPlace extends EffectSpace {
  readonly region: Region
  readonly shift: readonly [number, number]
}

/**
 * Draws a region of a sheet onto a context through the effects, one after the other. The context's opacity applies to
 * the result; its transform is set anew. The sheet does not stay as it was.
 */
export function drawFiltered(
  ctx: Context,
  stage: Stage,
  sheet: Sheet,
  steps: readonly EffectStep[],
  { region, shift: [shiftX, shiftY], ...space }: FilterPlace,
): void {
  let current = sheet
  steps.forEach((step, n) => {
    const isLast = n === steps.length - 1
    if (step.type !== 'blur' && step.type !== 'shadow') {
      applyInPlace(stage, current, step, region, space)
      if (isLast) copyRegion(ctx, current, region, [shiftX, shiftY])
      return
    }
    const target = isLast ? undefined : stage.acquire(region)
    const to = target?.ctx ?? ctx
    const shift: [number, number] = isLast ? [shiftX, shiftY] : [0, 0]
    if (step.type === 'blur' && step.repeat) {
      const soft = stage.acquire(region)
      drawBlurred(soft.ctx, stage, current, step.radius, region, [0, 0])
      keepEdges(soft, current, region)
      copyRegion(to, soft, region, shift)
      stage.release(soft)
    } else if (step.type === 'blur') drawBlurred(to, stage, current, step.radius, region, shift)
    else drawShadowed(to, stage, current, step, region, shift)
    if (target) {
      if (current !== sheet) stage.release(current)
      current = target
    }
  })
  if (current !== sheet) stage.release(current)
}

/** Gives a blurred picture the edges that it had: its colours are means of what is there, however much that is. */
function keepEdges(soft: Sheet, before: Sheet, region: Region): void {
  changePixels(soft, region, (data) => {
    for (let n = 3; n < data.length; n += 4) if ((data[n] as number) > 0) data[n] = 255
  })
  soft.ctx.setTransform(1, 0, 0, 1, 0, 0)
  soft.ctx.globalCompositeOperation = 'destination-in'
  soft.ctx.drawImage(before.canvas, ...region, ...region)
  soft.ctx.globalCompositeOperation = 'source-over'
}

function copyRegion(to: Context, from: Sheet, region: Region, [shiftX, shiftY]: [number, number]): void {
  to.setTransform(1, 0, 0, 1, shiftX, shiftY)
  to.drawImage(from.canvas, ...region, ...region)
}

/** Effects that change the sheet itself. */
function applyInPlace(
  stage: Stage,
  sheet: Sheet,
  step: Exclude<EffectStep, { type: 'blur' | 'shadow' }>,
  region: Region,
  space: EffectSpace,
): void {
  if (step.type === 'key') {
    const [red, green, blue] = channelsOfCss(step.color)
    changePixels(sheet, region, keyPixels({ ...step, color: [red, green, blue] }))
  } else if (isColorStep(step)) changePixels(sheet, region, changeColors(step))
  else if (step.type === 'line-blur' && step.repeat) {
    const before = stage.acquire(region)
    copyRegion(before.ctx, sheet, region, [0, 0])
    applySpatial(stage, sheet, step, region, space)
    keepEdges(sheet, before, region)
    stage.release(before)
  } else if (step.type !== 'fill' && step.type !== 'opacity') applySpatial(stage, sheet, step, region, space)
  else if (step.type === 'fill' && step.mode !== 'source-over') blendFill(stage, sheet, step, region)
  else {
    const { ctx } = sheet
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    ctx.globalCompositeOperation = step.type === 'fill' ? 'source-atop' : 'destination-in'
    ctx.globalAlpha = step.opacity
    ctx.fillStyle = step.type === 'fill' ? step.color : '#000'
    ctx.fillRect(...region)
    ctx.globalCompositeOperation = 'source-over'
    ctx.globalAlpha = 1
  }
}

/** A colour mixed with the layer's own wherever it is. */
function blendFill(
  stage: Stage,
  { canvas, ctx }: Sheet,
  { color, opacity, mode }: Extract<EffectStep, { type: 'fill' }>,
  region: Region,
): void {
  const painted = stage.acquire(region)
  painted.ctx.drawImage(canvas, ...region, ...region)
  painted.ctx.globalCompositeOperation = 'source-in'
  painted.ctx.fillStyle = color
  painted.ctx.fillRect(...region)
  painted.ctx.globalCompositeOperation = 'source-over'
  ctx.setTransform(1, 0, 0, 1, 0, 0)
  ctx.globalAlpha = opacity
  ctx.globalCompositeOperation = mode
  ctx.drawImage(painted.canvas, ...region, ...region)
  ctx.globalCompositeOperation = 'source-over'
  ctx.globalAlpha = 1
  stage.release(painted)
}

function drawShadowed(
  to: Context,
  stage: Stage,
  from: Sheet,
  step: ShadowStep,
  region: Region,
  [shiftX, shiftY]: [number, number],
): void {
  // The shadow is the layer's silhouette in the shadow's colour, blurred as any other picture.
  const silhouette = stage.acquire(region)
  silhouette.ctx.drawImage(from.canvas, ...region, ...region)
  if (step.spread > 0.05) {
    const wider = spread(stage, from, step.spread, region)
    silhouette.ctx.drawImage(wider.canvas, ...region, ...region)
    stage.release(wider)
  }
  silhouette.ctx.globalCompositeOperation = 'source-in'
  silhouette.ctx.globalAlpha = step.opacity
  silhouette.ctx.fillStyle = step.color
  silhouette.ctx.fillRect(...region)
  silhouette.ctx.globalCompositeOperation = 'source-over'
  silhouette.ctx.globalAlpha = 1
  const offset: [number, number] = [shiftX + step.x, shiftY + step.y]
  if (step.blur > 0.1) drawBlurred(to, stage, silhouette, step.blur / 2, region, offset)
  else copyRegion(to, silhouette, region, offset)
  stage.release(silhouette)
  if (!step.only) copyRegion(to, from, region, [shiftX, shiftY])
}
