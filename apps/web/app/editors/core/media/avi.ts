// What an AVI file says of itself: no browser plays it, and the server converts it.

export interface AviFacts {
  width: number
  height: number
  seconds: number
}

/** Up to the end of the main header, which is the first thing in the file. */
const HEAD_BYTES = 72

/** The facts of the main header; undefined for files that are no AVI, or whose header says nothing. */
export async function readAvi(file: Blob): Promise<AviFacts | undefined> {
  if (file.size < HEAD_BYTES) return undefined
  const head = new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer())
  const text = (at: number) => String.fromCharCode(...new Uint8Array(head.buffer, at, 4))
  if (text(0) !== 'RIFF' || text(8) !== 'AVI ' || text(12) !== 'LIST' || text(24) !== 'avih') return undefined
  const number = (at: number) => head.getUint32(at, true)
  const [microsecondsPerFrame, frames, width, height] = [number(32), number(48), number(64), number(68)]
  const seconds = (microsecondsPerFrame * frames) / 1e6
  return width > 0 && height > 0 && seconds > 0 ? { width, height, seconds } : undefined
}
