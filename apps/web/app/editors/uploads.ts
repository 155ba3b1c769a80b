// Owns files on their way to the server: shown at once under an id of our own, sent by the resumable protocol, and
// renamed everywhere when the server has made an asset of them.
import type { AssetId } from '@vitrine/composition/document'
import type { Asset } from '@vitrine/contract/media'
import { uploadLimits } from '@vitrine/contract/upload-limit'
import { ApiError } from '../api.ts'
import { type AssetLibrary, createLocalId, knownUpload } from './asset-library.ts'
import type { DraftStore, KeptFile } from './draft-store.ts'

export interface UploadState {
  localId: AssetId
  fileName: string
  /** 0 to 100; 100 while the server looks at the file. */
  percent: number
  /** What went wrong, in words. Absent while it is under way. */
  error?: string
  /** False when the file itself is the reason: the same one would fail again. */
  canRetry?: boolean
}

/** Sends one file. `onPercent` is called as it goes; rejects with an error whose message is for people. */
export type SendFile = (file: File, onPercent: (percent: number) => void, signal: AbortSignal) => Promise<string>

export interface UploadSettings {
  projectId: string
  library: AssetLibrary
  drafts: DraftStore
  send: SendFile
  createAsset: (uploadId: string) => Promise<Asset>
  getAsset: (assetId: string) => Promise<Asset>
  /** The file has its own id now; undefined when the customer gave it up. */
  onArrived: (localId: AssetId, assetId: AssetId | undefined) => void
}

export interface Uploads {
  /** Puts a chosen file into the library and begins to send it. Returns the id to use until it has arrived. */
  add(file: File, kind: 'image' | 'video' | 'audio'): AssetId
  /** Goes on with a file that was kept from an earlier session. */
  resume(kept: KeptFile): void
  retry(localId: AssetId): void
  /** Gives a file up, under way or failed. */
  cancel(localId: AssetId): void
  list(): readonly UploadState[]
  subscribe(listener: () => void): () => void
  stop(): void
}

/** The reason of an abort that also tells the server to forget what it has; without it the upload can be resumed. */
export const givenUp = 'given up'

/** How long the server may take to prepare a film, and how often it is asked. */
const processingPollMs = 2000

export function createUploads(settings: UploadSettings): Uploads {
  const { library, drafts } = settings
  const files = new Map<AssetId, { file: File; stop: AbortController; uploadId?: string | undefined }>()
  let states: readonly UploadState[] = []
  const listeners = new Set<() => void>()
  const setStates = (next: readonly UploadState[]) => {
    states = next
    for (const listener of listeners) listener()
  }
  const update = (localId: AssetId, change: Partial<UploadState>) =>
    setStates(states.map((state) => (state.localId === localId ? { ...state, ...change } : state)))
  const drop = (localId: AssetId) => {
    files.delete(localId)
    setStates(states.filter((state) => state.localId !== localId))
    void drafts.forgetFile(localId)
  }

  const waitUntilReady = async (asset: Asset, signal: AbortSignal): Promise<Asset> => {
    let present = asset
    while (present.status === 'processing' && !signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, processingPollMs))
      present = await settings.getAsset(asset.assetId)
    }
    if (present.status === 'failed')
      throw new ApiError(422, 'media-damaged', 'This file cannot be read. Please try another one.')
    return present
  }
  const makeAsset = async (localId: AssetId, file: File, signal: AbortSignal): Promise<Asset> => {
    const sent = files.get(localId)?.uploadId
    if (sent !== undefined) {
      // Everything had been sent when the page was left. An upload is one asset, however often it is asked for.
      const asset = await settings.createAsset(sent).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'upload-not-found') return undefined
        throw error
      })
      if (asset) return asset
    }
    const uploadId = await settings.send(file, (percent) => update(localId, { percent }), signal)
    const entry = files.get(localId)
    if (entry) files.set(localId, { ...entry, uploadId })
    await drafts.keepFile({ localId, projectId: settings.projectId, file, uploadId })
    return settings.createAsset(uploadId)
  }
  const run = async (localId: AssetId) => {
    const entry = files.get(localId)
    if (!entry) return
    const { file } = entry
    const stop = new AbortController()
    files.set(localId, { ...entry, stop })
    try {
      const asset = await waitUntilReady(await makeAsset(localId, file, stop.signal), stop.signal)
      if (stop.signal.aborted) return
      library.put(knownUpload(asset, file))
      settings.onArrived(localId, asset.assetId as AssetId)
      drop(localId)
    } catch (error) {
      if (stop.signal.aborted) return
      update(localId, { error: messageOf(error), canRetry: isPassing(error) })
    }
  }
  const begin = (localId: AssetId, file: File, uploadId?: string) => {
    files.set(localId, { file, stop: new AbortController(), uploadId })
    setStates([...states, { localId, fileName: file.name, percent: 0 }])
    void run(localId)
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
      show(localId, file, kind)
      void drafts.keepFile({ localId, projectId: settings.projectId, file })
      begin(localId, file)
      return localId
    },
    resume({ localId, file, uploadId }) {
      show(localId, file, kindOf(file) ?? 'image')
      begin(localId, file, uploadId)
    },
    retry(localId) {
      setStates(states.map(({ error: _, canRetry: __, ...state }) => ({ ...state, percent: state.percent })))
      void run(localId)
    },
    cancel(localId) {
      files.get(localId)?.stop.abort(givenUp)
      settings.onArrived(localId, undefined)
      drop(localId)
    },
    list: () => states,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    stop() {
      for (const { stop } of files.values()) stop.abort()
    },
  }
}

/** By what the browser says; files without a type (HEIC in some browsers) by their name. */
export function kindOf(file: Pick<File, 'type' | 'name'>): 'image' | 'video' | 'audio' | undefined {
  const named = file.type.split('/')[0]
  if (named === 'image' || named === 'video' || named === 'audio') return named
  if (/\.(heic|heif|avif|jpe?g|png|webp)$/i.test(file.name)) return 'image'
  if (/\.(mp4|mov|m4v|webm|mkv)$/i.test(file.name)) return 'video'
  if (/\.(mp3|m4a|aac|wav|ogg|opus|flac)$/i.test(file.name)) return 'audio'
  return undefined
}

/** Why a file cannot be used here, known before its first byte is sent; undefined when nothing speaks against it. */
export function findFileProblem(file: File, accept: readonly ('image' | 'video' | 'audio')[]): string | undefined {
  const kind = kindOf(file)
  if (!kind || !accept.includes(kind)) return `Please choose ${acceptWords(accept)}.`
  if (file.size === 0) return 'This file is empty.'
  const limitBytes = kind === 'image' ? uploadLimits.imageBytes : uploadLimits.fileBytes
  if (file.size > limitBytes) return `This file is too large. The limit is ${Math.round(limitBytes / 1048576)} MB.`
  return undefined
}

const kindWords = { image: 'a photo', video: 'a video', audio: 'a song' }

/** 'a photo or a video' */
export function acceptWords(accept: readonly ('image' | 'video' | 'audio')[]): string {
  return accept.map((kind) => kindWords[kind]).join(' or ')
}

function isPassing(error: unknown): boolean {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || error.status === 429
}

function messageOf(error: unknown): string {
  return error instanceof Error && error.message ? error.message : 'The upload did not work. Please try again.'
}
