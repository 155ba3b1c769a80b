// Routes of a user's own files: created from finished uploads, listed, deleted.
import { messageResponse } from '@vitrine/contract/accounts'
import { ApiError } from '@vitrine/contract/api-error'
import { apiErrorBody } from '@vitrine/contract/api-error-body'
import { asset, assetList, createAssetRequest } from '@vitrine/contract/media'
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
} from '@vitrine/shop/media'
import { readProjectBytes } from '@vitrine/shop/projects/history'
import { z } from 'zod'
import type { AppDeps } from '../deps/deps.ts'
import type { ApiScope } from '../http/api-scope.ts'
import { linksTo } from '../http/private-link.ts'
import { normaliseUpload } from '../media/normalise.ts'
import type { UploadedMedia } from '../media/uploaded-media.ts'
import { sessionOf, signedIn } from '../session/authentication.ts'

const tags = ['media']
const params = z.object({ assetId: z.string().min(1).max(100) })
const refused = { 401: apiErrorBody, 404: apiErrorBody, 410: apiErrorBody }

export function addAssetRoutes(api: ApiScope, deps: AppDeps, media: UploadedMedia): void {
  const { db, storage, libraryBytes } = deps
  const signUrl = linksTo(storage)

  // Simultaneous requests for the same upload share one piece of work: the first to finish removes the upload.
  const inWork = new Map<string, Promise<AssetRecord>>()
  function makeAssetOnce(userId: string, uploadId: string): Promise<AssetRecord> {
    const key = `${userId} ${uploadId}`
    const running = inWork.get(key)
    if (running) return running
    const work = makeAsset(deps, media, userId, uploadId).finally(() => inWork.delete(key))
    inWork.set(key, work)
    return work
  }

  api.post(
    '/assets',
    {
      // Preparing a photo takes its time, and no lock.
      config: { ...signedIn, takesNoTurn: true },
      schema: {
        tags,
        summary:
          'Makes a finished upload into an asset, which for videos and sounds is `processing` at first; asking again answers the same asset',
        body: createAssetRequest,
        response: {
          201: asset,
          ...refused,
          409: apiErrorBody,
          413: apiErrorBody,
          415: apiErrorBody,
          422: apiErrorBody,
          429: apiErrorBody,
        },
      },
    },
    async (request, reply) => {
      const record = await makeAssetOnce(sessionOf(request).userId, request.body.uploadId)
      return reply.code(201).send(toAsset(record, signUrl))
    },
  )

  api.get(
    '/assets',
    { config: signedIn, schema: { tags, summary: 'The caller’s files', response: { 200: assetList, ...refused } } },
    async (request) => {
      const { userId } = sessionOf(request)
      const records = await listUserAssets(db, userId)
      const usedBytes = (await readLibraryBytes(db, userId)) + (await readProjectBytes(db, userId))
      return {
        assets: records.map((record) => toAsset(record, signUrl)),
        library: { usedBytes, limitBytes: libraryBytes },
      }
    },
  )

  api.get(
    '/assets/:assetId',
    { config: signedIn, schema: { tags, summary: 'One file', params, response: { 200: asset, ...refused } } },
    async (request) => toAsset(await getUserAsset(db, sessionOf(request).userId, request.params.assetId), signUrl),
  )

  api.delete(
    '/assets/:assetId',
    {
      config: signedIn,
      schema: {
        tags,
        summary: 'Deletes a file; projects that use it say so',
        params,
        response: { 200: messageResponse, ...refused },
      },
    },
    async (request) => {
      const { userId } = sessionOf(request)
      const keys = await transaction(db, (tx) => deleteAsset(tx, userId, request.params.assetId))
      // After the commit: a row must never refer to a deleted file.
      await Promise.all([...new Set(keys)].map((key) => storage.delete(key)))
      return { message: 'File deleted' }
    },
  )
}

/** The asset of an upload, which it uses up: also when an earlier request made the asset and ended before it could do so. */
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
    // Refused immediately, and not only when it is this file's turn.
    await uploads.requireOwn(userId, uploadId)
    return queue.run(userId, (heavy) =>
      uploads.withComplete(userId, uploadId, async (upload) => {
        const { fileName } = upload
        // Before the transaction: it may take seconds, and no database connection waits for it.
        return { fileName, file: await normaliseUpload(storage, upload, uploadId, heavy) }
      }),
    )
  }
  const made = await prepare().catch(async (error: unknown) => {
    // A file that cannot be used will not get better by lying there.
    if (error instanceof ApiError && isOfFile(error)) await uploads.remove(uploadId)
    // Another server may have created it meanwhile and removed the upload.
    const made = await findUploadedAsset(db, userId, uploadId)
    if (made) return made
    throw error
  })
  if (!('file' in made)) return made
  const { file, fileName } = made
  return await transaction(db, async (tx) => {
    const { asset, isNew } = await createUserAsset(tx, { userId, uploadId, fileName, ...file })
    if ('storageKey' in file) return (await finishAsset(tx, asset.id, file)) ?? asset
    if (isNew) await queueNormalising(tx, asset)
    return asset
  })
}

/** True for errors of the file itself, not of a request that is too early or for another account. */
function isOfFile({ code }: ApiError): boolean {
  return !['upload-not-found', 'upload-incomplete', 'rate-limited', 'shop-unavailable'].includes(code)
}
