// A customer's song as its part is chosen: how long it is, and its waveform. It is read in pieces, so that a recording of an hour
// takes no more memory than a song.
import type { Waveform } from '../../../testing/media-contract.ts'
import { openSource } from './source.ts'
import { peaksPerSecond, waveform } from './waveform.ts'

export interface Song {
  seconds: number
  /** What is known of it so far; undefined until something is. */
  wave: Waveform | undefined
}

/**
 * Reads a song from the device or the server. `onSong` is called with what is known so far; a file that this browser cannot read
 * is one of 0 seconds.
 * @throws Error when an address cannot be reached, or the sound cannot be decoded here
 */
export async function readSong(origin: Blob | string, onSong: (song: Song) => void): Promise<void> {
  const source = await openSource(origin)
  try {
    const { seconds } = source
    onSong({ seconds, wave: undefined })
    // Without a signal: it is measured once for all who ask, also when the first of them has left.
    const wave = await waveform(source, peaksPerSecond, undefined, (soFar) => onSong({ seconds, wave: soFar }))
    onSong({ seconds, wave })
  } finally {
    source.close()
  }
}

/** Bars of a waveform as the data of an SVG path, in a box of `bars` by 100: each as tall as the loudest moment of its time. */
export function barsPath({ peaks, samplesPerSecond }: Waveform, seconds: number, bars: number): string {
  const perBar = (seconds * samplesPerSecond) / bars
  return Array.from({ length: bars }, (_, n) => {
    const [first, end] = [Math.floor(n * perBar), Math.max(Math.floor(n * perBar) + 1, Math.floor((n + 1) * perBar))]
    const loudest = peaks.subarray(first, end).reduce((most, peak) => Math.max(most, peak), 0)
    const tall = Math.max(2, Math.round(loudest * 100))
    return `M${n + 0.2} ${50 - tall / 2}h.6v${tall}h-.6z`
  }).join('')
}
