import { defineEffect } from './definition.ts'
import { drawSilhouette, spread } from './recolor.ts'
import * as value from './value.ts'

/** Outlines the layer's silhouette with a line of `width` pixels. */
export const outline = defineEffect({
  type: 'outline',
  required: { color: value.color('#000'), width: value.length(1, 0, 500) },
  optional: { opacity: value.percent(100) },
  compile: ({ color, width, opacity }) => ({
    at: (frame, scale) => ({
      type: 'outline',
      color: color.at(frame),
      width: Math.max(0, width.at(frame)) * scale,
      opacity: opacity.at(frame) / 100,
    }),
    margin: (frame) => Math.max(0, width.at(frame)),
  }),
  draw({ stage, sheet, region }, { color, width, opacity }) {
    if (width < 0.05) return
    // Shifted copies of the silhouette form the outline.
    const silhouette = drawSilhouette(stage, sheet, color, region)
    const line = spread(stage, silhouette, width, region)
    sheet.ctx.globalCompositeOperation = 'destination-over'
    sheet.ctx.globalAlpha = opacity
    sheet.ctx.drawImage(line.canvas, ...region, ...region)
    stage.release(silhouette)
    stage.release(line)
  },
})
