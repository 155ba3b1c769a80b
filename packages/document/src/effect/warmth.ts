import type { PixelData } from '../raster/pixels.ts'
import { defineEffect } from './definition.ts'
import * as value from './value.ts'

/** From -100 (blue shade) over 0 (unchanged) to 100 (golden evening light): shifts the balance of red and blue. */
export const warmth = defineEffect({
  type: 'warmth',
  required: { amount: value.signedPercent(0) },
  optional: {},
  compile: ({ amount }) => ({ at: (frame) => ({ type: 'warmth', amount: amount.at(frame) / 100 }) }),
  recolor: ({ amount }) => throughTables([1 + amount * 0.3, 1 + amount * 0.06, 1 - amount * 0.3]),
})

/** Scales each channel by its factor, along a curve that preserves black and white. */
function throughTables(factors: readonly [number, number, number]): (data: PixelData) => void {
  const tables = factors.map((factor) =>
    // A power preserves both ends; the exponent is chosen so that middle grey is multiplied by the factor.
    Uint8ClampedArray.from({ length: 256 }, (_, level) => 255 * (level / 255) ** (1 - Math.log2(factor))),
  ) as [Uint8ClampedArray, Uint8ClampedArray, Uint8ClampedArray]
  const [red, green, blue] = tables
  return (data) => {
    for (let n = 0; n < data.length; n += 4) {
      data[n] = red[data[n] as number] as number
      data[n + 1] = green[data[n + 1] as number] as number
      data[n + 2] = blue[data[n + 2] as number] as number
    }
  }
}
