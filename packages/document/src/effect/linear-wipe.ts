import { anyNumber, numberKind, optional, percent } from '../bodymovin/property.ts'
import { fillWithin } from '../raster/stage.ts'
import { defineEffect } from './definition.ts'
import * as value from './value.ts'

/** Wipes the layer away along a line that moves towards `angle` degrees (90: from left to right). */
export const linearWipe = defineEffect({
  type: 'linear-wipe',
  required: { completion: value.percent(0) },
  optional: { angle: value.number(90), feather: value.number(0, 0, 500) },
  fromAfterEffects: {
    'ADBE Linear Wipe': ({ read }) => ({
      completion: read(0, percent) ?? 0,
      angle: read(1, anyNumber) ?? 90,
      ...optional('feather', read(2, numberKind(0, 500)), 0),
    }),
  },
  compile: ({ completion, angle, feather }) => ({
    /** The feather in pixels of the effect's space. */
    at: (frame) => ({
      type: 'linear-wipe',
      completion: completion.at(frame) / 100,
      angle: (angle.at(frame) * Math.PI) / 180,
      feather: Math.max(0, feather.at(frame)),
    }),
  }),
  draw({ sheet: { ctx }, region, matrix, box: [left, top, right, bottom] }, { completion, angle, feather }) {
    if (completion <= 0) return
    const [dx, dy] = [Math.sin(angle), -Math.cos(angle)]
    const along = [left * dx + top * dy, right * dx + top * dy, left * dx + bottom * dy, right * dx + bottom * dy]
    const soft = Math.max(0.001, feather)
    const [near, far] = [Math.min(...along) - soft, Math.max(...along)]
    // Transparent up to here, and opaque beyond `soft` further on.
    const line = near + (far - near) * completion
    const gradient = ctx.createLinearGradient(line * dx, line * dy, (line + soft) * dx, (line + soft) * dy)
    gradient.addColorStop(0, '#000')
    gradient.addColorStop(1, 'rgba(0,0,0,0)')
    ctx.globalCompositeOperation = 'destination-out'
    fillWithin(ctx, region, matrix, completion >= 1 ? '#000' : gradient)
  },
})
