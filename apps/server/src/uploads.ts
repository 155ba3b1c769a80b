// Resumable uploads by the tus protocol. An upload belongs to the user who began it, and is gone a day later.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { EVENTS, Server } from '@tus/server'
import { uploadLimits } from '@vitrine/contract/media'
import { Refusal } from '@vitrine/contract/refusal'

const KEPT_MS = 24 * 60 * 60 * 1000
/** More files at a time are no use to anybody, and twenty of the largest are as much disk as one account gets. */
const OPEN_UPLOADS_PER_USER = 20
/** Control characters, and those that turn the direction of the text around them. */
const UNFIT_FOR_SHOWING = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu
const UPLOAD_ID = /^[0-9a-f]{32}$/

export interface CompleteUpload {
  readonly path: string
  readonly sizeBytes: number
  /** As the browser called it; fit for showing, not for paths. */
  readonly fileName: string
}

export interface Uploads {
  /** Answers one request of the tus protocol on behalf of a user. */
  handle(userId: string, request: IncomingMessage, response: ServerResponse): Promise<void>
  /** Refuses upload-not-found for unknown, expired and other people's uploads. */
  requireOwn(userId: string, uploadId: string): Promise<void>
  /** The finished file of a user's upload. Refuses upload-not-found and upload-incomplete. */
  requireComplete(userId: string, uploadId: string): Promise<CompleteUpload>
  /** Forgets an upload and its file; one that is gone is no error. */
  remove(uploadId: string): Promise<void>
  /** Forgets every upload of a user. */
  removeOwn(userId: string): Promise<void>
  /** Removes what was begun more than a day ago. Returns how many. */
  removeExpired(): Promise<number>
}

export interface UploadOptions {
  /** Where unfinished files lie; created when missing. */
  readonly folder: string
  /** Where the routes stand. */
  readonly path: string
  /** What a user's files may take altogether, those on their way included. */
  readonly libraryBytes: number
  /** What a user's finished files take. */
  readLibraryBytes(userId: string): Promise<number>
  onBug(error: unknown): void
}

export function createUploads(options: UploadOptions): Uploads {
  const { folder, path, onBug } = options
  const store = new FileStore({ directory: folder, expirationPeriodInMilliseconds: KEPT_MS })
  const users = new WeakMap<IncomingMessage, string>()
  const userOf = (request: { runtime?: { node?: { req?: unknown } } }) =>
    users.get(request.runtime?.node?.req as IncomingMessage)

  const tus = new Server({
    path,
    datastore: store,
    relativeLocation: true,
    // The shop's own pages are of the same origin; no other one gets to read answers.
    allowedOrigins: [],
    maxSize: uploadLimits.fileBytes,
    namingFunction: () => randomBytes(16).toString('hex'),
    async onUploadCreate(request, { metadata = {}, size }) {
      refuseHopeless(metadata.filetype, size)
      const owner = userOf(request)
      assert(owner, 'uploads begin through handle(), on behalf of a user')
      await refuseTooMuch(owner, size ?? uploadLimits.fileBytes)
      return { metadata: { filename: metadata.filename ?? '', owner } }
    },
    onResponseError(_request, error) {
      const answer = toAnswer(error)
      if (answer.status_code >= 500) onBug(error)
      return answer
    },
  })

  const inTurn = createBeginningTurns(tus)

  async function listOwn(owner: string): Promise<{ id: string; sizeBytes: number }[]> {
    const ids = (await store.configstore.list?.()) ?? []
    const begun = await Promise.all(ids.map((id) => store.configstore.get(id)))
    return ids.flatMap((id, index) =>
      begun[index]?.metadata?.owner === owner ? [{ id, sizeBytes: begun[index].size ?? uploadLimits.fileBytes }] : [],
    )
  }

  async function refuseTooMuch(owner: string, sizeBytes: number): Promise<void> {
    const own = await listOwn(owner)
    if (own.length >= OPEN_UPLOADS_PER_USER) {
      throw new Refusal(
        'rate-limited',
        { limit: OPEN_UPLOADS_PER_USER },
        'You have too many unfinished uploads. Please finish or remove one of them first.',
      )
    }
    const onTheirWay = own.reduce((sum, upload) => sum + upload.sizeBytes, 0)
    const usedBytes = (await options.readLibraryBytes(owner)) + onTheirWay
    if (usedBytes + sizeBytes <= options.libraryBytes) return
    throw new Refusal('library-full', { usedBytes, limitBytes: options.libraryBytes, sizeBytes })
  }

  async function findOwn(userId: string, uploadId: string) {
    if (!UPLOAD_ID.test(uploadId)) return undefined
    const upload = await store.getUpload(uploadId).catch(() => undefined)
    const isOver = Date.now() - new Date(upload?.creation_date ?? 0).getTime() > KEPT_MS
    return upload && !isOver && upload.metadata?.owner === userId ? upload : undefined
  }

  return {
    async handle(userId, request, response) {
      users.set(request, userId)
      if (request.method === 'POST') await inTurn(userId, request, () => tus.handle(request, response))
      else await tus.handle(request, response)
    },
    async requireOwn(userId, uploadId) {
      if (!(await findOwn(userId, uploadId))) throw new Refusal('upload-not-found')
    },
    async requireComplete(userId, uploadId) {
      const upload = await findOwn(userId, uploadId)
      if (!upload) throw new Refusal('upload-not-found')
      if (upload.size === undefined || upload.offset < upload.size) {
        throw new Refusal('upload-incomplete', { receivedBytes: upload.offset, sizeBytes: upload.size ?? null })
      }
      const fileName = (upload.metadata?.filename ?? '').replace(UNFIT_FOR_SHOWING, '').slice(0, 200).toWellFormed()
      return { path: join(folder, uploadId), sizeBytes: upload.size, fileName }
    },
    async remove(uploadId) {
      if (UPLOAD_ID.test(uploadId)) await store.remove(uploadId).catch(() => {})
    },
    async removeOwn(userId) {
      for (const { id } of await listOwn(userId)) await store.remove(id).catch(() => {})
    },
    removeExpired: () => tus.cleanUpExpiredUploads(),
  }
}

