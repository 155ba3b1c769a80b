// Stores uploads of the tus protocol: each part in the storage, each record in the database. This server keeps nothing, so that
// any other can continue an upload.
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, Upload } from '@tus/server'
import { type Db, transaction } from '@vitrine/database/connection'
import type { Storage } from '@vitrine/providers/storage'
import { keepFiles } from '@vitrine/store/media/stored-file'
import { addUploadPart, beginUpload, deleteUpload, findUpload, uploadLifeMs } from '@vitrine/store/media/upload'
import { readProjectBytes } from '@vitrine/store/projects/history'

/** When a server dies, at most this much of an upload must be sent again. */
const PART_BYTES = 8 * 2 ** 20

/** A tenth of the slowest line that sends a photo in a minute. Slower uploads are cut off and can be resumed. */
const SLOWEST_PACE: SlowestPace = { windowMs: 60_000, minBytes: 32 * 1024 }

export interface SlowestPace {
  readonly windowMs: number
  readonly minBytes: number
}

export interface UploadStoreOptions {
  readonly db: Db
  readonly storage: Storage
  /** Size limit of all files of a user. */
  readonly libraryBytes: number
  /** Folder for arriving parts and for finished uploads during processing; created when missing. */
  readonly folder: string
  /** Minimum speed, for tests. */
  readonly minimumPace?: SlowestPace | undefined
  /** Called for each stored part. */
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
    await transaction(db, async (tx) => {
      const projectBytes = await readProjectBytes(tx, begun.ownerUserId)
      await beginUpload(tx, begun, { libraryBytes, projectBytes })
    })
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

  /** Stores the data that arrives from `offset` on, part by part, and returns the new offset. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const part = new PartFile(this.#options.folder)
    let end = offset
    const keep = async () => {
      pace.pause()
      await this.#keepPart(id, end, part)
      end += part.sizeBytes
      await part.remove()
      pace.goOn()
    }
    const pace = new Pace(this.#options.minimumPace ?? SLOWEST_PACE, () => stream.destroy(new TooSlow()))
    let failure: { error: unknown } | undefined
    try {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        pace.count(chunk.length)
        await part.append(chunk)
        if (part.sizeBytes >= PART_BYTES) await keep()
      }
    } catch (error) {
      failure = { error }
    }
    try {
      // The connection was lost: the data received before counts.
      if (part.sizeBytes > 0 && failure?.error !== ERRORS.FILE_WRITE_ERROR) await keep()
    } finally {
      pace.end()
      await part.remove()
    }
    if (failure) throw failure.error
    return end
  }

  async #keepPart(id: string, offsetBytes: number, part: PartFile): Promise<void> {
    const { sizeBytes } = part
    const storageKey = `private/uploads/${id}-${offsetBytes}-${randomUUID().slice(0, 8)}.bin`
    const file = await part.finish()
    const isRecorded = await keepFiles(
      this.#options,
      (put) => put(storageKey, { file }, { contentType: 'application/octet-stream' }),
      (tx) => addUploadPart(tx, id, { offsetBytes, sizeBytes, storageKey }),
    )
    if (!isRecorded) throw ERRORS.FILE_WRITE_ERROR
    this.#options.onReceived?.(sizeBytes)
  }

  override async remove(id: string): Promise<void> {
    const { db, storage } = this.#options
    const keys = await transaction(db, (tx) => deleteUpload(tx, id))
    // After the commit: leftovers then have no row, and maintenance removes them.
    await Promise.all(keys.map((key) => storage.delete(key)))
  }

  override getExpiration(): number {
    return uploadLifeMs
  }
}

/** An upload below the minimum speed. The tus protocol reads the status. */
class TooSlow extends Error {
  readonly status_code = 408
  readonly body = 'The upload came too slowly'

  constructor() {
    super('the upload came too slowly')
    this.name = 'TooSlow'
  }
}

/** Measures the speed of an upload, without the time in which the server itself is busy. */
class Pace {
  #received = 0
  #isPaused = false
  readonly #timer: NodeJS.Timeout

  constructor({ windowMs, minBytes }: SlowestPace, onTooSlow: () => void) {
    this.#timer = setInterval(() => {
      if (!this.#isPaused && this.#received < minBytes) onTooSlow()
      this.#received = 0
    }, windowMs)
    this.#timer.unref()
  }

  count(bytes: number): void {
    this.#received += bytes
  }

  pause(): void {
    this.#isPaused = true
  }

  goOn(): void {
    this.#isPaused = false
    this.#received = Infinity
  }

  end(): void {
    clearInterval(this.#timer)
  }
}

class PartFile {
  /** The bytes written since the last `remove`. */
  sizeBytes = 0
  readonly #folder: string
  #open: { readonly path: string; readonly handle: FileHandle } | undefined

  /** `folder` is created when missing. */
  constructor(folder: string) {
    this.#folder = folder
  }

  async append(chunk: Uint8Array): Promise<void> {
    this.#open ??= await this.#create()
    await this.#open.handle.writeFile(chunk)
    this.sizeBytes += chunk.length
  }

  /** The file with all appended data, which stays until `remove`. */
  async finish(): Promise<string> {
    this.#open ??= await this.#create()
    await this.#open.handle.close()
    return this.#open.path
  }

  /** Removes the file; the next `append` begins another one. */
  async remove(): Promise<void> {
    const removed = this.#open
    this.#open = undefined
    this.sizeBytes = 0
    if (!removed) return
    await removed.handle.close()
    await rm(removed.path, { force: true })
  }

  async #create() {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const path = join(this.#folder, `part-${randomUUID()}`)
    return { path, handle: await open(path, 'wx', 0o600) }
  }
}
