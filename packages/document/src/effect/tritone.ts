import { colorKind, invertPercentage, optional, percent } from '../bodymovin/property.ts'
import { defineEffect } from './definition.ts'
import { paintTones } from './recolor.ts'
import * as value from './value.ts'

/** Maps dark, middle and light parts to three colours, mixed with the original colours by `amount`. */
export const tritone = defineEffect({
  type: 'tritone',
  required: {},
  optional: {
    highlights: value.color('#fff'),
    midtones: value.color('#808080'),
    shadows: value.color('#000'),
    amount: value.percent(100),
  },
  fromAfterEffects: {
    'ADBE Tritone': ({ read }) => ({
      highlights: read(0, colorKind) ?? '#ffffff',
      midtones: read(1, colorKind) ?? '#808080',
      shadows: read(2, colorKind) ?? '#000000',
      ...optional('amount', invertPercentage(read(3, percent)), 100),
    }),
  },
  compile: ({ highlights, midtones, shadows, amount }) => ({
    at: (frame) => ({
      type: 'tritone',
      tones: [shadows.at(frame), midtones.at(frame), highlights.at(frame)],
      amount: amount.at(frame) / 100,
    }),
  }),
  recolor: ({ tones, amount }) => paintTones(tones, amount),
})
