// The owner's actions on templates: text, prices, licence, versions, publishing and withdrawing. Maps the specification's wire
// names to the store's.

import type { AdminTemplateDetail, EditTemplateRequest } from '@vitrine/contract/admin'
import { ApiError } from '@vitrine/contract/api-error'
import { fromWireListing, toWireListing } from '@vitrine/contract/listing'
import type { AcceptDifferenceRequest, FieldRevisions } from '@vitrine/contract/publishing'
import type { Db, Tx } from '@vitrine/database/connection'
import { eq, sql } from 'drizzle-orm'
import { addDraftVersion, deleteTemplate, type FieldFiles, reviseFields } from '../catalogue/draft.ts'
import { editTemplate, findStatus, getTemplateRow, listTemplateVersions, setFreePeriod } from '../catalogue/edit.ts'
import { recordPreview } from '../catalogue/preview.ts'
import { storeTemplate, type TemplateToPublish } from '../catalogue/publish.ts'
import { toListing } from '../catalogue/row.ts'
import { publishVersion, withdrawTemplate } from '../catalogue/sale.ts'
import { disableShapes } from '../catalogue/shape.ts'
import { type AddedVersion, acceptInReport } from '../catalogue/version.ts'
import { countOwners, removeFromLikesAndCarts } from '../library/library.ts'
import { type AssetRecord, getAssets, publicUrl } from '../media/media.ts'
import { eraseFiles } from '../media/stored-file.ts'
import { eraseProjects } from '../projects/projects.ts'
import { projects } from '../projects/tables.ts'
import { erasePreparedRenders } from '../renders/prepared-render.ts'
import { deleteReferenceRenders } from '../renders/reference-render.ts'
import { eraseRenders } from '../renders/renders.ts'
import { type Actor, type NewAuditEvent, onlyChanged, recordAuditEvent } from './audit-log.ts'

/** Changes the properties in `changes`. Throws `template-not-found`. Records nothing when nothing changed. */
export async function changeTemplate(
  tx: Tx,
  actor: Actor,
  templateId: string,
  { reason = '', disabledShapes, freePeriod, ...requested }: EditTemplateRequest,
): Promise<void> {
  const listing = await editTemplate(tx, templateId, fromWireListing(requested))
  const shapes = disabledShapes && (await disableShapes(tx, templateId, disabledShapes))
  const free = freePeriod === undefined ? undefined : await setFreePeriod(tx, templateId, freePeriod)
  const states = {
    before: { ...listing.before, ...shapes?.before, ...free?.before },
    after: { ...listing.after, ...shapes?.after, ...free?.after },
  }
  await recordChange(tx, actor, { action: 'template-edited', templateId, reason }, states)
}

/** Records what changed, if anything. */
async function recordChange<State extends object>(
  tx: Tx,
  actor: Actor,
  { action, templateId, reason }: { action: NewAuditEvent['action']; templateId: string; reason: string },
  states: { readonly before: State; readonly after: State },
): Promise<void> {
  const { before, after } = onlyChanged(states.before, states.after)
  if (Object.keys(after).length === 0) return
  await recordAuditEvent(tx, actor, { action, subjectKind: 'template', subjectId: templateId, reason, before, after })
}

/**
 * Puts a template on sale, optionally with a new version. The admin area, the command line and the samples all publish through
 * this function. Throws `template-not-found`, `version-not-found`, `template-incomplete` with the missing parts, and
 * `template-withdrawn` unless the actor is an owner: programs never put a withdrawn template back on sale.
 */
export async function publish(
  tx: Tx,
  actor: Actor,
  templateId: string,
  { versionId, reason = '' }: { versionId?: string | undefined; reason?: string | undefined } = {},
): Promise<void> {
  const states = await publishVersion(tx, templateId, { versionId, by: actor.userId === null ? 'program' : 'staff' })
  await recordChange(tx, actor, { action: 'template-published', templateId, reason }, states)
}

/** A version that was stored together with its template. */
export interface StoredVersion extends AddedVersion {
  /** False when the store already had the template. */
  readonly isNewTemplate: boolean
}

