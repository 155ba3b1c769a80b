// Resumable uploads by the tus protocol. An upload belongs to the user who began it and expires after a day.

import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { finished, pipeline } from 'node:stream/promises'
import { Server } from '@tus/server'
import { ApiError } from '@vitrine/contract/api-error'
import { uploadLimits } from '@vitrine/contract/limit'
import { transaction } from '@vitrine/database/connection'
import { findUpload, forgetUserUploads, listUploadParts, type UploadRecord } from '@vitrine/store/media/upload'
import { ConcurrencyLimiter } from '../http/concurrency-limiter.ts'
import { UploadStore, type UploadStoreOptions } from './upload-store.ts'

/** Control characters and bidirectional overrides, which file names must not contain. */
const UNPRINTABLE = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu
/** Concurrent uploads per customer; the bodies of further ones wait unread. */
const MAX_CONCURRENT_PER_CUSTOMER = 4
/** Limit for all customers together: each upload holds a connection and an open file. */
const MAX_CONCURRENT = 256
const UPLOAD_ID = /^[0-9a-f]{32}$/
/** How long the rest of a refused body is read. */
const DRAIN_TIMEOUT_MS = 5000

export interface CompleteUpload {
  readonly path: string
  readonly sizeBytes: number
  /** The browser's name for the file; for display, not for paths. */
  readonly fileName: string
}

interface UploadTarget {
  readonly userId: string
  /** An upload that `requireOwner` verified as this user's; absent for a new one. */
  readonly uploadId?: string
}

