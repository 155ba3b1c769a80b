import {
  type Channel,
  computeDominance,
  computeScreenShare,
  MIN_DOMINANCE,
  type PixelData,
  type Rgb,
} from '../raster/pixels.ts'
import { parseCssColor } from '../schema/color.ts'
import { defineEffect } from './definition.ts'
import * as value from './value.ts'

/**
 * Removes a coloured screen: pixels in which the screen's main channel dominates as it does in `color` become transparent.
 * `tolerance` sets how far a pixel may differ from the screen, `softness` how gradual the edge is, and `spill` how much of the
 * screen's light is removed from the remaining pixels. All three range from 0 to 100.
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
    const [red, green, blue] = parseCssColor(step.color)
    return keyPixels({ ...step, color: [red, green, blue] })
  },
})

/** Settings of the key at one frame; all but the colour are 0 to 1. */
interface KeySettings {
  readonly color: Rgb
  readonly tolerance: number
  readonly softness: number
  readonly spill: number
}

/** At full tolerance, a pixel is removed when its main channel leads by this share of the screen's dominance. */
const TOLERANT = 0.05
/** A harder edge would flicker with camera noise. */
const HARDEST = 0.04

/** Makes the screen transparent, subtracts its share from mixed pixels, and removes its spill from the others. Straight alpha. */
export function keyPixels({ color, tolerance, softness, spill }: KeySettings): (data: PixelData) => void {
  const main = color.indexOf(Math.max(...color)) as Channel
  const one = main === 0 ? 1 : 0
  const other = main === 2 ? 1 : 2
  // A grey has no dominant channel: only pixels with a strongly dominant channel count as screen.
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
      const behind = computeScreenShare(lead / dominance, low, high)
      if (behind >= 1) {
        data[n + 3] = 0
        continue
      }
      const front = 1 - behind
      if (behind > 0) {
        m = removeScreen(m, keyMain, behind)
        a = removeScreen(a, keyOne, behind)
        b = removeScreen(b, keyOther, behind)
        data[n + one] = Math.round(a)
        data[n + other] = Math.round(b)
        data[n + 3] = Math.round(alpha * front)
      }
      const max = a > b ? a : b
      data[n + main] = Math.round(m > max ? m - spill * (m - max) : m)
    }
  }
}

/** Recovers the foreground value of a pixel in which the screen has the share `behind` (less than 1). */
function removeScreen(value: number, screen: number, behind: number): number {
  return Math.min(255, Math.max(0, (value - behind * screen) / (1 - behind)))
}
