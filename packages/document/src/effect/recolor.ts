// What several effects share: tables of channels, tones and silhouettes.

import type { Sheet } from '../raster/host.ts'
import { computeLuma, type PixelData } from '../raster/pixels.ts'
import { type Region, reset, type Stage } from '../raster/stage.ts'
import { type Channels, parseCssColor } from '../schema/color.ts'
import { choice } from './value.ts'

/** The channel that an effect changes; `rgb` means all three colours. */
export const channel = choice('rgb', 'red', 'green', 'blue', 'alpha')

type Channel = 'rgb' | 'red' | 'green' | 'blue' | 'alpha'

/** Which of red, green, blue and alpha an effect changes. */
export function listChangedChannels(one: Channel): readonly boolean[] {
  const all = one === 'rgb'
  return [all || one === 'red', all || one === 'green', all || one === 'blue', one === 'alpha']
}

const COLORS = [true, true, true, false]

/** Applies the same table to each of the channels: 256 values describe a change that treats each channel separately. */
export function throughTable(
  change: (value: number) => number,
  channels: readonly boolean[] = COLORS,
): (data: PixelData) => void {
  const table = Uint8ClampedArray.from({ length: 256 }, (_, value) => change(value))
  const changed = [0, 1, 2, 3].filter((k) => channels[k])
  return (data) => {
    for (let n = 0; n < data.length; n += 4)
      for (const k of changed) data[n + k] = table[data[n + k] as number] as number
  }
}

/**
 * Maps black to the first tone, white to the last, and the others evenly in between; an amount of 1 replaces the original
 * colours completely.
 */
export function paintTones(css: readonly string[], amount: number): (data: PixelData) => void {
  const tones: readonly Channels[] = css.map(parseCssColor)
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

/** The silhouette in one colour; `source-out` draws the area around it instead. */
export function drawSilhouette(
  stage: Stage,
  sheet: Sheet,
  color: string,
  region: Region,
  operation: 'source-in' | 'source-out' = 'source-in',
): Sheet {
  const silhouette = stage.acquire(region)
  silhouette.ctx.drawImage(sheet.canvas, ...region, ...region)
  silhouette.ctx.globalCompositeOperation = operation
  silhouette.ctx.fillStyle = color
  silhouette.ctx.fillRect(...region)
  reset(silhouette.ctx)
  return silhouette
}

/** Widens a picture by drawing shifted copies: it covers up to `reach` more pixels at every edge. */
export function spread(stage: Stage, from: Sheet, reach: number, region: Region): Sheet {
  const wider = stage.acquire(region)
  const copies = Math.min(96, Math.max(16, Math.ceil(reach * 4)))
  for (let away = reach; away > 0; away -= 8)
    for (let n = 0; n < copies; n++) {
      const angle = (n * 2 * Math.PI) / copies
      wider.ctx.setTransform(1, 0, 0, 1, Math.cos(angle) * away, Math.sin(angle) * away)
      wider.ctx.drawImage(from.canvas, ...region, ...region)
    }
  reset(wider.ctx)
  return wider
}
