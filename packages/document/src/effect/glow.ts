import { remarkText } from '../bodymovin/lint.ts'
import { numberKind, percentOf255 } from '../bodymovin/property.ts'
import { changePixels, computeLuma, drawBlurred } from '../raster/pixels.ts'
import { defineEffect } from './definition.ts'
import * as value from './value.ts'

/** Adds light around pixels brighter than `threshold` percent: a blur of `radius` pixels, multiplied by `intensity`. */
export const glow = defineEffect({
  type: 'glow',
  required: { radius: value.length(10, 0, 500) },
  optional: { threshold: value.percent(60), intensity: value.number(1, 0, 10), bm: value.blendMode('add') },
  fromAfterEffects: {
    'ADBE Glo2': ({ read, choice, reportUnsupported, reportApproximation }) => {
      reportApproximation(remarkText('its light falls off a little differently'))
      if (choice(0, 1) === 2) reportUnsupported('Glow Based On: Alpha Channel', remarkText('choose Color Channels'))
      if (choice(6, 1) !== 1) reportUnsupported('Glow Colors', remarkText('choose Original Colors'))
      return {
        threshold: read(1, percentOf255) ?? 60,
        // After Effects' radius is about two standard deviations.
        radius: read(2, numberKind(0, 500, 0.5)) ?? 5,
        intensity: read(3, numberKind(0, 10)) ?? 1,
      }
    },
  },
  compile: ({ radius, threshold, intensity, bm }) => ({
    at: (frame, scale) => ({
      type: 'glow',
      threshold: threshold.at(frame) / 100,
      radius: Math.max(0, radius.at(frame)) * scale,
      intensity: Math.max(0, intensity.at(frame)),
      mode: bm,
    }),
    margin: (frame) => Math.max(0, radius.at(frame)) * 3,
  }),
  reach: ({ radius }) => radius * 3,
  draw({ stage, sheet, region }, { threshold, radius, intensity, mode }) {
    const bright = stage.acquire(region)
    bright.ctx.drawImage(sheet.canvas, ...region, ...region)
    changePixels(bright, region, (data) => {
      const floor = threshold * 255
      for (let n = 0; n < data.length; n += 4) {
        const luma = computeLuma(data[n] as number, data[n + 1] as number, data[n + 2] as number)
        // A threshold of white still includes white.
        const share = floor >= 254 ? (luma >= 254 ? 1 : 0) : Math.max(0, (luma - floor) / (255 - floor))
        data[n + 3] = Math.round((data[n + 3] as number) * Math.min(1, share * 2))
      }
    })
    sheet.ctx.globalCompositeOperation = mode
    for (let left = intensity; left > 0.001; left--) {
      sheet.ctx.globalAlpha = Math.min(1, left)
      if (radius > 0.1) drawBlurred(sheet.ctx, stage, bright, radius, region, [0, 0])
      else sheet.ctx.drawImage(bright.canvas, ...region, ...region)
    }
    stage.release(bright)
  },
})
