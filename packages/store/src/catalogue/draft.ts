// Templates before they are on sale: creating a draft, adding a version, deleting a draft. A worker renders poster and preview of
// each version; a template becomes visible when it is published.

import { ApiError } from '@vitrine/contract/api-error'
import type { TemplateKind } from '@vitrine/contract/catalogue'
import { type Listing, type ListingPart, newListing } from '@vitrine/contract/listing'
import type { FieldRevisions } from '@vitrine/contract/publishing'
import { isReservedTemplateId, RESERVED_TEMPLATE_ID } from '@vitrine/contract/template-id'
import type { Tx } from '@vitrine/database/connection'
import type { TemplateDocument } from '@vitrine/document/document'
import { changeFields } from '@vitrine/project/template-field'
import { eq, sql } from 'drizzle-orm'
import { type CatalogueAsset, registerCatalogueAsset } from '../media/media.ts'
import { findViolatedConstraint } from '../violation.ts'
import { findPreview, recordPreview, requestPreview } from './preview.ts'
import { toListingRow } from './row.ts'
import { type LintLine, templates, templateVersions } from './tables.ts'
import {
  type AddedVersion,
  addVersion,
  assertAssetsAreRegistered,
  getTemplateVersion,
  listDocumentAssetIds,
  requireValidDocument,
  withCatalogueFiles,
} from './version.ts'

/** A draft starts with the input's listing fields; the others come from `newListing`. */
interface NewDraft extends ListingPart {
  /** Derived from the name by default. */
  readonly id?: string | undefined
  readonly name: string
  /** Derived from the document by default: one frame makes a picture, no fields make it ready-made. */
  readonly kind?: TemplateKind | undefined
  /** In any form that `@vitrine/after-effects/validate` accepts. All its files are registered in the catalogue. */
  readonly document: unknown
  readonly report?: readonly LintLine[] | undefined
  readonly posterFrame?: number | undefined
}

/** Shown until the first poster exists. */
const NO_COLOR = '#6b655b'

/**
 * Creates a draft from a document and requests its poster and preview. An id that is taken, or belongs to a page, gets a number
 * appended. Throws `invalid-input`, with the path and reason of each fault in `issues`, for an invalid document.
 */
export async function createDraft(tx: Tx, draft: NewDraft): Promise<{ templateId: string; versionId: string }> {
  const document = requireValidDocument(draft.document, draft.id ?? draft.name)
  await assertAssetsAreRegistered(tx, draft.id ?? draft.name, listDocumentAssetIds(document))
  const templateId = await insertDraft(tx, draft, detectTemplateKind(document))
  const { versionId } = await addVersion(tx, templateId, { ...document, id: templateId }, draft.report)
  await tx.update(templates).set({ currentVersionId: versionId }).where(eq(templates.id, templateId))
  await requestPreview(tx, versionId, { posterFrame: frameWithin(document, draft.posterFrame) })
  return { templateId, versionId }
}

async function insertDraft(tx: Tx, draft: NewDraft, kind: TemplateKind): Promise<string> {
  const slug = toSlug(draft.id ?? draft.name)
  const listing = newListing({ ...draft, kind: draft.kind ?? kind })
  for (let number = 1; ; number++) {
    const id = number === 1 ? slug : `${slug.slice(0, 74)}-${number}`
    if (isReservedTemplateId(id)) continue
    if (await insertTemplate(tx, id, listing, { dominantColor: NO_COLOR })) return id
  }
}

/** Adds a draft without a document. Returns false when the id is taken. Throws `invalid-input` for the address of a page. */
export async function insertTemplate(
  tx: Tx,
  id: string,
  listing: Listing,
  shown: Pick<typeof templates.$inferInsert, 'posterAssetId' | 'previewAssetId' | 'dominantColor'>,
): Promise<boolean> {
  if (isReservedTemplateId(id)) {
    throw new ApiError('invalid-input', { issues: [{ path: 'id', message: RESERVED_TEMPLATE_ID }] })
  }
  const { rowCount } = await tx
    .insert(templates)
    .values({ ...toListingRow(listing), ...shown, id, status: 'draft' })
    .onConflictDoNothing()
  return rowCount === 1
}

/** A video without fields is ready-made. */
export function detectTemplateKind({ canvas, fields }: TemplateDocument): TemplateKind {
  if (canvas.duration === 1) return 'image'
  return fields.length === 0 ? 'direct-sell' : 'video'
}

function frameWithin({ canvas }: TemplateDocument, frame: number | undefined): number | undefined {
  return frame === undefined ? undefined : Math.min(canvas.duration - 1, frame)
}

/**
 * Adds a version to a template and requests its poster and preview. A draft uses it immediately; a template on sale stays as it
 * is until the version is published. Throws `template-not-found` and `invalid-input`.
 */
export async function addDraftVersion(
  tx: Tx,
  templateId: string,
  version: Pick<NewDraft, 'document' | 'report' | 'posterFrame'>,
): Promise<AddedVersion> {
  const document = requireValidDocument(version.document, templateId)
  return addShownVersion(tx, templateId, document, {
    report: version.report,
    show: (versionId) => requestPreview(tx, versionId, { posterFrame: frameWithin(document, version.posterFrame) }),
  })
}

