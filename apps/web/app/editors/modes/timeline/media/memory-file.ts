// The file that a video is written to where the site has no storage for it, as in WebKitGTK: in memory. It is written at any offset, as
// `output-file.ts` does on disk.
import type { StreamTargetChunk } from 'mediabunny'

export interface MemoryFile {
  readonly writable: WritableStream<StreamTargetChunk>
  /** What has been written so far. */
  read(): Blob
}

const FIRST_BYTES = 4 * 1024 * 1024

/** Writing to it fails where the browser has no memory left. */
export function createMemoryFile(): MemoryFile {
  let bytes = new Uint8Array(FIRST_BYTES)
  let length = 0
  return {
    writable: new WritableStream({
      write({ data, position }) {
        const end = position + data.length
        if (end > bytes.length) {
          const larger = new Uint8Array(Math.max(end, bytes.length * 2))
          larger.set(bytes.subarray(0, length))
          bytes = larger
        }
        bytes.set(data, position)
        length = Math.max(length, end)
      },
    }),
    read: () => new Blob([bytes.subarray(0, length)], { type: 'video/mp4' }),
  }
}
