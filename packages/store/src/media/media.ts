// Records of stored files: kind, owner, state. The bytes are in storage. Catalogue files are public and named by their content;
// customers' files are private.
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { ApiError } from '@vitrine/contract/api-error'
import type { Asset, AssetKind, AssetStage } from '@vitrine/contract/media'
import type { Db, Tx } from '@vitrine/database/connection'
import { removeJob } from '@vitrine/database/jobs'
import type { Storage } from '@vitrine/providers/storage'
import { and, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import {
  beginOperation,
  cancelOperation,
  createOperation,
  enqueueOperation,
  type OperationAttempt,
} from '../operations/operations.ts'
import { operations } from '../operations/tables.ts'
import type { Reader } from '../prepared.ts'
import { assets } from './tables.ts'

/** The job that normalises a customer's recording; its payload is `{ assetId }`. */
export const NORMALISE_TASK = 'normalise'

/** The record of a file, and the state of its normalisation; null where none is needed. */
export type AssetRecord = typeof assets.$inferSelect & {
  readonly stage: AssetStage | null
  readonly percent: number | null
}

function selectAssets(db: Reader) {
  return db
    .select({
      ...getTableColumns(assets),
      stage: sql<AssetStage | null>`${operations.stage}`,
      percent: operations.percent,
    })
    .from(assets)
    .leftJoin(operations, eq(operations.id, assets.operationId))
    .$dynamic()
}

export interface CatalogueAsset {
  /** `sha256:<hex of the bytes>`. */
  readonly id: string
  readonly kind: 'image' | 'video' | 'audio' | 'font'
  readonly mime: string
  readonly sizeBytes: number
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly durationMs?: number | undefined
  /** `public/<sha256>.<extension>`; `private/catalogue/…` for files that only buyers get. */
  readonly storageKey: string
}

/** Storage key of a catalogue file that only buyers get; undefined when there is none, or when its key can be guessed. */
export async function findPaidKey(db: Reader, id: string): Promise<string | undefined> {
  const [asset] = await db.select({ storageKey: assets.storageKey }).from(assets).where(eq(assets.id, id))
  const key = asset?.storageKey
  return key?.startsWith('private/') && !isGuessable(key, id) ? key : undefined
}

/** Earlier releases derived the key from the hash, which is also the public id. */
function isGuessable(key: string, id: string): boolean {
  return key.includes(id.slice('sha256:'.length))
}

/** Records a file of the catalogue. Idempotent: a public picture stays public and a private video private. */
export async function registerCatalogueAsset(tx: Tx, asset: CatalogueAsset): Promise<void> {
  assert(
    /^(public|private\/catalogue)\//.test(asset.storageKey),
    `catalogue files are public or for sale, got the key ${asset.storageKey}`,
  )
  const values = { ...asset, status: 'ready' as const }
  // A picture that one template shows publicly stays public, although another one sells the same file.
  const lasting = asset.kind === 'video' ? 'private/%' : 'public/%'
  const storageKey = sql`case when ${assets.storageKey} like ${lasting} then ${assets.storageKey} else excluded.storage_key end`
  await tx
    .insert(assets)
    .values(values)
    .onConflictDoUpdate({ target: assets.id, set: { ...values, storageKey } })
}

export interface NewUserAsset {
  readonly userId: string
  /** Its finished upload. One upload is one asset, however often it is requested. */
  readonly uploadId: string
  readonly kind: AssetKind
  readonly mime: string
  readonly sizeBytes: number
  readonly fileName: string
  /** As far as known before normalising. */
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly durationMs?: number | undefined
  /** The stored upload, for a file that a job normalises. */
  readonly originalKey?: string | undefined
}

/**
 * Records a customer's file before it is normalised, with status `processing`. `isNew` is false when the upload already has an
 * asset: only the call that gets true normalises it. Throws `upload-not-found` for another user's upload.
 */
export async function createUserAsset(tx: Tx, asset: NewUserAsset): Promise<{ asset: AssetRecord; isNew: boolean }> {
  const { userId, ...values } = asset
  const [created] = await tx
    .insert(assets)
    .values({
      ...values,
      id: sql`'u_' || uuidv7()::text`,
      ownerUserId: userId,
      status: 'processing',
      storedBytes: asset.sizeBytes,
    })
    .onConflictDoNothing({ target: assets.uploadId })
    .returning({ id: assets.id })
  const [existing] = await selectAssets(tx).where(eq(assets.uploadId, asset.uploadId))
  if (existing && existing.id === created?.id) return { asset: existing, isNew: true }
  if (existing?.ownerUserId !== userId) throw new ApiError('upload-not-found')
  if (existing.deletedAt) throw new ApiError('asset-deleted')
  return { asset: existing, isNew: false }
}

/**
 * Enqueues the job that normalises a file; it runs only if the caller's transaction commits. The files of one account run one
 * after another, with a priority that falls with their number, so that no customer's first file waits behind another's tenth.
 */
export async function queueNormalising(tx: Tx, { id: assetId, ownerUserId }: AssetRecord): Promise<void> {
  assert(ownerUserId, `asset ${assetId} is nobody's upload`)
  const operationId = await createOperation(tx, { id: uploadOperationId(assetId), kind: 'upload', ownerUserId })
  await tx.update(assets).set({ operationId }).where(eq(assets.id, assetId))
  const isWaiting = and(eq(assets.ownerUserId, ownerUserId), eq(assets.status, 'processing'), isNull(assets.deletedAt))
  await enqueueOperation(
    tx,
    NORMALISE_TASK,
    { assetId },
    {
      jobKey: jobKey(assetId),
      queueName: `${NORMALISE_TASK}:${ownerUserId}`,
      priority: await tx.$count(assets, isWaiting),
    },
  )
}

/** The id of the operation that normalises a customer's file. */
export function uploadOperationId(assetId: string): string {
  return assetId.slice('u_'.length)
}

/** An upload and the attempt that normalises it. */
interface UploadWork {
  readonly operation: OperationAttempt
  readonly assetId: string
  readonly uploadId: string | null
  /** Storage key of the upload. */
  readonly originalKey: string
}

/** Begins an attempt to normalise a file; undefined when it is done, failed or deleted. */
export async function beginNormalising(tx: Tx, assetId: string): Promise<UploadWork | undefined> {
  const operation = await beginOperation(tx, uploadOperationId(assetId), 'analysing')
  const asset = operation && (await findAsset(tx, assetId))
  if (!asset || asset.deletedAt || asset.originalKey === null) return undefined
  return { operation, assetId, uploadId: asset.uploadId, originalKey: asset.originalKey }
}

export interface NormalisedFile {
  /** Set when the file's kind differs from what its container suggested. */
  readonly kind?: AssetKind | undefined
  readonly mime: string
  readonly sizeBytes: number
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly durationMs?: number | undefined
  /** The file that renders use. */
  readonly storageKey: string
  /** The smaller copy for the editor. */
  readonly proxyKey: string
  readonly posterKey?: string | undefined
  /** The size of all its files; by default `sizeBytes`. */
  readonly storedBytes?: number | undefined
  readonly loudnessLufs?: number | null | undefined
  readonly truePeakDb?: number | null | undefined
}

/**
 * Records a normalised file as ready for use. Returns undefined when its owner deleted it in the meantime, or it was already
 * finished: the caller then removes the files it created.
 */
export async function finishAsset(tx: Tx, assetId: string, file: NormalisedFile): Promise<AssetRecord | undefined> {
  const { rowCount } = await tx
    .update(assets)
    .set({ storedBytes: file.sizeBytes, ...file, status: 'ready', originalKey: null })
    .where(and(eq(assets.id, assetId), eq(assets.status, 'processing'), isNull(assets.deletedAt)))
  return rowCount === 1 ? findAsset(tx, assetId) : undefined
}

/** Records that a file cannot be used, with a message for its owner. The caller removes its upload. */
export async function failAsset(
  tx: Tx,
  assetId: string,
  { code, message }: { code: string; message: string },
): Promise<void> {
  await tx
    .update(assets)
    .set({ status: 'failed', errorCode: code, errorMessage: message, originalKey: null, storedBytes: 0 })
    .where(and(eq(assets.id, assetId), eq(assets.status, 'processing')))
}

/** Bytes that a customer's library uses. */
export async function readLibraryBytes(db: Reader, userId: string): Promise<number> {
  const [sum] = await db
    .select({ bytes: sql<string>`coalesce(sum(${assets.storedBytes}), 0)` })
    .from(assets)
    .where(and(eq(assets.ownerUserId, userId), isNull(assets.deletedAt)))
  return Number(sum?.bytes ?? 0)
}

/** The asset that was already created from a user's upload, if any. Throws `asset-deleted`. */
export async function findUploadedAsset(
  db: Reader,
  userId: string,
  uploadId: string,
): Promise<AssetRecord | undefined> {
  const [asset] = await selectAssets(db).where(and(eq(assets.uploadId, uploadId), eq(assets.ownerUserId, userId)))
  if (asset?.deletedAt) throw new ApiError('asset-deleted')
  return asset
}

/** The record of a file, including deleted ones; undefined for an unknown id. */
export async function findAsset(db: Reader, assetId: string): Promise<AssetRecord | undefined> {
  const [asset] = await selectAssets(db).where(eq(assets.id, assetId))
  return asset
}

/** A customer's own file. Throws `asset-not-found` (also for another user's file) and `asset-deleted`. */
export async function getUserAsset(db: Reader, userId: string, assetId: string): Promise<AssetRecord> {
  const asset = await findAsset(db, assetId)
  if (asset?.ownerUserId !== userId) throw new ApiError('asset-not-found')
  if (asset.deletedAt) throw new ApiError('asset-deleted')
  return asset
}

/** A customer's files, newest first, at most 500. */
export async function listUserAssets(db: Db, userId: string): Promise<AssetRecord[]> {
  return selectAssets(db)
    .where(and(eq(assets.ownerUserId, userId), isNull(assets.deletedAt)))
    .orderBy(desc(assets.createdAt), desc(assets.id))
    .limit(500)
}

/** The records of these ids, deleted ones included; the map omits unknown ids. */
export async function getAssets(db: Reader, assetIds: readonly string[]): Promise<Map<string, AssetRecord>> {
  if (assetIds.length === 0) return new Map()
  // Passed as one parameter, because PostgreSQL accepts at most 65,535.
  const isOne = sql`${assets.id} = any(${sql.param([...new Set(assetIds)])}::text[])`
  const rows = await selectAssets(db).where(isOne)
  return new Map(rows.map((asset) => [asset.id, asset]))
}

/** A public file of the catalogue. */
interface PublicFile {
  readonly url: string
  readonly storageKey: string
  readonly width: number | null
  readonly height: number | null
}

/** The published files of this kind among these ids. An id alone does not tell: paid files have ids of the same form. */
export async function findPublicFiles(
  db: Reader,
  kind: 'image' | 'font',
  ids: readonly (string | null)[],
): Promise<Map<string, PublicFile>> {
  const found = await getAssets(
    db,
    ids.filter((id) => id !== null),
  )
  return new Map(
    [...found].flatMap(([id, asset]) => {
      const { storageKey, width, height } = asset
      if (asset.kind !== kind || !storageKey?.startsWith('public/')) return []
      return [[id, { url: publicUrl(storageKey), storageKey, width, height }]]
    }),
  )
}

/** The bytes of a published picture; undefined without an id, and for one that is gone or was never public. */
export async function readPublicPicture(
  { db, storage }: { readonly db: Reader; readonly storage: Storage },
  id: string | null,
): Promise<Buffer | undefined> {
  const key = (await findPublicFiles(db, 'image', [id])).get(id ?? '')?.storageKey
  if (!key || !(await storage.exists(key))) return undefined
  return buffer((await storage.open(key)).stream)
}

/** The address of a published picture; null without an id, or when there is no such picture. */
export async function findPictureUrl(db: Reader, assetId: string | null): Promise<string | null> {
  return assetId === null ? null : ((await findPublicFiles(db, 'image', [assetId])).get(assetId)?.url ?? null)
}

/**
 * Deletes a customer's file and returns the storage keys that the caller removes after the commit. The record stays, so that
 * projects which used it can name what is missing. Throws `asset-not-found` and `asset-deleted`.
 */
export async function deleteAsset(tx: Tx, userId: string, assetId: string): Promise<string[]> {
  const asset = await getUserAsset(tx, userId, assetId)
  const [deleted] = await tx
    .update(assets)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(assets.id, assetId), isNull(assets.deletedAt)))
    .returning(FILE_KEYS)
  if (!deleted) throw new ApiError('asset-deleted', { assetId: asset.id })
  if (asset.operationId !== null && (await cancelOperation(tx, asset.operationId))) await removeJob(tx, jobKey(assetId))
  return listKeys([deleted])
}