export interface ShownVersion {
  readonly report?: NewDraft['report']
  /** Enqueues poster and preview of a new version. */
  readonly show: (versionId: string) => Promise<void>
}

/**
 * Adds a valid document to a template. A draft switches to it at once; a template on sale stays as it is until the version is
 * published. Throws `template-not-found`, and `invalid-input` for unregistered files.
 */
async function addShownVersion(
  tx: Tx,
  templateId: string,
  document: TemplateDocument,
  { report, show }: ShownVersion,
): Promise<AddedVersion> {
  await assertAssetsAreRegistered(tx, templateId, listDocumentAssetIds(document))
  const [template] = await tx
    .select({ status: templates.status })
    .from(templates)
    .where(eq(templates.id, templateId))
    .for('no key update')
  if (!template) throw new ApiError('template-not-found')
  const added = await addVersion(tx, templateId, { ...document, id: templateId }, report)
  if (added.isNewVersion) await show(added.versionId)
  if (template.status === 'draft') await becomeDraft(tx, templateId, added.versionId)
  return added
}

/** A draft always shows its newest document. */
async function becomeDraft(tx: Tx, templateId: string, versionId: string): Promise<void> {
  await tx
    .update(templates)
    .set({ currentVersionId: versionId, updatedAt: sql`now()` })
    .where(eq(templates.id, templateId))
}

/**
 * Deletes a draft or a withdrawn template with all its versions. The caller has checked that nobody owns, likes or has it in a
 * cart. Throws `template-not-found`, and `template-in-use` for one on sale or with projects.
 */
export async function deleteTemplate(tx: Tx, templateId: string): Promise<void> {
  const [row] = await tx
    .select({ status: templates.status })
    .from(templates)
    .where(eq(templates.id, templateId))
    .for('update')
  if (!row) throw new ApiError('template-not-found')
  if (row.status === 'published')
    throw new ApiError('template-in-use', {}, 'This template is on sale. Withdraw it first, then delete it.')
  try {
    await tx.transaction(async (part) => {
      await part.update(templates).set({ currentVersionId: null }).where(eq(templates.id, templateId))
      await part.delete(templateVersions).where(eq(templateVersions.templateId, templateId))
      await part.delete(templates).where(eq(templates.id, templateId))
    })
  } catch (error) {
    if (findViolatedConstraint(error)) throw new ApiError('template-in-use')
    throw error
  }
}

/** Converts a name to a template id, which is part of URLs: lower-case letters, digits and hyphens, never ending in `-template`. */
export function toSlug(name: string): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
  return slug.replace(/(-template)+$/, '') || 'imported'
}

// Changes of the fields: labels, defaults and which fields exist. Every change creates a version.

/** Catalogue files by the ids of the owner's files that they copy. */
export type FieldFiles = ReadonlyMap<string, CatalogueAsset>

/**
 * Creates a version with changed fields, in the order of the input. It reuses the previews of its predecessor unless the template
 * looks different without customer input. Throws `template-not-found`, `version-not-found`, and `invalid-input` for fields that
 * the version does not have or that repeat, for a layer that no field can fill, and for a file of the wrong kind.
 */
export async function reviseFields(
  tx: Tx,
  templateId: string,
  versionId: string,
  change: FieldRevisions,
  files: FieldFiles = new Map(),
): Promise<AddedVersion> {
  const from = await getTemplateVersion(tx, templateId, versionId)
  const document = from.document as unknown as TemplateDocument
  const changed = changeFields(document, change)
  if (changed.fault !== undefined) throw new ApiError('invalid-input', { issues: [] }, changed.fault)
  for (const file of files.values()) await registerCatalogueAsset(tx, file)
  const revised = requireValidDocument(withCatalogueFiles(changed.document, files), templateId)
  requireSupportedKinds(revised)
  return addShownVersion(tx, templateId, revised, {
    report: from.report ?? undefined,
    show: (added) => showAs(tx, added, versionId, looksTheSame(document, revised)),
  })
}

/** A song cannot fill a photo field. */
function requireSupportedKinds({ fields, assets }: TemplateDocument): void {
  for (const field of fields) {
    if ((field.type !== 'media' && field.type !== 'audio') || field.default === undefined) continue
    const kind = assets[field.default]?.kind
    const isFit = field.type === 'audio' ? kind === 'audio' : kind === 'image' || kind === 'video'
    if (isFit) continue
    const message =
      field.type === 'audio' ? '“{field}” must begin with a song' : '“{field}” must begin with a photo or video'
    throw new ApiError('invalid-input', { issues: [], values: { field: field.label } }, message)
  }
}

/** Whether only the texts about the fields differ. */
function looksTheSame(one: TemplateDocument, other: TemplateDocument): boolean {
  const describeDrawing = ({ fields, layers, variants }: TemplateDocument) =>
    JSON.stringify([Object.fromEntries(fields.map((field) => [field.id, field.default]).toSorted()), layers, variants])
  return describeDrawing(one) === describeDrawing(other)
}

async function showAs(tx: Tx, versionId: string, fromId: string, isSame: boolean): Promise<void> {
  const shown = await findPreview(tx, fromId)
  if (isSame && shown?.status === 'succeeded') await recordPreview(tx, versionId, shown)
  else await requestPreview(tx, versionId, { posterFrame: shown?.posterFrame ?? undefined })
}
