// The effects of a layer, compiled and then applied in order to the layer's rendered picture.

import { assert } from '@vitrine/document/assert'
import type { EffectDefinition, EffectSpace, EffectStep, LayerPicture, PixelsOf } from '@vitrine/document/definition'
import { EFFECTS, type Effect } from '@vitrine/document/effect'
import type { Watch } from '@vitrine/document/evaluate'
import type { Context, Sheet } from '@vitrine/document/host'
import { computeMeanScale, type Matrix } from '@vitrine/document/matrix'
import { changePixels } from '@vitrine/document/pixels'
import { type Region, reset, type Stage } from '@vitrine/document/stage'

export interface CompiledEffects {
  /** The effects in device pixels; undefined when none is visible at this frame. */
  at(frame: number, pixels: EffectPixels): EffectStep[] | undefined
  /** How far they reach beyond the layer, in device pixels. */
  margin(frame: number, pixels: EffectPixels): number
}

/** Device pixels per pixel of the canvas, and the maps to the device from a layer and from its list. */
interface EffectPixels {
  readonly canvas: number
  readonly list: Matrix
  readonly layer: Matrix
}

/** Equal pixels for canvas, list and layer. */
export function evenPixels(scale: number): EffectPixels {
  const map: Matrix = [scale, 0, 0, scale, 0, 0]
  return { canvas: scale, list: map, layer: map }
}

/** Compiles effects; undefined when the layer has none. */
export function compileEffects(effects: readonly Effect[] | undefined, watch: Watch): CompiledEffects | undefined {
  if (!effects || effects.length === 0) return undefined
  const compiled = effects.map((effect) => ({
    whose: 'pixels' in effect ? effect.pixels : undefined,
    ...getEffectDefinition(effect).compile(effect, watch),
  }))
  return {
    at(frame, pixels) {
      const steps: EffectStep[] = []
      for (const { whose, at } of compiled) {
        const map = choosePixelMap(whose, pixels)
        const step = at(frame, computeMeanScale(map), map)
        if (step) steps.push(step)
      }
      return steps.length > 0 ? steps : undefined
    },
    margin: (frame, pixels) =>
      compiled.reduce(
        (sum, { whose, margin }) => sum + (margin?.(frame) ?? 0) * computeMeanScale(choosePixelMap(whose, pixels)),
        0,
      ),
  }
}

function getEffectDefinition({ type }: { type: string }): EffectDefinition {
  const definition = EFFECTS.get(type)
  assert(definition, `there is no effect ${type}`)
  return definition
}

function choosePixelMap(whose: PixelsOf | undefined, { canvas, list, layer }: EffectPixels): Matrix {
  return whose === 'layer' ? layer : whose === 'list' ? list : [canvas, 0, 0, canvas, 0, 0]
}

/** Equal keys mean equal steps. */
export function effectKey(steps: readonly EffectStep[]): string {
  return steps.map((step) => Object.values(step).join()).join(';')
}

/** How far beyond the visible area a layer must be drawn for its effects, in device pixels. */
export function effectReach(steps: readonly EffectStep[], stage: Stage): number {
  return steps.reduce((sum, step) => sum + (getEffectDefinition(step).reach?.(step, stage) ?? 0), 0)
}

/** A region to draw, its destination (moved by whole device pixels), and the coordinates of the effects' points. */
interface FilterPlace extends EffectSpace {
  readonly region: Region
  readonly shift: readonly [number, number]
}

/**
 * Draws a region of a sheet onto a context through the effects, in order. The context's opacity applies to the result; its
 * transform is replaced. The sheet is changed.
 */
export function drawFiltered(
  ctx: Context,
  stage: Stage,
  sheet: Sheet,
  steps: readonly EffectStep[],
  { region, shift: [shiftX, shiftY], matrix, box }: FilterPlace,
): void {
  let current = sheet
  steps.forEach((step, n) => {
    const isLast = n === steps.length - 1
    const { draw, recolor } = getEffectDefinition(step)
    let isRedrawn = false
    if (recolor) changePixels(current, region, recolor(step))
    else {
      const before = current
      const redraw: LayerPicture['redraw'] = (paint) => {
        isRedrawn = true
        if (isLast) return paint(ctx, [shiftX, shiftY])
        current = stage.acquire(region)
        paint(current.ctx, [0, 0])
        if (before !== sheet) stage.release(before)
      }
      draw?.({ stage, region, matrix, box, sheet: before, redraw }, step)
      if (!isRedrawn) reset(current.ctx)
    }
    if (!isLast || isRedrawn) return
    ctx.setTransform(1, 0, 0, 1, shiftX, shiftY)
    ctx.drawImage(current.canvas, ...region, ...region)
  })
  if (current !== sheet) stage.release(current)
}
