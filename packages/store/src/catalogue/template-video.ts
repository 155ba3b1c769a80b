// Videos and alpha videos inside templates. The full-size files are private, for customers who bought the template; everyone else
// edits with a small copy that a worker creates.

import type { EditingCopy } from '@vitrine/contract/publishing'
import type { Db, Tx } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import type { TemplateDocument } from '@vitrine/document/document'
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { assets } from '../media/tables.ts'
import type { Reader } from '../prepared.ts'
import { announceCatalogueChange } from './edit.ts'

/** The job that makes a video private and creates its editing copy; its payload is `{ assetId }`. */
export const TEMPLATE_VIDEO_TASK = 'template-video'

/** Runs after the renders that customers wait for, and before posters and previews: editors need the copy to show the video. */
const BEFORE_PREVIEWS = 10
const ATTEMPTS = 3

type TemplateUse = 'video' | 'plate' | 'goods'

/** A video whose key contains its public id, or one without a copy that is not known to be unreadable. */
const isUnfinished = sql`(${assets.storageKey} like '%' || substr(${assets.id}, 8) || '%'
  or (${assets.templateUse} <> 'goods' and ${assets.proxyKey} is null and ${assets.errorCode} is null))`

/** Records how a document uses its registered videos, and enqueues their processing. */
export async function registerTemplateVideos(tx: Tx, document: TemplateDocument): Promise<void> {
  for (const [assetId, use] of listVideos(document)) {
    // A ready-made video of one template can be part of another.
    const templateUse =
      use === 'goods'
        ? sql`case when ${assets.templateUse} in ('video', 'plate') then ${assets.templateUse} else 'goods' end`
        : use
    await tx
      .update(assets)
      .set({ templateUse, errorCode: null, errorMessage: null })
      .where(and(eq(assets.id, assetId), eq(assets.kind, 'video'), isNull(assets.ownerUserId)))
    await enqueueTemplateVideos(tx, assetId)
  }
}

function listVideos({ assets: files, fields }: TemplateDocument): [assetId: string, use: TemplateUse][] {
  return Object.entries(files).flatMap(([assetId, { kind }]): [string, TemplateUse][] => {
    if (kind !== 'video' && kind !== 'plate') return []
    if (fields.length === 0) return [[assetId, 'goods']]
    return [[assetId, kind === 'plate' ? 'plate' : 'video']]
  })
}

/** Enqueues the processing of every unfinished video, or of one. Idempotent. */
export async function enqueueTemplateVideos(tx: Tx, assetId?: string): Promise<void> {
  const unfinished = await tx
    .select({ id: assets.id })
    .from(assets)
    .where(
      and(
        sql`${assets.templateUse} is not null`,
        isUnfinished,
        assetId === undefined ? undefined : eq(assets.id, assetId),
      ),
    )
  for (const { id } of unfinished) {
    const options = { jobKey: `${TEMPLATE_VIDEO_TASK}:${id}`, priority: BEFORE_PREVIEWS, maxAttempts: ATTEMPTS }
    await enqueue(tx, TEMPLATE_VIDEO_TASK, { assetId: id }, options)
  }
}

export interface TemplateVideo {
  readonly id: string
  readonly mime: string
  readonly use: TemplateUse
  readonly storageKey: string
  /** Storage key of the editing copy; null until it exists. */
  readonly copyKey: string | null
}

/** A template's video; undefined for any other file. */
export async function findTemplateVideo(db: Reader, assetId: string): Promise<TemplateVideo | undefined> {
  const [asset] = await db.select().from(assets).where(eq(assets.id, assetId))
  if (!asset?.templateUse || asset.storageKey === null) return undefined
  const { id, mime, templateUse: use, storageKey, proxyKey: copyKey } = asset
  return { id, mime, use, storageKey, copyKey }
}

/** Records the new storage key of a full-size video. */
export async function moveTemplateVideo(db: Db, assetId: string, storageKey: string): Promise<void> {
  await db.update(assets).set({ storageKey }).where(eq(assets.id, assetId))
}

/** Whether any public file has this storage key. */
export async function isShown(db: Db, storageKey: string): Promise<boolean> {
  return (await db.$count(assets, sql`${assets.proxyKey} = ${storageKey} or ${assets.storageKey} = ${storageKey}`)) > 0
}

/** Records the editing copy of a video. */
export async function recordEditingCopy(tx: Tx, assetId: string, proxyKey: string): Promise<void> {
  await tx.update(assets).set({ proxyKey }).where(eq(assets.id, assetId))
  await announceCatalogueChange(tx)
}

/** Records that no copy can be created; retried only when the video is registered again. */
export async function failEditingCopy(tx: Tx, assetId: string, message: string): Promise<void> {
  await tx
    .update(assets)
    .set({ errorCode: 'no-editing-copy', errorMessage: message })
    .where(and(eq(assets.id, assetId), isNull(assets.proxyKey)))
}

/** State of the editing copies of a document's videos, ordered by id. */
export async function listEditingCopies(db: Reader, document: TemplateDocument): Promise<EditingCopy[]> {
  const ids = listVideos(document).map(([assetId]) => assetId)
  if (ids.length === 0) return []
  const rows = await db
    .select({ assetId: assets.id, copyKey: assets.proxyKey, errorCode: assets.errorCode, message: assets.errorMessage })
    .from(assets)
    .where(and(inArray(assets.id, ids), ne(assets.templateUse, 'goods')))
    .orderBy(assets.id)
  return rows.map(({ assetId, copyKey, errorCode, message }) => {
    if (copyKey !== null) return { assetId, status: 'succeeded', errorMessage: null }
    return errorCode === null
      ? { assetId, status: 'queued', errorMessage: null }
      : { assetId, status: 'failed', errorMessage: message }
  })
}
