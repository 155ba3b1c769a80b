// Local copies of remote files, for native libraries that need a path. A version of a file is fetched once and cached until its
// space is needed; each user of a copy holds a hard link, which eviction does not remove.
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { StoredFile } from './storage.ts'

const MAX_BYTES = 5 * 2 ** 30
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000

interface FileCache {
  /** A local path of the file, fetched by `fetch` unless it is cached. Call `release()` when done. */
  borrowFile(file: StoredFile, fetch: () => Promise<Readable>): Promise<{ path: string; release(): Promise<void> }>
  /** Removes links and unfinished files of killed processes after a day. Returns how many. */
  removeAbandoned(now: number): Promise<number>
}

/** Several processes may share one folder. Caches at most `maxBytes` and evicts the least recently used files first. */
export function openFileCache(folder: string, { maxBytes = MAX_BYTES } = {}): FileCache {
  const cacheFolder = join(folder, 'kept')
  const lent = join(folder, 'lent')
  const fetching = new Map<string, Promise<void>>()

  async function bring(path: string, fetch: () => Promise<Readable>): Promise<void> {
    await mkdir(cacheFolder, { recursive: true, mode: 0o700 })
    const temporary = join(lent, `${randomUUID()}.part`)
    try {
      await pipeline(await fetch(), createWriteStream(temporary, { flags: 'wx', mode: 0o600 }))
      await rename(temporary, path)
    } finally {
      await rm(temporary, { force: true })
    }
    await makeRoom(cacheFolder, maxBytes, path)
  }

  return {
    async borrowFile({ key, version }, fetch) {
      const ending = key.slice(key.lastIndexOf('.'))
      const path = join(cacheFolder, createHash('sha256').update(`${key}\n${version}`).digest('hex') + ending)
      const held = join(lent, randomUUID() + ending)
      await mkdir(lent, { recursive: true, mode: 0o700 })
      // Another process may evict the file between the two steps; then it is fetched again.
      while (!(await isLinked(path, held))) {
        const running = fetching.get(path) ?? bring(path, fetch).finally(() => fetching.delete(path))
        fetching.set(path, running)
        await running
      }
      const now = new Date()
      await utimes(held, now, now)
      return { path: held, release: () => rm(held, { force: true }) }
    },

    async removeAbandoned(now) {
      let removed = 0
      for (const name of await readdir(lent).catch(() => [])) {
        const file = await stat(join(lent, name)).catch(() => undefined)
        if (!file || now - file.mtimeMs < FORGOTTEN_AFTER_MS) continue
        await rm(join(lent, name), { force: true })
        removed++
      }
      return removed
    },
  }
}

async function isLinked(path: string, held: string): Promise<boolean> {
  try {
    await link(path, held)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Evicts the least recently used files until the rest fits; never `newest`, which is about to be used. */
async function makeRoom(folder: string, maxBytes: number, newest: string): Promise<void> {
  const paths = (await readdir(folder)).map((name) => join(folder, name))
  const files = await Promise.all(paths.map(async (path) => ({ path, facts: await stat(path).catch(() => undefined) })))
  const found = files.flatMap(({ path, facts }) => (facts ? [{ path, size: facts.size, usedAt: facts.mtimeMs }] : []))
  let total = found.reduce((sum, { size }) => sum + size, 0)
  for (const { path, size } of found.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (total <= maxBytes) return
    if (path === newest) continue
    await rm(path, { force: true })
    total -= size
  }
}