/** Removes every record of a customer's files and returns the storage keys to remove, for the deletion of an account. */
export async function eraseUserAssets(tx: Tx, userId: string): Promise<string[]> {
  const erased = await tx
    .delete(assets)
    .where(eq(assets.ownerUserId, userId))
    .returning({ id: assets.id, status: assets.status, ...FILE_KEYS })
  for (const { id, status } of erased) if (status === 'processing') await removeJob(tx, jobKey(id))
  return listKeys(erased)
}

const FILE_KEYS = {
  storageKey: assets.storageKey,
  proxyKey: assets.proxyKey,
  posterKey: assets.posterKey,
  originalKey: assets.originalKey,
}

/** The storage keys of all files of these records, without duplicates. */
function listKeys(records: readonly { readonly [Key in keyof typeof FILE_KEYS]: string | null }[]): string[] {
  const keys = records.flatMap(({ storageKey, proxyKey, posterKey, originalKey }) => [
    storageKey,
    proxyKey,
    posterKey,
    originalKey,
  ])
  return [...new Set(keys.filter((key) => key !== null))]
}

function jobKey(assetId: string): string {
  return `normalise:${assetId}`
}

/** The permanent URL of a public file. */
export function publicUrl(storageKey: string): string {
  assert(storageKey.startsWith('public/'), `${storageKey} is not a public file`)
  return `/media/${storageKey.slice('public/'.length)}`
}

