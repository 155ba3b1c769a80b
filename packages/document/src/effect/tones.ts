// Maps luminance to colours, for effects that recolour dark and light parts.

import { computeLuma, type PixelData } from '../raster/pixels.ts'
import { type Channels, channelsOfCss } from '../schema/color.ts'

/**
 * Maps black to the first tone, white to the last, and the others evenly in between; an amount of 1 replaces the original
 * colours completely.
 */
export function paintTones(css: readonly string[], amount: number): (data: PixelData) => void {
  const tones: readonly Channels[] = css.map(channelsOfCss)
  const last = tones.length - 1
  return (data) => {
    for (let n = 0; n < data.length; n += 4) {
      if (data[n + 3] === 0) continue
      const [r, g, b] = [data[n] as number, data[n + 1] as number, data[n + 2] as number]
      const place = (computeLuma(r, g, b) / 255) * last
      const below = Math.min(last - 1, Math.floor(place))
      const [from, to] = [tones[below] as Channels, tones[below + 1] as Channels]
      for (let k = 0; k < 3; k++) {
        const own = data[n + k] as number
        const [start, end] = [from[k] as number, to[k] as number]
        data[n + k] = Math.round(own + (start + (end - start) * (place - below) - own) * amount)
      }
    }
  }
}
