// Routes of a user's own files: created from finished uploads, listed, deleted.

import { ApiError } from '@vitrine/contract/api-error'
import { assetsRoutes } from '@vitrine/contract/routes/assets'
import { transaction } from '@vitrine/database/connection'
import {
  type AssetRecord,
  createUserAsset,
  deleteAsset,
  findUploadedAsset,
  finishAsset,
  getUserAsset,
  listUserAssets,
  queueNormalising,
  readLibraryBytes,
  toAsset,
} from '@vitrine/store/media'
import { readProjectBytes } from '@vitrine/store/projects/history'
import type { AppDeps } from '../deps/deps.ts'
import { linksTo } from '../http/private-link.ts'
import { type ApiScope, serve } from '../http/serve.ts'
import { normaliseUpload } from '../media/normalise.ts'
import type { UploadedMedia } from '../media/uploaded-file.ts'
import { getSession } from '../session/authentication.ts'

export function addAssetRoutes(api: ApiScope, deps: AppDeps, media: UploadedMedia): void {
  const { db, storage, libraryBytes } = deps
  const signUrl = linksTo(storage)

  // Simultaneous requests for the same upload share one run: the first to finish removes the upload.
  const inWork = new Map<string, Promise<AssetRecord>>()
  function makeAssetOnce(userId: string, uploadId: string): Promise<AssetRecord> {
    const key = `${userId} ${uploadId}`
    const running = inWork.get(key)
    if (running) return running
    const work = makeAsset(deps, media, userId, uploadId).finally(() => inWork.delete(key))
    inWork.set(key, work)
    return work
  }

  serve(
    api,
    assetsRoutes,
    {
      'POST /api/assets': async (request, reply) => {
        const record = await makeAssetOnce(getSession(request).userId, request.body.uploadId)
        return reply.code(201).send(toAsset(record, signUrl))
      },

      'GET /api/assets': async (request) => {
        const { userId } = getSession(request)
        const records = await listUserAssets(db, userId)
        const usedBytes = (await readLibraryBytes(db, userId)) + (await readProjectBytes(db, userId))
        return {
          assets: records.map((record) => toAsset(record, signUrl)),
          library: { usedBytes, limitBytes: libraryBytes },
        }
      },

      'GET /api/assets/:assetId': async (request) =>
        toAsset(await getUserAsset(db, getSession(request).userId, request.params.assetId), signUrl),

      'DELETE /api/assets/:assetId': async (request) => {
        const { userId } = getSession(request)
        const keys = await transaction(db, (tx) => deleteAsset(tx, userId, request.params.assetId))
        // After the commit: a row must never refer to a deleted file.
        await Promise.all([...new Set(keys)].map((key) => storage.delete(key)))
        return { message: 'File deleted' }
      },
    },
    {
      'POST /api/assets': { config: { hasNoConcurrencyLimit: true } },
    },
  )
}

/** The asset of an upload. Removes the upload, also when an earlier request created the asset and ended before removing it. */
async function makeAsset(deps: AppDeps, media: UploadedMedia, userId: string, uploadId: string): Promise<AssetRecord> {
  const asset = await makeAssetOnce(deps, media, userId, uploadId)
  await media.uploads.remove(uploadId)
  return asset
}

async function makeAssetOnce(
  { db, storage }: AppDeps,
  { uploads, queue }: UploadedMedia,
  userId: string,
  uploadId: string,
): Promise<AssetRecord> {
  const existing = await findUploadedAsset(db, userId, uploadId)
  if (existing) return existing
  const prepare = async () => {
    // Rejects immediately, before waiting for the queue.
    await uploads.requireOwner(userId, uploadId)
    return queue.run(userId, (heavy) =>
      uploads.withComplete(userId, uploadId, async (upload) => {
        const { fileName } = upload
        // Before the transaction: it may take seconds, and must not hold a database connection.
        return { fileName, file: await normaliseUpload(storage, upload, uploadId, heavy) }
      }),
    )
  }
  const prepared = await prepare().catch(async (error: unknown) => {
    // Keeping an unusable file would not make it usable.
    if (error instanceof ApiError && isFileError(error)) await uploads.remove(uploadId)
    // Another server may have created it meanwhile and removed the upload.
    const prepared = await findUploadedAsset(db, userId, uploadId)
    if (prepared) return prepared
    throw error
  })
  if (!('file' in prepared)) return prepared
  const { file, fileName } = prepared
  return await transaction(db, async (tx) => {
    const { asset, isNew } = await createUserAsset(tx, { userId, uploadId, fileName, ...file })
    if ('storageKey' in file) return (await finishAsset(tx, asset.id, file)) ?? asset
    if (isNew) await queueNormalising(tx, asset)
    return asset
  })
}

/** True for errors of the file itself, false for a request that is too early or from another account. */
function isFileError({ code }: ApiError): boolean {
  return !['upload-not-found', 'upload-incomplete', 'rate-limited', 'store-unavailable'].includes(code)
}
