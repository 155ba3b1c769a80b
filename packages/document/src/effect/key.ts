import { type Channel, computeDominance, MIN_DOMINANCE, type Rgb, shareOfScreen } from '../raster/chroma-key.ts'
import type { PixelData } from '../raster/pixels.ts'
import { channelsOfCss } from '../schema/color.ts'
import { defineEffect } from './definition.ts'
import * as value from './value.ts'

/**
 * Takes a coloured screen away: where the screen's main channel leads as it does in `color`, the picture becomes clear.
 * `tolerance` says how unlike the screen a pixel may be, `softness` how gradual the border is, `spill` how much of the
 * screen's light is taken off what remains. All three from 0 to 100.
 */
export const key = defineEffect({
  type: 'key',
  required: { color: value.color('#00ff00') },
  optional: { tolerance: value.percent(30), softness: value.percent(80), spill: value.percent(100) },
  compile: ({ color, tolerance, softness, spill }) => ({
    at: (frame) => ({
      type: 'key',
      color: color.at(frame),
      tolerance: tolerance.at(frame) / 100,
      softness: softness.at(frame) / 100,
      spill: spill.at(frame) / 100,
    }),
  }),
  recolor(step) {
    const [red, green, blue] = channelsOfCss(step.color)
    return keyPixels({ ...step, color: [red, green, blue] })
  },
})

/** What is keyed while it is drawn; all but the colour from 0 to 1. */
export interface KeySettings {
  readonly color: Rgb
  readonly tolerance: number
  readonly softness: number
  readonly spill: number
}

/** At full tolerance everything that leads by this share of the screen's dominance is taken away. */
const TOLERANT = 0.05
/** A border harder than this would flicker on the noise of a camera. */
const HARDEST = 0.04

/** Makes the screen clear, takes its share off mixed pixels, and its light off the others. Straight alpha. */
export function keyPixels({ color, tolerance, softness, spill }: KeySettings): (data: PixelData) => void {
  const main = color.indexOf(Math.max(...color)) as Channel
  const one = main === 0 ? 1 : 0
  const other = main === 2 ? 1 : 2
  // A grey has no channel that leads; then only what leads strongly counts as screen.
  const dominance = Math.max(MIN_DOMINANCE / 4, computeDominance(color, 0, main))
  const high = 1 - (1 - TOLERANT) * tolerance
  const low = high - Math.max(HARDEST, softness * high)
  const [keyMain, keyOne, keyOther] = [color[main], color[one], color[other]]
  return (data) => {
    for (let n = 0; n < data.length; n += 4) {
      const alpha = data[n + 3] as number
      if (alpha === 0) continue
      let m = data[n + main] as number
      let a = data[n + one] as number
      let b = data[n + other] as number
      const lead = m - (a > b ? a : b)
      if (lead <= 0) continue
      const behind = shareOfScreen(lead / dominance, low, high)
      if (behind >= 1) {
        data[n + 3] = 0
        continue
      }
      const front = 1 - behind
      if (behind > 0) {
        m = unmixed(m, keyMain, behind)
        a = unmixed(a, keyOne, behind)
        b = unmixed(b, keyOther, behind)
        data[n + one] = Math.round(a)
        data[n + other] = Math.round(b)
        data[n + 3] = Math.round(alpha * front)
      }
      const max = a > b ? a : b
      data[n + main] = Math.round(m > max ? m - spill * (m - max) : m)
    }
  }
}

/** What stood before a screen whose share in the pixel is `behind` (less than 1). */
function unmixed(value: number, screen: number, behind: number): number {
  return Math.min(255, Math.max(0, (value - behind * screen) / (1 - behind)))
}
