// Creates profile pictures: a re-encoded square crop of an upload or of a picture in the caller's library.
import { randomUUID } from 'node:crypto'
import type { SetPictureRequest } from '@vitrine/contract/accounts'
import { ApiError } from '@vitrine/contract/api-error'
import { makeSquarePicture, type PictureFile } from '@vitrine/media/picture'
import { setProfilePicture } from '@vitrine/store/accounts'
import { getUserAsset } from '@vitrine/store/media'
import { keepFiles } from '@vitrine/store/media/keep-file'
import type { AppDeps } from '../deps/deps.ts'
import type { Heavy } from './fair-queue.ts'
import { requirePictureSize } from './normalise.ts'
import { inOwnFolder } from './own-folder.ts'
import { sniffFile } from './sniff.ts'
import type { UploadedMedia } from './uploaded-media.ts'

/**
 * Crops the requested square, stores it and replaces the old picture. The upload is removed last, so that a request whose
 * response was lost can be repeated. Refuses upload-not-found, upload-incomplete, asset-not-found, asset-deleted,
 * upload-type-not-allowed, upload-too-large, image-too-many-pixels, media-damaged, rate-limited, store-unavailable, and
 * invalid-input for a crop outside the picture.
 */
export async function storePicture(
  deps: Pick<AppDeps, 'db' | 'storage'>,
  { uploads, queue }: UploadedMedia,
  userId: string,
  { uploadId, assetId, crop }: SetPictureRequest,
): Promise<void> {
  await queue.run(userId, async (heavy) => {
    const set = (file: PictureFile) => setSquare(deps, userId, { file, crop, heavy })
    if (uploadId === undefined) return await withLibraryPicture(deps, userId, assetId ?? '', set)
    await uploads.withComplete(userId, uploadId, async ({ path, sizeBytes }) => {
      const { kind, contentType } = await sniffFile(path)
      if (kind !== 'image') throw new ApiError('upload-type-not-allowed', { found: contentType })
      requirePictureSize(sizeBytes)
      await set({ path, contentType })
    })
  })
  if (uploadId !== undefined) await uploads.remove(uploadId)
}

interface Square {
  readonly file: PictureFile
  readonly crop: SetPictureRequest['crop']
  readonly heavy: Heavy
}

async function setSquare(
  deps: Pick<AppDeps, 'db' | 'storage'>,
  userId: string,
  { file, crop, heavy }: Square,
): Promise<void> {
  const old = await inOwnFolder(async (folder) => {
    const path = await heavy((signal) => makeSquarePicture(file, crop, { folder, signal }))
    const key = `private/pictures/${randomUUID()}.webp`
    return await keepFiles(
      deps,
      (put) => put(key, { file: path }, { contentType: 'image/webp' }),
      (tx) => setProfilePicture(tx, userId, key),
    )
  })
  // After the commit: a row must never refer to a deleted file.
  if (old !== null) await deps.storage.delete(old)
}

async function withLibraryPicture<T>(
  { db, storage }: Pick<AppDeps, 'db' | 'storage'>,
  userId: string,
  assetId: string,
  work: (file: PictureFile) => Promise<T>,
): Promise<T> {
  const asset = await getUserAsset(db, userId, assetId)
  if (asset.kind !== 'image' || asset.status !== 'ready' || asset.storageKey === null) {
    throw new ApiError('upload-type-not-allowed', { found: asset.mime })
  }
  const file = await storage.localFile(asset.storageKey)
  try {
    return await work({ path: file.path, contentType: asset.mime })
  } finally {
    await file.release()
  }
}
