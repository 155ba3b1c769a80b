// Where the tus protocol keeps what arrives: each part in the storage, each record in the database. Nothing stays on this
// server, so that whoever began an upload here goes on with it anywhere.
import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { type Db, transaction } from '@vitrine/database/connection'
import type { Storage } from '@vitrine/providers/storage'
import { keepFiles } from '@vitrine/shop/keep-file'
import { addUploadPart, beginUpload, findUpload, forgetUpload, uploadLifeMs } from '@vitrine/shop/uploads'

/** Held in memory while it arrives. When a server dies, at most this much of an upload has to be sent again. */
const PART_BYTES = 8 * 2 ** 20

export interface UploadStoreOptions {
  readonly db: Db
  readonly storage: Storage
  /** What a user's files may take altogether. */
  readonly libraryBytes: number
  /** Told of each part that is stored. */
  readonly onReceived?: (bytes: number) => void
}

export class UploadStore extends DataStore {
  readonly #options: UploadStoreOptions

  constructor(options: UploadStoreOptions) {
    super()
    this.#options = options
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration']
  }

  override async create(upload: Upload): Promise<Upload> {
    const { db, libraryBytes } = this.#options
    const { owner, filename } = upload.metadata ?? {}
    const begun = { id: upload.id, ownerUserId: owner ?? '', fileName: filename ?? '', sizeBytes: upload.size ?? 0 }
    await transaction(db, (tx) => beginUpload(tx, begun, { libraryBytes }))
    upload.creation_date = new Date().toISOString()
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await findUpload(this.#options.db, id)
    if (!found) throw ERRORS.FILE_NOT_FOUND
    return new Upload({
      id,
      size: found.sizeBytes,
      offset: found.receivedBytes,
      metadata: { filename: found.fileName, owner: found.ownerUserId },
      creation_date: found.createdAt.toISOString(),
    })
  }

  /** Stores what arrives from `offset` on, part by part, and answers how far the upload is then. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    let gathered: Uint8Array[] = []
    let size = 0
    let end = offset
    const keep = async () => {
      const part = Buffer.concat(gathered, size)
      gathered = []
      size = 0
      await this.#keepPart(id, end, part)
      end += part.length
    }
    let failure: { error: unknown } | undefined
    try {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        gathered.push(chunk)
        size += chunk.length
        if (size >= PART_BYTES) await keep()
      }
    } catch (error) {
      if (error === ERRORS.FILE_WRITE_ERROR) throw error
      failure = { error }
    }
    // The line was cut: what came over it until then counts.
    if (size > 0) await keep()
    if (failure) throw failure.error
    return end
  }

  async #keepPart(id: string, offsetBytes: number, part: Buffer): Promise<void> {
    const storageKey = `private/uploads/${id}-${offsetBytes}-${randomUUID().slice(0, 8)}.bin`
    const isKept = await keepFiles(
      this.#options,
      (put) => put(storageKey, part, { contentType: 'application/octet-stream' }),
      (tx) => addUploadPart(tx, id, { offsetBytes, sizeBytes: part.length, storageKey }),
    )
    if (!isKept) throw ERRORS.FILE_WRITE_ERROR
    this.#options.onReceived?.(part.length)
  }

  override async remove(id: string): Promise<void> {
    const { db, storage } = this.#options
    const keys = await transaction(db, (tx) => forgetUpload(tx, id))
    // After the commit: whatever is left behind then belongs to nobody, and the housekeeping removes it.
    await Promise.all(keys.map((key) => storage.delete(key)))
  }

  override getExpiration(): number {
    return uploadLifeMs
  }
}
