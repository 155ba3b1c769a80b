// The length and waveform of a customer's song. The file is read in pieces, so that a recording of an hour takes no
// more memory than a song.
import type { Waveform } from '../../../testing/media-contract.ts'
import { openSource } from './source.ts'
import { peaksPerSecond, waveform } from './waveform.ts'

export interface Song {
  seconds: number
  /** The waveform so far; undefined until some of it is read. */
  wave: Waveform | undefined
}

/**
 * Reads a song from the device or the server. `onSong` receives the facts so far; a file that this browser cannot read
 * has 0 seconds. @throws Error when an address cannot be reached, or the sound cannot be decoded here
 */
export async function readSong(origin: Blob | string, onSong: (song: Song) => void): Promise<void> {
  const source = await openSource(origin)
  try {
    const { seconds } = source
    onSong({ seconds, wave: undefined })
    // No signal: the waveform is measured once for all callers, even if the first one has left.
    const wave = await waveform(source, peaksPerSecond, undefined, (soFar) => onSong({ seconds, wave: soFar }))
    onSong({ seconds, wave })
  } finally {
    source.close()
  }
}

/**
 * A waveform as the data of an SVG path, in a box of `bars` by 100: each bar is as tall as the loudest moment of its
 * interval.
 */
export function barsPath({ peaks, samplesPerSecond }: Waveform, seconds: number, bars: number): string {
  const perBar = (seconds * samplesPerSecond) / bars
  return Array.from({ length: bars }, (_, n) => {
    const [first, end] = [Math.floor(n * perBar), Math.max(Math.floor(n * perBar) + 1, Math.floor((n + 1) * perBar))]
    const loudest = peaks.subarray(first, end).reduce((most, peak) => Math.max(most, peak), 0)
    const tall = Math.max(2, Math.round(loudest * 100))
    return `M${n + 0.2} ${50 - tall / 2}h.6v${tall}h-.6z`
  }).join('')
}
