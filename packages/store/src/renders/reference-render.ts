// Reference renders: videos of templates with nothing filled in. A customer's render copies from them the parts that it does
// not change.

import type { Db, Tx } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import type { TemplateDocument } from '@vitrine/document/document'
import { eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { listDocumentAssetIds } from '../catalogue/document-asset.ts'
import { getVersion } from '../catalogue/template-version.ts'
import { type AssetRecord, getAssets } from '../media/media.ts'
import { referenceRenders } from './tables.ts'

/** The name of the job that makes one; its payload is a `ReferenceRenderRequest`. */
export const REFERENCE_RENDER_TASK = 'reference-render'

/** The reference render to make. */
export const referenceRenderRequest = z.object({
  /** Hash of everything that decides how the video looks and is encoded. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  versionId: z.uuid(),
  width: z.int().positive(),
  height: z.int().positive(),
  crf: z.number(),
  /** An aspect of the template's variants, such as `9:16`; as designed without. */
  variant: z.string().optional(),
  /** The text of the mark over it: previews have one. */
  watermark: z.string().optional(),
})
export type ReferenceRenderRequest = z.infer<typeof referenceRenderRequest>

/** Low priority: renders that customers wait for come first. */
const AFTER_ALL_OTHERS = 50
/** After a second failure, further attempts would fail as well; renders work without a reference. */
const ATTEMPTS = 2
/** A reference render that no render has used for this long is deleted; the next render requests it again. */
const IDLE_DAYS = 30

/** What a worker needs to make a reference render. */
export interface ReferenceRenderWork {
  readonly document: TemplateDocument
  /** Records of the template's files. */
  readonly assets: ReadonlyMap<string, AssetRecord>
}

/** The storage key of a reference render, which is marked as used. */
export async function findReferenceRender(db: Db, key: string): Promise<string | undefined> {
  const [base] = await db
    .update(referenceRenders)
    .set({ usedAt: sql`now()` })
    .where(eq(referenceRenders.key, key))
    .returning({ storageKey: referenceRenders.storageKey })
  return base?.storageKey
}

/** Enqueues a reference render with low priority, once for any number of requests. */
export async function requestReferenceRender(tx: Tx, order: ReferenceRenderRequest): Promise<void> {
  const jobKey = `${REFERENCE_RENDER_TASK}:${order.key}`
  await enqueue(tx, REFERENCE_RENDER_TASK, order, { jobKey, priority: AFTER_ALL_OTHERS, maxAttempts: ATTEMPTS })
}

/** Loads what a requested reference render is made from. */
export async function getReferenceRenderWork(
  db: Db,
  { versionId }: ReferenceRenderRequest,
): Promise<ReferenceRenderWork> {
  const { document } = await getVersion(db, versionId)
  return { document, assets: await getAssets(db, listDocumentAssetIds(document)) }
}

/** Records a finished reference render. Returns false when another was recorded meanwhile: the caller then removes the file. */
export async function recordReferenceRender(
  tx: Tx,
  { key, versionId }: ReferenceRenderRequest,
  file: { readonly storageKey: string; readonly sizeBytes: number },
): Promise<boolean> {
  const { rowCount } = await tx
    .insert(referenceRenders)
    .values({ key, versionId, ...file })
    .onConflictDoNothing()
  return rowCount === 1
}

/** Deletes the record of a reference render whose file is gone, so that it is made again. */
export async function forgetReferenceRender(db: Db, key: string): Promise<void> {
  await db.delete(referenceRenders).where(eq(referenceRenders.key, key))
}

/** Deletes the reference renders of a template that is being deleted. Their files are removed with the other unused files. */
export async function forgetReferenceRenders(tx: Tx, templateId: string): Promise<void> {
  await tx.execute(sql`
    delete from reference_renders where version_id in (select id from template_versions where template_id = ${templateId})`)
}

/** Deletes reference renders unused for a month. Their files are removed with the other unused files. */
export async function forgetIdleReferenceRenders(db: Db): Promise<void> {
  await db.delete(referenceRenders).where(lt(referenceRenders.usedAt, sql`now() - make_interval(days => ${IDLE_DAYS})`))
}
