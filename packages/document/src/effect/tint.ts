import { colorKind, percent } from '../bodymovin/property.ts'
import { defineEffect } from './definition.ts'
import { paintTones } from './recolor.ts'
import * as value from './value.ts'

/** Maps dark parts to `black` and light parts to `white`, mixed with the original colours by `amount`. */
export const tint = defineEffect({
  type: 'tint',
  required: {},
  optional: { black: value.color('#000'), white: value.color('#fff'), amount: value.percent(100) },
  fromAfterEffects: {
    'ADBE Tint': ({ read }) => ({
      black: read(0, colorKind) ?? '#000000',
      white: read(1, colorKind) ?? '#ffffff',
      amount: read(2, percent) ?? 100,
    }),
  },
  compile: ({ black, white, amount }) => ({
    at: (frame) => ({ type: 'tint', tones: [black.at(frame), white.at(frame)], amount: amount.at(frame) / 100 }),
  }),
  recolor: ({ tones, amount }) => paintTones(tones, amount),
})
