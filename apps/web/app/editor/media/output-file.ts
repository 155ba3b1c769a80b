// The file that a video is written to: the customer's choice, or this site's private storage. Pieces are written at any
// offset; nothing of the video stays in memory.
import type { StreamTargetChunk } from 'mediabunny'

export interface OutputFile {
  readonly writable: WritableStream<StreamTargetChunk>
}

/** Opens the file for writing; its old content is replaced when the video is complete, not earlier. */
export async function openOutputFile(handle: FileSystemFileHandle): Promise<OutputFile> {
  // The site's own storage writes in place, without a second copy of the video; elsewhere browsers do not offer that.
  const access = await openInPlace(handle)
  if (!access) return { writable: await handle.createWritable() }
  access.truncate(0)
  return {
    writable: new WritableStream<StreamTargetChunk>({
      write({ data, position }) {
        // The storage may be full: then less than asked is written.
        const written = access.write(data, { at: position })
        if (written < data.length) throw new DOMException('The storage is full', 'QuotaExceededError')
      },
      close() {
        access.flush()
        access.close()
      },
      abort: () => access.close(),
    }),
  }
}

interface AccessHandle {
  write(data: Uint8Array<ArrayBuffer>, options: { at: number }): number
  truncate(size: number): void
  flush(): void
  close(): void
}

async function openInPlace(handle: FileSystemFileHandle): Promise<AccessHandle | undefined> {
  const own = handle as FileSystemFileHandle & { createSyncAccessHandle?: () => Promise<AccessHandle> }
  try {
    return await own.createSyncAccessHandle?.()
  } catch {
    return undefined
  }
}
