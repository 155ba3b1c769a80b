import { remarkText } from '../bodymovin/lint.ts'
import { anyNumber, percent, signedPercent } from '../bodymovin/property.ts'
import type { PixelData } from '../raster/pixels.ts'
import { defineEffect } from './definition.ts'
import * as value from './value.ts'

/** Values as fractions; the hue as a fraction of the circle. */
interface Step {
  readonly type: 'hue-saturation'
  readonly hue: number
  readonly saturation: number
  readonly lightness: number
  readonly colorize: boolean
}

/** Rotates the hue by degrees; saturation and lightness are -100 to 100. `colorize` sets the hue instead of rotating it. */
export const hueSaturation = defineEffect({
  type: 'hue-saturation',
  required: {},
  optional: {
    hue: value.number(0),
    saturation: value.ifGiven(value.signedPercent(0)),
    lightness: value.signedPercent(0),
    colorize: value.flag,
  },
  fromAfterEffects: {
    'ADBE HUE SATURATION': ({ read, choice, reportUnsupported }) => {
      if (choice(0, 1) !== 1) reportUnsupported('Channel Control', remarkText('choose Master'))
      if (choice(5, 0) === 1)
        return {
          colorize: true,
          hue: read(6, anyNumber) ?? 0,
          saturation: read(7, percent) ?? 25,
          lightness: read(8, signedPercent) ?? 0,
        }
      return {
        hue: read(2, anyNumber) ?? 0,
        saturation: read(3, signedPercent) ?? 0,
        lightness: read(4, signedPercent) ?? 0,
      }
    },
  },
  compile: ({ hue, saturation, lightness, colorize }) => ({
    at: (frame): Step => ({
      type: 'hue-saturation',
      hue: hue.at(frame) / 360,
      saturation: (saturation?.at(frame) ?? (colorize ? 25 : 0)) / 100,
      lightness: lightness.at(frame) / 100,
      colorize,
    }),
  }),
  recolor: (step) => (data) => turnHue(data, step),
})

function turnHue(data: PixelData, step: Step): void {
  // Neighbouring pixels are often equal, especially in drawings.
  let last = -1
  let result: readonly [number, number, number] = [0, 0, 0]
  for (let n = 0; n < data.length; n += 4) {
    if (data[n + 3] === 0) continue
    const [r, g, b] = [data[n] as number, data[n + 1] as number, data[n + 2] as number]
    const packed = (r << 16) | (g << 8) | b
    if (packed !== last) {
      last = packed
      result = adjustPixel(r, g, b, step)
    }
    data[n] = result[0]
    data[n + 1] = result[1]
    data[n + 2] = result[2]
  }
}

function adjustPixel(r: number, g: number, b: number, step: Step): [number, number, number] {
  const [hue, saturation, lightness] = rgbToHsl(r / 255, g / 255, b / 255)
  const strength = step.saturation
  const newSaturation = step.colorize
    ? Math.max(0, strength)
    : Math.min(1, strength > 0 ? saturation / Math.max(0.01, 1 - strength) : saturation * (1 + strength))
  const newLightness =
    step.lightness > 0 ? lightness + (1 - lightness) * step.lightness : lightness * (1 + step.lightness)
  return hslToRgb(step.colorize ? step.hue : hue + step.hue, newSaturation, newLightness)
}

/** Hue, saturation and lightness from 0 to 1 (CSS Color 4, section 7). */
function rgbToHsl(r: number, g: number, b: number): [number, number, number] {
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)]
  const lightness = (max + min) / 2
  const range = max - min
  if (range === 0) return [0, 0, lightness]
  const saturation = range / (1 - Math.abs(2 * lightness - 1))
  const sector = max === r ? ((g - b) / range + 6) % 6 : max === g ? (b - r) / range + 2 : (r - g) / range + 4
  return [sector / 6, saturation, lightness]
}

function hslToRgb(hue: number, saturation: number, lightness: number): [number, number, number] {
  const turn = (hue - Math.floor(hue)) * 12
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (n: number) => {
    const k = (n + turn) % 12
    return Math.round((lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))) * 255)
  }
  return [channel(0), channel(8), channel(4)]
}
