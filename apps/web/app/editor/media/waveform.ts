// The loudness of a file over time: measured once by the media worker, kept in memory and on this device.

import type { Source, Waveform } from '../../../testing/media-contract.ts'
import { thinOut, useMediaStore } from '../project/media-database.ts'
import { askMediaWorker } from './media-worker-client.ts'

/** What the editors draw. */
export const peaksPerSecond = 50

const maxOnDevice = 500
const memory = new Map<string, Promise<Waveform>>()

/**
 * The peaks of a file's sound, so many a second. `onPart` is called while it is read, with what is known so far; the rest is
 * 0. A file without sound, or with one that this browser cannot decode, is silent.
 * @throws the signal's reason when it is aborted
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
  const made = findOrMeasure(source, { samplesPerSecond, name, signal, onPart })
  memory.set(name, made)
  // What was given up, or failed for a passing reason, is tried again.
  made.catch(() => memory.delete(name))
  return made
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
  const isKept = !source.key.startsWith('blob:')
  const kept = isKept ? await useMediaStore<Waveform>('waveforms', 'readonly', (store) => store.get(name)) : undefined
  if (kept) return kept
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
  if (isKept) {
    await useMediaStore('waveforms', 'readwrite', (store) => store.put(found, name))
    void thinOut('waveforms', maxOnDevice)
  }
  return found
}
