import { remarkText } from '../bodymovin/lint.ts'
import { signedPercent } from '../bodymovin/property.ts'
import { defineEffect } from './definition.ts'
import { drawSilhouette, spread } from './recolor.ts'
import * as value from './value.ts'

/** Shrinks the layer's silhouette by `amount` pixels; negative amounts expand it. */
export const choke = defineEffect({
  type: 'choke',
  required: { amount: value.length(0, -100, 100) },
  optional: {},
  fromAfterEffects: {
    'ADBE Simple Choker': ({ read, choice, reportUnsupported, reportApproximation }) => {
      if (choice(0, 1) !== 1) reportUnsupported('View', remarkText('choose Final Output'))
      const amount = read(1, signedPercent) ?? 0
      if (amount === 0) return []
      reportApproximation(remarkText('its corners are a little rounder'))
      return { amount }
    },
  },
  compile: ({ amount }) => ({
    at: (frame, scale) => ({ type: 'choke', amount: amount.at(frame) * scale }),
    margin: (frame) => Math.abs(amount.at(frame)),
  }),
  reach: ({ amount }) => Math.abs(amount),
  draw({ stage, sheet, region }, { amount }) {
    const reach = Math.abs(amount)
    if (reach < 0.05) return
    // Spreads the layer's surroundings into it, or the layer over its surroundings.
    const from = amount > 0 ? drawSilhouette(stage, sheet, '#000', region, 'source-out') : sheet
    const wider = spread(stage, from, reach, region)
    sheet.ctx.globalCompositeOperation = amount > 0 ? 'destination-out' : 'destination-over'
    sheet.ctx.drawImage(wider.canvas, ...region, ...region)
    if (from !== sheet) stage.release(from)
    stage.release(wider)
  },
})
