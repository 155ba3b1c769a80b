// Where an export is written: this site's private storage, from which it is downloaded and then removed.
import { createRandomId } from '../../../../api/random-id.ts'

const folderName = 'films'

/** A file in this site's own storage for one video. */
export interface StoredVideo {
  handle: FileSystemFileHandle
  remove(): Promise<void>
}

/** A new file in the site's storage. Videos that earlier exports left behind, when a page was closed, are removed. */
export async function createStoredVideo(): Promise<StoredVideo> {
  const root = await navigator.storage.getDirectory()
  const folder = await root.getDirectoryHandle(folderName, { create: true })
  await removeOldVideos(folder)
  const name = `${createRandomId()}.mp4`
  return {
    handle: await folder.getFileHandle(name, { create: true }),
    remove: () => removeEntry(folder, name),
  }
}

/** Exporting or downloading a video holds a lock of its name: files without a lock are leftovers. */
export function lockName(handle: FileSystemFileHandle): string {
  return `vitrine-film-${handle.name}`
}

async function removeOldVideos(folder: FileSystemDirectoryHandle): Promise<void> {
  const { held = [] } = await navigator.locks.query()
  const names = new Set(held.map(({ name }) => name))
  const { keys } = folder as FileSystemDirectoryHandle & { keys: () => AsyncIterable<string> }
  for await (const name of keys.call(folder)) {
    if (!names.has(`vitrine-film-${name}`)) await removeEntry(folder, name)
  }
}

/** A file that is still being closed cannot be removed yet; a moment later it can. */
async function removeEntry(folder: FileSystemDirectoryHandle, name: string): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      return await folder.removeEntry(name)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'NotFoundError') return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
