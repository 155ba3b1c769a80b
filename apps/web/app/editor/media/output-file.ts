// The output file of a video: the customer's choice, or this site's private storage. Pieces are written at any offset,
// so the video is never held in memory.
import type { StreamTargetChunk } from 'mediabunny'

interface OutputFile {
  readonly writable: WritableStream<StreamTargetChunk>
}

/** Opens the file for writing. Its old content is replaced only when the video is complete. */
export async function openOutputFile(handle: FileSystemFileHandle): Promise<OutputFile> {
  // The private storage writes in place, without a second copy of the video; browsers do not offer that for other
  // files.
  const access = await openInPlace(handle)
  if (!access) return { writable: await handle.createWritable() }
  access.truncate(0)
  return {
    writable: new WritableStream<StreamTargetChunk>({
      write({ data, position }) {
        // A full storage may write less than requested.
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
