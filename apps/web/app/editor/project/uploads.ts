// Uploads of files: shown at once under a local id, sent by the resumable protocol, and renamed everywhere once the
// server has created their asset.

import { msg, t } from '@lingui/core/macro'
import { uploadLimits } from '@vitrine/contract/limit'
import type { Asset, AssetStage } from '@vitrine/contract/media'
import type { AssetId } from '@vitrine/document/field'
import { ApiResponseError } from '../../api/api.ts'
import { isSessionOver } from '../../api/error-text.ts'
import { createObservable } from '../../api/observable.ts'
import { type SendFile, uploadCancelled } from '../../api/send-file.ts'
import { i18n, serverText } from '../../language/i18n.ts'
import { type AssetLibrary, createLocalId, knownUpload } from './asset-library.ts'
import { findFileKind } from './assign-files.ts'
import type { DraftStore, StoredFile } from './draft-store.ts'
import { isPassing, retryDelayMs } from './retry.ts'

export interface UploadState {
  /** The current id of the file in the content: local until the server has assigned one. */
  assetId: AssetId
  fileName: string
  /** 'sending', then the stage on the server. */
  stage: 'sending' | AssetStage
  /** 0 to 100 while sending, then again while the server prepares the file. */
  percent: number
  /** The error message of a failed upload. */
  error?: string
  /** False when the file itself is the cause: the same one would fail again. */
  canRetry?: boolean
}

export interface UploadSettings {
  projectId: string
  library: AssetLibrary
  drafts: DraftStore
  /** Sends nothing until `release`: the files stay on this device. */
  isHeld?: boolean
  /** A held file could not be stored on this device: it is lost with the page. */
  onNotStored?: (fileName: string) => void
  send: SendFile
  createAsset: (uploadId: string) => Promise<Asset>
  /** Reports the progress of a file on the server, and resolves with it; see `watchAsset` of the store. */
  watchAsset: (asset: Asset, onAsset: (asset: Asset) => void, signal: AbortSignal) => Promise<Asset>
  /** The file has its server id now; undefined when the customer cancelled it. */
  onArrived: (localId: AssetId, assetId: AssetId | undefined) => void
  /** The server's copy of the file can be shown. */
  onReady?: (assetId: AssetId) => void
}

export interface Uploads {
  /** Puts a chosen file into the library and starts its upload. Returns the local id. */
  add(file: File, kind: 'image' | 'video' | 'audio'): AssetId
  /** Resumes a file that was stored in an earlier session. */
  resume(storedFile: StoredFile): void
  /** Follows a file that the server is still preparing, from an earlier visit or another device. */
  follow(asset: Asset): void
  retry(assetId: AssetId): void
  /** Retries everything that failed for a passing reason, such as a lost network. */
  retryPassing(): void
  /** Call it once there is an account: starts the held uploads. */
  release(): void
  /** Resolves once the server has all files; rejects while one waits for a retry. */
  whenSent(): Promise<void>
  /** Cancels a running or failed upload. */
  cancel(assetId: AssetId): void
  list(): readonly UploadState[]
  subscribe(listener: () => void): () => void
  stop(): void
}

interface Entry {
  /** Missing for a file that the server already has. */
  file?: File
  stop: AbortController
  /** How often it failed for a passing reason. */
  failures: number
  uploadId?: string | undefined
  asset?: Asset
}

