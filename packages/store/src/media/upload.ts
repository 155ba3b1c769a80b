// Records of unfinished uploads: owner, progress and the storage keys of their parts. Everything is in the database and the
// storage, so that any server can continue an upload of another.

import { ApiError } from '@vitrine/contract/api-error'
import { uploadLimits } from '@vitrine/contract/limit'
import type { Db, Tx } from '@vitrine/database/connection'
import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { readLibraryBytes } from './media.ts'
import { uploadParts, uploads } from './tables.ts'

const KEPT_MS = 24 * 60 * 60 * 1000
/** More concurrent files help nobody, and twenty of the largest fill the disk quota of one account. */
const OPEN_UPLOADS_PER_USER = 20
/** First half of the key of the lock under which a user's uploads begin; the second half is the hash of the user. */
const BEGINNING_SPACE = 7_232_003

export type UploadRecord = typeof uploads.$inferSelect
type UploadPart = Pick<typeof uploadParts.$inferSelect, 'offsetBytes' | 'sizeBytes' | 'storageKey'>

/** The time limit of an upload, from its beginning to its last byte, in milliseconds. */
export const uploadLifeMs = KEPT_MS

/**
 * Records an upload before its first byte. Throws `upload-too-large`, `rate-limited` (too many at a time) and `library-full`.
 * `libraryBytes` is the limit of the library, `projectBytes` the part that projects use. Counting and inserting are one step:
 * otherwise simultaneous uploads would each pass the limit.
 */
export async function beginUpload(
  tx: Tx,
  upload: Pick<UploadRecord, 'id' | 'ownerUserId' | 'fileName' | 'sizeBytes'>,
  { libraryBytes, projectBytes = 0 }: { libraryBytes: number; projectBytes?: number },
): Promise<UploadRecord> {
  const { ownerUserId, sizeBytes } = upload
  if (sizeBytes > uploadLimits.fileBytes) {
    throw new ApiError('upload-too-large', { limitBytes: uploadLimits.fileBytes })
  }
  await tx.execute(sql`select pg_advisory_xact_lock(${BEGINNING_SPACE}, hashtext(${ownerUserId}))`)
  const open = await tx
    .select({ sizeBytes: uploads.sizeBytes })
    .from(uploads)
    .where(and(eq(uploads.ownerUserId, ownerUserId), isYoung()))
  if (open.length >= OPEN_UPLOADS_PER_USER) {
    throw new ApiError(
      'rate-limited',
      { limit: OPEN_UPLOADS_PER_USER },
      'You have too many unfinished uploads. Please finish or remove one of them first.',
    )
  }
  const onTheirWay = open.reduce((sum, each) => sum + each.sizeBytes, 0)
  const usedBytes = (await readLibraryBytes(tx, ownerUserId)) + onTheirWay + projectBytes
  if (usedBytes + sizeBytes > libraryBytes) {
    throw new ApiError('library-full', { usedBytes, limitBytes: libraryBytes, sizeBytes })
  }
  const [begun] = await tx.insert(uploads).values(upload).returning()
  return begun as UploadRecord
}

/** An upload within its time limit, if any. */
export async function findUpload(db: Db, id: string): Promise<UploadRecord | undefined> {
  const [upload] = await db
    .select()
    .from(uploads)
    .where(and(eq(uploads.id, id), isYoung()))
  return upload
}

/**
 * Records a stored part that continues the upload. Returns false when another server received the same bytes first, or the upload
 * no longer exists; the caller then removes the part.
 */
export async function addUploadPart(tx: Tx, uploadId: string, part: UploadPart): Promise<boolean> {
  const { rowCount } = await tx
    .update(uploads)
    .set({ receivedBytes: sql`${uploads.receivedBytes} + ${part.sizeBytes}` })
    .where(and(eq(uploads.id, uploadId), eq(uploads.receivedBytes, part.offsetBytes)))
  if (rowCount !== 1) return false
  await tx.insert(uploadParts).values({ uploadId, ...part })
  return true
}

/** The parts of an upload from its first byte to its last. */
export async function listUploadParts(db: Db, uploadId: string): Promise<UploadPart[]> {
  return await db
    .select({
      offsetBytes: uploadParts.offsetBytes,
      sizeBytes: uploadParts.sizeBytes,
      storageKey: uploadParts.storageKey,
    })
    .from(uploadParts)
    .where(eq(uploadParts.uploadId, uploadId))
    .orderBy(asc(uploadParts.offsetBytes))
}

/** Deletes an upload, if it exists. Returns the keys of its parts, whose files the caller removes. */
export async function deleteUpload(tx: Tx, uploadId: string): Promise<string[]> {
  return await forget(tx, [uploadId])
}

/** The same for all uploads of a user. */
export async function forgetUserUploads(tx: Tx, userId: string): Promise<string[]> {
  const own = await tx.select({ id: uploads.id }).from(uploads).where(eq(uploads.ownerUserId, userId))
  return await forget(
    tx,
    own.map(({ id }) => id),
  )
}

/** The same for uploads that exceeded their time limit. */
export async function deleteExpiredUploads(tx: Tx): Promise<string[]> {
  const isOld = lt(uploads.createdAt, sql`now() - make_interval(secs => ${KEPT_MS / 1000})`)
  const old = await tx.select({ id: uploads.id }).from(uploads).where(isOld).limit(1000)
  return await forget(
    tx,
    old.map(({ id }) => id),
  )
}

async function forget(tx: Tx, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const parts = await tx
    .delete(uploadParts)
    .where(inArray(uploadParts.uploadId, ids))
    .returning({ storageKey: uploadParts.storageKey })
  await tx.delete(uploads).where(inArray(uploads.id, ids))
  return parts.map(({ storageKey }) => storageKey)
}

const isYoung = () => gt(uploads.createdAt, sql`now() - make_interval(secs => ${KEPT_MS / 1000})`)
