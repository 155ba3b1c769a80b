// Reads the sound of a source faster or slower than recorded, at its original pitch.
import { Stretcher } from '@vitrine/composition/stretcher'
import type { OpenSource } from '../../../core/media/source.ts'
import { openSoundReader, type SoundReader, silence } from './sound-reader.ts'

/**
 * Opens the sound of a source at a sample (48 kHz) of its own; undefined when it has none.
 * @param speed source seconds per second that is heard
 */
export function openStretchedReader(source: OpenSource, fromSample: number, speed: number): SoundReader | undefined {
  const plain = openSoundReader(source, fromSample)
  if (!plain || speed === 1) return plain
  const stretcher = new Stretcher(speed)
  const feed = async () => {
    const piece = silence(stretcher.wanted)
    const got = await plain.read(piece, 0, piece.left.length)
    if (got > 0) stretcher.push({ left: piece.left.subarray(0, got), right: piece.right.subarray(0, got) })
    if (got < piece.left.length) stretcher.end()
  }
  return {
    async read(into, offset, count) {
      let done = 0
      while (done < count) {
        if (stretcher.wanted > 0) await feed()
        const got = stretcher.pull(into, offset + done, count - done)
        // Nothing is wanted and nothing comes: the sound is over.
        if (got === 0 && stretcher.wanted === 0) break
        done += got
      }
      return done
    },
    close: plain.close,
  }
}