export function createUploads(settings: UploadSettings): Uploads {
  const { library, drafts } = settings
  const entries = new Map<AssetId, Entry>()
  let isHeld = settings.isHeld ?? false
  const held = new Map<AssetId, StoredFile>()
  const states = createObservable<readonly UploadState[]>([])
  const update = (assetId: AssetId, change: Partial<UploadState>) =>
    states.set(states.get().map((state) => (state.assetId === assetId ? { ...state, ...change } : state)))
  const drop = (assetId: AssetId) => {
    entries.delete(assetId)
    states.set(states.get().filter((state) => state.assetId !== assetId))
  }

  /** Sends the rest of the file, and creates its asset. */
  const makeAsset = async (localId: AssetId, file: File, entry: Entry): Promise<Asset> => {
    if (entry.uploadId !== undefined) {
      // The upload was complete when the page was left. Creating its asset is idempotent.
      const asset = await settings.createAsset(entry.uploadId).catch((error: unknown) => {
        if (error instanceof ApiResponseError && error.code === 'upload-not-found') return undefined
        throw error
      })
      if (asset) return asset
    }
    const { signal } = entry.stop
    const uploadId = await settings.send(file, (percent) => update(localId, { percent }), signal)
    // Cancelled meanwhile, or uploaded by another tab, which deletes the stored file: it must not be stored again.
    signal.throwIfAborted()
    entry.uploadId = uploadId
    await drafts.keepFile({ localId, projectId: settings.projectId, file, uploadId })
    signal.throwIfAborted()
    return settings.createAsset(uploadId)
  }
  /**
   * Switches to the server's id, even before the file is prepared: the project can then be saved and opened elsewhere.
   */
  const reuseAsset = (localId: AssetId, asset: Asset, entry: Entry) => {
    const assetId = asset.assetId as AssetId
    const { width, height, durationSeconds } = library.find(localId) ?? {}
    const known = knownUpload(asset, entry.file)
    // The browser's own measurements are used until the server has its own.
    library.put({
      ...known,
      width: known.width ?? width,
      height: known.height ?? height,
      durationSeconds: known.durationSeconds ?? durationSeconds,
    })
    settings.onArrived(localId, assetId)
    void drafts.forgetFile(localId)
    entries.delete(localId)
    entries.set(assetId, { ...entry, asset })
    const stage = asset.stage ?? 'waiting'
    states.set(
      states.get().map((state) => (state.assetId === localId ? { ...state, assetId, stage, percent: 0 } : state)),
    )
    return assetId
  }
  const waitUntilReady = async (assetId: AssetId, first: Asset, { signal }: AbortController): Promise<Asset> => {
    const show = ({ stage, percent }: Asset) => update(assetId, { stage: stage ?? 'waiting', percent })
    const present = await settings.watchAsset(first, show, signal)
    if (present.status === 'failed')
      throw new ApiResponseError(
        422,
        'media-damaged',
        present.errorMessage ? serverText(present.errorMessage) : t`This file cannot be read. Please try another one.`,
      )
    return present
  }
  const run = async (startId: AssetId) => {
    const known = entries.get(startId)
    if (!known) return
    const entry: Entry = { ...known, stop: new AbortController() }
    entries.set(startId, entry)
    let assetId = startId
    try {
      let { asset } = entry
      if (!asset) {
        if (!entry.file) return
        asset = await makeAsset(startId, entry.file, entry)
        if (entry.stop.signal.aborted) return
        assetId = reuseAsset(startId, asset, entry)
      }
      const ready = await waitUntilReady(assetId, asset, entry.stop)
      if (entry.stop.signal.aborted) return
      library.put(knownUpload(ready, entry.file))
      drop(assetId)
      settings.onReady?.(assetId)
    } catch (error) {
      if (entry.stop.signal.aborted) return
      const canRetry = !(error instanceof ApiResponseError) || isPassing(error)
      update(assetId, { error: describeError(error), canRetry })
      // After the end of a session, the next one retries.
      if (canRetry && !isSessionOver(error)) retryLater(assetId)
    }
  }
  /** Browsers may report a returning network late, early, or not at all. */
  const retryLater = (assetId: AssetId) => {
    const entry = entries.get(assetId)
    if (!entry) return
    const timer = setTimeout(() => retry(assetId), retryDelayMs(entry.failures))
    entry.failures += 1
    entry.stop.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  }
  const begin = (assetId: AssetId, fileName: string, entry: Pick<Entry, 'file' | 'uploadId' | 'asset'>) => {
    entries.set(assetId, { ...entry, failures: 0, stop: new AbortController() })
    const stage = entry.asset ? (entry.asset.stage ?? 'waiting') : 'sending'
    states.set([...states.get(), { assetId, fileName, stage, percent: entry.asset?.percent ?? 0 }])
    void run(assetId)
  }
  const retry = (assetId: AssetId) => {
    // Ends the wait of the current attempt.
    entries.get(assetId)?.stop.abort()
    states.set(
      states.get().map((state) => {
        if (state.assetId !== assetId) return state
        const { error: _, canRetry: __, ...going } = state
        return going
      }),
    )
    void run(assetId)
  }
  const show = (localId: AssetId, file: File, kind: 'image' | 'video' | 'audio') =>
    library.put({
      assetId: localId,
      kind,
      width: undefined,
      height: undefined,
      durationSeconds: undefined,
      fileName: file.name,
      url: undefined,
      file,
    })

  return {
    add(file, kind) {
      const localId = createLocalId()
      const stored = { localId, projectId: settings.projectId, file }
      show(localId, file, kind)
      void drafts.keepFile(stored).then((isStored) => {
        if (!isStored && held.has(localId)) settings.onNotStored?.(file.name)
      })
      if (isHeld) held.set(localId, stored)
      else begin(localId, file.name, { file })
      return localId
    },
    resume(stored) {
      const { localId, file, uploadId } = stored
      show(localId, file, findFileKind(file) ?? 'image')
      if (isHeld) held.set(localId, stored)
      else begin(localId, file.name, { file, uploadId })
    },
    release() {
      isHeld = false
      for (const { localId, file, uploadId } of held.values()) begin(localId, file.name, { file, uploadId })
      held.clear()
    },
    follow(asset) {
      if (!entries.has(asset.assetId as AssetId)) begin(asset.assetId as AssetId, asset.fileName, { asset })
    },
    retry,
    retryPassing() {
      for (const { assetId, canRetry } of states.get()) if (canRetry) retry(assetId)
    },
    whenSent: () =>
      new Promise((resolve, reject) => {
        const look = () => {
          // A problem of the file itself does not pass by waiting.
          const going = states.get().filter(({ stage, error, canRetry }) => stage === 'sending' && (!error || canRetry))
          const waiting = going.find(({ error }) => error !== undefined)
          if (!waiting && going.length > 0) return
          unsubscribe()
          if (waiting) reject(new Error(waiting.error))
          else resolve()
        }
        const unsubscribe = states.subscribe(look)
        look()
      }),
    cancel(assetId) {
      const entry = entries.get(assetId)
      entry?.stop.abort(uploadCancelled)
      settings.onArrived(assetId, undefined)
      if (!entry?.asset) void drafts.forgetFile(assetId)
      drop(assetId)
    },
    list: states.get,
    subscribe: states.subscribe,
    stop() {
      for (const { stop } of entries.values()) stop.abort()
    },
  }
}

/** Why a file cannot be used here, checked before it is sent; undefined when it can. */
export function findFileProblem(file: File, accept: readonly ('image' | 'video' | 'audio')[]): string | undefined {
  const kind = findFileKind(file)
  const wanted = acceptLabel(accept)
  if (!kind || !accept.includes(kind)) return t`Please choose ${wanted}.`
  if (file.size === 0) return t`This file is empty.`
  const limitBytes = kind === 'image' ? uploadLimits.imageBytes : uploadLimits.fileBytes
  const megabytes = Math.round(limitBytes / 1048576)
  if (file.size > limitBytes) return t`This file is too large. The limit is ${megabytes} MB.`
  return undefined
}

const kindLabel = { image: msg`a photo`, video: msg`a video`, audio: msg`a song` }

/** 'a photo or a video' */
export function acceptLabel(accept: readonly ('image' | 'video' | 'audio')[]): string {
  const [first = '', ...others] = accept.map((kind) => i18n._(kindLabel[kind]))
  return others.reduce((listed, next) => t`${listed} or ${next}`, first)
}

function describeError(error: unknown): string {
  return error instanceof Error && error.message ? error.message : t`The upload did not work. Please try again.`
}