/** Turns uploads away before their first byte when what the browser says about them cannot end well. */
function refuseHopeless(claimedType: string | null | undefined, sizeBytes: number | undefined): void {
  if (!claimedType) return
  if (!/^(image|video|audio)\/|^application\/octet-stream$/.test(claimedType)) {
    throw new Refusal('upload-type-not-allowed', { found: claimedType })
  }
  if (claimedType.startsWith('image/') && (sizeBytes ?? 0) > uploadLimits.imageBytes) {
    throw new Refusal('upload-too-large', { limitBytes: uploadLimits.imageBytes })
  }
}

/** Our error shape for what goes wrong inside the protocol; its status codes mean something to tus clients and stay. */
function toAnswer(error: Error | { status_code: number; body: string }): { status_code: number; body: string } {
  if (error instanceof Refusal) return { status_code: error.status, body: JSON.stringify(error.toBody()) }
  const { status_code = 500, body = '' } = error as { status_code?: number; body?: string }
  const refusal =
    status_code === 413
      ? new Refusal('upload-too-large', { limitBytes: uploadLimits.fileBytes })
      : status_code === 404 || status_code === 410
        ? new Refusal('upload-not-found')
        : status_code === 500
          ? new Refusal('storage-unavailable')
          : new Refusal('invalid-input', { issues: [] }, body.trim())
  return { status_code: status_code === 500 ? refusal.status : status_code, body: JSON.stringify(refusal.toBody()) }
}

/**
 * Lets one upload of a user begin at a time: counting and beginning are one step, otherwise uploads that begin at the same
 * moment all see room for themselves. The bytes of an upload, if they come along, are not waited for.
 */
function createBeginningTurns(tus: Server) {
  const beginning = new Map<string, Promise<void>>()
  const begun = new WeakMap<IncomingMessage, () => void>()
  tus.on(EVENTS.POST_CREATE, (request) => begun.get(request.runtime?.node?.req as IncomingMessage)?.())

  return async (userId: string, request: IncomingMessage, work: () => Promise<void>): Promise<void> => {
    const before = beginning.get(userId)
    const turn = Promise.withResolvers<void>()
    beginning.set(userId, turn.promise)
    begun.set(request, turn.resolve)
    await before
    try {
      await work()
    } finally {
      turn.resolve()
      if (beginning.get(userId) === turn.promise) beginning.delete(userId)
    }
  }
}
