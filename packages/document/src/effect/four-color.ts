import { remarkText } from '../bodymovin/lint.ts'
import { colorKind, numberKind, optional, percent, vectorKind } from '../bodymovin/property.ts'
import { changePixels, type PixelData } from '../raster/pixels.ts'
import { reset } from '../raster/stage.ts'
import { parseCssColor } from '../schema/color.ts'
import { defineEffect } from './definition.ts'
import type { Point } from './value.ts'
import * as value from './value.ts'

/** Number of points along the longer side, enough for colours that change slowly; the canvas interpolates between them. */
const GRID = 96

/** Paints four colours, each strongest at its point; `blend` sets how far they mix. */
export const fourColor = defineEffect({
  type: 'four-color',
  required: { points: value.createListValue(4, value.point), colors: value.createListValue(4, value.color('#000')) },
  optional: { blend: value.number(100, 0), opacity: value.percent(100), bm: value.blendMode() },
  fromAfterEffects: {
    // Points, colours and numbers are identified by kind, because headings of the panel are in between.
    'ADBE 4ColorGradient': ({ raw, read, choice, reportUnsupported, reportApproximation }) => {
      const places = (kind: number) => raw.flatMap(({ ty }, n) => (ty === kind ? [n] : []))
      const [points, colors, numbers] = [places(3), places(2), places(0)]
      if (points.length < 4 || colors.length < 4) return undefined
      reportApproximation(remarkText('its colours mix a little differently'))
      const [blend = -1, jitter = -1, opacity = -1] = numbers
      const mode = places(7).at(-1) ?? -1
      if (choice(jitter, 0) !== 0) reportUnsupported('Jitter', remarkText('set it to 0'))
      // "None" is the default: the colours replace the layer's own. The numbers of the other modes are undocumented.
      if (mode >= 0 && choice(mode, 1) > 2) reportUnsupported('Blending Mode', remarkText('choose None or Normal'))
      return {
        points: points.slice(0, 4).map((n) => read(n, vectorKind) ?? [0, 0]),
        colors: colors.slice(0, 4).map((n) => read(n, colorKind) ?? '#000000'),
        ...optional('blend', read(blend, numberKind(0, 1000)), 100),
        ...optional('opacity', read(opacity, percent), 100),
      }
    },
  },
  compile: ({ points, colors, blend, opacity, bm }) => ({
    at: (frame) => ({
      type: 'four-color',
      points: points.map((one) => one(frame)),
      colors: colors.map((one) => one.at(frame)),
      blend: blend.at(frame) / 100,
      opacity: opacity.at(frame) / 100,
      mode: bm,
    }),
  }),
  draw({ stage, sheet, region, matrix }, step) {
    const [x, y, width, height] = region
    const cell = Math.max(1, Math.max(width, height) / GRID)
    const [columns, rows] = [Math.ceil(width / cell) + 1, Math.ceil(height / cell) + 1]
    const points = step.points.map(([px, py]): Point => {
      const [a, b, c, d, e, f] = matrix
      return [(a * px + c * py + e - x) / cell, (b * px + d * py + f - y) / cell]
    })
    const colors = step.colors.map(parseCssColor)
    // The softer the blend, the more distant colours contribute.
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
  },
})

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
