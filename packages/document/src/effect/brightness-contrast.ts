import type { Parameters } from '../bodymovin/effect-parameter.ts'
import { signedPercent } from '../bodymovin/property.ts'
import { defineEffect } from './definition.ts'
import { throughTable } from './recolor.ts'
import * as value from './value.ts'

/** Both from -100 to 100; 0 changes nothing. */
export const brightnessContrast = defineEffect({
  type: 'brightness-contrast',
  required: {},
  optional: { brightness: value.signedPercent(0), contrast: value.signedPercent(0) },
  fromAfterEffects: { 'ADBE Brightness & Contrast': convert, 'ADBE Brightness & Contrast 2': convert },
  compile: ({ brightness, contrast }) => ({
    /** Brightness in levels of 255. */
    at: (frame) => ({
      type: 'brightness-contrast',
      brightness: brightness.at(frame),
      contrast: contrast.at(frame) / 100,
    }),
  }),
  recolor({ brightness, contrast }) {
    // The slope at middle grey, from flat (-1) to nearly vertical (1).
    const slope = Math.tan(((Math.min(0.98, contrast) + 1) * Math.PI) / 4)
    return throughTable((level) => (level + brightness - 127.5) * slope + 127.5)
  },
})

function convert({ read }: Parameters) {
  return { brightness: read(0, signedPercent) ?? 0, contrast: read(1, signedPercent) ?? 0 }
}
