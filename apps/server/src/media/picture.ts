// Pictures in other sizes: square crops for profiles, and smaller copies of public pictures.

import { randomUUID } from 'node:crypto'
import type { SetPictureRequest } from '@vitrine/contract/accounts'
import { ApiError } from '@vitrine/contract/api-error'
import { pictureWidths } from '@vitrine/contract/picture-width'
import { makeSmallerCopy, makeSquarePicture, type PictureFile } from '@vitrine/media/picture'
import { getContentType, type Storage } from '@vitrine/providers/storage'
import { setProfilePicture } from '@vitrine/store/accounts'
import { getUserAsset } from '@vitrine/store/media'
import { keepFiles } from '@vitrine/store/media/stored-file'
import type { AppDeps } from '../deps/deps.ts'
import type { Heavy } from './fair-queue.ts'
import { requirePictureSize } from './normalise.ts'
import { inOwnFolder, sniffFile, type UploadedMedia } from './uploaded-file.ts'

/**
 * Crops the requested square, stores it and replaces the old picture. The upload is removed last, so that a request whose
 * response was lost can be repeated. Throws `upload-not-found`, `upload-incomplete`, `asset-not-found`, `asset-deleted`,
 * `upload-type-not-allowed`, `upload-too-large`, `image-too-many-pixels`, `media-damaged`, `rate-limited`, `store-unavailable`,
 * and `invalid-input` for a crop outside the picture.
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

// Smaller copies of public pictures: created on the first request, stored next to the original, and never larger than it.

const PICTURE_KEY = /^public\/([0-9a-f]{64})\.(webp|jpg|png)$/

interface ScaledPictures {
  /**
   * The key of the copy that is `width` pixels wide. Returns the original's key when it is missing or not a picture, or the width
   * is not offered.
   */
  findKey(key: string, width: number): Promise<string>
}

export function createScaledPictures(storage: Storage): ScaledPictures {
  const making = new Map<string, Promise<string>>()
  // Sequential: the first visitor of a long list must not occupy the whole machine.
  let line: Promise<unknown> = Promise.resolve()

  const make = async (key: string, copyKey: string, width: number): Promise<string> => {
    if (await storage.exists(copyKey)) return copyKey
    if (!(await storage.exists(key))) return key
    const original = await storage.localFile(key)
    try {
      const file = { path: original.path, contentType: getContentType(key) }
      await inOwnFolder(async (folder) => {
        const copy = await makeSmallerCopy(file, width, { folder })
        await storage.put(copyKey, { file: copy }, { contentType: 'image/webp' })
      })
    } finally {
      await original.release()
    }
    return copyKey
  }

  return {
    async findKey(key, width) {
      const sha256 = PICTURE_KEY.exec(key)?.[1]
      if (sha256 === undefined || !pictureWidths.some((offered) => offered === width)) return key
      const copyKey = `public/${sha256}-w${width}.webp`
      const running = making.get(copyKey)
      if (running) return running
      const copy = line.then(() => make(key, copyKey, width)).finally(() => making.delete(copyKey))
      making.set(copyKey, copy)
      line = copy.catch(() => undefined)
      return copy
    },
  }
}
