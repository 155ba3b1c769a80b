// Routes of imports: finished uploads become an import package that a worker reads, and its progress.

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { ApiError } from '@vitrine/contract/api-error'
import type { ImportRequest } from '@vitrine/contract/publishing'
import { adminImportsRoutes } from '@vitrine/contract/routes/admin-templates'
import { transaction } from '@vitrine/database/connection'
import { toTemplateImport } from '@vitrine/store/admin/publishing'
import {
  discardImport,
  findUploadedImport,
  getImport,
  type ImportRow,
  listImports,
  requestImport,
  retryImport,
} from '@vitrine/store/catalogue/import'
import { keepFiles } from '@vitrine/store/media/stored-file'
import type { AppDeps } from '../../deps/deps.ts'
import { type ApiScope, defineHandlers, serve } from '../../http/serve.ts'
import { getAdmin } from '../../session/admin-session.ts'
import type { Uploads } from '../../uploads/uploads.ts'

const handle = defineHandlers<typeof adminImportsRoutes>()

/** A worker holds a package in memory while it reads it. */
const MAX_PACKAGE_BYTES = 600_000_000

export function addAdminImportRoutes(scope: ApiScope, deps: AppDeps, uploads: Uploads): void {
  serve(scope, adminImportsRoutes, {
    ...requestRouteHandlers(deps, uploads),
    ...stateHandlers(deps),
  })
}

function requestRouteHandlers(deps: AppDeps, uploads: Uploads) {
  return handle({
    'POST /api/admin/imports': async (request, reply) => {
      const { userId } = getAdmin(request)
      const row = await importOnce(deps, uploads, userId, request.body)
      await Promise.all(request.body.files.map(({ uploadId }) => uploads.remove(uploadId)))
      return reply.code(201).send(toTemplateImport(row))
    },
  })
}

async function importOnce(
  deps: AppDeps,
  uploads: Uploads,
  userId: string,
  { files: requestedFiles, ...target }: ImportRequest,
): Promise<ImportRow> {
  const uploadId = requestedFiles[0]?.uploadId
  assert(uploadId, 'a request names at least one file')
  const existing = await findUploadedImport(deps.db, { userId, uploadId })
  if (existing) return existing
  const folder = `private/imports/${randomUUID()}`
  const row = await keepFiles(
    deps,
    async (put) => {
      const files: ImportRow['files'][number][] = []
      for (const [index, { uploadId, path }] of requestedFiles.entries()) {
        const storageKey = `${folder}/${index}.bin`
        const sizeBytes = await uploads.withComplete(userId, uploadId, async (upload) => {
          const total = files.reduce((sum, file) => sum + file.sizeBytes, upload.sizeBytes)
          if (total > MAX_PACKAGE_BYTES) throw new ApiError('upload-too-large', { limitBytes: MAX_PACKAGE_BYTES })
          await put(storageKey, { file: upload.path }, { contentType: 'application/octet-stream' })
          return upload.sizeBytes
        })
        files.push({ path, storageKey, sizeBytes })
      }
      return files
    },
    (tx, files) => requestImport(tx, { ...target, userId, uploadId, files }),
  )
  const created = row ?? (await findUploadedImport(deps.db, { userId, uploadId }))
  // Must not reveal another user's import or one that was just discarded.
  if (!created) throw new ApiError('upload-not-found')
  return created
}

function stateHandlers({ db, storage }: AppDeps) {
  return handle({
    'GET /api/admin/imports': async (request) => ({
      items: (await listImports(db, request.query.templateId)).map(toTemplateImport),
    }),

    'GET /api/admin/imports/:importId': async (request) =>
      toTemplateImport(await getImport(db, request.params.importId)),

    'POST /api/admin/imports/:importId/retry': async (request) =>
      toTemplateImport(await transaction(db, (tx) => retryImport(tx, request.params.importId))),

    'DELETE /api/admin/imports/:importId': async (request, reply) => {
      const keys = await transaction(db, (tx) => discardImport(tx, request.params.importId))
      await Promise.all(keys.map((key) => storage.delete(key)))
      return reply.code(204).send(null)
    },
  })
}
