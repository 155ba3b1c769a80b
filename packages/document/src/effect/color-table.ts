// Colour changes that treat each channel separately: a table of 256 values describes them completely.
import type { PixelData } from '../raster/pixels.ts'
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

/** Applies the same table to each of the channels. */
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
