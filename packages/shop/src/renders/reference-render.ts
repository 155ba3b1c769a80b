// Reference renders: videos of templates with nothing filled in. A customer's render copies from them the parts that it does
// not change.
import type { TemplateDocument } from '@vitrine/composition/document'
import type { Db, Tx } from '@vitrine/database/connection'
import { enqueue } from '@vitrine/database/jobs'
import { eq, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { listDocumentAssetIds } from '../catalogue/document-asset.ts'
import { getVersion } from '../catalogue/template-version.ts'
import { type AssetRecord, getAssets } from '../media/media.ts'
import { referenceRenders } from './tables.ts'

/** The name of the job that makes one; its payload is a `ReferenceRenderRequest`. */
export const REFERENCE_RENDER_TASK = 'base-film'

/** What a base film is to be. */
export const referenceRenderRequest = z.object({
  /** Hash of everything that decides how the film looks and is encoded. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  versionId: z.uuid(),
  width: z.int().positive(),
  height: z.int().positive(),
  crf: z.number(),
  /** An aspect of the template's variants, such as `9:16`; as designed without. */
  variant: z.string().optional(),
})
export type ReferenceRenderRequest = z.infer<typeof referenceRenderRequest>

/** A job for later: films that somebody waits for are made before it. */
const AFTER_ALL_OTHERS = 50
/** A second failure would not be the last: films are made without a base all the same. */
const ATTEMPTS = 2
/** A base that no film was made from for so long is given up; the next film asks for it again. */
const IDLE_DAYS = 30

/** What a worker needs to make a base film. */
export interface ReferenceRenderWork {
  readonly document: TemplateDocument
  /** Records of the template's files. */
  readonly assets: ReadonlyMap<string, AssetRecord>
}

/** The storage key of a base film that exists, which thereby counts as used. */
export async function findReferenceRender(db: Db, key: string): Promise<string | undefined> {
  const [base] = await db
    .update(referenceRenders)
    .set({ usedAt: sql`now()` })
    .where(eq(referenceRenders.key, key))
    .returning({ storageKey: referenceRenders.storageKey })
  return base?.storageKey
}

/** Lets a base film be made when there is time. However often it is asked for, it is made once. */
export async function requestReferenceRender(tx: Tx, order: ReferenceRenderRequest): Promise<void> {
  const jobKey = `${REFERENCE_RENDER_TASK}:${order.key}`
  await enqueue(tx, REFERENCE_RENDER_TASK, order, { jobKey, priority: AFTER_ALL_OTHERS, maxAttempts: ATTEMPTS })
}

/** What an ordered base film is made from. */
export async function getReferenceRenderWork(
  db: Db,
  { versionId }: ReferenceRenderRequest,
): Promise<ReferenceRenderWork> {
  const { document } = await getVersion(db, versionId)
  return { document, assets: await getAssets(db, listDocumentAssetIds(document)) }
}

/** Records a finished base film. Answers false when another was recorded meanwhile: the file is then to be removed. */
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

/** Gives up a base film whose file is gone, so that it is made anew. */
export async function forgetReferenceRender(db: Db, key: string): Promise<void> {
  await db.delete(referenceRenders).where(eq(referenceRenders.key, key))
}

/** Gives up the base films of a template that is to be thrown away. Their files are swept with the other unused ones. */
export async function forgetReferenceRenders(tx: Tx, templateId: string): Promise<void> {
  await tx.execute(sql`
    delete from base_films where version_id in (select id from template_versions where template_id = ${templateId})`)
}

/** Gives up base films that nobody has used for a month. Their files are swept with the other unused ones. */
export async function forgetIdleReferenceRenders(db: Db): Promise<void> {
  await db.delete(referenceRenders).where(lt(referenceRenders.usedAt, sql`now() - make_interval(days => ${IDLE_DAYS})`))
}
