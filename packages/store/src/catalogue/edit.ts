// Changes of a template's listing and free period, which need no new document, and their announcement. Purchases keep their name and licence.
import assert from 'node:assert/strict'
import { ApiError } from '@vitrine/contract/api-error'
import type { TemplateKind } from '@vitrine/contract/catalogue'
import type { ListingPart } from '@vitrine/contract/listing'
import type { Db, Tx } from '@vitrine/database/connection'
import { desc, eq, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { LISTING_COLUMNS, type ListingRow, toListingRow } from './row.ts'
import { templates, templateVersions } from './tables.ts'

/**
 * Changes the given fields of a listing and returns the whole listing before and after. Throws `template-not-found`, and
 * `invalid-input` for a kind that does not fit the document.
 */
export async function editTemplate(
  tx: Tx,
  templateId: string,
  edit: ListingPart,
): Promise<{ before: ListingRow; after: ListingRow }> {
  const [before] = await tx
    .select(LISTING_COLUMNS)
    .from(templates)
    .where(eq(templates.id, templateId))
    .for('no key update')
  if (!before) throw new ApiError('template-not-found')
  if (edit.kind !== undefined && edit.kind !== before.kind) await requireSameKind(tx, templateId, edit.kind)
  const [after] = await tx
    .update(templates)
    .set({ ...toListingRow(edit), updatedAt: sql`now()` })
    .where(eq(templates.id, templateId))
    .returning(LISTING_COLUMNS)
  assert(after, `template ${templateId} disappeared under its lock`)
  await announceCatalogueChange(tx)
  return { before, after }
}

/** A picture cannot be sold as a video, nor a video as a picture; both can be sold ready-made. */
async function requireSameKind(tx: Tx, templateId: string, kind: TemplateKind): Promise<void> {
  const [version] = await tx
    .select({ durationFrames: templateVersions.durationFrames })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.id, templates.currentVersionId))
    .where(eq(templates.id, templateId))
  const isPicture = version?.durationFrames === 1
  if (version && kind !== 'direct-sell' && (kind === 'image') !== isPicture)
    throw new ApiError(
      'invalid-input',
      { issues: [] },
      isPicture ? 'This is a picture, not a video' : 'This is a video, not a picture',
    )
}

/** The row of a template, whatever its status. Throws `template-not-found`. */
export async function getTemplateRow(db: Reader, templateId: string): Promise<typeof templates.$inferSelect> {
  const [row] = await db.select().from(templates).where(eq(templates.id, templateId))
  if (!row) throw new ApiError('template-not-found')
  return row
}

/** Whether a template is on sale; undefined for one that does not exist. */
export async function findStatus(
  db: Reader,
  templateId: string,
): Promise<(typeof templates.$inferSelect)['status'] | undefined> {
  const [row] = await db.select({ status: templates.status }).from(templates).where(eq(templates.id, templateId))
  return row?.status
}

/** The ids of all templates, including drafts and withdrawn ones. */
export async function listTemplateIds(db: Reader): Promise<string[]> {
  const rows = await db.select({ id: templates.id }).from(templates).orderBy(templates.id)
  return rows.map(({ id }) => id)
}

/** A version without its document. */
type VersionSummary = Omit<
  typeof templateVersions.$inferSelect,
  'document' | 'templateId' | 'editable' | 'report' | 'shapes' | 'layoutVersion'
>

/** All versions of a template, newest first. */
export function listTemplateVersions(db: Db, templateId: string): Promise<VersionSummary[]> {
  const { id, documentHash, sizeBytes, width, height, fpsNumerator, fpsDenominator, durationFrames, createdAt } =
    templateVersions
  return db
    .select({ id, documentHash, sizeBytes, width, height, fpsNumerator, fpsDenominator, durationFrames, createdAt })
    .from(templateVersions)
    .where(eq(templateVersions.templateId, templateId))
    .orderBy(desc(createdAt), desc(id))
}

/** PostgreSQL's channel that announces changes of the catalogue. Purchases are not announced: they affect only the sort order, which may be slightly stale. */
export const CATALOGUE_CHANNEL = 'vitrine_catalogue'

/** Notifies every server when the transaction commits; servers then drop their cached responses. */
export async function announceCatalogueChange(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_notify(${CATALOGUE_CHANNEL}, '')`)
}

const { freeFrom, freeUntil } = templates

/** First and last day, or neither. */
type FreeDays = Pick<typeof templates.$inferSelect, 'freeFrom' | 'freeUntil'>

/**
 * Sets the first and last day on which a template is free; null ends the period. Earlier purchases are neither charged nor
 * refunded. Returns the days before and after. Throws `template-not-found`.
 */
export async function setFreePeriod(
  tx: Tx,
  templateId: string,
  period: { readonly from: string; readonly until: string } | null,
): Promise<{ before: FreeDays; after: FreeDays }> {
  const isThis = eq(templates.id, templateId)
  const [before] = await tx.select({ freeFrom, freeUntil }).from(templates).where(isThis).for('no key update')
  if (!before) throw new ApiError('template-not-found')
  const after = { freeFrom: period?.from ?? null, freeUntil: period?.until ?? null }
  await tx
    .update(templates)
    .set({ ...after, updatedAt: sql`now()` })
    .where(isThis)
  await announceCatalogueChange(tx)
  return { before, after }
}
