// Stores the customer's files on this device, so that they survive a reload or crash: as a handle to the file where the
// browser has handles, else as a copy in this site's private storage if there is room.

import type { UnsentFile } from '@vitrine/document/clip'
import type { AssetId } from '@vitrine/document/field'
import type { KnownAsset } from './asset-library.ts'
import { createDeviceDatabase, type FileRecord, putFile, toFile, useMediaStore } from './device-database.ts'

/** Where a chosen file is stored. */
type Keeping =
  /** The file itself on the customer's disk, reached by a handle. */
  | 'handle'
  /** A copy in this site's own storage. */
  | 'copy'
  /** In memory only, because the remaining storage is too small. It is lost with the page: warn the customer. */
  | 'memory'

interface LocalFile {
  localId: AssetId
  projectId: string
  kind: KnownAsset['kind']
  fileName: string
  keeping: Keeping
}

type RestoredFile =
  | { status: 'ready'; file: File }
  /** The browser needs the customer's permission again: call `ask` from a click. */
  | { status: 'locked'; ask: () => Promise<File | undefined> }
  /** The file was moved, deleted or cleared: the customer has to choose it again. */
  | { status: 'gone' }

/** The customer's files on this device. It never rejects, because the work can continue without a local copy. */
export interface LocalFiles {
  keep(
    local: Pick<LocalFile, 'localId' | 'projectId' | 'kind'>,
    file: File,
    handle?: FileSystemFileHandle,
  ): Promise<Keeping>
  list(matches: (file: LocalFile) => boolean): Promise<LocalFile[]>
  /** Projects that have files here. */
  listProjects(): Promise<ReadonlySet<string>>
  restore(localId: AssetId): Promise<RestoredFile>
  forget(localId: AssetId): Promise<void>
}

const folderName = 'local-files'
/** Holds the copies where the site has no writable folder, as in WebKit. */
const useCopies = createDeviceDatabase<'copies'>('vitrine-copies', (database) => {
  database.createObjectStore('copies')
})
/** The share of the site's remaining quota that a copy may take: the video itself needs room, too. */
const quotaShare = 0.5

/** Metadata of a stored file; enough to restore the same `File`. */
interface StoredEntry extends LocalFile {
  type: string
  lastModified: number
  handle: FileSystemFileHandle | undefined
}

/** Permission methods of file handles, which the DOM types lack. */
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
    async list(matches) {
      return (await listStored())
        .filter(matches)
        .map(({ localId, projectId, kind, fileName, keeping }) => ({ localId, projectId, kind, fileName, keeping }))
    },
    async restore(localId) {
      const entry = await useMediaStore<StoredEntry | undefined>('files', 'readonly', (store) => store.get(localId))
      if (!entry) return { status: 'gone' }
      return entry.handle ? restoreByHandle(entry.handle) : restoreCopy(entry)
    },
    async forget(localId) {
      await useMediaStore('files', 'readwrite', (store) => store.delete(localId))
      await removeCopy(localId)
    },
  }
}

async function listStored(): Promise<StoredEntry[]> {
  return (await useMediaStore<StoredEntry[]>('files', 'readonly', (store) => store.getAll())) ?? []
}

async function put(entry: StoredEntry): Promise<boolean> {
  const key = await useMediaStore('files', 'readwrite', (store) => store.put(entry, entry.localId))
  return key !== undefined
}

/** Whether a copy was stored: in the site's folder, or in a database where the folder is not writable. */
async function copyIn(localId: AssetId, file: File): Promise<boolean> {
  if (!(await hasRoom(file))) return false
  // Otherwise the browser may clear the copies when the disk fills up. It decides by itself whether to agree.
  void navigator.storage?.persist?.()?.catch(() => undefined)
  if (await copyToFolder(localId, file)) return true
  return putFile(file, async (record) => (await useCopies('copies', 'readwrite', (s) => s.put(record, localId))).isDone)
}

/** True when the browser reports no quota: a write that is too large then fails. */
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
    // An aborted write leaves no partial file, because the file is replaced only on close.
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
    // There was no copy.
  }
  await useCopies('copies', 'readwrite', (store) => store.delete(localId))
}

async function restoreCopy({ localId, fileName, type, lastModified }: StoredEntry): Promise<RestoredFile> {
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

// Finds files of clips that this device stored on an earlier visit. Every editor does this on opening, because it would
// otherwise treat their clips as lost.

export const localFiles = createLocalFiles()

/**
 * Files of a project's timeline that were chosen on this device in an earlier visit, including listed files that came
 * with a copy of another project. A file that the browser can no longer read is returned by name only: its clips stay,
 * and the customer can choose it again.
 */
export async function findStoredFiles(projectId: string, unsent: readonly UnsentFile[] = []): Promise<KnownAsset[]> {
  const recorded = new Set(unsent.map(({ asset }) => asset))
  const stored = await localFiles.list(
    (localFile) => localFile.projectId === projectId || recorded.has(localFile.localId),
  )
  return Promise.all(
    stored.map(async ({ localId, kind, fileName }) => {
      const restored = await localFiles.restore(localId)
      return restored.status === 'ready'
        ? localAsset(localId, restored.file, kind)
        : missingAsset(localId, kind, fileName)
    }),
  )
}

/** A file of clips that is missing on this device. */
export function missingAsset(assetId: AssetId, kind: KnownAsset['kind'], fileName: string | undefined): KnownAsset {
  return {
    assetId,
    kind,
    width: undefined,
    height: undefined,
    durationSeconds: undefined,
    fileName,
    url: undefined,
    file: undefined,
  }
}

/** A chosen file that has not been read yet. */
export function localAsset(assetId: AssetId, file: File, kind: KnownAsset['kind']): KnownAsset {
  return { ...missingAsset(assetId, kind, file.name), file }
}
