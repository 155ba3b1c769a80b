// The scratch folder for renders, with one subfolder per worker process, so that leftovers of a killed worker can be
// identified.
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Subfolders of other machines, which may share this disk, are removed after this time. */
const FOREIGN_KEPT_MS = 24 * 60 * 60 * 1000

/** Creates this process's own empty subfolder and returns its path. */
export async function openScratch(folder: string): Promise<string> {
  const own = join(folder, toFolderName(process.pid))
  // An earlier process may have had the same id, as the first process of a container always does.
  await rm(own, { recursive: true, force: true })
  await mkdir(own, { recursive: true, mode: 0o700 })
  return own
}

/** Removes the subfolders of workers that have ended. Returns how many there were. */
export async function sweepScratch(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  let removed = 0
  for (const name of names) {
    if (!(await isAbandoned(join(folder, name), name))) continue
    await rm(join(folder, name), { recursive: true, force: true })
    removed++
  }
  return removed
}

function toFolderName(pid: number): string {
  return `${hostname()}-${pid}`
}

async function isAbandoned(path: string, name: string): Promise<boolean> {
  const pid = Number(name.slice(name.lastIndexOf('-') + 1))
  if (name === toFolderName(pid)) return pid !== process.pid && !isAlive(pid)
  const { mtimeMs } = await stat(path)
  return Date.now() - mtimeMs > FOREIGN_KEPT_MS
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process is running, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
