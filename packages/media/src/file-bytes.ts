// Reads small parts of a file, or of bytes in memory, without interpreting them.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

export interface FileBytes {
  readonly sizeBytes: number
  /** Up to `length` bytes from `at` on. */
  read(at: number, length: number): Buffer
}

/** Runs `work` with the file at `path` and closes it. Synchronous, because a painter opens videos while it draws. */
export function withFileBytes<T>(path: string, work: (file: FileBytes) => T): T {
  const descriptor = openSync(path, 'r')
  try {
    return work({
      sizeBytes: fstatSync(descriptor).size,
      read(at, length) {
        const buffer = Buffer.alloc(length)
        return buffer.subarray(0, readSync(descriptor, buffer, 0, length, at))
      },
    })
  } finally {
    closeSync(descriptor)
  }
}

export function bytesInMemory(bytes: Uint8Array): FileBytes {
  return {
    sizeBytes: bytes.length,
    read: (at, length) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(at, at + length),
  }
}
