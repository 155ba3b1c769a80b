// Publishes and withdraws templates.

import { ApiError } from '@vitrine/contract/api-error'
import type { MissingPart } from '@vitrine/contract/publishing'
import { createSentence, fillSentence } from '@vitrine/contract/sentence'
import type { Tx } from '@vitrine/database/connection'
import { msg } from '@vitrine/language/texts'
import { eq, sql } from 'drizzle-orm'
import type { Reader } from '../prepared.ts'
import { announceCatalogueChange } from './edit.ts'
import { findPreview, type PreviewRow, shownColumns } from './preview.ts'
import { type LintLine, templates } from './tables.ts'
import { findNewestVersionId, getTemplateVersion } from './version.ts'

export type TemplateRow = typeof templates.$inferSelect

/** Who puts a template on sale. A program may not republish a withdrawn one. */
export type Seller = 'staff' | 'program'

/** The changed state, for the audit log. */
interface SaleState {
  readonly status: TemplateRow['status']
  readonly versionId: string | null
}

/**
 * Puts a template on sale with the named version, or by default the current one (for a draft, the newest). Projects stay on the
 * version they began with. Throws `template-not-found`, `version-not-found`, `template-incomplete` with the missing parts, and
 * `template-withdrawn` for a program. Only `publish` of `store/admin` calls this, so that every publication has an audit event.
 */
export async function publishVersion(
  tx: Tx,
  templateId: string,
  { versionId: requestedId, by }: { readonly versionId?: string | undefined; readonly by: Seller },
): Promise<{ before: SaleState; after: SaleState }> {
  const row = await lockTemplate(tx, templateId)
  if (row.status === 'withdrawn' && by === 'program') throw new ApiError('template-withdrawn')
  const newestId = row.status === 'draft' ? await findNewestVersionId(tx, templateId) : row.currentVersionId
  const versionId = requestedId ?? newestId ?? undefined
  const missing = await listMissing(tx, row, versionId)
  if (missing.length > 0 || versionId === undefined)
    throw new ApiError('template-incomplete', { missing }, missing.map(({ message }) => message).join(' '))
  const before = { status: row.status, versionId: row.currentVersionId }
  const after = { status: 'published' as const, versionId }
  if (before.status === after.status && before.versionId === after.versionId) return { before, after }
  const shown = await findPreview(tx, versionId)
  await tx
    .update(templates)
    .set({ status: 'published', currentVersionId: versionId, ...(shown && shownColumns(shown)), updatedAt: sql`now()` })
    .where(eq(templates.id, templateId))
  await announceCatalogueChange(tx)
  return { before, after }
}

/** Withdraws a template; its owners keep it. Returns its previous status. Throws `template-not-found`. */
export async function withdrawTemplate(tx: Tx, templateId: string): Promise<TemplateRow['status']> {
  const { status } = await lockTemplate(tx, templateId)
  if (status !== 'withdrawn') {
    await tx.update(templates).set({ status: 'withdrawn', updatedAt: sql`now()` }).where(eq(templates.id, templateId))
    await announceCatalogueChange(tx)
  }
  return status
}

async function lockTemplate(tx: Tx, templateId: string): Promise<TemplateRow> {
  const [row] = await tx.select().from(templates).where(eq(templates.id, templateId)).for('no key update')
  if (!row) throw new ApiError('template-not-found')
  return row
}

/** The parts that a version still lacks for publishing, in the order in which an owner supplies them. */
export async function listMissing(
  db: Reader,
  template: Pick<TemplateRow, 'id' | 'name' | 'description' | 'sections' | 'categories' | 'licenseName'>,
  versionId: string | undefined,
): Promise<MissingPart[]> {
  const words = missingWords(template)
  if (versionId === undefined) return [{ part: 'document', message: 'There is no document yet.' }, ...words]
  const { report } = await getTemplateVersion(db, template.id, versionId)
  return [...missingInReport(report), ...words, ...missingShown(await findPreview(db, versionId))]
}

function missingInReport(report: readonly LintLine[] | null): MissingPart[] {
  const count = report?.filter(({ severity }) => severity === 'error').length ?? 0
  if (count === 0) return []
  const text =
    count === 1
      ? msg('One part of the file cannot be drawn: see the report.')
      : msg('{count} parts of the file cannot be drawn: see the report.')
  const sentence = createSentence(text, { count })
  return [{ part: 'report', message: fillSentence(sentence), sentence }]
}

function missingWords(template: Parameters<typeof listMissing>[1]): MissingPart[] {
  const isThere: [MissingPart['part'], boolean, string][] = [
    ['name', template.name.trim() !== '', msg('It has no name.')],
    ['description', template.description.trim() !== '', msg('It has no description.')],
    ['sections', template.sections.length > 0, msg('It is in no section.')],
    ['categories', template.categories.length > 0, msg('It is in no category.')],
    ['license', template.licenseName.trim() !== '', msg('It has no licence.')],
  ]
  return isThere.filter(([, isPresent]) => !isPresent).map(([part, , message]) => ({ part, message }))
}

function missingShown(preview: PreviewRow | undefined): MissingPart[] {
  if (preview?.status === 'succeeded') return []
  if (preview?.status === 'failed') return [{ part: 'preview', message: 'Its preview could not be made.' }]
  return [{ part: 'preview', message: 'Its poster and preview are not made yet.' }]
}
