// Storage on the local disk: keys are paths below one folder, and writes are atomic.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { copyFile, type FileHandle, mkdir, open, opendir, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { SignedLinks } from './signed-link.ts'
import {
  type ByteRange,
  type FileBody,
  FileMissing,
  getContentType,
  isStorageKey,
  type ListedFile,
  type Storage,
} from './storage.ts'

const UNFINISHED_AFTER_MS = 24 * 60 * 60 * 1000

/** Stores files below `directory` (created when missing). `links` signs the URLs of private files. */
export function createLocalDiskStorage(options: { directory: string; links: SignedLinks }): Storage {
  const { directory, links } = options
  // Outside the valid key prefixes, so that no key reaches it; on the same file system, so that renames are atomic.
  const unfinished = join(directory, 'unfinished')
  const resolveKey = (key: string) => {
    assert(isStorageKey(key), `not a storage key: ${key}`)
    return join(directory, key)
  }

  async function describe(key: string, handle: FileHandle) {
    const { size, mtime, mtimeMs, ino } = await handle.stat()
    const version = `${ino.toString(36)}-${size.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}`
    return { key, sizeBytes: size, contentType: getContentType(key), version, modifiedAt: mtime }
  }

  return {
    async put(key, body, { contentType }) {
      const target = resolveKey(key)
      assert.equal(contentType, getContentType(key), `the ending of ${key} does not stand for ${contentType}`)
      await mkdir(unfinished, { recursive: true })
      const temporary = join(unfinished, randomUUID())
      try {
        await write(temporary, body)
        await syncToDisk(temporary)
        await mkdir(dirname(target), { recursive: true })
        await rename(temporary, target)
        await syncToDisk(dirname(target))
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await using handle = await openExisting(key, target)
      return await describe(key, handle)
    },

    async open(key, range) {
      const handle = await openExisting(key, resolveKey(key))
      try {
        const described = await describe(key, handle)
        assertRange(range, described.sizeBytes)
        return { ...described, stream: handle.createReadStream({ ...range, highWaterMark: 256 * 1024 }) }
      } catch (error) {
        await handle.close()
        throw error
      }
    },

    async stat(key) {
      const handle = await openExisting(key, resolveKey(key)).catch((error: unknown) => {
        if (error instanceof FileMissing) return undefined
        throw error
      })
      if (!handle) return undefined
      await using opened = handle
      return await describe(key, opened)
    },

    async exists(key) {
      return (await this.stat(key)) !== undefined
    },

    async delete(key) {
      await rm(resolveKey(key), { force: true })
    },

    async localFile(key) {
      const path = resolveKey(key)
      const handle = await openExisting(key, path)
      await handle.close()
      return { path, release: async () => {} }
    },

    publicUrl(key) {
      assert(isStorageKey(key) && key.startsWith('public/'), `not a public storage key: ${key}`)
      return `/media/${key.slice('public/'.length)}`
    },

    signedUrl(key, linkOptions) {
      assert(isStorageKey(key), `not a storage key: ${key}`)
      return links.sign(key, linkOptions)
    },

    // The server itself serves the files of this disk.
    findDirectUrl: async () => undefined,

    list: (folder) => listFiles(directory, folder),

    removeUnfinished: (now = Date.now()) => removeUnfinishedFiles(unfinished, now),

    async findFreeBytes() {
      const { bavail, bsize } = await statfs(directory)
      return bavail * bsize
    },

    async check() {
      await mkdir(unfinished, { recursive: true })
      const probe = join(unfinished, randomUUID())
      await write(probe, Buffer.from('ok'))
      await rm(probe)
    },
  }
}

async function removeUnfinishedFiles(folder: string, now: number): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  let removed = 0
  for (const name of names) {
    const file = await stat(join(folder, name)).catch(() => undefined)
    if (!file || now - file.mtimeMs < UNFINISHED_AFTER_MS) continue
    await rm(join(folder, name), { force: true })
    removed++
  }
  return removed
}

async function* listFiles(directory: string, folder: string): AsyncGenerator<ListedFile> {
  const entries = await opendir(join(directory, folder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return []
    throw error
  })
  for await (const entry of entries) {
    const key = `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* listFiles(directory, key)
    if (!entry.isFile() || !isStorageKey(key)) continue
    // It may have been deleted since the folder was read.
    const file = await stat(join(directory, key)).catch(() => undefined)
    if (file) yield { key, sizeBytes: file.size, modifiedAt: file.mtime }
  }
}

async function write(path: string, body: FileBody): Promise<void> {
  if (body instanceof Readable) {
    await pipeline(body, createWriteStream(path, { flags: 'wx' }))
  } else if (body instanceof Uint8Array) {
    await using handle = await open(path, 'wx')
    await handle.writeFile(body)
  } else {
    // Where the file system can share blocks (btrfs, xfs, apfs) this costs nothing; elsewhere it copies in the kernel.
    await copyFile(body.file, path, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
  }
}

async function syncToDisk(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}

async function openExisting(key: string, path: string): Promise<FileHandle> {
  let handle: FileHandle
  try {
    handle = await open(path, 'r')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new FileMissing(key, { cause: error })
    throw error
  }
  // Opening a folder succeeds, and a key may name one when another key continues it.
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw new FileMissing(key)
}

function assertRange(range: ByteRange | undefined, sizeBytes: number): void {
  if (!range) return
  const { start, end } = range
  assert(start >= 0 && start <= end && end < sizeBytes, `range ${start}-${end} outside of a file of ${sizeBytes} bytes`)
}
