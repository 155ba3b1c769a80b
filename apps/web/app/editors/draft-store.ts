// Owns what this device keeps for a project until the server has it: the content, and files whose upload has not ended.
// IndexedDB, because files do not fit elsewhere. A device that refuses it keeps nothing, and the editor works all the same.
import type { AssetId } from '@vitrine/composition/document'
import type { Draft } from './autosave.ts'

/** A chosen file under the id that stands for it in the content until the server has given it one. */
export interface KeptFile {
  localId: AssetId
  projectId: string
  file: File
  /** The finished upload, when only the making of the asset is left. */
  uploadId?: string
}

export interface DraftStore {
  findDraft(projectId: string): Promise<Draft | undefined>
  /** Undefined forgets the draft. Later calls win over earlier ones. */
  keepDraft(projectId: string, draft: Draft | undefined): Promise<void>
  listFiles(projectId: string): Promise<KeptFile[]>
  keepFile(file: KeptFile): Promise<void>
  forgetFile(localId: AssetId): Promise<void>
}

const databaseName = 'vitrine-editor'

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('drafts')
      request.result.createObjectStore('files', { keyPath: 'localId' }).createIndex('project', 'projectId')
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** The store of this browser. Nothing in it ever rejects: a lost copy is no reason to stop the work. */
export function createDraftStore(): DraftStore {
  let opening: Promise<IDBDatabase> | undefined
  const use = async <T>(
    storeName: 'drafts' | 'files',
    mode: IDBTransactionMode,
    action: (store: IDBObjectStore) => IDBRequest,
  ): Promise<T | undefined> => {
    try {
      opening ??= openDatabase()
      const database = await opening
      const request = action(database.transaction(storeName, mode).objectStore(storeName)) as IDBRequest<T>
      return await done(request)
    } catch {
      opening = undefined
      return undefined
    }
  }
  return {
    findDraft: (projectId) => use<Draft>('drafts', 'readonly', (store) => store.get(projectId)),
    async keepDraft(projectId, draft) {
      await use('drafts', 'readwrite', (store) => (draft ? store.put(draft, projectId) : store.delete(projectId)))
    },
    async listFiles(projectId) {
      const find = (store: IDBObjectStore) => store.index('project').getAll(projectId)
      return (await use<KeptFile[]>('files', 'readonly', find)) ?? []
    },
    async keepFile(file) {
      await use('files', 'readwrite', (store) => store.put(file))
    },
    async forgetFile(localId) {
      await use('files', 'readwrite', (store) => store.delete(localId))
    },
  }
}