/** Maps the state of an operation to the status of its file. */
function toAssetStatus({ status, stage }: Pick<AssetRecord, 'status' | 'stage'>): Asset['status'] {
  if (status !== 'processing') return status === 'ready' ? 'succeeded' : 'failed'
  return stage === null ? 'queued' : 'running'
}

/** The wire form of a customer's file. `signUrl` creates an expiring URL of a private storage key. */
export function toAsset(asset: AssetRecord, signUrl: (storageKey: string) => string): Asset {
  assert(asset.kind !== 'font', `asset ${asset.id} of a customer is a font`)
  return {
    assetId: asset.id,
    kind: asset.kind,
    status: toAssetStatus(asset),
    width: asset.width,
    height: asset.height,
    durationSeconds: asset.durationMs === null ? null : asset.durationMs / 1000,
    sizeBytes: asset.sizeBytes,
    fileName: asset.fileName,
    url: asset.status === 'ready' && asset.proxyKey ? signUrl(asset.proxyKey) : null,
    posterUrl: asset.status === 'ready' && asset.posterKey ? signUrl(asset.posterKey) : null,
    stage: asset.status === 'processing' ? (asset.stage ?? 'waiting') : null,
    percent: asset.status === 'ready' ? 100 : (asset.percent ?? 0),
    loudnessLufs: asset.loudnessLufs,
    truePeakDb: asset.truePeakDb,
    errorCode: asset.errorCode,
    errorMessage: asset.errorMessage,
    createdAt: asset.createdAt.toISOString(),
  }
}
