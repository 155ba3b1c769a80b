// The loudness of a file over time: the media worker measures it once, and it is cached in memory and on this device.

import { clearLargeStore, useMediaStore } from '../project/device-database.ts'
import type { Source, Waveform } from './media-contract.ts'
import { askMediaWorker } from './media-worker-client.ts'
import { openSource } from './source.ts'

/** The resolution that the editors draw. */
export const peaksPerSecond = 50

const maxOnDevice = 500
const memory = new Map<string, Promise<Waveform>>()

/**
 * The peaks of a file's sound, at a number per second. While the file is read, `onPart` receives the peaks so far, with
 * 0 for the rest. A file without sound, or with a codec that this browser cannot decode, is silent. @throws the
 * signal's reason when it is aborted
 */
export function waveform(
  source: Source,
  samplesPerSecond: number,
  signal?: AbortSignal,
  onPart?: (soFar: Waveform) => void,
): Promise<Waveform> {
  const name = `${source.key}@${samplesPerSecond}`
  const known = memory.get(name)
  if (known) return known
  const measuring = findOrMeasure(source, { samplesPerSecond, name, signal, onPart })
  memory.set(name, measuring)
  // Aborted requests and passing failures are not cached.
  measuring.catch(() => memory.delete(name))
  return measuring
}

interface Measuring {
  samplesPerSecond: number
  name: string
  signal: AbortSignal | undefined
  onPart: ((soFar: Waveform) => void) | undefined
}

async function findOrMeasure(source: Source, measuring: Measuring): Promise<Waveform> {
  const { samplesPerSecond, name, signal, onPart } = measuring
  if (!source.hasSound) return { samplesPerSecond, peaks: new Float32Array(0) }
  const hasStableKey = !source.key.startsWith('blob:')
  const stored = hasStableKey
    ? await useMediaStore<Waveform>('waveforms', 'readonly', (store) => store.get(name))
    : undefined
  if (stored) return stored
  const peaks = new Float32Array(Math.ceil(source.seconds * samplesPerSecond))
  const found = { samplesPerSecond, peaks }
  await askMediaWorker(
    { task: 'waveform', origin: source.origin, samplesPerSecond },
    {
      signal,
      onPiece(piece) {
        if (piece.task !== 'waveform') return
        peaks.set(piece.peaks.subarray(0, Math.max(0, peaks.length - piece.first)), Math.min(piece.first, peaks.length))
        onPart?.(found)
      },
    },
  )
  if (hasStableKey) {
    await useMediaStore('waveforms', 'readwrite', (store) => store.put(found, name))
    void clearLargeStore('waveforms', maxOnDevice)
  }
  return found
}

// The length and waveform of a customer's song. The file is read in pieces, so that a recording of an hour takes no
// more memory than a song.

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