export interface Uploads {
  /** Handles one request of the tus protocol for a user, either about an upload or to begin one. */
  handle(target: UploadTarget, request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Throws `upload-not-found` for an unknown or expired upload, and for one of another user. */
  requireOwner(userId: string, uploadId: string): Promise<void>
  /**
   * Runs `work` with the finished file of a user's upload, in a local copy that is deleted afterwards. Throws `upload-not-found`
   * and `upload-incomplete`.
   */
  withComplete<T>(userId: string, uploadId: string, work: (upload: CompleteUpload) => Promise<T>): Promise<T>
  /** Removes a used upload and its file. Never throws, because the result is already stored: maintenance removes leftovers. */
  remove(uploadId: string): Promise<void>
  /** Deletes all uploads of a user. */
  removeUserUploads(userId: string): Promise<void>
}

export interface UploadOptions extends UploadStoreOptions {
  /** Base path of the routes. */
  readonly path: string
  onError(error: unknown): void
}

export function createUploads(options: UploadOptions): Uploads {
  const { db, storage, folder, path, onError } = options
  const store = new UploadStore(options)
  const targets = new WeakMap<IncomingMessage, UploadTarget>()
  const getIncomingMessage = (request: { runtime?: { node?: { req?: unknown } } }) =>
    request.runtime?.node?.req as IncomingMessage
  const findTarget = (request: Parameters<typeof getIncomingMessage>[0]) => targets.get(getIncomingMessage(request))
  const limiter = new ConcurrencyLimiter({ maxRunning: MAX_CONCURRENT_PER_CUSTOMER })
  const totalLimiter = new ConcurrencyLimiter({ maxRunning: MAX_CONCURRENT })

  const tus = new Server({
    path,
    datastore: store,
    relativeLocation: true,
    // The store's pages have the same origin; no other may read responses.
    allowedOrigins: [],
    maxSize: uploadLimits.fileBytes,
    // The id whose owner was verified: the library would read an id out of the query.
    getFileIdFromRequest: (request) => findTarget(request)?.uploadId,
    namingFunction: () => randomBytes(16).toString('hex'),
    async onUploadCreate(request, { metadata = {}, size }) {
      rejectInvalidMetadata(metadata.filetype, size)
      const owner = findTarget(request)?.userId
      assert(owner, 'uploads begin through handle(), on behalf of a user')
      const filename = (metadata.filename ?? '').replace(UNPRINTABLE, '').slice(0, 200).toWellFormed()
      return { metadata: { filename, owner } }
    },
    async onResponseError(request, error) {
      const answer = toErrorResponse(error)
      // The library throws its own objects with constant texts.
      if (answer.status_code >= 500) onError(error instanceof Error ? error : new Error(`tus: ${error.body.trim()}`))
      await drainBody(getIncomingMessage(request))
      return answer
    },
  })

  async function requireOwner(userId: string, uploadId: string): Promise<UploadRecord> {
    const upload = UPLOAD_ID.test(uploadId) ? await findUpload(db, uploadId) : undefined
    if (upload?.ownerUserId !== userId) throw new ApiError('upload-not-found')
    return upload
  }

  return {
    async handle(target, request, response) {
      targets.set(request, target)
      if (!hasBody(request)) return tus.handle(request, response)
      const closed = new Promise((resolve) => response.once('close', resolve))
      const releases = [await limiter.acquire(target.userId), await totalLimiter.acquire('')]
      try {
        // The library does not notice a connection that closed while it waited or before its response: it would wait for ever.
        if (!request.destroyed && !response.destroyed) await Promise.race([tus.handle(request, response), closed])
      } finally {
        for (const release of releases) release?.()
      }
    },
    async requireOwner(userId, uploadId) {
      await requireOwner(userId, uploadId)
    },
    async withComplete(userId, uploadId, work) {
      const { sizeBytes, receivedBytes, fileName } = await requireOwner(userId, uploadId)
      if (receivedBytes < sizeBytes) throw new ApiError('upload-incomplete', { receivedBytes, sizeBytes })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const completePath = join(folder, `${uploadId}-${randomUUID()}`)
      try {
        const parts = await listUploadParts(db, uploadId)
        await pipeline(readInOrder(storage, parts), createWriteStream(completePath, { flags: 'wx', mode: 0o600 }))
        return await work({ path: completePath, sizeBytes, fileName })
      } finally {
        await rm(completePath, { force: true })
      }
    },
    async remove(uploadId) {
      if (UPLOAD_ID.test(uploadId)) await store.remove(uploadId).catch(onError)
    },
    async removeUserUploads(userId) {
      const keys = await transaction(db, (tx) => forgetUserUploads(tx, userId))
      await Promise.all(keys.map((key) => storage.delete(key)))
    },
  }
}

function hasBody({ method, headers }: IncomingMessage): boolean {
  return method === 'PATCH' || Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}

/**
 * Reads the rest of a refused body, for a few seconds at most. The library closes the connection after a refusal, and closing it
 * with unread bytes resets it, which can destroy the response before the client has read it (RFC 9112, section 9.6).
 */
async function drainBody(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return
  await finished(request.resume(), { signal: AbortSignal.timeout(DRAIN_TIMEOUT_MS) }).catch(() => {})
}

async function* readInOrder(storage: UploadStoreOptions['storage'], parts: readonly { storageKey: string }[]) {
  for (const { storageKey } of parts) yield* (await storage.open(storageKey)).stream
}

/** Rejects uploads before their first byte when their declared type or size is not accepted. */
function rejectInvalidMetadata(claimedType: string | null | undefined, sizeBytes: number | undefined): void {
  if (!claimedType) return
  if (!/^(image|video|audio)\/|^application\/octet-stream$/.test(claimedType)) {
    throw new ApiError('upload-type-not-allowed', { found: claimedType })
  }
  if (claimedType.startsWith('image/') && (sizeBytes ?? 0) > uploadLimits.imageBytes) {
    throw new ApiError('upload-too-large', { limitBytes: uploadLimits.imageBytes })
  }
}

/** The API's error form for errors inside the protocol; the status stays, because tus clients interpret it. */
function toErrorResponse(error: Error | { status_code: number; body: string }): { status_code: number; body: string } {
  if (error instanceof ApiError) return { status_code: error.status, body: JSON.stringify(error.toBody()) }
  const { status_code = 500, body = '' } = error as { status_code?: number; body?: string }
  const apiError =
    status_code === 413
      ? new ApiError('upload-too-large', { limitBytes: uploadLimits.fileBytes })
      : status_code === 404 || status_code === 410
        ? new ApiError('upload-not-found')
        : status_code === 500
          ? new ApiError('storage-unavailable')
          : new ApiError('invalid-input', { issues: [] }, body.trim())
  return { status_code: status_code === 500 ? apiError.status : status_code, body: JSON.stringify(apiError.toBody()) }
}