/**
 * Stores a whole template and puts it on sale, or updates one that is on sale. Idempotent: an unchanged document adds no version,
 * and purchases and projects keep theirs. Throws what `storeTemplate` and `publish` throw; the caller's transaction then rolls
 * back.
 */
export async function publishTemplate(tx: Tx, actor: Actor, template: TemplateToPublish): Promise<StoredVersion> {
  const { edited, ...version } = await storeTemplate(tx, template)
  if (edited) await recordChange(tx, actor, { action: 'template-edited', templateId: template.id, reason: '' }, edited)
  await publish(tx, actor, template.id, { versionId: version.versionId })
  return { ...version, isNewTemplate: edited === undefined }
}

/**
 * Stores a whole template without publishing it: a new one as a draft, an existing one as a version that waits to be published,
 * with its listing unchanged. Throws what `storeTemplate` throws.
 */
export async function storeDraft(tx: Tx, actor: Actor, template: TemplateToPublish): Promise<StoredVersion> {
  const { id: templateId, document, report } = template
  const status = await findStatus(tx, templateId)
  if (status === undefined || status === 'draft') {
    const { edited, ...version } = await storeTemplate(tx, template)
    if (edited) await recordChange(tx, actor, { action: 'template-edited', templateId, reason: '' }, edited)
    const isNewTemplate = edited === undefined
    if (version.isNewVersion) await recordVersion(tx, actor, templateId, version.versionId, isNewTemplate)
    return { ...version, isNewTemplate }
  }
  const added = await addDraftVersion(tx, templateId, { document, report })
  await recordPreview(tx, added.versionId, template)
  if (added.isNewVersion) await recordVersion(tx, actor, templateId, added.versionId, false)
  return { ...added, isNewTemplate: false }
}

function recordVersion(tx: Tx, actor: Actor, templateId: string, versionId: string, isFirst: boolean) {
  const action = isFirst ? 'template-imported' : 'template-version-added'
  return recordAuditEvent(tx, actor, { action, subjectKind: 'template', subjectId: templateId, after: { versionId } })
}

/**
 * Accepts a drawing difference of an import: the error becomes a warning and no longer blocks publishing. Throws
 * `version-not-found`, and `difference-not-found` also for a difference that cannot be accepted or already is.
 */
export async function acceptDifference(
  tx: Tx,
  actor: Actor,
  { templateId, versionId }: { templateId: string; versionId: string },
  line: AcceptDifferenceRequest,
): Promise<void> {
  await acceptInReport(tx, templateId, versionId, line)
  await recordAuditEvent(tx, actor, {
    action: 'template-difference-accepted',
    subjectKind: 'template',
    subjectId: templateId,
    after: { versionId, message: line.message },
  })
}

/** Withdraws a template; its owners keep it. Throws `template-not-found`. */
export async function withdraw(
  tx: Tx,
  actor: Actor,
  templateId: string,
  { reason = '' }: { reason?: string | undefined } = {},
): Promise<void> {
  const status = await withdrawTemplate(tx, templateId)
  if (status === 'withdrawn') return
  const states = { before: { status }, after: { status: 'withdrawn' } }
  await recordAuditEvent(tx, actor, {
    action: 'template-withdrawn',
    subjectKind: 'template',
    subjectId: templateId,
    reason,
    ...states,
  })
}

/**
 * Deletes a draft, or a withdrawn template without customers, including the acting owner's projects and renders of it. Throws
 * `template-not-found`, and `template-in-use` with the reason when it is on sale, customers own it, or another user has projects
 * with it.
 */
export async function removeTemplate(tx: Tx, actor: Actor, templateId: string): Promise<void> {
  const { name, status } = await getTemplateRow(tx, templateId)
  const owners = await countOwners(tx, templateId)
  if (status !== 'published' && owners > 0) {
    const message =
      owners === 1
        ? 'One customer owns this template and can go on using it, so it cannot be deleted. It stays withdrawn: nobody else sees it.'
        : '{owners} customers own this template and can go on using it, so it cannot be deleted. It stays withdrawn: nobody else sees it.'
    throw new ApiError('template-in-use', { owners, values: { owners } }, message)
  }
  if (actor.userId !== null && status !== 'published') {
    await erasePreparedRenders(tx, { templateId })
    await eraseFiles(tx, await eraseRenders(tx, actor.userId, templateId))
    await eraseProjects(tx, actor.userId, templateId)
    await deleteReferenceRenders(tx, templateId)
    await removeFromLikesAndCarts(tx, templateId)
  }
  await deleteTemplate(tx, templateId)
  const about = { subjectKind: 'template', subjectId: templateId } as const
  await recordAuditEvent(tx, actor, { ...about, action: 'template-deleted', before: { name, status } })
}

