// The draft of a project on this device until the server has it: its content, and files whose upload has not finished.
// It also stores the undo history, which stays longer. IndexedDB is used because it can hold files; without it the
// editor works without drafts.

import type { AssetId } from '@vitrine/document/field'
import { historyDatabase } from '../../api/device-work.ts'
import type { Draft } from './autosave.ts'
import { createDeviceDatabase, type FileRecord, putFile, toFile } from './device-database.ts'
import type { History } from './project-store.ts'

/** A chosen file under its temporary id, used until the server has assigned one. */
export interface StoredFile {
  localId: AssetId
  projectId: string
  file: File
  /** The finished upload, when only the asset has to be created. */
  uploadId?: string
}

export interface DraftStore {
  /** Opens the databases early: a page that is closed while they are being created would lose its first edit. */
  open(): void
  findDraft(projectId: string): Promise<Draft | undefined>
  /** Undefined deletes the draft. Later calls win over earlier ones. Resolves with whether it was stored. */
  keepDraft(projectId: string, draft: Draft | undefined): Promise<boolean>
  findHistory(projectId: string): Promise<History | undefined>
  /** As `keepDraft`. The device keeps the histories of the most recently edited projects. */
  keepHistory(projectId: string, history: History | undefined): Promise<boolean>
  listFiles(projectId: string): Promise<StoredFile[]>
  /** Resolves with whether the file was stored. */
  keepFile(file: StoredFile): Promise<boolean>
  forgetFile(localId: AssetId): Promise<boolean>
}

/** `StoredFile` in the database. */
type StoredRecord = Omit<StoredFile, 'file'> & { file: FileRecord }

type HistoryRecord = History & { keptAt: number }

/** How many projects have their history on the device. */
export const maxHistories = 10

/** The store of this browser. It never rejects, because the work can continue without a local copy. */
export function createDraftStore(): DraftStore {
  const use = createDeviceDatabase<'drafts' | 'files'>('vitrine-editor', (database) => {
    database.createObjectStore('drafts')
    database.createObjectStore('files', { keyPath: 'localId' }).createIndex('project', 'projectId')
  })
  const useHistories = createDeviceDatabase<'histories'>(historyDatabase, (database) => {
    database.createObjectStore('histories').createIndex('time', 'keptAt')
  })
  const forgetOldHistories = async () => {
    const found = await useHistories<IDBValidKey[]>('histories', 'readonly', (store) =>
      store.index('time').getAllKeys(),
    )
    const old = found.isDone ? found.value.slice(0, -maxHistories) : []
    for (const key of old) await useHistories('histories', 'readwrite', (store) => store.delete(key))
  }
  return {
    open() {
      void use('drafts', 'readonly', (store) => store.count())
      void useHistories('histories', 'readonly', (store) => store.count())
    },
    async findDraft(projectId) {
      const found = await use<Draft | undefined>('drafts', 'readonly', (store) => store.get(projectId))
      return found.isDone ? found.value : undefined
    },
    async keepDraft(projectId, draft) {
      const result = await use<unknown>('drafts', 'readwrite', (store) =>
        draft ? store.put(draft, projectId) : store.delete(projectId),
      )
      return result.isDone
    },
    async findHistory(projectId) {
      const found = await useHistories<HistoryRecord | undefined>('histories', 'readonly', (store) =>
        store.get(projectId),
      )
      if (!found.isDone || !found.value) return undefined
      const { keptAt: _, ...history } = found.value
      return history
    },
    async keepHistory(projectId, history) {
      const result = await useHistories<unknown>('histories', 'readwrite', (store) =>
        history ? store.put({ ...history, keptAt: Date.now() }, projectId) : store.delete(projectId),
      )
      if (history) await forgetOldHistories()
      return result.isDone
    },
    async listFiles(projectId) {
      const found = await use<StoredRecord[]>('files', 'readonly', (store) => store.index('project').getAll(projectId))
      return found.isDone ? found.value.map((stored) => ({ ...stored, file: toFile(stored.file) })) : []
    },
    keepFile: (stored) =>
      putFile(
        stored.file,
        async (file) => (await use('files', 'readwrite', (store) => store.put({ ...stored, file }))).isDone,
      ),
    // Runs after the draft with the new id is stored: a page closed in between would otherwise lose both.
    forgetFile: async (localId) =>
      (await use('files', 'readwrite', (store) => store.delete(localId), ['drafts'])).isDone,
  }
}

/** The drafts of this browser. */
export const drafts = createDraftStore()
