// Buffers an arriving part of an upload on disk, so that stalled connections take no memory.
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'

export class PartFile {
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

  /** The file with all that was appended, which stays until `remove`. */
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