/** Changes the fields (see `reviseFields`) and records the change. */
export async function changeFields(
  tx: Tx,
  actor: Actor,
  { templateId, versionId }: { templateId: string; versionId: string },
  change: FieldRevisions,
  files?: FieldFiles,
): Promise<AddedVersion> {
  const added = await reviseFields(tx, templateId, versionId, change, files)
  if (added.isNewVersion) {
    const states = { before: { versionId }, after: { versionId: added.versionId } }
    const about = { subjectKind: 'template', subjectId: templateId } as const
    await recordAuditEvent(tx, actor, { ...about, action: 'template-version-added', ...states })
  }
  return added
}

/**
 * The owner's files that fields start with, by id, all of them prepared. Throws `asset-not-found` for another user's file,
 * `asset-deleted`, and `field-value-invalid` for a file that is not prepared or cannot be.
 */
export async function getFieldFiles(
  db: Db,
  userId: string,
  { fields }: FieldRevisions,
): Promise<ReadonlyMap<string, AssetRecord>> {
  const requested = fields.flatMap(({ default: first }) =>
    typeof first === 'string' && isOwnFile(first) ? [first] : [],
  )
  const found = await getAssets(db, requested)
  for (const assetId of requested) {
    const asset = found.get(assetId)
    if (asset?.ownerUserId !== userId) throw new ApiError('asset-not-found', { assetId })
    if (asset.deletedAt) throw new ApiError('asset-deleted', { assetId })
    if (asset.status !== 'ready') {
      const message = 'A file is still being prepared. Please try again in a moment.'
      throw new ApiError('field-value-invalid', { field: assetId, reason: 'asset-not-ready' }, message)
    }
  }
  return found
}

/** A text counts as a file only if it is an id that the store assigned. */
function isOwnFile(text: string): boolean {
  return /^u_[0-9a-f-]{36}$/.test(text)
}

/** A template with its versions, whatever its status. Throws `template-not-found`. */
export async function describeTemplate(db: Db, templateId: string): Promise<AdminTemplateDetail> {
  const row = await getTemplateRow(db, templateId)
  const [versions, files, begun] = await Promise.all([
    listTemplateVersions(db, templateId),
    getAssets(
      db,
      [row.posterAssetId, row.previewAssetId].filter((id) => id !== null),
    ),
    db
      .select({ versionId: projects.versionId, count: sql<number>`count(*)::int` })
      .from(projects)
      .where(eq(projects.templateId, templateId))
      .groupBy(projects.versionId),
  ])
  const findFileUrl = (assetId: string | null) => {
    const key = assetId === null ? undefined : files.get(assetId)?.storageKey
    return key ? publicUrl(key) : ''
  }
  const projectsOn = new Map(begun.map(({ versionId, count }) => [versionId, count]))
  return {
    templateId: row.id,
    ...toWireListing(toListing(row)),
    status: row.status,
    purchaseCount: row.purchaseCount,
    thumbnail: findFileUrl(row.posterAssetId),
    templateLink: findFileUrl(row.previewAssetId),
    dominantColor: row.dominantColor,
    disabledShapes: Object.keys(row.disabledShapes),
    freePeriod: row.freeFrom && row.freeUntil ? { from: row.freeFrom, until: row.freeUntil } : null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    versions: versions.map(({ id, fpsNumerator, fpsDenominator, durationFrames, createdAt, ...version }, index) => ({
      ...version,
      versionId: id,
      number: versions.length - index,
      isCurrent: id === row.currentVersionId,
      fps: fpsNumerator / fpsDenominator,
      durationFrames,
      durationSeconds: (durationFrames * fpsDenominator) / fpsNumerator,
      createdAt: createdAt.toISOString(),
      projects: projectsOn.get(id) ?? 0,
    })),
  }
}
