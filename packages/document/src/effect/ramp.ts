import { remarkText } from '../bodymovin/lint.ts'
import { anyNumber, colorKind, optional, percent, vectorKind } from '../bodymovin/property.ts'
import { fillWithin } from '../raster/stage.ts'
import { defineEffect } from './definition.ts'
import * as value from './value.ts'

/** Paints a gradient over the layer's silhouette, from one point to another; `blend` is the percentage of the original colours. */
export const ramp = defineEffect({
  type: 'ramp',
  required: { from: value.point, to: value.point, start: value.color('#000'), end: value.color('#fff') },
  optional: { shape: value.choice('linear', 'radial'), blend: value.percent(0) },
  fromAfterEffects: {
    'ADBE Ramp': ({ read, choice, reportUnsupported }) => {
      if ((read(5, anyNumber) ?? 0) !== 0) reportUnsupported('Ramp Scatter', remarkText('set it to 0'))
      return {
        from: read(0, vectorKind) ?? [0, 0],
        start: read(1, colorKind) ?? '#000000',
        to: read(2, vectorKind) ?? [0, 100],
        end: read(3, colorKind) ?? '#ffffff',
        ...(choice(4, 1) === 2 ? { shape: 'radial' } : {}),
        ...optional('blend', read(6, percent), 0),
      }
    },
  },
  compile: ({ from, to, start, end, shape, blend }) => ({
    at: (frame) => ({
      type: 'ramp',
      from: from(frame),
      to: to(frame),
      start: start.at(frame),
      end: end.at(frame),
      isRadial: shape === 'radial',
      opacity: 1 - blend.at(frame) / 100,
    }),
  }),
  draw({ sheet: { ctx }, region, matrix }, { from: [x0, y0], to: [x1, y1], start, end, isRadial, opacity }) {
    const gradient = isRadial
      ? ctx.createRadialGradient(x0, y0, 0, x0, y0, Math.max(0.01, Math.hypot(x1 - x0, y1 - y0)))
      : ctx.createLinearGradient(x0, y0, x1, y1)
    gradient.addColorStop(0, start)
    gradient.addColorStop(1, end)
    ctx.globalCompositeOperation = 'source-atop'
    ctx.globalAlpha = opacity
    fillWithin(ctx, region, matrix, gradient)
  },
})
