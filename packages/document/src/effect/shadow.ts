// Drop shadows behind a layer, and inner shadows from its edges.
import { anyNumber, colorKind, numberKind, percentOf255 } from '../bodymovin/property.ts'
import type { Context } from '../raster/host.ts'
import { drawBlurred } from '../raster/pixels.ts'
import { reset } from '../raster/stage.ts'
import { defineEffect, type LayerPicture } from './definition.ts'
import { drawSilhouette, spread } from './recolor.ts'
import * as value from './value.ts'

interface Step {
  readonly type: 'shadow'
  readonly color: string
  readonly blur: number
  readonly x: number
  readonly y: number
  readonly opacity: number
  /** Blend mode of an inner shadow. */
  readonly mode: string | undefined
  readonly spread: number
  readonly only: boolean
}

/**
 * `blur` is the shadow's softness in pixels (twice the standard deviation). Its position is an offset `x`/`y` in pixels, or, as
 * in After Effects, a `distance` towards a `direction` in degrees (0 is up, 90 right).
 */
export const shadow = defineEffect({
  type: 'shadow',
  required: { color: value.color('#000'), blur: value.length(0, 0, 500) },
  optional: {
    x: value.length(0),
    y: value.length(0),
    direction: value.number(135),
    distance: value.length(0),
    opacity: value.percent(100),
    /** Pixels by which the silhouette grows before it is blurred. Not for inner shadows. */
    spread: value.length(0, 0, 500),
    /** Hides the layer itself. */
    only: value.flag,
    /** Blend mode of an inner shadow; a glow is a shadow of light. */
    bm: value.blendMode(),
    /** Draws an inner shadow instead of a drop shadow. */
    inside: value.flag,
  },
  fromAfterEffects: {
    'ADBE Drop Shadow': ({ scope, read, choice }) => {
      // After Effects' softness is four standard deviations, our blur two. Skottie uses 3.3, lottie-ios five.
      const blur = read(4, numberKind(0, 500, 0.5)) ?? 0
      if (blur !== 0) scope.lint.playersDiffer(scope.path, 'Drop Shadow › Softness')
      return {
        color: read(0, colorKind) ?? '#000000',
        opacity: read(1, percentOf255) ?? 50,
        direction: read(2, anyNumber) ?? 135,
        distance: read(3, anyNumber) ?? 5,
        blur,
        ...(choice(5, 0) === 1 ? { only: true } : {}),
      }
    },
  },
  compile({ color, blur, x, y, direction, distance, opacity, spread, only, bm, inside }) {
    const offset = (frame: number): [number, number] => {
      const turn = (direction.at(frame) * Math.PI) / 180
      const away = distance.at(frame)
      return [x.at(frame) + Math.sin(turn) * away, y.at(frame) - Math.cos(turn) * away]
    }
    return {
      at(frame, scale, [a, b, c, d]): Step {
        const [dx, dy] = offset(frame)
        return {
          type: 'shadow',
          color: color.at(frame),
          blur: Math.max(0, blur.at(frame)) * scale,
          x: a * dx + c * dy,
          y: b * dx + d * dy,
          opacity: opacity.at(frame) / 100,
          mode: inside ? bm : undefined,
          spread: Math.max(0, spread.at(frame)) * scale,
          only,
        }
      },
      margin(frame) {
        const [dx, dy] = offset(frame)
        const reach = Math.max(0, blur.at(frame)) * 1.5 + Math.max(0, spread.at(frame))
        return reach + Math.max(Math.abs(dx), Math.abs(dy))
      },
    }
  },
  reach: ({ mode, blur, x, y }) => (mode === undefined ? 0 : blur * 1.5 + Math.max(Math.abs(x), Math.abs(y))),
  draw(picture, step) {
    if (step.mode === undefined) picture.redraw((to, shift) => drawBehind(to, picture, step, shift))
    else shadeEdges(picture, step, step.mode)
  },
})

function drawBehind(
  to: Context,
  { stage, sheet, region }: LayerPicture,
  step: Step,
  [shiftX, shiftY]: [number, number],
): void {
  // The shadow is the layer's silhouette in the shadow's colour, blurred like any other picture.
  const silhouette = stage.acquire(region)
  silhouette.ctx.drawImage(sheet.canvas, ...region, ...region)
  if (step.spread > 0.05) {
    const wider = spread(stage, sheet, step.spread, region)
    silhouette.ctx.drawImage(wider.canvas, ...region, ...region)
    stage.release(wider)
  }
  silhouette.ctx.globalCompositeOperation = 'source-in'
  silhouette.ctx.globalAlpha = step.opacity
  silhouette.ctx.fillStyle = step.color
  silhouette.ctx.fillRect(...region)
  silhouette.ctx.globalCompositeOperation = 'source-over'
  silhouette.ctx.globalAlpha = 1
  const [x, y] = [shiftX + step.x, shiftY + step.y]
  if (step.blur > 0.1) drawBlurred(to, stage, silhouette, step.blur / 2, region, [x, y])
  else {
    to.setTransform(1, 0, 0, 1, x, y)
    to.drawImage(silhouette.canvas, ...region, ...region)
  }
  stage.release(silhouette)
  if (step.only) return
  to.setTransform(1, 0, 0, 1, shiftX, shiftY)
  to.drawImage(sheet.canvas, ...region, ...region)
}

/** Draws the area around the layer, shifted and blurred, into it. */
function shadeEdges({ stage, sheet, region }: LayerPicture, step: Step, mode: string): void {
  const outside = drawSilhouette(stage, sheet, step.color, region, 'source-out')
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
  sheet.ctx.globalCompositeOperation = mode === 'source-over' ? 'source-atop' : mode
  sheet.ctx.drawImage(shade.canvas, ...region, ...region)
  stage.release(outside)
  stage.release(shade)
}
