import { defineEffect } from './definition.ts'
import * as value from './value.ts'

export const opacity = defineEffect({
  type: 'opacity',
  required: { opacity: value.percent(100) },
  optional: {},
  compile: (values) => ({ at: (frame) => ({ type: 'opacity', opacity: values.opacity.at(frame) / 100 }) }),
  draw({ sheet: { ctx }, region }, step) {
    ctx.setTransform(1, 0, 0, 1, 0, 0)
    ctx.globalCompositeOperation = 'destination-in'
    ctx.globalAlpha = step.opacity
    ctx.fillStyle = '#000'
    ctx.fillRect(...region)
  },
})
