// A file as IndexedDB keeps it. Some browsers store no files there, such as WebKit in private windows, but all of them store bytes.

export type FileRecord = File | FileBytes

interface FileBytes {
  readonly bytes: ArrayBuffer
  readonly name: string
  readonly type: string
  /** Milliseconds since 1970. */
  readonly lastModified: number
}

/** Larger ones would take too much memory at once. */
const MOST_BYTES = 512 * 1024 * 1024

/** Stores a file by `put`, which answers whether the browser did it: as it is, else as bytes. Never rejects. */
export async function putFile(file: File, put: (record: FileRecord) => Promise<boolean>): Promise<boolean> {
  if (await put(file)) return true
  if (file.size > MOST_BYTES) return false
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (!bytes) return false
  const { name, type, lastModified } = file
  return put({ bytes, name, type, lastModified })
}

/** The file that was stored. */
export function toFile(record: FileRecord): File {
  if (record instanceof File) return record
  const { bytes, name, type, lastModified } = record
  return new File([bytes], name, { type, lastModified })
}
