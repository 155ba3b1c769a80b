// The loudness of a file over time: the media worker measures it once, and it is cached in memory and on this device.

import type { Source, Waveform } from '../../../testing/media-contract.ts'
import { clearLargeStore, useMediaStore } from '../project/media-database.ts'
import { askMediaWorker } from './media-worker-client.ts'

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
