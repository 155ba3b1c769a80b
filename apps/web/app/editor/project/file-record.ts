// A file in the form that IndexedDB stores. Some browsers cannot store files there, such as WebKit in private windows,
// but all can store bytes.

export type FileRecord = File | FileBytes

interface FileBytes {
  readonly bytes: ArrayBuffer
  readonly name: string
  readonly type: string
  /** Milliseconds since 1970. */
  readonly lastModified: number
}

/** Larger files would take too much memory at once. */
const MOST_BYTES = 512 * 1024 * 1024

/** Stores a file by `put`, which returns whether that succeeded: unchanged, else as bytes. Never rejects. */
export async function putFile(file: File, put: (record: FileRecord) => Promise<boolean>): Promise<boolean> {
  if (await put(file)) return true
  if (file.size > MOST_BYTES) return false
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (!bytes) return false
  const { name, type, lastModified } = file
  return put({ bytes, name, type, lastModified })
}

/** The file of a record. */
export function toFile(record: FileRecord): File {
  if (record instanceof File) return record
  const { bytes, name, type, lastModified } = record
  return new File([bytes], name, { type, lastModified })
}
