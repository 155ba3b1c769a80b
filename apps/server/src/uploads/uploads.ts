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

/** Control characters and bidirectional overrides. */
const UNFIT_FOR_SHOWING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu
/** Concurrent uploads per customer; further ones wait unread. */
const AT_ONCE = 4
/** Limit for all customers together: each upload holds a connection and an open file. */
const ALL_AT_ONCE = 256
const UPLOAD_ID = /^[0-9a-f]{32}$/
/** How long the rest of a refused body is read. */
const REST_MS = 5000

export interface CompleteUpload {
  readonly path: string
  readonly sizeBytes: number
  /** The browser's name for the file; for display, not for paths. */
  readonly fileName: string
}

interface UploadTarget {
  readonly userId: string
  /** An upload that `requireOwn` verified as this user's; absent for a new one. */
  readonly uploadId?: string
}

export interface Uploads {
  /** Handles one request of the tus protocol for a user, either about an upload or to begin one. */
  handle(target: UploadTarget, request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Throws `upload-not-found` for unknown, expired and other people's uploads. */
  requireOwn(userId: string, uploadId: string): Promise<void>
  /**
   * Runs `work` with the finished file of a user's upload, which is on this machine meanwhile. Throws `upload-not-found` and
   * `upload-incomplete`.
   */
  withComplete<T>(userId: string, uploadId: string, work: (upload: CompleteUpload) => Promise<T>): Promise<T>
  /** Removes a used upload and its file. Never throws, because the result is already stored: maintenance removes leftovers. */
  remove(uploadId: string): Promise<void>
  /** Deletes all uploads of a user. */
  removeOwn(userId: string): Promise<void>
}

export interface UploadOptions extends UploadStoreOptions {
  /** Base path of the routes. */
  readonly path: string
  onBug(error: unknown): void
}

export function createUploads(options: UploadOptions): Uploads {
  const { db, storage, folder, path, onBug } = options
  const store = new UploadStore(options)
  const targets = new WeakMap<IncomingMessage, UploadTarget>()
  const getIncomingMessage = (request: { runtime?: { node?: { req?: unknown } } }) =>
    request.runtime?.node?.req as IncomingMessage
  const findTarget = (request: Parameters<typeof getIncomingMessage>[0]) => targets.get(getIncomingMessage(request))
  const limiter = new ConcurrencyLimiter({ maxRunning: AT_ONCE })
  const totalLimiter = new ConcurrencyLimiter({ maxRunning: ALL_AT_ONCE })

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
      refuseHopeless(metadata.filetype, size)
      const owner = findTarget(request)?.userId
      assert(owner, 'uploads begin through handle(), on behalf of a user')
      const filename = (metadata.filename ?? '').replace(UNFIT_FOR_SHOWING, '').slice(0, 200).toWellFormed()
      return { metadata: { filename, owner } }
    },
    async onResponseError(request, error) {
      const answer = toAnswer(error)
      // The library throws its own objects with constant texts.
      if (answer.status_code >= 500) onBug(error instanceof Error ? error : new Error(`tus: ${error.body.trim()}`))
      await readRest(getIncomingMessage(request))
      return answer
    },
  })

  async function requireOwn(userId: string, uploadId: string): Promise<UploadRecord> {
    const upload = UPLOAD_ID.test(uploadId) ? await findUpload(db, uploadId) : undefined
    if (upload?.ownerUserId !== userId) throw new ApiError('upload-not-found')
    return upload
  }

  return {
    async handle(target, request, response) {
      targets.set(request, target)
      if (!bringsBytes(request)) return tus.handle(request, response)
      const closed = new Promise((resolve) => response.once('close', resolve))
      const releases = [await limiter.acquire(target.userId), await totalLimiter.acquire('')]
      try {
        // The library does not notice a connection that closed while it waited or before its response: it would wait for ever.
        if (!request.destroyed && !response.destroyed) await Promise.race([tus.handle(request, response), closed])
      } finally {
        for (const release of releases) release?.()
      }
    },
    async requireOwn(userId, uploadId) {
      await requireOwn(userId, uploadId)
    },
    async withComplete(userId, uploadId, work) {
      const { sizeBytes, receivedBytes, fileName } = await requireOwn(userId, uploadId)
      if (receivedBytes < sizeBytes) throw new ApiError('upload-incomplete', { receivedBytes, sizeBytes })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const whole = join(folder, `${uploadId}-${randomUUID()}`)
      try {
        const parts = await listUploadParts(db, uploadId)
        await pipeline(readInOrder(storage, parts), createWriteStream(whole, { flags: 'wx', mode: 0o600 }))
        return await work({ path: whole, sizeBytes, fileName })
      } finally {
        await rm(whole, { force: true })
      }
    },
    async remove(uploadId) {
      if (UPLOAD_ID.test(uploadId)) await store.remove(uploadId).catch(onBug)
    },
    async removeOwn(userId) {
      const keys = await transaction(db, (tx) => forgetUserUploads(tx, userId))
      await Promise.all(keys.map((key) => storage.delete(key)))
    },
  }
}

function bringsBytes({ method, headers }: IncomingMessage): boolean {
  return method === 'PATCH' || Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}

/**
 * Reads the rest of a refused body, for a few seconds at most. The library closes the connection after a refusal, and closing it
 * with unread bytes resets it, which can destroy the response before the client has read it (RFC 9112, section 9.6).
 */
async function readRest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return
  await finished(request.resume(), { signal: AbortSignal.timeout(REST_MS) }).catch(() => {})
}

async function* readInOrder(storage: UploadStoreOptions['storage'], parts: readonly { storageKey: string }[]) {
  for (const { storageKey } of parts) yield* (await storage.open(storageKey)).stream
}

/** Refuses uploads before their first byte when their metadata shows that they cannot succeed. */
function refuseHopeless(claimedType: string | null | undefined, sizeBytes: number | undefined): void {
  if (!claimedType) return
  if (!/^(image|video|audio)\/|^application\/octet-stream$/.test(claimedType)) {
    throw new ApiError('upload-type-not-allowed', { found: claimedType })
  }
  if (claimedType.startsWith('image/') && (sizeBytes ?? 0) > uploadLimits.imageBytes) {
    throw new ApiError('upload-too-large', { limitBytes: uploadLimits.imageBytes })
  }
}

/** The API's error form for errors inside the protocol; the status stays, because tus clients interpret it. */
function toAnswer(error: Error | { status_code: number; body: string }): { status_code: number; body: string } {
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
