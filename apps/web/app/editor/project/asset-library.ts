// All files that the composition may show: the template's files, the customer's uploads, and new files that exist only
// in this browser.

import type { DocumentAsset as FileAddress } from '@vitrine/contract/catalogue'
import type { Asset } from '@vitrine/contract/media'
import type { Asset as DocumentAsset } from '@vitrine/document/document'
import type { AssetId } from '@vitrine/document/field'
import { createNotifier } from '../../api/observable.ts'
import { createRandomId } from '../../api/random-id.ts'

export interface KnownAsset {
  assetId: AssetId
  kind: 'image' | 'video' | 'audio' | 'font'
  /** Pixels of the original file, upright; undefined until known. */
  width: number | undefined
  height: number | undefined
  durationSeconds: number | undefined
  fileName: string | undefined
  /** The address for the preview; undefined for a file that exists only here. */
  url: string | undefined
  /** The chosen file itself, when it was chosen in this session. */
  file: File | undefined
  /** For a file that has not been uploaded: its fingerprint, and a thumbnail as a `data:` address. */
  mark?: string
  picture?: string
  /** The file was chosen on another device and has not been uploaded from there. */
  isElsewhere?: boolean
}

export interface AssetLibrary {
  find(assetId: string): KnownAsset | undefined
  put(asset: KnownAsset): void
  /** The known uploads of the customer, newest first; for visitors, the files on this device. */
  listUploads(isGuest: boolean): KnownAsset[]
  /** Loads the list of uploads once; a failure is retried on the next call. */
  loadUploads(): void
  /** Increases with every change. */
  getVersion(): number
  subscribe(listener: () => void): () => void
}

/** Whether the file is unavailable: missing, or not ready yet. */
export function isAbsent({ file, url }: KnownAsset): boolean {
  return !file && !url
}

/** True for the id of a customer's file, as opposed to one of a template. */
export function isUpload(assetId: string): boolean {
  return assetId.startsWith('u_')
}

/** True for the id of a file that the server does not have yet. */
export function isLocal(assetId: string | undefined): boolean {
  return assetId?.startsWith(localPrefix) ?? false
}

const localPrefix = 'u_local-'

export function createLocalId(): AssetId {
  return `${localPrefix}${createRandomId()}`
}

/** A customer's file from its API representation. */
export function knownUpload(asset: Asset, file?: File): KnownAsset {
  return {
    assetId: asset.assetId as AssetId,
    kind: asset.kind,
    width: asset.width ?? undefined,
    height: asset.height ?? undefined,
    durationSeconds: asset.durationSeconds ?? undefined,
    fileName: asset.fileName,
    url: asset.url ?? undefined,
    file,
  }
}

export function createAssetLibrary(
  addresses: Readonly<Record<string, FileAddress>>,
  described: Readonly<Record<string, DocumentAsset>>,
  uploads: readonly Asset[],
  fetchUploads: () => Promise<readonly Asset[]> = async () => [],
): AssetLibrary {
  const known = new Map<string, KnownAsset>()
  const { notify, subscribe } = createNotifier()
  let version = 0
  for (const [id, address] of Object.entries(addresses)) {
    const description = described[id]
    const size = description && 'w' in description ? { width: description.w, height: description.h } : undefined
    known.set(id, {
      assetId: id as AssetId,
      kind: address.kind,
      width: address.width ?? size?.width,
      height: address.height ?? size?.height,
      durationSeconds:
        address.durationSeconds ?? (description && 'seconds' in description ? description.seconds : undefined),
      fileName: undefined,
      url: address.url,
      file: undefined,
    })
  }
  const createdAt = new Map<string, string>()
  const learn = (upload: Asset) => {
    createdAt.set(upload.assetId, upload.createdAt)
    if (!known.has(upload.assetId)) known.set(upload.assetId, knownUpload(upload))
  }
  for (const upload of uploads) learn(upload)
  let hasRequested = false
  // Files of this session have no timestamp yet: they are the newest.
  const findCreationTime = ({ assetId }: KnownAsset) => createdAt.get(assetId) ?? '9'
  const announce = () => {
    version += 1
    notify()
  }
  return {
    find: (assetId) => known.get(assetId),
    put(asset) {
      known.set(asset.assetId, asset)
      announce()
    },
    listUploads: (isGuest) =>
      [...known.values()]
        .filter((asset) => isUpload(asset.assetId))
        // With an account, a file becomes an upload with a new id.
        .filter((asset) => !isLocal(asset.assetId) || (isGuest && asset.file !== undefined))
        .reverse()
        .sort((a, b) => findCreationTime(b).localeCompare(findCreationTime(a))),
    loadUploads() {
      if (hasRequested) return
      hasRequested = true
      fetchUploads().then(
        (found) => {
          for (const upload of found) learn(upload)
          announce()
        },
        () => {
          hasRequested = false
        },
      )
    },
    getVersion: () => version,
    subscribe,
  }
}
