// Splits a stream into parts of equal size; only the last may be shorter.
import type { Readable } from 'node:stream'

/** The bytes of `stream` in parts of `partBytes`. A part is returned as soon as it is full. */
export async function* readParts(stream: Readable, partBytes: number): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let size = 0
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    let rest = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    while (size + rest.length >= partBytes) {
      gathered.push(rest.subarray(0, partBytes - size))
      rest = rest.subarray(partBytes - size)
      yield Buffer.concat(gathered)
      gathered = []
      size = 0
    }
    if (rest.length > 0) gathered.push(rest)
    size += rest.length
  }
  if (size > 0) yield Buffer.concat(gathered)
}
