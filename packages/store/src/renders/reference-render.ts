// Reference renders: videos of templates without customer input. A customer's render copies the parts that it does not change.

import type { Db, Tx } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import type { TemplateDocument } from '@vitrine/document/document'
import { eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { getVersion } from '../catalogue/template-version.ts'
import { listDocumentAssetIds } from '../catalogue/version.ts'
import { type AssetRecord, getAssets } from '../media/media.ts'
import { referenceRenders } from './tables.ts'

/** The job that renders one; its payload is a `ReferenceRenderRequest`. */
export const REFERENCE_RENDER_TASK = 'reference-render'

/** The reference render to make. */
export const referenceRenderRequest = z.object({
  /** Hash of everything that affects how the video looks and is encoded. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  versionId: z.uuid(),
  width: z.int().positive(),
  height: z.int().positive(),
  crf: z.number(),
  /** An aspect of the template's variants, such as `9:16`; absent for the designed shape. */
  variant: z.string().optional(),
  /** The watermark text, for previews. */
  watermark: z.string().optional(),
})
export type ReferenceRenderRequest = z.infer<typeof referenceRenderRequest>

/** Low priority: renders that customers wait for come first. */
const AFTER_ALL_OTHERS = 50
/** After two failures a further attempt would also fail; renders work without a reference. */
const ATTEMPTS = 2
/** A reference render that no render has used for this long is deleted; the next render requests it again. */
const IDLE_DAYS = 30

/** The inputs for the worker. */
interface ReferenceRenderWork {
  readonly document: TemplateDocument
  /** Records of the template's files. */
  readonly assets: ReadonlyMap<string, AssetRecord>
}

/** The storage key of a reference render. Marks it as used. */
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

/** Loads the inputs of a requested reference render. */
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

/** Deletes the record of a reference render with a missing file, so that it is rendered again. */
export async function deleteReferenceRender(db: Db, key: string): Promise<void> {
  await db.delete(referenceRenders).where(eq(referenceRenders.key, key))
}

/** Deletes the records of a deleted template's reference renders. Maintenance removes their files as unused. */
export async function deleteReferenceRenders(tx: Tx, templateId: string): Promise<void> {
  await tx.execute(sql`
    delete from reference_renders where version_id in (select id from template_versions where template_id = ${templateId})`)
}

/** Deletes the records of reference renders unused for a month. Maintenance removes their files as unused. */
export async function deleteIdleReferenceRenders(db: Db): Promise<void> {
  await db.delete(referenceRenders).where(lt(referenceRenders.usedAt, sql`now() - make_interval(days => ${IDLE_DAYS})`))
}
