// The customer's files on this device, so that a reload or a crash finds them: a handle to the file where the browser
// provides one, else a copy in this site's private storage where there is room.
import type { AssetId } from '@vitrine/document/field'
import type { KnownAsset } from './asset-library.ts'
import { createDeviceDatabase } from './device-database.ts'
import { type FileRecord, putFile, toFile } from './file-record.ts'
import { useMediaStore } from './media-database.ts'

/** Where a chosen file lives, so that it is found after a reload. */
export type Keeping =
  /** The file itself on the customer's disk, reached by a handle. */
  | 'handle'
  /** A copy in this site's own storage. */
  | 'copy'
  /** Nowhere: too large for the storage that is left. It is lost with the page: the customer should be warned. */
  | 'memory'

export interface LocalFile {
  localId: AssetId
  projectId: string
  kind: KnownAsset['kind']
  fileName: string
  keeping: Keeping
}

export type RestoredFile =
  | { status: 'ready'; file: File }
  /** The browser wants the customer to allow it again: call `ask` from a click. */
  | { status: 'locked'; ask: () => Promise<File | undefined> }
  /** Moved, deleted or cleared away: the customer has to choose it again. */
  | { status: 'gone' }

/** The customer's files on this device. Nothing of it rejects: a lost copy is no reason to stop the work. */
export interface LocalFiles {
  keep(
    local: Pick<LocalFile, 'localId' | 'projectId' | 'kind'>,
    file: File,
    handle?: FileSystemFileHandle,
  ): Promise<Keeping>
  list(isWanted: (file: LocalFile) => boolean): Promise<LocalFile[]>
  /** Projects that have files here. */
  listProjects(): Promise<ReadonlySet<string>>
  restore(localId: AssetId): Promise<RestoredFile>
  forget(localId: AssetId): Promise<void>
}

const folderName = 'local-files'
/** Copies where the site has no folder that it can write to, as in WebKit. */
const useCopies = createDeviceDatabase<'copies'>('vitrine-copies', (database) => {
  database.createObjectStore('copies')
})
/** Share of what the browser still gives this site that a copy may take: the video itself needs room, too. */
const quotaShare = 0.5

/** Metadata of a stored file; enough to restore the same `File`. */
interface Kept extends LocalFile {
  type: string
  lastModified: number
  handle: FileSystemFileHandle | undefined
}

/** Handles ask for permission in browsers that have them; the types do not know it yet. */
interface AskingHandle {
  queryPermission?: (mode: { mode: 'read' }) => Promise<PermissionState>
  requestPermission?: (mode: { mode: 'read' }) => Promise<PermissionState>
}

export function createLocalFiles(): LocalFiles {
  return {
    async keep(local, file, handle) {
      const facts = { ...local, fileName: file.name, type: file.type, lastModified: file.lastModified }
      if (handle && (await put({ ...facts, keeping: 'handle', handle }))) return 'handle'
      if (await copyIn(local.localId, file)) {
        if (await put({ ...facts, keeping: 'copy', handle: undefined })) return 'copy'
        await removeCopy(local.localId)
      }
      return 'memory'
    },
    async listProjects() {
      return new Set((await listStored()).map(({ projectId }) => projectId))
    },
    async list(isWanted) {
      return (await listStored())
        .filter(isWanted)
        .map(({ localId, projectId, kind, fileName, keeping }) => ({ localId, projectId, kind, fileName, keeping }))
    },
    async restore(localId) {
      const kept = await useMediaStore<Kept | undefined>('files', 'readonly', (store) => store.get(localId))
      if (!kept) return { status: 'gone' }
      return kept.handle ? restoreByHandle(kept.handle) : restoreCopy(kept)
    },
    async forget(localId) {
      await useMediaStore('files', 'readwrite', (store) => store.delete(localId))
      await removeCopy(localId)
    },
  }
}

async function listStored(): Promise<Kept[]> {
  return (await useMediaStore<Kept[]>('files', 'readonly', (store) => store.getAll())) ?? []
}

async function put(kept: Kept): Promise<boolean> {
  const key = await useMediaStore('files', 'readwrite', (store) => store.put(kept, kept.localId))
  return key !== undefined
}

/** Whether a copy was stored: in the site's folder, or in a database where there is no folder to write to. */
async function copyIn(localId: AssetId, file: File): Promise<boolean> {
  if (!(await hasRoom(file))) return false
  // Without this the browser may clear the copies when the disk fills up; it decides by itself whether to grant it.
  void navigator.storage?.persist?.()?.catch(() => undefined)
  if (await copyToFolder(localId, file)) return true
  return putFile(file, async (record) => (await useCopies('copies', 'readwrite', (s) => s.put(record, localId))).isDone)
}

/** True where the browser does not say: it then refuses by itself what is too much. */
async function hasRoom(file: File): Promise<boolean> {
  try {
    const { quota = 0, usage = 0 } = await navigator.storage.estimate()
    return file.size <= (quota - usage) * quotaShare
  } catch {
    return true
  }
}

async function copyToFolder(localId: AssetId, file: File): Promise<boolean> {
  try {
    const folder = await openFolder()
    const writable = await (await folder.getFileHandle(localId, { create: true })).createWritable()
    // What is broken off leaves no half a file: it takes its place when it is closed.
    await file.stream().pipeTo(writable)
    return true
  } catch {
    await removeCopy(localId)
    return false
  }
}

async function openFolder(): Promise<FileSystemDirectoryHandle> {
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle(folderName, { create: true })
}

async function removeCopy(localId: AssetId): Promise<void> {
  try {
    await (await openFolder()).removeEntry(localId)
  } catch {
    // There was none.
  }
  await useCopies('copies', 'readwrite', (store) => store.delete(localId))
}

async function restoreCopy({ localId, fileName, type, lastModified }: Kept): Promise<RestoredFile> {
  try {
    const file = await (await (await openFolder()).getFileHandle(localId)).getFile()
    return { status: 'ready', file: new File([file], fileName, { type, lastModified }) }
  } catch {
    const found = await useCopies<FileRecord | undefined>('copies', 'readonly', (store) => store.get(localId))
    return found.isDone && found.value ? { status: 'ready', file: toFile(found.value) } : { status: 'gone' }
  }
}

async function restoreByHandle(handle: FileSystemFileHandle): Promise<RestoredFile> {
  const asking = handle as AskingHandle
  const mode = { mode: 'read' } as const
  const read = async () => handle.getFile().catch(() => undefined)
  if ((await asking.queryPermission?.(mode)) === 'prompt') {
    return {
      status: 'locked',
      ask: async () => ((await asking.requestPermission?.(mode)) === 'granted' ? read() : undefined),
    }
  }
  const file = await read()
  return file ? { status: 'ready', file } : { status: 'gone' }
}
